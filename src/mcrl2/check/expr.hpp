#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/source.hpp"
#include "mcrl2/check/sorts.hpp"

namespace quotient::mcrl2 {

struct VarId {
  std::uint32_t value = 0;
  friend auto operator<=>(VarId, VarId) = default;
};
struct FuncId {
  std::uint32_t value = 0;
  friend auto operator<=>(FuncId, FuncId) = default;
};
struct ExprId {
  std::uint32_t value = UINT32_MAX;
  explicit operator bool() const { return value != UINT32_MAX; }
  friend auto operator<=>(ExprId, ExprId) = default;
};

/// Operations known to the language. `>` and `>=` become `<` and `<=` with exchanged operands.
enum class Builtin : std::uint16_t {
  logic_not,
  logic_and,
  logic_or,
  logic_implies,
  if_then_else,
  equal,
  not_equal,
  less,
  less_equal,
  subset_less,
  subset_less_equal,
  bag_less,
  bag_less_equal,
  add,
  subtract,
  multiply,
  negate,
  divide,
  modulo,
  divide_real,
  power,
  successor,
  predecessor,
  absolute,
  maximum,
  minimum,
  floor,
  ceiling,
  round,
  square_root,
  to_pos,
  to_nat,
  to_int,
  to_real,
  list_prepend,
  list_append,
  list_concatenate,
  list_length,
  list_at,
  list_head,
  list_tail,
  list_last,
  list_front,
  list_contains,
  set_union,
  set_intersection,
  set_difference,
  set_complement,
  set_contains,
  set_pick,
  set_size,
  bag_union,
  bag_intersection,
  bag_difference,
  bag_contains,
  bag_count,
  bag_size,
  set_to_bag,
  bag_to_set,
  function_update
};

enum class ExprKind : std::uint8_t {
  variable,  // symbol: VarId
  number,    // symbol: index of the digits
  truth,     // symbol: 0 or 1
  call,      // symbol: FuncId of a constructor or map, with all arguments of its declaration
  function,  // symbol: FuncId, not applied
  builtin,   // symbol: Builtin
  apply,     // arguments[0] is a function, the others its arguments
  list,
  set,
  bag,     // elements and counts alternate
  set_of,  // {x: S | e}: one variable, one argument
  bag_of,
  lambda,
  forall,
  exists,
  where  // arguments: the body, then a value for each of the variables
};

/// A typed expression. `range` is where it was first met and takes no part in comparisons.
struct Expr {
  ExprKind kind = ExprKind::truth;
  SortId sort;
  std::uint32_t symbol = 0;
  std::vector<ExprId> arguments;
  std::vector<VarId> variables;
  SourceRange range;
};

/// Equal expressions are one expression: an ExprId can be compared instead of the text. References are invalidated by
/// `add`.
class ExprPool {
 public:
  ExprId add(Expr expr);
  ExprId number(std::string digits, SortId sort, SourceRange range);
  const Expr& operator[](ExprId id) const { return rows_[id.value]; }
  const std::string& digits(const Expr& expr) const { return digits_[expr.symbol]; }
  std::size_t size() const { return rows_.size(); }

 private:
  std::vector<Expr> rows_;
  std::unordered_multimap<std::size_t, ExprId> index_;
  std::vector<std::string> digits_;
  std::unordered_map<std::string, std::uint32_t> digits_index_;
};

}  // namespace quotient::mcrl2
