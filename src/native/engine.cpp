#include "native/engine.hpp"

#include <algorithm>
#include <optional>

#include "base/ensure.hpp"
#include "native/builder.hpp"
#include "native/caller.hpp"
#include "process/cycle_facts.hpp"

namespace quotient::native {

namespace {

class Generator final : public StepGenerator {
 public:
  Generator(const ProcessSystem& system, const Builder& builder, bool paranoid, bool for_cycles)
      : builder_(builder),
        interpreter_(for_cycles ? system.cycle_generator() : system.generator()),
        shapes_(system.program()),
        labels_(for_cycles ? std::optional<CycleLabels>(system.program()) : std::nullopt),
        coverage_(system.program().statements.size()),
        paranoid_(paranoid) {}

  void initial(Successors& out) override { interpreter_->initial(out); }
  void heed(const StopSignal& signal) override { interpreter_->heed(signal); }

  void successors(StateView state, Successors& out) override {
    if (!caller_) take_over();
    // Where nothing moves, only the interpreter tells whether it stands still or is lost in an atomic sequence.
    if (!caller_ || !caller_->successors(state, out) || (labels_ && out.empty())) {
      interpreter_->successors(state, out);
      return;
    }
    if (labels_) note_labels(state, out);
    if (paranoid_) [[unlikely]] {
      compare(state, out);
    }
  }

  void successors_of(StateView state, std::span<const Actor> actors, Successors& out) override {
    successors(state, out);
    out.keep_steps_of(actors);
  }
  StateView lasting_digest(StateView state) override { return interpreter_->lasting_digest(state); }

  std::span<const std::uint8_t> coverage() const override {
    const std::span<const std::uint8_t> interpreted = interpreter_->coverage();
    for (std::size_t k = 0; k < interpreted.size(); ++k) coverage_[k] |= interpreted[k];
    return coverage_;
  }

 private:
  void take_over() {
    if (const Module* module = builder_.module()) caller_.emplace(*module, coverage_);
  }

  void note_labels(StateView state, Successors& out) {
    labels_->note(shapes_.of(state.data()), state, out.cycle_facts);
    for (std::size_t k = 0; k < out.size(); ++k) out.add_moved({});  // nobody is to ask
  }

  void compare(StateView state, const Successors& ours) {
    interpreter_->successors(state, expected_);
    ensure(ours.size() == expected_.size(), "native code and interpreter find different numbers of steps");
    ensure(std::ranges::equal(ours.findings(), expected_.findings()),
           "native code and interpreter find different things wrong in a state");
    const CycleFacts &facts = ours.cycle_facts, &wanted = expected_.cycle_facts;
    ensure(!labels_ || (facts.accepting == wanted.accepting && facts.progress == wanted.progress &&
                        facts.stands_still == wanted.stands_still),
           "native code and interpreter judge cycles differently");
    for (std::size_t k = 0; k < ours.size(); ++k) {
      const Successor a = ours[k], b = expected_[k];
      ensure(std::ranges::equal(a.state, b.state) && a.label == b.label && a.finding == b.finding &&
                 a.completed == b.completed && a.actor == b.actor,
             "native code and interpreter take different steps");
    }
  }

  const Builder& builder_;
  std::unique_ptr<StepGenerator> interpreter_;
  Shapes shapes_;
  const std::optional<CycleLabels> labels_;  // where cycles are asked for
  mutable std::vector<std::uint8_t> coverage_;
  bool paranoid_;
  std::optional<Caller> caller_;  // once there is native code
  Successors expected_;
};

}  // namespace

Engine::Engine(std::unique_ptr<ProcessSystem> system, EngineOptions options)
    : SystemDecorator(*system),
      system_(std::move(system)),
      paranoid_(options.paranoid),
      fairness_(options.fairness),
      builder_(std::make_unique<Builder>(
          [program = &system_->program()](const std::atomic<bool>* stop) { return write_module(*program, stop); },
          std::move(options))) {}

Engine::~Engine() = default;

std::string Engine::wait_until_ready() const {
  builder_->start(true);
  return builder_->wait();
}

std::unique_ptr<StepGenerator> Engine::generator() const {
  builder_->start(false);
  return std::make_unique<Generator>(*system_, *builder_, paranoid_, false);
}

std::unique_ptr<StepGenerator> Engine::cycle_generator() const {
  return fairness_ ? system_->cycle_generator() : label_generator();
}

std::unique_ptr<StepGenerator> Engine::label_generator() const {
  builder_->start(false);
  return std::make_unique<Generator>(*system_, *builder_, paranoid_, true);
}

}  // namespace quotient::native
