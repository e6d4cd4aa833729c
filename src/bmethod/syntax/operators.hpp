#pragma once

#include <string_view>

#include "bmethod/syntax/ast.hpp"

namespace quotient::bmethod {

/// How an operator is written and typed.
///
/// `signature` is read by the type checker: arguments separated by commas, `>` and the result. `Z` integer, `B`
/// boolean, `S` string, `!` predicate, `P` set of what follows, `*` pair of the two that follow, small letters stand
/// for any type. So `P*ab,P*bc>P*ac` types the composition of two relations. Empty where the checker has a rule of its
/// own.
struct Operator {
  enum class Form : std::uint8_t { special, constant, function, infix, right_infix, prefix, postfix };
  Op op;
  Form form;
  std::string_view text;
  int priority;  // as in the B language reference; 0 where it does not matter
  std::string_view signature;
};

const Operator& operator_of(Op op);
/// The operator written `text` in the given form, or null. Both infix forms are found as `infix`.
const Operator* find_operator(Operator::Form form, std::string_view text);
/// The name for messages: "'<+'", "'dom'".
std::string_view name_of(Op op);

namespace priority {
inline constexpr int lowest = 0;
inline constexpr int composition = 20;
inline constexpr int implication = 30;
inline constexpr int conjunction = 40;
inline constexpr int comparison = 65;
inline constexpr int application = 240;
}  // namespace priority

/// Whether it compares two integers or is `=`.
bool is_comparison(Op op);
/// The comparison that says the same with its sides exchanged.
Op mirrored(Op comparison);

}  // namespace quotient::bmethod
