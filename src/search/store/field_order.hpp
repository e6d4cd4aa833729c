#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quotient {

/// A few of many states of one length, one behind the other.
struct StateSample {
  std::size_t length = 0;
  std::uint64_t of = 0;  // so many
  std::vector<std::uint8_t> bytes;

  std::size_t size() const { return length == 0 ? 0 : bytes.size() / length; }
  const std::uint8_t* state(std::size_t i) const { return bytes.data() + i * length; }
};

/// Which bytes to put side by side where states are cut in two, and again in two: those that tell much about one
/// another. A part of a state has fewer values then, and more states share it. `widths` are in bits; bytes of width 0
/// are left out. The order of the state itself where another is not better for the sample.
std::vector<std::uint32_t> order_by_dependence(const StateSample& sample, std::span<const std::uint8_t> widths);

/// How many different halves all the states have that this is a sample of, in this order, as far as can be estimated:
/// the number of those in the sample grows with some power of its size, and is taken to grow on like that.
double expected_parts(const StateSample& sample, std::span<const std::uint32_t> order,
                      std::span<const std::uint8_t> widths);

}  // namespace quotient
