#include "promela/check/check_expression.hpp"

#include <algorithm>
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
    case ExpressionKind::conditional:
      check_conditional(expression);
      break;
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
      check_number(expression.operands[0], "the process id");
      if (expression.kind == ExpressionKind::enabled) expression.type.base = BaseType::boolean;
      break;
    case ExpressionKind::timeout:
    case ExpressionKind::nonprogress:
    case ExpressionKind::remote_label:
      for (Expression& pid : expression.operands) {
        check(pid);
        check_number(pid, "the process id");
      }
      expression.type.base = BaseType::boolean;
      break;
    case ExpressionKind::remote_variable:
      for (Expression& pid : expression.operands) {
        check(pid);
        check_number(pid, "the process id");
      }
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

/// What SPIN refuses in an assigned value: the name of a channel that is not the whole of it, or of an index. Behind
/// the dot of a structure it does not look, nor into what takes a channel.
void ExpressionChecker::find_refused(const Expression& expression, bool inside) {
  switch (expression.kind) {
    case ExpressionKind::length:
    case ExpressionKind::run:
    case ExpressionKind::full:
    case ExpressionKind::nfull:
    case ExpressionKind::empty:
    case ExpressionKind::nempty:
    case ExpressionKind::poll:
      return;
    default:
      break;
  }
  const Variable* variable = expression.kind == ExpressionKind::variable ? expression.reference.variable : nullptr;
  if (inside && variable != nullptr && variable->type.base == BaseType::channel) refused_.push_back(&expression);
  for (const Reference::Part& part : expression.reference.parts) {
    for (const Expression& index : part.index) find_refused(index, false);
  }
  for (const Expression& operand : expression.operands) find_refused(operand, true);
}

void ExpressionChecker::check_assigned(const Variable* target, Expression& value) {
  if (target == nullptr || target->type.base != BaseType::structure) find_refused(value, false);
  check(value);
  for (const Expression* channel : refused_) {
    diagnostics_.error(channel->range, "a channel can only be assigned as a whole, not as a part of an expression");
  }
  refused_.clear();
}

void ExpressionChecker::channel_misused(const Expression& expression, std::string message) {
  const auto refused = std::find(refused_.begin(), refused_.end(), &expression);
  if (refused == refused_.end()) {
    diagnostics_.warning(expression.range, std::move(message));
  } else {
    diagnostics_.error(expression.range, std::move(message));
    refused_.erase(refused);
  }
}

void ExpressionChecker::check_number(const Expression& expression, std::string_view what) {
  if (expression.type.base == BaseType::channel) channel_misused(expression, fmt::format("{} is a channel", what));
}

void ExpressionChecker::check_conditional(Expression& expression) {
  check(expression.operands[0]);
  check_number(expression.operands[0], "the condition");
  const ValueType first = check(expression.operands[1]);
  const ValueType second = check(expression.operands[2]);
  const bool first_is_channel = first.base == BaseType::channel, second_is_channel = second.base == BaseType::channel;
  if (first.base != BaseType::none && second.base != BaseType::none && first_is_channel != second_is_channel) {
    channel_misused(
        expression.operands[first_is_channel ? 1 : 2],
        fmt::format("the values to choose from are of type {} and of type {}", type_text(first), type_text(second)));
  }
  if (first.base == second.base) expression.type = first;
}

void ExpressionChecker::check_operator(Expression& expression) {
  for (Expression& operand : expression.operands) check(operand);
  const std::string_view op = operator_text(expression.op);
  if (is_arithmetic(expression.op)) {
    for (const Expression& operand : expression.operands) {
      if (operand.type.base == BaseType::channel)
        channel_misused(operand, fmt::format("'{}' computes with a channel", op));
    }
    return;
  }
  expression.type.base = BaseType::boolean;
  if (!is_comparison(expression.op)) {
    for (const Expression& operand : expression.operands) check_number(operand, fmt::format("an operand of '{}'", op));
    return;
  }
  const Expression& left = expression.operands[0];
  const Expression& right = expression.operands[1];
  if (left.type.base == BaseType::none || right.type.base == BaseType::none) return;
  const bool channel_left = left.type.base == BaseType::channel, channel_right = right.type.base == BaseType::channel;
  if (channel_left != channel_right) {
    channel_misused(channel_left ? left : right,
                    fmt::format("'{}' compares {} with {}", op, type_text(left.type), type_text(right.type)));
  }
  if (channel_left && channel_right && expression.op != Operator::equal && expression.op != Operator::not_equal) {
    channel_misused(left, fmt::format("'{}' compares channels, which have no order", op));
  }
  if (left.type.mtype != nullptr && right.type.mtype != nullptr && left.type.mtype != right.type.mtype) {
    diagnostics_.warning(expression.range, fmt::format("'{}' compares {} with {}, whose names have nothing in common",
                                                       op, type_text(left.type), type_text(right.type)));
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

bool ExpressionChecker::writable(const Reference& reference) {
  const Variable* variable = reference.variable;
  if (variable == nullptr) return false;
  if (variable->predefined == Predefined::pid || variable->predefined == Predefined::number_of_processes ||
      variable->predefined == Predefined::last) {
    diagnostics_.error(reference.range, fmt::format("'{}' cannot be changed", variable->name.text));
    return false;
  }
  return true;
}

void ExpressionChecker::check_index(Reference& reference, std::size_t number, const Variable& variable) {
  Reference::Part& part = reference.parts[number];
  Expression& index = part.index[0];
  check(index);
  check_number(index, "the index");
  const auto value = constant_value(index);
  if (!variable.is_array) {
    if (value == 0) {
      diagnostics_.warning(index.range, fmt::format("'{}' is not an array", part.name.text));
    } else {
      diagnostics_.error(index.range, fmt::format("'{}' is not an array and takes no index", part.name.text))
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
    } else if (variable->is_array && !(last && whole == Whole::any)) {
      diagnostics_.error(part.name.range, fmt::format("array '{}' needs an index", part.name.text))
          .notes.push_back(
              {variable->name.range, fmt::format("declared here with {}", counted(variable->length, "element"))});
      known = false;
    }
  }
  if (!known) return {};
  ValueType type = value_type(variable->type);
  if (variable->predefined == Predefined::pid || variable->predefined == Predefined::last) type.process_id = true;
  if (type.base == BaseType::structure && whole == Whole::none) {
    diagnostics_.error(reference.range, fmt::format("'{}' is a whole structure of type '{}'; name one of its fields",
                                                    reference.parts.back().name.text, type_text(type)));
    return {};
  }
  return type;
}

Diagnostic* ExpressionChecker::check_fits(const DeclaredType& target, const Expression& value, std::string_view what) {
  const ValueType& type = value.type;
  if (type.base == BaseType::none || target.base == BaseType::none || target.base == BaseType::structure) {
    return nullptr;
  }
  if ((target.base == BaseType::channel) != (type.base == BaseType::channel)) {
    return &diagnostics_.warning(
        value.range, fmt::format("{} is of type {}, the value of type {}", what, type_text(target), type_text(type)));
  }
  if (type.mtype != nullptr && target.mtype != nullptr && type.mtype != target.mtype) {
    return &diagnostics_.warning(
        value.range, fmt::format("{} is of type {}, the value of type {}", what, type_text(target), type_text(type)));
  }
  const auto constant = constant_value(value);
  const ValueRange range = value_range(target);
  if (constant && (*constant < range.least || *constant > range.greatest)) {
    return &diagnostics_.warning(value.range, fmt::format("{} does not fit: {} of type {} holds {} to {}", *constant,
                                                          what, type_text(target), range.least, range.greatest));
  }
  return nullptr;
}

}  // namespace quotient::promela
