#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quotient {

/// How many elements a set has that the text leaves open.
struct AssumedSize {
  std::string set;
  std::uint64_t size = 0;
  std::string reason;  // who said so
  /// If it was assumed: another size that the text allows.
  std::optional<std::uint64_t> other = std::nullopt;
};

struct AssumedIntegers {
  std::int64_t least = 0, most = 0;
};

/// For what a verdict holds: what the text of a model leaves open, and was chosen.
struct Assumptions {
  std::vector<AssumedSize> sizes;
  std::optional<AssumedIntegers> integers;
};

}  // namespace quotient
