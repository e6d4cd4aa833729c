#include <algorithm>
#include <fmt/format.h>

#include "base/stop_signal.hpp"
#include "murphi/check/checker.hpp"

namespace quotient::murphi {

namespace {

constexpr std::size_t most_calls_within_one_another = 200;

}  // namespace

const Type* Checker::expression(Expression& x) {
  poll_stop();
  x.type = expression_of(x);
  return x.type;
}

const Type* Checker::expression_of(Expression& x) {
  switch (x.kind) {
    case ExpressionKind::number:
      if (x.value > INT32_MAX) {
        error(x.range, "numbers of more than 32 bits are not supported");
        return nullptr;
      }
      return model_.integer;
    case ExpressionKind::name:
      return named(x);
    case ExpressionKind::field:
      return field(x);
    case ExpressionKind::element:
      return element(x);
    case ExpressionKind::unary:
      return unary(x);
    case ExpressionKind::binary:
      return binary(x);
    case ExpressionKind::conditional:
      return conditional(x);
    case ExpressionKind::forall:
    case ExpressionKind::exists:
      return quantified(x);
    case ExpressionKind::is_undefined: {
      const Type* t = expression(x.operands[0]);
      if (t != nullptr && (!t->is_simple() || !is_place(x.operands[0]))) {
        error(x.operands[0].range, "only a variable of a simple type can be undefined");
      }
      return model_.boolean;
    }
    case ExpressionKind::is_member: {
      const Type* t = expression(x.operands[0]);
      const Type* of = type(*x.type_name);
      if (t != nullptr && of != nullptr && !agree(t, of)) {
        error(x.range, fmt::format("a value of {} is never one of {}", name_of(*t), name_of(*of)));
      }
      // The type is what the second operand has.
      Expression& second = x.operands.emplace_back();
      second.type = of;
      second.range = x.type_name->range;
      return model_.boolean;
    }
    case ExpressionKind::call:
      return call(x, false);
  }
  return nullptr;
}

const Type* Checker::named(Expression& x) {
  x.symbol = find(x.name);
  if (x.symbol == nullptr) return nullptr;
  if (x.symbol->kind == Symbol::Kind::type || x.symbol->kind == Symbol::Kind::routine) {
    error(x.range, fmt::format("'{}' is a {}, not a value", x.name.text,
                               x.symbol->kind == Symbol::Kind::type ? "type" : "function"));
    return nullptr;
  }
  return x.symbol->type;
}

const Type* Checker::field(Expression& x) {
  const Type* record = expression(x.operands[0]);
  if (record == nullptr) return nullptr;
  if (record->kind != TypeKind::record) {
    error(x.operands[0].range, fmt::format("this is no record, it is of {}", name_of(*record)));
    return nullptr;
  }
  std::vector<std::string> known;
  for (const auto& [name, t] : record->fields) {
    if (name == x.name.text) return t;
    known.push_back(name);
  }
  error(x.name.range, fmt::format("a record of {} has no field '{}'", name_of(*record), x.name.text)).suggestion =
      nearest_name(x.name.text, known);
  return nullptr;
}

const Type* Checker::element(Expression& x) {
  const Type* array = expression(x.operands[0]);
  const Type* index = expression(x.operands[1]);
  if (array == nullptr || index == nullptr) return nullptr;
  if (array->kind != TypeKind::array) {
    error(x.operands[0].range, fmt::format("this is no array, it is of {}", name_of(*array)));
    return nullptr;
  }
  if (!fits(index, array->index)) {
    error(x.operands[1].range,
          fmt::format("an index of {} is expected here, this is of {}", name_of(*array->index), name_of(*index)));
  }
  return array->element;
}

const Type* Checker::unary(Expression& x) {
  const Type* t = expression(x.operands[0]);
  if (t == nullptr) return x.op == Operator::negate ? model_.integer : model_.boolean;
  if (x.op == Operator::negate) {
    if (!is_number(t)) error(x.operands[0].range, fmt::format("a number is expected here, this is of {}", name_of(*t)));
    return model_.integer;
  }
  if (!t->is_boolean)
    error(x.operands[0].range, fmt::format("a condition is expected here, this is of {}", name_of(*t)));
  return model_.boolean;
}

const Type* Checker::binary(Expression& x) {
  const Type *a = expression(x.operands[0]), *b = expression(x.operands[1]);
  const auto both = [&](auto wanted, const char* what) {
    for (const Expression& side : x.operands) {
      if (side.type != nullptr && !wanted(side.type)) {
        error(side.range, fmt::format("{} is expected here, this is of {}", what, name_of(*side.type)));
      }
    }
  };
  switch (x.op) {
    case Operator::implies:
    case Operator::logical_or:
    case Operator::logical_and:
      both([](const Type* t) { return t->is_boolean; }, "a condition");
      return model_.boolean;
    case Operator::equal:
    case Operator::not_equal:
      if (a != nullptr && b != nullptr && !agree(a, b)) {
        error(x.range, fmt::format("values of {} and {} are never equal", name_of(*a), name_of(*b)));
      }
      if (a != nullptr && !a->is_simple() && !(is_place(x.operands[0]) && is_place(x.operands[1]))) {
        error(x.range, "only variables are compared as a whole");
      }
      return model_.boolean;
    case Operator::less:
    case Operator::less_equal:
    case Operator::greater:
    case Operator::greater_equal:
      both([this](const Type* t) { return is_number(t); }, "a number");
      return model_.boolean;
    default:
      both([this](const Type* t) { return is_number(t); }, "a number");
      return model_.integer;
  }
}

const Type* Checker::conditional(Expression& x) {
  condition(x.operands[0]);
  const Type *yes = expression(x.operands[1]), *no = expression(x.operands[2]);
  if (yes == nullptr || no == nullptr) return yes == nullptr ? no : yes;
  if (!agree(yes, no)) error(x.range, fmt::format("one side is of {}, the other of {}", name_of(*yes), name_of(*no)));
  if (!yes->is_simple()) error(x.range, "the sides of a conditional expression are simple values");
  if (is_number(yes)) return model_.integer;
  return no->kind == TypeKind::set_union ? no : yes;
}

const Type* Checker::call(Expression& x, bool as_statement) {
  x.symbol = find(x.name);
  for (Expression& argument : x.operands) expression(argument);
  if (x.symbol == nullptr) return nullptr;
  if (x.symbol->kind != Symbol::Kind::routine) {
    error(x.name.range, fmt::format("'{}' is no function and no procedure", x.name.text));
    return nullptr;
  }
  const Routine& routine = *x.symbol->routine;
  if (&routine == routine_) {
    error(x.range, fmt::format("'{}' calls itself: recursion is not supported", x.name.text));
    return routine.result_type;
  }
  // Calls are written out where they stand.
  if (routine_ != nullptr) routine_->depth = std::max(routine_->depth, routine.depth + 1);
  if (routine.depth >= most_calls_within_one_another) {
    error(x.range, fmt::format("there are calls within one another, more than {}", most_calls_within_one_another));
    return routine.result_type;
  }
  if (!as_statement && routine.result == nullptr) {
    error(x.range, fmt::format("'{}' is a procedure: it has no value", x.name.text));
  }
  if (x.operands.size() != routine.parameters.size()) {
    error(x.range,
          fmt::format("'{}' takes {} arguments, not {}", x.name.text, routine.parameters.size(), x.operands.size()));
    return routine.result_type;
  }
  for (std::size_t k = 0; k < x.operands.size(); ++k) {
    Expression& argument = x.operands[k];
    const Parameter& p = routine.parameters[k];
    if (argument.type == nullptr || p.symbol->type == nullptr) continue;
    if (!fits(argument.type, p.symbol->type)) {
      error(argument.range, fmt::format("'{}' is of {}, this is of {}", p.name.text, name_of(*p.symbol->type),
                                        name_of(*argument.type)));
    } else if (p.by_reference) {
      may_change(argument);
    } else if (!argument.type->is_simple() && !is_place(argument)) {
      error(argument.range, "only a variable is given as a whole");
    }
  }
  return routine.result_type;
}

const Type* Checker::quantified(Expression& x) {
  open();
  quantify(*x.quantifier);
  condition(x.operands[0]);
  close();
  return model_.boolean;
}

void Checker::condition(Expression& x) {
  const Type* t = expression(x);
  if (t != nullptr && !t->is_boolean) {
    error(x.range, fmt::format("a condition is expected here, this is of {}", name_of(*t)));
  }
}

/// A parameter that several rules share is met once for each of them.
void Checker::quantify(Quantifier& q) {
  const Type* t = nullptr;
  if (q.over != nullptr) {
    t = q.type != nullptr ? q.type : type(*q.over);
    if (t != nullptr && !t->is_simple()) {
      error(q.over->range, "a parameter goes through a range, an enumeration, a scalarset or a union of these");
      t = nullptr;
    }
  } else {
    for (Expression& bound : q.bounds) {
      const Type* b = expression(bound);
      if (b != nullptr && !is_number(b)) {
        error(bound.range, fmt::format("a number is expected here, this is of {}", name_of(*b)));
      }
    }
    t = model_.integer;
  }
  q.type = t;
  if (q.symbol != nullptr) {
    scopes_.back()[q.variable.text] = q.symbol;
    return;
  }
  Symbol& s = declare(q.variable, Symbol::Kind::quantified, NameKind::parameter);
  s.type = t;
  q.symbol = &s;
}

bool Checker::agree(const Type* a, const Type* b) const {
  if (a == b || a == nullptr || b == nullptr) return true;
  if (is_number(a) && is_number(b)) return true;
  if (a->kind == TypeKind::set_union) {
    return std::ranges::any_of(a->members, [&](const Type* m) { return agree(m, b); });
  }
  if (b->kind == TypeKind::set_union) return agree(b, a);
  return same(a, b);
}

bool Checker::same(const Type* a, const Type* b) const {
  if (a == b || a == nullptr || b == nullptr) return true;
  if (a->kind != b->kind) return false;
  if (is_number(a)) return a->lo == b->lo && a->hi == b->hi;
  if (a->kind == TypeKind::array) return same(a->index, b->index) && same(a->element, b->element);
  return a->kind == TypeKind::record && std::ranges::equal(a->fields, b->fields, [this](const auto& x, const auto& y) {
           return x.first == y.first && same(x.second, y.second);
         });
}

/// Into a union goes what is always one of its values; what is taken out of one is looked at when it runs.
bool Checker::fits(const Type* value, const Type* into) const {
  if (value == nullptr || into == nullptr || into->kind != TypeKind::set_union || value == into)
    return agree(value, into);
  if (value->kind == TypeKind::set_union) {
    return std::ranges::all_of(value->members, [&](const Type* m) { return fits(m, into); });
  }
  return std::ranges::any_of(
      into->members, [&](const Type* m) { return m->kind == TypeKind::set_union ? fits(value, m) : m == value; });
}

bool Checker::is_place(const Expression& x) const {
  switch (x.kind) {
    case ExpressionKind::name:
      if (x.symbol == nullptr) return true;  // reported already
      if (x.symbol->kind == Symbol::Kind::alias) return is_place(*x.symbol->alias);
      return x.symbol->kind == Symbol::Kind::variable || x.symbol->kind == Symbol::Kind::parameter;
    case ExpressionKind::field:
    case ExpressionKind::element:
      return is_place(x.operands[0]);
    default:
      return false;
  }
}

bool Checker::may_change(const Expression& x) {
  if (!is_place(x)) {
    const bool parameter = x.kind == ExpressionKind::name && x.symbol->kind == Symbol::Kind::quantified;
    error(x.range, parameter ? "a parameter of a rule or loop cannot be changed" : "this is no variable");
    return false;
  }
  return true;
}

}  // namespace quotient::murphi
