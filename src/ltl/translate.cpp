#include "ltl/translate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "ltl/acceptance.hpp"
#include "ltl/degeneralise.hpp"
#include "ltl/implication.hpp"
#include "ltl/simplify.hpp"
#include "ltl/simulation.hpp"
#include "ltl/tableau.hpp"

namespace quotient::ltl {

namespace {

/// Simulation compares all pairs of transitions, many times over: automata above this size do without.
constexpr std::size_t most_simulated = 3000;
/// Orders of conditions tried for the smallest automaton.
constexpr int most_orders = 24;
constexpr std::size_t largest_tried_again = 400;

enum class Acceptance : std::uint8_t { on_transitions, on_states };

std::pair<std::size_t, std::size_t> size_of(const GeneralisedAutomaton& automaton) {
  return {automaton.states.size(), automaton.transition_count()};
}

void normalise(GeneralisedAutomaton& automaton, Acceptance acceptance, Passing passing) {
  if (acceptance == Acceptance::on_states) {
    normalise_accepting_states(automaton, passing);
  } else {
    normalise_marks(automaton, passing);
    drop_conditions(automaton);
  }
}

/// All reductions in turn, until none finds anything.
void reduce(GeneralisedAutomaton& automaton, Acceptance acceptance) {
  trim(automaton);
  minimise_labels(automaton);
  auto size = size_of(automaton);
  while (true) {
    for (const Passing passing : {Passing::unmarked, Passing::marked}) {
      normalise(automaton, acceptance, passing);
      reduce_bisimilar(automaton);
      if (automaton.transition_count() <= most_simulated) {
        reduce_forward(automaton);
        trim(automaton);
        normalise(automaton, acceptance, passing);
        reduce_backward(automaton, acceptance == Acceptance::on_states);
      }
      trim(automaton);
      minimise_labels(automaton);
    }
    const auto smaller = size_of(automaton);
    if (smaller == size) return;
    size = smaller;
  }
}

Automaton finish(const GeneralisedAutomaton& from) {
  GeneralisedAutomaton graph = from;
  normalise_accepting_states(graph, Passing::unmarked);
  if (graph.transition_count() <= most_simulated) sharpen_labels(graph);
  trim(graph);
  Automaton automaton;
  for (std::uint32_t i = 0; i < graph.states.size(); ++i) {
    Automaton::State& state = automaton.states.emplace_back();
    for (const auto& transition : graph.states[i]) {
      state.transitions.push_back({transition.label, transition.target});
      state.accepting = transition.marks != 0;
    }
    state.terminal =
        state.accepting && std::any_of(state.transitions.begin(), state.transitions.end(),
                                       [&](const auto& t) { return t.target.value == i && t.label.is_true(); });
  }
  return automaton;
}

GeneralisedAutomaton smallest_degeneralised(const GeneralisedAutomaton& automaton, bool simplify) {
  std::vector<std::uint32_t> order(automaton.condition_count);
  std::iota(order.begin(), order.end(), 0U);
  std::optional<GeneralisedAutomaton> best;
  for (int tried = 0; tried < most_orders; ++tried) {
    GeneralisedAutomaton candidate = degeneralise(automaton, order);
    if (simplify) reduce(candidate, Acceptance::on_states);
    if (!best || size_of(candidate) < size_of(*best)) best = std::move(candidate);
    if (!simplify || automaton.transition_count() > largest_tried_again) break;
    if (!std::next_permutation(order.begin(), order.end())) break;
  }
  return *std::move(best);
}

/// The formula in an arena of its own.
Formula copy(const Formulas& from, Formula formula, Formulas& to) {
  std::vector<Formula> copies(formula.id + 1);
  for (const Formula f : from.subformulas(formula)) {
    std::vector<Formula> parts;
    for (const Formula part : from.operands(f)) parts.push_back(copies[part.id]);
    switch (from.op(f)) {
      case Operator::falsum:
      case Operator::verum:
        copies[f.id] = f;
        break;
      case Operator::proposition:
        copies[f.id] = to.proposition(from.proposition_number(f));
        break;
      case Operator::negation:
        copies[f.id] = to.negation(parts[0]);
        break;
      case Operator::conjunction:
        copies[f.id] = to.conjunction(parts);
        break;
      case Operator::disjunction:
        copies[f.id] = to.disjunction(parts);
        break;
      case Operator::next:
        copies[f.id] = to.next(parts[0]);
        break;
      case Operator::until:
        copies[f.id] = to.until(parts[0], parts[1]);
        break;
      case Operator::release:
        copies[f.id] = to.release(parts[0], parts[1]);
        break;
    }
  }
  return copies[formula.id];
}

}  // namespace

TranslationResult translate(const Formulas& formulas, Formula formula, const TranslateOptions& options) {
  const auto propositions = formulas.propositions(formula);
  if (!propositions.empty() && propositions.back() >= most_propositions) {
    return {std::nullopt,
            fmt::format("a temporal formula can have at most {} different propositions", most_propositions)};
  }
  Formulas own;
  Implication implication(own);
  Formula f = copy(formulas, formula, own);
  Simplifier simplifier(own, implication);
  f = options.simplify ? simplifier.simplify(f) : simplifier.normal_form(f);
  if (untils_of(own, f).size() > 64) {
    return {std::nullopt, "a temporal formula can have at most 64 different until operators"};
  }
  auto generalised = make_tableau(own, implication, f, {options.most_states, options.most_transitions});
  if (!generalised) {
    return {std::nullopt, fmt::format("the automaton of the temporal formula has more than {} states or {} transitions",
                                      options.most_states, options.most_transitions)};
  }
  if (options.simplify) {
    reduce(*generalised, Acceptance::on_transitions);
    normalise(*generalised, Acceptance::on_transitions, Passing::unmarked);
  }
  trim(*generalised);
  const GeneralisedAutomaton on_states = smallest_degeneralised(*generalised, options.simplify);
  Translation translation{finish(on_states), *std::move(generalised)};
  return {std::move(translation), {}};
}

}  // namespace quotient::ltl
