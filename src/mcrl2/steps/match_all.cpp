#include <algorithm>

#include "mcrl2/steps/match.hpp"

namespace quotient::mcrl2 {

bool Matcher::offered_behind(InstanceId instance, std::size_t position) const {
  for (const std::uint32_t child : offers_.offering(instance)) {
    if (position_[child] >= position && !offers_of(offers_.view(child), instance).empty()) return true;
  }
  return false;
}

/// Whether every chosen action that must communicate can still find its partners: among those chosen, or from
/// `position` on. A necessary condition only; in the end the operators decide.
bool Matcher::feasible(std::size_t position) {
  for (const auto& [child, move] : chosen_) {
    for (const InstanceId action : actions_.actions(offers_.view(child).moves[move].multi)) {
      const ActName name = actions_[action].name;
      if (!rules_.waits(name)) continue;
      for (const NameRule& rule : rules_.fates.communications) {
        if (std::find(rule.from.begin(), rule.from.end(), name) == rule.from.end()) continue;
        for (const ActName other : rule.from) {
          if (other == name) continue;
          const InstanceId wanted = actions_.partner(action, other);
          if (wanted == none) return false;
          const bool present = std::any_of(chosen_.begin(), chosen_.end(), [&](const auto& c) {
            const auto all = actions_.actions(offers_.view(c.first).moves[c.second].multi);
            return std::find(all.begin(), all.end(), wanted) != all.end();
          });
          if (!present && !offered_behind(wanted, position)) return false;
        }
      }
    }
  }
  return true;
}

void Matcher::choose_move(std::size_t position, std::uint32_t move) {
  const std::uint32_t child = order_[position];
  for (const InstanceId action : actions_.actions(offers_.view(child).moves[move].multi)) {
    if (rules_.fates.dead[actions_[action].name.value] != 0) return;
  }
  chosen_.emplace_back(child, move);
  if (feasible(position + 1)) choose(position + 1);
  chosen_.pop_back();
}

/// Goes through the children in order: each takes part with one of its moves, or not at all.
void Matcher::choose(std::size_t position) {
  locals_.heed_stop();
  if (position == order_.size()) {
    if (!chosen_.empty()) emit();
    return;
  }
  const std::uint32_t child = order_[position];
  if (chosen_.empty() || feasible(position + 1)) choose(position + 1);
  for (std::uint32_t move = 0; move < offers_.view(child).moves.size(); ++move) choose_move(position, move);
}

}  // namespace quotient::mcrl2
