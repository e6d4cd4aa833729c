#include "mcrl2/steps/offers.hpp"

#include <algorithm>

namespace quotient::mcrl2 {

Offers::Offers(const Model& model, const Group& group)
    : group_(group),
      views_(group.children.size()),
      bases_(group.children.size()),
      inner_(group.children.size()),
      by_name_(model.spec.action_names.size()),
      offer_count_(model.spec.action_names.size()),
      registered_(group.children.size()) {}

void Offers::clear() {
  offering_.clear();
  for (auto& row : registered_) row.clear();
}

void Offers::register_offers(std::uint32_t child, const LocalState& view) {
  if (!is_group(child)) {
    std::vector<std::uint8_t>& known = registered_[child];
    if (view.number >= known.size()) known.resize(std::max<std::size_t>(2 * known.size(), view.number + 1), 0);
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

void Offers::set_base(std::uint32_t child, LocalState& state) {
  bases_[child] = &state;
  register_offers(child, state);
}

void Offers::set_view(std::uint32_t child, LocalState& state) {
  views_[child] = &state;
  register_offers(child, state);
}

void Offers::show_bases(bool with_groups) {
  views_ = bases_;
  if (with_groups) return;
  for (std::uint32_t c = 0; c < views_.size(); ++c) {
    if (is_group(c)) views_[c] = &nothing_;
  }
}

void Offers::show_group(std::uint32_t child) { views_[child] = bases_[child]; }

void Offers::index() {
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

void Offers::append_parts(std::uint32_t child, std::uint32_t move, std::vector<Part>& out) const {
  const Move& m = views_[child]->moves[move];
  if (const GroupSteps* inner = inner_[child]) {
    const auto parts = inner->parts_of(inner->results[m.next]);
    out.insert(out.end(), parts.begin(), parts.end());
  } else {
    out.push_back({group_.children[child].index, m.next, m.place, m.time, m.outcome});
  }
}

}  // namespace quotient::mcrl2
