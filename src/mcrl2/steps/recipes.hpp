#pragma once

#include <vector>

#include "mcrl2/process/network.hpp"

namespace quotient::mcrl2 {

/// Names that are done together with equal arguments: a communication, or one name alone.
using Together = std::vector<ActName>;
/// A multi-action of the children that gets through: a set of communications.
using Recipe = std::vector<Together>;

/// Which multi-actions of the children an `allow` can let through. `complete` is false where that cannot be listed;
/// then all combinations are tried.
struct Recipes {
  bool complete = false;
  std::vector<Recipe> rows;
};
Recipes recipes_of(const Group& group);

/// What becomes of names as the children of a group use them. By name: `waiting` ones get through only where they
/// communicate, `dead` ones never.
struct NameFates {
  std::vector<std::uint8_t> waiting;
  std::vector<std::uint8_t> dead;
  std::vector<NameRule> communications;
};
NameFates fates_of(const Group& group, std::size_t names);

}  // namespace quotient::mcrl2
