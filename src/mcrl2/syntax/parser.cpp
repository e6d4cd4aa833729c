#include "mcrl2/syntax/parser.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/stop_signal.hpp"
#include "mcrl2/syntax/parser_state.hpp"

namespace quotient::mcrl2 {

namespace {

const std::vector<std::string>& section_words() {
  static const std::vector<std::string> words{"sort", "cons", "map", "glob", "var", "eqn", "act", "proc", "init"};
  return words;
}

std::string shown(const Token& token) {
  return token.kind == TokenKind::end ? "the end of the file" : fmt::format("'{}'", token.text);
}

}  // namespace

bool Parser::accept(std::string_view word) {
  poll_stop();
  if (!peek().is(word)) return false;
  take();
  return true;
}

const Token& Parser::expect(std::string_view word, std::string_view where) {
  if (peek().is(word)) return take();
  if (word == ";" && at_ > 0 && tokens_[at_ - 1].kind == TokenKind::identifier) {
    // A section with a slip in its keyword is read as what goes on before it: "act a; porc P = a . P;".
    const Token& before = tokens_[at_ - 1];
    const std::string section = nearest_name(before.text, section_words());
    if (!section.empty()) {
      diagnostics_.error(before.range, fmt::format("expected ';' after '{}', but found {}", before.text, shown(peek())))
          .suggestion = section;
      throw ParseFailure{};
    }
  }
  fail(peek(), fmt::format("expected '{}' {}, but found {}", word, where, shown(peek())));
}

ast::Name Parser::identifier(std::string_view what) {
  if (peek().kind != TokenKind::identifier) {
    if (peek().kind == TokenKind::keyword) {
      fail(peek(), fmt::format("expected {}, but '{}' is a reserved word", what, peek().text));
    }
    fail_expected(what);
  }
  const Token& token = take();
  return {token.text, token.range};
}

SourceRange Parser::since(const Token& first) const {
  return at_ == 0 ? first.range : join(first.range, tokens_[at_ - 1].range);
}

void Parser::fail(const Token& token, std::string message) {
  diagnostics_.error(token.range, std::move(message));
  throw ParseFailure{};
}

void Parser::fail_too_deep(int most) { fail(peek(), fmt::format("nested too deeply (more than {} levels)", most)); }

void Parser::fail_expected(std::string_view what) {
  fail(peek(), fmt::format("expected {}, but found {}", what, shown(peek())));
}

bool Parser::at_section() const {
  for (const std::string& word : section_words()) {
    if (peek().is(word)) return true;
  }
  return in_formula_file_ && at_word("form");
}

/// Goes on behind the next ';' outside of brackets, or at the next section.
void Parser::recover() {
  while (peek().kind != TokenKind::end && !at_section()) {
    if (accept(";")) return;
    const std::size_t partner = peek().match;
    const bool opens = partner > at_ && (peek().is("(") || peek().is("[") || peek().is("{"));
    if (opens) {
      // Not over a section: a bracket that is never closed may have found its partner in another declaration.
      bool section_inside = false;
      const std::size_t here = at_;
      for (at_ = here; at_ < partner && !section_inside; ++at_) section_inside = at_section();
      at_ = section_inside ? here + 1 : partner + 1;
    } else {
      take();
    }
  }
}

template <typename Declaration>
void Parser::declarations(Declaration&& declaration) {
  while (peek().kind != TokenKind::end && !at_section()) {
    const int depth = depth_;
    const std::size_t before = at_;
    try {
      declaration();
    } catch (const ParseFailure&) {
      depth_ = depth;
      if (at_ == before && !at_section()) take();
      // The failing token may itself be the ';' that ends the declaration.
      recover();
      for (std::size_t i = before; i < at_; ++i) {
        if (tokens_[i].kind == TokenKind::identifier) broken_.push_back(tokens_[i].text);
      }
    }
  }
}

std::vector<ast::Name> Parser::names(std::string_view what) {
  std::vector<ast::Name> result{identifier(what)};
  while (accept(",")) result.push_back(identifier(what));
  return result;
}

/// x, y: S, z: T
std::vector<ast::Variable> Parser::variables() {
  std::vector<ast::Variable> result;
  do {
    const std::vector<ast::Name> group = names("the name of a variable");
    expect(":", "and a sort behind the variable");
    const ast::SortExpr of = sort();
    for (const ast::Name& name : group) result.push_back({name.text, name.range, of});
  } while (accept(","));
  return result;
}

void Parser::equation(ast::EquationBlock& block) {
  const Token& first = peek();
  ast::Equation equation;
  equation.left = data();
  if (accept("->")) {
    equation.condition = std::move(equation.left);
    equation.left = data();
  }
  const bool applied = equation.left->kind == ast::DataExpr::Kind::apply;
  if (peek().is(";") && applied && equation.left->arguments.front()->name == "==") {
    fail(peek(), "expected '=' and the right side of the equation: '==' only compares");
  }
  expect("=", "in the equation");
  equation.right = data();
  equation.range = since(first);
  expect(";", "after the equation");
  block.equations.push_back(std::move(equation));
}

void Parser::section(ast::Specification& spec) {
  const Token& start = take();
  const auto declare = [&](std::vector<ast::SymbolDecl>& into) {
    declarations([&] {
      const auto group = names("a name");
      expect(":", "and a sort behind the name");
      const ast::SortExpr of = sort();
      expect(";", "after the declaration");
      for (const ast::Name& name : group) into.push_back({name, of});
    });
  };
  if (start.is("sort")) {
    declarations([&] {
      const auto group = names("the name of a sort");
      ast::SortExpr of;
      const bool defined = accept("=");
      if (defined) of = sort();
      expect(";", "after the sort");
      for (const ast::Name& name : group) spec.sorts.push_back({name, defined, of});
    });
  } else if (start.is("cons")) {
    declare(spec.constructors);
  } else if (start.is("map")) {
    declare(spec.maps);
  } else if (start.is("glob")) {
    declarations([&] {
      for (ast::Variable& variable : variables()) spec.globals.push_back(std::move(variable));
      expect(";", "after the variables");
    });
  } else if (start.is("var")) {
    ast::EquationBlock block;
    declarations([&] {
      for (ast::Variable& variable : variables()) block.variables.push_back(std::move(variable));
      expect(";", "after the variables");
    });
    if (accept("eqn")) {
      declarations([&] { equation(block); });
    } else {
      diagnostics_.error(peek().range, fmt::format("expected 'eqn' after 'var', but found {}", shown(peek())));
    }
    spec.equations.push_back(std::move(block));
  } else if (start.is("eqn")) {
    ast::EquationBlock block;
    declarations([&] { equation(block); });
    spec.equations.push_back(std::move(block));
  } else if (start.is("act")) {
    declarations([&] {
      const auto group = names("the name of an action");
      std::vector<ast::SortExpr> arguments;
      if (accept(":")) {
        const Token& first = peek();
        arguments = sort_product();
        if (peek().is("->")) arguments = {function_from(std::move(arguments), first)};  // S # T -> U is one sort
      }
      expect(";", "after the actions");
      for (const ast::Name& name : group) spec.actions.push_back({name, arguments});
    });
  } else if (start.is("proc")) {
    declarations([&] {
      ast::ProcDecl declaration{identifier("the name of a process"), {}, nullptr};
      if (accept("(")) {
        if (!peek().is(")")) declaration.parameters = variables();
        expect(")", "after the parameters");
      }
      expect("=", "and the body of the process");
      declaration.body = process();
      expect(";", "after the process");
      spec.processes.push_back(std::move(declaration));
    });
  } else {
    bool seen = false;
    declarations([&] {
      const bool again = seen || spec.init;
      seen = true;
      if (again) fail(peek(), "a specification has one 'init' with one process");
      const Token& first = peek();
      ast::ProcPtr body = process();
      spec.init_range = since(first);
      expect(";", "after the initial process");
      spec.init = std::move(body);
    });
    if (!seen) diagnostics_.error(peek().range, "expected a process after 'init'");
  }
}

ast::Specification Parser::specification() {
  ast::Specification spec;
  bool init_seen = false;
  while (peek().kind != TokenKind::end) {
    if (!at_section()) {
      diagnostics_
          .error(peek().range,
                 fmt::format("expected a section (sort, cons, map, glob, var, eqn, act, proc or init), but found {}",
                             shown(peek())))
          .suggestion = nearest_name(peek().text, section_words());
      take();
      while (peek().kind != TokenKind::end && !at_section()) take();
      continue;
    }
    init_seen |= peek().is("init");
    section(spec);
  }
  spec.broken = std::move(broken_);
  if (!init_seen) diagnostics_.error(peek().range, "there is no 'init': a specification says how it starts");
  return spec;
}

ast::SortExpr Parser::structure() {
  const Token& first = expect("struct", "");
  ast::SortExpr result;
  result.kind = ast::SortExpr::Kind::structure;
  do {
    ast::StructConstructor constructor;
    const ast::Name name = identifier("a constructor");
    constructor.name = name.text;
    constructor.range = name.range;
    if (accept("(")) {
      do {
        ast::StructField field;
        field.range = peek().range;
        if (peek().kind == TokenKind::identifier && peek(1).is(":")) {
          field.name = take().text;
          take();
        }
        field.sort = sort();
        constructor.fields.push_back(std::move(field));
      } while (accept(","));
      expect(")", "after the fields of the constructor");
    }
    if (accept("?")) {
      const ast::Name recogniser = identifier("the name of a recogniser");
      constructor.recogniser = recogniser.text;
      constructor.recogniser_range = recogniser.range;
    }
    result.constructors.push_back(std::move(constructor));
  } while (accept("|"));
  result.range = since(first);
  return result;
}

ast::SortExpr Parser::sort_primary() {
  const Nesting nesting(*this);
  const Token& first = peek();
  ast::SortExpr result;
  if (first.is("struct")) return structure();
  if (accept("(")) {
    result = sort();
    expect(")", "after the sort");
    return result;
  }
  for (const char* container : {"List", "Set", "FSet", "Bag", "FBag"}) {
    if (!accept(container)) continue;
    result.kind = ast::SortExpr::Kind::container;
    result.name = container;
    expect("(", fmt::format("after {}", container));
    result.arguments.push_back(sort());
    expect(")", "after the sort of the elements");
    result.range = since(first);
    return result;
  }
  for (const char* basic : {"Bool", "Pos", "Nat", "Int", "Real"}) {
    if (!accept(basic)) continue;
    result.name = basic;
    result.range = first.range;
    return result;
  }
  result.name = identifier("a sort").text;
  result.range = first.range;
  return result;
}

/// Whether a domain in brackets begins here, (S # T) -> U, which says the same as S # T -> U.
bool Parser::at_bracketed_product() const {
  const std::size_t end = peek().match;
  if (!peek().is("(") || end <= at_ || end + 1 >= tokens_.size() || !tokens_[end + 1].is("->")) return false;
  bool product = false;
  for (std::size_t i = at_ + 1; i < end; ++i) {
    if (tokens_[i].is("->")) return false;
    product = product || tokens_[i].is("#");
    i = std::max(i, std::size_t{tokens_[i].match});  // over brackets
  }
  return product;
}

std::vector<ast::SortExpr> Parser::sort_product() {
  if (at_bracketed_product()) {
    take();
    std::vector<ast::SortExpr> inside = sort_product();
    expect(")", "after the sorts");
    return inside;
  }
  std::vector<ast::SortExpr> result{sort_primary()};
  while (accept("#")) result.push_back(sort_primary());
  return result;
}

/// S, S # T -> U. The arrow associates to the right.
ast::SortExpr Parser::sort() {
  const Nesting nesting(*this);
  const Token& first = peek();
  std::vector<ast::SortExpr> domain = sort_product();
  if (!peek().is("->")) {
    if (domain.size() > 1) fail_expected("'->' after the product of sorts");
    return std::move(domain.front());
  }
  return function_from(std::move(domain), first);
}

/// The arrow is next.
ast::SortExpr Parser::function_from(std::vector<ast::SortExpr> domain, const Token& first) {
  expect("->", "");
  ast::SortExpr result;
  result.kind = ast::SortExpr::Kind::function;
  result.arguments = std::move(domain);
  result.arguments.push_back(sort());
  result.range = since(first);
  return result;
}

ast::Specification parse(const SourceMap& sources, FileId file, Diagnostics& diagnostics) {
  return Parser(tokenise(sources, file, diagnostics), diagnostics).specification();
}

}  // namespace quotient::mcrl2
