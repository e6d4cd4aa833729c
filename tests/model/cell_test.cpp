#include "model/cell.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

std::int32_t kept(CellType type, std::int32_t value) {
  std::uint8_t cell[4] = {0xee, 0xee, 0xee, 0xee};
  store_cell(cell, type, value);
  for (std::uint32_t k = type.size(); k < 4; ++k) EXPECT_EQ(cell[k], 0xee) << "wrote beyond the cell";
  return load_cell(cell, type.kind);
}

TEST(Cell, TruncatesAsCDoes) {
  EXPECT_EQ(kept({CellKind::bit, 1}, 2), 0);
  EXPECT_EQ(kept({CellKind::bit, 1}, 3), 1);
  EXPECT_EQ(kept({CellKind::byte, 8}, 256), 0);
  EXPECT_EQ(kept({CellKind::byte, 8}, -1), 255);
  EXPECT_EQ(kept({CellKind::short_integer, 16}, 40000), 40000 - 65536);
  EXPECT_EQ(kept({CellKind::integer, 32}, -5), -5);
  EXPECT_EQ(kept({CellKind::unsigned_8, 3}, 9), 1);
  EXPECT_EQ(kept({CellKind::unsigned_16, 12}, 4097), 1);
  EXPECT_EQ(kept({CellKind::unsigned_32, 20}, (1 << 20) + 7), 7);
}

TEST(Cell, TypesSurvivePacking) {
  for (const CellType type : {CellType{CellKind::bit, 1}, CellType{CellKind::unsigned_16, 13}}) {
    EXPECT_EQ(unpack(pack(type)), type);
  }
}

}  // namespace
}  // namespace quotient
