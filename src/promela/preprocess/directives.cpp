#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

#include "base/name_table.hpp"
#include "promela/preprocess/preprocessor.hpp"

// What stands after `#`.
namespace quotient::promela {

namespace {

constexpr std::size_t deepest_include = 200;  // as gcc

bool same_body(const Macro& a, const Macro& b) {
  return a.function_like == b.function_like && a.variadic == b.variadic && a.parameters == b.parameters &&
         std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(),
                    [](const RawToken& x, const RawToken& y) { return x.kind == y.kind && x.text == y.text; });
}

std::string unquoted(std::string_view text) {
  std::string result;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size()) ++i;
    result += text[i];
  }
  return result;
}

}  // namespace

std::vector<RawToken> Preprocessor::rest_of_line() {
  OpenFile& file = *files_.back();
  std::vector<RawToken> tokens;
  while (true) {
    const RawToken token = file.take();
    if (token.line_start || token.kind == RawKind::end) {
      file.ahead = token;
      return tokens;
    }
    tokens.push_back(token);
  }
}

void Preprocessor::directive(const RawToken& hash) {
  OpenFile& file = *files_.back();
  const RawToken name = file.take();
  if (name.line_start || name.kind == RawKind::end) {
    file.ahead = name;  // `#` alone
    return;
  }
  const SourceRange range = join(hash.spelling, name.spelling);
  if (conditional_directive(name, range)) return;
  if (!skip_ && name.text == "include") {
    include(range);
    return;
  }
  std::vector<RawToken> rest = rest_of_line();
  if (skip_) return;
  if (name.text == "define") {
    define(rest, range);
  } else if (name.text == "undef") {
    undefine(rest, range);
  } else if (name.text == "line" || name.kind == RawKind::number) {
    set_line(name, std::move(rest), range);
  } else if (name.text == "error" || name.text == "warning") {
    std::string message = "#" + std::string(name.text);
    for (const RawToken& token : rest) message += (token.space_before ? " " : "") + std::string(token.text);
    name.text == "error" ? diagnostics_.error(range, message) : diagnostics_.warning(range, message);
  } else if (name.text != "pragma" && name.text != "ident" && name.text != "sccs") {
    diagnostics_.error(range, fmt::format("unknown preprocessor directive '#{}'", name.text));
  }
}

/// `#if` and its kin: they are followed in text that is skipped, too.
bool Preprocessor::conditional_directive(const RawToken& name, SourceRange range) {
  std::vector<Conditional>& open = files_.back()->conditionals;
  const std::string_view what = name.text;
  if (what == "if" || what == "ifdef" || what == "ifndef") {
    std::vector<RawToken> rest = rest_of_line();
    bool holds = false;
    if (!skip_) holds = what == "if" ? condition(std::move(rest), range) : is_defined(rest, range) == (what == "ifdef");
    begin_conditional(holds, range);
    return true;
  }
  if (what != "elif" && what != "else" && what != "endif") return false;
  std::vector<RawToken> rest = rest_of_line();
  if (open.empty()) {
    diagnostics_.error(range, fmt::format("#{} without #if", what));
    return true;
  }
  Conditional& innermost = open.back();
  if (what == "endif") {
    skip_ = innermost.outer_skips;
    open.pop_back();
    return true;
  }
  if (innermost.seen_else) {
    diagnostics_.error(range, fmt::format("#{} after #else", what)).notes.push_back({innermost.range, "begins here"});
    return true;
  }
  innermost.seen_else = what == "else";
  const bool may_be_taken = !innermost.outer_skips && !innermost.was_taken;
  const bool holds = may_be_taken && (what == "else" || condition(std::move(rest), range));
  skip_ = !holds;
  innermost.was_taken = innermost.was_taken || holds;
  return true;
}

void Preprocessor::begin_conditional(bool condition, SourceRange range) {
  files_.back()->conditionals.push_back({range, condition, false, skip_});
  skip_ = skip_ || !condition;
}

/// Replaces `defined X` and `defined(X)` first, so that X is not expanded.
bool Preprocessor::condition(std::vector<RawToken> tokens, SourceRange range) {
  std::vector<RawToken> prepared;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != RawKind::identifier || tokens[i].text != "defined") {
      prepared.push_back(tokens[i]);
      continue;
    }
    const bool bracketed = i + 1 < tokens.size() && is(tokens[i + 1], "(");
    const std::size_t name = i + (bracketed ? 2 : 1);
    if (name >= tokens.size() || tokens[name].kind != RawKind::identifier ||
        (bracketed && (name + 1 >= tokens.size() || !is(tokens[name + 1], ")")))) {
      diagnostics_.error(tokens[i].use, "'defined' must be followed by a name");
      return false;
    }
    RawToken value = tokens[i];
    value.kind = RawKind::number;
    value.text = macros_.contains(tokens[name].text) ? "1" : "0";
    prepared.push_back(value);
    i = name + (bracketed ? 1 : 0);
  }
  return evaluate_condition(expander_.expand_directive(std::move(prepared)), range, diagnostics_);
}

bool Preprocessor::is_defined(const std::vector<RawToken>& tokens, SourceRange range) {
  if (tokens.empty() || tokens[0].kind != RawKind::identifier) {
    diagnostics_.error(range, "expected the name of a macro");
    return false;
  }
  return macros_.contains(tokens[0].text);
}

void Preprocessor::include(SourceRange range) {
  RawToken name = files_.back()->lexer.next_header_name();
  std::vector<RawToken> rest;
  if (name.line_start || name.kind == RawKind::end) {
    files_.back()->ahead = name;
    diagnostics_.error(range, "expected the name of a file after #include");
    return;
  }
  rest = rest_of_line();
  std::string path;
  if (name.kind == RawKind::identifier) {
    // #include NAME, where a macro gives "file" or <file>
    rest.insert(rest.begin(), name);
    const std::vector<RawToken> tokens = expander_.expand_directive(rest);
    if (!tokens.empty() && is(tokens.front(), "<") && is(tokens.back(), ">")) {
      for (const RawToken& token : tokens) path += token.text;
    } else if (!tokens.empty()) {
      path = tokens.front().text;
    }
  } else {
    path = name.text;
  }
  const bool quoted = path.size() > 2 && path.front() == '"' && path.back() == '"';
  const bool bracketed = path.size() > 2 && path.front() == '<' && path.back() == '>';
  if (!quoted && !bracketed) {
    diagnostics_.error(name.use, "expected \"file\" or <file> after #include");
    return;
  }
  path = path.substr(1, path.size() - 2);
  if (files_.size() >= deepest_include) {
    diagnostics_.error(range, "files include each other more than 200 deep; does one include itself?");
    stopped_ = true;
    return;
  }
  if (const auto file = find_include(path, quoted, name.use)) open(*file);
}

std::optional<FileId> Preprocessor::find_include(const std::string& name, bool quoted, SourceRange range) {
  namespace fs = std::filesystem;
  std::vector<fs::path> candidates;
  const fs::path given(name);
  if (given.is_absolute()) {
    candidates.push_back(given);
  } else {
    if (quoted) candidates.push_back(fs::path(sources_[files_.back()->id].path()).parent_path() / given);
    for (const std::string& folder : options_.include_dirs) candidates.push_back(fs::path(folder) / given);
  }
  for (const fs::path& candidate : candidates) {
    // A file that is already there, perhaps one that only lives in memory.
    for (std::uint32_t id = 0; id < sources_.size(); ++id) {
      if (fs::path(sources_[FileId{id}].path()).lexically_normal() == candidate.lexically_normal()) return FileId{id};
    }
    std::error_code ignored;
    if (!fs::exists(candidate, ignored)) continue;
    std::string error;
    if (auto text = read_text_file(candidate.string(), error))
      return sources_.add(candidate.string(), std::move(*text));
    diagnostics_.error(range, error);
    return std::nullopt;
  }
  Diagnostic& error = diagnostics_.error(range, fmt::format("cannot find '{}'", name));
  for (const fs::path& candidate : candidates) {
    const std::string folder = candidate.parent_path().string();
    error.notes.push_back({{FileId{UINT32_MAX}, 0, 0}, fmt::format("not in '{}'", folder.empty() ? "." : folder)});
  }
  return std::nullopt;
}

bool Preprocessor::read_parameters(const std::vector<RawToken>& tokens, std::size_t& position, Macro& macro) {
  macro.function_like = true;
  while (position < tokens.size()) {
    const RawToken& token = tokens[position++];
    if (is(token, ")") && macro.parameters.empty()) return true;
    if (is(token, "...")) {
      macro.variadic = true;
      macro.parameters.push_back("__VA_ARGS__");
    } else if (token.kind == RawKind::identifier) {
      if (std::find(macro.parameters.begin(), macro.parameters.end(), token.text) != macro.parameters.end()) {
        diagnostics_.error(token.use, fmt::format("parameter '{}' is named twice", token.text));
        return false;
      }
      macro.parameters.push_back(token.text);
      if (position < tokens.size() && is(tokens[position], "...")) {
        macro.variadic = true;
        ++position;
      }
    } else {
      diagnostics_.error(token.use, fmt::format("expected the name of a parameter, found '{}'", token.text));
      return false;
    }
    if (position < tokens.size() && is(tokens[position], ")")) {
      ++position;
      return true;
    }
    if (macro.variadic || position >= tokens.size() || !is(tokens[position], ",")) break;
    ++position;
  }
  diagnostics_.error(macro.range, fmt::format("expected ')' after the parameters of macro '{}'", macro.name));
  return false;
}

void Preprocessor::define(const std::vector<RawToken>& tokens, SourceRange range) {
  if (tokens.empty() || tokens[0].kind != RawKind::identifier) {
    diagnostics_.error(tokens.empty() ? range : tokens[0].use, "expected the name of a macro after #define");
    return;
  }
  if (tokens[0].text == "defined") {
    diagnostics_.error(tokens[0].use, "'defined' cannot be the name of a macro");
    return;
  }
  const auto macro = std::make_shared<Macro>();
  macro->name = tokens[0].text;
  macro->range = tokens[0].spelling;
  std::size_t position = 1;
  if (tokens.size() > 1 && is(tokens[1], "(") && !tokens[1].space_before) {
    position = 2;
    if (!read_parameters(tokens, position, *macro)) return;
  }
  macro->body.assign(tokens.begin() + static_cast<std::ptrdiff_t>(position), tokens.end());
  if (!macro->body.empty()) macro->body.front().space_before = false;
  if (!macro->body.empty() && (is(macro->body.front(), "##") || is(macro->body.back(), "##"))) {
    diagnostics_.error(macro->range, fmt::format("'##' cannot stand at an end of macro '{}'", macro->name));
    return;
  }
  for (std::size_t i = 0; macro->function_like && i < macro->body.size(); ++i) {
    if (!is(macro->body[i], "#")) continue;
    const bool names_parameter =
        i + 1 < macro->body.size() && std::find(macro->parameters.begin(), macro->parameters.end(),
                                                macro->body[i + 1].text) != macro->parameters.end();
    if (!names_parameter) {
      diagnostics_.error(macro->body[i].use, "'#' is not followed by a parameter of the macro");
      return;
    }
  }
  if (options_.names != nullptr) {
    std::string text = "#define " + std::string(macro->name);
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      text += (tokens[i].space_before || i == position ? " " : "") + std::string(tokens[i].text);
    }
    options_.names->define({std::string(macro->name), NameKind::macro, std::move(text), "", macro->range, {}});
  }
  const auto [known, is_new] = macros_.try_emplace(macro->name, macro);
  if (is_new) return;
  if (!same_body(*known->second, *macro)) {
    Diagnostic& warning = diagnostics_.warning(macro->range, fmt::format("macro '{}' is defined again", macro->name));
    if (known->second->builtin == BuiltinMacro::no)
      warning.notes.push_back({known->second->range, "first defined here"});
  }
  macros_.erase(known);  // the key points into the old definition's file: replace it as well
  macros_.emplace(macro->name, macro);
}

void Preprocessor::undefine(const std::vector<RawToken>& tokens, SourceRange range) {
  if (tokens.empty() || tokens[0].kind != RawKind::identifier) {
    diagnostics_.error(range, "expected the name of a macro after #undef");
    return;
  }
  macros_.erase(tokens[0].text);
}

void Preprocessor::set_line(const RawToken& name, std::vector<RawToken> tokens, SourceRange range) {
  if (name.kind == RawKind::number) {
    tokens.insert(tokens.begin(), name);
  } else {
    tokens = expander_.expand_directive(std::move(tokens));
  }
  std::uint32_t line = 0;
  const std::string_view digits = tokens.empty() ? std::string_view() : tokens[0].text;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (problem != std::errc() || end != digits.data() + digits.size()) {
    diagnostics_.error(range, "expected a line number");
    return;
  }
  OpenFile& file = *files_.back();
  file.line_shift = static_cast<std::int64_t>(line) - static_cast<std::int64_t>(name.line) - 1;
  if (tokens.size() > 1 && tokens[1].kind == RawKind::string) file.shown_name = unquoted(tokens[1].text);
}

}  // namespace quotient::promela
