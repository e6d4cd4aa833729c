#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "bmethod/syntax/library.hpp"
#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {

namespace {

using Form = Operator::Form;

bool is_associative(Op op) {
  return op == Op::add || op == Op::set_union || op == Op::intersection || op == Op::concatenate ||
         op == Op::override_relation;
}

}  // namespace

Expr* Parser::whole_formula() {
  try {
    brackets_ = 1;
    Expr* made = formula(priority::lowest);
    if (peek().kind != Token::Kind::end) fail_here("an operator or the end");
    return made;
  } catch (const SyntaxError&) {
    return nullptr;
  }
}

Expr* Parser::in_brackets(int priority) {
  ++brackets_;
  struct Restore {
    int& counter;
    ~Restore() { --counter; }
  } restore{brackets_};
  return formula(priority);
}

Expr* Parser::formula(int priority) {
  Nesting nesting(*this);
  Expr* left = postfix(primary());
  Expr* open_chain = nullptr;  // the conjunction or disjunction that is still growing
  for (;;) {
    const Token& token = peek();
    if (token.kind != Token::Kind::symbol && token.kind != Token::Kind::keyword) break;
    const Operator* infix = find_operator(Form::infix, token.text);
    if (infix == nullptr || infix->priority < priority) break;
    if (infix->priority == priority::composition && brackets_ == 0) break;  // `;` and `||` between substitutions
    if (is_associative(infix->op)) {
      left = checked_depth(associative_row(left, *infix));
      continue;
    }
    take();
    Expr* right = formula(infix->form == Form::right_infix ? infix->priority : infix->priority + 1);
    const bool chains = infix->op == Op::conjunction || infix->op == Op::disjunction;
    if (chains && open_chain == left && left->op == infix->op) {
      left->args.push_back(right);
      left->depth = std::max(left->depth, right->depth + 1);
      left->range = join(left->range, right->range);
    } else {
      left = ast_.expr(infix->op, join(left->range, right->range), {left, right});
      open_chain = chains ? left : nullptr;
    }
    checked_depth(left);
  }
  return left;
}

/// `left` and what one operator adds to it again and again. Trees are walked recursively, so that a long row, which
/// only a program writes, becomes a balanced one.
Expr* Parser::associative_row(Expr* left, const Operator& infix) {
  constexpr std::size_t longest_left_row = 200;
  std::vector<Expr*> row{left};
  do {
    take();
    row.push_back(formula(infix.priority + 1));
  } while (peek().kind == Token::Kind::symbol && find_operator(Form::infix, peek().text) == &infix);
  const auto join_two = [&](Expr* a, Expr* b) { return ast_.expr(infix.op, join(a->range, b->range), {a, b}); };
  while (row.size() > longest_left_row) {
    std::vector<Expr*> halved;
    for (std::size_t k = 0; k + 1 < row.size(); k += 2) halved.push_back(join_two(row[k], row[k + 1]));
    if (row.size() % 2 == 1) halved.push_back(row.back());
    row = std::move(halved);
  }
  Expr* made = row.front();
  for (std::size_t k = 1; k < row.size(); ++k) made = join_two(made, row[k]);
  return made;
}

Expr* Parser::primary() {
  const Token& token = peek();
  const SourceRange begin = token.range;
  switch (token.kind) {
    case Token::Kind::number: {
      Expr* made = ast_.expr(Op::number, begin);
      std::string_view digits = take().text;
      const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
      if (hex) digits.remove_prefix(2);
      const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), made->number, hex ? 16 : 10);
      if (result.ec == std::errc::result_out_of_range) fail(begin, "this number needs more than 64 bits");
      return made;
    }
    case Token::Kind::string: {
      Expr* made = ast_.expr(Op::string, begin);
      made->text = unquote(take().text);
      return made;
    }
    case Token::Kind::identifier: {
      if (in_library_ && at("(", 1)) {
        if (const ExternalFunction* external = find_external(token.text)) {
          take();
          Expr* made = ast_.expr(Op::external, begin, arguments());
          made->range = since(begin);
          made->number = static_cast<std::int64_t>(external->function);
          return made;
        }
      }
      if (at("(", 1)) {
        if (const Operator* function = find_operator(Form::function, token.text)) return builtin_function(function->op);
      }
      if (token.text == "bool" && at("(", 1)) {
        take();
        Expr* inner = parenthesised();
        return ast_.expr(Op::bool_of, since(begin), {inner});
      }
      if (token.text == "SIGMA") return quantified(Op::sigma, true);
      if (token.text == "PI" && (at("(", 1) || at_identifier(1))) return quantified(Op::pi, true);
      if (token.text == "UNION") return quantified(Op::quantified_union, true);
      if (token.text == "INTER") return quantified(Op::quantified_intersection, true);
      if (token.text == "rec" && at("(", 1)) return record(Op::record);
      if (token.text == "struct" && at("(", 1)) return record(Op::record_set);
      if (const Operator* constant = find_operator(Form::constant, token.text)) {
        take();
        return ast_.expr(constant->op, begin);
      }
      Expr* made = ast_.expr(Op::identifier, begin);
      made->text = std::string(take().text);
      return made;
    }
    case Token::Kind::keyword:
      if (token.text == "TRUE" || token.text == "FALSE" || token.text == "btrue" || token.text == "bfalse") {
        const Op op = token.text == "TRUE"    ? Op::true_value
                      : token.text == "FALSE" ? Op::false_value
                      : token.text == "btrue" ? Op::btrue
                                              : Op::bfalse;
        take();
        return ast_.expr(op, begin);
      }
      if (token.text == "not") {
        take();
        Expr* inner = formula(priority::comparison);
        return checked_depth(ast_.expr(Op::negation, since(begin), {inner}));
      }
      if (token.text == "IF") return conditional();
      if (token.text == "LET") return let();
      break;
    case Token::Kind::symbol:
      if (token.text == "(") return parenthesised();
      if (token.text == "{") return braces();
      if (token.text == "[") return sequence();
      if (token.text == "!") return quantified(Op::for_all, false);
      if (token.text == "#") return quantified(Op::exists, false);
      if (token.text == "%") return quantified(Op::lambda, true);
      if (token.text == "-") {
        take();
        Expr* inner = formula(operator_of(Op::negate).priority);
        return checked_depth(ast_.expr(Op::negate, since(begin), {inner}));
      }
      if (token.text == "<" && at(">", 1)) {  // the empty sequence, as some write it
        take();
        take();
        return ast_.expr(Op::sequence_extension, since(begin));
      }
      break;
    case Token::Kind::end:
      break;
  }
  fail_here("an expression or a predicate");
}

Expr* Parser::postfix(Expr* left) {
  for (;;) {
    if (at("(")) {
      std::vector<Expr*> args = arguments();
      args.insert(args.begin(), left);
      left = ast_.expr(Op::apply, since(left->range), std::move(args));
    } else if (at("[")) {
      take();
      Expr* set = in_brackets(priority::lowest);
      while (at(",")) {  // r[a,b] is the image of a couple's set only by mistake, but couples nest all the same
        take();
        Expr* next = in_brackets(priority::lowest);
        set = ast_.expr(Op::maplet, join(set->range, next->range), {set, next});
      }
      expect("]", "to close the image");
      left = ast_.expr(Op::image, since(left->range), {left, set});
    } else if (at("~")) {
      take();
      left = ast_.expr(Op::inverse, since(left->range), {left});
    } else if (at("'")) {
      take();
      Identifier name = identifier("the name of a field");
      left = ast_.expr(Op::field, since(left->range), {left});
      left->names.push_back(std::move(name));
    } else if (at("$0")) {
      if (left->op != Op::identifier) fail(peek().range, "'$0' must follow the name of a variable");
      take();
      left->op = Op::primed;
      left->range = since(left->range);
    } else {
      return left;
    }
    checked_depth(left);
  }
}

std::vector<Expr*> Parser::arguments() {
  expect("(", "before the arguments");
  std::vector<Expr*> args;
  if (accept(")")) return args;
  do {
    args.push_back(in_brackets(priority::lowest));
  } while (accept(","));
  expect(")", "to close the arguments");
  return args;
}

Expr* Parser::parenthesised() {
  const SourceRange begin = take().range;
  Expr* inner = in_brackets(priority::lowest);
  while (accept(",")) {
    Expr* next = in_brackets(priority::lowest);
    inner = checked_depth(ast_.expr(Op::maplet, join(inner->range, next->range), {inner, next}));
  }
  if (!accept(")")) {
    if (!trying_) {
      // Said here, at the unclosed parenthesis, because what follows is often far away.
      Diagnostic& error = diagnostics_.error(peek().range, fmt::format("expected ')', not '{}'", peek().text));
      error.notes.push_back({begin, "to close this parenthesis"});
    }
    throw SyntaxError{};
  }
  return inner;
}

Expr* Parser::braces() {
  const SourceRange begin = take().range;
  if (accept("}")) return ast_.expr(Op::empty_set, since(begin));
  std::vector<Expr*> elements;
  do {
    elements.push_back(in_brackets(priority::lowest));
  } while (accept(","));
  const bool with_result = accept(".");  // {x, y · P | E}
  if (!with_result && !accept("|")) {
    expect("}", "to close the set");
    return ast_.expr(Op::set_extension, since(begin), std::move(elements));
  }
  // `{x, y | P}`: what was read as elements are the variables; `{(x, y) | P}` and `{x |-> y | P}` mean the same.
  std::vector<Identifier> names;
  const auto collect = [&](const auto& self, const Expr* pattern) -> void {
    if (pattern->op == Op::maplet) {
      for (const Expr* arg : pattern->args) self(self, arg);
    } else if (pattern->op == Op::identifier) {
      names.push_back({pattern->text, pattern->range});
    } else {
      fail(pattern->range, "only variables may precede the '|' of a set comprehension");
    }
  };
  for (const Expr* element : elements) collect(collect, element);
  Expr* body = in_brackets(priority::lowest);
  if (with_result) {
    expect("|", "and the elements of the set");
    Expr* result = in_brackets(priority::lowest);
    expect("}", "to close the set comprehension");
    Expr* each = checked_depth(ast_.expr(Op::lambda, since(begin), {body, result}));
    each->names = std::move(names);
    return checked_depth(ast_.expr(Op::range, since(begin), {each}));
  }
  expect("}", "to close the set comprehension");
  Expr* made = ast_.expr(Op::comprehension, since(begin), {body});
  made->names = std::move(names);
  return made;
}

Expr* Parser::sequence() {
  const SourceRange begin = take().range;
  std::vector<Expr*> elements;
  if (!accept("]")) {
    do {
      elements.push_back(in_brackets(priority::lowest));
    } while (accept(","));
    expect("]", "to close the sequence");
  }
  return ast_.expr(Op::sequence_extension, since(begin), std::move(elements));
}

Expr* Parser::builtin_function(Op op) {
  const Token name = take();
  std::vector<Expr*> args = arguments();
  const std::string_view signature = operator_of(op).signature;
  const auto wanted = static_cast<std::size_t>(std::ranges::count(signature, ',')) + 1;
  // `dom(a, b)` cannot be meant, but `card(x, y)`-like couples are legal B.
  if (wanted == 1) {
    while (args.size() > 1) {
      Expr* pair = ast_.expr(Op::maplet, join(args[0]->range, args[1]->range), {args[0], args[1]});
      args.erase(args.begin());
      args[0] = pair;
    }
  }
  if (args.size() != wanted) {
    fail(since(name.range),
         fmt::format("'{}' takes {} argument{}, not {}", name.text, wanted, wanted == 1 ? "" : "s", args.size()));
  }
  return checked_depth(ast_.expr(op, since(name.range), std::move(args)));
}

Expr* Parser::quantified(Op op, bool with_expression) {
  const Token sign = take();
  std::vector<Identifier> names;
  if (accept("(")) {
    names = identifiers("a variable");
    expect(")", "after the bound variables");
  } else {
    names = identifiers("a variable");
  }
  expect(".", fmt::format("after the variables of '{}'", sign.text));
  expect("(", "around what is quantified over");
  std::vector<Expr*> args{in_brackets(priority::lowest)};
  if (with_expression) {
    expect("|", fmt::format("before the expression of '{}'", sign.text));
    args.push_back(in_brackets(priority::lowest));
    while (accept(",")) {
      Expr* next = in_brackets(priority::lowest);
      args[1] = ast_.expr(Op::maplet, join(args[1]->range, next->range), {args[1], next});
    }
  }
  expect(")", "to close the quantified text");
  Expr* made = ast_.expr(op, since(sign.range), std::move(args));
  made->names = std::move(names);
  return checked_depth(made);
}

Expr* Parser::record(Op op) {
  const Token name = take();
  expect("(", "before the fields");
  Expr* made = ast_.expr(op, name.range);
  do {
    made->names.push_back(identifier("the name of a field"));
    expect(":", "after the name of a field");
    Expr* value = in_brackets(priority::lowest);
    made->args.push_back(value);
    made->depth = std::max(made->depth, value->depth + 1);
  } while (accept(","));
  expect(")", "to close the record");
  made->range = since(name.range);
  return checked_depth(made);
}

Expr* Parser::conditional() {
  const SourceRange begin = take().range;
  Nesting nesting(*this);
  Expr* condition = in_brackets(priority::lowest);
  expect("THEN", "after the condition");
  Expr* yes = in_brackets(priority::lowest);
  Expr* no = nullptr;
  if (at("ELSIF")) {
    no = conditional();  // takes the END as well
  } else {
    expect("ELSE", "in a conditional expression");
    no = in_brackets(priority::lowest);
    expect("END", "to close the conditional expression");
  }
  return checked_depth(ast_.expr(Op::if_then_else, since(begin), {condition, yes, no}));
}

Expr* Parser::let() {
  const SourceRange begin = take().range;
  std::vector<Identifier> names;
  if (accept("(")) {
    names = identifiers("a variable");
    expect(")", "after the variables of LET");
  } else {
    names = identifiers("a variable");
  }
  expect("BE", "after the variables of LET");
  Expr* equations = in_brackets(priority::lowest);
  expect("IN", "after the values of LET");
  Expr* body = in_brackets(priority::lowest);
  expect("END", "to close LET");
  Expr* made = ast_.expr(Op::let, since(begin), {equations, body});
  made->names = std::move(names);
  return checked_depth(made);
}

Expr* parse_formula(const SourceMap& sources, FileId file, Ast& ast, Diagnostics& diagnostics) {
  return Parser(lex(sources, file, diagnostics), ast, diagnostics).whole_formula();
}

Expr* parse_formula(const SourceMap& sources, SourceRange part, Machine& machine, std::vector<Identifier> bound,
                    Diagnostics& diagnostics) {
  Expr* made = Parser(lex(sources, part, diagnostics), machine.ast, diagnostics).whole_formula();
  return made == nullptr ? nullptr : expand_formula(machine, made, bound, diagnostics);
}

}  // namespace quotient::bmethod
