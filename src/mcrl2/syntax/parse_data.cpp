#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "mcrl2/syntax/parser_state.hpp"

namespace quotient::mcrl2 {

namespace {

using ast::DataPtr;

struct Binding {
  int left;   // how strongly the operator holds its left operand
  int right;  // the least strength of operators in its right operand
};

constexpr int unary_strength = 13;

std::optional<Binding> binding_of(const Token& token) {
  struct Row {
    const char* symbol;
    Binding binding;
  };
  static constexpr Row rows[] = {{"=>", {2, 2}},    {"||", {3, 3}},    {"&&", {4, 4}},  {"==", {5, 6}},
                                 {"!=", {5, 6}},    {"<", {6, 7}},     {"<=", {6, 7}},  {">", {6, 7}},
                                 {">=", {6, 7}},    {"in", {6, 7}},    {"|>", {7, 7}},  {"<|", {8, 9}},
                                 {"++", {9, 10}},   {"+", {10, 11}},   {"-", {10, 11}}, {"/", {11, 12}},
                                 {"div", {11, 12}}, {"mod", {11, 12}}, {"*", {12, 13}}, {".", {12, 13}}};
  for (const Row& row : rows) {
    if (token.is(row.symbol)) return row.binding;
  }
  return std::nullopt;
}

DataPtr node_of(ast::DataExpr::Kind kind, SourceRange range) {
  auto node = std::make_unique<ast::DataExpr>();
  node->kind = kind;
  node->range = range;
  return node;
}

}  // namespace

/// Long chains of operators nest as deeply as brackets do; both are bounded.
DataPtr Parser::finish(DataPtr node) {
  for (const DataPtr& argument : node->arguments) node->depth = std::max(node->depth, argument->depth + 1);
  for (const ast::Assignment& a : node->assignments) node->depth = std::max(node->depth, a.value->depth + 1);
  if (node->depth > deepest) fail_too_deep(deepest);
  return node;
}

DataPtr Parser::operation(const Token& symbol, DataPtr left, DataPtr right) {
  DataPtr node = node_of(ast::DataExpr::Kind::apply, symbol.range);
  DataPtr head = node_of(ast::DataExpr::Kind::name, symbol.range);
  head->name = symbol.text;
  if (left) node->range = left->range;
  node->arguments.push_back(std::move(head));
  if (left) node->arguments.push_back(std::move(left));
  node->range = join(node->range, right->range);
  node->arguments.push_back(std::move(right));
  return finish(std::move(node));
}

DataPtr Parser::binder(ast::DataExpr::Kind kind) {
  const Token& first = take();
  DataPtr node = node_of(kind, first.range);
  node->variables = variables();
  expect(".", "and an expression behind the variables");
  node->arguments.push_back(data(1));
  node->range = since(first);
  return finish(std::move(node));
}

std::vector<DataPtr> Parser::data_list(std::string_view close) {
  std::vector<DataPtr> result;
  if (peek().is(close)) return result;
  do {
    result.push_back(data());
  } while (accept(","));
  return result;
}

std::vector<ast::Assignment> Parser::assignments(std::string_view close) {
  std::vector<ast::Assignment> result;
  if (peek().is(close)) return result;
  do {
    const ast::Name name = identifier("a name to assign to");
    expect("=", "and a value");
    result.push_back({name.text, name.range, data()});
  } while (accept(","));
  return result;
}

/// {}, {:}, {a, b}, {a: 1, b: 2}, {x: S | e}
DataPtr Parser::data_braces() {
  const Token& first = expect("{", "");
  DataPtr node = node_of(ast::DataExpr::Kind::set, first.range);
  if (accept(":")) {
    node->kind = ast::DataExpr::Kind::bag;
  } else if (!peek().is("}")) {
    // `{x: S | e}` and `{x: 3}` look alike up to the colon; what decides is a '|' inside these braces.
    bool comprehension = false;
    if (peek().kind == TokenKind::identifier && peek(1).is(":")) {
      for (std::size_t i = at_; i < first.match && !comprehension; ++i) {
        const Token& token = tokens_[i];
        if (token.is("|")) comprehension = true;
        if (token.is(",")) break;
        if ((token.is("(") || token.is("[") || token.is("{")) && token.match > i) i = token.match;
      }
    }
    if (comprehension) {
      node->kind = ast::DataExpr::Kind::comprehension;
      node->variables = variables();
      expect("|", "and a condition behind the variable");
      node->arguments.push_back(data());
    } else {
      node->arguments.push_back(data());
      const bool bag = accept(":");
      if (bag) {
        node->kind = ast::DataExpr::Kind::bag;
        node->arguments.push_back(data());
      }
      while (accept(",")) {
        node->arguments.push_back(data());
        if (!bag) continue;
        expect(":", "and how often the element occurs in the bag");
        node->arguments.push_back(data());
      }
    }
  }
  expect("}", "at the end");
  node->range = since(first);
  return finish(std::move(node));
}

DataPtr Parser::data_primary() {
  const Token& first = peek();
  if (first.kind == TokenKind::identifier || first.is("true") || first.is("false")) {
    take();
    DataPtr node = node_of(ast::DataExpr::Kind::name, first.range);
    node->name = first.text;
    return node;
  }
  if (first.kind == TokenKind::number) {
    take();
    DataPtr node = node_of(ast::DataExpr::Kind::number, first.range);
    node->name = first.text;
    return node;
  }
  if (accept("(")) {
    DataPtr node = data();
    if (peek().is("=")) {
      diagnostics_.error(peek().range, "expected ')' after the expression, but found '='").suggestion = "==";
      throw ParseFailure{};
    }
    expect(")", "after the expression");
    return node;
  }
  if (accept("[")) {
    DataPtr node = node_of(ast::DataExpr::Kind::list, first.range);
    node->arguments = data_list("]");
    expect("]", "at the end of the list");
    node->range = since(first);
    return finish(std::move(node));
  }
  if (first.is("{")) return data_braces();
  if (first.is("lambda")) return binder(ast::DataExpr::Kind::lambda);
  if (first.is("forall")) return binder(ast::DataExpr::Kind::forall);
  if (first.is("exists")) return binder(ast::DataExpr::Kind::exists);
  fail_expected("an expression");
}

/// f(a)(b)[c -> d]
DataPtr Parser::data_postfix(DataPtr head) {
  for (;;) {
    if (accept("(")) {
      DataPtr node = node_of(ast::DataExpr::Kind::apply, head->range);
      node->arguments.push_back(std::move(head));
      for (DataPtr& argument : data_list(")")) node->arguments.push_back(std::move(argument));
      node->range = join(node->range, expect(")", "after the arguments").range);
      head = finish(std::move(node));
    } else if (peek().is("[")) {
      take();
      DataPtr node = node_of(ast::DataExpr::Kind::update, head->range);
      node->arguments.push_back(std::move(head));
      node->arguments.push_back(data());
      expect("->", "in the function update");
      node->arguments.push_back(data());
      node->range = join(node->range, expect("]", "after the function update").range);
      head = finish(std::move(node));
    } else {
      return head;
    }
  }
}

/// What may stand before '->' in a process without brackets: no binary operators.
DataPtr Parser::data_unit() {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (first.is("!") || first.is("-") || first.is("#")) {
    take();
    return operation(first, nullptr, data_unit());
  }
  return data_postfix(data_primary());
}

DataPtr Parser::data(int least) {
  const Nesting nesting(*this);
  const Token& first = peek();
  DataPtr left;
  if (first.is("!") || first.is("-") || first.is("#")) {
    take();
    left = operation(first, nullptr, data(unary_strength));
  } else {
    left = data_postfix(data_primary());
  }
  for (;;) {
    const Token& symbol = peek();
    const std::optional<Binding> binding = binding_of(symbol);
    if (binding && binding->left >= least) {
      take();
      left = operation(symbol, std::move(left), data(binding->right));
    } else if (symbol.is("whr") && least == 0) {
      take();
      DataPtr node = node_of(ast::DataExpr::Kind::where, left->range);
      node->arguments.push_back(std::move(left));
      node->assignments = assignments("end");
      node->range = join(node->range, expect("end", "after 'whr'").range);
      left = finish(std::move(node));
    } else {
      return left;
    }
  }
}

}  // namespace quotient::mcrl2
