#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/syntax/parser_state.hpp"

namespace quotient::mcrl2 {

namespace {

using ast::ProcPtr;

ProcPtr node_of(ast::ProcExpr::Kind kind, SourceRange range) {
  auto node = std::make_unique<ast::ProcExpr>();
  node->kind = kind;
  node->range = range;
  return node;
}

// How strongly the operators hold: + sum || -> . @ |
constexpr int choice_strength = 1;
constexpr int sum_strength = 2;
constexpr int parallel_strength = 3;
constexpr int condition_strength = 5;
constexpr int sequence_strength = 7;
constexpr int time_strength = 8;
constexpr int multi_strength = 9;

}  // namespace

void Parser::add_operand(ast::ProcExpr& node, ProcPtr operand) {
  node.depth = std::max(node.depth, operand->depth + 1);
  if (node.depth > deepest_process) fail_too_deep(deepest_process);
  node.operands.push_back(std::move(operand));
}

/// Whether a condition starts here: a unit of data followed by '->'. Looks past brackets, so that a bracketed process
/// and a bracketed condition are told apart without trying both.
bool Parser::at_condition() const {
  std::size_t i = at_;
  const auto token = [&]() -> const Token& { return tokens_[std::min(i, tokens_.size() - 1)]; };
  const auto opens = [&] { return token().is("(") || token().is("[") || token().is("{"); };
  while (token().is("!") || token().is("-") || token().is("#")) ++i;
  if (opens()) {
    if (token().match <= i) return false;
    i = token().match + 1;
  } else if (token().kind == TokenKind::identifier || token().kind == TokenKind::number || token().is("true") ||
             token().is("false")) {
    ++i;
  } else {
    return false;
  }
  while (opens()) {
    if (token().match <= i) return false;
    i = token().match + 1;
  }
  return token().is("->");
}

/// An action or a process: a, a(d), P(), P(x = d)
ProcPtr Parser::instance() {
  const Token& first = peek();
  ProcPtr node = node_of(ast::ProcExpr::Kind::instance, first.range);
  node->name = identifier("an action or a process").text;
  if (accept("(")) {
    if (peek().is(")") || (peek().kind == TokenKind::identifier && peek(1).is("="))) {
      node->by_assignment = true;
      node->assignments = assignments(")");
    } else {
      node->arguments = data_list(")");
    }
    expect(")", "after the arguments");
    node->range = since(first);
  }
  return node;
}

/// {a, b|c -> d}
void Parser::action_set(ast::ProcExpr& node) {
  expect("{", "and a set of actions");
  if (accept("}")) return;
  do {
    ast::ActionSet set;
    set.actions.push_back(identifier("the name of an action"));
    const bool several = node.kind == ast::ProcExpr::Kind::allow || node.kind == ast::ProcExpr::Kind::comm;
    while (several && accept("|")) set.actions.push_back(identifier("the name of an action"));
    if (node.kind == ast::ProcExpr::Kind::comm && set.actions.size() < 2) {
      fail(peek(), "a communication joins at least two actions, as in a|b -> c");
    }
    if (node.kind == ast::ProcExpr::Kind::comm || node.kind == ast::ProcExpr::Kind::rename) {
      if (node.kind == ast::ProcExpr::Kind::comm && !peek().is("->")) {
        fail(peek(), "expected '->' and the name of the action that the communication becomes");
      }
      expect("->", "and the new name of the action");
      if (peek().is("tau")) fail(peek(), "a communication or renaming cannot become tau: hide the new action instead");
      set.target = identifier("the name of an action");
    }
    node.action_sets.push_back(std::move(set));
  } while (accept(","));
  expect("}", "after the actions");
}

ProcPtr Parser::process_operator(ast::ProcExpr::Kind kind) {
  const Token& first = take();
  ProcPtr node = node_of(kind, first.range);
  expect("(", fmt::format("after '{}'", first.text));
  action_set(*node);
  expect(",", "and a process");
  add_operand(*node, process());
  expect(")", fmt::format("at the end of '{}'", first.text));
  node->range = since(first);
  return node;
}

ProcPtr Parser::process_primary() {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (at_condition()) {
    ProcPtr node = node_of(ast::ProcExpr::Kind::condition, first.range);
    node->arguments.push_back(data_unit());
    expect("->", "after the condition");
    add_operand(*node, process(condition_strength));
    if (accept("<>")) add_operand(*node, process(condition_strength));
    node->range = since(first);
    return node;
  }
  if (accept("(")) {
    ProcPtr node = process();
    expect(")", "after the process");
    return node;
  }
  if (accept("delta")) return node_of(ast::ProcExpr::Kind::delta, first.range);
  if (accept("tau")) return node_of(ast::ProcExpr::Kind::tau, first.range);
  if (accept("sum")) {
    ProcPtr node = node_of(ast::ProcExpr::Kind::sum, first.range);
    node->variables = variables();
    expect(".", "and a process behind the variables");
    add_operand(*node, process(sum_strength));
    node->range = since(first);
    return node;
  }
  if (accept("dist")) {
    ProcPtr node = node_of(ast::ProcExpr::Kind::dist, first.range);
    node->variables = variables();
    expect("[", "and a probability behind the variables");
    node->arguments.push_back(data());
    expect("]", "behind the probability");
    expect(".", "and a process behind the probability");
    add_operand(*node, process(sum_strength));
    node->range = since(first);
    return node;
  }
  if (first.is("block")) return process_operator(ast::ProcExpr::Kind::block);
  if (first.is("allow")) return process_operator(ast::ProcExpr::Kind::allow);
  if (first.is("comm")) return process_operator(ast::ProcExpr::Kind::comm);
  if (first.is("hide")) return process_operator(ast::ProcExpr::Kind::hide);
  if (first.is("rename")) return process_operator(ast::ProcExpr::Kind::rename);
  if (first.kind == TokenKind::identifier) return instance();
  fail_expected("a process");
}

ProcPtr Parser::process(int least) {
  const Nesting nesting(*this);
  ProcPtr left = process_primary();
  // Operators of one kind join into one node: long sums and sequences do not nest.
  const auto join_with = [&](ast::ProcExpr::Kind kind, int right) {
    take();
    if (left->kind != kind) {
      ProcPtr node = node_of(kind, left->range);
      add_operand(*node, std::move(left));
      left = std::move(node);
    }
    add_operand(*left, process(right));
    left->range = join(left->range, left->operands.back()->range);
  };
  for (;;) {
    const Token& symbol = peek();
    if (symbol.is("+") && least <= choice_strength) {
      join_with(ast::ProcExpr::Kind::choice, choice_strength + 1);
    } else if (symbol.is("||") && least <= parallel_strength) {
      join_with(ast::ProcExpr::Kind::parallel, parallel_strength + 1);
    } else if (symbol.is(".") && least <= sequence_strength) {
      join_with(ast::ProcExpr::Kind::sequence, sequence_strength + 1);
    } else if (symbol.is("|") && least <= multi_strength) {
      join_with(ast::ProcExpr::Kind::multi, multi_strength + 1);
    } else if (symbol.is("@") && least <= time_strength) {
      take();
      ProcPtr node = node_of(ast::ProcExpr::Kind::at, left->range);
      node->arguments.push_back(data_unit());
      node->range = join(left->range, node->arguments.front()->range);
      add_operand(*node, std::move(left));
      left = std::move(node);
    } else if (symbol.is("||_") || symbol.is("<<")) {
      fail(symbol, fmt::format("'{}' is not supported in specifications", symbol.text));
    } else {
      return left;
    }
  }
}

}  // namespace quotient::mcrl2
