#include "promela/lite/lite.hpp"

#include <algorithm>

#include "promela/parse/lex.hpp"

namespace quotient::promela::lite {

namespace {

/// On no line of its own, so that places in the text stay what they are.
constexpr std::string_view null_declaration = "chan null = [0] of { bit }; ";

/// Tokens of a specification, and which of them are part of it in Promela, too.
struct Reading {
  std::vector<Token> tokens;
  std::vector<bool> kept;
  Preprocessed text;  // keeps what the tokens refer to
};

/// Leaves out `rec X .` and what stands in braces after `chan`. The text is known to be right.
std::vector<bool> kept_in_promela(const std::vector<Token>& tokens) {
  std::vector<bool> kept(tokens.size(), true);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text == "rec" && i + 3 < tokens.size() && tokens[i + 2].kind == TokenKind::dot) {
      kept[i] = kept[i + 1] = kept[i + 2] = false;
      i += 2;
      continue;
    }
    if (tokens[i].kind != TokenKind::kw_chan || i + 1 == tokens.size()) continue;
    if (tokens[i + 1].kind != TokenKind::left_brace) continue;
    int open = 0;
    do {
      ++i;
      kept[i] = false;
      if (tokens[i].kind == TokenKind::left_brace) ++open;
      if (tokens[i].kind == TokenKind::right_brace) --open;
    } while (open > 0 && i + 1 < tokens.size());
  }
  return kept;
}

/// Whether there is nothing but blanks and comments: no directive, and nothing that a directive leaves out.
bool is_blank(std::string_view text) {
  while (!text.empty()) {
    if (text.starts_with("/*")) {
      text.remove_prefix(std::min(text.find("*/", 2), text.size() - 2) + 2);
    } else if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (std::string_view(" \t\r\n\f\v").find(text[0]) == std::string_view::npos) {
      return false;
    } else {
      text.remove_prefix(1);
    }
  }
  return true;
}

bool read(SourceMap& sources, FileId file, const ReadOptions& options, Diagnostics& diagnostics, Reading& out) {
  out.text = preprocess(sources, file, {options.defines, options.include_dirs, options.names}, diagnostics);
  if (diagnostics.has_errors()) return false;
  out.tokens = lex(out.text, diagnostics);
  if (diagnostics.has_errors()) return false;
  const auto specification = parse(out.tokens, diagnostics);
  if (specification) check(*specification, diagnostics);
  if (diagnostics.has_errors()) return false;
  out.kept = kept_in_promela(out.tokens);
  return true;
}

}  // namespace

std::unique_ptr<Module> load(SourceMap& sources, FileId file, const ReadOptions& options, Diagnostics& diagnostics) {
  Reading reading;
  if (!read(sources, file, options, diagnostics, reading)) return nullptr;
  const FileId null_file = sources.add("<null>", std::string(null_declaration));
  const Preprocessed null_text = preprocess(sources, null_file, {{}, {}, nullptr}, diagnostics);
  std::vector<Token> tokens = lex(null_text, diagnostics);
  tokens.pop_back();  // the end
  for (std::size_t i = 0; i < reading.tokens.size(); ++i) {
    if (reading.kept[i]) tokens.push_back(reading.tokens[i]);
  }
  std::unique_ptr<Module> module = read_tokens(std::move(tokens), {}, "null", diagnostics, options.names);
  return module;
}

std::string to_promela(SourceMap& sources, FileId file, const ReadOptions& options, Diagnostics& diagnostics) {
  Reading reading;
  if (!read(sources, file, options, diagnostics, reading)) return {};
  std::string out(null_declaration);
  SourceRange before{file, 0, 0};
  for (std::size_t i = 0; i < reading.tokens.size(); ++i) {
    const Token& token = reading.tokens[i];
    const SourceRange range = token.kind == TokenKind::end ? reading.text.end.use : token.range;
    // What stands between two tokens of the text, comments included; what a macro writes has nothing in between.
    const bool in_text = range.file == before.file && range.begin >= before.end;
    const std::string_view gap = in_text ? sources.text({range.file, before.end, range.begin}) : std::string_view(" ");
    before = range;
    if (is_blank(gap) && (reading.kept[i] || i == 0 || reading.kept[i - 1])) {
      out += gap;
    } else {
      out.append(static_cast<std::size_t>(std::count(gap.begin(), gap.end(), '\n')), '\n');
    }
    if (reading.kept[i]) out += token.text;
  }
  if (!out.ends_with('\n')) out += '\n';
  return out;
}

}  // namespace quotient::promela::lite
