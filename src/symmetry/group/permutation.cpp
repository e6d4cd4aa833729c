#include "symmetry/group/permutation.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

namespace quotient {

namespace {

bool is_bijection(std::span<const Point> images) {
  std::vector<bool> hit(images.size());
  for (const Point y : images) {
    if (y >= images.size() || hit[y]) return false;
    hit[y] = true;
  }
  return true;
}

/// Calls `visit` with the length of every cycle, also of those of one point.
template <typename Visit>
void for_each_cycle_length(std::span<const Point> images, Visit visit) {
  std::vector<bool> seen(images.size());
  for (Point start = 0; start < images.size(); ++start) {
    std::uint32_t length = 0;
    for (Point x = start; !seen[x]; x = images[x]) {
      seen[x] = true;
      ++length;
    }
    if (length > 0) visit(length);
  }
}

}  // namespace

Permutation Permutation::identity(std::size_t degree) {
  std::vector<Point> images(degree);
  std::iota(images.begin(), images.end(), Point{0});
  return {std::move(images), Trusted{}};
}

Permutation::Permutation(std::vector<Point> images) : images_(std::move(images)) {
  ensure(is_bijection(images_), "a permutation must be a bijection");
}

std::optional<Permutation> Permutation::from_images(std::vector<Point> images) {
  if (!is_bijection(images)) return std::nullopt;
  return Permutation(std::move(images), Trusted{});
}

Permutation Permutation::from_cycles(std::size_t degree, std::span<const std::vector<Point>> cycles) {
  Permutation result = identity(degree);
  for (const std::vector<Point>& cycle : cycles) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      ensure(cycle[i] < degree, "a cycle names a point beyond the degree");
      result.images_[cycle[i]] = cycle[i + 1 < cycle.size() ? i + 1 : 0];
    }
  }
  ensure(is_bijection(result.images_), "cycles must be disjoint");
  return result;
}

Permutation Permutation::transposition(std::size_t degree, Point a, Point b) {
  ensure(a < degree && b < degree, "a transposition names a point beyond the degree");
  Permutation result = identity(degree);
  std::swap(result.images_[a], result.images_[b]);
  return result;
}

bool Permutation::is_identity() const {
  for (Point x = 0; x < images_.size(); ++x) {
    if (images_[x] != x) return false;
  }
  return true;
}

bool Permutation::is_even() const {
  bool even = true;
  for_each_cycle_length(images_, [&](std::uint32_t length) { even ^= length % 2 == 0; });
  return even;
}

BigNumber Permutation::order() const {
  // The least common multiple of the cycle lengths, from the highest power of each prime in any of them: for some
  // permutations of a few hundred points it does not fit into 64 bits.
  std::map<std::uint32_t, std::uint32_t> highest_power;
  const auto note = [&](std::uint32_t prime, std::uint32_t prime_power) {
    std::uint32_t& known = highest_power[prime];
    known = std::max(known, prime_power);
  };
  for_each_cycle_length(images_, [&](std::uint32_t rest) {
    for (std::uint32_t prime = 2; prime <= rest / prime; ++prime) {
      std::uint32_t prime_power = 1;
      for (; rest % prime == 0; rest /= prime) prime_power *= prime;
      if (prime_power > 1) note(prime, prime_power);
    }
    if (rest > 1) note(rest, rest);
  });
  BigNumber result = 1;
  for (const auto& [prime, prime_power] : highest_power) result *= prime_power;
  return result;
}

std::vector<std::vector<Point>> Permutation::cycles() const {
  std::vector<std::vector<Point>> result;
  std::vector<bool> seen(images_.size());
  for (Point start = 0; start < images_.size(); ++start) {
    if (seen[start] || images_[start] == start) continue;
    std::vector<Point>& cycle = result.emplace_back();
    for (Point x = start; !seen[x]; x = images_[x]) {
      seen[x] = true;
      cycle.push_back(x);
    }
  }
  return result;
}

Permutation Permutation::then(const Permutation& next) const {
  poll_stop();
  ensure(degree() == next.degree(), "composed permutations must have the same degree");
  std::vector<Point> images(images_.size());
  for (Point x = 0; x < images.size(); ++x) images[x] = next.images_[images_[x]];
  return {std::move(images), Trusted{}};
}

Permutation Permutation::inverse() const {
  std::vector<Point> images(images_.size());
  for (Point x = 0; x < images.size(); ++x) images[images_[x]] = x;
  return {std::move(images), Trusted{}};
}

Permutation Permutation::power(std::int64_t exponent) const {
  // Each point moves along its own cycle, so the exponent only counts modulo the cycle's length.
  Permutation result = identity(degree());
  for (const std::vector<Point>& cycle : cycles()) {
    const auto length = static_cast<std::int64_t>(cycle.size());
    const auto shift = static_cast<std::size_t>((exponent % length + length) % length);
    for (std::size_t i = 0; i < cycle.size(); ++i) result.images_[cycle[i]] = cycle[(i + shift) % cycle.size()];
  }
  return result;
}

Permutation Permutation::conjugated_by(const Permutation& g) const {
  ensure(degree() == g.degree(), "conjugated permutations must have the same degree");
  std::vector<Point> images(images_.size());
  for (Point x = 0; x < images.size(); ++x) images[g.images_[x]] = g.images_[images_[x]];
  return {std::move(images), Trusted{}};
}

}  // namespace quotient
