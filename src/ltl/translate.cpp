#include "ltl/translate.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "ltl/degeneralise.hpp"
#include "ltl/implication.hpp"
#include "ltl/reduce.hpp"
#include "ltl/simplify.hpp"
#include "ltl/simulation.hpp"
#include "ltl/tableau.hpp"

namespace quotient::ltl {

namespace {

/// Orders of conditions tried for the smallest automaton, as long as trying is cheap.
constexpr int most_orders = 24;
constexpr std::size_t most_transitions_tried = 400;
/// Bounds recursion in rewriting.
constexpr std::uint32_t deepest_formula = 1000;

/// Which marks and which order of conditions give the smallest automaton is hard to foresee: try.
std::optional<GeneralisedAutomaton> smallest_degeneralised(const GeneralisedAutomaton& automaton, std::size_t limit) {
  std::optional<GeneralisedAutomaton> best;
  for (const Marking marking : {Marking::fewest, Marking::most}) {
    GeneralisedAutomaton marked = automaton;
    normalise(marked, Acceptance::on_transitions, marking);
    std::vector<std::uint32_t> order(marked.condition_count);
    std::iota(order.begin(), order.end(), 0U);
    for (int tried = 0; tried < most_orders; ++tried) {
      auto candidate = degeneralise(marked, order, limit);
      if (!candidate) break;
      reduce(*candidate, Acceptance::on_states);
      if (!best || size_of(*candidate) < size_of(*best)) best = std::move(candidate);
      if (marked.transition_count() > most_transitions_tried) break;
      if (!std::next_permutation(order.begin(), order.end())) break;
    }
    if (marked.transition_count() > most_simulated) break;  // there is but one normal form then
  }
  return best;
}

std::optional<GeneralisedAutomaton> plainly_degeneralised(const GeneralisedAutomaton& automaton, std::size_t limit) {
  std::vector<std::uint32_t> order(automaton.condition_count);
  std::iota(order.begin(), order.end(), 0U);
  auto result = degeneralise(automaton, order, limit);
  if (result) trim(*result);
  return result;
}

Automaton finish(GeneralisedAutomaton graph) {
  normalise(graph, Acceptance::on_states, Marking::fewest);
  if (graph.transition_count() <= most_simulated) sharpen_labels(graph);
  trim(graph);
  Automaton automaton;
  for (std::uint32_t i = 0; i < graph.states.size(); ++i) {
    Automaton::State& state = automaton.states.emplace_back();
    for (const auto& transition : graph.states[i]) {
      state.transitions.push_back({transition.label, transition.target});
      state.accepting = transition.marks != 0;
    }
    const auto stays = [&](const auto& t) { return t.target.value == i && t.label.is_true(); };
    state.terminal = state.accepting && std::any_of(state.transitions.begin(), state.transitions.end(), stays);
  }
  return automaton;
}

/// The formula in an arena of its own.
Formula copy(const Formulas& from, Formula formula, Formulas& to) {
  std::vector<Formula> copies(formula.id + 1);
  for (const Formula f : from.subformulas(formula)) {
    std::vector<Formula> parts;
    for (const Formula part : from.operands(f)) parts.push_back(copies[part.id]);
    copies[f.id] = to.make(from.op(f), from.proposition_number(f), parts);
  }
  return copies[formula.id];
}

}  // namespace

TranslationResult translate(const Formulas& formulas, Formula formula, const TranslateOptions& options) {
  const auto failed = [](std::string why) { return TranslationResult{std::nullopt, std::move(why)}; };
  const auto propositions = formulas.propositions(formula);
  if (!propositions.empty() && propositions.back() >= most_propositions) {
    return failed(fmt::format("a temporal formula can have at most {} different propositions", most_propositions));
  }
  if (formulas.depth(formula) > deepest_formula) {
    return failed(fmt::format("the temporal formula is nested more than {} levels deep", deepest_formula));
  }
  Formulas own;
  Implication implication(own);
  Simplifier simplifier(own, implication);
  Formula f = copy(formulas, formula, own);
  f = options.simplify ? simplifier.simplify(f) : simplifier.normal_form(f);
  if (untils_of(own, f).size() > 64) {
    return failed("a temporal formula can have at most 64 different until operators");
  }
  const auto too_large = [&] {
    return failed(fmt::format("the automaton of the temporal formula has more than {} states or {} transitions",
                              options.most_states, options.most_transitions));
  };
  auto generalised = make_tableau(own, implication, f, {options.most_states, options.most_transitions});
  if (!generalised) return too_large();
  if (options.simplify) {
    reduce(*generalised, Acceptance::on_transitions);
  } else {
    trim(*generalised);
  }
  auto on_states = options.simplify ? smallest_degeneralised(*generalised, options.most_transitions)
                                    : plainly_degeneralised(*generalised, options.most_transitions);
  if (!on_states) return too_large();
  Translation translation{finish(*std::move(on_states)), *std::move(generalised)};
  return {std::move(translation), {}};
}

}  // namespace quotient::ltl
