#include <algorithm>

#include "base/ensure.hpp"
#include "search/levels/exploration.hpp"

namespace quotient {

namespace {

bool leads_to(const Successors& steps, StateView target) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Successor step = steps[i];
    if (step.completed && std::equal(step.state.begin(), step.state.end(), target.begin(), target.end())) return true;
  }
  return false;
}

}  // namespace

/// Goes through the store with a new generator. Each state is found as itself (so none is kept twice), its parent
/// really leads to it (so each is reachable), and, where the search was complete, all its successors are stored (so
/// none is missing) and the transitions add up. With partial orders some are left out: those that are to be taken first
/// are stored, and what was taken besides is not known here. Needs no memory of its own. Where the store has only keys,
/// only their number can be checked.
void audit(Exploration& e, StopReason stopped) {
  std::uint64_t states = 0, transitions = 0, counted = 0;
  for (const auto& worker : e.workers) counted += worker->transitions;
  if (e.keeps_states()) {
    if (e.store.kind() == StoreKind::bitstate) return;
    e.store.for_each([&](StateId) { ++states; });
    ensure(states == e.store.size() + e.main().flooded, "the store miscounts its states");
    return;
  }
  const std::unique_ptr<StepGenerator> generator = e.system.generator();
  KeyedSession& session = e.main().session;
  const bool complete = stopped == StopReason::nothing;
  Successors steps;
  OpenState state, before;
  const auto check_steps = [&] {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].completed) continue;
      ++transitions;
      ensure(!complete || session.find(steps[i].state), "a successor of an explored state is not in the store");
    }
  };
  generator->initial(steps);
  check_steps();
  e.store.for_each([&](StateId id) {
    ++states;
    session.load(id, state);
    ensure(session.find(state.state()) == id, "a state is stored twice, or lost");
    const StateId parent = e.store.parent(id);
    if (parent == no_state) {
      generator->initial(steps);
    } else {
      session.load(parent, before);
      generator->successors(before.state(), steps);
      steps.show_all();
    }
    ensure(leads_to(steps, state.state()), "no step leads from the parent of a state to it");
    if (!complete) return;
    generator->successors(state.state(), steps);
    check_steps();
  });
  ensure(states == e.store.size(), "the store miscounts its states");
  ensure(!complete || e.options.partial_orders || transitions == counted, "the search miscounts its transitions");
}

}  // namespace quotient
