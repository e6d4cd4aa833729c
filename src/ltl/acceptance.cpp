#include "ltl/acceptance.hpp"

#include <algorithm>

namespace quotient::ltl {

namespace {

using Transition = GeneralisedAutomaton::Transition;

/// The graph of the transitions for which `kept(source, transition)` holds.
template <typename Kept>
Adjacency graph_of(const GeneralisedAutomaton& automaton, Kept kept) {
  Adjacency successors(automaton.states.size());
  for (std::uint32_t state = 0; state < successors.size(); ++state) {
    for (const Transition& transition : automaton.states[state]) {
      if (kept(state, transition)) successors[state].push_back(transition.target.value);
    }
  }
  return successors;
}

/// For each component, the marks found inside it.
std::vector<Marks> marks_inside(const GeneralisedAutomaton& automaton, const Components& components) {
  std::vector<Marks> inside(components.count(), 0);
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
    for (const Transition& transition : automaton.states[state]) {
      if (components.of[state] == components.of[transition.target.value]) {
        inside[components.of[state]] |= transition.marks;
      }
    }
  }
  return inside;
}

/// The components in which some run is accepted.
std::vector<bool> accepting_components(const GeneralisedAutomaton& automaton, const Components& components) {
  const std::vector<Marks> inside = marks_inside(automaton, components);
  std::vector<bool> accepting(components.count());
  for (std::uint32_t c = 0; c < components.count(); ++c) {
    accepting[c] = components.cyclic[c] && inside[c] == automaton.all_marks();
  }
  return accepting;
}

}  // namespace

Components components_of(const GeneralisedAutomaton& automaton) {
  return strong_components(graph_of(automaton, [](std::uint32_t, const Transition&) { return true; }));
}

void trim(GeneralisedAutomaton& automaton) {
  const Components components = components_of(automaton);
  std::vector<bool> alive = accepting_components(automaton, components);
  // Successors have smaller component numbers, so one sweep in ascending order is enough.
  std::vector<std::vector<std::uint32_t>> members(components.count());
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state)
    members[components.of[state]].push_back(state);
  for (std::uint32_t c = 0; c < components.count(); ++c) {
    for (const std::uint32_t state : members[c]) {
      for (const Transition& transition : automaton.states[state]) {
        if (alive[components.of[transition.target.value]]) alive[c] = true;
      }
    }
  }

  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> renamed(automaton.states.size(), none), queue{automaton.initial.value};
  renamed[automaton.initial.value] = 0;
  std::vector<std::vector<Transition>> kept;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    auto& out = kept.emplace_back();
    for (Transition transition : automaton.states[queue[i]]) {
      const std::uint32_t target = transition.target.value;
      if (!alive[components.of[target]]) continue;
      if (renamed[target] == none) {
        renamed[target] = static_cast<std::uint32_t>(queue.size());
        queue.push_back(target);
      }
      transition.target.value = renamed[target];
      out.push_back(transition);
    }
  }
  automaton.states = std::move(kept);
  automaton.initial = {0};
}

namespace {

/// A transition may carry a mark if every cycle through it has that mark anyway: if its ends are not in one component
/// of the graph of the transitions without it. All such can be given it at once, since a cycle through any of them
/// leaves such a component, and so has the mark already.
void add_marks(GeneralisedAutomaton& automaton, const Components& components, Marks mark) {
  const Components without = strong_components(graph_of(automaton, [&](std::uint32_t state, const Transition& t) {
    return components.of[state] == components.of[t.target.value] && (t.marks & mark) == 0;
  }));
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
    for (Transition& transition : automaton.states[state]) {
      if (without.of[state] != without.of[transition.target.value]) transition.marks |= mark;
    }
  }
}

/// Whether `to` can be reached from `from` in the graph.
bool reaches(const Adjacency& successors, std::uint32_t from, std::uint32_t to) {
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::uint32_t> queue{from};
  seen[from] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i] == to) return true;
    for (const std::uint32_t next : successors[queue[i]]) {
      if (seen[next]) continue;
      seen[next] = true;
      queue.push_back(next);
    }
  }
  return false;
}

/// The converse, one transition after the other, the last first: what is near the initial state keeps its mark.
void remove_marks(GeneralisedAutomaton& automaton, const Components& components, Marks mark) {
  Adjacency without = graph_of(automaton, [&](std::uint32_t state, const Transition& t) {
    return components.of[state] == components.of[t.target.value] && (t.marks & mark) == 0;
  });
  for (auto state = static_cast<std::uint32_t>(automaton.states.size()); state-- > 0;) {
    auto& out = automaton.states[state];
    for (std::size_t i = out.size(); i-- > 0;) {
      if ((out[i].marks & mark) == 0 || components.of[state] != components.of[out[i].target.value]) continue;
      if (reaches(without, out[i].target.value, state)) continue;
      out[i].marks &= ~mark;
      without[state].push_back(out[i].target.value);
    }
  }
}

}  // namespace

void normalise_marks(GeneralisedAutomaton& automaton, Marking marking) {
  const Components components = components_of(automaton);
  const std::vector<bool> accepting = accepting_components(automaton, components);
  for (std::uint32_t condition = 0; condition < automaton.condition_count; ++condition) {
    const Marks mark = Marks{1} << condition;
    if (marking == Marking::most) {
      add_marks(automaton, components, mark);
    } else {
      remove_marks(automaton, components, mark);
    }
  }
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
    for (Transition& transition : automaton.states[state]) {
      if (components.of[state] != components.of[transition.target.value]) {
        transition.marks = marking == Marking::most ? automaton.all_marks() : 0;
      } else if (!accepting[components.of[state]]) {
        transition.marks = 0;
      }
    }
  }
}

void normalise_accepting_states(GeneralisedAutomaton& automaton, Marking marking) {
  const Components components = components_of(automaton);
  const std::vector<bool> accepting = accepting_components(automaton, components);
  const auto size = static_cast<std::uint32_t>(automaton.states.size());
  std::vector<bool> accepts(size, false);
  for (std::uint32_t state = 0; state < size; ++state) {
    accepts[state] = accepting[components.of[state]] && automaton.states[state][0].marks != 0;
  }
  // As for transitions. A state that lies on no cycle of others that do not accept may accept, or not.
  Adjacency without = graph_of(automaton, [&](std::uint32_t state, const Transition&) { return !accepts[state]; });
  if (marking == Marking::most) {
    const Components refusing = strong_components(without);
    for (std::uint32_t state = 0; state < size; ++state) {
      const bool on_cycle = refusing.cyclic[refusing.of[state]];
      accepts[state] = !components.cyclic[components.of[state]] || (accepting[components.of[state]] && !on_cycle);
    }
  } else {
    for (std::uint32_t state = size; state-- > 0;) {
      if (!accepts[state]) continue;
      const auto& out = automaton.states[state];
      if (std::any_of(out.begin(), out.end(), [&](const auto& t) { return reaches(without, t.target.value, state); })) {
        continue;
      }
      accepts[state] = false;
      for (const Transition& transition : out) without[state].push_back(transition.target.value);
    }
  }
  for (std::uint32_t state = 0; state < size; ++state) {
    for (Transition& transition : automaton.states[state]) transition.marks = accepts[state] ? 1 : 0;
  }
}

void drop_conditions(GeneralisedAutomaton& automaton) {
  const Components components = components_of(automaton);
  // On each cycle, is there a transition with mark i but without mark j? `all` stands for a condition that always
  // holds.
  const std::uint32_t all = automaton.condition_count;
  std::vector<std::vector<bool>> differs(all + 1, std::vector<bool>(all, false));
  for (std::uint32_t state = 0; state < automaton.states.size(); ++state) {
    for (const Transition& transition : automaton.states[state]) {
      if (components.of[state] != components.of[transition.target.value]) continue;
      for (std::uint32_t j = 0; j < all; ++j) {
        if ((transition.marks >> j & 1) != 0) continue;
        for (std::uint32_t i = 0; i < all; ++i) {
          if ((transition.marks >> i & 1) != 0) differs[i][j] = true;
        }
        differs[all][j] = true;
      }
    }
  }
  std::vector<std::uint32_t> kept;
  std::vector<bool> dropped(all, false);
  for (std::uint32_t j = 0; j < all; ++j) {
    dropped[j] = !differs[all][j];
    for (std::uint32_t i = 0; i < all && !dropped[j]; ++i) {
      dropped[j] = i != j && !dropped[i] && !differs[i][j];
    }
    if (!dropped[j]) kept.push_back(j);
  }
  for (auto& out : automaton.states) {
    for (Transition& transition : out) {
      Marks marks = 0;
      for (std::uint32_t k = 0; k < kept.size(); ++k) marks |= (transition.marks >> kept[k] & 1) << k;
      transition.marks = marks;
    }
  }
  automaton.condition_count = static_cast<std::uint32_t>(kept.size());
}

}  // namespace quotient::ltl
