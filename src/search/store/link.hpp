#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "search/store/key_hash.hpp"
#include "search/store/state_id.hpp"

namespace quotient {

/// What a stored state remembers of how it was reached, in 32 bits: its parent; or, while the level is explored in
/// which it was found, the order of the parent. Of several parents the one counts whose order is least, so that which
/// of them is met first does not matter. Orders are short, so that two parents may have the same: the thread that finds
/// this gets `Store::Outcome::tied`, and the rest of the hash, or the states themselves, decide.
class Link {
 public:
  static constexpr unsigned most_order_bits = 31;

  Link() = default;  // of an initial state

  /// `no_state`: an initial state, whose link nothing comes before.
  static Link to(StateId parent) { return Link(parent == no_state ? none : local(parent)); }
  /// `bits`: of the hash; fewer than there is room for make ties, which tests want.
  static Link order(KeyHash parent, unsigned bits = most_order_bits) {
    const auto top = static_cast<std::uint32_t>(parent.value >> (64 - most_order_bits));
    const std::uint32_t kept = top >> (most_order_bits - bits) << (most_order_bits - bits);
    return Link(mark | std::min(kept, mark - 2));
  }
  static Link from_raw(std::uint32_t raw) { return Link(raw); }

  std::uint32_t raw() const { return raw_; }
  bool is_order() const { return raw_ >= mark && raw_ != none; }
  /// Whether it may come before that of a state, or be the same, whose link is not above `bound` unless it is a parent.
  bool may_lower(std::uint32_t bound) const { return is_order() && raw_ <= bound; }
  StateId parent() const { return raw_ == none ? no_state : StateId{raw_}; }
  friend bool operator==(Link, Link) = default;

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t mark = 1U << 31;

  explicit Link(std::uint32_t raw) : raw_(raw) {}
  std::uint32_t raw_ = none;
};

}  // namespace quotient
