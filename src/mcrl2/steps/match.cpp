#include "mcrl2/steps/match.hpp"

#include <algorithm>
#include <utility>

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
      const auto number = static_cast<std::uint32_t>(slots_.size());
      const auto alike = std::ranges::find_if(slots_, [&](const Slot& slot) {
        const bool alone = recipe[g].size() == 1 && recipe[slot.group].size() == 1;
        return slot.name == name && (slot.group == g || alone);
      });
      slots_.push_back({name, g, alike == slots_.end() ? number : alike->kind, false});
    }
  }
  least_.assign(slots_.size(), 0);
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

/// Slots of one kind that nobody fills yet.
std::uint32_t Matcher::missing(std::uint32_t kind) const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(slots_, [&](const Slot& slot) { return slot.kind == kind && !slot.filled; }));
}

void Matcher::fill_any(std::size_t slot) {
  const std::uint32_t kind = slots_[slot].kind;
  const std::uint32_t needed = missing(kind);
  std::uint32_t left = offers_.count(slots_[slot].name);
  for (const auto& [child, named] : offers_.by_name(slots_[slot].name)) {
    if (left < needed) return;
    left -= named.end - named.begin;
    if (used_[child] != 0 || child < least_[kind]) continue;
    const LocalState& view = offers_.view(child);
    for (std::uint32_t o = named.begin; o < named.end; ++o) attempt(child, view.offers[o].move, kind);
  }
}

void Matcher::fill_known(std::size_t slot, InstanceId representative) {
  const ActName name = slots_[slot].name;
  const std::uint32_t kind = slots_[slot].kind;
  const InstanceId wanted = actions_.partner(representative, name);
  if (wanted == none) return;
  for (const std::uint32_t child : offers_.offering(wanted)) {
    if (used_[child] != 0 || child < least_[kind]) continue;
    for (const Offer& offer : offers_of(offers_.view(child), wanted)) attempt(child, offer.move, kind);
  }
}

/// A move of a child that is to fill a slot of this kind. Slots of one kind can be filled in any order by the same
/// children, and all of these are one step: it is found where each is given to the first of the children that are still
/// to come. So no child before this one may fill such a slot from now on.
void Matcher::attempt(std::uint32_t child, std::uint32_t move, std::uint32_t kind) {
  locals_.heed_stop();
  used_[child] = 1;
  chosen_.emplace_back(child, move);
  const std::span<const InstanceId> all = actions_.actions(offers_.view(child).moves[move].multi);
  if (all.size() == 1) {
    const InstanceId only = all.front();  // a copy: the table may grow
    assign(std::span(&only, 1), kind, false);
  } else {
    assign(std::vector<InstanceId>(all.begin(), all.end()), kind, false);
  }
  chosen_.pop_back();
  used_[child] = 0;
}

/// Every action of a move needs a slot of its own; `met`: one of them has that of the kind which it was to fill.
void Matcher::assign(std::span<const InstanceId> actions, std::uint32_t kind, bool met) {
  const std::uint32_t child = chosen_.back().first;
  if (actions.empty()) {
    if (!met) return;
    const std::uint32_t before = std::exchange(least_[kind], child + 1);
    fill();
    least_[kind] = before;
    return;
  }
  const InstanceId action = actions.front();
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    Slot& slot = slots_[s];
    if (slot.filled || slot.name != actions_[action].name || child < least_[slot.kind]) continue;
    InstanceId& representative = representatives_[slot.group];
    const InstanceId before = representative;
    if (before != none && actions_.partner(before, slot.name) != action) continue;
    // Of free slots of one kind any will do: the first.
    const bool tried = std::any_of(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(s),
                                   [&](const Slot& other) { return other.kind == slot.kind && !other.filled; });
    if (tried) continue;
    slot.filled = true;
    representative = action;
    assign(actions.subspan(1), kind, met || slot.kind == kind);
    slot.filled = false;
    representatives_[slot.group] = before;
  }
}

}  // namespace quotient::mcrl2
