#include "ltl/degeneralise.hpp"

#include <map>

#include "ltl/acceptance.hpp"

namespace quotient::ltl {

namespace {

using Transition = GeneralisedAutomaton::Transition;

/// What to count in a component.
struct Counting {
  bool accepting = false;
  std::vector<Marks> order;  // empty where every cycle is accepted
};

std::vector<Counting> counting_of(const GeneralisedAutomaton& automaton, const Components& components,
                                  std::span<const std::uint32_t> order) {
  std::vector<Marks> some(components.count(), 0), every(components.count(), automaton.all_marks());
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
    for (const Transition& transition : automaton.states[state]) {
      const std::uint32_t c = components.of[state];
      if (c != components.of[transition.target.value]) continue;
      some[c] |= transition.marks;
      every[c] &= transition.marks;
    }
  }
  std::vector<Counting> counting(components.count());
  for (std::uint32_t c = 0; c < components.count(); ++c) {
    counting[c].accepting = components.cyclic[c] && some[c] == automaton.all_marks();
    if (!counting[c].accepting) continue;
    for (const std::uint32_t condition : order) {
      if ((every[c] >> condition & 1) == 0) counting[c].order.push_back(Marks{1} << condition);
    }
  }
  return counting;
}

}  // namespace

std::optional<GeneralisedAutomaton> degeneralise(const GeneralisedAutomaton& automaton,
                                                 std::span<const std::uint32_t> order, std::size_t most_transitions) {
  const Components components = components_of(automaton);
  const std::vector<Counting> counting = counting_of(automaton, components, order);

  GeneralisedAutomaton result;
  result.condition_count = 1;
  struct Level {
    std::uint32_t state;
    std::uint32_t met;  // all of them: accepting, and counting starts again
  };
  std::vector<Level> levels;
  std::map<std::pair<std::uint32_t, std::uint32_t>, StateId> known;
  std::vector<std::uint32_t> entered_at(automaton.states.size(), UINT32_MAX);
  const auto level_of = [&](std::uint32_t state, std::uint32_t met) {
    const auto [it, added] = known.emplace(std::pair(state, met), StateId{static_cast<std::uint32_t>(levels.size())});
    if (added) levels.push_back({state, met});
    if (entered_at[state] == UINT32_MAX) entered_at[state] = met;
    return it->second;
  };
  const auto enter = [&](std::uint32_t state) {  // any count will do: take one that is there already
    const Counting& here = counting[components.of[state]];
    if (entered_at[state] != UINT32_MAX) return level_of(state, entered_at[state]);
    return level_of(state, static_cast<std::uint32_t>(here.order.size()));
  };

  result.initial = enter(automaton.initial.value);
  std::size_t transitions = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Level level = levels[i];
    const std::uint32_t c = components.of[level.state];
    const auto& goals = counting[c].order;
    const bool accepting = counting[c].accepting && level.met == goals.size();
    std::vector<Transition> out;
    for (const Transition& transition : automaton.states[level.state]) {
      const std::uint32_t target = transition.target.value;
      StateId next;
      if (components.of[target] != c) {
        next = enter(target);
      } else {
        std::uint32_t met = level.met == goals.size() ? 0 : level.met;
        while (met < goals.size() && (transition.marks & goals[met]) != 0) ++met;
        next = level_of(target, met);
      }
      out.push_back({transition.label, next, accepting ? Marks{1} : Marks{0}});
    }
    transitions += out.size();
    if (transitions > most_transitions) return std::nullopt;
    result.states.push_back(std::move(out));
  }
  return result;
}

}  // namespace quotient::ltl
