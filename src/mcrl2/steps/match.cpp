#include "mcrl2/steps/match.hpp"

#include <algorithm>

namespace quotient::mcrl2 {

Matcher::Matcher(const Model& model, std::uint32_t group, const GroupRules& rules, const Offers& offers,
                 ActionTable& actions, LocalStates& locals)
    : model_(model),
      number_(group),
      rules_(rules),
      offers_(offers),
      actions_(actions),
      locals_(locals),
      used_(offers.size(), 0),
      position_(offers.size(), 0),
      pairs_(rules.recipes.rows.size()) {}

void Matcher::clear() {
  for (auto& row : pairs_) row.clear();
}

void Matcher::run(GroupSteps& out) {
  out_ = &out;
  out.clear();
  chosen_.clear();
  std::fill(used_.begin(), used_.end(), std::uint8_t{0});
  if (rules_.recipes.complete) {
    const bool plain = offers_.silent_children().empty();
    if (!plain) with_silent(0);
    for (std::size_t r = 0; r < rules_.recipes.rows.size(); ++r) {
      const auto& recipe = rules_.recipes.rows[r];
      if (plain && recipe.size() == 1 && recipe.front().size() == 1) {
        follow_alone(recipe.front().front());
      } else if (plain && recipe.size() == 1 && recipe.front().size() == 2 && recipe.front()[0] != recipe.front()[1]) {
        follow_pair(r);
      } else {
        follow(recipe);
      }
    }
    return;
  }
  order_.resize(offers_.size());
  for (std::uint32_t c = 0; c < offers_.size(); ++c) order_[c] = c;
  // Who has a choice goes first: a monitor that one of many can talk to at a time. The other way round all sets of
  // those many would be tried before it turns out that it answers only one.
  std::stable_sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return offers_.view(a).moves.size() > offers_.view(b).moves.size();
  });
  for (std::uint32_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  choose(0);
}

void Matcher::emit() {
  locals_.heed_stop();
  MultiId multi = 0;
  for (const auto& [child, move] : chosen_) multi = actions_.unite(multi, offers_.view(child).moves[move].multi);
  const MultiId result = actions_.through(number_, multi);
  if (result == none) return;
  const auto first = static_cast<std::uint32_t>(out_->parts.size());
  for (const auto& [child, move] : chosen_) offers_.append_parts(child, move, out_->parts);
  out_->results.push_back({result, first, static_cast<std::uint32_t>(out_->parts.size()) - first});
}

/// tau takes part in any step without leaving a trace in its name: what was chosen, with every choice of silent moves.
void Matcher::with_silent(std::uint32_t first) {
  if (!chosen_.empty()) emit();
  for (std::uint32_t i = first; i < offers_.silent_children().size(); ++i) {
    const std::uint32_t child = offers_.silent_children()[i];
    if (used_[child] != 0) continue;
    used_[child] = 1;
    for (const std::uint32_t move : offers_.view(child).silent) {
      chosen_.emplace_back(child, move);
      with_silent(i + 1);
      chosen_.pop_back();
    }
    used_[child] = 0;
  }
}

void Matcher::follow(const Recipe& recipe) {
  slots_.clear();
  for (std::uint32_t g = 0; g < recipe.size(); ++g) {
    for (const ActName name : recipe[g]) {
      if (offers_.count(name) == 0) return;  // nobody has this
      slots_.push_back({name, g, false});
    }
  }
  representatives_.assign(recipe.size(), none);
  fill();
}

/// Fills the next empty slot in every possible way: one whose arguments are known, or else the one with fewest offers.
void Matcher::fill() {
  std::size_t best = slots_.size();
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    if (slots_[s].filled) continue;
    if (representatives_[slots_[s].group] != none) return fill_known(s, representatives_[slots_[s].group]);
    if (best == slots_.size()) best = s;
    if (slots_[s].group != slots_[best].group) break;
    if (offers_.count(slots_[s].name) < offers_.count(slots_[best].name)) best = s;
  }
  if (best == slots_.size()) return with_silent(0);
  fill_any(best);
}

void Matcher::fill_any(std::size_t slot) {
  const auto& row = offers_.by_name(slots_[slot].name);
  for (const auto& [child, named] : row) {
    if (used_[child] != 0) continue;
    const LocalState& view = offers_.view(child);
    for (std::uint32_t o = named.begin; o < named.end; ++o) attempt(child, view.offers[o].move);
  }
}

void Matcher::fill_known(std::size_t slot, InstanceId representative) {
  const ActName name = slots_[slot].name;
  const InstanceId wanted = actions_.partner(representative, name);
  if (wanted == none) return;
  for (const std::uint32_t child : offers_.offering(wanted)) {
    if (used_[child] != 0) continue;
    for (const Offer& offer : offers_of(offers_.view(child), wanted)) attempt(child, offer.move);
  }
}

void Matcher::attempt(std::uint32_t child, std::uint32_t move) {
  locals_.heed_stop();
  used_[child] = 1;
  chosen_.emplace_back(child, move);
  const std::span<const InstanceId> all = actions_.actions(offers_.view(child).moves[move].multi);
  if (all.size() == 1) {
    const InstanceId only = all.front();  // a copy: the table may grow
    assign(std::span(&only, 1));
  } else {
    assign(std::vector<InstanceId>(all.begin(), all.end()));
  }
  chosen_.pop_back();
  used_[child] = 0;
}

/// Every action of a move needs a slot of its own.
void Matcher::assign(std::span<const InstanceId> actions) {
  if (actions.empty()) return fill();
  const InstanceId action = actions.front();
  for (Slot& slot : slots_) {
    if (slot.filled || slot.name != actions_[action].name) continue;
    InstanceId& representative = representatives_[slot.group];
    const InstanceId before = representative;
    if (before != none && actions_.partner(before, slot.name) != action) continue;
    slot.filled = true;
    representative = action;
    assign(actions.subspan(1));
    slot.filled = false;
    representatives_[slot.group] = before;
  }
}

}  // namespace quotient::mcrl2
