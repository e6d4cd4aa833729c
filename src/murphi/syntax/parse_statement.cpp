#include "murphi/syntax/parser.hpp"

namespace quotient::murphi {

bool Parser::ends_statements() const {
  return here().kind == TokenKind::end || closes() || sees("elsif") || sees("else") || sees("case");
}

std::vector<Statement> Parser::statements() {
  std::vector<Statement> out;
  while (!ends_statements()) {
    if (accept(";")) continue;
    out.push_back(statement());
    if (!ends_statements()) expect(";", "behind a statement");
  }
  return out;
}

Statement Parser::statement() {
  const Level level(*this);
  const SourceRange first = here().range;
  Statement out;
  if (accept("if")) {
    branch(out);
  } else if (accept("switch")) {
    selection(out);
  } else if (accept("for")) {
    out.kind = StatementKind::loop;
    out.quantifier = std::make_shared<Quantifier>(quantifier());
    expect("do", "behind what a loop goes through");
    out.range = since(first);
    out.body = statements();
    close("endfor");
    return out;
  } else if (accept("while")) {
    out.kind = StatementKind::repeat;
    out.operands.push_back(expression());
    expect("do", "behind the condition of a loop");
    out.range = since(first);
    out.body = statements();
    close("endwhile");
    return out;
  } else if (accept("alias")) {
    out.kind = StatementKind::alias;
    out.aliases = aliases();
    out.body = statements();
    close("endalias");
  } else if (sees("clear") || sees("undefine")) {
    out.kind = take().text == "clear" ? StatementKind::clear : StatementKind::undefine;
    out.operands.push_back(designator());
  } else if (sees("error") || sees("assert") || sees("put")) {
    message(out);
  } else if (accept("return")) {
    out.kind = StatementKind::give;
    if (!sees(";") && !ends_statements()) out.operands.push_back(expression());
  } else if (sees("multisetadd") || sees("multisetremove") || sees("multisetremovepred")) {
    fail(first, "multisets are not supported yet");
  } else if (sees("assume") || sees("cover")) {
    fail(first, "'" + std::string(here().text) + "' is not supported yet");
  } else {
    Expression target = designator();
    if (target.kind == ExpressionKind::call) {
      out.kind = StatementKind::call;
      out.operands.push_back(std::move(target));
    } else {
      if (sees("=")) fail(here().range, "an assignment is written ':='");
      expect(":=", "in an assignment");
      out.operands.push_back(std::move(target));
      out.operands.push_back(expression());
    }
  }
  out.range = since(first);
  return out;
}

void Parser::branch(Statement& out) {
  out.kind = StatementKind::branch;
  do {
    Branch& b = out.branches.emplace_back();
    b.conditions.push_back(expression());
    expect("then", "behind the condition");
    b.body = statements();
  } while (accept("elsif"));
  if (accept("else")) out.branches.emplace_back().body = statements();
  close("endif");
}

void Parser::selection(Statement& out) {
  out.kind = StatementKind::selection;
  out.operands.push_back(expression());
  while (accept("case")) {
    Branch& b = out.branches.emplace_back();
    do {
      b.conditions.push_back(expression());
    } while (accept(","));
    expect(":", "behind the values of a case");
    b.body = statements();
  }
  if (accept("else")) {
    accept(":");
    out.branches.emplace_back().body = statements();
  }
  close("endswitch");
}

void Parser::message(Statement& out) {
  const std::string_view word = take().text;
  out.kind = word == "error" ? StatementKind::error : word == "assert" ? StatementKind::claim : StatementKind::put;
  const bool text_first = here().kind == TokenKind::string;
  if (text_first) out.text = take().text;
  if (out.kind == StatementKind::claim) {
    out.operands.push_back(expression());
    if (!text_first && here().kind == TokenKind::string) out.text = take().text;
  } else if (!text_first && out.kind == StatementKind::put) {
    out.operands.push_back(expression());
  } else if (!text_first) {
    fail(here().range, "'error' needs a string");
  }
}

std::vector<AliasNode> Parser::aliases() {
  std::vector<AliasNode> out;
  do {
    if (sees("do")) break;
    AliasNode a;
    a.name = name("the name of an alias");
    expect(":", "between an alias and what it stands for");
    a.value = expression();
    out.push_back(std::move(a));
  } while (accept(";"));
  expect("do", "behind aliases");
  return out;
}

Quantifier Parser::quantifier() {
  Quantifier out;
  out.variable = name("the name of a parameter");
  if (accept(":=")) {
    out.bounds.push_back(expression());
    expect("to", "between the bounds");
    out.bounds.push_back(expression());
    if (accept("by")) out.bounds.push_back(expression());
  } else {
    expect(":", "behind the name of a parameter");
    out.over = std::make_shared<TypeNode>(type());
  }
  return out;
}

}  // namespace quotient::murphi
