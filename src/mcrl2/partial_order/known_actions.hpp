#pragma once

#include <optional>
#include <vector>

#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/process/model.hpp"

namespace quotient::mcrl2 {

/// An action with the arguments that it has in every state; nothing where they differ, or are not known.
struct KnownAction {
  ActName name;
  std::vector<SortId> sorts;
  std::vector<std::optional<Value>> arguments;

  /// Whether the arguments of both can be equal.
  bool may_equal(const KnownAction& other) const;
};

/// The actions of the summands of each component, by component, then the number of the location in its type, then
/// summand. Variables that a component hands on to itself unchanged keep the values that it begins with. The values are
/// the evaluator's.
using KnownActions = std::vector<std::vector<std::vector<std::vector<KnownAction>>>>;
KnownActions known_actions(const Model& model, Evaluator& evaluator);

}  // namespace quotient::mcrl2
