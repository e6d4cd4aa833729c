#include "bmethod/solve/encoder.hpp"

#include <algorithm>

namespace quotient::bmethod {
namespace {

constexpr std::size_t most_work = 3'000'000;  // members, terms and formulas, all told
constexpr std::size_t most_numbered = 200'000;

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

bool may_be_undefined(Op op) {
  switch (op) {
    case Op::external:
    case Op::apply:
    case Op::divide:
    case Op::modulo:
    case Op::power:
    case Op::minimum:
    case Op::maximum:
    case Op::general_intersection:
    case Op::quantified_intersection:
    case Op::first:
    case Op::last:
    case Op::tail:
    case Op::front:
    case Op::take:
    case Op::drop:
    case Op::size:
    case Op::reverse:
    case Op::concatenate:
    case Op::prepend:
    case Op::append:
    case Op::general_concatenate:
    case Op::iterate:
    case Op::let:
    case Op::recursion:
      return true;
    default:
      return false;
  }
}

bool SlotsRead::fails_somewhere(const Plan& plan) {
  return std::ranges::any_of(plan.steps, [&](const Step& step) {
    if (may_be_undefined(step.node) || may_be_undefined(step.key)) return true;
    for (const auto* nodes : {&step.lower, &step.upper}) {
      if (std::ranges::any_of(*nodes, [&](const Node* node) { return may_be_undefined(node); })) return true;
    }
    return step.otherwise != nullptr && may_be_undefined(step.otherwise->node);
  });
}

bool SlotsRead::fails_somewhere(const Node* node) {
  const bool divides = node->op == Op::divide && node->args[1]->constant && to_int(node->args[1]->value) != 0;
  return (!divides && quotient::bmethod::may_be_undefined(node->op)) ||
         std::ranges::any_of(node->args, [&](const Node* arg) { return may_be_undefined(arg); }) ||
         (node->plan != nullptr && fails_somewhere(*node->plan));
}

bool SlotsRead::may_be_undefined(const Node* node) {
  if (node == nullptr || node->constant) return false;
  const auto found = undefined_.find(node);
  if (found != undefined_.end()) return found->second;
  const bool made = fails_somewhere(node);
  undefined_.emplace(node, made);
  return made;
}

bool Encoder::depends(const std::vector<std::int32_t>& slots) const {
  return std::ranges::any_of(slots, [&](std::int32_t slot) { return variables_.contains(slot); });
}

/// What is too much to be encoded is left out, and so is all that comes after it.
void Encoder::work(std::size_t steps) {
  work_ += steps;
  if (work_ > most_work || (work_ % 1024 < steps && evaluator_.must_stop())) throw NotEncodable{};
}

/// The function of the solver that a formula names, or the row of a table that it applies to something known.
const Encoder::Variable* Encoder::function(const Node* node) {
  const Variable* found = variable(node);
  if (node->op == Op::apply && !depends(node->args[1])) {
    const Variable* table = variable(node->args[0]);
    if (table == nullptr || table->kind != Variable::Kind::table) return nullptr;
    const auto row = place_of(*table, node->args[1]->type, known(node->args[1]));
    if (!row) throw NotEncodable{};  // undefined
    return &table->rows[*row];
  }
  return found != nullptr && found->kind == Variable::Kind::function ? found : nullptr;
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

/// A value as a number: the same for equal values of a type.
int Encoder::code(const Type* type, Value value) {
  if (!is_scalar(type)) {
    std::vector<std::uint8_t> bytes;
    encode(type, value, bytes);
    std::string key(bytes.begin(), bytes.end());
    key += ' ' + std::to_string(reinterpret_cast<std::uintptr_t>(type));
    const auto [at, is_new] = numbers_.emplace(std::move(key), static_cast<int>(numbered_.size()));
    if (is_new) numbered_.push_back(value);
    if (numbered_.size() > most_numbered) throw NotEncodable{};
    return at->second;
  }
  const std::int64_t number = type->kind == Type::Kind::integer ? to_int(value) : static_cast<std::int64_t>(value);
  if (number > largest_number || number < -largest_number) throw NotEncodable{};
  return static_cast<int>(number);
}

Value Encoder::value_of(const Type* type, int code) const {
  if (!is_scalar(type)) return numbered_[static_cast<std::size_t>(code)];
  return type->kind == Type::Kind::integer ? from_int(code) : static_cast<Value>(code);
}

std::vector<int> Encoder::codes(const Type* set, Value value) {
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

void Encoder::alias(const Step& step) {
  if (step.pattern->slot < 0) throw NotEncodable{};
  if (!depends(step.node)) {  // later formulas may need it
    if (!evaluator_.match(step.pattern, known(step.node))) throw NotEncodable{};
    return;
  }
  bind(step.pattern->slot, step.node);
}

/// A slot that has the value of a formula of the solver's variables.
void Encoder::bind(std::int32_t slot, const Node* node) {
  Variable& made = variables_[slot];
  made = {};
  made.kind = Variable::Kind::alias;
  made.type = node->type;
  made.node = node;
}

void Encoder::match(const Step& step) {
  alias(step);
  if (depends(step.node)) leave_out({}, step.node);
}

void Encoder::finish() {
  space_.integers = Gecode::IntVarArray(space_, integers_);
  space_.members = Gecode::BoolVarArray(space_, members_);
  // The first of the plan first among equals: what Gecode finds is the same in every run.
  if (integers_.size() > 0) {
    Gecode::branch(space_, space_.integers, Gecode::INT_VAR_AFC_SIZE_MAX(0.99), Gecode::INT_VAL_MIN());
  }
  if (members_.size() > 0)
    Gecode::branch(space_, space_.members, Gecode::BOOL_VAR_AFC_MAX(0.99), Gecode::BOOL_VAL_MAX());
}

Value Encoder::value_of(const Variable& function, const ConstraintSpace& solution) {
  SetBuilder made(evaluator_.arena, evaluator_.scratch, function.type);
  const Type* pair = function.type->first;
  for (std::size_t i = 0; i < function.arguments.size(); ++i) {
    const int value = solution.integers[static_cast<int>(function.first + i)].val();
    if (function.partial && value == function.undefined) continue;
    made.add(make_pair(evaluator_.arena, pair, function.arguments[i], value_of(pair->second, value)));
  }
  return made.finish();
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
        for (std::size_t i = 0; i < each.elements.size(); ++i) {
          if (solution.members[first + static_cast<int>(i)].val() == 1)
            made.add(value_of(each.type->first, each.elements[i]));
        }
        into = made.finish();
        break;
      }
      case Variable::Kind::function:
        into = value_of(each, solution);
        break;
      case Variable::Kind::table: {
        std::vector<Value> rows;
        for (const Variable& row : each.rows) rows.push_back(value_of(row, solution));
        SetBuilder made(evaluator_.arena, evaluator_.scratch, each.type);
        for (std::size_t i = 0; i < rows.size(); ++i)
          made.add(make_pair(evaluator_.arena, each.type->first, each.arguments[i], rows[i]));
        into = made.finish();
        break;
      }
    }
  }
}

}  // namespace quotient::bmethod
