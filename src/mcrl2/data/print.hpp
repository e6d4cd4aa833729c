#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "mcrl2/data/program.hpp"
#include "mcrl2/data/value.hpp"

namespace quotient::mcrl2 {

/// A value of a sort in mCRL2 syntax. Different values of a sort have different texts, but for names that the
/// specification uses twice. Uses no recursion.
std::string value_text(Value value, SortId sort, const Program& program);
/// For messages: long texts lose their middle.
std::string shortened(std::string text);
/// The operator or function of this name: `+`, `head`, `Int2Nat`.
std::string_view builtin_name(Builtin op);

/// Prints parts of a specification so that they can be read again. Names are unique: no variable hides another or a
/// function.
class ExprPrinter {
 public:
  explicit ExprPrinter(const Specification& spec);
  /// With names given, by variable.
  ExprPrinter(const Specification& spec, std::vector<std::string> variables);

  std::string expr(ExprId expr) const;
  std::string sort(SortId sort) const;
  const std::string& variable(VarId variable) const { return variables_[variable.value]; }

 private:
  std::string builtin(const Expr& expr) const;
  std::string list(const std::vector<ExprId>& parts, std::size_t first) const;

  const Specification& spec_;
  std::vector<std::string> variables_;
};

/// The text of a lambda or comprehension. Its own variables keep their names unless one hides another or a function.
LambdaText lambda_text(const Specification& spec, std::span<const VarId> parameters, ExprId body,
                       std::span<const VarId> captured, const std::set<std::string>& functions);

}  // namespace quotient::mcrl2
