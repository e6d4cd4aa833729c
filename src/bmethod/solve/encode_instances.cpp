#include <algorithm>

#include "bmethod/solve/encoder.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::size_t most_instances = 50'000;  // of the quantifiers of one formula

/// Whether a step reads one of the variables, and not only what is quantified.
template <typename Depends>
bool reads_any(const Step& step, Depends depends) {
  return (step.node != nullptr && depends(step.node)) || (step.key != nullptr && depends(step.key)) ||
         std::ranges::any_of(step.lower, depends) || std::ranges::any_of(step.upper, depends);
}

}  // namespace

/// The ways to satisfy a plan of a quantified formula: each with what must hold of the solver's variables besides.
void Encoder::instances(const Plan& plan, std::size_t at, Guards& guards,
                        const std::function<void(const Guards&)>& each) {
  if (at == plan.steps.size()) {
    if (++instances_ > most_instances || evaluator_.must_stop()) throw NotEncodable{};
    return each(guards);
  }
  const Step& step = plan.steps[at];
  if (step.kind == Step::Kind::soft_filter) return instances(plan, at + 1, guards, each);  // is asked again
  if (step.kind == Step::Kind::filter) return filtered_instances(plan, at, guards, each);
  if (step.kind == Step::Kind::match && depends(step.node)) {
    alias(step);
    const std::size_t before = guards.defined.size();
    std::vector<Truth> outer = std::exchange(defined_, {});
    try {
      demand_definition(step.node);
      std::swap(outer, defined_);
      add_defined(guards, outer);
      instances(plan, at + 1, guards, each);
    } catch (...) {
      variables_.erase(step.pattern->slot);
      throw;
    }
    guards.defined.erase(guards.defined.begin() + static_cast<std::ptrdiff_t>(before), guards.defined.end());
    variables_.erase(step.pattern->slot);
    return;
  }
  if (step.kind == Step::Kind::match) {
    if (fits(step.pattern, known(step.node))) instances(plan, at + 1, guards, each);
    return;
  }
  if (step.cut != 0) throw NotEncodable{};
  const Step& last = step.kind == Step::Kind::narrowed ? *step.otherwise : step;
  if (step.kind == Step::Kind::narrowed && step.flag >= 0) evaluator_.slots[static_cast<std::size_t>(step.flag)] = 0;
  if (last.kind != Step::Kind::enumerate || !depends(last.node)) {
    for (const Value value : all_drawn(last)) {
      if (fits(step.pattern, value)) instances(plan, at + 1, guards, each);
    }
    return;
  }
  // Any element that it may have, where it has it.
  const Type* type = last.node->type->first;
  const std::size_t before = guards.defined.size();
  std::vector<Truth> outer = std::exchange(defined_, {});
  const Members members = set(last.node);
  std::swap(outer, defined_);
  add_defined(guards, outer);
  for (const auto& [number, inside] : members) {
    if (!fits(step.pattern, value_of(type, number))) continue;
    guards.hold.push_back(inside);
    instances(plan, at + 1, guards, each);
    guards.hold.pop_back();
  }
  guards.defined.erase(guards.defined.begin() + static_cast<std::ptrdiff_t>(before), guards.defined.end());
}

/// Takes a value apart; whether it is one that the step is about.
bool Encoder::fits(const Pattern* pattern, Value value) {
  const auto is_known = [&](const auto& self, const Pattern* part) -> bool {
    return part == nullptr || ((part->expected == nullptr || !depends(part->expected)) && self(self, part->first) &&
                               self(self, part->second));
  };
  if (!is_known(is_known, pattern)) throw NotEncodable{};
  bool fits = false, undefined = false;
  evaluator_.try_out([&] {
    fits = evaluator_.match(pattern, value);
    undefined = evaluator_.outcome.failed();
  });
  if (undefined) throw NotEncodable{};
  return fits;
}

/// A step is asked only where those before it hold.
void Encoder::add_defined(Guards& guards, const std::vector<Truth>& defined) {
  if (defined.empty()) return;
  const Truth asked = reused(guards.all(*this));
  for (const Truth& each : defined) guards.defined.push_back(reused(!asked || each));
}

void Encoder::filtered_instances(const Plan& plan, std::size_t at, Guards& guards,
                                 const std::function<void(const Guards&)>& each) {
  const Node* filter = plan.steps[at].node;
  if (!depends(filter)) {
    if (surely_holds(filter)) instances(plan, at + 1, guards, each);
    return;
  }
  const std::size_t before = guards.defined.size();
  std::vector<Truth> outer = std::exchange(defined_, {});
  const Truth holds = predicate(filter);
  std::swap(outer, defined_);
  if (holds.known() == false && outer.empty()) return;
  add_defined(guards, outer);
  guards.hold.push_back(reused(holds));
  instances(plan, at + 1, guards, each);
  guards.hold.pop_back();
  guards.defined.erase(guards.defined.begin() + static_cast<std::ptrdiff_t>(before), guards.defined.end());
}

/// Each value that a step of a quantified formula may draw.
std::vector<Value> Encoder::all_drawn(const Step& step) {
  if (reads_any(step, [&](const Node* node) { return depends(node); }) || step.cut != 0 ||
      (step.node != nullptr && step.node->infinite) ||
      (step.kind == Step::Kind::range && (step.lower.empty() || step.upper.empty()))) {
    throw NotEncodable{};
  }
  std::vector<Value> values;
  bool complete = true;
  evaluator_.try_out([&] {
    complete = evaluator_.plans.draw(step, [&](Value value) {
      values.push_back(value);
      return values.size() <= most_instances;
    });
    complete = complete && !evaluator_.outcome.failed();
  });
  if (!complete) throw NotEncodable{};
  return values;
}

}  // namespace quotient::bmethod
