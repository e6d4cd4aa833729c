#pragma once

#include <cstdint>
#include <cstring>

/// The flat cells that states of processes and rules are made of: how they are stored, read and written. Cells are
/// packed without padding, hence memcpy.
namespace quotient {

/// How a cell of the state is stored. Loads widen to 32-bit integers, stores truncate as C does.
enum class CellKind : std::uint8_t { bit, byte, short_integer, integer, unsigned_8, unsigned_16, unsigned_32 };

struct CellType {
  CellKind kind = CellKind::byte;
  std::uint8_t bits = 8;  // unsigned_*: how many are kept

  std::uint32_t size() const {
    switch (kind) {
      case CellKind::bit:
      case CellKind::byte:
      case CellKind::unsigned_8:
        return 1;
      case CellKind::short_integer:
      case CellKind::unsigned_16:
        return 2;
      case CellKind::integer:
      case CellKind::unsigned_32:
        return 4;
    }
    return 0;
  }
  friend bool operator==(const CellType&, const CellType&) = default;
};

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

/// Numbers of 1, 2 or 4 bytes, the lowest byte first: what states hold of counts and control locations.
inline std::uint32_t read_number(const std::uint8_t* at, std::uint32_t bytes) {
  std::uint32_t value = at[0];
  if (bytes > 1) value |= static_cast<std::uint32_t>(at[1]) << 8;
  if (bytes > 2) value |= static_cast<std::uint32_t>(at[2]) << 16 | static_cast<std::uint32_t>(at[3]) << 24;
  return value;
}

inline void write_number(std::uint8_t* at, std::uint32_t bytes, std::uint32_t value) {
  at[0] = static_cast<std::uint8_t>(value);
  if (bytes > 1) at[1] = static_cast<std::uint8_t>(value >> 8);
  if (bytes > 2) {
    at[2] = static_cast<std::uint8_t>(value >> 16);
    at[3] = static_cast<std::uint8_t>(value >> 24);
  }
}

/// As an instruction carries it in its operand `a`.
inline std::uint16_t pack(CellType type) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(type.kind) | static_cast<unsigned>(type.bits) << 8);
}
inline CellType unpack(std::uint16_t packed) {
  return {static_cast<CellKind>(packed & 0xff), static_cast<std::uint8_t>(packed >> 8)};
}

}  // namespace quotient
