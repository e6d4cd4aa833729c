#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "search/store/state_coder.hpp"

namespace quotient {

// How codes stand in records. There are few sizes, so that each is copied at once.

/// Of a hash 48 bits are kept: of a thousand million states one in 560,000 is then expected to be taken for another
/// (n / 2^49).
inline constexpr std::size_t compact_code_bytes = 6;

template <typename Copy>
[[gnu::always_inline]] inline void for_code_bytes(std::size_t bytes, Copy copy) {
  switch (bytes) {
    case compact_code_bytes:
      return copy(std::integral_constant<std::size_t, compact_code_bytes>());
    case 8:
      return copy(std::integral_constant<std::size_t, 8>());
    case 16:
      return copy(std::integral_constant<std::size_t, 16>());
    default:
      return copy(std::integral_constant<std::size_t, sizeof(Code)>());
  }
}

inline Code code_in(const std::uint8_t* record, std::size_t bytes) {
  Code code;
  for_code_bytes(bytes, [&](auto size) { std::memcpy(&code, record, size); });
  return code;
}

/// Of a record of the same kind, so that what it has no room for is 0.
[[gnu::always_inline]] inline bool holds_code(const std::uint8_t* record, std::size_t bytes, const Code& code) {
  bool same = false;
  for_code_bytes(bytes, [&](auto size) { same = std::memcmp(record, &code, size) == 0; });
  return same;
}

inline void write_code(const Code& code, std::uint8_t* record, std::size_t bytes) {
  for_code_bytes(bytes, [&](auto size) { std::memcpy(record, &code, size); });
}

}  // namespace quotient
