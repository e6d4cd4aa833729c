#include "mcrl2/partial_order/joining.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"

namespace quotient::mcrl2 {

namespace {

template <typename Fates>
bool some_is(const Fates& fates, ActName name) {
  return std::any_of(fates.begin(), fates.end(), [name](const auto& fate) { return fate.names[name.value]; });
}

/// Calls found(x, y) for each two places of a rule until it returns true.
template <typename Found>
bool any_two(const std::vector<ActName>& names, Found found) {
  for (std::size_t x = 0; x < names.size(); ++x) {
    for (std::size_t y = 0; y < names.size(); ++y) {
      if (x != y && found(names[x], names[y])) return true;
    }
  }
  return false;
}

template <typename Fates>
bool may_vanish(const Fates& fates) {
  return std::all_of(fates.begin(), fates.end(), [](const auto& fate) { return fate.may_vanish; });
}

template <typename Fates>
bool is_lost(const Fates& fates) {
  return std::any_of(fates.begin(), fates.end(), [](const auto& fate) { return fate.is_lost(); });
}

}  // namespace

Joining::Joining(const Network& network, std::size_t names)
    : network_(network),
      names_(names),
      group_of_leaf_(network.leaves.size(), nobody),
      around_(network.groups.size(), nobody),
      depth_(network.groups.size(), 0) {
  std::vector<std::uint32_t> waiting = {network.root};
  while (!waiting.empty()) {
    const std::uint32_t group = waiting.back();
    waiting.pop_back();
    for (const Child& child : network.groups[group].children) {
      if (child.leaf) {
        group_of_leaf_[child.index] = group;
        continue;
      }
      around_[child.index] = group;
      depth_[child.index] = depth_[group] + 1;
      waiting.push_back(child.index);
    }
  }
}

bool Joining::Fate::is_lost() const {
  return !may_vanish && std::none_of(names.begin(), names.end(), [](bool is) { return is; });
}

/// What one operator makes of actions, whatever else takes part.
void Joining::pass(const NameOperator& op, Fates& fates) {
  for (Fate& fate : fates) {
    std::vector<bool> after = fate.names;
    std::vector<bool> allowed(op.kind == ProcKind::allow ? after.size() : 0, false);
    for (const NameRule& rule : op.names) {
      for (const ActName name : rule.from) {
        if (op.kind == ProcKind::allow) allowed[name.value] = true;
        if (!fate.names[name.value]) continue;
        if (op.kind == ProcKind::block || op.kind == ProcKind::hide || op.kind == ProcKind::rename)
          after[name.value] = false;
        fate.may_vanish = fate.may_vanish || op.kind == ProcKind::hide;
      }
    }
    for (const NameRule& rule : op.names) {
      if (op.kind != ProcKind::comm && op.kind != ProcKind::rename) continue;
      const bool takes_part =
          std::any_of(rule.from.begin(), rule.from.end(), [&](ActName name) { return fate.names[name.value]; });
      if (takes_part) after[rule.to.value] = true;
    }
    for (std::size_t n = 0; n < allowed.size(); ++n) after[n] = after[n] && allowed[n];
    fate.names = std::move(after);
  }
}

/// What comes out of the groups around it, up to `group` without it.
Joining::Fates Joining::within(const Shape& shape, std::uint32_t group) const {
  Fates fates(shape.names.size());
  for (std::size_t a = 0; a < fates.size(); ++a) {
    fates[a].names.assign(names_, false);
    fates[a].names[shape.names[a].value] = true;
  }
  for (std::uint32_t inner = shape.group; inner != group; inner = around_[inner]) {
    for (const NameOperator& op : network_.groups[inner].operators) pass(op, fates);
  }
  return fates;
}

void Joining::communicate(const NameOperator& op, const Fates& a, const Fates& b, Ways& ways) {
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      const bool meet = std::any_of(op.names.begin(), op.names.end(), [&](const NameRule& rule) {
        return any_two(rule.from, [&](ActName x, ActName y) { return a[i].names[x.value] && b[j].names[y.value]; });
      });
      if (meet) ways.equal.emplace_back(i, j);
    }
  }
}

bool Joining::allows_both(const NameOperator& op, const Fates& a, const Fates& b) {
  return std::any_of(op.names.begin(), op.names.end(), [&](const NameRule& rule) {
    return any_two(rule.from, [&](ActName x, ActName y) { return some_is(a, x) && some_is(b, y); });
  });
}

Joining::Ways Joining::compare(const Shape& one, const Shape& other) const {
  std::uint32_t p = one.group, q = other.group;
  while (p != q) {
    std::uint32_t& inner = depth_[p] >= depth_[q] ? p : q;
    inner = around_[inner];
  }
  Fates a = within(one, p), b = within(other, p);
  Ways ways;
  for (std::uint32_t group = p; group != nobody; group = around_[group]) {
    for (const NameOperator& op : network_.groups[group].operators) {
      if (is_lost(a) || is_lost(b)) return ways;
      if (op.kind == ProcKind::comm) communicate(op, a, b, ways);
      // Behind it nothing more is known: operators farther out may let less through, never more.
      if (op.kind == ProcKind::allow) {
        ways.always = may_vanish(a) || may_vanish(b) || allows_both(op, a, b);
        return ways;
      }
      pass(op, a);
      pass(op, b);
    }
  }
  ways.always = !is_lost(a) && !is_lost(b);
  return ways;
}

std::uint32_t Joining::shape_of(std::uint32_t leaf, std::span<const KnownAction> actions) {
  Shape shape{group_of_leaf_[leaf], {}};
  for (const KnownAction& action : actions) shape.names.push_back(action.name);
  return shapes_.try_emplace(std::move(shape), static_cast<std::uint32_t>(shapes_.size())).first->second;
}

void Joining::compare_shapes() {
  ways_.assign(shapes_.size(), std::vector<Ways>(shapes_.size()));
  for (const auto& [one, number] : shapes_) {
    poll_stop();
    for (const auto& [other, other_number] : shapes_) ways_[number][other_number] = compare(one, other);
  }
}

bool Joining::may_join(std::uint32_t shape, std::span<const KnownAction> actions, std::uint32_t other_shape,
                       std::span<const KnownAction> others) const {
  const Ways& ways = ways_[shape][other_shape];
  return ways.always || std::any_of(ways.equal.begin(), ways.equal.end(), [&](const auto& pair) {
           return actions[pair.first].may_equal(others[pair.second]);
         });
}

bool Joining::must_communicate(std::uint32_t leaf, ActName name) const {
  std::vector<bool> alone(names_, false);
  alone[name.value] = true;
  for (std::uint32_t group = group_of_leaf_[leaf]; group != nobody; group = around_[group]) {
    for (const NameOperator& op : network_.groups[group].operators) {
      if (op.kind == ProcKind::hide || op.kind == ProcKind::rename) return false;
      if (op.kind != ProcKind::block && op.kind != ProcKind::allow) continue;
      const bool named = std::any_of(op.names.begin(), op.names.end(), [&](const NameRule& rule) {
        return std::find(rule.from.begin(), rule.from.end(), name) != rule.from.end();
      });
      if (named == (op.kind == ProcKind::block)) return true;
    }
  }
  return false;
}

}  // namespace quotient::mcrl2
