#include "promela/parse/lex.hpp"

#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace quotient::promela {

namespace {

struct Spelled {
  std::string_view text;
  TokenKind kind;
};

// Longest first where one is the beginning of another: as SPIN cuts them, which is not as C does.
constexpr Spelled punctuation[] = {{"::", TokenKind::option},
                                   {"->", TokenKind::arrow},
                                   {"-->", TokenKind::arrow},
                                   {"--", TokenKind::decrement},
                                   {"++", TokenKind::increment},
                                   {"<<", TokenKind::shift_left},
                                   {"<=", TokenKind::less_equal},
                                   {">>", TokenKind::shift_right},
                                   {">=", TokenKind::greater_equal},
                                   {"==", TokenKind::equal},
                                   {"!=", TokenKind::not_equal},
                                   {"!!", TokenKind::double_exclamation},
                                   {"??", TokenKind::double_question},
                                   {"&&", TokenKind::and_and},
                                   {"||", TokenKind::or_or},
                                   {"..", TokenKind::dots},
                                   {"{", TokenKind::left_brace},
                                   {"}", TokenKind::right_brace},
                                   {"(", TokenKind::left_paren},
                                   {")", TokenKind::right_paren},
                                   {"[", TokenKind::left_bracket},
                                   {"]", TokenKind::right_bracket},
                                   {",", TokenKind::comma},
                                   {":", TokenKind::colon},
                                   {";", TokenKind::semicolon},
                                   {".", TokenKind::dot},
                                   {"@", TokenKind::at},
                                   {"=", TokenKind::assign},
                                   {"!", TokenKind::exclamation},
                                   {"?", TokenKind::question},
                                   {"~", TokenKind::tilde},
                                   {"+", TokenKind::plus},
                                   {"-", TokenKind::minus},
                                   {"*", TokenKind::star},
                                   {"/", TokenKind::slash},
                                   {"%", TokenKind::percent},
                                   {"&", TokenKind::ampersand},
                                   {"^", TokenKind::caret},
                                   {"|", TokenKind::bar},
                                   {"<", TokenKind::less},
                                   {">", TokenKind::greater}};

constexpr Spelled keywords[] = {{"active", TokenKind::kw_active},
                                {"assert", TokenKind::kw_assert},
                                {"atomic", TokenKind::kw_atomic},
                                {"bit", TokenKind::kw_bit},
                                {"bool", TokenKind::kw_bool},
                                {"break", TokenKind::kw_break},
                                {"byte", TokenKind::kw_byte},
                                {"c_code", TokenKind::kw_c_code},
                                {"c_decl", TokenKind::kw_c_decl},
                                {"c_expr", TokenKind::kw_c_expr},
                                {"c_state", TokenKind::kw_c_state},
                                {"c_track", TokenKind::kw_c_track},
                                {"chan", TokenKind::kw_chan},
                                {"D_proctype", TokenKind::kw_d_proctype},
                                {"d_step", TokenKind::kw_d_step},
                                {"do", TokenKind::kw_do},
                                {"else", TokenKind::kw_else},
                                {"empty", TokenKind::kw_empty},
                                {"enabled", TokenKind::kw_enabled},
                                {"eval", TokenKind::kw_eval},
                                {"false", TokenKind::kw_false},
                                {"fi", TokenKind::kw_fi},
                                {"for", TokenKind::kw_for},
                                {"full", TokenKind::kw_full},
                                {"get_priority", TokenKind::kw_get_priority},
                                {"goto", TokenKind::kw_goto},
                                {"hidden", TokenKind::kw_hidden},
                                {"if", TokenKind::kw_if},
                                {"in", TokenKind::kw_in},
                                {"init", TokenKind::kw_init},
                                {"inline", TokenKind::kw_inline},
                                {"int", TokenKind::kw_int},
                                {"len", TokenKind::kw_len},
                                {"local", TokenKind::kw_local},
                                {"ltl", TokenKind::kw_ltl},
                                {"mtype", TokenKind::kw_mtype},
                                {"nempty", TokenKind::kw_nempty},
                                {"never", TokenKind::kw_never},
                                {"nfull", TokenKind::kw_nfull},
                                {"notrace", TokenKind::kw_notrace},
                                {"np_", TokenKind::kw_np},
                                {"od", TokenKind::kw_od},
                                {"of", TokenKind::kw_of},
                                {"pc_value", TokenKind::kw_pc_value},
                                {"pid", TokenKind::kw_pid},
                                {"printf", TokenKind::kw_printf},
                                {"printm", TokenKind::kw_printm},
                                {"priority", TokenKind::kw_priority},
                                {"proctype", TokenKind::kw_proctype},
                                {"provided", TokenKind::kw_provided},
                                {"return", TokenKind::kw_return},
                                {"run", TokenKind::kw_run},
                                {"select", TokenKind::kw_select},
                                {"set_priority", TokenKind::kw_set_priority},
                                {"short", TokenKind::kw_short},
                                {"show", TokenKind::kw_show},
                                {"skip", TokenKind::kw_skip},
                                {"timeout", TokenKind::kw_timeout},
                                {"trace", TokenKind::kw_trace},
                                {"true", TokenKind::kw_true},
                                {"typedef", TokenKind::kw_typedef},
                                {"unless", TokenKind::kw_unless},
                                {"unsigned", TokenKind::kw_unsigned},
                                {"xr", TokenKind::kw_xr},
                                {"xs", TokenKind::kw_xs}};

constexpr Spelled temporal[] = {{"U", TokenKind::ltl_until},
                                {"V", TokenKind::ltl_release},
                                {"W", TokenKind::ltl_weak_until},
                                {"X", TokenKind::ltl_next},
                                {"always", TokenKind::ltl_always},
                                {"eventually", TokenKind::ltl_eventually},
                                {"until", TokenKind::ltl_until},
                                {"stronguntil", TokenKind::ltl_until},
                                {"weakuntil", TokenKind::ltl_weak_until},
                                {"release", TokenKind::ltl_release},
                                {"next", TokenKind::ltl_next},
                                {"implies", TokenKind::ltl_implies},
                                {"equivalent", TokenKind::ltl_equivalent}};

constexpr Spelled of_the_past[] = {{"previously", TokenKind::ltl_previously},
                                   {"once", TokenKind::ltl_once},
                                   {"historically", TokenKind::ltl_historically},
                                   {"since", TokenKind::ltl_since}};

const std::unordered_map<std::string_view, TokenKind>& keyword_table() {
  static const std::unordered_map<std::string_view, TokenKind> table = [] {
    std::unordered_map<std::string_view, TokenKind> result;
    for (const Spelled& keyword : keywords) result.emplace(keyword.text, keyword.kind);
    return result;
  }();
  return table;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Lexer {
 public:
  Lexer(const Preprocessed& text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    const std::vector<RawToken>& raw = text_.tokens;
    tokens_.reserve(raw.size() + 1);
    for (std::size_t i = 0; i < raw.size();) {
      switch (raw[i].kind) {
        case RawKind::identifier:
          word(raw[i], 0, raw[i].text.size());
          ++i;
          break;
        case RawKind::character:
          character(raw[i++]);
          break;
        case RawKind::string:
          string(raw[i++]);
          break;
        default:
          i = run_of_characters(i);
      }
    }
    push(text_.end, 0, 0, TokenKind::end);
    tokens_.back().range = tokens_.back().place = text_.end.use;
    return std::move(tokens_);
  }

 private:
  Token& push(const RawToken& raw, std::size_t begin, std::size_t length, TokenKind kind) {
    Token& token = tokens_.emplace_back();
    token.kind = kind;
    token.text = raw.text.substr(begin, length);
    token.line_break = raw.line_break && begin == 0;
    token.definition = raw.spelling;
    token.range = raw.use;
    // Only where the text stands in the file as it is can a part of it be pointed at.
    if (raw.text.size() == raw.spelling.end - raw.spelling.begin) {
      token.definition.begin += static_cast<std::uint32_t>(begin);
      token.definition.end = token.definition.begin + static_cast<std::uint32_t>(length);
      if (raw.use == raw.spelling) token.range = token.definition;
    }
    token.place = token.range;
    token.expansion = raw.expansion == raw.use ? token.range : raw.expansion;
    return token;
  }

  void word(const RawToken& raw, std::size_t begin, std::size_t length) {
    const auto found = keyword_table().find(raw.text.substr(begin, length));
    push(raw, begin, length, found == keyword_table().end() ? TokenKind::name : found->second);
  }

  /// SPIN reads a long and keeps its lower 32 bits.
  void number(const RawToken& raw, std::size_t begin, std::size_t length) {
    Token& token = push(raw, begin, length, TokenKind::number);
    std::uint64_t value = 0;
    bool too_large = false;
    for (const char c : token.text) {
      value = value * 10 + static_cast<std::uint64_t>(c - '0');
      if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        value = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        too_large = true;
        break;
      }
    }
    token.value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    if (too_large || value > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
      diagnostics_.caution(token.range, fmt::format("{} does not fit into 32 bits and is read as {}",
                                                    token.text.substr(0, 40), token.value));
    }
  }

  void character(const RawToken& raw) {
    Token& token = push(raw, 0, raw.text.size(), TokenKind::character);
    const std::string_view inside = raw.unterminated ? "" : raw.text.substr(1, raw.text.size() - 2);
    if (inside.size() == 1 && inside[0] != '\\') {
      token.value = static_cast<unsigned char>(inside[0]);
    } else if (inside.size() == 2 && inside[0] == '\\') {
      constexpr std::string_view letters = "nrtf", meanings = "\n\r\t\f";
      const std::size_t letter = letters.find(inside[1]);
      token.value = static_cast<unsigned char>(letter == std::string_view::npos ? inside[1] : meanings[letter]);
    } else {
      diagnostics_.error(token.range, "a character constant is one character between single quotes");
    }
  }

  void string(const RawToken& raw) {
    const Token& token = push(raw, 0, raw.text.size(), TokenKind::string);
    if (raw.unterminated) diagnostics_.error(token.range, "string is not closed on its line");
  }

  /// Numbers, punctuation and stray characters that stand side by side are cut anew, as SPIN would.
  std::size_t run_of_characters(std::size_t first) {
    const std::vector<RawToken>& raw = text_.tokens;
    std::size_t last = first + 1;
    if (raw[first].kind != RawKind::punctuator && raw[first].kind != RawKind::other) {
      cut(raw[first]);
      return last;
    }
    const auto joins = [&](std::size_t i) {
      return (raw[i].kind == RawKind::punctuator || raw[i].kind == RawKind::other) && !raw[i].line_break &&
             raw[i].spelling.file == raw[i - 1].spelling.file && raw[i].spelling.begin == raw[i - 1].spelling.end &&
             raw[i].use.file == raw[i - 1].use.file;
    };
    while (last < raw.size() && joins(last)) ++last;
    if (last == first + 1) {
      cut(raw[first]);
      return last;
    }
    RawToken joined = raw[first];
    joined.spelling.end = raw[last - 1].spelling.end;
    const bool expanded = joined.expansion != joined.use;
    joined.use = join(joined.use, raw[last - 1].use);
    if (!expanded) joined.expansion = joined.use;
    std::string text;
    for (std::size_t i = first; i < last; ++i) text += raw[i].text;
    joined.text = text_.pool->keep(std::move(text));
    cut(joined);
    return last;
  }

  /// To SPIN 0x1F is 0 and a name behind it, which can stand nowhere.
  void refuse_hexadecimal(const RawToken& raw) {
    const std::string_view digits = raw.text.substr(std::min<std::size_t>(raw.text.size(), 2));
    std::uint32_t value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (problem != std::errc() || end != digits.data() + digits.size()) return;
    diagnostics_.error(raw.use, fmt::format("there are no hexadecimal numbers: write {}", value));
  }

  void cut(const RawToken& raw) {
    const std::string_view text = raw.text;
    if (text.starts_with("0x") || text.starts_with("0X")) refuse_hexadecimal(raw);
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i + 1;
      if (is_digit(text[i])) {
        while (end < text.size() && is_digit(text[end])) ++end;
        number(raw, i, end - i);
      } else if (is_letter(text[i])) {
        while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
        word(raw, i, end - i);
      } else if (text.substr(i, 2) == "*/") {
        // What a comment within a comment leaves behind: SPIN reads over it.
        SourceRange range = raw.use;
        if (raw.use == raw.spelling) range = {range.file, range.begin + static_cast<std::uint32_t>(i), range.end};
        diagnostics_.warning(range, "'*/' closes no comment: comments do not nest");
        end = i + 2;
      } else {
        TokenKind kind = TokenKind::stray;
        for (const Spelled& candidate : punctuation) {
          if (candidate.text.front() != text[i] || text.substr(i, candidate.text.size()) != candidate.text) continue;
          kind = candidate.kind;
          end = i + candidate.text.size();
          break;
        }
        // The whole of a UTF-8 character, so that it is named as one.
        while (kind == TokenKind::stray && end < text.size() &&
               (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
          ++end;
        push(raw, i, end - i, kind);
      }
      i = end;
    }
  }

  const Preprocessed& text_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> lex(const Preprocessed& text, Diagnostics& diagnostics) { return Lexer(text, diagnostics).run(); }

std::vector<Token> as_ltl(const std::vector<Token>& tokens, const std::function<bool(std::string_view)>& is_declared) {
  std::vector<Token> result;
  // Side by side in the text, or in the macro that both come from by the same use of it.
  const auto followed_by = [&](std::size_t i, TokenKind kind) {
    if (i + 1 >= tokens.size() || tokens[i + 1].kind != kind) return false;
    const Token &one = tokens[i], &other = tokens[i + 1];
    const bool in_text = one.definition == one.range && other.definition == other.range;
    return one.definition.file == other.definition.file && one.definition.end == other.definition.begin &&
           (in_text || one.range == other.range);
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    Token token = tokens[i];
    TokenKind pair = TokenKind::end;
    if (token.kind == TokenKind::left_bracket && followed_by(i, TokenKind::right_bracket)) pair = TokenKind::ltl_always;
    if (token.kind == TokenKind::less && followed_by(i, TokenKind::greater)) pair = TokenKind::ltl_eventually;
    if (token.kind == TokenKind::less && followed_by(i, TokenKind::arrow)) pair = TokenKind::ltl_equivalent;
    if (token.kind == TokenKind::arrow) token.kind = TokenKind::ltl_implies;
    // What stands between `ltl` and the brace is a name, whatever it means behind the brace.
    const bool is_title = i == 1 && tokens[0].kind == TokenKind::kw_ltl;
    if (token.kind == TokenKind::name && !is_title) {
      for (const Spelled& word : temporal) {
        if (word.text == token.text) token.kind = word.kind;
      }
      for (const Spelled& word : of_the_past) {
        if (word.text == token.text && !is_declared(token.text)) token.kind = word.kind;
      }
    }
    if (pair != TokenKind::end) {
      token.kind = pair;
      token.range = join(token.range, tokens[++i].range);
      token.place = token.range;
    }
    result.push_back(token);
  }
  return result;
}

std::string_view spelling(TokenKind kind) {
  for (const Spelled& candidate : punctuation) {
    if (candidate.kind == kind) return candidate.text;
  }
  for (const Spelled& candidate : keywords) {
    if (candidate.kind == kind) return candidate.text;
  }
  switch (kind) {
    case TokenKind::end:
      return "the end of the text";
    case TokenKind::name:
      return "a name";
    case TokenKind::number:
      return "a number";
    case TokenKind::string:
      return "a string";
    default:
      return "a character";
  }
}

}  // namespace quotient::promela
