#include <algorithm>

#include "mcrl2/steps/open_sums.hpp"

// A sum inside of a group may get its values from outside: `allow({r}, P) || S`, where P does r(x) for any x and only S
// says which. The group around tells, if what communicates with r there is known: offered by processes, none of which
// has an open sum for it, or by groups that were asked before.

namespace quotient::mcrl2 {

bool OpenSums::told_outside(ActName name) const {
  const std::optional<ActName> outside = rules_.outside[name.value];
  return around_ && outside && around_->tells_inside(*outside);
}

/// Whether an action of this name that a child does, whatever its arguments, gets through only with arguments that are
/// known.
bool OpenSums::tells_inside(ActName name) const {
  if (rules_.alone[name.value] != 0 && !told_outside(name)) return false;
  const auto known = [&](ActName other) {
    for (std::uint32_t c = 0; c < group_.children.size(); ++c) {
      if (offers_.is_group(c)) {
        // The child itself may do both at once; what other groups do may not be known yet.
        if (rules_.alphabets[c][other.value] != 0 && !offers_.is_known(c)) return false;
        continue;
      }
      const auto& open = offers_.base(c).open;
      if (std::any_of(open.begin(), open.end(), [&](const OpenOffer& offer) { return offer.name == other; }))
        return false;
    }
    return true;
  };
  const auto& communications = rules_.communications[name.value];
  return std::all_of(communications.begin(), communications.end(), [&](Together together) {
    together.erase(std::find(together.begin(), together.end(), name));
    return std::any_of(together.begin(), together.end(), known);
  });
}

void OpenSums::candidates_outside(ActName name, std::vector<InstanceId>& out) const {
  const std::optional<ActName> outside = rules_.outside[name.value];
  if (!around_ || !outside) return;
  for (const ActName partner : around_->rules_.partners[outside->value]) {
    for (const auto& [child, named] : around_->offers_.by_name(partner)) {
      for (std::uint32_t o = named.begin; o < named.end; ++o)
        out.push_back(around_->offers_.view(child).offers[o].instance);
    }
  }
  if (around_->rules_.alone[outside->value] != 0) around_->candidates_outside(*outside, out);
}

}  // namespace quotient::mcrl2
