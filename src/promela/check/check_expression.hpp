#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "promela/syntax/ast.hpp"

/// Types of expressions and references: the part of check_types that knows nothing of statements.
namespace quotient::promela {

/// What a reference may denote if it is not one plain value.
enum class Whole : std::uint8_t {
  none,
  structure,  // in messages and arguments: denotes its fields
  any,        // a whole array, too: as the collection of a for
};

class ExpressionChecker {
 public:
  explicit ExpressionChecker(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// Finds the type of the expression and of all within it, and reports what does not fit.
  const ValueType& check(Expression& expression, Whole whole = Whole::none);
  /// The same for a variable that is read or written.
  ValueType check(Reference& reference, Whole whole = Whole::none);
  /// A channel that something is done with.
  void check_channel(Reference& reference, std::string_view what);
  /// Whether it may be given a value; reports where it is one of SPIN's own that may not.
  bool writable(const Reference& reference);
  /// The same for a value that is assigned: there SPIN refuses channels as parts of an expression, which it lets pass
  /// elsewhere. In declarations it does not look at what the variable is: `target` is null.
  void check_assigned(const Variable* target, Expression& value);
  /// Warns if a channel is used as a number or a truth value, as `what` says.
  void check_number(const Expression& expression, std::string_view what);
  /// Whether a value of this type may go into a variable of that type; `what` names it for messages.
  /// The warning, or null; it may be added to until the next one.
  Diagnostic* check_fits(const DeclaredType& target, const Expression& value, std::string_view what);
  /// Warns where a plain number or another type is used as a channel, or a channel as a number.
  void check_arguments(const Proctype& proctype, std::vector<Expression>& arguments, SourceRange range);

 private:
  void check_variable(Expression& expression, Whole whole);
  void check_operator(Expression& expression);
  void check_conditional(Expression& expression);
  void check_run(Expression& expression);
  void check_poll(Expression& expression);
  void check_index(Reference& reference, std::size_t part, const Variable& variable);
  void find_refused(const Expression& expression, bool inside);
  void channel_misused(const Expression& expression, std::string message);

  Diagnostics& diagnostics_;
  std::vector<const Expression*> refused_;  // in the value that is being assigned: what has not been reported yet
};

/// The value of an expression of constants, as SPIN computes it; nothing where it has variables or divides by zero.
std::optional<std::int64_t> constant_value(const Expression& expression);

ValueType value_type(const DeclaredType& type);

/// `_` as an argument: any value will do.
bool is_placeholder(const Expression& argument);

/// As it is written: `a + b` → "+".
std::string_view operator_text(Operator op);

}  // namespace quotient::promela
