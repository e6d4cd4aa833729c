#include "promela/check/check_expression.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/stop_signal.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/syntax/type_text.hpp"

namespace quotient::promela {

namespace {

bool is_arithmetic(Operator op) {
  switch (op) {
    case Operator::negate:
    case Operator::complement:
    case Operator::add:
    case Operator::subtract:
    case Operator::multiply:
    case Operator::divide:
    case Operator::modulo:
    case Operator::bit_and:
    case Operator::bit_or:
    case Operator::bit_xor:
    case Operator::shift_left:
    case Operator::shift_right:
      return true;
    default:
      return false;
  }
}

bool is_comparison(Operator op) {
  return op == Operator::equal || op == Operator::not_equal || op == Operator::less || op == Operator::less_equal ||
         op == Operator::greater || op == Operator::greater_equal;
}

}  // namespace

ValueType value_type(const DeclaredType& type) {
  ValueType value;
  value.base = type.base;
  value.structure = type.structure;
  value.mtype = type.mtype;
  value.process_id = type.base == BaseType::pid;
  return value;
}

const ValueType& ExpressionChecker::check(Expression& expression, Whole whole) {
  poll_stop();
  expression.type = {};
  expression.type.base = BaseType::integer;
  switch (expression.kind) {
    case ExpressionKind::constant:
      if (expression.mtype != nullptr) {
        expression.type.base = BaseType::mtype;
        expression.type.mtype = expression.mtype;
      }
      break;
    case ExpressionKind::variable:
      check_variable(expression, whole);
      break;
    case ExpressionKind::unary:
    case ExpressionKind::binary:
      check_operator(expression);
      break;
    case ExpressionKind::conditional: {
      check(expression.operands[0]);
      const ValueType first = check(expression.operands[1]);
      const ValueType second = check(expression.operands[2]);
      if (first.base == second.base) expression.type = first;
      break;
    }
    case ExpressionKind::run:
      check_run(expression);
      break;
    case ExpressionKind::length:
      check_channel(expression.reference, "len");
      break;
    case ExpressionKind::full:
    case ExpressionKind::nfull:
    case ExpressionKind::empty:
    case ExpressionKind::nempty:
      check_channel(expression.reference, "full or empty");
      expression.type.base = BaseType::boolean;
      break;
    case ExpressionKind::poll:
      check_poll(expression);
      break;
    case ExpressionKind::eval:
      expression.type = check(expression.operands[0]);
      break;
    case ExpressionKind::enabled:
    case ExpressionKind::pc_value:
    case ExpressionKind::get_priority:
      check(expression.operands[0]);
      if (expression.kind == ExpressionKind::enabled) expression.type.base = BaseType::boolean;
      break;
    case ExpressionKind::timeout:
    case ExpressionKind::nonprogress:
    case ExpressionKind::remote_label:
      for (Expression& pid : expression.operands) check(pid);
      expression.type.base = BaseType::boolean;
      break;
    case ExpressionKind::remote_variable:
      for (Expression& pid : expression.operands) check(pid);
      expression.type = check(expression.reference);
      break;
    case ExpressionKind::c_expression:
      break;
  }
  return expression.type;
}

void ExpressionChecker::check_variable(Expression& expression, Whole whole) {
  expression.type = check(expression.reference, whole);
  const Variable* variable = expression.reference.variable;
  if (variable != nullptr && variable->predefined == Predefined::write_only) {
    diagnostics_.error(expression.range, "'_' can only be received into: it has no value");
  }
}

void ExpressionChecker::operand_is_number(const Expression& operand, std::string_view op) {
  if (operand.type.base != BaseType::channel) return;
  const std::string message = fmt::format("'{}' computes with a channel", op);
  const bool refused = in_assignment_ && operand.reference.parts.size() == 1;
  refused ? diagnostics_.error(operand.range, message) : diagnostics_.warning(operand.range, message);
}

void ExpressionChecker::check_operator(Expression& expression) {
  for (Expression& operand : expression.operands) check(operand);
  const std::string_view op = operator_text(expression.op);
  if (is_arithmetic(expression.op)) {
    for (const Expression& operand : expression.operands) operand_is_number(operand, op);
    return;
  }
  expression.type.base = BaseType::boolean;
  if (!is_comparison(expression.op)) return;
  const ValueType& left = expression.operands[0].type;
  const ValueType& right = expression.operands[1].type;
  if (left.base == BaseType::none || right.base == BaseType::none) return;
  if ((left.base == BaseType::channel) != (right.base == BaseType::channel)) {
    diagnostics_.warning(expression.range,
                         fmt::format("'{}' compares {} with {}", op, type_text(left), type_text(right)));
  }
  if (left.mtype != nullptr && right.mtype != nullptr && left.mtype != right.mtype) {
    diagnostics_.warning(expression.range, fmt::format("'{}' compares {} with {}, whose names have nothing in common",
                                                       op, type_text(left), type_text(right)));
  }
}

void ExpressionChecker::check_run(Expression& expression) {
  expression.type.base = BaseType::pid;
  expression.type.process_id = true;
  if (expression.proctype != nullptr) check_arguments(*expression.proctype, expression.operands, expression.range);
}

void ExpressionChecker::check_arguments(const Proctype& proctype, std::vector<Expression>& arguments,
                                        SourceRange range) {
  std::vector<std::pair<const DeclaredType*, const Expression*>> given;
  for (Expression& argument : arguments) {
    const ValueType& type = check(argument, Whole::structure);
    if (type.base == BaseType::none) return;
    if (type.base != BaseType::structure || type.structure == nullptr) {
      given.emplace_back(nullptr, &argument);
      continue;
    }
    DeclaredType whole;
    whole.base = BaseType::structure;
    whole.structure = type.structure;
    const auto fields = flat_fields(whole);
    if (!fields) {
      diagnostics_.error(argument.range, "a structure with an array of structures cannot be an argument");
      return;
    }
    for (const FlatField& field : *fields) given.emplace_back(field.type, &argument);
  }
  std::vector<const DeclaredType*> wanted;
  for (const Variable* parameter : proctype.parameters) {
    const auto fields = flat_fields(parameter->type);
    if (!fields) return;  // reported with the declaration
    for (const FlatField& field : *fields) wanted.push_back(field.type);
  }
  if (given.size() != wanted.size()) {
    diagnostics_
        .error(range, fmt::format("proctype '{}' takes {} argument{}, here are {}", proctype.name.text, wanted.size(),
                                  wanted.size() == 1 ? "" : "s", given.size()))
        .notes.push_back({proctype.name.range, "declared here"});
    return;
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i].first != nullptr) continue;
    const Expression& value = *given[i].second;
    const bool other_family = value.mtype != nullptr && wanted[i]->mtype != nullptr && value.mtype != wanted[i]->mtype;
    if (value.kind == ExpressionKind::constant && other_family) {
      diagnostics_.error(value.range, fmt::format("'{}' is of type {}, the parameter of type {}", value.name.text,
                                                  type_text(value.type), type_text(*wanted[i])));
    } else {
      check_fits(*wanted[i], value, "the parameter");
    }
  }
}

bool is_placeholder(const Expression& argument) {
  return argument.kind == ExpressionKind::variable && argument.reference.variable != nullptr &&
         argument.reference.variable->predefined == Predefined::write_only;
}

void ExpressionChecker::check_poll(Expression& expression) {
  check_channel(expression.reference, "a poll");
  for (Expression& operand : expression.operands) {
    if (!is_placeholder(operand)) check(operand, Whole::structure);
  }
  expression.type.base = BaseType::boolean;
}

void ExpressionChecker::check_channel(Reference& reference, std::string_view what) {
  const ValueType type = check(reference);
  if (type.base == BaseType::none || type.base == BaseType::channel) return;
  diagnostics_.error(reference.range, fmt::format("{} needs a channel, but '{}' is of type {}", what,
                                                  reference.parts.back().name.text, type_text(type)));
}

void ExpressionChecker::check_index(Reference& reference, std::size_t number, const Variable& variable) {
  Reference::Part& part = reference.parts[number];
  Expression& index = part.index[0];
  const bool in_assignment = in_assignment_;
  in_assignment_ = false;
  check(index);
  in_assignment_ = in_assignment;
  const auto value = constant_value(index);
  if (!variable.is_array) {
    if (value == 0) {
      diagnostics_.warning(index.range, fmt::format("'{}' is no array", part.name.text));
    } else {
      diagnostics_.error(index.range, fmt::format("'{}' is no array and takes no index", part.name.text))
          .notes.push_back({variable.name.range, "declared here"});
    }
  } else if (value && (*value < 0 || *value >= variable.length)) {
    diagnostics_.warning(index.range, fmt::format("index {} is out of range: '{}' has the elements 0 to {}", *value,
                                                  part.name.text, variable.length - 1));
  }
}

ValueType ExpressionChecker::check(Reference& reference, Whole whole) {
  const Variable* variable = reference.variable;
  bool known = variable != nullptr;
  for (std::size_t i = 0; i < reference.parts.size(); ++i) {
    Reference::Part& part = reference.parts[i];
    if (i > 0 && known) variable = variable->type.structure->fields[part.field].get();
    if (!known) continue;
    const bool last = i + 1 == reference.parts.size();
    if (!part.index.empty()) {
      check_index(reference, i, *variable);
    } else if (variable->is_array && !(last && whole == Whole::array)) {
      diagnostics_.error(part.name.range, fmt::format("array '{}' needs an index", part.name.text))
          .notes.push_back(
              {variable->name.range, fmt::format("declared here with {}", counted(variable->length, "element"))});
      known = false;
    }
  }
  if (!known) return {};
  ValueType type = value_type(variable->type);
  if (variable->predefined == Predefined::pid || variable->predefined == Predefined::last) type.process_id = true;
  if (type.base == BaseType::structure && whole != Whole::structure) {
    diagnostics_.error(reference.range, fmt::format("'{}' is a whole structure of type '{}'; name one of its fields",
                                                    reference.parts.back().name.text, type_text(type)));
    return {};
  }
  return type;
}

void ExpressionChecker::check_fits(const DeclaredType& target, const Expression& value, std::string_view what) {
  const ValueType& type = value.type;
  if (type.base == BaseType::none || target.base == BaseType::none || target.base == BaseType::structure) return;
  if ((target.base == BaseType::channel) != (type.base == BaseType::channel)) {
    diagnostics_.warning(
        value.range, fmt::format("{} is of type {}, the value of type {}", what, type_text(target), type_text(type)));
    return;
  }
  if (type.mtype != nullptr && target.mtype != nullptr && type.mtype != target.mtype) {
    diagnostics_.warning(
        value.range, fmt::format("{} is of type {}, the value of type {}", what, type_text(target), type_text(type)));
    return;
  }
  const auto constant = constant_value(value);
  const ValueRange range = value_range(target);
  if (constant && (*constant < range.least || *constant > range.greatest)) {
    diagnostics_.warning(value.range, fmt::format("{} does not fit: {} of type {} holds {} to {}", *constant, what,
                                                  type_text(target), range.least, range.greatest));
  }
}

}  // namespace quotient::promela
