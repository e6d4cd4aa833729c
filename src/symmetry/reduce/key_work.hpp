#pragma once

#include <cstdint>

namespace quotient {

/// A key function that counts what it does. The count is the same for the same states in the same order, whatever code
/// does it, so that what is decided by it does not depend on the machine.
class CountsPasses {
 public:
  virtual ~CountsPasses() = default;
  /// How often a state was gone through so far: read, coloured or permuted once.
  virtual std::uint64_t passes() const = 0;
};

}  // namespace quotient
