#include <algorithm>

#include "bmethod/compile/planner.hpp"

namespace quotient::bmethod {
namespace {

bool applies_only(const Plan& plan, std::int32_t slot);

/// Whether a formula reads a slot in no other way than as f(x).
bool applies_only(const Node* node, std::int32_t slot) {
  if (node == nullptr) return true;
  if (node->op == Op::identifier) return node->slot != slot;
  const bool applied = node->op == Op::apply && node->args[0]->op == Op::identifier;
  for (std::size_t i = applied ? 1 : 0; i < node->args.size(); ++i) {
    if (!applies_only(node->args[i], slot)) return false;
  }
  return node->plan == nullptr || applies_only(*node->plan, slot);
}

bool applies_only(const Pattern* pattern, std::int32_t slot) {
  return pattern == nullptr || (applies_only(pattern->expected, slot) && applies_only(pattern->first, slot) &&
                                applies_only(pattern->second, slot));
}

bool applies_only(const Step& step, std::int32_t slot) {
  const auto fits = [slot](const Node* node) { return applies_only(node, slot); };
  return fits(step.node) && fits(step.key) && applies_only(step.pattern, slot) &&
         std::ranges::all_of(step.lower, fits) && std::ranges::all_of(step.upper, fits) &&
         std::ranges::all_of(step.held, fits) && (step.otherwise == nullptr || applies_only(*step.otherwise, slot));
}

bool applies_only(const Plan& plan, std::int32_t slot) {
  return std::ranges::all_of(plan.steps, [slot](const Step& step) { return applies_only(step, slot); });
}

}  // namespace

void find_early_filters(Plan& plan) {
  for (std::size_t at = 0; at < plan.steps.size(); ++at) {
    Step& drawn = plan.steps[at];
    if (drawn.kind != Step::Kind::enumerate || drawn.pattern->slot < 0) continue;
    for (std::size_t next = at + 1; next < plan.steps.size() && !plan.steps[next].draws(); ++next) {
      const Step& filter = plan.steps[next];
      if (filter.kind == Step::Kind::match) break;  // what follows may need what it binds
      if (applies_only(filter.node, drawn.pattern->slot)) drawn.early.push_back(filter.node);
    }
  }
}

}  // namespace quotient::bmethod
