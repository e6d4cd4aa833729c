#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quotient::bmethod {

/// A set of its own elements: deferred, enumerated, or a set parameter of the machine.
struct GivenSet {
  std::string name;
  SourceRange range;
  bool enumerated = false;
  std::vector<std::string> elements;  // names; filled for deferred sets (Session1, …) once the size is known
  std::uint32_t size = 0;             // 0 while unknown
  bool assumed = false;               // the size: nobody said so, and the text allows others
};

/// How large a given set is, and who said so, ready to print.
struct SetSize {
  std::string name;
  std::uint32_t size = 0;
  std::string reason;
  bool deferred = true;
  /// Where nobody said so and the text allows others: one of these, a larger one if there is any.
  std::optional<std::uint32_t> other = std::nullopt;
};

/// How far integers go, and what one formula may cost.
struct Limits {
  std::int64_t min_int = -1;
  std::int64_t max_int = 3;
  std::uint64_t max_enumeration = std::uint64_t{1} << 24;  // values tried for one predicate
  std::uint64_t max_iterations = 100'000;                  // of one loop
  std::uint64_t patience = 4096;                           // values tried before the constraint solver is asked
  std::uint64_t max_steps = 0, max_initial = 0;            // of one operation in a state, of the beginning; 0: no limit
};

}  // namespace quotient::bmethod
