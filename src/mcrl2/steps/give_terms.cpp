#include <algorithm>

#include "mcrl2/steps/combine.hpp"

// The values of a sum over a small sort are tried one by one, and a term without value is none of them. But a partner
// that sends one determines the value of the sum: `sum d: D. r(d)` with s(head([])) is c(head([])), as mcrl22lps finds
// by putting the one point for d.

namespace quotient::mcrl2 {

/// The moves of one summand with the terms that others offer to its actions.
void Combiner::find_terms(std::uint32_t child, std::uint32_t summand, std::vector<std::uint32_t>& moves) {
  LocalState& base = offers_.base(child);
  const CompiledSummand& compiled = model_.locations[base.location.value].summands[summand];
  for (std::uint32_t k = 0; k < compiled.term_closings.size(); ++k) {
    const ActId action = compiled.actions[compiled.term_closings[k].positions.front()].action;
    const ActName name = model_.spec.actions[action.value].name;
    for (const ActName partner : rules_.partners[name.value]) {
      std::vector<InstanceId> terms;
      for (const auto& [other, named] : offers_.by_name(partner)) {
        for (std::uint32_t o = named.begin; other != child && o < named.end; ++o) {
          const InstanceId offered = offers_.view(other).offers[o].instance;
          if (!actions_[offered].plain) terms.push_back(offered);
        }
      }
      for (const InstanceId offered : terms) {
        const InstanceId wanted = actions_.partner(offered, name);
        if (wanted == none || actions_[wanted].action != action) continue;
        for (const std::uint32_t move : locals_.take_term(base, summand, k, wanted)) {
          if (std::ranges::find(moves, move) == moves.end()) moves.push_back(move);
        }
      }
    }
  }
}

/// Moves with terms may offer terms to others: as often as there are children to pass them on.
void Combiner::give_terms(const std::uint8_t* state) {
  std::vector<std::vector<std::uint32_t>> moves(nested_.size());
  for (std::size_t round = 0; round < nested_.size(); ++round) {
    bool more = false;
    for (std::uint32_t c = 0; c < nested_.size(); ++c) {
      if (nested_[c]) continue;
      LocalState& base = offers_.base(c);
      if (base.values.empty()) {
        const Process& process = model_.processes[group_.children[c].index];
        locals_.coder().decode(process.type, state + process.offset, base.values);
      }
      const std::size_t before = moves[c].size();
      const std::size_t summands = model_.locations[base.location.value].summands.size();
      for (std::uint32_t s = 0; s < summands; ++s) find_terms(c, s, moves[c]);
      if (moves[c].size() == before) continue;
      more = true;
      std::vector<std::uint32_t> all = moves[c];
      if (std::ranges::binary_search(open_children_, c)) {
        const std::vector<std::uint32_t>& derived = open_sums_.derived(c);
        all.insert(all.begin(), derived.begin(), derived.end());
      }
      offers_.set_view(c, locals_.closed(base, all));
    }
    if (!more) return;
    offers_.index();
  }
}

}  // namespace quotient::mcrl2
