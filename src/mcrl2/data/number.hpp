#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcrl2/data/value.hpp"

namespace quotient::mcrl2 {

/// Arithmetic on values that are numbers: small integers in the word, larger ones and fractions as nodes. A number has
/// one representation in all of Pos, Nat, Int and Real. Arguments must be numbers (`is_number`).
bool is_number(Value value);
bool is_integer(Value value);
int sign(Value value);
int compare_numbers(Value a, Value b);

Value add(Value a, Value b, TermStore& store);
Value subtract(Value a, Value b, TermStore& store);
Value multiply(Value a, Value b, TermStore& store);
/// Rounded down; of integers, b > 0.
Value divide(Value a, Value b, TermStore& store);
/// In [0, b); of integers, b > 0.
Value modulo(Value a, Value b, TermStore& store);
/// b is not 0.
Value divide_real(Value a, Value b, TermStore& store);
/// Nullopt where the result has no meaning (0 to a negative power) or more than a million bits.
std::optional<Value> power(Value base, Value exponent, TermStore& store);
Value floor(Value a, TermStore& store);
Value square_root(Value a, TermStore& store);  // rounded down; a >= 0

Value parse_number(std::string_view digits, TermStore& store);
/// 12, -3, 1/2: as mCRL2 prints them.
std::string number_text(Value value);

}  // namespace quotient::mcrl2
