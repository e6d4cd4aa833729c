#include <algorithm>
#include <fmt/format.h>

#include "promela/parse/parser.hpp"

// Inlines: their text is kept, and put in at each call with the arguments in place of the parameters, token by token.
namespace quotient::promela {

namespace {

constexpr std::size_t most_inline_tokens = 1'000'000;

}  // namespace

void Parser::parse_inline_definition() {
  const Token first = take();
  auto definition = std::make_unique<Inline>();
  const Token name = peek();
  if (const GlobalName* known = is_name(name) ? names_.find_global(name.text) : nullptr) {
    error(name, fmt::format("'{}' is declared twice", name.text))
        .notes.push_back({known->range, "first declared here"});
    take();
    definition->name = {std::string(name.text), name.range};
  } else {
    definition->name = take_name("the name of the inline");
  }
  expect(TokenKind::left_paren, "after the name of the inline");
  while (!at(TokenKind::right_paren)) {
    definition->parameters.push_back(take_name("the name of a parameter"));
    if (at(TokenKind::right_paren)) break;
    expect(TokenKind::comma, "between the parameters of the inline");
  }
  take();
  const Token open = expect(TokenKind::left_brace, "before the body of the inline");
  auto body = stream_.take_raw_block();
  if (!body) fail(open, fmt::format("the body of inline '{}' is not closed by '}}'", definition->name.text));
  definition->body.push_back(open);
  definition->body.insert(definition->body.end(), body->begin(), body->end());
  definition->body.push_back(stream_.last_taken());
  GlobalName entry;
  entry.kind = GlobalName::Kind::inline_;
  entry.range = join(first.range, definition->name.range);
  entry.named_inline = definition.get();
  names_.add_global(definition->name.text, entry);
  inlines_.push_back(std::move(definition));
}

/// `f(arguments)`, the name not yet taken. The arguments must be expressions, but are put in as they are written.
Statement Parser::parse_inline_call(const Reference* result) {
  const Nesting nesting(*this);
  const Token name = take();
  const Inline& called = *names_.find_global(name.text)->named_inline;
  const std::vector<std::vector<Token>> arguments = parse_inline_arguments(called, name);
  const SourceRange range = from(name);
  if (stream_.is_expanding(&called)) {
    fail(name, fmt::format("inline '{}' calls itself", called.name.text));
  }
  std::vector<Token> body = substitute(called, arguments);
  inline_tokens_ += body.size();
  if (inline_tokens_ > most_inline_tokens) {
    error(name, "inlines give more than 1 million tokens");
    throw Stop{};
  }
  stream_.push_inline(&called, std::move(body));
  expanded_.push_back(&called);
  called_at_.push_back(name.range);
  calls_.push_back({static_cast<std::uint32_t>(expanded_.size()), result});
  Statement statement;
  try {
    statement = parse_braces(StatementKind::block, name);
  } catch (...) {
    calls_.pop_back();
    throw;
  }
  calls_.pop_back();
  statement.from_inline = true;
  statement.inline_call = calls_.empty() ? 0 : calls_.back().number;
  statement.range = range;
  return statement;
}

std::vector<std::vector<Token>> Parser::parse_inline_arguments(const Inline& called, const Token& name) {
  expect(TokenKind::left_paren, fmt::format("after the inline's name '{}'", called.name.text));
  std::vector<std::vector<Token>> arguments;
  while (!at(TokenKind::right_paren)) {
    std::vector<Token> tokens;
    std::vector<Token>* const outer = recorder_;
    recorder_ = &tokens;
    try {
      (void)parse_expression();
    } catch (...) {
      recorder_ = outer;
      throw;
    }
    recorder_ = outer;
    arguments.push_back(std::move(tokens));
    if (at(TokenKind::right_paren)) break;
    expect(TokenKind::comma, "between the arguments of the inline");
  }
  take();
  if (arguments.size() != called.parameters.size()) {
    Diagnostic& diagnostic = error(
        from(name), fmt::format("inline '{}' takes {} argument{}, here are {}", called.name.text,
                                called.parameters.size(), called.parameters.size() == 1 ? "" : "s", arguments.size()));
    diagnostic.notes.push_back({called.name.range, "defined here"});
    throw Recover{};
  }
  return arguments;
}

/// Parameters are gone once a call is expanded, and so is all of an inline that is never called: only globals are then
/// recorded.
void Parser::tell_inlines(NameTable& names) const {
  for (const auto& definition : inlines_) {
    std::string parameters;
    for (const Name& p : definition->parameters) {
      parameters += (parameters.empty() ? "" : ", ") + p.text;
      names.define({p.text, NameKind::parameter, "parameter " + p.text, definition->name.text, p.range, {}});
    }
    const SourceRange extent = join(definition->name.range, definition->body.back().range);
    names.define({definition->name.text, NameKind::function,
                  fmt::format("inline {}({})", definition->name.text, parameters), "", definition->name.range, extent});
    const bool called = std::find(expanded_.begin(), expanded_.end(), definition.get()) != expanded_.end();
    for (const Token& token : definition->body) {
      if (token.kind != TokenKind::name) continue;
      const auto parameter = std::find_if(definition->parameters.begin(), definition->parameters.end(),
                                          [&token](const Name& p) { return p.text == token.text; });
      if (parameter != definition->parameters.end()) {
        names.use(token.range, parameter->range);
      } else if (const GlobalName* entry = called ? nullptr : names_.find_global(token.text)) {
        names.use(token.range, entry->named_inline != nullptr ? entry->named_inline->name.range : entry->range);
      }
    }
  }
  for (std::size_t i = 0; i < expanded_.size(); ++i) names.use(called_at_[i], expanded_[i]->name.range);
}

std::vector<Token> Parser::substitute(const Inline& called, const std::vector<std::vector<Token>>& arguments) {
  std::vector<Token> body;
  body.reserve(called.body.size());
  for (const Token& token : called.body) {
    std::size_t parameter = called.parameters.size();
    if (token.kind == TokenKind::name) {
      for (parameter = 0; parameter < called.parameters.size(); ++parameter) {
        if (called.parameters[parameter].text == token.text) break;
      }
    }
    if (parameter == called.parameters.size()) {
      body.push_back(token);
      continue;
    }
    for (std::size_t i = 0; i < arguments[parameter].size(); ++i) {
      Token& put = body.emplace_back(arguments[parameter][i]);
      put.place = put.expansion = token.place;
      put.line_break = i == 0 && token.line_break;
    }
  }
  return body;
}

}  // namespace quotient::promela
