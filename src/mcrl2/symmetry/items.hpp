#pragma once

#include <vector>

#include "mcrl2/process/model.hpp"
#include "symmetry/group/permutation.hpp"

namespace quotient::mcrl2 {

inline constexpr Point no_atom = UINT32_MAX;

/// Which atoms of a symmetry stand for what: constructors without arguments, processes of the network, control
/// locations. What no permutation moves has no atom.
struct SymmetryItems {
  std::vector<Point> of_constant;  // by FuncId
  std::vector<Point> of_process;
  std::vector<Point> of_location;  // by LocationId
  /// By atom: the FuncId, the number of the process, the LocationId.
  std::vector<std::uint32_t> item;

  /// What a permutation makes of these; what has no atom stays.
  FuncId constant(FuncId f, const Permutation& p) const {
    const Point a = of_constant[f.value];
    return a == no_atom ? f : FuncId{item[p[a]]};
  }
  std::uint32_t process(std::uint32_t number, const Permutation& p) const {
    const Point a = of_process[number];
    return a == no_atom ? number : item[p[a]];
  }
  LocationId location(LocationId location, const Permutation& p) const {
    const Point a = of_location[location.value];
    return a == no_atom ? location : LocationId{item[p[a]]};
  }
};

}  // namespace quotient::mcrl2
