#include <algorithm>
#include <charconv>

#include "murphi/syntax/parser.hpp"

// Lowest first: ?:, ->, |, &, !, comparisons, + -, * / %. So `!x = 1` is `!(x = 1)`.

namespace quotient::murphi {

namespace {

constexpr std::size_t longest_flat_row = 32;

}  // namespace

Expression Parser::infix(Operator op, Expression left, Expression right) const {
  Expression out;
  out.kind = ExpressionKind::binary;
  out.op = op;
  out.range = join(left.range, right.range);
  out.operands.push_back(std::move(left));
  out.operands.push_back(std::move(right));
  return out;
}

Expression Parser::expression() {
  const Level level(*this);
  Expression condition = implication();
  if (!accept("?")) return condition;
  Expression yes = expression();
  expect(":", "of a conditional expression");
  Expression no = expression();
  Expression out;
  out.kind = ExpressionKind::conditional;
  out.range = join(condition.range, no.range);
  out.operands.push_back(std::move(condition));
  out.operands.push_back(std::move(yes));
  out.operands.push_back(std::move(no));
  return out;
}

Expression Parser::whole_expression() {
  Expression out = expression();
  if (here().kind != TokenKind::end) fail(here().range, "an operator is expected here, or the end of the expression");
  return out;
}

Expression Parser::implication() {
  Expression left = disjunction();
  if (!accept("->")) return left;
  Expression out = infix(Operator::implies, std::move(left), disjunction());
  if (sees("->")) fail(here().range, "'->' does not associate: put one of the implications into parentheses");
  return out;
}

/// `a & b & c & d` of any length. Which two of them are joined first makes no difference to what is evaluated, so that
/// a long row can be a tree that is not deep.
Expression Parser::row(Operator op, std::span<Expression> operands) const {
  if (operands.size() == 1) return std::move(operands[0]);
  const std::size_t left = operands.size() <= longest_flat_row ? operands.size() - 1 : operands.size() / 2;
  Expression first = row(op, operands.first(left));
  return infix(op, std::move(first), row(op, operands.subspan(left)));
}

Expression Parser::disjunction() {
  std::vector<Expression> all;
  do {
    all.push_back(conjunction());
  } while (accept("|"));
  return row(Operator::logical_or, all);
}

Expression Parser::conjunction() {
  std::vector<Expression> all;
  do {
    all.push_back(negation());
  } while (accept("&"));
  return row(Operator::logical_and, all);
}

Expression Parser::negation() {
  if (!sees("!")) return comparison();
  const Level level(*this);
  const SourceRange first = take().range;
  Expression operand = negation();
  Expression out;
  out.kind = ExpressionKind::unary;
  out.op = Operator::logical_not;
  out.range = join(first, operand.range);
  out.operands.push_back(std::move(operand));
  return out;
}

Expression Parser::comparison() {
  static constexpr std::pair<std::string_view, Operator> signs[] = {
      {"=", Operator::equal},       {"!=", Operator::not_equal}, {"<", Operator::less},
      {"<=", Operator::less_equal}, {">", Operator::greater},    {">=", Operator::greater_equal}};
  Expression left = sum();
  std::size_t row = 0;
  while (true) {
    const auto found =
        std::find_if(std::begin(signs), std::end(signs), [this](const auto& s) { return sees(s.first); });
    if (found == std::end(signs)) return left;
    count_in_row(row);
    take();
    left = infix(found->second, std::move(left), sum());
  }
}

Expression Parser::sum() {
  Expression left = product();
  std::size_t row = 0;
  while (sees("+") || sees("-")) {
    count_in_row(row);
    const Operator op = take().text == "+" ? Operator::add : Operator::subtract;
    left = infix(op, std::move(left), product());
  }
  return left;
}

Expression Parser::product() {
  Expression left = unary();
  std::size_t row = 0;
  while (sees("*") || sees("/") || sees("%")) {
    count_in_row(row);
    const std::string_view sign = take().text;
    const Operator op = sign == "*" ? Operator::multiply : sign == "/" ? Operator::divide : Operator::modulo;
    left = infix(op, std::move(left), unary());
  }
  return left;
}

Expression Parser::unary() {
  if (sees("!")) return negation();  // 1 + !x is no number: the checker says so
  if (!sees("-") && !sees("+")) return primary();
  const Level level(*this);
  const Token& sign = take();
  Expression operand = unary();
  operand.range = join(sign.range, operand.range);
  if (sign.text == "+") return operand;
  Expression out;
  out.kind = ExpressionKind::unary;
  out.op = Operator::negate;
  out.range = operand.range;
  out.operands.push_back(std::move(operand));
  return out;
}

Expression Parser::primary() {
  const Token& first = here();
  if (accept("(")) {
    Expression inner = expression();
    expect(")", "behind an expression in parentheses");
    inner.range = since(first.range);
    return inner;
  }
  Expression out;
  out.range = first.range;
  if (first.kind == TokenKind::number) {
    take();
    const char* end = first.text.data() + first.text.size();
    if (std::from_chars(first.text.data(), end, out.value).ec != std::errc{}) {
      fail(first.range, "this number is too large");
    }
    return out;
  }
  if (accept("forall")) return quantified(ExpressionKind::forall);
  if (accept("exists")) return quantified(ExpressionKind::exists);
  if (sees("isundefined") || sees("ismember")) {
    out.kind = sees("isundefined") ? ExpressionKind::is_undefined : ExpressionKind::is_member;
    take();
    expect("(", "behind this word");
    out.operands.push_back(expression());
    if (out.kind == ExpressionKind::is_member) {
      expect(",", "between a value and a type");
      out.type_name = std::make_shared<TypeNode>(type());
    }
    expect(")", "here");
    out.range = since(first.range);
    return out;
  }
  if (sees("multisetcount") || sees("choose")) {
    fail(first.range, "multisets are not supported yet");
  }
  return designator();
}

Expression Parser::designator() {
  Expression out;
  out.kind = ExpressionKind::name;
  out.name = name("an expression");
  out.range = out.name.range;
  if (accept("(")) {
    out.kind = ExpressionKind::call;
    while (!sees(")")) {
      out.operands.push_back(expression());
      if (!accept(",")) break;
    }
    expect(")", "behind arguments");
    out.range = since(out.name.range);
  }
  std::size_t row = 0;
  while (sees(".") || sees("[")) {
    count_in_row(row);
    Expression outer;
    if (accept(".")) {
      outer.kind = ExpressionKind::field;
      outer.name = name("the name of a field");
      outer.operands.push_back(std::move(out));
    } else {
      take();
      outer.kind = ExpressionKind::element;
      outer.operands.push_back(std::move(out));
      outer.operands.push_back(expression());
      expect("]", "behind an index");
    }
    outer.range = since(outer.operands[0].range);
    out = std::move(outer);
  }
  return out;
}

Expression Parser::quantified(ExpressionKind kind) {
  const Level level(*this);
  const SourceRange first = tokens_[at_ - 1].range;
  std::vector<std::shared_ptr<Quantifier>> over;
  std::size_t row = 0;
  do {
    count_in_row(row);
    over.push_back(std::make_shared<Quantifier>(quantifier()));
  } while (accept(";") || accept(","));
  expect("do", "behind what is quantified over");
  Expression body = expression();
  close(kind == ExpressionKind::forall ? "endforall" : "endexists");
  for (auto q = over.rbegin(); q != over.rend(); ++q) {
    Expression out;
    out.kind = kind;
    out.range = since(first);
    out.quantifier = *q;
    out.operands.push_back(std::move(body));
    body = std::move(out);
  }
  return body;
}

}  // namespace quotient::murphi
