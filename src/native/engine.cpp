#include "native/engine.hpp"

#include <algorithm>
#include <optional>

#include "base/ensure.hpp"
#include "native/builder.hpp"
#include "native/caller.hpp"
#include "process/cycle_facts.hpp"

namespace quotient::native {

namespace {

/// What a generator knows besides the steps.
enum class Knows { steps, labels, movers };

/// Who moves on a step is then who begins it.
bool moves_alone(const Program& program) {
  return std::ranges::none_of(program.channel_kinds, [](const ChannelKind& kind) { return kind.capacity == 0; });
}

class Generator final : public StepGenerator {
 public:
  Generator(const ProcessSystem& system, const Builder& builder, bool paranoid, Knows knows)
      : builder_(builder),
        interpreter_(knows == Knows::steps ? system.generator() : system.cycle_generator()),
        shapes_(system.program()),
        labels_(knows == Knows::steps ? std::nullopt : std::optional<CycleLabels>(system.program())),
        knows_movers_(knows == Knows::movers),
        coverage_(system.program().statements.size()),
        paranoid_(paranoid) {}

  void initial(Successors& out) override { interpreter_->initial(out); }
  void heed(const StopSignal& signal) override { interpreter_->heed(signal); }

  void successors(StateView state, Successors& out) override {
    if (!caller_) take_over();
    // Where nothing moves, only the interpreter tells whether it stands still or is lost in an atomic sequence.
    if (!caller_ || !caller_->successors(state, out) || (labels_ && out.empty()) ||
        (knows_movers_ && hides_beginnings(out))) {
      interpreter_->successors(state, out);
      return;
    }
    if (labels_) note_labels(state, out);
    if (knows_movers_) note_movers(out);
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
    for (std::size_t k = 0; !knows_movers_ && k < out.size(); ++k) out.add_moved({});  // nobody is to ask
  }

  /// Whether somebody could begin a step that is not among these: it fails on the way, or never ends.
  bool hides_beginnings(const Successors& out) const {
    if (caller_->was_endless()) return true;
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (!out[k].completed) return true;
    }
    return false;
  }

  void note_movers(Successors& out) {
    for (std::size_t k = 0; k < out.size(); ++k) {
      ProcessSet moved;
      if (out[k].actor != no_actor) moved.insert(out[k].actor);
      out.cycle_facts.waiting |= moved;
      out.add_moved(moved);
    }
  }

  void compare(StateView state, const Successors& ours) {
    interpreter_->successors(state, expected_);
    ensure(ours.size() == expected_.size(), "native code and interpreter find different numbers of steps");
    ensure(std::ranges::equal(ours.findings(), expected_.findings()),
           "native code and interpreter find different things wrong in a state");
    const CycleFacts &facts = ours.cycle_facts, &wanted = expected_.cycle_facts;
    ensure(!labels_ || (facts.accepting == wanted.accepting && facts.progress == wanted.progress &&
                        facts.recurrent == wanted.recurrent && facts.stands_still == wanted.stands_still),
           "native code and interpreter judge cycles differently");
    ensure(!knows_movers_ || facts.waiting == wanted.waiting,
           "native code and interpreter let different processes wait");
    for (std::size_t k = 0; k < ours.size(); ++k) {
      const Successor a = ours[k], b = expected_[k];
      ensure(std::ranges::equal(a.state, b.state) && a.label == b.label && a.finding == b.finding &&
                 a.completed == b.completed && a.actor == b.actor,
             "native code and interpreter take different steps");
      ensure(!knows_movers_ || ours.moved(k) == expected_.moved(k),
             "native code and interpreter let different processes move");
    }
  }

  const Builder& builder_;
  std::unique_ptr<StepGenerator> interpreter_;
  Shapes shapes_;
  const std::optional<CycleLabels> labels_;  // where cycles are asked for
  const bool knows_movers_;
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
  return std::make_unique<Generator>(*system_, *builder_, paranoid_, Knows::steps);
}

std::unique_ptr<StepGenerator> Engine::cycle_generator() const {
  if (!fairness_) return label_generator();
  return moves_alone(system_->program()) ? label_generator() : system_->cycle_generator();
}

std::unique_ptr<StepGenerator> Engine::label_generator() const {
  builder_->start(false);
  const bool knows_movers = fairness_ && moves_alone(system_->program());  // it costs little then
  return std::make_unique<Generator>(*system_, *builder_, paranoid_, knows_movers ? Knows::movers : Knows::labels);
}

}  // namespace quotient::native
