#pragma once

#include <optional>
#include <vector>

#include "mcrl2/process/model.hpp"
#include "mcrl2/steps/recipes.hpp"

namespace quotient::mcrl2 {

/// What the operators of one group mean for the actions of its children, whatever the state. Immutable.
struct GroupRules {
  GroupRules(const Model& model, const Group& group);

  bool waits(ActName name) const { return fates.waiting[name.value] != 0; }

  Recipes recipes;
  bool overlapping = false;  // recipes may find a combination twice
  NameFates fates;
  // By name: the communications that it takes part in, and the names that others do in them.
  std::vector<std::vector<Together>> communications;
  std::vector<std::vector<ActName>> partners;
  std::vector<std::uint8_t> alone;                   // by name: it may get through without a communication
  std::vector<std::optional<ActName>> outside;       // by name: what it is called around; none: hidden
  std::vector<std::vector<std::uint8_t>> alphabets;  // by child, then name: it may do this; empty for leaves

 private:
  void note_overlaps();
  void list_communications(std::size_t names);
  void add_communication(const Together& together);
  void name_outside(const Group& group, std::size_t names);
};

}  // namespace quotient::mcrl2
