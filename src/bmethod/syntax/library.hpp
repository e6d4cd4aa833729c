#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace quotient::bmethod {

/// The functions of ProB's definition files that no formula of B can express.
enum class External : std::uint8_t {
  string_length,
  string_append,
  string_conc,
  string_split,
  string_join,
  string_chars,
  string_codes,
  codes_to_string,
  string_rev,
  string_padleft,
  string_to_upper,
  string_to_lower,
  string_to_int,
  string_is_int,
  string_is_decimal,
  string_is_alphanumeric,
  string_to_enum,
  string_contains,
  string_replace,
  sub_string,
  int_to_string,
  int_to_dec_string,
  int_to_hex_string,
  to_string,
  format_to_string,
  choose,
  mu,
  sort,
  squash,
  assert_expr,
  to_int,
  gcd,
  msb,
  sinx,
  cosx,
  tanx,
  logx,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
};

struct ExternalFunction {
  External function;
  std::string_view name;
  std::string_view signature;  // as in the table of operators
  std::string_view undefined;  // why it may be; empty where it never is
  bool tells_apart = false;    // the elements of a given set: nothing that it is applied to is symmetric
};

const ExternalFunction& external_function(External function);
const ExternalFunction* find_external(std::string_view name);

/// The definition file of this name that comes with ProB, in words of our own; what printed something does nothing.
/// Empty where nothing inside is supported. Nullopt where ProB has no such file.
std::optional<std::string_view> library_file(std::string_view name);

/// The texts of all of them.
std::span<const std::string_view> whole_library();

/// A machine that the B-Toolkit puts beside each project, and that says nothing which is not built in.
bool is_built_in_machine(std::string_view name);

}  // namespace quotient::bmethod
