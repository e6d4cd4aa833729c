#include "search/orbit_tally.hpp"

namespace quotient {

namespace {

/// Returns nullopt unless the text consists of digits.
std::optional<BigNumber> read_number(const std::string& digits) {
  if (digits.empty()) return std::nullopt;
  BigNumber number;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number *= 10U;
    number += BigNumber(static_cast<std::uint64_t>(digit - '0'));
  }
  return number;
}

}  // namespace

OrbitTally::OrbitTally(std::span<const std::unique_ptr<KeyFunction>> key_functions, std::uint64_t states)
    : states_(key_functions.empty() ? states : 0) {
  for (const auto& key_function : key_functions) {
    const std::optional<BigNumber> counted = key_function->represented();
    if (!counted) {
      states_.reset();
      return;
    }
    *states_ += *counted;
  }
}

void OrbitTally::merge(const OrbitTally& other) {
  if (states_ && other.states_) {
    *states_ += *other.states_;
  } else {
    states_.reset();
  }
}

void OrbitTally::save(SegmentWriter& out) const {
  const std::string digits = text();
  out.put_bytes({reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size()});
}

void OrbitTally::load(SegmentReader& in) {
  constexpr std::uint64_t most_digits = 1U << 16;  // reading takes time that grows with their square
  const std::vector<std::uint8_t> digits = in.get_bytes(most_digits);
  states_ = read_number(std::string(digits.begin(), digits.end()));
  if (!states_ && !digits.empty()) in.fail("holds a number that cannot be true");
}

}  // namespace quotient
