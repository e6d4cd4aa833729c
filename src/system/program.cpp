#include "system/program.hpp"

namespace quotient {

std::uint32_t CellType::size() const {
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

}  // namespace quotient
