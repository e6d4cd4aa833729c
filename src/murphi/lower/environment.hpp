#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "murphi/check/model.hpp"

namespace quotient::murphi {

struct Binding;
/// What parameters, aliases and loop variables stand for where code is written.
using Environment = std::map<const Symbol*, Binding>;
using SharedEnvironment = std::shared_ptr<const Environment>;

/// A place in the state: a variable or a part of one.
struct Place {
  /// An index that is known only when it runs.
  struct Step {
    const Expression* index = nullptr;  // computed in `env`, or else
    std::int64_t held_at = 0;           // a local cell holds it,
    const Type* held_as = nullptr;      // of this type
    SharedEnvironment env;
    const Type* of = nullptr;  // the index of the array
    std::int64_t stride = 0;
  };
  bool local = false;
  std::int64_t offset = 0;
  std::uint32_t leaf = 0;  // see leaf_count
  const Type* type = nullptr;
  std::vector<Step> steps;

  bool is_fixed() const { return steps.empty(); }
};

struct Binding {
  std::optional<std::int64_t> value;       // a constant, or else
  std::optional<Place> place;              // a place, or else
  const Expression* expression = nullptr;  // this, computed anew each time in `env`
  SharedEnvironment env;
};

}  // namespace quotient::murphi
