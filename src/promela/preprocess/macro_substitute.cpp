#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "promela/preprocess/macro.hpp"

// A macro's body with its arguments put in: parameters, `#` and `##`.
namespace quotient::promela {

namespace {

std::optional<std::size_t> parameter_number(const Macro& macro, const RawToken& token) {
  if (token.kind != RawKind::identifier) return std::nullopt;
  const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
  if (found == macro.parameters.end()) return std::nullopt;
  return static_cast<std::size_t>(found - macro.parameters.begin());
}

}  // namespace

/// C99 6.10.3.2: the argument as written, a blank for each stretch of white space, quotes and backslashes escaped.
RawToken MacroExpander::stringise(const Argument& argument, const RawToken& hash) {
  std::string text = "\"";
  bool first = true;
  for (const RawToken& token : argument.tokens) {
    if (token.space_before && !first) text += ' ';
    first = false;
    const bool quoted = token.kind == RawKind::string || token.kind == RawKind::character;
    for (const char c : token.text) {
      if (quoted && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  text += '"';
  RawToken result = hash;
  result.kind = RawKind::string;
  result.text = pool_.keep(std::move(text));
  return result;
}

RawToken MacroExpander::paste(const RawToken& left, const RawToken& right, bool& fits) {
  const std::string_view text = pool_.keep(std::string(left.text) + std::string(right.text));
  const std::vector<RawToken> tokens = raw_tokens_of(text, left.use);
  fits = tokens.size() == 1 && tokens[0].text.size() == text.size() && tokens[0].kind != RawKind::other;
  if (!fits) {
    diagnostics_.error(left.use, fmt::format("'##' of '{}' and '{}' does not give one token", left.text, right.text));
    return left;
  }
  RawToken result = tokens[0];
  result.space_before = left.space_before;
  result.spelling = left.spelling;
  result.line = left.line;
  return result;
}

std::vector<RawToken> MacroExpander::substitute(const Macro& macro, std::vector<Argument>& arguments, SourceRange use) {
  std::vector<RawToken> out;
  const std::vector<RawToken>& body = macro.body;
  bool paste_next = false;     // a `##` stands before what comes now
  bool left_is_empty = false;  // and its left operand gave no token at all
  const auto append = [&](const std::vector<RawToken>& tokens, bool space_before) {
    std::size_t from = 0;
    if (paste_next && !left_is_empty && !out.empty() && !tokens.empty()) {
      bool fits = false;
      const RawToken pasted = paste(out.back(), tokens[0], fits);
      if (fits) {
        out.back() = pasted;
        from = 1;
      }
    }
    for (std::size_t i = from; i < tokens.size(); ++i) {
      out.push_back(tokens[i]);
      if (i == 0) out.back().space_before = space_before;
    }
    left_is_empty = tokens.empty() && (!paste_next || left_is_empty);
    paste_next = false;
  };
  for (std::size_t i = 0; i < body.size(); ++i) {
    const RawToken& token = body[i];
    if (is(token, "##") && i > 0 && i + 1 < body.size()) {
      paste_next = true;
      continue;
    }
    const bool before_paste = i + 1 < body.size() && is(body[i + 1], "##") && i + 2 < body.size();
    RawToken placed = token;
    placed.use = use;
    placed.line = outermost_line_;
    if (macro.function_like && is(token, "#") && i + 1 < body.size()) {
      if (const auto number = parameter_number(macro, body[i + 1])) {
        append({stringise(arguments[*number], placed)}, token.space_before);
        ++i;
        continue;
      }
    }
    const auto number = macro.function_like ? parameter_number(macro, token) : std::nullopt;
    if (!number) {
      append({placed}, token.space_before);
      continue;
    }
    Argument& argument = arguments[*number];
    const bool rest = macro.variadic && *number + 1 == macro.parameters.size();
    if (paste_next && rest && !left_is_empty && !out.empty() && is(out.back(), ",")) {
      // GNU: `, ## __VA_ARGS__` drops the comma where there are no variable arguments, and pastes nothing.
      paste_next = false;
      if (argument.tokens.empty()) {
        out.pop_back();
        left_is_empty = true;
        continue;
      }
      append(argument.tokens, token.space_before);
      continue;
    }
    append(paste_next || before_paste ? argument.tokens : expanded(argument), token.space_before);
  }
  return out;
}

}  // namespace quotient::promela
