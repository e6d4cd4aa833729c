#include "bmethod/partial_order/calls.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace quotient::bmethod {

namespace {

/// Of one operation, and of all with what observes them: each is looked at in every state.
constexpr std::size_t most_calls = 128, most_actors = 320;

bool is_same_everywhere(const Node* node, const Program& program) {
  if (node->op == Op::identifier && !node->constant) {
    const auto slot = static_cast<std::size_t>(node->slot);
    if (slot >= program.constants.size() || !program.constants[slot].fixed) return false;
  }
  return node->plan == nullptr &&
         std::ranges::all_of(node->args, [&](const Node* arg) { return is_same_everywhere(arg, program); });
}

}  // namespace

bool meet(const Things& some, const Things& others) {
  return std::ranges::any_of(
      some, [&](const Thing& a) { return std::ranges::any_of(others, [&a](const Thing& b) { return a.meets(b); }); });
}

Calls::Calls(const Program& program, const Sharing& sharing, Checks checks) : program_(program), sharing_(sharing) {
  Evaluator evaluator(program_);
  evaluator.begin();
  for (std::size_t slot = 0; slot < program_.constants.size(); ++slot) {
    if (program_.constants[slot].fixed) evaluator.slots[slot] = program_.constants[slot].value;
  }
  for (std::size_t i = 0; i < program_.operations.size(); ++i) choose_parts(i, evaluator);
  for (std::size_t i = 0; i < program_.operations.size() && !too_many_; ++i) add_calls(i);
  operation_calls_ = all_.size();
  if (checks.invariant) add_observers(sharing_.invariant);
  if (checks.assertions) add_observers(sharing_.assertions);
  if (checks.goal) add_observers(sharing_.goal);
}

/// As many as there is room for: what a parameter without a part touches is touched as a whole.
void Calls::choose_parts(std::size_t operation, Evaluator& evaluator) {
  const Sharing::Operation& shared = sharing_.operations[operation];
  std::vector<std::uint32_t>& parts = parts_.emplace_back();
  std::vector<std::vector<Value>>& domains = domains_.emplace_back();
  std::size_t calls = 1;
  for (const std::uint32_t parameter : shared.parts) {
    const Type* const type = program_.operations[operation].parameter_types[parameter];
    std::optional<std::vector<Value>> values = domain(shared.domains[parameter], type, evaluator);
    if (!values || values->empty() || calls * values->size() > most_calls) continue;
    calls *= values->size();
    parts.push_back(parameter);
    domains.push_back(std::move(*values));
  }
}

/// Nothing where it cannot be listed.
std::optional<std::vector<Value>> Calls::domain(const Node* set, const Type* type, Evaluator& evaluator) const {
  std::vector<Value> values;
  if (type->flat() && type->kind != Type::Kind::set && type->cardinality <= most_calls) {
    for (Value value = 0; value < type->cardinality; ++value) values.push_back(value);
    return values;
  }
  if (type->kind != Type::Kind::integer || set == nullptr || !is_same_everywhere(set, program_)) return std::nullopt;
  const Value listed = evaluator.eval(set);
  const bool failed = evaluator.outcome.failed() || evaluator.outcome.left_out();
  if (!failed) {
    for_each(set->type, listed, [&](Value value) {
      values.push_back(value);
      return values.size() <= most_calls;
    });
  }
  evaluator.begin();
  return failed || values.size() > most_calls ? std::nullopt : std::optional(std::move(values));
}

void Calls::add_calls(std::size_t operation) {
  const Sharing::Operation& shared = sharing_.operations[operation];
  const std::vector<std::uint32_t>& parts = parts_[operation];
  first_.push_back(static_cast<std::uint32_t>(all_.size()));
  std::vector<std::size_t> at(parts.size(), 0);
  for (bool more = true; more;) {
    if (all_.size() == most_actors) {
      too_many_ = true;
      return;
    }
    Call& call = all_.emplace_back();
    call.operation = operation;
    for (std::size_t k = 0; k < parts.size(); ++k) call.elements.push_back(domains_[operation][k][at[k]]);
    call.reads = things(shared.touched.reads, operation, call.elements);
    call.writes = things(shared.touched.writes, operation, call.elements);
    for (const Sharing::Conjunct& conjunct : shared.guard) {
      const bool is_asked = conjunct.node != nullptr && std::ranges::all_of(conjunct.parameters, [&](std::uint32_t p) {
                              return std::ranges::find(parts, p) != parts.end();
                            });
      call.guard.push_back(
          {conjunct.node, things(conjunct.reads, operation, call.elements), conjunct.may_fail, is_asked});
    }
    // The last part counts fastest.
    std::size_t k = parts.size();
    while (k > 0 && ++at[k - 1] == domains_[operation][k - 1].size()) at[--k] = 0;
    more = k > 0;
  }
}

/// One for each element that some call touches alone, and one for the others.
void Calls::add_observers(const Sharing::Observed& observed) {
  for (const std::vector<Touch>& touches : observed) {
    std::set<std::uint32_t> by_element;
    for (const Touch& touch : touches) {
      if (touch.part.kind == Portion::Kind::each) by_element.insert(touch.variable);
    }
    std::set<Value> elements;
    for (std::size_t c = 0; c < operation_calls_ && !by_element.empty(); ++c) {
      for (const Thing& thing : all_[c].writes) {
        if (thing.element && by_element.contains(thing.variable)) elements.insert(*thing.element);
      }
    }
    std::vector<std::optional<Value>> instances(elements.begin(), elements.end());
    instances.emplace_back();
    for (const std::optional<Value>& element : instances) {
      if (all_.size() == most_actors) {
        too_many_ = true;
        return;
      }
      Call& observer = all_.emplace_back();
      for (const Touch& touch : touches) {
        const bool is_each = touch.part.kind == Portion::Kind::each;
        const bool is_literal = touch.part.kind == Portion::Kind::literal;
        observer.reads.push_back({touch.variable, !is_each && !is_literal,
                                  is_each      ? element
                                  : is_literal ? std::optional(touch.part.value)
                                               : std::nullopt});
      }
    }
  }
}

Things Calls::things(const std::vector<Touch>& touches, std::size_t operation,
                     const std::vector<Value>& elements) const {
  Things made;
  for (const Touch& touch : touches) {
    Thing thing{touch.variable, true, std::nullopt};
    if (touch.part.kind == Portion::Kind::literal) thing = {touch.variable, false, touch.part.value};
    if (touch.part.kind == Portion::Kind::parameter) {
      const auto at = std::ranges::find(parts_[operation], touch.part.index);
      if (at != parts_[operation].end())
        thing = {touch.variable, false, elements[static_cast<std::size_t>(at - parts_[operation].begin())]};
    }
    made.push_back(thing);
  }
  return made;
}

std::optional<std::uint32_t> Calls::find(std::size_t operation, const std::vector<Value>& parameters) const {
  std::size_t number = 0;
  for (std::size_t k = 0; k < parts_[operation].size(); ++k) {
    const std::vector<Value>& values = domains_[operation][k];
    const auto at = std::ranges::find(values, parameters[parts_[operation][k]]);
    if (at == values.end()) return std::nullopt;
    number = number * values.size() + static_cast<std::size_t>(at - values.begin());
  }
  return first_[operation] + static_cast<std::uint32_t>(number);
}

}  // namespace quotient::bmethod
