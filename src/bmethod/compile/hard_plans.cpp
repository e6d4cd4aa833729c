#include <algorithm>
#include <cmath>

#include "bmethod/compile/planner.hpp"
#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

/// Of how many values a step draws, the logarithm, as far as it can be told now; many where it cannot.
double log_of_drawn(const Step& step) {
  constexpr double many = 8;
  switch (step.kind) {
    case Step::Kind::every:
      return std::log2(static_cast<double>(step.type->cardinality));
    case Step::Kind::lookup:
    case Step::Kind::split:
    case Step::Kind::narrowed:
      return 2;
    case Step::Kind::enumerate:
      if (step.node->constant && step.node->op != Op::interval && !is_power_set(step.node) && !is_arrow(step.node->op))
        return std::log2(1.0 + static_cast<double>(size_of(step.node->type, step.node->value)));
      return is_power_set(step.node) || is_arrow(step.node->op) ? 2 * many : many;
    default:
      return many;
  }
}

}  // namespace

void find_hard_part(Plan& plan, const Limits& limits) {
  const double hard = std::log2(static_cast<double>(limits.patience)) + 1;
  double log = 0;
  std::optional<std::size_t> first;
  std::vector<std::int32_t> drawn;
  bool filtered = false;
  for (std::size_t at = 0; at < plan.steps.size(); ++at) {
    const Step& step = plan.steps[at];
    if (!step.draws()) {
      filtered = filtered || (first && step.kind == Step::Kind::filter);
      continue;
    }
    const Step& last = step.kind == Step::Kind::narrowed ? *step.otherwise : step;
    if (last.kind == Step::Kind::split || step.pattern->slot < 0 || last.pattern == nullptr) return;
    if (!first) first = at;
    drawn.push_back(step.pattern->slot);
    log += log_of_drawn(step);
  }
  if (!first || !filtered || log < hard) return;
  plan.hard_from = first;
  plan.drawn = std::move(drawn);
}

}  // namespace quotient::bmethod
