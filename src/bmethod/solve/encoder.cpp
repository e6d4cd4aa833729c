#include "bmethod/solve/encoder.hpp"

#include <algorithm>

#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::int64_t largest_number = 1'000'000'000;  // of any term: Gecode's integers have 32 bits
constexpr std::int64_t widest_domain = 10'000'000;
constexpr std::size_t most_elements = 10'000;   // of a known set that is a domain
constexpr std::size_t most_instances = 50'000;  // of quantified formulas

}  // namespace

void SlotsRead::add(const Pattern* pattern, std::vector<std::int32_t>& into) {
  if (pattern == nullptr) return;
  add(pattern->expected, into);
  add(pattern->first, into);
  add(pattern->second, into);
}

void SlotsRead::add(const Step& step, std::vector<std::int32_t>& into) {
  add(step.node, into);
  add(step.key, into);
  add(step.pattern, into);
  for (const auto* nodes : {&step.lower, &step.upper, &step.held}) {
    for (const Node* node : *nodes) add(node, into);
  }
  if (step.otherwise != nullptr) add(*step.otherwise, into);
}

void SlotsRead::add(const Plan& plan, std::vector<std::int32_t>& into) {
  for (const Step& step : plan.steps) add(step, into);
}

void SlotsRead::add(const Node* node, std::vector<std::int32_t>& into) {
  if (node == nullptr || node->constant) return;
  const std::vector<std::int32_t>& read = of(node);
  into.insert(into.end(), read.begin(), read.end());
}

const std::vector<std::int32_t>& SlotsRead::of(const Node* node) {
  const auto found = known_.find(node);
  if (found != known_.end()) return found->second;
  std::vector<std::int32_t> made;
  if (node->op == Op::identifier && node->slot >= 0) made.push_back(node->slot);
  for (const Node* arg : node->args) add(arg, made);
  if (node->plan != nullptr) add(*node->plan, made);
  add(node->pattern, made);
  std::ranges::sort(made);
  made.erase(std::unique(made.begin(), made.end()), made.end());
  return known_.emplace(node, std::move(made)).first->second;
}

bool Encoder::depends(const std::vector<std::int32_t>& slots) const {
  return std::ranges::any_of(slots, [&](std::int32_t slot) { return variables_.contains(slot); });
}

const Encoder::Variable* Encoder::variable(const Node* node) const {
  if (node->op != Op::identifier || node->constant) return nullptr;
  const auto found = variables_.find(node->slot);
  return found == variables_.end() ? nullptr : &found->second;
}

/// The value of a formula that no variable of the solver is in.
Value Encoder::known(const Node* node) {
  if (node->infinite || node->test_only || depends(node)) throw NotEncodable{};
  Value value = 0;
  bool undefined = false;
  evaluator_.try_out([&] {
    evaluator_.search.missed = false;
    value = evaluator_.eval(node);
    undefined = evaluator_.outcome.failed() || evaluator_.search.missed;
  });
  if (undefined) throw NotEncodable{};
  return value;
}

int Encoder::code(const Type* type, Value value) {
  if (!is_scalar(type)) throw NotEncodable{};
  const std::int64_t number = type->kind == Type::Kind::integer ? to_int(value) : static_cast<std::int64_t>(value);
  if (number > largest_number || number < -largest_number) throw NotEncodable{};
  return static_cast<int>(number);
}

Value Encoder::value_of(const Type* type, int code) {
  return type->kind == Type::Kind::integer ? from_int(code) : static_cast<Value>(code);
}

std::vector<int> Encoder::codes(const Type* set, Value value) const {
  if (size_of(set, value) > most_elements) throw NotEncodable{};
  std::vector<int> made;
  for_each(set, value, [&](Value element) {
    made.push_back(code(set->first, element));
    return true;
  });
  std::ranges::sort(made);
  return made;
}

Gecode::IntVar Encoder::new_integer(int low, int high) {
  if (std::int64_t{high} - low > widest_domain) throw NotEncodable{};
  if (low > high) {  // there is none
    space_.fail();
    return Gecode::IntVar(space_, low, low);
  }
  return Gecode::IntVar(space_, low, high);
}

Encoder::Variable& Encoder::add(const Step& step, Variable::Kind kind, const Type* type) {
  Variable& made = variables_[step.pattern->slot];
  made = {};
  made.kind = kind;
  made.type = type;
  made.first = static_cast<std::size_t>(kind == Variable::Kind::subset ? sets_.size() : integers_.size());
  return made;
}

void Encoder::declare(const Step& step) {
  if (step.pattern->slot < 0 || step.cut != 0) throw NotEncodable{};
  switch (step.kind) {
    case Step::Kind::narrowed:
      if (step.flag >= 0) evaluator_.slots[static_cast<std::size_t>(step.flag)] = 0;
      return declare(*step.otherwise);
    case Step::Kind::every:
      return step.type->kind == Type::Kind::set ? declare_set(step) : declare_scalar(step);
    case Step::Kind::enumerate:
      if (step.node->infinite) throw NotEncodable{};
      if (is_power_set(step.node)) return declare_set(step);
      if (is_arrow(step.node->op)) return declare_function(step);
      return declare_scalar(step);
    case Step::Kind::range:
    case Step::Kind::lookup:
      return declare_scalar(step);
    default:
      throw NotEncodable{};
  }
}

void Encoder::declare_set(const Step& step) {
  const bool whole = step.kind == Step::Kind::every;
  const Type* type = whole ? step.type : step.node->type->first;
  std::vector<int> base;
  if (whole) {
    if (type->first->cardinality > most_elements) throw NotEncodable{};
    for (std::uint64_t i = 0; i < type->first->cardinality; ++i) base.push_back(static_cast<int>(i));
  } else {
    base = codes(step.node->args[0]->type, known(step.node->args[0]));
  }
  Variable& made = add(step, Variable::Kind::subset, type);
  if (!is_scalar(made.type->first)) throw NotEncodable{};
  const bool not_empty = !whole && (step.node->op == Op::pow1 || step.node->op == Op::fin1);
  sets_ << Gecode::SetVar(space_, Gecode::IntSet::empty, number_set(base), not_empty ? 1U : 0U);
}

void Encoder::declare_function(const Step& step) {
  const RelationKind kind = relation_kind(step.node->op);
  if (!kind.functional) throw NotEncodable{};
  const Node* from = step.node->args[0];
  const Node* to = step.node->args[1];
  const Value arguments = known(from);
  const std::vector<int> values = codes(to->type, known(to));
  if (size_of(from->type, arguments) > most_elements) throw NotEncodable{};
  Variable& made = add(step, Variable::Kind::function, step.node->type->first);
  for_each(from->type, arguments, [&](Value argument) {
    if (is_scalar(from->type->first)) made.places.emplace(code(from->type->first, argument), made.arguments.size());
    made.arguments.push_back(argument);
    return true;
  });
  made.partial = !kind.total;
  made.undefined = (values.empty() ? 0 : values.front()) - 1;
  std::vector<int> all = values;
  if (made.partial) all.push_back(made.undefined);
  if (all.empty() && !made.arguments.empty()) {
    space_.fail();
    all.push_back(0);
  }
  for (std::size_t i = 0; i < made.arguments.size(); ++i) integers_ << Gecode::IntVar(space_, number_set(all));
  demand(made, step.node->op, values);
}

std::optional<std::size_t> Encoder::place_of(const Variable& function, const Type* type, Value argument) const {
  const auto found =
      std::ranges::lower_bound(function.arguments, argument, [&](Value a, Value b) { return compare(type, a, b) < 0; });
  if (found == function.arguments.end() || !equal(type, *found, argument)) return std::nullopt;
  return static_cast<std::size_t>(found - function.arguments.begin());
}

/// Where more is asked of a function than its value at a known argument.
void Encoder::demand_numbers(const Variable& function) {
  if (function.places.size() != function.arguments.size()) throw NotEncodable{};
}

/// What an arrow asks for besides that there is a value in the range for each argument, or for some.
void Encoder::demand(const Variable& function, Op arrow, const std::vector<int>& to) {
  const RelationKind kind = relation_kind(arrow);
  Gecode::IntVarArgs values;
  for (std::size_t i = 0; i < function.arguments.size(); ++i) values << integers_[static_cast<int>(function.first + i)];
  if (kind.injective && !function.partial) Gecode::distinct(space_, values);
  if (kind.injective && function.partial) {
    for (int i = 0; i < values.size(); ++i) {
      for (int j = i + 1; j < values.size(); ++j)
        Gecode::rel(space_, values[i] == function.undefined || values[i] != values[j]);
    }
  }
  if (kind.surjective) {
    for (const int value : to) Gecode::count(space_, values, value, Gecode::IRT_GQ, 1);
  }
  if (kind.injective || kind.surjective) ++posted_;
}

void Encoder::declare_scalar(const Step& step) {
  Gecode::IntVar made;
  const Type* type = nullptr;
  if (step.kind == Step::Kind::every) {
    type = step.type;
    if (type->cardinality > static_cast<std::uint64_t>(widest_domain)) throw NotEncodable{};
    made = new_integer(0, static_cast<int>(type->cardinality) - 1);
  } else if (step.kind == Step::Kind::range || (step.node->op == Op::interval && depends(step.node))) {
    const bool is_range = step.kind == Step::Kind::range;
    const std::vector<const Node*> lower = is_range ? step.lower : std::vector<const Node*>{step.node->args[0]};
    const std::vector<const Node*> upper = is_range ? step.upper : std::vector<const Node*>{step.node->args[1]};
    if (lower.empty() || upper.empty()) throw NotEncodable{};
    type = evaluator_.program.slots[static_cast<std::size_t>(step.pattern->slot)];
    std::int64_t low = -largest_number, high = largest_number;
    std::vector<Term> lows, highs;
    for (const Node* node : lower) low = std::max(low, lows.emplace_back(term(node)).low);
    for (const Node* node : upper) high = std::min(high, highs.emplace_back(term(node)).high);
    made = new_integer(static_cast<int>(low), static_cast<int>(std::max(low, high)));
    if (high < low) space_.fail();
    for (const Term& each : lows) Gecode::rel(space_, made >= each.expr);
    for (const Term& each : highs) Gecode::rel(space_, made <= each.expr);
  } else if (step.kind == Step::Kind::lookup) {
    type = step.node->type->first->second;
    const Value relation = known(step.node);
    const Term key = term(step.key);
    Gecode::TupleSet pairs(2);
    std::vector<int> values;
    for_each(step.node->type, relation, [&](Value pair) {
      const int at = code(step.node->type->first->first, first_of(step.node->type->first, pair));
      values.push_back(code(type, second_of(step.node->type->first, pair)));
      pairs.add({at, values.back()});
      return true;
    });
    pairs.finalize();
    if (values.size() > most_elements) throw NotEncodable{};
    if (values.empty()) {
      space_.fail();
      values.push_back(0);
    }
    made = Gecode::IntVar(space_, number_set(values));
    Gecode::extensional(space_, Gecode::IntVarArgs{as_variable(key), made}, pairs);
    ++posted_;
  } else {
    type = step.node->type->first;
    std::vector<int> values = codes(step.node->type, known(step.node));
    if (values.empty()) {
      space_.fail();
      values.push_back(0);
    }
    made = Gecode::IntVar(space_, number_set(values));
  }
  if (!is_scalar(type)) throw NotEncodable{};
  add(step, Variable::Kind::scalar, type);
  integers_ << made;
}

void Encoder::alias(const Step& step) {
  if (step.pattern->slot < 0) throw NotEncodable{};
  if (!depends(step.node)) {  // later formulas may need it
    if (!evaluator_.match(step.pattern, known(step.node))) throw NotEncodable{};
    return;
  }
  Variable& made = variables_[step.pattern->slot];
  made = {};
  made.kind = Variable::Kind::alias;
  made.type = step.node->type;
  made.node = step.node;
}

void Encoder::finish() {
  space_.integers = Gecode::IntVarArray(space_, integers_);
  space_.sets = Gecode::SetVarArray(space_, sets_);
  // The first of the plan first among equals: what Gecode finds is the same in every run.
  if (integers_.size() > 0) {
    Gecode::branch(space_, space_.integers, Gecode::INT_VAR_AFC_SIZE_MAX(0.99), Gecode::INT_VAL_MIN());
  }
  if (sets_.size() > 0) Gecode::branch(space_, space_.sets, Gecode::SET_VAR_NONE(), Gecode::SET_VAL_MIN_INC());
}

void Encoder::decode(const ConstraintSpace& solution) {
  for (const auto& [slot, each] : variables_) {
    Value& into = evaluator_.slots[static_cast<std::size_t>(slot)];
    const int first = static_cast<int>(each.first);
    switch (each.kind) {
      case Variable::Kind::alias:
        break;
      case Variable::Kind::scalar:
        into = value_of(each.type, solution.integers[first].val());
        break;
      case Variable::Kind::subset: {
        SetBuilder made(evaluator_.arena, evaluator_.scratch, each.type);
        for (Gecode::SetVarGlbValues element(solution.sets[first]); element(); ++element)
          made.add(value_of(each.type->first, element.val()));
        into = made.finish();
        break;
      }
      case Variable::Kind::function: {
        SetBuilder made(evaluator_.arena, evaluator_.scratch, each.type);
        const Type* pair = each.type->first;
        for (std::size_t i = 0; i < each.arguments.size(); ++i) {
          const int value = solution.integers[first + static_cast<int>(i)].val();
          if (each.partial && value == each.undefined) continue;
          made.add(make_pair(evaluator_.arena, pair, each.arguments[i], value_of(pair->second, value)));
        }
        into = made.finish();
        break;
      }
    }
  }
}

/// The ways to satisfy a plan of a quantified formula: each with what must hold of the solver's variables besides.
void Encoder::instances(const Plan& plan, std::size_t at, Guards& guards,
                        const std::function<void(const Guards&)>& each) {
  if (at == plan.steps.size()) {
    if (++instances_ > most_instances) throw NotEncodable{};
    return each(guards);
  }
  const Step& step = plan.steps[at];
  const auto go_on = [&] { instances(plan, at + 1, guards, each); };
  if (step.kind == Step::Kind::soft_filter) return go_on();  // is asked again
  if (step.kind == Step::Kind::filter) {
    if (depends(step.node)) {
      const std::size_t before = defined_.size();
      guards.push_back(predicate(step.node));
      go_on();
      guards.pop_back();
      defined_.erase(defined_.begin() + static_cast<std::ptrdiff_t>(before), defined_.end());
      return;
    }
    bool holds = false, undefined = false;
    evaluator_.try_out([&] {
      holds = evaluator_.holds(step.node);
      undefined = evaluator_.outcome.failed();
    });
    if (undefined) throw NotEncodable{};
    if (holds) go_on();
    return;
  }
  if (step.kind == Step::Kind::match && depends(step.node)) {
    alias(step);
    go_on();
    variables_.erase(step.pattern->slot);
    return;
  }
  if (step.kind == Step::Kind::match) {
    const Value value = known(step.node);
    bool fits = false;
    evaluator_.try_out([&] { fits = evaluator_.match(step.pattern, value) && !evaluator_.outcome.failed(); });
    if (fits) go_on();
    return;
  }
  if (step.cut != 0 || step.pattern->slot < 0) throw NotEncodable{};
  const Step& last = step.kind == Step::Kind::narrowed ? *step.otherwise : step;
  if (step.kind == Step::Kind::narrowed && step.flag >= 0) evaluator_.slots[static_cast<std::size_t>(step.flag)] = 0;
  const auto slot = static_cast<std::size_t>(step.pattern->slot);
  std::vector<Value> values;
  const Node* member_of = nullptr;
  const Variable* drawn_from = last.kind == Step::Kind::enumerate ? variable(last.node) : nullptr;
  if (drawn_from != nullptr && drawn_from->kind == Variable::Kind::subset) {
    // Any element that it may have, where it has it.
    const auto set = sets_[static_cast<int>(drawn_from->first)];
    for (Gecode::SetVarLubValues element(set); element(); ++element)
      values.push_back(value_of(drawn_from->type->first, element.val()));
    member_of = last.node;
  } else {
    const bool reads_variables = (last.node != nullptr && depends(last.node)) ||
                                 (last.key != nullptr && depends(last.key)) ||
                                 std::ranges::any_of(last.lower, [&](const Node* n) { return depends(n); }) ||
                                 std::ranges::any_of(last.upper, [&](const Node* n) { return depends(n); });
    if (reads_variables || (last.node != nullptr && last.node->infinite) || last.cut != 0) throw NotEncodable{};
    if (last.kind == Step::Kind::range && (last.lower.empty() || last.upper.empty())) throw NotEncodable{};
    bool complete = true;
    evaluator_.try_out([&] {
      complete = evaluator_.plans.draw(last, [&](Value value) {
        values.push_back(value);
        return values.size() <= most_instances;
      });
      complete = complete && !evaluator_.outcome.failed();
    });
    if (!complete) throw NotEncodable{};
  }
  for (const Value value : values) {
    evaluator_.slots[slot] = value;
    if (member_of != nullptr) {
      const Type* type = member_of->type->first;
      guards.push_back(member(number(code(type, value)), type, member_of));
    }
    go_on();
    if (member_of != nullptr) guards.pop_back();
  }
}

}  // namespace quotient::bmethod
