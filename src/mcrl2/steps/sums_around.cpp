#include <algorithm>

#include "mcrl2/steps/combine.hpp"

// A sum inside of a group may get its values from outside: `allow({r}, P) || S`, where P does r(x) for any x and only S
// says which. The group around tells, if what communicates with r there is known: offered by processes alone, none of
// which has an open sum for it.

namespace quotient::mcrl2 {

void Combiner::list_names_around() {
  const std::size_t names = model_.spec.action_names.size();
  unchanged_.assign(names, 1);
  for (const NameOperator& op : group_.operators) {
    if (op.kind != ProcKind::hide && op.kind != ProcKind::rename) continue;
    for (const NameRule& rule : op.names) {
      for (const ActName name : rule.from) unchanged_[name.value] = 0;
    }
  }
  alphabets_.resize(group_.children.size());
  for (std::size_t c = 0; c < group_.children.size(); ++c) {
    if (group_.children[c].leaf) continue;
    std::vector<std::uint8_t>& alphabet = alphabets_[c];
    alphabet.assign(names, 0);
    std::vector<std::uint32_t> groups{group_.children[c].index};
    while (!groups.empty()) {
      const Group& group = model_.network.groups[groups.back()];
      groups.pop_back();
      for (const NameOperator& op : group.operators) {
        if (op.kind != ProcKind::comm && op.kind != ProcKind::rename) continue;
        for (const NameRule& rule : op.names) alphabet[rule.to.value] = 1;
      }
      for (const Child& child : group.children) {
        if (!child.leaf) {
          groups.push_back(child.index);
          continue;
        }
        for (const LocationId location : model_.types[model_.processes[child.index].type].locations) {
          for (const CompiledSummand& summand : model_.locations[location.value].summands) {
            for (const auto& action : summand.actions)
              alphabet[model_.spec.actions[action.action.value].name.value] = 1;
          }
        }
      }
    }
  }
}

bool Combiner::told_outside(ActName name) const {
  return around_ && unchanged_[name.value] != 0 && around_->tells_inside(name);
}

/// Whether an action of this name that a child does, whatever its arguments, gets through only with arguments that are
/// known.
bool Combiner::tells_inside(ActName name) const {
  if (alone_[name.value] != 0 && !told_outside(name)) return false;
  const auto known = [&](ActName other) {
    for (std::size_t c = 0; c < group_.children.size(); ++c) {
      if (nested_[c]) {
        // The child itself may do both at once.
        if (alphabets_[c][other.value] != 0) return false;
        continue;
      }
      const auto& open = bases_[c]->open;
      if (std::any_of(open.begin(), open.end(), [&](const OpenOffer& offer) { return offer.name == other; }))
        return false;
    }
    return true;
  };
  const auto& communications = communications_[name.value];
  return std::all_of(communications.begin(), communications.end(), [&](std::vector<ActName> together) {
    together.erase(std::find(together.begin(), together.end(), name));
    return std::any_of(together.begin(), together.end(), known);
  });
}

void Combiner::candidates_outside(ActName name, std::vector<InstanceId>& out) const {
  if (!around_ || unchanged_[name.value] == 0) return;
  for (const ActName partner : around_->partners_[name.value]) {
    for (const auto& [child, named] : around_->by_name_[partner.value]) {
      for (std::uint32_t o = named.begin; o < named.end; ++o) out.push_back(around_->views_[child]->offers[o].instance);
    }
  }
  if (around_->alone_[name.value] != 0) around_->candidates_outside(name, out);
}

}  // namespace quotient::mcrl2
