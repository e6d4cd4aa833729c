#include <algorithm>
#include <stdexcept>
#include <utility>

#include "api/convert.hpp"
#include "api/loaded.hpp"
#include "api/options.hpp"
#include "driver/phase.hpp"
#include "driver/rules.hpp"
#include "driver/state_walk.hpp"
#include "driver/subject_symmetry.hpp"
#include "report/words.hpp"
#include "search/trace.hpp"

namespace quotient::api {

/// What copies of an explorer and their states share.
struct Explorer::Core {
  std::string error;
  std::string order = "1";
  driver::CheckSettings settings;
  std::optional<Pool::Lease> lease;                   // of the model; none where there is an error
  std::unique_ptr<driver::SubjectSymmetry> symmetry;  // refers to the model

  const Subject& subject() const { return lease->model().subjects.front(); }
  const System& system() const { return *subject().system; }
  const Limits& limits() const { return settings.search.limits; }

  void find_symmetry(Deadline& deadline);
};

/// What a thread needs of its own.
struct Explorer::Scratch {
  explicit Scratch(std::shared_ptr<const Core> shared) : core(std::move(shared)) {
    watch.emplace(core->limits());
    generator = core->system().generator();
    generator->heed(*watch);
  }

  std::shared_ptr<const Core> core;
  std::optional<quotient::Watch> watch;  // of the call; stays where it is, since the generator asks it
  std::unique_ptr<StepGenerator> generator;
  quotient::Successors steps;
};

struct Reachable::Walk {
  explicit Walk(std::shared_ptr<const Explorer::Core> shared)
      : core(std::move(shared)),
        states(core->system(), core->symmetry->used, core->symmetry->symmetry.group.order(), core->limits()) {}

  std::shared_ptr<const Explorer::Core> core;
  driver::StateWalk states;
};

namespace {

StateView view_of(const std::string& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

std::string bytes_of(StateView state) { return {state.begin(), state.end()}; }

Finding finding_of(const Narrator& narrator, quotient::Finding found) {
  const FindingText text = narrator.describe(found);
  return {std::string(quotient::name_of(found.kind)), text.message, place_of(text.at)};
}

/// How many steps before this one lead to the same state.
std::size_t parallel_before(const quotient::Successors& steps, std::size_t i) {
  const quotient::Successor chosen = steps[i];
  std::size_t count = 0;
  for (std::size_t k = 0; chosen.completed && k < i; ++k) {
    count += steps[k].completed && std::ranges::equal(steps[k].state, chosen.state) ? 1 : 0;
  }
  return count;
}

}  // namespace

Explorer::Explorer(std::shared_ptr<const Core> core) : core_(std::move(core)) {
  if (core_->error.empty()) scratch_ = std::make_unique<Scratch>(core_);
}

Explorer::Explorer(const Explorer& other) : Explorer(other.core_) {}
Explorer& Explorer::operator=(const Explorer& other) { return *this = Explorer(other); }
Explorer::Explorer(Explorer&&) noexcept = default;
Explorer& Explorer::operator=(Explorer&&) noexcept = default;
Explorer::~Explorer() = default;

const std::string& Explorer::error() const { return core_->error; }
const std::string& Explorer::order() const { return core_->order; }

void Explorer::expand(const State* state) const {
  if (scratch_ == nullptr) throw std::logic_error("an explorer with an error has no states: " + core_->error);
  if (state != nullptr && state->model_ != core_) throw std::logic_error("a state of another explorer");
  Scratch& s = *scratch_;
  s.watch.emplace(core_->limits());
  if (state == nullptr) {
    s.generator->initial(s.steps);
  } else {
    s.generator->successors(view_of(state->bytes_), s.steps);
  }
}

Successors Explorer::described(const State* state) const {
  expand(state);
  const Narrator& narrator = core_->system().narrator();
  const quotient::Successors& steps = scratch_->steps;
  Successors out;
  if (steps.is_cut_off()) {
    const quotient::Finding reason = steps.cut_off_reason();
    out.incomplete =
        reason ? narrator.describe(reason).message : in_words(scratch_->watch->why_raised(), core_->limits());
  }
  for (const quotient::Finding f : steps.findings()) out.findings.push_back(finding_of(narrator, f));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const quotient::Successor step = steps[i];
    Successor& made = out.steps.emplace_back();
    if (step.completed) made.state = State(core_, bytes_of(step.state));
    made.label = narrator.label(step.label);
    if (step.finding) made.finding = finding_of(narrator, step.finding);
    const std::vector<Event> events = events_of(state, i);
    if (!events.empty()) made.actor = events.front().process;
  }
  return out;
}

/// What happens in one of the steps that `expand` has computed last.
std::vector<Event> Explorer::events_of(const State* state, std::size_t step) const {
  const quotient::Successors& steps = scratch_->steps;
  std::optional<StateBytes> from;
  if (state != nullptr) from.emplace(state->bytes_.begin(), state->bytes_.end());
  const ToldStep told = tell(core_->system(), from ? &*from : nullptr, steps[step], parallel_before(steps, step));
  std::vector<Event> events;
  for (const TraceEvent& event : told.events) events.push_back(event_of(event));
  return events;
}

Successors Explorer::initial() const { return described(nullptr); }
Successors Explorer::successors(const State& state) const { return described(&state); }

std::vector<State> Explorer::next(const State& state) const {
  expand(&state);
  std::vector<State> out;
  for (std::size_t i = 0; i < scratch_->steps.size(); ++i) {
    if (scratch_->steps[i].completed) out.push_back(State(core_, bytes_of(scratch_->steps[i].state)));
  }
  return out;
}

Step Explorer::explain(const State& state, std::size_t step) const {
  expand(&state);
  if (step >= scratch_->steps.size()) throw std::logic_error("a state has no step of this number");
  return {events_of(&state, step), {}};
}

std::vector<Value> Explorer::describe(const State& state) const {
  if (state.model_ != core_) throw std::logic_error("a state of another explorer");
  return values_of(core_->system().narrator().describe(view_of(state.bytes_)));
}

Reachable Explorer::reachable() const {
  if (scratch_ == nullptr) throw std::logic_error("an explorer with an error has no states: " + core_->error);
  return Reachable(std::make_unique<Reachable::Walk>(core_));
}

Reachable::Reachable(std::unique_ptr<Walk> walk) : walk_(std::move(walk)) { advance(); }
Reachable::Reachable(Reachable&&) noexcept = default;
Reachable& Reachable::operator=(Reachable&&) noexcept = default;
Reachable::~Reachable() = default;

Reachable::iterator Reachable::begin() { return iterator(this); }

void Reachable::advance() {
  std::optional<driver::StateWalk::Visit> next = walk_->states.next();
  visit_.reset();
  if (next) visit_ = Visit{State(walk_->core, bytes_of(next->state)), next->depth, std::move(next->orbit_size)};
}

std::string Reachable::incomplete() const {
  const Explorer::Core& core = *walk_->core;
  const driver::StateWalk& states = walk_->states;
  if (states.too_much()) return core.system().narrator().describe(states.too_much()).message;
  if (states.stopped() != StopReason::nothing) return in_words(states.stopped(), core.limits());
  if (visit_) return "there are more states to visit";
  if (const auto met = core.system().shortcoming(); met && met->loses_steps) return met->first.message;
  if (core.symmetry->used != nullptr && !core.symmetry->used->exact()) {
    return "--symmetry " + core.symmetry->strategy + " may lose orbits";
  }
  return "";
}

void Explorer::Core::find_symmetry(Deadline& deadline) {
  driver::Hooks hooks;
  hooks.deadline = &deadline;
  const bool done = driver::run_phase(deadline, driver::phases::symmetry, [&] {
    symmetry = settings.symmetry == "rules" ? driver::rule_symmetry(subject(), settings, hooks)
                                            : driver::find_symmetry(subject(), settings);
  });
  if (!done) {
    error = in_words(stop_reason(deadline.cause()), limits()) + " while " + deadline.phase();
  } else if (!symmetry->refusal.empty()) {
    error = symmetry->refusal;
  } else if (symmetry->used != nullptr && symmetry->used->floods()) {
    error = "--symmetry " + settings.symmetry + ": not for an explorer; use canonical";
  } else if (symmetry->used != nullptr) {
    order = symmetry->symmetry.group.order().to_string();
  }
}

Explorer Model::explorer(const Options& options) const {
  auto core = std::make_shared<Explorer::Core>();
  try {
    Options of_states = options;
    of_states.properties.clear();
    of_states.graph = of_states.audit = false;
    std::optional<driver::CheckSettings> settings = settings_of(loaded_->source, of_states, core->error);
    if (!loaded_->ok) core->error = first_error(loaded_->diagnostics);
    if (settings && core->error.empty()) {
      core->settings = std::move(*settings);
      Deadline deadline({.time = core->limits().time});
      core->lease.emplace(loaded_->pool->take(core->settings.model, &deadline));
      const driver::Model& model = core->lease->model();
      if (model.stopped != StopCause::none) {
        core->error = in_words(stop_reason(model.stopped), core->limits()) + " while " + deadline.phase();
      } else if (!model) {
        core->error = first_error(diagnostics_of(model, loaded_->source.path));
      } else {
        core->find_symmetry(deadline);
      }
    }
  } catch (const std::exception& e) {
    core->error = std::string(please_report) + e.what();
  }
  return Explorer(std::move(core));
}

}  // namespace quotient::api
