#include "promela/parse/parser.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient::promela {

namespace {

// Each level takes a few kilobytes of stack, several times that under the sanitizers.
constexpr int deepest_nesting = 500;

/// Words that only a declaration outside of all processes begins with.
bool begins_unit(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_proctype:
    case TokenKind::kw_d_proctype:
    case TokenKind::kw_init:
    case TokenKind::kw_active:
    case TokenKind::kw_never:
    case TokenKind::kw_inline:
    case TokenKind::kw_typedef:
    case TokenKind::kw_ltl:
      return true;
    default:
      return false;
  }
}

}  // namespace

Parser::Parser(std::vector<Token> tokens, std::vector<std::string> unexpanded, Diagnostics& diagnostics)
    : diagnostics_(diagnostics),
      unexpanded_(std::move(unexpanded)),
      stream_(std::move(tokens), [this](std::string_view name) { return names_something(name); }) {
  add_predefined();
}

void Parser::add_predefined() {
  const auto add = [&](std::string_view name, Predefined which, BaseType base) {
    auto variable = std::make_unique<Variable>();
    variable->name.text = name;
    variable->predefined = which;
    variable->type.base = base;
    GlobalName entry;
    entry.variable = variable.get();
    names_.add_global(name, entry);
    module_->variables.push_back(std::move(variable));
  };
  add("_pid", Predefined::pid, BaseType::pid);
  add("_nr_pr", Predefined::number_of_processes, BaseType::integer);
  add("_last", Predefined::last, BaseType::pid);
  add("_priority", Predefined::priority, BaseType::byte);
  add("_", Predefined::write_only, BaseType::integer);
}

std::unique_ptr<Module> Parser::run() {
  try {
    parse_units();
    parse_deferred_ltl();
    parse_given_formulas();
  } catch (const Stop&) {
    module_->has_gaps = true;
  }
  return std::move(module_);
}

void Parser::parse_units() {
  while (!at(TokenKind::end)) {
    const Token before = peek();
    try {
      parse_unit();
    } catch (const Recover&) {
      recover_to_unit();
      if (peek().range == before.range && peek().kind == before.kind && !at(TokenKind::end)) take();
    }
  }
}

Token Parser::take() {
  Token token = stream_.take();
  if (!token.implied && token.definition != token.range) last_from_macro_ = token.serial;
  if (recorder_ != nullptr && !token.implied) recorder_->push_back(token);
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

std::string Parser::found(const Token& token) const {
  if (token.kind == TokenKind::end) return "the end of the text";
  if (token.implied) return "the end of the line";
  return fmt::format("'{}'", token.text.substr(0, 40));
}

Diagnostic& Parser::error(const Token& token, std::string message) {
  SourceRange range = token.range;
  if (token.implied) {
    // What is missing is missed where the line before ends.
    const SourceRange last = stream_.last_taken().range;
    if (last.file == range.file) range = {last.file, last.end, last.end};
  }
  Diagnostic& diagnostic = diagnostics_.error(range, std::move(message));
  if (token.definition != token.range && !token.implied) {
    diagnostic.notes.push_back({token.definition, fmt::format("'{}' comes from this macro", token.text.substr(0, 40))});
  }
  return diagnostic;
}

void Parser::fail(const Token& token, std::string message, std::string suggestion) {
  error(token, std::move(message)).suggestion = std::move(suggestion);
  constexpr std::size_t enough = 10'000;  // this is no model
  if (diagnostics_.error_count() > enough) throw Stop{};
  throw Recover{};
}

void Parser::fail_expected(std::string_view expected) {
  const Token token = peek();
  fail(token, fmt::format("expected {}, found {}", expected, found(token)));
}

Token Parser::expect(TokenKind kind, std::string_view where) {
  if (at(kind)) return take();
  const std::string word(spelling(kind));
  if (peek().kind == TokenKind::name && word.front() >= 'a' && word.front() <= 'z') {
    const Token token = peek();
    fail(token, fmt::format("expected '{}'{}{}, found {}", word, where.empty() ? "" : " ", where, found(token)),
         nearest_name(token.text, std::vector{word}));
  }
  fail_expected(fmt::format("'{}'{}{}", spelling(kind), where.empty() ? "" : " ", where));
}

void Parser::enter_nesting() {
  if (++depth_ <= deepest_nesting) return;
  --depth_;
  const Token token = peek();
  fail(token, fmt::format("nested more than {} deep", deepest_nesting));
}

bool Parser::is_name(const Token& token) const {
  return token.kind == TokenKind::name || (token.kind == TokenKind::kw_in && !in_for_head_);
}

const GlobalName* Parser::global(const Token& token, GlobalName::Kind kind) const {
  if (!is_name(token)) return nullptr;
  const GlobalName* entry = names_.find_global(token.text);
  return entry != nullptr && entry->kind == kind ? entry : nullptr;
}

/// Neither a type's nor a proctype's nor an inline's nor an mtype constant: the only ones SPIN calls a NAME.
bool Parser::is_plain_name(const Token& token) const {
  if (!is_name(token)) return false;
  const GlobalName* entry = names_.find_global(token.text);
  return entry == nullptr || entry->kind == GlobalName::Kind::variable;
}

bool Parser::names_something(std::string_view name) const {
  const GlobalName* entry = names_.find_global(name);
  return entry != nullptr && (entry->kind == GlobalName::Kind::structure || entry->kind == GlobalName::Kind::proctype ||
                              entry->kind == GlobalName::Kind::inline_);
}

Name Parser::take_name(std::string_view what) {
  const Token token = peek();
  if (!is_plain_name(token)) {
    if (is_name(token)) {
      const GlobalName* entry = names_.find_global(token.text);
      Diagnostic& diagnostic =
          error(token, fmt::format("expected {}, but '{}' is already the name of something else", what, token.text));
      diagnostic.notes.push_back({entry->range, "declared here"});
      throw Recover{};
    }
    fail_expected(what);
  }
  take();
  return {std::string(token.text), token.range};
}

SourceRange Parser::from(const Token& first) {
  const Token& last = stream_.last_taken();
  const bool whole = last_from_macro_ >= first.serial;
  return whole ? join(first.expansion, last.expansion) : join(first.place, last.place);
}

void Parser::skip_separators() {
  while (at_separator()) take();
}

/// Goes to where a statement may begin or a sequence end, over whatever the broken one opened.
void Parser::recover_in_sequence(int parens, std::size_t inline_depth) {
  module_->has_gaps = proctype_has_gaps_ = true;
  int braces = 0, choices = 0;
  if (stream_.inline_depth() > inline_depth) {
    stream_.leave_inlines(inline_depth);
    stream_.set_open_parens(parens);
    return;
  }
  while (true) {
    const Token& token = peek();
    switch (token.kind) {
      case TokenKind::end:
        stream_.set_open_parens(parens);
        return;
      case TokenKind::left_brace:
        ++braces;
        break;
      case TokenKind::right_brace:
        if (braces == 0) {
          stream_.set_open_parens(parens);
          return;
        }
        --braces;
        break;
      case TokenKind::kw_if:
      case TokenKind::kw_do:
        ++choices;
        break;
      case TokenKind::kw_fi:
      case TokenKind::kw_od:
        if (choices == 0 && braces == 0) {
          stream_.set_open_parens(parens);
          return;
        }
        if (choices > 0) --choices;
        break;
      case TokenKind::semicolon:
      case TokenKind::arrow:
      case TokenKind::option:
        if (choices == 0 && braces == 0) {
          stream_.set_open_parens(parens);
          return;
        }
        break;
      default:
        // A closing brace is missing: this is another unit.
        if (begins_unit(token.kind) && token.line_break) throw Recover{};
        break;
    }
    take();
  }
}

void Parser::recover_to_unit() {
  module_->has_gaps = proctype_has_gaps_ = true;
  stream_.leave_inlines(0);
  stream_.set_open_parens(0);
  stream_.set_separating(false);
  calls_.clear();
  in_for_head_ = false;
  proctype_ = nullptr;
  names_.leave_proctype();
  int braces = 0;
  while (!at(TokenKind::end)) {
    switch (peek().kind) {
      case TokenKind::left_brace:
        ++braces;
        break;
      case TokenKind::right_brace:
        if (--braces <= 0) {
          take();
          return;
        }
        break;
      case TokenKind::semicolon:
        if (braces == 0) return;
        break;
      default:
        if (begins_unit(peek().kind) && (braces == 0 || peek().line_break)) {
          stream_.set_open_parens(0);
          return;
        }
        break;
    }
    take();
  }
}

}  // namespace quotient::promela
