#include "native/engine.hpp"

#include <algorithm>
#include <cstddef>

#include "base/ensure.hpp"
#include "native/builder.hpp"

namespace quotient::native {

namespace {

/// More than this for the steps of one state is left to the interpreter, which needs less for what it does not keep.
constexpr std::size_t largest_room = std::size_t{1} << 28;

class Generator final : public StepGenerator {
 public:
  Generator(const ProcessSystem& system, const Builder& builder, bool paranoid)
      : builder_(builder), interpreter_(system.generator()), coverage_(system.program().statements.size()), paranoid_(paranoid) {}

  void initial(Successors& out) override { interpreter_->initial(out); }

  void successors(StateView state, Successors& out) override {
    if (module_ == nullptr && !take_over()) {
      interpreter_->successors(state, out);
      return;
    }
    while (true) {
      switch (call(state, out)) {
        case CallStatus::done:
          if (paranoid_) [[unlikely]]
            compare(state, out);
          return;
        case CallStatus::full:
          if (out.room().bytes.size() < largest_room) {
            out.enlarge();
            continue;
          }
          break;
        case CallStatus::give_up:
          break;
      }
      interpreter_->successors(state, out);
      return;
    }
  }

  std::span<const std::uint8_t> coverage() const override {
    const std::span<const std::uint8_t> interpreted = interpreter_->coverage();
    for (std::size_t k = 0; k < interpreted.size(); ++k) coverage_[k] |= interpreted[k];
    return coverage_;
  }

 private:
  bool take_over() {
    module_ = builder_.module();
    if (module_ == nullptr) return false;
    const std::size_t words = module_->table().context_size / sizeof(std::max_align_t) + 1;
    memory_ = std::make_unique<std::max_align_t[]>(words);  // all zero
    context_ = reinterpret_cast<Context*>(memory_.get());
    context_->coverage = coverage_.data();
    return true;
  }

  CallStatus call(StateView state, Successors& out) {
    const Successors::Room room = out.room();
    context_->bytes = room.bytes.data();
    context_->limit = room.bytes.data() + room.bytes.size();
    context_->entries = room.entries.data();
    context_->entry_capacity = static_cast<std::uint32_t>(room.entries.size());
    const auto status = static_cast<CallStatus>(module_->table().successors(context_, state.data()));
    if (status != CallStatus::done) return status;
    out.accept(context_->entry_count);
    if (context_->deadlock != 0) out.add_finding({FindingKind::deadlock, 0});
    return status;
  }

  void compare(StateView state, const Successors& ours) {
    interpreter_->successors(state, expected_);
    ensure(ours.size() == expected_.size(), "native code and interpreter find different numbers of steps");
    ensure(std::ranges::equal(ours.findings(), expected_.findings()),
           "native code and interpreter find different things wrong in a state");
    for (std::size_t k = 0; k < ours.size(); ++k) {
      const Successor a = ours[k], b = expected_[k];
      ensure(std::ranges::equal(a.state, b.state) && a.label == b.label && a.finding == b.finding &&
                 a.completed == b.completed,
             "native code and interpreter take different steps");
    }
  }

  const Builder& builder_;
  std::unique_ptr<StepGenerator> interpreter_;
  mutable std::vector<std::uint8_t> coverage_;
  bool paranoid_;
  const Module* module_ = nullptr;
  std::unique_ptr<std::max_align_t[]> memory_;
  Context* context_ = nullptr;
  Successors expected_;
};

}  // namespace

Engine::Engine(std::unique_ptr<ProcessSystem> system, EngineOptions options)
    : system_(std::move(system)),
      paranoid_(options.paranoid),
      builder_(std::make_unique<Builder>(system_->program(), std::move(options))) {}

Engine::~Engine() = default;

std::string Engine::wait_until_ready() const {
  builder_->start(true);
  return builder_->wait();
}

std::unique_ptr<StepGenerator> Engine::generator() const {
  builder_->start(false);
  return std::make_unique<Generator>(*system_, *builder_, paranoid_);
}

std::vector<TraceEvent> Engine::explain(StateView from, StateView to, Finding finding) const {
  return system_->explain(from, to, finding);
}
std::vector<TraceEvent> Engine::explain_initial(StateView to) const { return system_->explain_initial(to); }
std::vector<CellValue> Engine::describe(StateView state) const { return system_->describe(state); }
FindingText Engine::describe(Finding finding) const { return system_->describe(finding); }
std::string Engine::label(StepLabel label) const { return system_->label(label); }
std::vector<UnreachedPart> Engine::unreached(std::span<const std::uint8_t> coverage) const {
  return system_->unreached(coverage);
}

}  // namespace quotient::native
