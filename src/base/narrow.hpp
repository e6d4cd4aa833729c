#pragma once

#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/ensure.hpp"

/// The one way in which a number becomes narrower, wherever a model or a file can make it large. A plain cast keeps the
/// lowest bits in silence, and what is then checked is another model.
namespace quotient {

/// For numbers of our own (indices into tables in memory): not to fit is a mistake of ours.
template <typename To, typename From>
constexpr To narrow(From value, CodePlace where = CodePlace::current()) {
  ensure(std::in_range<To>(value), "a number does not fit where it is kept", where);
  return static_cast<To>(value);
}

/// For numbers that come from a text: where there are more of something than we have room for, an error at that place.
/// `what` completes "255 is the greatest number of …". Returns 0 then.
template <typename To, typename From>
To narrow(From value, SourceRange range, std::string_view what, Diagnostics& diagnostics,
          To greatest = std::numeric_limits<To>::max()) {
  if (std::cmp_less_equal(value, greatest) && std::in_range<To>(value)) return static_cast<To>(value);
  diagnostics.error(range, fmt::format("{} is the greatest number of {}, here are {}", greatest, what, value));
  return 0;
}

}  // namespace quotient
