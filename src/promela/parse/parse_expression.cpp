#include <algorithm>
#include <fmt/format.h>

#include "promela/parse/operator_row.hpp"
#include "promela/parse/parser.hpp"

namespace quotient::promela {

namespace {

// Trees are walked recursively, so that one may not be higher than this; long sums and conjunctions are not
// (operator_row.hpp).
constexpr int highest_tree = 1000;

struct Binary {
  TokenKind token;
  Operator op;
  int precedence;
};

// SPIN's precedences, all to the left.
constexpr Binary binaries[] = {
    {TokenKind::ltl_implies, Operator::implies, 1},
    {TokenKind::ltl_equivalent, Operator::equivalent, 1},
    {TokenKind::or_or, Operator::logical_or, 2},
    {TokenKind::and_and, Operator::logical_and, 3},
    {TokenKind::ltl_until, Operator::until, 4},
    {TokenKind::ltl_weak_until, Operator::weak_until, 4},
    {TokenKind::ltl_release, Operator::release, 4},
    {TokenKind::ltl_since, Operator::since, 4},
    {TokenKind::bar, Operator::bit_or, 5},
    {TokenKind::caret, Operator::bit_xor, 6},
    {TokenKind::ampersand, Operator::bit_and, 7},
    {TokenKind::equal, Operator::equal, 8},
    {TokenKind::not_equal, Operator::not_equal, 8},
    {TokenKind::greater, Operator::greater, 9},
    {TokenKind::less, Operator::less, 9},
    {TokenKind::greater_equal, Operator::greater_equal, 9},
    {TokenKind::less_equal, Operator::less_equal, 9},
    {TokenKind::shift_left, Operator::shift_left, 10},
    {TokenKind::shift_right, Operator::shift_right, 10},
    {TokenKind::plus, Operator::add, 11},
    {TokenKind::minus, Operator::subtract, 11},
    {TokenKind::star, Operator::multiply, 12},
    {TokenKind::slash, Operator::divide, 12},
    {TokenKind::percent, Operator::modulo, 12},
};

const Binary* find_binary(TokenKind kind) {
  const auto* found = std::find_if(std::begin(binaries), std::end(binaries),
                                   [&](const Binary& candidate) { return candidate.token == kind; });
  return found == std::end(binaries) ? nullptr : found;
}

Operator prefix_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::exclamation:
      return Operator::logical_not;
    case TokenKind::tilde:
      return Operator::complement;
    case TokenKind::minus:
      return Operator::negate;
    case TokenKind::ltl_always:
      return Operator::always;
    case TokenKind::ltl_eventually:
      return Operator::eventually;
    case TokenKind::ltl_next:
      return Operator::next;
    case TokenKind::ltl_previously:
      return Operator::previously;
    case TokenKind::ltl_once:
      return Operator::once;
    case TokenKind::ltl_historically:
      return Operator::historically;
    default:
      return Operator::none;
  }
}

bool is_probe(ExpressionKind kind) {
  return kind == ExpressionKind::full || kind == ExpressionKind::nfull || kind == ExpressionKind::empty ||
         kind == ExpressionKind::nempty;
}

}  // namespace

Expression Parser::constant(std::int64_t value, SourceRange range) const {
  Expression expression;
  expression.value = value;
  expression.range = range;
  return expression;
}

/// full, empty and their negations stand only where they decide alone or under && and ||: SPIN's partial-order
/// reduction needs them there, and its grammar says so.
void Parser::check_probes(const Expression& expression, bool allowed) {
  if (is_probe(expression.kind) && !allowed) {
    error(expression.range,
          "full, nfull, empty and nempty can only be combined by && and ||, not negated or computed with")
        .notes.push_back({expression.range, "use the opposite one (nfull for !full), or len"});
  }
  const bool inner = allowed && expression.kind == ExpressionKind::binary &&
                     (expression.op == Operator::logical_and || expression.op == Operator::logical_or);
  for (const Expression& operand : expression.operands) check_probes(operand, inner);
}

Expression Parser::parse_full_expression() {
  Expression expression = parse_expression();
  check_probes(expression, true);
  return expression;
}

Expression Parser::parse_plain_expression() {
  Expression expression = parse_expression();
  check_probes(expression, false);
  return expression;
}

Expression Parser::parse_expression(int least) { return parse_operators(parse_prefix(), least); }

/// What follows the operand `left`, as long as it binds at least as strongly as `least`.
Expression Parser::parse_operators(Expression left, int least) {
  while (true) {
    const Binary* next = find_binary(peek().kind);
    if (next == nullptr || next->precedence < least) return left;
    left = parse_row(std::move(left), next->precedence);
  }
}

/// The operators of this precedence that follow one another.
Expression Parser::parse_row(Expression first, int precedence) {
  OperatorRow row(std::move(first), height_);
  const Binary* next = find_binary(peek().kind);
  Token token;
  do {
    token = take();
    std::optional<SourceRange> expansion;
    if (token.definition != token.range) expansion = token.expansion;
    Expression right = parse_expression(precedence + 1);
    row.append(next->op, expansion, std::move(right), height_);
    next = find_binary(peek().kind);
  } while (next != nullptr && next->precedence == precedence);
  height_ = row.height();
  if (height_ > highest_tree)
    fail(token, fmt::format("an expression can have at most {} operators in a row", highest_tree));
  return std::move(row).build();
}

Expression Parser::parse_prefix() {
  const Nesting nesting(*this);
  const Token token = peek();
  if (const Operator op = prefix_operator(token.kind); op != Operator::none) {
    take();
    Expression expression;
    expression.kind = ExpressionKind::unary;
    expression.op = op;
    expression.operands.push_back(parse_prefix());
    expression.range = join(token.place, expression.operands[0].range);
    ++height_;
    return expression;
  }
  if (token.kind == TokenKind::left_paren) return parse_parenthesised();
  if (is_name(token)) return parse_name_expression();
  height_ = 1;
  const auto simple = [&](ExpressionKind kind, std::int64_t value) {
    take();
    Expression expression = constant(value, token.place);
    expression.kind = kind;
    return expression;
  };
  switch (token.kind) {
    case TokenKind::number:
    case TokenKind::character:
      return simple(ExpressionKind::constant, token.value);
    case TokenKind::kw_true:
    case TokenKind::kw_skip:
      return simple(ExpressionKind::constant, 1);
    case TokenKind::kw_false:
      return simple(ExpressionKind::constant, 0);
    case TokenKind::kw_timeout:
      return simple(ExpressionKind::timeout, 0);
    case TokenKind::kw_np:
      return simple(ExpressionKind::nonprogress, 0);
    case TokenKind::kw_run:
      return parse_run();
    case TokenKind::kw_len:
      return parse_channel_function(ExpressionKind::length);
    case TokenKind::kw_full:
      return parse_channel_function(ExpressionKind::full);
    case TokenKind::kw_nfull:
      return parse_channel_function(ExpressionKind::nfull);
    case TokenKind::kw_empty:
      return parse_channel_function(ExpressionKind::empty);
    case TokenKind::kw_nempty:
      return parse_channel_function(ExpressionKind::nempty);
    case TokenKind::kw_enabled:
      return parse_one_argument(ExpressionKind::enabled);
    case TokenKind::kw_pc_value:
      return parse_one_argument(ExpressionKind::pc_value);
    case TokenKind::kw_get_priority:
      return parse_one_argument(ExpressionKind::get_priority);
    case TokenKind::kw_c_expr:
      return parse_c_expression();
    case TokenKind::kw_eval:
      fail(token, "eval can only be an argument of a receive");
    default:
      fail_expected("an expression");
  }
}

/// `( e )` or `( c -> a : b )`
Expression Parser::parse_parenthesised() {
  const Token open = take();
  Expression expression = parse_expression();
  if (at(TokenKind::arrow)) {
    take();
    const int height = height_;
    Expression conditional;
    conditional.kind = ExpressionKind::conditional;
    conditional.operands.reserve(3);
    conditional.operands.push_back(std::move(expression));
    conditional.operands.push_back(parse_expression());
    const int second = height_;
    expect(TokenKind::colon, "in (condition -> value : other value)");
    conditional.operands.push_back(parse_expression());
    height_ = std::max({height, second, height_}) + 1;
    expression = std::move(conditional);
  }
  if (!at(TokenKind::right_paren)) fail_expected("an operator or ')'");
  take();
  expression.parenthesised = true;
  expression.range = from(open);
  return expression;
}

Expression Parser::parse_name_expression() {
  const Token token = peek();
  height_ = 1;
  const GlobalName* entry = names_.find_global(token.text);
  if (entry != nullptr && entry->kind == GlobalName::Kind::mtype_constant) {
    take();
    Expression expression = constant(entry->value, token.place);
    expression.name = {std::string(token.text), token.range};
    expression.mtype = entry->mtype;
    return expression;
  }
  if (entry != nullptr && entry->kind == GlobalName::Kind::proctype) return parse_remote();
  if (entry != nullptr && entry->kind == GlobalName::Kind::inline_) {
    fail(token,
         fmt::format("inline '{}' can only be called as a statement, or as 'x = {}(…)'", token.text, token.text));
  }
  if (entry != nullptr && entry->kind == GlobalName::Kind::structure) {
    fail(token, fmt::format("'{}' is a type, not a variable", token.text));
  }
  take();
  Reference reference = parse_reference(token);
  if (at(TokenKind::question) || at(TokenKind::double_question)) {
    const Token poll = take();
    if (!at(TokenKind::left_bracket)) {
      fail(poll, "a receive cannot stand in an expression; 'q?[…]' says whether it could be done");
    }
    return finish_poll(std::move(reference), poll.kind == TokenKind::double_question);
  }
  return variable_expression(std::move(reference));
}

Expression Parser::variable_expression(Reference reference) {
  Expression expression;
  expression.kind = ExpressionKind::variable;
  expression.range = reference.range;
  expression.reference = std::move(reference);
  return expression;
}

/// `[arguments]` after `q?` or `q??`
Expression Parser::finish_poll(Reference reference, bool random) {
  take();
  Expression expression;
  expression.kind = ExpressionKind::poll;
  expression.random = random;
  expression.operands = parse_receive_arguments();
  expect(TokenKind::right_bracket, "after the arguments");
  expression.range = join(reference.range, stream_.last_taken().place);
  expression.reference = std::move(reference);
  height_ += 2;
  return expression;
}

/// `P[i]@label`, `P@label`, `P[i]:variable`, `P:variable`
Expression Parser::parse_remote() {
  const Token token = take();
  Expression expression;
  expression.name = {std::string(token.text), token.range};
  expression.proctype = names_.find_global(token.text)->proctype;
  if (accept(TokenKind::left_bracket)) {
    expression.operands.push_back(parse_plain_expression());
    expect(TokenKind::right_bracket, "after the process id");
  }
  if (accept(TokenKind::at)) {
    expression.kind = ExpressionKind::remote_label;
    const Token label = peek();
    if (!is_name(label)) fail_expected("the name of a label after '@'");
    take();
    expression.label = {std::string(label.text), label.range};
  } else if (accept(TokenKind::colon)) {
    expression.kind = ExpressionKind::remote_variable;
    const Token variable = peek();
    if (!is_name(variable)) fail_expected("the name of a variable after ':'");
    take();
    Reference::Part part;
    part.name = {std::string(variable.text), variable.range};
    if (accept(TokenKind::left_bracket)) {
      part.index.push_back(parse_plain_expression());
      expect(TokenKind::right_bracket, "after the index");
    }
    expression.reference.parts.push_back(std::move(part));
    expression.reference.range = from(variable);
  } else if (at(TokenKind::left_paren)) {
    fail(token, fmt::format("a process is started by 'run {}(…)'", token.text));
  } else {
    fail_expected(fmt::format("'[', '@' or ':' after the proctype's name '{}'", token.text));
  }
  expression.range = from(token);
  height_ += 1;
  return expression;
}

Expression Parser::parse_run() {
  const Token first = take();
  const Token token = peek();
  const GlobalName* entry = is_name(token) ? names_.find_global(token.text) : nullptr;
  if (!is_name(token) ||
      (entry != nullptr && entry->kind != GlobalName::Kind::proctype && entry->kind != GlobalName::Kind::variable)) {
    fail_expected("the name of a proctype after 'run'");
  }
  take();
  if (proctype_ == nullptr) fail(first, "run can only stand in a proctype");
  Expression expression;
  expression.kind = ExpressionKind::run;
  expression.name = {std::string(token.text), token.range};
  expression.proctype = entry != nullptr ? entry->proctype : nullptr;  // or declared later: by check
  expect(TokenKind::left_paren, "after the name of the proctype");
  expression.operands = parse_arguments(TokenKind::right_paren);
  expect(TokenKind::right_paren, "after the arguments");
  if (const auto priority = parse_priority()) expression.value = *priority;
  expression.range = from(first);
  ++height_;
  return expression;
}

std::vector<Expression> Parser::parse_arguments(TokenKind close) {
  std::vector<Expression> arguments;
  int height = 1;
  if (at(close)) return arguments;
  do {
    arguments.push_back(parse_plain_expression());
    height = std::max(height, height_);
  } while (accept(TokenKind::comma));
  height_ = height;
  return arguments;
}

Expression Parser::parse_channel_function(ExpressionKind kind) {
  const Token first = take();
  Expression expression;
  expression.kind = kind;
  expect(TokenKind::left_paren, fmt::format("after '{}'", first.text));
  expression.reference = parse_named_reference("the name of a channel");
  expect(TokenKind::right_paren, "after the channel");
  expression.range = from(first);
  ++height_;
  return expression;
}

Expression Parser::parse_one_argument(ExpressionKind kind) {
  const Token first = take();
  Expression expression;
  expression.kind = kind;
  expect(TokenKind::left_paren, fmt::format("after '{}'", first.text));
  expression.operands.push_back(parse_plain_expression());
  expect(TokenKind::right_paren, "after the process id");
  expression.range = from(first);
  ++height_;
  return expression;
}

Expression Parser::parse_c_expression() {
  const Token first = take();
  parse_c_block(first);
  Expression expression;
  expression.kind = ExpressionKind::c_expression;
  expression.range = from(first);
  return expression;
}

/// Arguments of a receive: `a, eval(e), 3, -1`, `m(a, b)`, `(a, b)`.
std::vector<Expression> Parser::parse_receive_arguments() {
  const Nesting nesting(*this);
  std::vector<Expression> arguments;
  while (true) {
    if (at(TokenKind::left_paren)) {
      take();
      std::vector<Expression> inner = parse_receive_arguments();
      expect(TokenKind::right_paren, "after the arguments");
      std::move(inner.begin(), inner.end(), std::back_inserter(arguments));
      return arguments;
    }
    arguments.push_back(parse_receive_argument());
    if (at(TokenKind::left_paren)) continue;
    if (!accept(TokenKind::comma)) return arguments;
  }
}

Expression Parser::parse_receive_argument() {
  const Token token = peek();
  height_ = 1;
  if (token.kind == TokenKind::kw_eval) {
    take();
    Expression expression;
    expression.kind = ExpressionKind::eval;
    expect(TokenKind::left_paren, "after 'eval'");
    expression.operands.push_back(parse_plain_expression());
    expect(TokenKind::right_paren, "after the value");
    expression.range = from(token);
    ++height_;
    return expression;
  }
  if (token.kind == TokenKind::minus) {
    take();
    const Token number = peek();
    if (number.kind != TokenKind::number) fail_expected("a number after '-'");
    take();
    return constant(-static_cast<std::int64_t>(number.value), from(token));
  }
  if (is_plain_name(token)) {
    take();
    return variable_expression(parse_reference(token));
  }
  const bool is_constant = token.kind == TokenKind::number || token.kind == TokenKind::character ||
                           token.kind == TokenKind::kw_true || token.kind == TokenKind::kw_false ||
                           token.kind == TokenKind::kw_skip ||
                           global(token, GlobalName::Kind::mtype_constant) != nullptr;
  if (!is_constant) fail_expected("a variable, a constant or eval(…) to receive into");
  return parse_prefix();
}

}  // namespace quotient::promela
