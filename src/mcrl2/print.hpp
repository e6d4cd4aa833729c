#pragma once

#include <string>
#include <string_view>

#include "mcrl2/program.hpp"
#include "mcrl2/value.hpp"

namespace quotient::mcrl2 {

/// A value of a sort in mCRL2 syntax. Uses no recursion.
std::string value_text(Value value, SortId sort, const Program& program);
/// For messages: long texts lose their middle.
std::string shortened(std::string text);
/// The operator or function of this name: `+`, `head`, `Int2Nat`.
std::string_view builtin_name(Builtin op);

/// An expression in mCRL2 syntax, fully bracketed where it matters.
std::string expr_text(ExprId expr, const Specification& spec);
/// The name of a variable, unique among all variables of the specification.
std::string variable_text(VarId variable, const Specification& spec);

}  // namespace quotient::mcrl2
