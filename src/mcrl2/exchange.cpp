#include <algorithm>

#include "mcrl2/combine.hpp"

namespace quotient::mcrl2 {

/// Adds what an open offer knows of the arguments; false where it is something else than others know.
bool Combiner::join(Exchange& so_far, std::uint32_t child, const OpenOffer& offer) {
  const auto sorts_of = [&](ActId action) -> const std::vector<SortId>& {
    return model_.spec.actions[action.value].arguments;
  };
  if (so_far.action && sorts_of(*so_far.action) != sorts_of(offer.action)) return false;
  const auto settled = locals_.settled(*views_[child], offer);
  if (!so_far.action) {
    so_far.action = offer.action;
    so_far.first = {views_[child], offer};
    so_far.arguments.assign(settled.size(), std::nullopt);
  }
  for (std::size_t i = 0; i < settled.size(); ++i) {
    if (so_far.arguments[i] && settled[i] && *so_far.arguments[i] != *settled[i]) return false;
    if (settled[i]) so_far.arguments[i] = settled[i];
  }
  so_far.children.push_back(child);
  return true;
}

/// A communication in which nobody knows all arguments, but each argument is known by somebody: in all ways to have its
/// names done by open offers of different children. Throws where an argument stays unknown.
void Combiner::exchange(Exchange& so_far, bool ordered) {
  if (so_far.children.size() == so_far.names.size()) {
    std::vector<Value> arguments;
    for (const auto& argument : so_far.arguments) {
      if (!argument) unbounded(*so_far.first.first, so_far.first.second);
      arguments.push_back(*argument);
    }
    const InstanceId instance = actions_.instance(*so_far.action, arguments);
    if (std::find(so_far.found.begin(), so_far.found.end(), instance) == so_far.found.end()) {
      so_far.found.push_back(instance);
    }
    return;
  }
  const std::size_t next_name = so_far.children.size();
  const ActName name = so_far.names[next_name];
  const auto free = [&](std::uint32_t child) {
    if (ordered ? position_[child] < so_far.from : used_[child] != 0) return false;
    return std::find(so_far.children.begin(), so_far.children.end(), child) == so_far.children.end();
  };
  // All names that are left must have an open offer; else who knows the arguments has been asked elsewhere.
  for (std::size_t i = next_name; i < so_far.names.size(); ++i) {
    const bool offered = std::any_of(open_children_.begin(), open_children_.end(), [&](std::uint32_t child) {
      const auto& open = views_[child]->open;
      return free(child) &&
             std::any_of(open.begin(), open.end(), [&](const OpenOffer& o) { return o.name == so_far.names[i]; });
    });
    if (!offered) return;
  }
  // Of children that do the same, one order is enough.
  const bool again = next_name > 1 && so_far.names[next_name - 1] == name;
  for (const std::uint32_t child : open_children_) {
    if (!free(child) || (again && child < so_far.children.back())) continue;
    for (std::size_t o = 0; o < views_[child]->open.size(); ++o) {
      const OpenOffer offer = views_[child]->open[o];
      if (offer.name != name) continue;
      Exchange next = so_far;
      if (!join(next, child, offer)) continue;
      exchange(next, ordered);
      so_far.found = std::move(next.found);
    }
  }
}

}  // namespace quotient::mcrl2
