#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "process/partial_order/value_set.hpp"

namespace quotient {

inline void append_new(std::vector<std::uint32_t>& to, const std::vector<std::uint32_t>& from) {
  for (const std::uint32_t one : from) {
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
  }
}

/// A value on the stack while code runs on sets of values: a number, or the address of a cell.
struct AbstractValue {
  enum class Kind : std::uint8_t { number, global, local, elsewhere };
  Kind kind = Kind::number;
  ValueSet values;                    // of the number, or of the offset in the globals or in the record
  std::int32_t least = 0, most = -1;  // of the offset, where it is not among few
  /// Channels of whose state it speaks: whether there is room, or a message that matches. A statement that merely waits
  /// for that is one thing, code that goes another way without it reads the channel.
  std::vector<std::uint32_t> speaks_of = {};

  static AbstractValue number(ValueSet values) { return {Kind::number, std::move(values), 0, -1}; }
  static AbstractValue unknown() { return number(ValueSet::unknown()); }

  AbstractValue joined(const AbstractValue& other) const {
    if (kind != other.kind) return {Kind::elsewhere, ValueSet::unknown(), 0, -1};
    AbstractValue both{kind, values.joined(other.values), 0, -1, speaks_of};
    append_new(both.speaks_of, other.speaks_of);
    if (kind == Kind::number || both.values.is_known()) return both;
    both.least = std::min(first(), other.first());
    both.most = std::max(last(), other.last());
    return both;
  }
  std::int32_t first() const { return values.is_known() ? values.values().front() : least; }
  std::int32_t last() const { return values.is_known() ? values.values().back() : most; }

  friend bool operator==(const AbstractValue&, const AbstractValue&) = default;
};

}  // namespace quotient
