#include "mcrl2/steps/combine.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace quotient::mcrl2 {

Combiner::Combiner(const Model& model, std::uint32_t group, ActionTable& actions, LocalStates& locals,
                   const Combiner* around)
    : model_(model),
      group_(model.network.groups[group]),
      number_(group),
      actions_(actions),
      locals_(locals),
      around_(around),
      recipes_(recipes_of(group_)),
      fates_(fates_of(group_, model.spec.action_names.size())) {
  const std::size_t names = model.spec.action_names.size();
  for (const Child& child : group_.children) {
    has_groups_ = has_groups_ || !child.leaf;
    nested_.push_back(child.leaf ? nullptr : std::make_unique<Combiner>(model, child.index, actions, locals, this));
    own_views_.push_back(child.leaf ? nullptr : std::make_unique<LocalState>());
    const std::uint32_t size = child.leaf ? model.types[model.processes[child.index].type].size : 0;
    seen_.push_back({size == 0 || size > 8 ? 0 : ~std::uint64_t{0} >> (64 - 8 * size)});
  }
  std::vector<std::vector<ActName>> flat;
  for (const auto& recipe : recipes_.rows) {
    std::vector<ActName>& names_of = flat.emplace_back();
    for (const auto& together : recipe) names_of.insert(names_of.end(), together.begin(), together.end());
    std::sort(names_of.begin(), names_of.end());
    if (std::adjacent_find(names_of.begin(), names_of.end()) != names_of.end()) overlapping_ = true;
  }
  std::sort(flat.begin(), flat.end());
  if (std::adjacent_find(flat.begin(), flat.end()) != flat.end()) overlapping_ = true;
  pairs_.resize(recipes_.rows.size());
  views_.resize(group_.children.size());
  bases_.resize(group_.children.size());
  registered_.resize(group_.children.size());
  used_.assign(group_.children.size(), 0);
  position_.assign(group_.children.size(), 0);
  by_name_.resize(names);
  offer_count_.assign(names, 0);
  list_communications();
}

void Combiner::clear() {
  for (auto& row : pairs_) row.clear();
  for (Seen& seen : seen_) seen.valid = false;
  offering_.clear();
  for (auto& row : registered_) row.clear();
  for (auto& child : nested_) {
    if (child) child->clear();
  }
}

bool Combiner::done() const {
  for (std::size_t c = 0; c < views_.size(); ++c) {
    if (nested_[c] ? !nested_[c]->done() : !views_[c]->done) return false;
  }
  return true;
}

void Combiner::register_offers(std::uint32_t child, const LocalState& view) {
  if (!nested_[child]) {
    std::vector<std::uint8_t>& known = registered_[child];
    if (view.number >= known.size()) known.resize(std::max<std::size_t>(locals_.size(), view.number + 1), 0);
    if (known[view.number] != 0) return;
    known[view.number] = 1;
  }
  for (const Offer& offer : view.offers) {
    if (offer.instance >= offering_.size()) offering_.resize(offer.instance + 64);
    // In order, not as they came: what was met before must not decide in which order steps are found.
    std::vector<std::uint32_t>& children = offering_[offer.instance];
    const auto place = std::lower_bound(children.begin(), children.end(), child);
    if (place == children.end() || *place != child) children.insert(place, child);
  }
}

void Combiner::look_at(std::uint32_t child, const std::uint8_t* state) {
  if (nested_[child]) {
    nested_[child]->run(state);
    LocalState& view = *own_views_[child];
    view = {};
    const auto results = nested_[child]->results();
    for (std::uint32_t r = 0; r < results.size(); ++r) {
      view.moves.push_back({results[r].multi, r, 0});
    }
    index_offers(view, actions_);
    bases_[child] = &view;
    register_offers(child, *bases_[child]);
    return;
  }
  const Process& process = model_.processes[group_.children[child].index];
  Seen& seen = seen_[child];
  if (seen.mask != 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, state + process.offset, 8);
    word &= seen.mask;
    if (seen.valid && seen.word == word) return;
    seen.valid = false;  // unless it can be looked up
    bases_[child] = &locals_.at(process.type, state + process.offset);
    seen.word = word;
    seen.valid = true;
  } else {
    bases_[child] = &locals_.at(process.type, state + process.offset);
  }
  register_offers(child, *bases_[child]);
}

/// Finds out what every child can do now.
void Combiner::look(const std::uint8_t* state) {
  open_children_.clear();
  may_repeat_ = overlapping_;
  bool all_plain = true;
  for (std::uint32_t c = 0; c < group_.children.size(); ++c) {
    if (nested_[c]) continue;
    look_at(c, state);
    if (!bases_[c]->open.empty()) open_children_.push_back(c);
  }
  if (has_groups_) {
    // Groups are asked last: their sums may need to know what is offered around them.
    for (std::uint32_t c = 0; c < group_.children.size(); ++c) views_[c] = nested_[c] ? &nothing_ : bases_[c];
    index_views();
    for (std::uint32_t c = 0; c < group_.children.size(); ++c) {
      if (nested_[c]) look_at(c, state);
    }
  }
  views_ = bases_;
  if (!open_children_.empty()) {
    index_views();
    close_sums();
  }
  index_views();
  for (std::uint32_t c = 0; c < group_.children.size(); ++c) {
    may_repeat_ = may_repeat_ || views_[c]->ambiguous || nested_[c] != nullptr;
    all_plain = all_plain && views_[c]->all_plain;
  }
  if (!all_plain) check_arguments();
}

void Combiner::index_views() {
  for (const std::uint32_t name : touched_names_) {
    by_name_[name].clear();
    offer_count_[name] = 0;
  }
  touched_names_.clear();
  silent_children_.clear();
  for (std::uint32_t c = 0; c < views_.size(); ++c) {
    const LocalState& view = *views_[c];
    if (!view.silent.empty()) silent_children_.push_back(c);
    for (const NamedOffers& named : view.by_name) {
      auto& row = by_name_[named.name.value];
      if (row.empty()) touched_names_.push_back(named.name.value);
      row.emplace_back(c, named);
      offer_count_[named.name.value] += named.end - named.begin;
    }
  }
}

void Combiner::run(const std::uint8_t* state) {
  results_.clear();
  parts_.clear();
  look(state);
  chosen_.clear();
  std::fill(used_.begin(), used_.end(), std::uint8_t{0});
  if (recipes_.complete) {
    const bool plain = silent_children_.empty();
    if (!plain) with_silent(0);
    for (std::size_t r = 0; r < recipes_.rows.size(); ++r) {
      const auto& recipe = recipes_.rows[r];
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
  order_.resize(views_.size());
  for (std::uint32_t c = 0; c < views_.size(); ++c) order_[c] = c;
  // Who has a choice goes first: a monitor that one of many can talk to at a time. The other way round all sets of
  // those many would be tried before it turns out that it answers only one.
  std::stable_sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return views_[a]->moves.size() > views_[b]->moves.size();
  });
  for (std::uint32_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
  choose(0);
}

void Combiner::emit() {
  locals_.heed_stop();
  MultiId multi = 0;
  for (const auto& [child, move] : chosen_) multi = actions_.unite(multi, views_[child]->moves[move].multi);
  const MultiId result = actions_.through(number_, multi);
  if (result == none) return;
  const auto first = static_cast<std::uint32_t>(parts_.size());
  for (const auto& [child, move] : chosen_) {
    const Move& m = views_[child]->moves[move];
    if (nested_[child]) {
      const auto inner = nested_[child]->parts(nested_[child]->results()[m.next]);
      parts_.insert(parts_.end(), inner.begin(), inner.end());
    } else {
      parts_.push_back({group_.children[child].index, m.next, m.place});
    }
  }
  results_.push_back({result, first, static_cast<std::uint32_t>(parts_.size()) - first});
}

/// tau takes part in any step without leaving a trace in its name: what was chosen, with every choice of silent moves.
void Combiner::with_silent(std::uint32_t first) {
  if (!chosen_.empty()) emit();
  for (std::uint32_t i = first; i < silent_children_.size(); ++i) {
    const std::uint32_t child = silent_children_[i];
    if (used_[child] != 0) continue;
    used_[child] = 1;
    for (const std::uint32_t move : views_[child]->silent) {
      chosen_.emplace_back(child, move);
      with_silent(i + 1);
      chosen_.pop_back();
    }
    used_[child] = 0;
  }
}

void Combiner::follow(const std::vector<std::vector<ActName>>& recipe) {
  slots_.clear();
  for (std::uint32_t g = 0; g < recipe.size(); ++g) {
    for (const ActName name : recipe[g]) {
      if (offer_count_[name.value] == 0) return;  // nobody has this
      slots_.push_back({name, g, false});
    }
  }
  representatives_.assign(recipe.size(), none);
  fill();
}

/// Fills the next empty slot in every possible way: one whose arguments are known, or else the one with fewest offers.
void Combiner::fill() {
  std::size_t best = slots_.size();
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    if (slots_[s].filled) continue;
    if (representatives_[slots_[s].group] != none) return fill_known(s, representatives_[slots_[s].group]);
    if (best == slots_.size()) best = s;
    if (slots_[s].group != slots_[best].group) break;
    if (offer_count_[slots_[s].name.value] < offer_count_[slots_[best].name.value]) best = s;
  }
  if (best == slots_.size()) return with_silent(0);
  fill_any(best);
}

void Combiner::fill_any(std::size_t slot) {
  const auto& row = by_name_[slots_[slot].name.value];
  for (const auto& [child, named] : row) {
    if (used_[child] != 0) continue;
    const LocalState& view = *views_[child];
    for (std::uint32_t o = named.begin; o < named.end; ++o) attempt(child, view.offers[o].move);
  }
}

void Combiner::fill_known(std::size_t slot, InstanceId representative) {
  const ActName name = slots_[slot].name;
  const InstanceId wanted = actions_.partner(representative, name);
  if (wanted == none) return;
  if (wanted < offering_.size()) {
    for (const std::uint32_t child : offering_[wanted]) {
      if (used_[child] != 0) continue;
      for (const Offer& offer : offers_of(*views_[child], wanted)) attempt(child, offer.move);
    }
  }
}

void Combiner::attempt(std::uint32_t child, std::uint32_t move) {
  locals_.heed_stop();
  used_[child] = 1;
  chosen_.emplace_back(child, move);
  const std::span<const InstanceId> all = actions_.actions(views_[child]->moves[move].multi);
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
void Combiner::assign(std::span<const InstanceId> actions) {
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
