#include "native/cell_engine.hpp"

#include "native/builder.hpp"
#include "native/emit_cells.hpp"

namespace quotient::native {

CellEngine::CellEngine(CellsToWrite cells, EngineOptions options) : code_(*cells.code) {
  code_.paranoid = options.paranoid;
  builder_ =
      std::make_unique<Builder>([work = std::move(cells.work)](const std::atomic<bool>*) { return write_cells(work); },
                                std::move(options), [this](const Module& module) { code_.put(&module.table().cells); });
  builder_->start(false);
}

CellEngine::~CellEngine() {
  builder_.reset();  // its thread may be about to put something there
  code_.put(nullptr);
}

std::string CellEngine::wait_until_ready() {
  builder_->start(true);
  return builder_->wait();
}

}  // namespace quotient::native
