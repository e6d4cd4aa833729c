#pragma once

#include <cstdint>

namespace quotient {

/// A small pseudo-random source (SplitMix64). The standard's distributions differ between libraries; this gives the
/// same numbers for the same seed everywhere, which "deterministic" in our promises needs.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  /// Uniform in 0 … bound-1; bound must not be 0. Rejection keeps it exactly uniform.
  std::uint32_t below(std::uint32_t bound) {
    const std::uint32_t least = (0U - bound) % bound;
    while (true) {
      const std::uint64_t product = (next() >> 32) * bound;
      if (static_cast<std::uint32_t>(product & 0xffffffffU) >= least) return static_cast<std::uint32_t>(product >> 32);
    }
  }

  bool coin() { return (next() >> 63) != 0; }

 private:
  std::uint64_t state_;
};

}  // namespace quotient
