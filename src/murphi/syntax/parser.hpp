#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "murphi/syntax/ast.hpp"
#include "murphi/syntax/lex.hpp"

namespace quotient::murphi {

/// By recursive descent; what is wrong is thrown as SyntaxError, which never leaves this folder.
class Parser {
 public:
  Parser(std::span<const Token> tokens, Diagnostics& diagnostics) : tokens_(tokens), diagnostics_(diagnostics) {}

  struct SyntaxError {};

  Specification specification();
  /// All that there is.
  Expression whole_expression();

 private:
  // parse.cpp: declarations and rules
  bool declarations(Declarations& out);
  void constants(Declarations& out);
  void types(Declarations& out);
  void variables(Declarations& out);
  Routine routine();
  void parameters(Routine& out);
  TypeNode type();
  std::vector<Name> names();
  void rules(std::vector<Scope>& scopes, std::vector<Rule>& out);
  void rule(std::vector<Scope>& scopes, std::vector<Rule>& out);
  void invariant(std::vector<Scope>& scopes, std::vector<Rule>& out);
  void nested(std::vector<Scope>& scopes, std::vector<Rule>& out);
  Rule begin_rule(RuleKind kind, const std::vector<Scope>& scopes);
  bool begins_rule() const;
  std::unique_ptr<Declarations> local_declarations();

  // parse_statement.cpp
  std::vector<Statement> statements();
  bool ends_statements() const;
  Statement statement();
  void branch(Statement& out);
  void selection(Statement& out);
  void message(Statement& out);
  std::vector<AliasNode> aliases();
  Quantifier quantifier();

  // parse_expression.cpp
  Expression expression();
  Expression implication();
  Expression disjunction();
  Expression conjunction();
  Expression negation();
  Expression comparison();
  Expression sum();
  Expression product();
  Expression unary();
  Expression primary();
  Expression designator();
  Expression quantified(ExpressionKind kind);
  Expression infix(Operator op, Expression left, Expression right) const;
  Expression row(Operator op, std::span<Expression> operands) const;

  const Token& here() const { return tokens_[at_]; }
  const Token& ahead(std::size_t n) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }
  bool sees(std::string_view text) const {
    return (here().kind == TokenKind::keyword || here().kind == TokenKind::sign) && here().text == text;
  }
  bool accept(std::string_view text) {
    if (!sees(text)) return false;
    ++at_;
    return true;
  }
  const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  const Token& expect(std::string_view text, std::string_view where);
  Name name(std::string_view what);
  /// `end`, or a word that begins with it: `endif`, but not the end of something else.
  void close(std::string_view what);
  bool closes() const { return here().kind == TokenKind::keyword && here().text.starts_with("end"); }
  [[noreturn]] void fail(SourceRange at, std::string message);
  SourceRange since(SourceRange first) const { return join(first, tokens_[at_ == 0 ? 0 : at_ - 1].range); }

  /// Nesting that would exhaust our own stack is refused.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest) parser_.fail(parser_.here().range, "this is nested too deeply");
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    static constexpr int deepest = 500;
    Parser& parser_;
  };

  /// A row of operators that group to the left is a tree as deep as it is long.
  void count_in_row(std::size_t& row) {
    if (++row > longest_row) fail(here().range, "there are more than 1000 operators in a row: use parentheses");
  }
  static constexpr std::size_t longest_row = 1000;

  std::span<const Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace quotient::murphi
