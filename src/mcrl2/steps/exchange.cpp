#include <algorithm>

#include "mcrl2/steps/open_sums.hpp"

namespace quotient::mcrl2 {

/// Looks for actions that open sums can agree on, for each action of this one.
void OpenSums::agree(OpenSum& sum) {
  for (std::uint32_t p = 0; p < sum.summand->actions.size(); ++p) {
    const OpenOffer& own = sum.offers[p];
    const auto& communications = rules_.communications[own.name.value];
    bool all = !communications.empty();
    bool enough = all;  // all ways, or enough of their arguments
    for (const Together& together : communications) {
      Exchange exchanged;
      exchanged.names = together;
      const auto first = std::find(exchanged.names.begin(), exchanged.names.end(), own.name);
      std::rotate(exchanged.names.begin(), first, first + 1);
      std::sort(exchanged.names.begin() + 1, exchanged.names.end());
      // With itself it has infinitely many ways to communicate.
      const bool itself = std::any_of(exchanged.names.begin() + 1, exchanged.names.end(),
                                      [&](ActName other) { return does_besides(sum, p, other); });
      all = all && !itself;
      enough = enough && !itself;
      if (!join(exchanged, sum.child, own)) continue;
      exchange(exchanged);
      all = all && exchanged.unfinished.empty();
      for (const auto& arguments : exchanged.unfinished) enough = add_part(sum, p, arguments) && enough;
      sum.agreed[p].insert(sum.agreed[p].end(), exchanged.found.begin(), exchanged.found.end());
    }
    // One that is let through alone as well is bounded by nobody.
    const bool alone = rules_.recipes.complete ? std::any_of(rules_.recipes.rows.begin(), rules_.recipes.rows.end(),
                                                             [&](const auto& recipe) {
                                                               return std::find(recipe.begin(), recipe.end(),
                                                                                Together{own.name}) != recipe.end() &&
                                                                      fits(sum, recipe);
                                                             })
                                               : !rules_.waits(own.name);
    sum.all_agreed[p] = all && !alone;
    // What is known in full is taken by the closing for this action alone.
    const bool closes_alone = std::any_of(sum.summand->closings.begin(), sum.summand->closings.end(),
                                          [&](const auto& c) { return c.positions == std::vector<std::uint32_t>{p}; });
    sum.closed_by_parts = sum.closed_by_parts || (enough && !alone && closes_alone);
  }
}

/// Where the arguments that are known are enough for the sum to bound the others.
bool OpenSums::add_part(OpenSum& sum, std::uint32_t position,
                        const std::vector<std::optional<Value>>& arguments) const {
  const auto& closings = sum.summand->part_closings;
  for (std::uint32_t c = 0; c < closings.size(); ++c) {
    const auto& needed = closings[c].arguments;
    if (closings[c].position != position) continue;
    if (!std::all_of(needed.begin(), needed.end(), [&](std::uint32_t i) { return arguments[i].has_value(); })) continue;
    OpenSum::Part part{c, {}};
    for (const std::uint32_t i : needed) part.arguments.push_back(*arguments[i]);
    sum.parts.push_back(std::move(part));
    return true;
  }
  return false;
}

/// Adds what an open offer knows of the arguments; false where it is something else than others know.
bool OpenSums::join(Exchange& so_far, std::uint32_t child, const OpenOffer& offer) {
  const auto sorts_of = [&](ActId action) -> const std::vector<SortId>& {
    return model_.spec.actions[action.value].arguments;
  };
  if (so_far.action && sorts_of(*so_far.action) != sorts_of(offer.action)) return false;
  const auto& settled = offer.settled;
  if (!so_far.action) {
    so_far.action = offer.action;
    so_far.arguments.assign(settled.size(), std::nullopt);
    so_far.ranges.assign(settled.size(), nullptr);
  }
  for (std::size_t i = 0; i < settled.size(); ++i) {
    if (so_far.arguments[i] && settled[i] && *so_far.arguments[i] != *settled[i]) return false;
    if (settled[i]) so_far.arguments[i] = settled[i];
    if (!with_ranges_ || settled[i]) continue;
    const auto& values = locals_.argument_range(offers_.base(child), offer, static_cast<std::uint32_t>(i));
    if (values && (so_far.ranges[i] == nullptr || values->size() < so_far.ranges[i]->size())) {
      so_far.ranges[i] = &*values;
    }
  }
  so_far.children.push_back(child);
  return true;
}

/// Notes the ways to choose the arguments from `from` on that are not known, but have a range.
void OpenSums::agreed_on(Exchange& so_far, std::vector<std::optional<Value>>& arguments, std::size_t from) {
  while (from < arguments.size() && (arguments[from] || so_far.ranges[from] == nullptr)) ++from;
  if (from < arguments.size()) {
    for (const Value value : *so_far.ranges[from]) {
      arguments[from] = value;
      agreed_on(so_far, arguments, from + 1);
    }
    arguments[from].reset();
    return;
  }
  locals_.heed_stop();
  std::vector<Value> known;
  for (const auto& argument : arguments) {
    if (!argument) {
      so_far.unfinished.push_back(arguments);
      return;
    }
    known.push_back(*argument);
  }
  const InstanceId instance = actions_.instance(*so_far.action, known);
  if (std::find(so_far.found.begin(), so_far.found.end(), instance) == so_far.found.end()) {
    so_far.found.push_back(instance);
  }
}

/// A communication in which nobody knows all arguments, but each argument is known by somebody: in all ways to have its
/// names done by open offers of different children.
void OpenSums::exchange(Exchange& so_far) {
  if (so_far.children.size() == so_far.names.size()) {
    std::vector<std::optional<Value>> arguments = so_far.arguments;
    agreed_on(so_far, arguments, 0);
    return;
  }
  const std::size_t next_name = so_far.children.size();
  const ActName name = so_far.names[next_name];
  // Of children that do the same, one order is enough.
  const bool again = next_name > 1 && so_far.names[next_name - 1] == name;
  for (const std::uint32_t child : open_children_) {
    if (std::find(so_far.children.begin(), so_far.children.end(), child) != so_far.children.end()) continue;
    if (again && child < so_far.children.back()) continue;
    for (const OpenOffer& offer : offers_.base(child).open) {
      if (offer.name != name) continue;
      Exchange next = so_far;
      if (!join(next, child, offer)) continue;
      exchange(next);
      so_far.found = std::move(next.found);
      so_far.unfinished = std::move(next.unfinished);
    }
  }
}

}  // namespace quotient::mcrl2
