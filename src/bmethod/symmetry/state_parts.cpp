#include "bmethod/symmetry/state_parts.hpp"

#include <algorithm>

namespace quotient::bmethod {

MachineSymmetry::MachineSymmetry(const Program& program, const std::vector<GivenSet>& sets, bool phased)
    : elements_(sets, program), shapes_(elements_), phased_(phased) {
  for (const Cell& cell : program.constants) {
    if (!cell.fixed) constants_.push_back(shapes_.of(cell.type));  // what is fixed is the same under any permutation
  }
  for (const Cell& cell : program.variables) variables_.push_back(shapes_.of(cell.type));
  for (const Type* type : program.slots) slots_.push_back(shapes_.of(type));
}

namespace {

/// How many elements a value of this shape has inside; a set of them counts as several.
std::size_t elements_in(const Shape* shape) {
  if (!shape->moves) return 0;
  switch (shape->type->kind) {
    case Type::Kind::given:
      return 1;
    case Type::Kind::pair:
      return elements_in(shape->first) + elements_in(shape->second);
    default:
      return 2;
  }
}

}  // namespace

bool MachineSymmetry::relates_elements() const {
  const auto relates = [](const Shape* shape) {
    const bool is_set = shape->moves && shape->type->kind == Type::Kind::set;
    return elements_in(is_set ? shape->first : shape) > 1;
  };
  return std::ranges::any_of(constants_, relates) || std::ranges::any_of(variables_, relates);
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
