#pragma once

#include <cstdint>
#include <optional>

#include "mcrl2/check/specification.hpp"

namespace quotient::mcrl2 {

/// Expressions that compute a number from one other number, and from nothing else: `(i + 1) mod 3`,
/// `if(n == K, 1, n + 1)`, `Int2Nat(1 - i)`, or from none: `-1`, `K - 1`. Where that one can be only a few numbers,
/// such an expression is a table.
class OneNumber {
 public:
  explicit OneNumber(const Specification& spec);

  struct Reading {
    ExprId leaf;  // the one number; none where the expression is always the same
  };
  /// Nullopt where the expression is no such, or computes nothing: numbers themselves, variables and calls.
  std::optional<Reading> read(ExprId expr) const;
  /// What it is where its leaf is `given`. Nullopt where that is no value of the sort, or large.
  std::optional<std::int64_t> value(ExprId expr, std::int64_t given) const;
  /// Whether an expression computes with its arguments. What does not is a leaf.
  bool computes(ExprId expr) const;
  /// The only rule of a map without arguments: what it always is. None for everything else.
  ExprId definition(const Expr& call) const;

 private:
  bool look(ExprId expr, std::uint32_t depth, bool& counts, Reading& reading) const;
  std::optional<std::int64_t> compute(ExprId expr, std::int64_t given) const;

  const Specification& spec_;
  std::vector<ExprId> definitions_;  // by function
};

}  // namespace quotient::mcrl2
