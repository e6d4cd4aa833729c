#include "murphi/syntax/parse.hpp"

#include <fmt/format.h>

#include "murphi/syntax/parser.hpp"

namespace quotient::murphi {

void Parser::fail(SourceRange at, std::string message) {
  diagnostics_.error(at, std::move(message));
  throw SyntaxError{};
}

const Token& Parser::expect(std::string_view text, std::string_view where) {
  if (!sees(text)) {
    const bool at_end = here().kind == TokenKind::end;
    fail(here().range, fmt::format("'{}' is expected {}{}", text, where, at_end ? ", but the text ends here" : ""));
  }
  return take();
}

Name Parser::name(std::string_view what) {
  if (here().kind == TokenKind::keyword) {
    fail(here().range, fmt::format("{} is expected, but '{}' is a word of the language", what, here().text));
  }
  if (here().kind != TokenKind::name) fail(here().range, fmt::format("{} is expected here", what));
  const Token& token = take();
  return {std::string(token.text), token.range};
}

void Parser::close(std::string_view what) {
  if (!accept("end") && !accept(what)) {
    fail(here().range, fmt::format("'end' or '{}' is expected here", what));
  }
}

Specification Parser::specification() {
  Specification out;
  std::vector<Scope> scopes;
  while (here().kind != TokenKind::end) {
    if (accept(";") || declarations(out.declarations)) continue;
    if (accept("function") || accept("procedure")) {
      --at_;
      out.declarations.all.emplace_back().routine = std::make_unique<Routine>(routine());
    } else if (begins_rule()) {
      rules(scopes, out.rules);
    } else if (sees("externfun")) {
      fail(here().range, "external functions are not supported");
    } else if (sees("liveness") || sees("cover") || sees("assume") || sees("property")) {
      fail(here().range, fmt::format("'{}' is not supported yet", here().text));
    } else {
      fail(here().range, "a declaration, a rule, a start state or an invariant is expected here");
    }
  }
  return out;
}

/// The sections const, type and var.
bool Parser::declarations(Declarations& out) {
  if (accept("const")) {
    constants(out);
  } else if (accept("type")) {
    types(out);
  } else if (accept("var")) {
    variables(out);
  } else {
    return false;
  }
  return true;
}

void Parser::constants(Declarations& out) {
  while (here().kind == TokenKind::name) {
    auto c = std::make_unique<ConstantNode>();
    c->name = name("a constant");
    if (sees("=")) fail(here().range, "the value of a constant is written behind ':'");
    expect(":", "behind the name of a constant");
    c->value = expression();
    if (!accept(";") && here().kind == TokenKind::name) expect(";", "behind a constant");
    out.all.emplace_back().constant = std::move(c);
  }
}

void Parser::types(Declarations& out) {
  while (here().kind == TokenKind::name) {
    auto t = std::make_unique<NamedTypeNode>();
    t->name = name("a type");
    if (sees("=")) fail(here().range, "a type is written behind ':'");
    expect(":", "behind the name of a type");
    t->type = type();
    if (!accept(";") && here().kind == TokenKind::name) expect(";", "behind a type");
    out.all.emplace_back().type = std::move(t);
  }
}

void Parser::variables(Declarations& out) {
  while (here().kind == TokenKind::name) {
    auto v = std::make_unique<VariableNode>();
    v->names = names();
    expect(":", "behind the names of variables");
    v->type = type();
    if (!accept(";") && here().kind == TokenKind::name) expect(";", "behind a variable");
    out.all.emplace_back().variable = std::move(v);
  }
}

std::vector<Name> Parser::names() {
  std::vector<Name> out;
  do {
    out.push_back(name("a name"));
  } while (accept(","));
  return out;
}

TypeNode Parser::type() {
  const Level level(*this);
  const SourceRange first = here().range;
  TypeNode out;
  if (accept("enum")) {
    out.kind = TypeKind::enumeration;
    expect("{", "behind 'enum'");
    while (!sees("}")) {
      out.literals.push_back(name("an element of the enumeration"));
      if (!accept(",")) break;
    }
    expect("}", "behind the elements of an enumeration");
  } else if (accept("record")) {
    out.kind = TypeKind::record;
    while (!closes()) {
      FieldNode field;
      field.names = names();
      expect(":", "behind the names of fields");
      field.type = std::make_shared<TypeNode>(type());
      out.fields.push_back(std::move(field));
      if (!accept(";") && !closes()) expect(";", "behind a field");
    }
    close("endrecord");
  } else if (accept("array")) {
    out.kind = TypeKind::array;
    expect("[", "behind 'array'");
    out.parts.push_back(type());
    expect("]", "behind the index of an array");
    expect("of", "before the elements of an array");
    out.parts.push_back(type());
  } else if (accept("scalarset")) {
    out.kind = TypeKind::scalarset;
    expect("(", "behind 'scalarset'");
    out.sizes.push_back(expression());
    expect(")", "behind the size of a scalarset");
  } else if (accept("union")) {
    out.kind = TypeKind::set_union;
    expect("{", "behind 'union'");
    while (!sees("}")) {
      out.parts.push_back(type());
      if (!accept(",") && !accept(";")) break;
    }
    expect("}", "behind the members of a union");
  } else if (sees("multiset")) {
    fail(first, "multisets are not supported yet");
  } else if (sees("real")) {
    fail(first, "real numbers are not supported");
  } else if (here().kind == TokenKind::name && ahead(1).text != ".." && ahead(1).text != "+" && ahead(1).text != "-" &&
             ahead(1).text != "*" && ahead(1).text != "/" && ahead(1).text != "%") {
    out.kind = TypeKind::named;
    out.name = name("a type");
  } else {
    out.kind = TypeKind::range;
    out.sizes.push_back(sum());
    expect("..", "between the bounds of a range");
    out.sizes.push_back(sum());
  }
  out.range = since(first);
  return out;
}

Routine Parser::routine() {
  Routine out;
  const bool is_function = take().text == "function";
  const std::string_view what = is_function ? "endfunction" : "endprocedure";
  out.name = name(is_function ? "the name of a function" : "the name of a procedure");
  out.range = out.name.range;
  expect("(", "behind this name");
  parameters(out);
  expect(")", "behind parameters");
  if (is_function) {
    expect(":", "before the type of the result");
    out.result = std::make_unique<TypeNode>(type());
  }
  accept(";");
  out.locals = local_declarations();
  accept("begin");
  out.body = statements();
  close(what);
  accept(";");
  return out;
}

void Parser::parameters(Routine& out) {
  while (!sees(")")) {
    const bool by_reference = accept("var");
    const std::vector<Name> all = names();
    expect(":", "behind the names of parameters");
    const auto shared = std::make_shared<TypeNode>(type());
    for (const Name& n : all) out.parameters.push_back({n, shared, by_reference, nullptr});
    if (!accept(";") && !accept(",")) break;
  }
}

std::unique_ptr<Declarations> Parser::local_declarations() {
  auto out = std::make_unique<Declarations>();
  while (declarations(*out)) {
  }
  return out;
}

bool Parser::begins_rule() const {
  return sees("rule") || sees("ruleset") || sees("startstate") || sees("invariant") || sees("assert") ||
         sees("alias") || sees("choose");
}

Rule Parser::begin_rule(RuleKind kind, const std::vector<Scope>& scopes) {
  Rule out;
  out.kind = kind;
  out.scopes = scopes;
  out.range = take().range;
  if (here().kind == TokenKind::string) {
    out.name = here().text;
    out.range = join(out.range, take().range);
  }
  return out;
}

void Parser::rules(std::vector<Scope>& scopes, std::vector<Rule>& out) {
  const Level level(*this);
  if (sees("rule") || sees("startstate")) {
    rule(scopes, out);
  } else if (sees("invariant") || sees("assert")) {  // the same to rumur
    invariant(scopes, out);
  } else if (sees("choose")) {
    fail(here().range, "multisets are not supported yet");
  } else {
    nested(scopes, out);
  }
}

void Parser::rule(std::vector<Scope>& scopes, std::vector<Rule>& out) {
  const bool starts = sees("startstate");
  Rule r = begin_rule(starts ? RuleKind::start : RuleKind::rule, scopes);
  // A guard, unless declarations or statements follow at once.
  if (!starts && !sees("begin") && !sees("const") && !sees("type") && !sees("var") && !accept("==>")) {
    const std::size_t before = at_;
    if (here().kind == TokenKind::number) fail(here().range, "priorities of rules are not supported");
    r.condition.push_back(expression());
    if (!accept("==>")) {
      // `rule x := 1 end`: no guard, and no begin either.
      if (!sees(":=") && !sees(";")) expect("==>", "behind the guard of a rule");
      at_ = before;
      r.condition.clear();
    }
  }
  r.locals = local_declarations();
  accept("begin");
  r.body = statements();
  close(starts ? "endstartstate" : "endrule");
  accept(";");
  out.push_back(std::move(r));
}

void Parser::invariant(std::vector<Scope>& scopes, std::vector<Rule>& out) {
  Rule r = begin_rule(RuleKind::invariant, scopes);
  r.condition.push_back(expression());
  if (r.name.empty() && here().kind == TokenKind::string) r.name = take().text;
  accept(";");
  out.push_back(std::move(r));
}

/// ruleset and alias.
void Parser::nested(std::vector<Scope>& scopes, std::vector<Rule>& out) {
  const std::size_t outside = scopes.size();
  const bool is_alias = take().text == "alias";
  if (is_alias) {
    for (AliasNode& a : aliases()) scopes.push_back({nullptr, std::make_shared<AliasNode>(std::move(a))});
  } else {
    do {
      if (sees("do")) break;
      scopes.push_back({std::make_shared<Quantifier>(quantifier()), nullptr});
    } while (accept(";") || accept(","));
    expect("do", "behind the parameters of rules");
  }
  if (scopes.size() > longest_row) fail(here().range, "this is nested too deeply");
  while (!closes() && here().kind != TokenKind::end) {
    if (accept(";")) continue;
    if (!begins_rule()) fail(here().range, "a rule, a start state or an invariant is expected here");
    rules(scopes, out);
  }
  close(is_alias ? "endalias" : "endruleset");
  accept(";");
  scopes.resize(outside);
}

std::unique_ptr<Specification> parse(std::span<const Token> tokens, Diagnostics& diagnostics) {
  try {
    return std::make_unique<Specification>(Parser(tokens, diagnostics).specification());
  } catch (const Parser::SyntaxError&) {
    return nullptr;
  }
}

std::optional<Expression> parse_expression(std::span<const Token> tokens, Diagnostics& diagnostics) {
  try {
    return Parser(tokens, diagnostics).whole_expression();
  } catch (const Parser::SyntaxError&) {
    return std::nullopt;
  }
}

}  // namespace quotient::murphi
