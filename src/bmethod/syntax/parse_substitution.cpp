#include <algorithm>
#include <fmt/format.h>

#include "bmethod/syntax/operators.hpp"
#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {

Stmt* Parser::finish(Stmt* made, SourceRange begin) {
  made->range = since(begin);
  for (const Stmt* part : made->parts) made->depth = std::max(made->depth, part->depth + 1);
  check_depth(made);
  return made;
}

void Parser::check_depth(const Stmt* made) {
  if (made->depth <= max_depth) return;
  fail(made->range, fmt::format("this substitution is more than {} levels deep", max_depth));
}

/// `name =`, `name(a, b) =` or `r, s <-- name(…) =`, starting `ahead` tokens from here.
bool Parser::at_operation_header(std::size_t ahead) const {
  const auto parameters = [&] {
    if (!at("(", ahead)) return true;
    ++ahead;
    while (at_identifier(ahead) || at(",", ahead)) ++ahead;
    if (!at(")", ahead)) return false;
    ++ahead;
    return true;
  };
  if (!at_identifier(ahead)) return false;
  std::size_t list = ahead + 1;
  while (at(",", list) && at_identifier(list + 1)) list += 2;
  if (at("<--", list)) {
    ahead = list + 1;
    if (!at_identifier(ahead)) return false;
  }
  ++ahead;
  return parameters() && (at("=", ahead) || at("==", ahead));
}

bool Parser::at_definition_header(std::size_t ahead) const {
  if (peek(ahead).kind == Token::Kind::string) return true;
  if (!at_identifier(ahead)) return false;
  ++ahead;
  if (at("(", ahead)) {
    ++ahead;
    while (at_identifier(ahead) || at(",", ahead)) ++ahead;
    if (!at(")", ahead)) return false;
    ++ahead;
  }
  return at("==", ahead);
}

Stmt* Parser::substitution(bool outermost) {
  Nesting nesting(*this);
  const SourceRange begin = peek().range;
  Stmt* left = simple_substitution();
  // `;` and `||` bind equally and to the left; outside a block, a `;` before the next operation or definition belongs
  // to the clause.
  for (;;) {
    const bool sequence = at(";");
    if (!sequence && !at("||")) return left;
    if (sequence) {
      const Token& next = peek(1);
      const bool closing = next.kind == Token::Kind::end || is_clause_keyword(next.text) || next.text == "END" ||
                           next.text == "ELSE" || next.text == "ELSIF" || next.text == "WHEN" || next.text == "OR" ||
                           next.text == "VARIANT";
      if (outermost && (closing || at_operation_header(1) || (in_definition_ && at_definition_header(1)))) return left;
      if (closing) {  // a separator too many
        take();
        return left;
      }
    }
    take();
    Stmt* right = simple_substitution();
    const Stmt::Kind kind = sequence ? Stmt::Kind::sequence : Stmt::Kind::parallel;
    if (left->kind != kind) {
      Stmt* made = ast_.stmt(kind, begin);
      made->parts.push_back(left);
      left = made;
    }
    left->parts.push_back(right);
    // Not all parts again: there may be thousands.
    left->range = since(begin);
    left->depth = std::max({left->depth, left->parts.front()->depth + 1, right->depth + 1});
    check_depth(left);
  }
}

namespace {

/// In the formulas of a substitution `;` and `||` end the formula, whatever brackets were open outside.
struct Inside {
  explicit Inside(int& brackets) : counter(brackets), before(brackets) { counter = 0; }
  ~Inside() { counter = before; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  int& counter;
  int before;
};

}  // namespace

Stmt* Parser::simple_substitution() {
  Nesting nesting(*this);
  Inside inside(brackets_);
  const SourceRange begin = peek().range;
  if (at("skip")) {
    take();
    return ast_.stmt(Stmt::Kind::skip, begin);
  }
  if (at("BEGIN")) {
    take();
    Stmt* made = ast_.stmt(Stmt::Kind::block, begin);
    made->parts.push_back(substitution());
    expect("END", "to close BEGIN");
    return finish(made, begin);
  }
  if (at("(")) {  // some machines put substitutions in parentheses
    take();
    Stmt* made = substitution();
    expect(")", "to close the substitution");
    return made;
  }
  if (at("PRE")) return guarded(Stmt::Kind::pre, "PRE", "THEN");
  if (at("ASSERT")) return guarded(Stmt::Kind::assertion, "ASSERT", "THEN");
  if (at("SELECT")) return select();
  if (at("IF")) return conditional_substitution();
  if (at("CASE")) return case_substitution();
  if (at("CHOICE")) return choice();
  if (at("ANY")) return any(Stmt::Kind::any);
  if (at("LET")) return any(Stmt::Kind::let);
  if (at("VAR")) return var();
  if (at("WHILE")) return loop();
  if (at_identifier()) return assignment_or_call();
  fail_here("a substitution");
}

Stmt* Parser::assignment_or_call() {
  const SourceRange begin = peek().range;
  std::vector<Expr*> left;
  do {
    left.push_back(formula(priority::application));
  } while (accept(","));
  if (accept(":=")) {
    Stmt* made = ast_.stmt(Stmt::Kind::assign, begin);
    made->targets = std::move(left);
    do {
      made->exprs.push_back(formula(priority::implication));
    } while (accept(","));
    return finish(made, begin);
  }
  if (accept("::")) {
    Stmt* made = ast_.stmt(Stmt::Kind::becomes_element, begin);
    made->targets = std::move(left);
    made->exprs.push_back(formula(priority::implication));
    return finish(made, begin);
  }
  if (at(":") && at("(", 1)) {
    take();
    Stmt* made = ast_.stmt(Stmt::Kind::becomes_such, begin);
    made->targets = std::move(left);
    made->exprs.push_back(parenthesised());
    return finish(made, begin);
  }
  Stmt* made = ast_.stmt(Stmt::Kind::call, begin);
  Expr* call = left.size() == 1 ? left[0] : nullptr;
  if (accept("<--")) {
    made->targets = std::move(left);
    call = formula(priority::application);
  }
  if (call != nullptr && call->op == Op::apply && call->args[0]->op == Op::identifier) {
    made->exprs.assign(call->args.begin() + 1, call->args.end());
    call = call->args[0];
  }
  if (call == nullptr || call->op != Op::identifier) fail_here("':=', '::', ':(' or '<--'");
  made->callee = {call->text, call->range};
  return finish(made, begin);
}

Stmt* Parser::guarded(Stmt::Kind kind, std::string_view open, std::string_view middle) {
  const SourceRange begin = take().range;
  Stmt* made = ast_.stmt(kind, begin);
  made->exprs.push_back(formula(priority::lowest));
  expect(middle, fmt::format("after the predicate of {}", open));
  made->parts.push_back(substitution());
  expect("END", fmt::format("to close {}", open));
  return finish(made, begin);
}

Stmt* Parser::select() {
  const SourceRange begin = peek().range;
  Stmt* made = ast_.stmt(Stmt::Kind::select, begin);
  while (accept(made->exprs.empty() ? "SELECT" : "WHEN")) {
    made->exprs.push_back(formula(priority::lowest));
    expect("THEN", "after the guard");
    made->parts.push_back(substitution());
  }
  if (accept("ELSE")) made->parts.push_back(substitution());
  expect("END", "to close SELECT");
  return finish(made, begin);
}

Stmt* Parser::conditional_substitution() {
  const SourceRange begin = peek().range;
  Stmt* made = ast_.stmt(Stmt::Kind::conditional, begin);
  while (accept(made->exprs.empty() ? "IF" : "ELSIF")) {
    made->exprs.push_back(formula(priority::lowest));
    expect("THEN", "after the condition");
    made->parts.push_back(substitution());
  }
  if (accept("ELSE")) made->parts.push_back(substitution());
  expect("END", "to close IF");
  return finish(made, begin);
}

Stmt* Parser::case_substitution() {
  const SourceRange begin = take().range;
  Stmt* made = ast_.stmt(Stmt::Kind::case_of, begin);
  made->exprs.push_back(formula(priority::lowest));
  expect("OF", "after the expression of CASE");
  while (accept(made->parts.empty() ? "EITHER" : "OR")) {
    std::vector<Expr*> labels;
    do {
      labels.push_back(formula(priority::lowest));
    } while (accept(","));
    made->labels.push_back(std::move(labels));
    expect("THEN", "after the values of a branch");
    made->parts.push_back(substitution());
  }
  if (made->parts.empty()) fail_here("'EITHER'");
  if (accept("ELSE")) made->parts.push_back(substitution());
  expect("END", "to close the branches of CASE");
  expect("END", "to close CASE");
  return finish(made, begin);
}

Stmt* Parser::choice() {
  const SourceRange begin = take().range;
  Stmt* made = ast_.stmt(Stmt::Kind::choice, begin);
  do {
    made->parts.push_back(substitution());
  } while (accept("OR"));
  expect("END", "to close CHOICE");
  return finish(made, begin);
}

Stmt* Parser::any(Stmt::Kind kind) {
  const Token word = take();
  const bool is_let = kind == Stmt::Kind::let;
  Stmt* made = ast_.stmt(kind, word.range);
  made->names = identifiers("a variable");
  expect(is_let ? "BE" : "WHERE", fmt::format("after the variables of {}", word.text));
  made->exprs.push_back(formula(priority::lowest));
  expect(is_let ? "IN" : "THEN", fmt::format("after the predicate of {}", word.text));
  made->parts.push_back(substitution());
  expect("END", fmt::format("to close {}", word.text));
  return finish(made, word.range);
}

Stmt* Parser::var() {
  const SourceRange begin = take().range;
  Stmt* made = ast_.stmt(Stmt::Kind::var, begin);
  made->names = identifiers("a variable");
  expect("IN", "after the variables of VAR");
  made->parts.push_back(substitution());
  expect("END", "to close VAR");
  return finish(made, begin);
}

Stmt* Parser::loop() {
  const SourceRange begin = take().range;
  Stmt* made = ast_.stmt(Stmt::Kind::loop, begin);
  made->exprs.resize(3);
  made->exprs[0] = formula(priority::lowest);
  expect("DO", "after the condition of WHILE");
  made->parts.push_back(substitution());
  // Both orders are met; the variant is only needed by provers.
  for (int i = 0; i < 2; ++i) {
    if (accept("INVARIANT")) {
      made->exprs[1] = formula(priority::lowest);
    } else if (accept("VARIANT")) {
      made->exprs[2] = formula(priority::lowest);
    }
  }
  expect("END", "to close WHILE");
  return finish(made, begin);
}

}  // namespace quotient::bmethod
