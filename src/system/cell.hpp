#pragma once

#include <cstdint>
#include <cstring>

#include "system/program.hpp"

/// Reading and writing cells of a state. Cells are packed without padding, hence memcpy.
namespace quotient {

inline std::int32_t load_cell(const std::uint8_t* at, CellKind kind) {
  switch (kind) {
    case CellKind::bit:
    case CellKind::byte:
    case CellKind::unsigned_8:
      return *at;
    case CellKind::short_integer: {
      std::int16_t v;
      std::memcpy(&v, at, sizeof v);
      return v;
    }
    case CellKind::unsigned_16: {
      std::uint16_t v;
      std::memcpy(&v, at, sizeof v);
      return v;
    }
    case CellKind::integer:
    case CellKind::unsigned_32: {
      std::int32_t v;
      std::memcpy(&v, at, sizeof v);
      return v;
    }
  }
  return 0;
}

inline void store_cell(std::uint8_t* at, CellType type, std::int32_t value) {
  switch (type.kind) {
    case CellKind::bit:
      *at = static_cast<std::uint8_t>(value & 1);
      return;
    case CellKind::byte:
      *at = static_cast<std::uint8_t>(value);
      return;
    case CellKind::unsigned_8:
      *at = static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) & ((1U << type.bits) - 1U));
      return;
    case CellKind::short_integer:
    case CellKind::unsigned_16: {
      auto v = static_cast<std::uint16_t>(value);
      if (type.kind == CellKind::unsigned_16) v = static_cast<std::uint16_t>(v & ((1U << type.bits) - 1U));
      std::memcpy(at, &v, sizeof v);
      return;
    }
    case CellKind::integer:
    case CellKind::unsigned_32: {
      auto v = static_cast<std::uint32_t>(value);
      if (type.kind == CellKind::unsigned_32 && type.bits < 32) v &= (1U << type.bits) - 1U;
      std::memcpy(at, &v, sizeof v);
      return;
    }
  }
}

/// How many messages a queue holds. 0 for a rendezvous channel, which has no queue.
inline std::uint32_t queue_length(const std::uint8_t* queue, const ChannelKind& kind) {
  if (kind.capacity == 0) return 0;
  return kind.length_size() == 1 ? queue[0] : static_cast<std::uint32_t>(queue[0] | queue[1] << 8);
}
inline void set_queue_length(std::uint8_t* queue, const ChannelKind& kind, std::uint32_t length) {
  queue[0] = static_cast<std::uint8_t>(length);
  if (kind.length_size() == 2) queue[1] = static_cast<std::uint8_t>(length >> 8);
}

/// As an instruction carries it in its operand `a`.
inline std::uint16_t pack(CellType type) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(type.kind) | static_cast<unsigned>(type.bits) << 8);
}
inline CellType unpack(std::uint16_t packed) {
  return {static_cast<CellKind>(packed & 0xff), static_cast<std::uint8_t>(packed >> 8)};
}

}  // namespace quotient
