#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/steps/open_sums.hpp"

// Whether what others offer gives all values of an open sum. A sum is resolved if, whatever it takes part in, enough of
// its actions communicate with an action that is known: with a name that no open sum of others offers, or only resolved
// ones. Those that wait for each other may still know one argument each (exchange.cpp). What is left has infinitely
// many moves, for all we know: the search is not complete, and says so.

namespace quotient::mcrl2 {

bool OpenSums::does(const OpenSum& sum, ActName name) const {
  for (std::uint32_t p = 0; p < sum.summand->actions.size(); ++p) {
    if (name_at(sum, p) == name) return true;
  }
  return false;
}

bool OpenSums::does_besides(const OpenSum& sum, std::uint32_t position, ActName name) const {
  for (std::uint32_t p = 0; p < sum.summand->actions.size(); ++p) {
    if (p != position && name_at(sum, p) == name) return true;
  }
  return false;
}

/// By others.
bool OpenSums::offered_to(const OpenSum& sum, ActName name) const {
  const auto& row = offers_.by_name(name);
  return std::any_of(row.begin(), row.end(), [&](const auto& offer) { return offer.first != sum.child; }) ||
         std::any_of(sums_.begin(), sums_.end(),
                     [&](const OpenSum& other) { return other.child != sum.child && does(other, name); });
}

void OpenSums::unbounded(const OpenSum& sum) const {
  const Solver& solver = sum.summand->solver;
  throw EvaluationError{fmt::format("variable '{}' of sort {} has infinitely many values: neither a condition nor a "
                                    "communication bounds it",
                                    solver.names[solver.unbounded_variable],
                                    model_.spec.sorts.text(solver.sorts[solver.unbounded_variable])),
                        locals_.better_place(sum.summand->range, offers_.base(sum.child), sum.number), true};
}

/// Whether somebody else in this communication knows what the arguments are.
bool OpenSums::tells(const OpenSum& sum, const Together& together, std::uint32_t position) const {
  const ActName name = name_at(sum, position);
  bool itself = true;  // one of the names is the action that asks
  for (const ActName other : together) {
    if (itself && other == name) {
      itself = false;
      continue;
    }
    // The sum may do that action as well, and communicate with itself.
    if (does_besides(sum, position, other)) continue;
    const bool known = std::none_of(sums_.begin(), sums_.end(), [&](const OpenSum& open) {
      return !open.resolved && open.child != sum.child && does(open, other);
    });
    if (known) return true;
  }
  return false;
}

bool OpenSums::told(const OpenSum& sum, std::uint32_t position, std::span<const Together> groups) const {
  if (sum.all_agreed[position]) return true;
  const ActName name = name_at(sum, position);
  bool found = false;
  for (const auto& together : groups) {
    if (std::find(together.begin(), together.end(), name) == together.end()) continue;
    if (together.size() == 1 ? !told_outside(name) : !tells(sum, together, position)) return false;
    found = true;
  }
  if (!rules_.recipes.complete && !rules_.waits(name)) return told_outside(name);
  return found;
}

bool OpenSums::closes(const OpenSum& sum, std::span<const Together> groups) const {
  if (sum.closed_by_parts) return true;
  return std::any_of(sum.summand->closings.begin(), sum.summand->closings.end(), [&](const auto& closing) {
    return std::all_of(closing.positions.begin(), closing.positions.end(),
                       [&](std::uint32_t p) { return told(sum, p, groups); });
  });
}

/// Whether the recipe has room for all actions of the sum, and all others in it are offered.
bool OpenSums::fits(const OpenSum& sum, const Recipe& recipe) const {
  Together left;
  for (const auto& together : recipe) left.insert(left.end(), together.begin(), together.end());
  for (std::uint32_t p = 0; p < sum.summand->actions.size(); ++p) {
    const auto slot = std::find(left.begin(), left.end(), name_at(sum, p));
    if (slot == left.end()) return false;
    left.erase(slot);
  }
  return std::all_of(left.begin(), left.end(), [&](ActName name) { return offered_to(sum, name); });
}

/// The same where recipes are not listed.
bool OpenSums::may_move(const OpenSum& sum) const {
  for (std::uint32_t p = 0; p < sum.summand->actions.size(); ++p) {
    const ActName name = name_at(sum, p);
    if (rules_.fates.dead[name.value] != 0) return false;
    const auto& rules = rules_.communications[name.value];
    const bool partners = std::any_of(rules.begin(), rules.end(), [&](const Together& together) {
      return std::all_of(together.begin(), together.end(),
                         [&](ActName other) { return does(sum, other) || offered_to(sum, other); });
    });
    if (rules_.waits(name) && !partners) return false;
  }
  return true;
}

bool OpenSums::resolved(const OpenSum& sum) const {
  if (rules_.recipes.complete) {
    return std::all_of(rules_.recipes.rows.begin(), rules_.recipes.rows.end(),
                       [&](const auto& recipe) { return !fits(sum, recipe) || closes(sum, recipe); });
  }
  if (!may_move(sum)) return true;
  std::vector<Together> groups;
  for (std::uint32_t p = 0; p < sum.summand->actions.size(); ++p) {
    const auto& rules = rules_.communications[name_at(sum, p).value];
    groups.insert(groups.end(), rules.begin(), rules.end());
  }
  return closes(sum, groups);
}

bool OpenSums::resolve_more() {
  bool all = false;
  for (bool more = true; more && !all;) {
    more = false;
    all = true;
    for (OpenSum& sum : sums_) {
      if (sum.resolved) continue;
      sum.resolved = resolved(sum);
      more = more || sum.resolved;
      all = all && sum.resolved;
    }
  }
  return all;
}

void OpenSums::resolve() {
  if (resolve_more()) return;
  for (const bool ranges : {false, true}) {
    with_ranges_ = ranges;
    for (OpenSum& sum : sums_) {
      if (!sum.resolved) agree(sum);
    }
    if (resolve_more()) return;
  }
  for (const OpenSum& sum : sums_) {
    if (!sum.resolved) unbounded(sum);
  }
}

}  // namespace quotient::mcrl2
