#include "native/cells.hpp"

#include <fmt/format.h>

namespace quotient::native {

namespace {

std::uint32_t mask(CellType type) { return type.bits >= 32 ? ~0U : (1U << type.bits) - 1U; }

}  // namespace

std::string number_text(std::int32_t value) {
  return value == INT32_MIN ? "(-2147483647-1)" : value < 0 ? fmt::format("({})", value) : fmt::format("{}", value);
}

std::string load_text(CellKind kind, const std::string& at) {
  switch (kind) {
    case CellKind::bit:
    case CellKind::byte:
    case CellKind::unsigned_8:
      return fmt::format("(i32)*({})", at);
    case CellKind::short_integer:
      return fmt::format("(i32)*(const s16u*)({})", at);
    case CellKind::unsigned_16:
      return fmt::format("(i32)*(const u16u*)({})", at);
    case CellKind::integer:
    case CellKind::unsigned_32:
      return fmt::format("*(const i32u*)({})", at);
  }
  return {};
}

std::string store_text(CellType type, const std::string& at, const std::string& value) {
  switch (type.kind) {
    case CellKind::bit:
      return fmt::format("*({}) = (u8)(({}) & 1);", at, value);
    case CellKind::byte:
      return fmt::format("*({}) = (u8)({});", at, value);
    case CellKind::unsigned_8:
      return fmt::format("*({}) = (u8)((u32)({}) & {}u);", at, value, mask(type));
    case CellKind::short_integer:
      return fmt::format("*(u16u*)({}) = (u16)({});", at, value);
    case CellKind::unsigned_16:
      return fmt::format("*(u16u*)({}) = (u16)((u32)({}) & {}u);", at, value, mask(type));
    case CellKind::integer:
      return fmt::format("*(i32u*)({}) = {};", at, value);
    case CellKind::unsigned_32:
      return fmt::format("*(i32u*)({}) = (i32)((u32)({}) & {}u);", at, value, mask(type));
  }
  return {};
}

std::string truncated_text(CellType type, const std::string& value) {
  switch (type.kind) {
    case CellKind::bit:
      return fmt::format("(({}) & 1)", value);
    case CellKind::byte:
      return fmt::format("(i32)(u8)({})", value);
    case CellKind::short_integer:
      return fmt::format("(i32)(s16)({})", value);
    case CellKind::integer:
      return value;
    case CellKind::unsigned_8:
    case CellKind::unsigned_16:
    case CellKind::unsigned_32:
      return fmt::format("(i32)((u32)({}) & {}u)", value, mask(type));
  }
  return {};
}

}  // namespace quotient::native
