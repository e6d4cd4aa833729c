#pragma once

#include <optional>
#include <vector>

#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// Operands with operators of one precedence between them, which are all to the left: `a + b - c` is `(a + b) - c`.
///
/// Trees are walked recursively. Texts that programs write have sums and conjunctions of many thousands of terms, so
/// that a long row whose value does not depend on how it is grouped becomes a balanced tree: `&&`, `||`, `&`, `|`, `^`,
/// `*` alone, and `+` with `-`, whose numbers are taken modulo a power of two. Operands are evaluated from left to
/// right either way, and no more of them. The text of an expression does not show the difference.
class OperatorRow {
 public:
  /// `height`: of the operand's tree.
  OperatorRow(Expression first, int height);

  /// `expansion`: of the macro that the operator comes from.
  void append(Operator op, std::optional<SourceRange> expansion, Expression operand, int height);

  Expression build() &&;
  /// Of the tree that build() gives.
  int height() const { return is_balanced() ? balanced_height_ : left_height_; }

 private:
  struct Term {
    Operator op = Operator::none;  // before the operand
    std::optional<SourceRange> expansion;
    Expression operand;
  };

  bool is_balanced() const;
  Expression combine(Expression left, const Term& joint, Operator op, Expression right) const;
  Expression balanced(std::size_t begin, std::size_t end, bool negated);

  std::vector<Term> terms_;
  bool regroups_ = true;
  int left_height_;
  int highest_operand_;
  int balanced_height_ = 0;
};

}  // namespace quotient::promela
