#include "mcrl2/steps/group_rules.hpp"

#include <algorithm>

namespace quotient::mcrl2 {

namespace {

/// The names that processes below a group do, or that its operators make of them.
std::vector<std::uint8_t> alphabet_of(const Model& model, std::uint32_t number) {
  std::vector<std::uint8_t> alphabet(model.spec.action_names.size(), 0);
  std::vector<std::uint32_t> groups{number};
  while (!groups.empty()) {
    const Group& group = model.network.groups[groups.back()];
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
      for (const LocationId location : model.types[model.processes[child.index].type].locations) {
        for (const CompiledSummand& summand : model.locations[location.value].summands) {
          for (const auto& action : summand.actions) alphabet[model.spec.actions[action.action.value].name.value] = 1;
        }
      }
    }
  }
  return alphabet;
}

}  // namespace

GroupRules::GroupRules(const Model& model, const Group& group)
    : recipes(recipes_of(group)), fates(fates_of(group, model.spec.action_names.size())) {
  const std::size_t names = model.spec.action_names.size();
  note_overlaps();
  list_communications(names);
  name_outside(group, names);
  for (const Child& child : group.children) {
    alphabets.push_back(child.leaf ? std::vector<std::uint8_t>{} : alphabet_of(model, child.index));
  }
}

void GroupRules::note_overlaps() {
  std::vector<Together> flat;
  for (const Recipe& recipe : recipes.rows) {
    Together& names = flat.emplace_back();
    for (const Together& together : recipe) names.insert(names.end(), together.begin(), together.end());
    std::sort(names.begin(), names.end());
    if (std::adjacent_find(names.begin(), names.end()) != names.end()) overlapping = true;
  }
  std::sort(flat.begin(), flat.end());
  if (std::adjacent_find(flat.begin(), flat.end()) != flat.end()) overlapping = true;
}

void GroupRules::add_communication(const Together& together) {
  if (together.size() < 2) return;
  for (std::size_t i = 0; i < together.size(); ++i) {
    std::vector<Together>& rows = communications[together[i].value];
    if (std::find(rows.begin(), rows.end(), together) == rows.end()) rows.push_back(together);
    std::vector<ActName>& others = partners[together[i].value];
    for (std::size_t j = 0; j < together.size(); ++j) {
      if (j != i && std::find(others.begin(), others.end(), together[j]) == others.end()) others.push_back(together[j]);
    }
  }
}

void GroupRules::list_communications(std::size_t names) {
  communications.resize(names);
  partners.resize(names);
  alone.assign(names, 0);
  if (!recipes.complete) {
    for (const NameRule& rule : fates.communications) add_communication(rule.from);
    for (std::uint32_t n = 0; n < names; ++n) alone[n] = fates.waiting[n] == 0 && fates.dead[n] == 0 ? 1 : 0;
    return;
  }
  for (const Recipe& recipe : recipes.rows) {
    for (const Together& together : recipe) {
      add_communication(together);
      if (together.size() == 1) alone[together.front().value] = 1;
    }
  }
}

/// Of an action that no communication of the group takes up.
void GroupRules::name_outside(const Group& group, std::size_t names) {
  for (std::uint32_t n = 0; n < names; ++n) {
    std::optional<ActName> name{ActName{n}};
    for (const NameOperator& op : group.operators) {
      if (op.kind != ProcKind::hide && op.kind != ProcKind::rename) continue;
      const auto rule = std::ranges::find_if(op.names, [&](const NameRule& r) { return r.from.front() == *name; });
      if (rule == op.names.end()) continue;
      if (op.kind == ProcKind::hide) {
        name.reset();
        break;
      }
      name = rule->to;
    }
    outside.push_back(name);
  }
}

}  // namespace quotient::mcrl2
