#include "bmethod/machine_independence.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "bmethod/machine_system.hpp"
#include "bmethod/partial_order/calls.hpp"

namespace quotient::bmethod {

namespace {

/// Why a call cannot be made now: Independence::Position::open. The first bit says what else matters.
struct Refusal {
  static constexpr std::uint64_t none = 0;  // it may be possible

  /// By this conjunct. `is_certain`: whatever before it may be undefined is not, and only that matters besides.
  static std::uint64_t by(std::size_t conjunct, bool is_certain) { return 2 * (conjunct + 1) + (is_certain ? 1 : 0); }
  static std::size_t conjunct(std::uint64_t open) { return static_cast<std::size_t>(open / 2 - 1); }
  static bool is_certain(std::uint64_t open) { return open % 2 != 0; }
};

class MachineIndependence final : public Independence {
 public:
  MachineIndependence(const CompiledMachine& machine, const Sharing& sharing)
      : machine_(machine),
        calls_(machine.program(), sharing,
               {machine.options().invariant, machine.options().assertions, machine.options().goal}) {
    for (const Call& call : calls_.all()) {
      auto& weights = weights_.emplace_back();
      for (const Call::Conjunct& conjunct : call.guard) weights.push_back(writers(conjunct.reads));
    }
  }

  bool are_too_many() const { return calls_.are_too_many(); }
  std::size_t actor_count() const override { return calls_.all().size(); }
  std::size_t place_count() const override { return calls_.all().size(); }
  std::unique_ptr<Locator> locator() const override;
  std::vector<std::uint64_t> interfering(Position at) const override;
  std::unique_ptr<StepGenerator> with_actors(std::unique_ptr<StepGenerator> whole) const override;

 private:
  class StateLocator;
  class CallSteps;

  bool is_initialised(StateView state) const {
    if (!machine_.has_setup_states()) return true;
    return !state.empty() && state[0] == static_cast<std::uint8_t>(Phase::initialised);
  }
  std::size_t writers(const Things& things) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(calls_.all(), [&](const Call& call) { return meet(call.writes, things); }));
  }
  Things what_keeps_refusing(const Call& call, std::uint64_t open) const;

  const CompiledMachine& machine_;
  const Calls calls_;
  std::vector<std::vector<std::size_t>> weights_;  // by call and conjunct: how many calls write what it reads
};

class MachineIndependence::StateLocator final : public Locator {
 public:
  explicit StateLocator(const MachineIndependence& of) : of_(of), evaluator_(of.machine_.program()) {}

  bool locate(StateView state, std::span<Position> out) override {
    if (!of_.is_initialised(state)) return false;
    of_.machine_.read(state, evaluator_);
    for (std::uint32_t c = 0; c < out.size(); ++c) {
      out[c] = {};
      out[c].place = c;
      out[c].open = refusal(c);
    }
    return true;
  }

 private:
  /// The conjunct that fewest calls can make true, of those that are false for whatever parameters the call has.
  std::uint64_t refusal(std::uint32_t number) {
    const Call& call = of_.calls_.all()[number];
    if (call.operation == Call::observer) return Refusal::none;
    const std::vector<std::int32_t>& slots = of_.machine_.program().operations[call.operation].parameters;
    const std::vector<std::uint32_t>& parts = of_.calls_.parts(call.operation);
    for (std::size_t k = 0; k < parts.size(); ++k)
      evaluator_.slots[static_cast<std::size_t>(slots[parts[k]])] = call.elements[k];
    const Arena::Mark mark = evaluator_.arena.mark();
    std::uint64_t best = Refusal::none;
    bool is_certain = true;  // nothing so far may be undefined here
    for (std::size_t k = 0; k < call.guard.size(); ++k) {
      const Call::Conjunct& conjunct = call.guard[k];
      bool holds = true, is_known = false;
      if (conjunct.is_asked) {
        evaluator_.try_out([&] {
          holds = evaluator_.holds(conjunct.node);
          is_known = !evaluator_.outcome.failed() && !evaluator_.outcome.left_out();
          evaluator_.outcome.clear_failure();
        });
      }
      if (is_known && !holds && is_better(number, k, is_certain, best)) best = Refusal::by(k, is_certain);
      is_certain = is_certain && (is_known || !conjunct.may_fail);
    }
    evaluator_.outcome.undefined.clear();
    evaluator_.arena.rewind(mark);
    return best;
  }
  bool is_better(std::uint32_t number, std::size_t conjunct, bool is_certain, std::uint64_t best) const {
    if (best == Refusal::none) return true;
    if (is_certain != Refusal::is_certain(best)) return is_certain;
    return is_certain && of_.weights_[number][conjunct] < of_.weights_[number][Refusal::conjunct(best)];
  }

  const MachineIndependence& of_;
  Evaluator evaluator_;
};

/// Lists every step of an operation, whatever is symmetric to what, as one of its call. How machines are set up is up
/// to whose steps these are.
class MachineIndependence::CallSteps final : public StepGeneratorBase {
 public:
  CallSteps(const MachineIndependence& of, std::unique_ptr<StepGenerator> own)
      : of_(of), own_(std::move(own)), whole_(of.machine_.whole().generator()) {}

  void initial(Successors& out) override { own_->initial(out); }
  void successors(StateView state, Successors& out) override {
    if (!of_.is_initialised(state)) return own_->successors(state, out);
    out.clear();
    whole_->successors(state, listed_);
    if (listed_.is_cut_off()) return out.cut_off(listed_.cut_off_reason());
    for (const Finding& finding : listed_.findings()) out.add_finding(finding);
    for (std::size_t i = 0; i < listed_.size(); ++i) {
      const Successor step = listed_[i];
      out.add(step.state, step.label, step.finding, step.completed, call_of(step.label));
    }
  }
  std::span<const std::uint8_t> coverage() const override { return whole_->coverage(); }
  void heed(const StopSignal& signal) override {
    own_->heed(signal);
    whole_->heed(signal);
  }

 private:
  Actor call_of(StepLabel label) {
    const auto [known, is_new] = known_.try_emplace(label.value, no_actor);
    if (!is_new) return known->second;
    const Labels& labels = of_.machine_.labels();
    if (!labels.is_operation(label)) return no_actor;
    const Arena::Mark mark = arena_.mark();
    labels.values(label, arena_, values_);
    known->second = of_.calls_.find(labels.operation(label), values_).value_or(no_actor);
    arena_.rewind(mark);
    return known->second;
  }

  const MachineIndependence& of_;
  std::unique_ptr<StepGenerator> own_, whole_;
  Successors listed_;
  std::unordered_map<std::uint32_t, Actor> known_;  // by label
  Arena arena_;
  std::vector<Value> values_;
};

std::unique_ptr<Independence::Locator> MachineIndependence::locator() const {
  return std::make_unique<StateLocator>(*this);
}

std::unique_ptr<StepGenerator> MachineIndependence::with_actors(std::unique_ptr<StepGenerator> own) const {
  return std::make_unique<CallSteps>(*this, std::move(own));
}

/// A call that a false conjunct refuses goes on being refused, and nothing else is reported of its guard, as long as
/// nobody writes what that conjunct reads, nor what decides whether a conjunct before it is undefined.
Things MachineIndependence::what_keeps_refusing(const Call& call, std::uint64_t open) const {
  const std::size_t by = Refusal::conjunct(open);
  Things things = call.guard[by].reads;
  for (std::size_t k = 0; k < by; ++k) {
    if (Refusal::is_certain(open) && !call.guard[k].may_fail) continue;
    things.insert(things.end(), call.guard[k].reads.begin(), call.guard[k].reads.end());
  }
  return things;
}

std::vector<std::uint64_t> MachineIndependence::interfering(Position at) const {
  const std::vector<Call>& all = calls_.all();
  std::vector<std::uint64_t> bits((all.size() + 63) / 64, 0);
  const Call& call = all[at.place];
  const bool is_refused = at.open != Refusal::none;
  const Things reads = is_refused ? what_keeps_refusing(call, at.open) : call.reads;
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (other == at.place) continue;
    const bool interferes =
        meet(all[other].writes, reads) ||
        (!is_refused && (meet(call.writes, all[other].reads) || meet(call.writes, all[other].writes)));
    if (interferes) bits[other / 64] |= std::uint64_t{1} << (other % 64);
  }
  return bits;
}

}  // namespace

std::unique_ptr<Independence> find_independence(const CompiledMachine& machine, const Sharing& sharing) {
  const Program& program = machine.program();
  // Outside of the scope nothing is possible; where steps are counted, each takes another's place.
  if (!sharing.is_known || program.scope.node != nullptr || program.limits.max_steps != 0) return nullptr;
  if (program.operations.empty() || machine.shortcoming()) return nullptr;
  auto independence = std::make_unique<MachineIndependence>(machine, sharing);
  return independence->are_too_many() ? nullptr : std::move(independence);
}

}  // namespace quotient::bmethod
