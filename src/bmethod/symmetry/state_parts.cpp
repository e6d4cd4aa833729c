#include "bmethod/symmetry/state_parts.hpp"

namespace quotient::bmethod {

MachineSymmetry::MachineSymmetry(const Program& program, const std::vector<GivenSet>& sets, bool phased)
    : elements_(sets, program.named_elements), shapes_(elements_), phased_(phased) {
  for (const Cell& cell : program.constants) constants_.push_back(shapes_.of(cell.type));
  for (const Cell& cell : program.variables) variables_.push_back(shapes_.of(cell.type));
  for (const Type* type : program.slots) slots_.push_back(shapes_.of(type));
}

std::size_t MachineSymmetry::read(StateView state, Arena& arena, std::vector<Part>& into) const {
  into.clear();
  const std::uint8_t* bytes = state.data();
  const std::uint8_t* end = bytes + state.size();
  Phase phase = Phase::initialised;
  if (phased_) {
    ensure(bytes != end, "a B state without its phase");
    phase = static_cast<Phase>(*bytes++);
  }
  const auto add = [&](const std::vector<const Shape*>& shapes) {
    for (const Shape* shape : shapes) into.push_back({shape, decode(arena, shape->type, bytes, end), false, {}});
  };
  if (phase != Phase::root) add(constants_);
  if (phase == Phase::initialised) add(variables_);
  return phased_ ? 1 : 0;
}

}  // namespace quotient::bmethod
