#include <algorithm>
#include <utility>

#include "mcrl2/combine.hpp"

namespace quotient::mcrl2 {

bool Combiner::offered_behind(InstanceId instance, std::size_t position) const {
  const ActName name = actions_[instance].name;
  if (instance < offering_.size()) {
    for (const std::uint32_t child : offering_[instance]) {
      if (position_[child] < position) continue;
      for (const Offer& offer : views_[child]->offers) {
        if (offer.instance == instance) return true;
      }
    }
  }
  for (const std::uint32_t child : open_children_) {
    if (position_[child] < position) continue;
    for (const OpenOffer& offer : views_[child]->open) {
      if (offer.name == name) return true;
    }
  }
  return false;
}

/// Whether every chosen action that must communicate can still find its partners: among those chosen, or from
/// `position` on. A necessary condition only; in the end the operators decide.
bool Combiner::feasible(std::size_t position) {
  for (const auto& [child, move] : chosen_) {
    for (const InstanceId action : actions_.actions(views_[child]->moves[move].multi)) {
      const ActName name = actions_[action].name;
      if (!waits(name)) continue;
      for (const NameRule& rule : fates_.communications) {
        if (std::find(rule.from.begin(), rule.from.end(), name) == rule.from.end()) continue;
        for (const ActName other : rule.from) {
          if (other == name) continue;
          const InstanceId wanted = actions_.partner(action, other);
          if (wanted == none) return false;
          const bool present = std::any_of(chosen_.begin(), chosen_.end(), [&](const auto& c) {
            const auto all = actions_.actions(views_[c.first]->moves[c.second].multi);
            return std::find(all.begin(), all.end(), wanted) != all.end();
          });
          if (!present && !offered_behind(wanted, position)) return false;
        }
      }
    }
  }
  return true;
}

void Combiner::choose_move(std::size_t position, std::uint32_t move) {
  const std::uint32_t child = order_[position];
  for (const InstanceId action : actions_.actions(views_[child]->moves[move].multi)) {
    if (fates_.dead[actions_[action].name.value] != 0) return;
  }
  chosen_.emplace_back(child, move);
  if (feasible(position + 1)) choose(position + 1);
  chosen_.pop_back();
}

/// Goes through the children in order: each takes part with one of its moves, or not at all.
void Combiner::choose(std::size_t position) {
  locals_.heed_stop();
  if (position == order_.size()) {
    if (!chosen_.empty()) emit();
    return;
  }
  const std::uint32_t child = order_[position];
  LocalState& view = *views_[child];
  if (chosen_.empty() || feasible(position + 1)) choose(position + 1);
  // Moves that were added for open offers are reached through these only.
  std::vector<std::uint32_t> moves;
  if (view.open.empty()) {
    moves.resize(view.moves.size());
    for (std::uint32_t m = 0; m < moves.size(); ++m) moves[m] = m;
  } else {
    moves = view.silent;
    for (const Offer& offer : view.offers) moves.push_back(offer.move);
    for (std::size_t o = 0; o < view.open.size(); ++o) {
      const OpenOffer open = view.open[o];
      if (!waits(open.name)) {
        if (fates_.dead[open.name.value] != 0) continue;
        unbounded(view, open);
      }
      for (const NameRule& rule : fates_.communications) {
        if (std::find(rule.from.begin(), rule.from.end(), open.name) == rule.from.end()) continue;
        Exchange all;
        all.names = rule.from;
        std::rotate(all.names.begin(), std::find(all.names.begin(), all.names.end(), open.name), all.names.end());
        std::sort(all.names.begin() + 1, all.names.end());
        all.from = position + 1;
        if (!join(all, child, open)) continue;
        exchange(all, true);
        for (const InstanceId wanted : all.found) {
          const std::vector<std::uint32_t> closed = locals_.close(view, open, wanted);
          moves.insert(moves.end(), closed.begin(), closed.end());
        }
      }
      for (std::size_t i = 0; i < chosen_.size(); ++i) {
        const auto all = actions_.actions(views_[chosen_[i].first]->moves[chosen_[i].second].multi);
        for (const InstanceId action : std::vector<InstanceId>(all.begin(), all.end())) {
          for (const NameRule& rule : fates_.communications) {
            const auto has = [&](ActName n) {
              return std::find(rule.from.begin(), rule.from.end(), n) != rule.from.end();
            };
            if (!has(open.name) || !has(actions_[action].name)) continue;
            const InstanceId wanted = actions_.partner(action, open.name);
            if (wanted == none || actions_[wanted].action != open.action) continue;
            const std::vector<std::uint32_t> closed = locals_.close(view, open, wanted);
            moves.insert(moves.end(), closed.begin(), closed.end());
          }
        }
      }
    }
    // Each once. They are not sorted: what number a move was given depends on what was met before.
    std::vector<std::uint8_t> listed(view.moves.size(), 0);
    std::erase_if(moves, [&](std::uint32_t move) { return std::exchange(listed[move], std::uint8_t{1}) != 0; });
  }
  for (const std::uint32_t move : moves) choose_move(position, move);
}

}  // namespace quotient::mcrl2
