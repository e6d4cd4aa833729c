#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "process/instance.hpp"
#include "process/symmetry/detect/classes.hpp"

/// The cells of the state, gathered into variables: `a[0].b`, `a[1].b`, … are one variable with one index.
namespace quotient::detect {

inline constexpr std::int32_t global = -1;

struct Variable {
  std::int32_t process = global;  // whose local it is
  std::uint32_t declaration =
      0;             // the same for the same local of all processes of a type (or of kin), and for nothing else
  std::string name;  // without indices
  CellType type;
  Class content = 0;
  std::vector<Class> indices;
  bool written = false;  // by some step
  bool assigned =
      false;  // by some step, other than by being left blank: whoever reads it does not read the first value
  std::vector<std::uint32_t> cells;
};

/// What a cell holds that is blank: dead, so that nobody reads it.
std::int32_t blank_value(CellKind kind);

struct Cell {
  std::uint32_t offset = 0;  // in the state
  std::uint32_t variable = 0;
  std::vector<std::uint32_t> indices;
  bool blank = false;  // at the start: nobody reads what it begins with
};

class Variables {
 public:
  /// kin[type]: the process type whose locals it shares the declarations of.
  Variables(const Program& program, const Instance& instance, const std::vector<std::uint32_t>& kin, Classes& classes);

  std::vector<Variable> all;
  std::vector<Cell> cells;

  /// The cell at an offset of the state, or nothing.
  const Cell* at(std::uint32_t offset) const {
    const auto found = by_offset_.find(offset);
    return found == by_offset_.end() ? nullptr : &cells[found->second];
  }
  std::uint32_t number_of(const Cell& cell) const { return static_cast<std::uint32_t>(&cell - cells.data()); }

 private:
  void gather(const std::vector<NamedCell>& named, std::int32_t process, std::uint32_t origin,
              std::uint32_t first_declaration, Classes& classes);

  Class class_of(std::int32_t family, Classes& classes);

  std::unordered_map<std::uint32_t, std::uint32_t> by_offset_;
  std::unordered_map<std::int32_t, Class> families_;
};

}  // namespace quotient::detect
