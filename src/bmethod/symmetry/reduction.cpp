#include "bmethod/symmetry/reduction.hpp"

#include <array>

#include "bmethod/bmethod.hpp"

namespace quotient::bmethod {
namespace {

struct Named {
  std::string_view name;
  std::unique_ptr<Reduction> (*make)(const MachineSymmetry&);
};

constexpr std::array<Named, 4> strategies = {{
    {"canonical", canonical_states},
    {"enumerate", [](const MachineSymmetry& symmetry) { return least_states(symmetry, false); }},
    {"flooding", [](const MachineSymmetry& symmetry) { return least_states(symmetry, true); }},
    {"approx-markers", marked_states},
}};

}  // namespace

bool is_strategy(std::string_view strategy) {
  for (const Named& each : strategies) {
    if (each.name == strategy) return true;
  }
  return false;
}

std::unique_ptr<Reduction> make_reduction(const MachineSymmetry& symmetry, std::string_view strategy) {
  for (const Named& each : strategies) {
    if (each.name == strategy) return each.make(symmetry);
  }
  return nullptr;
}

}  // namespace quotient::bmethod
