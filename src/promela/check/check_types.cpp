#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

#include "promela/check/check.hpp"
#include "promela/check/check_expression.hpp"
#include "promela/check/check_iteration.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/syntax/type_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

std::size_t count_runs(const Expression& expression) {
  std::size_t count = 0;
  visit_expression(expression, [&](const Expression& inner) { count += inner.kind == ExpressionKind::run ? 1U : 0U; });
  return count;
}

class TypeChecker {
 public:
  TypeChecker(Module& module, Diagnostics& diagnostics)
      : module_(module), diagnostics_(diagnostics), expressions_(diagnostics) {}

  void run() {
    find_widest_message();
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) check_initialiser(*field);
    }
    for (Variable* variable : module_.globals) check_initialiser(*variable);
    for (const auto& proctype : module_.proctypes) {
      proctype_ = proctype.get();
      if (proctype->provided) check_provided(*proctype->provided);
      visit_statements(proctype->body, [&](Statement& statement) { check_statement(statement); });
    }
    for (LtlFormula& formula : module_.formulas) {
      expressions_.check(formula.formula);
      expressions_.check_number(formula.formula, "the formula");
    }
  }

 private:
  Diagnostic& error(SourceRange range, std::string message) { return diagnostics_.error(range, std::move(message)); }

  /// SPIN allots every send as many fields as the widest message has, and refuses more.
  void find_widest_message() {
    const auto look_at = [&](const Variable& variable) {
      if (!variable.channel) return;
      const auto fields = flat_fields(variable.channel->fields);
      if (fields) widest_message_ = std::max(widest_message_, fields->size());
    };
    for (const auto& variable : module_.variables) look_at(*variable);
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) look_at(*field);
    }
  }

  void check_initialiser(Variable& variable) {
    for (Expression& element : variable.array_initialiser) {
      expressions_.check(element);
      expressions_.check_fits(variable.type, element, "the array");
    }
    if (!variable.initialiser) return;
    Expression& value = *variable.initialiser;
    expressions_.check_assigned(nullptr, value);
    if (count_runs(value) > 0) error(value.range, "run cannot stand in an initialiser");
    if (variable.type.base == BaseType::structure) {
      diagnostics_.caution(value.range,
                           fmt::format("'{}' is a structure: its initialiser means nothing", variable.name.text));
      variable.initialiser.reset();
    } else if (value.mtype != nullptr && !variable.type.mtype_name.empty() && value.mtype != variable.type.mtype) {
      wrong_family(value, variable);
    } else {
      expressions_.check_fits(variable.type, value, "the variable");
    }
  }

  void wrong_family(const Expression& value, const Variable& variable) {
    error(value.range, fmt::format("'{}' is of type {}, but '{}' of type {}", value.name.text, type_text(value.type),
                                   variable.name.text, type_text(variable.type)))
        .notes.push_back({variable.name.range, "declared here"});
  }

  /// Only what is the same for every process of the proctype may decide whether it runs.
  void check_provided(Expression& condition) {
    expressions_.check(condition);
    expressions_.check_number(condition, "the condition");
    visit_expression(condition, [&](const Expression& expression) {
      const Variable* variable = expression.reference.variable;
      if (expression.kind == ExpressionKind::run) {
        error(expression.range, "run cannot stand in a provided clause");
      } else if (expression.kind == ExpressionKind::remote_label ||
                 expression.kind == ExpressionKind::remote_variable) {
        error(expression.range, "a remote reference cannot stand in a provided clause");
      } else if (variable != nullptr && variable->owner != nullptr) {
        error(expression.range, "a provided clause cannot depend on locals or parameters");
      }
    });
  }

  void check_statement(Statement& statement) {
    switch (statement.kind) {
      case StatementKind::expression:
        expressions_.check(statement.expressions[0]);
        expressions_.check_number(statement.expressions[0], "the condition");
        check_runs(statement.expressions[0]);
        break;
      case StatementKind::assign:
        check_assignment(statement);
        break;
      case StatementKind::send:
        check_send(statement);
        break;
      case StatementKind::receive:
        check_receive(statement);
        break;
      case StatementKind::printf:
        for (Expression& value : statement.expressions) expressions_.check(value);
        check_format(statement);
        break;
      case StatementKind::printm:
        check_printm(statement);
        break;
      case StatementKind::for_range:
      case StatementKind::select:
      case StatementKind::for_in:
        check_iteration(statement, expressions_, diagnostics_);
        break;
      case StatementKind::declaration:
        for (Variable* variable : statement.declared) check_initialiser(*variable);
        break;
      case StatementKind::exclusive:
        check_exclusive(statement);
        break;
      case StatementKind::assertion:
        expressions_.check(statement.expressions[0]);
        expressions_.check_number(statement.expressions[0], "what is asserted");
        break;
      case StatementKind::set_priority:
        for (Expression& value : statement.expressions) {
          expressions_.check(value);
          expressions_.check_number(value, &value == &statement.expressions[0] ? "the process id" : "the priority");
        }
        break;
      default:
        for (Expression& value : statement.expressions) expressions_.check(value);
    }
  }

  /// As a condition, run stands alone: whether the rest of it could be true would depend on a process being made.
  void check_runs(const Expression& condition) {
    const std::size_t count = count_runs(condition);
    if (count > 1) error(condition.range, "a condition can start one process only");
    if (count == 1 && condition.kind != ExpressionKind::run) {
      error(condition.range, "as a condition, run must stand alone; assign its value to a variable first");
    }
  }

  void check_assignment(Statement& statement) {
    const bool plain = statement.target.parts.size() == 1;  // SPIN does not look into structures here
    const ValueType target = expressions_.check(statement.target);
    Expression& value = statement.expressions[0];
    expressions_.check_assigned(statement.target.variable, value);
    if (!expressions_.writable(statement.target) || target.base == BaseType::none) return;
    warn_of_self_index(statement.target);
    const Variable& variable = *last_part(statement.target);
    if (target.base == BaseType::channel && plain && value.type.base != BaseType::channel &&
        is_constant_for_spin(value)) {
      error(value.range, fmt::format("'{}' is a channel and cannot be a number", variable.name.text));
      return;
    }
    if (value.kind == ExpressionKind::constant && value.mtype != nullptr && plain) {
      // SPIN lets the first constant that is assigned decide the family of a variable that was declared without one.
      const Mtype* declared = variable.type.mtype_name.empty() ? nullptr : variable.type.mtype;
      const Mtype*& family = families_.try_emplace(&variable, declared).first->second;
      if (family == nullptr) family = value.mtype;
      if (family != value.mtype) wrong_family(value, variable);
      return;
    }
    expressions_.check_fits(variable.type, value, "the variable");
  }

  /// Where SPIN refuses to assign it to a channel: constants, and what is looked up in an array by one.
  static bool is_constant_for_spin(const Expression& value) {
    if (value.kind == ExpressionKind::constant) return true;
    return value.kind == ExpressionKind::variable &&
           std::any_of(value.reference.parts.begin(), value.reference.parts.end(), [](const Reference::Part& part) {
             return !part.index.empty() && part.index[0].kind == ExpressionKind::constant;
           });
  }

  void warn_of_self_index(const Reference& target) {
    for (const Reference::Part& part : target.parts) {
      for (const Expression& index : part.index) {
        visit_expression(index, [&](const Expression& inner) {
          if (inner.kind == ExpressionKind::variable && inner.reference.variable == target.variable &&
              !inner.reference.parts[0].index.empty()) {
            diagnostics_.warning(inner.range, "SPIN refuses an array that is indexed by itself");
          }
        });
      }
    }
  }

  /// How many fields a message of these arguments has; nothing where one of them is broken.
  std::optional<std::size_t> message_size(const std::vector<Expression>& arguments) {
    std::size_t size = 0;
    for (const Expression& argument : arguments) {
      if (argument.type.base == BaseType::none && !is_placeholder(argument)) return std::nullopt;
      if (argument.type.base != BaseType::structure) {
        ++size;
        continue;
      }
      DeclaredType whole;
      whole.base = BaseType::structure;
      whole.structure = argument.type.structure;
      const auto fields = flat_fields(whole);
      if (!fields) {
        error(argument.range,
              fmt::format("'{}' cannot be in a message: it holds an array of structures, or more than {} "
                          "values",
                          argument.type.structure->name.text, most_message_fields));
        return std::nullopt;
      }
      size += fields->size();
    }
    return size;
  }

  void check_send(Statement& statement) {
    expressions_.check_channel(statement.target, "a send");
    const bool in_trace = proctype_->kind == ProctypeKind::trace || proctype_->kind == ProctypeKind::notrace;
    for (Expression& value : statement.expressions) {
      if (in_trace && is_placeholder(value)) continue;  // there it matches any value
      expressions_.check(value, Whole::structure);
      if (count_runs(value) > 0) error(value.range, "run cannot stand in a message");
    }
    const auto size = message_size(statement.expressions);
    if (!size) return;
    if (*size > widest_message_ && !module_.has_gaps) {
      error(statement.range,
            fmt::format("the message to '{}' has {} field{}, but no channel has more than {}",
                        statement.target.parts.back().name.text, *size, *size == 1 ? "" : "s", widest_message_));
    }
  }

  void check_receive(Statement& statement) {
    expressions_.check_channel(statement.target, "a receive");
    std::unordered_map<const Variable*, SourceRange> received;
    for (Expression& value : statement.expressions) {
      if (value.kind != ExpressionKind::variable) {
        expressions_.check(value);
        continue;
      }
      value.type = expressions_.check(value.reference, Whole::structure);
      const Variable* variable = value.reference.variable;
      if (variable == nullptr || variable->predefined == Predefined::write_only ||
          !expressions_.writable(value.reference))
        continue;
      if (variable->is_array || variable->type.base == BaseType::structure) continue;
      if (!received.emplace(variable, value.range).second) {
        error(value.range, fmt::format("'{}' is received into twice", variable->name.text));
      }
    }
    (void)message_size(statement.expressions);
  }

  void check_format(const Statement& statement) {
    std::size_t wanted = 0;
    const std::string& text = statement.text;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] != '%') continue;
      if (text[++i] == '%') continue;
      ++wanted;
      if (std::string_view("cdeoux").find(text[i]) == std::string_view::npos) {
        diagnostics_.warning(statement.range, fmt::format("'%{}' is not a conversion of printf", text[i]));
      }
    }
    if (wanted != statement.expressions.size()) {
      diagnostics_.warning(statement.range, fmt::format("the format has {} conversion{}, here are {} value{}", wanted,
                                                        wanted == 1 ? "" : "s", statement.expressions.size(),
                                                        statement.expressions.size() == 1 ? "" : "s"));
    }
  }

  void check_printm(Statement& statement) {
    Expression& value = statement.expressions[0];
    const ValueType& type = expressions_.check(value);
    const bool printable =
        value.kind == ExpressionKind::variable || (value.kind == ExpressionKind::constant && value.mtype != nullptr);
    if (!printable) {
      error(value.range, "printm takes a variable or an mtype constant");
    } else if (type.base != BaseType::mtype && type.base != BaseType::none) {
      diagnostics_.warning(value.range, fmt::format("printm is for mtypes, this is of type {}", type_text(type)));
    }
  }

  void check_exclusive(Statement& statement) {
    for (Reference& reference : statement.references) {
      const ValueType type = expressions_.check(reference, Whole::structure);
      const Variable* variable = last_part(reference);
      if (type.base == BaseType::none || variable == nullptr) continue;
      if (variable->is_array) {
        error(reference.range, fmt::format("{} cannot name an element of an array", statement.text));
      } else if (type.base != BaseType::channel && type.base != BaseType::structure) {
        error(reference.range, fmt::format("{} needs a channel, but '{}' is of type {}", statement.text,
                                           reference.parts.back().name.text, type_text(type)));
      }
      auto& claims = statement.text == "xr" ? receivers_ : senders_;
      const auto [claim, is_new] = claims.try_emplace(variable, proctype_, reference.range);
      if (!is_new && claim->second.first != proctype_) {
        error(reference.range, fmt::format("two proctypes claim exclusive access to '{}'", variable->name.text))
            .notes.push_back({claim->second.second, "the other is here"});
      }
    }
  }

  using Claims = std::unordered_map<const Variable*, std::pair<const Proctype*, SourceRange>>;

  Module& module_;
  Diagnostics& diagnostics_;
  ExpressionChecker expressions_;
  const Proctype* proctype_ = nullptr;
  std::unordered_map<const Variable*, const Mtype*> families_;
  Claims receivers_, senders_;
  std::size_t widest_message_ = 0;
};

}  // namespace

void check_types(Module& module, Diagnostics& diagnostics) { TypeChecker(module, diagnostics).run(); }

}  // namespace quotient::promela
