#include <algorithm>
#include <fmt/format.h>

#include "promela/parse/parser.hpp"

namespace quotient::promela {

Statement Parser::begin_statement(StatementKind kind, const Token& first) {
  Statement statement;
  statement.kind = kind;
  statement.range = first.place;
  statement.inline_call = calls_.empty() ? 0 : calls_.back().number;
  return statement;
}

bool Parser::ends_sequence() {
  switch (peek().kind) {
    case TokenKind::right_brace:
    case TokenKind::option:
    case TokenKind::kw_fi:
    case TokenKind::kw_od:
    case TokenKind::end:
      return true;
    default:
      return false;
  }
}

/// Statements and declarations up to what ends them, which is not taken.
Block Parser::parse_sequence() {
  const Nesting nesting(*this);
  Block block;
  if (ends_sequence()) fail_expected("at least one statement");
  while (true) {
    const int parens = stream_.open_parens();
    const std::size_t inline_depth = stream_.inline_depth();
    const std::size_t scopes = names_.scope_depth();
    const std::size_t calls = calls_.size();
    try {
      parse_step(block);
      if (!at_separator() && !ends_sequence()) fail_expected("';' or '->' after the statement");
    } catch (const Recover&) {
      if (calls_.size() > calls) calls_.resize(calls);
      while (names_.scope_depth() > scopes) names_.close_scope();
      in_for_head_ = false;
      recover_in_sequence(parens, inline_depth);
    }
    skip_separators();
    if (ends_sequence()) return block;
  }
}

void Parser::parse_step(Block& block) {
  const Token first = peek();
  if (at_declaration()) {
    std::vector<Variable*> declared = parse_declaration(nullptr, false);
    if (declared.empty()) return;  // mtype constants, refused already
    Statement statement = begin_statement(StatementKind::declaration, first);
    statement.declared = std::move(declared);
    statement.range = from(first);
    block.push_back(std::move(statement));
    return;
  }
  if (first.kind == TokenKind::kw_xr || first.kind == TokenKind::kw_xs) {
    block.push_back(parse_exclusive());
    return;
  }
  Statement statement = parse_statement();
  if (at(TokenKind::kw_unless)) statement = parse_unless(std::move(statement));
  block.push_back(std::move(statement));
}

/// Labels of `L: { … } unless …` stay on the statement they stand before; SPIN refuses them on anything but braces,
/// because what they would name is no state of its own.
Statement Parser::parse_unless(Statement normal) {
  const Token token = take();
  Statement statement = begin_statement(StatementKind::unless, token);
  const bool braces = normal.kind == StatementKind::block || normal.kind == StatementKind::atomic ||
                      normal.kind == StatementKind::d_step;
  if (!normal.labels.empty() && !braces) {
    error(normal.labels.front().range, "a label cannot stand before 'statement unless …'")
        .notes.push_back({normal.range, "put braces around it: label: { statement } unless { … }"});
  }
  Statement escape = parse_statement();
  if (!escape.labels.empty()) {
    error(escape.labels.front().range, "a label cannot stand at the beginning of the escape of 'unless'");
  }
  if (at(TokenKind::kw_unless)) fail(peek(), "put braces around the first 'unless' to nest another");
  statement.range = join(normal.range, escape.range);
  statement.blocks.resize(2);
  statement.blocks[0].push_back(std::move(normal));
  statement.blocks[1].push_back(std::move(escape));
  return statement;
}

Statement Parser::parse_statement() {
  const Nesting nesting(*this);
  Statement labelled;  // carries the labels until what they stand before is known
  const auto with_labels = [&](Statement statement) {
    statement.labels = std::move(labelled.labels);
    statement.label_numbers = std::move(labelled.label_numbers);
    return statement;
  };
  while (is_plain_name(peek())) {
    const Token token = take();
    if (!at(TokenKind::colon)) return with_labels(parse_from_reference(token));
    take();
    if (at(TokenKind::assign)) fail(token, "an assignment is written with '=', not ':='");
    add_label(token, labelled);
    if (at_declaration()) fail(token, "a label cannot stand before a declaration");
    if (at(TokenKind::kw_xr) || at(TokenKind::kw_xs)) fail(token, "a label cannot stand before xr or xs");
    if (at_separator() || ends_sequence()) {
      // Nothing follows: as if it were skip.
      Statement statement = begin_statement(StatementKind::expression, token);
      statement.expressions.push_back(constant(1, token.place));
      return with_labels(std::move(statement));
    }
  }
  return with_labels(parse_unlabelled());
}

Statement Parser::parse_unlabelled() {
  const Token first = peek();
  switch (first.kind) {
    case TokenKind::kw_if:
    case TokenKind::kw_do:
      return parse_choice();
    case TokenKind::kw_for:
      return parse_for();
    case TokenKind::kw_select:
      return parse_select();
    case TokenKind::kw_goto:
      return parse_goto();
    case TokenKind::kw_break:
    case TokenKind::kw_else:
      take();
      return begin_statement(first.kind == TokenKind::kw_break ? StatementKind::break_ : StatementKind::else_, first);
    case TokenKind::kw_atomic:
      take();
      return parse_braces(StatementKind::atomic, first);
    case TokenKind::kw_d_step:
      take();
      return parse_braces(StatementKind::d_step, first);
    case TokenKind::left_brace:
      return parse_braces(StatementKind::block, first);
    case TokenKind::kw_printf:
      return parse_printf();
    case TokenKind::kw_printm:
    case TokenKind::kw_set_priority:
    case TokenKind::kw_assert:
    case TokenKind::kw_return:
      return parse_builtin();
    case TokenKind::kw_c_code:
    case TokenKind::kw_c_decl: {
      take();
      parse_c_block(first);
      Statement statement = begin_statement(StatementKind::c_code, first);
      statement.range = from(first);
      return statement;
    }
    case TokenKind::kw_typedef:
    case TokenKind::kw_inline:
      fail(first, fmt::format("'{}' must stand outside proctypes", first.text));
    default:
      break;
  }
  if (global(first, GlobalName::Kind::inline_) != nullptr) return parse_inline_call(nullptr);
  return parse_condition(parse_expression(), first);
}

/// A condition, of which everything has been read.
Statement Parser::parse_condition(Expression expression, const Token& first) {
  if (at(TokenKind::assign)) {
    fail(first, expression.mtype != nullptr ? fmt::format("'{}' is an mtype constant and cannot be changed", first.text)
                                            : "only a variable can be given a value");
  }
  Statement statement = begin_statement(StatementKind::expression, first);
  check_probes(expression, true);
  statement.expressions.push_back(std::move(expression));
  statement.range = from(first);
  return statement;
}

/// A statement that begins with a variable or channel: assignment, send, receive or condition.
Statement Parser::parse_from_reference(const Token& first) {
  if (at(TokenKind::left_paren)) {
    if (first.text == "while") {
      fail(first, "there is no 'while': write 'do :: condition -> … :: else -> break od'");
    }
    std::vector<std::string> known{"assert", "printf", "printm", "select", "set_priority"};
    for (const auto& each : inlines_) known.emplace_back(each->name.text);
    fail(first, fmt::format("no inline is named '{}'", first.text), nearest_name(first.text, known));
  }
  Reference reference = parse_reference(first);
  const Token op = peek();
  switch (op.kind) {
    case TokenKind::assign:
      return parse_assignment(std::move(reference), first);
    case TokenKind::increment:
    case TokenKind::decrement: {
      take();
      Statement statement = begin_statement(StatementKind::assign, first);
      statement.increment = true;
      statement.range = from(first);
      Expression sum;
      sum.kind = ExpressionKind::binary;
      sum.op = op.kind == TokenKind::increment ? Operator::add : Operator::subtract;
      sum.range = statement.range;
      sum.operands.push_back(variable_expression(reference));
      sum.operands.push_back(constant(1, op.place));
      statement.expressions.push_back(std::move(sum));
      statement.target = std::move(reference);
      return statement;
    }
    case TokenKind::exclamation:
    case TokenKind::double_exclamation:
      return parse_send(std::move(reference), first);
    case TokenKind::question:
    case TokenKind::double_question:
      take();
      if (at(TokenKind::left_bracket)) {
        Expression poll = finish_poll(std::move(reference), op.kind == TokenKind::double_question);
        return parse_condition(parse_operators(std::move(poll), 0), first);
      }
      return parse_receive(std::move(reference), first, op.kind == TokenKind::double_question);
    case TokenKind::colon:
      fail(op, "an assignment is written with '=', not ':='; a label is a plain name");
    default:
      return parse_condition(parse_operators(variable_expression(std::move(reference)), 0), first);
  }
}

Statement Parser::parse_assignment(Reference target, const Token& first) {
  take();
  if (global(peek(), GlobalName::Kind::inline_) != nullptr) {
    Statement statement = parse_inline_call(&target);
    statement.range = join(first.place, statement.range);
    return statement;
  }
  Statement statement = begin_statement(StatementKind::assign, first);
  statement.expressions.push_back(parse_full_expression());
  statement.target = std::move(target);
  statement.range = from(first);
  return statement;
}

/// `q ! a, b` or `q ! m(a, b)`, sorted with `!!`
Statement Parser::parse_send(Reference target, const Token& first) {
  Statement statement = begin_statement(StatementKind::send, first);
  statement.sorted = take().kind == TokenKind::double_exclamation;
  statement.target = std::move(target);
  statement.expressions.push_back(parse_plain_expression());
  if (accept(TokenKind::left_paren)) {
    do {
      statement.expressions.push_back(parse_plain_expression());
    } while (accept(TokenKind::comma));
    expect(TokenKind::right_paren, "after the arguments");
  } else {
    while (accept(TokenKind::comma)) statement.expressions.push_back(parse_plain_expression());
  }
  statement.range = from(first);
  return statement;
}

/// `q ? arguments`, `q ? < arguments >`, random with `??`; the operator has been taken.
Statement Parser::parse_receive(Reference target, const Token& first, bool random) {
  Statement statement = begin_statement(StatementKind::receive, first);
  statement.random = random;
  statement.target = std::move(target);
  statement.peek = accept(TokenKind::less);
  statement.expressions = parse_receive_arguments();
  if (statement.peek) expect(TokenKind::greater, "after the arguments");
  statement.range = from(first);
  return statement;
}

Statement Parser::parse_choice() {
  const Token first = take();
  const bool loop = first.kind == TokenKind::kw_do;
  Statement statement = begin_statement(loop ? StatementKind::do_ : StatementKind::if_, first);
  if (!at(TokenKind::option)) {
    const std::string_view whole =
        loop ? "do :: condition -> … :: else -> break od" : "if :: condition -> … :: else -> … fi";
    if (at(TokenKind::left_paren) || at(TokenKind::left_brace)) {
      fail(first, fmt::format("'{}' is followed by options, not by '{}': write '{}'", first.text, peek().text, whole));
    }
    fail_expected(fmt::format("'::' after '{}'", first.text));
  }
  while (at(TokenKind::option)) {
    const Token option = take();
    try {
      statement.blocks.push_back(parse_sequence());
    } catch (const Recover&) {
      if (at(TokenKind::end) || stream_.open_parens() > 0) throw;
      if (!at(TokenKind::option) && !at(TokenKind::kw_fi) && !at(TokenKind::kw_od)) throw;
      (void)option;
    }
  }
  const TokenKind close = loop ? TokenKind::kw_od : TokenKind::kw_fi;
  if (at(loop ? TokenKind::kw_fi : TokenKind::kw_od)) {
    // The other one is rather a slip than a missing end.
    const Token token = take();
    error(token, fmt::format("expected '{}', found '{}'", spelling(close), token.text))
        .notes.push_back({first.range, fmt::format("to close this '{}'", first.text)});
  } else if (at(close)) {
    take();
  } else {
    const Token token = peek();
    error(token, fmt::format("expected '{}' or '::', found {}", spelling(close), found(token)))
        .notes.push_back({first.range, fmt::format("to close this '{}'", first.text)});
    throw Recover{};
  }
  statement.range = from(first);
  return statement;
}

/// `for (x : a .. b) { … }` and `for (x in y) { … }`
Statement Parser::parse_for() {
  const Token first = take();
  Statement statement = begin_statement(StatementKind::for_range, first);
  expect(TokenKind::left_paren, "after 'for'");
  in_for_head_ = true;
  statement.target = parse_named_reference("the name of a variable");
  if (accept(TokenKind::kw_in)) {
    statement.kind = StatementKind::for_in;
    statement.collection = parse_named_reference("the name of an array or a channel");
  } else {
    if (!at(TokenKind::colon)) fail_expected("':' or 'in' after the variable");
    take();
    statement.expressions.push_back(parse_plain_expression());
    expect(TokenKind::dots, "in the range of the for");
    statement.expressions.push_back(parse_plain_expression());
  }
  expect(TokenKind::right_paren, "after the range of the for");
  in_for_head_ = false;
  if (at(TokenKind::semicolon)) take();  // a line break after the parenthesis
  if (!at(TokenKind::left_brace)) fail_expected("'{' before the body of the for");
  Statement body = parse_braces(StatementKind::block, first);
  statement.blocks = std::move(body.blocks);
  statement.scoped = true;
  statement.range = from(first);
  return statement;
}

/// `select (x : a .. b)`. Where x is made of letters and digits, a and b are plain numbers, all on one line and not in
/// an inline, SPIN's lexer replaces it by the text of an `if` with an option `x = a` … for each value, or, for more
/// than 33 values, by `x = a; do :: (x < b) -> x++ :: break od;`. Elsewhere its parser makes a loop of it.
Statement Parser::parse_select() {
  const Token first = take();
  Statement statement = begin_statement(StatementKind::select, first);
  std::vector<Token> tokens;
  std::vector<Token>* const outer = recorder_;
  expect(TokenKind::left_paren, "after 'select'");
  recorder_ = &tokens;
  const struct Restore {
    std::vector<Token>*& recorder;
    std::vector<Token>* before;
    ~Restore() { recorder = before; }
  } restore{recorder_, outer};
  statement.target = parse_named_reference("the name of a variable");
  expect(TokenKind::colon, "after the variable");
  statement.expressions.push_back(parse_plain_expression());
  expect(TokenKind::dots, "in the range of the select");
  statement.expressions.push_back(parse_plain_expression());
  expect(TokenKind::right_paren, "after the range of the select");
  statement.range = from(first);
  const bool one_line = std::none_of(tokens.begin(), tokens.end(), [](const Token& token) { return token.line_break; });
  statement.literal = calls_.empty() && one_line && tokens.size() == 6 &&
                      tokens[0].text.find('_') == std::string_view::npos && tokens[2].kind == TokenKind::number &&
                      tokens[4].kind == TokenKind::number;
  return statement;
}

/// `{ … }` with a scope of its own; the keyword before it, if any, has been taken.
Statement Parser::parse_braces(StatementKind kind, const Token& first) {
  Statement statement = begin_statement(kind, first);
  const Token open = expect(TokenKind::left_brace, fmt::format("after '{}'", first.text));
  statement.scoped = true;
  names_.open_scope();
  statement.blocks.push_back(parse_sequence());
  if (!at(TokenKind::right_brace)) {
    const Token token = peek();
    error(token, fmt::format("expected ';' or '}}', found {}", found(token)))
        .notes.push_back({open.range, "to close this '{'"});
    throw Recover{};
  }
  take();
  names_.close_scope();
  statement.range = from(first);
  return statement;
}

Statement Parser::parse_goto() {
  const Token first = take();
  Statement statement = begin_statement(StatementKind::goto_, first);
  const Token label = peek();
  if (!is_plain_name(label)) fail_expected("the name of a label after 'goto'");
  take();
  const LocalName* mentioned = mention_label(label);
  statement.label = {std::string(label.text), label.range};
  if (mentioned != nullptr) {
    goto_scopes_.push_back(mentioned->scope);
    statement.label_number = static_cast<std::uint32_t>(goto_scopes_.size());  // until resolve_gotos
  }
  statement.range = from(first);
  return statement;
}

Statement Parser::parse_exclusive() {
  const Token first = take();
  Statement statement = begin_statement(StatementKind::exclusive, first);
  statement.text = first.text;
  do {
    statement.references.push_back(parse_named_reference("the name of a channel"));
  } while (accept(TokenKind::comma));
  statement.range = from(first);
  return statement;
}

Statement Parser::parse_printf() {
  const Token first = take();
  Statement statement = begin_statement(StatementKind::printf, first);
  expect(TokenKind::left_paren, "after 'printf'");
  const Token format = peek();
  if (format.kind != TokenKind::string) fail_expected("a string");
  take();
  statement.text = format.text;
  while (accept(TokenKind::comma)) statement.expressions.push_back(parse_plain_expression());
  expect(TokenKind::right_paren, "after the arguments");
  statement.range = from(first);
  return statement;
}

/// printm, set_priority, assert, return
Statement Parser::parse_builtin() {
  const Token first = take();
  Statement statement = begin_statement(StatementKind::assertion, first);
  switch (first.kind) {
    case TokenKind::kw_assert:
      statement.expressions.push_back(parse_full_expression());
      break;
    case TokenKind::kw_return:
      if (calls_.empty() || calls_.back().result == nullptr) {
        fail(first, "return can only stand in an inline that is called as 'x = name(…)'");
      }
      statement.kind = StatementKind::assign;
      statement.expressions.push_back(parse_full_expression());
      statement.target = *calls_.back().result;
      break;
    case TokenKind::kw_printm:
      statement.kind = StatementKind::printm;
      expect(TokenKind::left_paren, "after 'printm'");
      statement.expressions.push_back(parse_plain_expression());
      expect(TokenKind::right_paren, "after the argument");
      break;
    default:
      statement.kind = StatementKind::set_priority;
      expect(TokenKind::left_paren, "after 'set_priority'");
      statement.expressions.push_back(parse_plain_expression());
      expect(TokenKind::comma, "after the process id");
      statement.expressions.push_back(parse_plain_expression());
      expect(TokenKind::right_paren, "after the priority");
  }
  statement.range = from(first);
  return statement;
}

/// The braces of c_code, c_expr and c_decl, with an optional `[condition]` before them: read over, and refused.
void Parser::parse_c_block(const Token& keyword) {
  refuse_embedded_c(keyword);
  if (at(TokenKind::left_bracket)) {
    while (!at(TokenKind::right_bracket) && !at(TokenKind::end)) take();
    take();
  }
  expect(TokenKind::left_brace, fmt::format("after '{}'", keyword.text));
  if (!stream_.take_raw_block()) fail(keyword, "this block is not closed by '}'");
  stream_.set_last(keyword.kind);
}

}  // namespace quotient::promela
