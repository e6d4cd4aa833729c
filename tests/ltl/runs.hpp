#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "ltl/automaton.hpp"
#include "words.hpp"

/// Automata of the tests: whether they accept a lasso, and lassos that they accept.
namespace quotient::ltl::testing {

/// A generalised automaton whose labels are any sets of letters, so that those of other tools fit too.
struct AnyAutomaton {
  struct Edge {
    std::function<bool(Letter)> label;
    std::size_t target = 0;
    Marks marks = 0;
  };
  std::size_t initial = 0;
  Marks all_marks = 0;
  std::vector<std::vector<Edge>> states;

  std::size_t edge_count() const {
    std::size_t count = 0;
    for (const auto& out : states) count += out.size();
    return count;
  }
};

inline AnyAutomaton any(const GeneralisedAutomaton& automaton) {
  AnyAutomaton result{automaton.initial.value, automaton.all_marks(), {}};
  for (const auto& out : automaton.states) {
    auto& edges = result.states.emplace_back();
    for (const auto& t : out) {
      edges.push_back({[label = t.label](Letter letter) { return label.holds_at(letter); }, t.target.value, t.marks});
    }
  }
  return result;
}

inline AnyAutomaton any(const Automaton& automaton) {
  AnyAutomaton result{Automaton::initial.value, 1, {}};
  for (const auto& state : automaton.states) {
    auto& edges = result.states.emplace_back();
    for (const auto& t : state.transitions) {
      edges.push_back({[label = t.label](Letter letter) { return label.holds_at(letter); }, t.target.value,
                       state.accepting ? Marks{1} : Marks{0}});
    }
  }
  return result;
}

/// [Emerson, Lei 1986] on the product: keep the nodes from which, inside what is kept, every condition can be met in
/// one step or more; an accepted run exists iff something reachable is kept in the end.
inline bool accepts(const AnyAutomaton& automaton, const Lasso& word) {
  const std::size_t length = word.letters.size(), size = automaton.states.size() * length;
  struct Step {
    std::size_t target;
    Marks marks;
  };
  std::vector<std::vector<Step>> steps(size);
  std::vector<bool> kept(size, false);
  std::vector<std::size_t> queue{automaton.initial * length};
  kept[queue[0]] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::size_t state = queue[i] / length, position = queue[i] % length;
    for (const auto& edge : automaton.states[state]) {
      if (!edge.label(word.letters[position])) continue;
      const std::size_t target = edge.target * length + word.successor(position);
      steps[queue[i]].push_back({target, edge.marks});
      if (kept[target]) continue;
      kept[target] = true;
      queue.push_back(target);
    }
  }
  const auto keep_those_that_reach = [&](auto goal) {
    std::vector<bool> reach(size, false);
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::size_t node : queue) {
        if (!kept[node] || reach[node]) continue;
        for (const Step& step : steps[node]) {
          if (!kept[step.target] || !(goal(step.marks) || reach[step.target])) continue;
          reach[node] = changed = true;
          break;
        }
      }
    }
    const bool fewer = reach != kept;
    kept = reach;
    return fewer;
  };
  for (bool changed = true; changed;) {
    changed = keep_those_that_reach([](Marks) { return true; });
    for (Marks rest = automaton.all_marks; rest != 0; rest &= rest - 1) {
      const Marks mark = rest & (~rest + 1);
      if (keep_those_that_reach([&](Marks marks) { return (marks & mark) != 0; })) changed = true;
    }
  }
  return std::find(kept.begin(), kept.end(), true) != kept.end();
}

/// A lasso that the automaton should accept: a random walk that comes back to where it was, having met every condition.
/// Nothing if the walk is not lucky. At most four propositions.
inline std::optional<Lasso> random_accepted(const AnyAutomaton& automaton, Random& random, std::size_t propositions) {
  const std::size_t letters = std::size_t{1} << propositions;
  Lasso lasso;
  std::vector<std::size_t> visited{automaton.initial};
  std::vector<Marks> taken;
  for (int i = 0; i < 24; ++i) {
    const auto& out = automaton.states[visited.back()];
    if (out.empty()) return std::nullopt;
    const auto& edge = out[below(random, out.size())];
    const std::size_t offset = below(random, letters);
    std::optional<Letter> letter;
    for (std::size_t k = 0; k < letters && !letter; ++k) {
      if (edge.label((offset + k) % letters)) letter = (offset + k) % letters;
    }
    if (!letter) return std::nullopt;
    lasso.letters.push_back(*letter);
    taken.push_back(edge.marks);
    visited.push_back(edge.target);
    Marks met = 0;
    for (std::size_t back = taken.size(); back-- > 0;) {
      met |= taken[back];
      if (visited[back] != edge.target || (automaton.all_marks & ~met) != 0 || below(random, 3) == 0) continue;
      lasso.cycle_start = back;
      return lasso;
    }
  }
  return std::nullopt;
}

}  // namespace quotient::ltl::testing
