#pragma once

#include <memory>
#include <string>

#include "native/engine.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient::native {

/// Has code written for the cells of a reduction, and puts it where the key functions look for it as soon as it is
/// ready. As with the steps of a model, a thread of its own writes, compiles and loads, and ends with this. No key
/// function may be used after that.
class CellEngine {
 public:
  /// Starts at once. `cells.code` must outlive this.
  CellEngine(CellsToWrite cells, EngineOptions options);
  ~CellEngine();

  /// Waits for the code. Why there is none, ready to print; empty where it is ready.
  std::string wait_until_ready();

 private:
  CellCode& code_;
  std::unique_ptr<Builder> builder_;
};

}  // namespace quotient::native
