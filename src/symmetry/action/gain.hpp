#pragma once

#include <fmt/format.h>
#include <string>

#include "symmetry/group/big_number.hpp"

namespace quotient {

/// What is gained where a part of a model does not break symmetry: the order of the group is then that of `then`
/// instead of `now`. "; without this, up to 6 times fewer states", or nothing where the numbers are too large to mean
/// something.
inline std::string gain_in_words(const BigNumber& now, const BigNumber& then) {
  const auto less = now.to_word(), more = then.to_word();
  if (!less || !more || *more / *less < 2) return "";
  return fmt::format("; without this, up to {} times fewer states", *more / *less);
}

}  // namespace quotient
