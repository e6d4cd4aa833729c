#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "bmethod/syntax/token.hpp"

namespace quotient::bmethod {

/// What Event-B writes differently from classical B: quantifiers without brackets, `{x · P ∣ E}`, `partition`,
/// `finite`.
std::vector<Token> classical_formula(std::span<const Token> tokens, Diagnostics& diagnostics);
/// An assignment: `x ≔ E`, `x :∈ S`, `x :∣ P` with x' for the new value.
std::vector<Token> classical_assignment(std::span<const Token> tokens, Diagnostics& diagnostics);
/// A token that stands nowhere in the text: at the place of another.
Token added(std::string_view text, SourceRange at);
/// The names in `partition(S, {a}, {b})`, S first; empty where it is something else.
std::vector<std::string_view> enumeration(std::span<const Token> tokens);

}  // namespace quotient::bmethod
