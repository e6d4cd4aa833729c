#include "promela/preprocess/preprocess.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "base/stop_signal.hpp"
#include "promela/preprocess/preprocessor.hpp"

namespace quotient::promela {

RawToken OpenFile::take() {
  if (!ahead) return lexer.next();
  const RawToken token = *ahead;
  ahead.reset();
  return token;
}

Preprocessor::Preprocessor(SourceMap& sources, const PreprocessOptions& options, Diagnostics& diagnostics)
    : sources_(sources),
      options_(options),
      diagnostics_(diagnostics),
      pool_(std::make_shared<TextPool>()),
      expander_(
          macros_, *pool_, diagnostics, options.names,
          [this](bool before_directive) { return next_of_text(before_directive); },
          [this](BuiltinMacro which, std::uint32_t line) { return builtin(which, line); }) {
  constexpr std::pair<std::string_view, BuiltinMacro> builtins[] = {{"__LINE__", BuiltinMacro::line},
                                                                    {"__FILE__", BuiltinMacro::file},
                                                                    {"__BASE_FILE__", BuiltinMacro::base_file},
                                                                    {"__COUNTER__", BuiltinMacro::counter},
                                                                    {"__INCLUDE_LEVEL__", BuiltinMacro::include_level}};
  for (const auto& [name, which] : builtins) {
    const auto macro = std::make_shared<Macro>();
    macro->name = name;
    macro->builtin = which;
    macros_.emplace(name, macro);
  }
}

Preprocessed Preprocessor::run(FileId file) {
  define_from_command_line();
  base_file_ = sources_[file].path();
  Preprocessed result;
  read(whole(file), result);
  for (const SourceRange& part : options_.parts) {
    if (stopped_) break;
    files_.clear();
    read(part, result.parts.emplace_back());
  }
  return result;
}

void Preprocessor::read(SourceRange part, Preprocessed& result) {
  files_.push_back(std::make_unique<OpenFile>(sources_[part.file], part, *pool_, diagnostics_));
  result.pool = pool_;
  FileId last_file = part.file;
  std::uint32_t last_line = 1;
  for (RawToken token = expander_.next(); token.kind != RawKind::end; token = expander_.next()) {
    token.line_break = token.use.file != last_file || token.line != last_line;
    last_file = token.use.file;
    last_line = token.line;
    if (token.kind == RawKind::number) note_swallowed_macro(token, result);
    if (token.annotated && token.use == token.spelling) note_annotation(token, result);
    result.tokens.push_back(token);
  }
  result.end.use = result.end.spelling = {part.file, part.end, part.end};
  result.end.line_break = true;
}

SourceRange Preprocessor::whole(FileId file) const {
  return {file, 0, static_cast<std::uint32_t>(sources_[file].text().size())};
}

void Preprocessor::open(FileId file) {
  files_.push_back(std::make_unique<OpenFile>(sources_[file], whole(file), *pool_, diagnostics_));
}

/// The last one before the token.
void Preprocessor::note_annotation(const RawToken& token, Preprocessed& result) const {
  const std::string_view before = sources_[token.spelling.file].text().substr(0, token.spelling.begin);
  const std::size_t begin = before.rfind("/*@");
  const std::size_t end = begin == std::string_view::npos ? begin : before.find("*/", begin + 3);
  if (end == std::string_view::npos) return;
  std::string_view text = before.substr(begin + 3, end - begin - 3);
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text = text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
  result.annotations.push_back(
      {{token.spelling.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end + 2)},
       std::string(text)});
}

/// `0..N` is one number to C, so that N is not replaced. The same happens in SPIN; a note explains it.
void Preprocessor::note_swallowed_macro(const RawToken& token, Preprocessed& result) const {
  const std::size_t dots = token.text.rfind("..");
  if (dots == std::string_view::npos) return;
  const std::string_view name = token.text.substr(dots + 2);
  if (macros_.contains(name)) result.unexpanded.emplace_back(name);
}

void Preprocessor::define_from_command_line() {
  for (const std::string& option : options_.defines) {
    std::string text = option;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      text += " 1";
    } else {
      text[equals] = ' ';
    }
    open(sources_.add("<command line>", "#define " + text + "\n"));
    // One directive and nothing else: reading to the end of this file carries it out.
    const RawToken rest = next_of_text(false);
    if (rest.kind != RawKind::end) diagnostics_.error(rest.use, "expected NAME or NAME=VALUE");
    files_.clear();
  }
}

std::string Preprocessor::builtin(BuiltinMacro which, std::uint32_t line) {
  const OpenFile* file = files_.empty() ? nullptr : files_.back().get();
  switch (which) {
    case BuiltinMacro::line:
      return std::to_string(static_cast<std::int64_t>(line) + (file ? file->line_shift : 0));
    case BuiltinMacro::counter:
      return std::to_string(counter_++);
    case BuiltinMacro::include_level:
      return std::to_string(files_.empty() ? 0 : files_.size() - 1);
    default:
      break;
  }
  const std::string& name = which == BuiltinMacro::base_file || !file ? base_file_ : file->shown_name;
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

/// The text with its directives carried out: what the expander reads.
RawToken Preprocessor::next_of_text(bool before_directive) {
  poll_stop();
  while (true) {
    OpenFile& file = *files_.back();
    const RawToken token = file.take();
    if (token.kind == RawKind::end) {
      for (const Conditional& open : file.conditionals) {
        diagnostics_.error(open.range, "this condition is not closed by #endif");
      }
      file.conditionals.clear();
      skip_ = false;
      if (files_.size() == 1) return token;
      files_.pop_back();
      continue;
    }
    if (token.kind == RawKind::punctuator && token.text == "#" && token.line_start) {
      if (before_directive && !skip_) {
        file.ahead = token;
        RawToken stop;
        stop.kind = RawKind::directive;
        return stop;
      }
      directive(token);
      if (stopped_) return {};
      continue;
    }
    if (!skip_) return token;
  }
}

Preprocessed preprocess(SourceMap& sources, FileId file, const PreprocessOptions& options, Diagnostics& diagnostics) {
  return Preprocessor(sources, options, diagnostics).run(file);
}

}  // namespace quotient::promela
