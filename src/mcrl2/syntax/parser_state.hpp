#pragma once

#include <span>

#include "mcrl2/syntax/parser.hpp"
#include "mcrl2/syntax/token.hpp"

namespace quotient::mcrl2 {

/// Thrown where a declaration cannot be read further, after the error is reported; caught at the declaration.
struct ParseFailure {};

/// Which formulas connectives join.
enum class FormulaLayer : std::uint8_t { action, state };

/// Recursive descent over the tokens, with a Pratt core for data and process expressions. Split over parse_data.cpp,
/// parse_process.cpp, parse_formula.cpp and parser.cpp (sorts and declarations).
class Parser {
 public:
  Parser(std::vector<Token> tokens, Diagnostics& diagnostics) : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  ast::Specification specification();
  ast::FormulaFile formula_file(FormulaScope scope);

 private:
  // The way through the tokens.
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  const Token& take() { return at_ + 1 < tokens_.size() ? tokens_[at_++] : tokens_.back(); }
  bool accept(std::string_view word);
  const Token& expect(std::string_view word, std::string_view where);
  ast::Name identifier(std::string_view what);
  SourceRange since(const Token& first) const;
  [[noreturn]] void fail(const Token& token, std::string message);
  [[noreturn]] void fail_expected(std::string_view what);
  [[noreturn]] void fail_too_deep(int most);
  bool at_section() const;

  // Declarations.
  void section(ast::Specification& spec);
  template <typename Declaration>
  void declarations(Declaration&& declaration);
  void recover();
  void equation(ast::EquationBlock& block);
  std::vector<ast::Name> names(std::string_view what);
  std::vector<ast::Variable> variables();

  // Sorts.
  ast::SortExpr sort();
  ast::SortExpr sort_primary();
  std::vector<ast::SortExpr> sort_product();
  bool at_bracketed_product() const;
  ast::SortExpr function_from(std::vector<ast::SortExpr> domain, const Token& first);
  ast::SortExpr structure();

  // Data.
  ast::DataPtr data(int least = 0);
  ast::DataPtr data_unit();
  ast::DataPtr data_primary();
  ast::DataPtr data_postfix(ast::DataPtr head);
  ast::DataPtr data_braces();
  ast::DataPtr binder(ast::DataExpr::Kind kind);
  std::vector<ast::DataPtr> data_list(std::string_view close);
  ast::DataPtr operation(const Token& symbol, ast::DataPtr left, ast::DataPtr right);
  std::vector<ast::Assignment> assignments(std::string_view close);
  ast::DataPtr finish(ast::DataPtr node);

  // Processes.
  ast::ProcPtr process(int least = 0);
  ast::ProcPtr process_primary();
  ast::ProcPtr process_operator(ast::ProcExpr::Kind kind);
  ast::ProcPtr instance();
  bool at_condition() const;
  void action_set(ast::ProcExpr& node);
  void add_operand(ast::ProcExpr& node, ast::ProcPtr operand);

  // Formulas.
  bool at_word(std::string_view word) const;
  ast::FormulaPtr state_formula(int least);
  ast::FormulaPtr state_formula_primary(int least);
  ast::FormulaPtr fixed_point(int least);
  ast::FormulaPtr modality();
  ast::FormulaPtr regular_formula(int least);
  ast::FormulaPtr regular_primary();
  bool at_bracketed_regular() const;
  ast::FormulaPtr action_formula(int least);
  ast::FormulaPtr action_formula_primary(int least);
  ast::FormulaPtr formula_prefix(int least, FormulaLayer layer);
  ast::DataPtr as_data(ast::Formula& formula);
  ast::FormulaPtr quantified_data(ast::FormulaPtr quantifier);
  int inherited(int least) const;
  void warn_of_early_end(const Token& binder, int least);
  ast::FormulaPtr formula_connectives(ast::FormulaPtr left, int least, FormulaLayer layer);
  void add_operand(ast::Formula& node, ast::FormulaPtr operand);

  /// Counts the levels of nesting; deeper than any text a person writes is refused rather than met with a full stack.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest) parser_.fail_too_deep(deepest);
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };
  // What recursion over the tree needs of the deep stack that specifications are loaded on: less than a tenth.
  static constexpr int deepest = 20'000;
  static constexpr int deepest_process = 4'000;

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool in_formula_file_ = false;  // where `form` begins a section
  FormulaScope formula_scope_ = FormulaScope::narrow;
  std::size_t warned_at_ = 0;  // see warn_of_early_end
  std::vector<SourceRange> early_ends_;
  std::vector<std::string_view> broken_;
};

}  // namespace quotient::mcrl2
