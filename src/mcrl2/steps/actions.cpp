#include "mcrl2/steps/actions.hpp"

#include <algorithm>

#include "symmetry/action/label_text.hpp"

namespace quotient::mcrl2 {

ActionTable::ActionTable(const Specification& spec, const Network& network, Evaluator& evaluator)
    : spec_(spec), network_(network), evaluator_(evaluator) {
  clear();
}

void ActionTable::clear() {
  instances_.clear();
  instance_index_.clear();
  partners_.clear();
  singles_.clear();
  multis_.assign(1, {});
  multi_index_.clear();
  multi_index_[{}] = 0;
  unions_.clear();
  through_.assign(network_.groups.size(), {});
}

InstanceId ActionTable::instance(ActId action, std::span<const Value> arguments) {
  const Value tuple = arguments.empty() ? Value::small(0) : evaluator_.store().make(node_op::tuple, arguments);
  const auto [place, fresh] =
      instance_index_.try_emplace({action.value, tuple.bits()}, static_cast<InstanceId>(instances_.size()));
  if (fresh) {
    const bool plain =
        std::all_of(arguments.begin(), arguments.end(), [this](Value v) { return evaluator_.is_plain(v); });
    instances_.push_back({action, spec_.actions[action.value].name, tuple, plain});
    partners_.emplace_back();
    singles_.push_back(none);
  }
  return place->second;
}

std::optional<bool> ActionTable::have_same_arguments(InstanceId a, InstanceId b) {
  const Value left = instances_[a].arguments, right = instances_[b].arguments;
  const auto sorts = [&](InstanceId id) -> const std::vector<SortId>& {
    return spec_.actions[instances_[id].action.value].arguments;
  };
  if (sorts(a) != sorts(b)) return false;
  std::optional<bool> same = true;
  for (std::size_t i = 0; i < sorts(a).size(); ++i) {
    const std::optional<bool> here = evaluator_.are_same((*left.node())[i], (*right.node())[i]);
    if (here == false) return false;
    if (!here) same = std::nullopt;
  }
  return same;
}

InstanceId ActionTable::partner(InstanceId id, ActName name) {
  if (instances_[id].name == name) return id;
  for (const auto& [known, other] : partners_[id]) {
    if (known == name) return other;
  }
  InstanceId result = none;
  const auto& sorts = spec_.actions[instances_[id].action.value].arguments;
  for (std::uint32_t a = 0; a < spec_.actions.size() && result == none; ++a) {
    if (spec_.actions[a].name != name || spec_.actions[a].arguments != sorts) continue;
    const Value tuple = instances_[id].arguments;
    result = instance(ActId{a}, tuple.is_small() ? std::span<const Value>{} : tuple.node()->arguments());
  }
  partners_[id].emplace_back(name, result);
  return result;
}

MultiId ActionTable::multi(std::vector<InstanceId> actions) {
  // By what they are, not by their numbers: these depend on what was met before.
  std::sort(actions.begin(), actions.end(), [this](InstanceId a, InstanceId b) {
    if (a == b) return false;
    const Instance& x = instances_[a];
    const Instance& y = instances_[b];
    if (x.action != y.action) return x.action < y.action;
    return compare(x.arguments, y.arguments, evaluator_.program().constructor_index) < 0;
  });
  const auto [place, fresh] = multi_index_.try_emplace(actions, static_cast<MultiId>(multis_.size()));
  if (fresh) multis_.push_back(std::move(actions));
  return place->second;
}

MultiId ActionTable::single(InstanceId id) {
  if (singles_[id] == none) singles_[id] = multi({id});
  return singles_[id];
}

MultiId ActionTable::unite(MultiId a, MultiId b) {
  if (a == 0 || b == 0) return a + b;
  if (a > b) std::swap(a, b);
  const auto known = unions_.find({a, b});
  if (known != unions_.end()) return known->second;
  std::vector<InstanceId> all = multis_[a];
  all.insert(all.end(), multis_[b].begin(), multis_[b].end());
  const MultiId result = multi(std::move(all));
  unions_[{a, b}] = result;
  return result;
}

/// a|b -> c: as often as all of a, b are there with the same arguments.
void ActionTable::communicate(const NameRule& rule, std::vector<InstanceId>& actions) {
  std::vector<InstanceId> results;
  for (std::size_t i = 0; i < actions.size();) {
    if (instances_[actions[i]].name != rule.from.front()) {
      ++i;
      continue;
    }
    const InstanceId target = partner(actions[i], rule.to);
    std::vector<std::size_t> found;
    for (const ActName name : rule.from) {
      const InstanceId wanted = partner(actions[i], name);
      for (std::size_t j = 0; j < actions.size(); ++j) {
        if (actions[j] != wanted || std::find(found.begin(), found.end(), j) != found.end()) continue;
        found.push_back(j);
        break;
      }
    }
    if (target == none || found.size() != rule.from.size()) {
      ++i;
      continue;
    }
    std::sort(found.rbegin(), found.rend());
    for (const std::size_t j : found) actions.erase(actions.begin() + static_cast<std::ptrdiff_t>(j));
    results.push_back(target);
    i = 0;
  }
  actions.insert(actions.end(), results.begin(), results.end());
}

MultiId ActionTable::apply(const NameOperator& op, MultiId id) {
  std::vector<InstanceId> actions = multis_[id];
  const auto named = [&](ActName name) {
    return std::any_of(op.names.begin(), op.names.end(),
                       [&](const NameRule& rule) { return rule.from.front() == name; });
  };
  switch (op.kind) {
    case ProcKind::block:
      for (const InstanceId a : actions) {
        if (named(instances_[a].name)) return none;
      }
      return id;
    case ProcKind::hide:
      std::erase_if(actions, [&](InstanceId a) { return named(instances_[a].name); });
      return multi(std::move(actions));
    case ProcKind::rename:
      for (InstanceId& a : actions) {
        for (const NameRule& rule : op.names) {
          if (rule.from.front() != instances_[a].name) continue;
          const InstanceId renamed = partner(a, rule.to);
          if (renamed != none) a = renamed;
          break;
        }
      }
      return multi(std::move(actions));
    case ProcKind::allow: {
      if (actions.empty()) return id;  // tau is always allowed
      std::vector<ActName> names;
      for (const InstanceId a : actions) names.push_back(instances_[a].name);
      std::sort(names.begin(), names.end());
      const bool found =
          std::any_of(op.names.begin(), op.names.end(), [&](const NameRule& rule) { return rule.from == names; });
      return found ? id : none;
    }
    default: {
      // The results of one communication take no part in another.
      std::vector<InstanceId> results;
      for (const NameRule& rule : op.names) {
        const std::size_t before = actions.size();
        std::vector<InstanceId> rest = actions;
        communicate(rule, rest);
        if (rest.size() == before) continue;
        const std::size_t made = (before - rest.size()) / (rule.from.size() - 1);
        results.insert(results.end(), rest.end() - static_cast<std::ptrdiff_t>(made), rest.end());
        rest.resize(rest.size() - made);
        actions = std::move(rest);
      }
      actions.insert(actions.end(), results.begin(), results.end());
      return multi(std::move(actions));
    }
  }
}

MultiId ActionTable::through(std::uint32_t group, MultiId id) {
  std::vector<MultiId>& known = through_[group];
  if (id >= known.size()) known.resize(std::max<std::size_t>(multis_.size(), id + 1), unknown);
  if (known[id] != unknown) return known[id];
  MultiId result = id;
  for (const NameOperator& op : network_.groups[group].operators) {
    result = apply(op, result);
    if (result == none) break;
  }
  return known[id] = result;
}

std::string ActionTable::text(MultiId id) const {
  std::vector<std::string> parts;
  for (const InstanceId a : multis_[id]) {
    const Instance& instance = instances_[a];
    const ActInfo& info = spec_.actions[instance.action.value];
    std::string part = spec_.action_names[info.name.value];
    for (std::size_t i = 0; i < info.arguments.size(); ++i) {
      part += (i == 0 ? "(" : ", ") + evaluator_.text((*instance.arguments.node())[i], info.arguments[i]);
    }
    if (!info.arguments.empty()) part += ")";
    parts.push_back(std::move(part));
  }
  std::sort(parts.begin(), parts.end());
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : "|") + part;
  // Sets and functions in an order that does not depend on how constants are declared: renaming keeps it.
  return parts.empty() ? "tau" : out.find_first_of("{>") == std::string::npos ? out : normal_label(out);
}

}  // namespace quotient::mcrl2
