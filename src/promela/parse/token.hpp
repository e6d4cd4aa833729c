#pragma once

#include <cstdint>
#include <string_view>

#include "base/source.hpp"

namespace quotient::promela {

enum class TokenKind : std::uint8_t {
  end,
  name,
  number,     // value
  character,  // value
  string,     // text with its quotes
  stray,      // what no rule of the language begins with
  // punctuation
  left_brace,
  right_brace,
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  comma,
  colon,
  semicolon,
  arrow,   // -> : a separator, a conditional, in ltl an implication
  option,  // ::
  dot,
  dots,  // ..
  at,
  assign,
  exclamation,  // send and negation
  double_exclamation,
  question,
  double_question,
  tilde,
  plus,
  minus,
  star,
  slash,
  percent,
  increment,
  decrement,
  ampersand,
  caret,
  bar,
  and_and,
  or_or,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  // in ltl formulas only, in both spellings: [] always …
  ltl_always,
  ltl_eventually,
  ltl_next,
  ltl_until,
  ltl_weak_until,
  ltl_release,
  ltl_implies,
  ltl_equivalent,
  ltl_previously,
  ltl_once,
  ltl_historically,
  ltl_since,
  // keywords
  kw_active,
  kw_assert,
  kw_atomic,
  kw_bit,
  kw_bool,
  kw_break,
  kw_byte,
  kw_c_code,
  kw_c_decl,
  kw_c_expr,
  kw_c_state,
  kw_c_track,
  kw_chan,
  kw_d_proctype,
  kw_d_step,
  kw_do,
  kw_else,
  kw_empty,
  kw_enabled,
  kw_eval,
  kw_false,
  kw_fi,
  kw_for,
  kw_full,
  kw_get_priority,
  kw_goto,
  kw_hidden,
  kw_if,
  kw_in,  // a keyword only in the head of a for
  kw_init,
  kw_inline,
  kw_int,
  kw_len,
  kw_local,
  kw_ltl,
  kw_mtype,
  kw_nempty,
  kw_never,
  kw_nfull,
  kw_notrace,
  kw_np,
  kw_od,
  kw_of,
  kw_pc_value,
  kw_pid,
  kw_printf,
  kw_printm,
  kw_priority,
  kw_proctype,
  kw_provided,
  kw_return,
  kw_run,
  kw_select,
  kw_set_priority,
  kw_short,
  kw_show,
  kw_skip,
  kw_timeout,
  kw_trace,
  kw_true,
  kw_typedef,
  kw_unless,
  kw_unsigned,
  kw_xr,
  kw_xs,
};

struct Token {
  TokenKind kind = TokenKind::end;
  bool line_break = false;  // a new line begins before it
  bool implied = false;     // a separator that stands nowhere in the text
  std::int32_t value = 0;
  std::uint32_t serial = 0;  // counted as the parser reads them
  std::string_view text;
  SourceRange range;  // where the user wrote it; for a token of a macro's body, the use of the macro
  /// As `range`, but for a token that came in as an argument of an inline: where the parameter stands in the body. The
  /// extent of a statement is measured with these.
  SourceRange place;
  SourceRange expansion;   // the use of the outermost macro it comes out of, as an argument too; else as `range`
  SourceRange definition;  // for a token of a macro's body: where it stands there; else as `range`
};

}  // namespace quotient::promela
