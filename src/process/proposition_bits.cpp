#include "process/proposition_bits.hpp"

#include <utility>

namespace quotient {

PropositionBits::PropositionBits(const Program& program) : program_(program), interpreter_(program) {
  at_.hidden.resize(program.hidden_size);
  moment_.pid = -1;
}

std::uint64_t PropositionBits::holding(StateView state) {
  at_.bytes.assign(state.begin(), state.end());
  at_.shape = &interpreter_.shapes().of(at_.bytes.data());
  std::uint64_t holding = 0;
  for (std::size_t i = 0; i < program_.propositions.size(); ++i) {
    const bool holds = interpreter_.evaluate(program_.propositions[i].code, at_, moment_) != 0;
    if (holds) holding |= std::uint64_t{1} << i;
    if (interpreter_.is_undefined()) problems_.push_back({FindingKind::runtime, interpreter_.failure()});
  }
  return holding;
}

std::vector<Finding> PropositionBits::take_problems() { return std::exchange(problems_, {}); }

}  // namespace quotient
