#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "bmethod/syntax/ast.hpp"
#include "bmethod/syntax/token.hpp"

namespace quotient::bmethod {

struct Operator;

/// Finds and reads the files that a machine names: beside it, then in the folders of -I.
class FileFinder {
 public:
  FileFinder(SourceMap& sources, std::vector<std::string> folders) : sources_(sources), folders_(std::move(folders)) {}

  SourceMap& sources() { return sources_; }
  /// The file `name` as seen from `from`, with one of `endings` where the name has none itself; nothing when there is
  /// none.
  std::optional<FileId> find(FileId from, const std::string& name, std::span<const std::string_view> endings);
  /// A formula that takes the place of a definition in the main machine.
  void define(FileId main, std::string name, const std::string& formula, const std::string& called);
  struct Given {
    FileId main, text;
    std::string name;
  };
  const std::vector<Given>& given() const { return given_; }
  /// A text that is part of this program, as a file.
  FileId built_in(std::string_view text);

 private:
  SourceMap& sources_;
  std::vector<std::string> folders_;
  std::vector<Given> given_;
};

/// Parses one machine and expands its definitions. Reports all errors it finds and goes on after each; the result is
/// usable only where no error was reported. Null where the file holds no machine at all.
std::unique_ptr<Machine> parse_machine(FileFinder& files, FileId file, Diagnostics& diagnostics);

/// Parses a single predicate or expression, for tests and for values given on the command line.
Expr* parse_formula(const SourceMap& sources, FileId file, Ast& ast, Diagnostics& diagnostics);
/// The same of a part of a file, for a machine whose definitions were expanded: those that it uses are, too. `bound`
/// are names that are no definitions there.
Expr* parse_formula(const SourceMap& sources, SourceRange part, Machine& machine, std::vector<Identifier> bound,
                    Diagnostics& diagnostics);

/// Thrown inside the parser after an error was reported, caught where it can go on. Never leaves it.
struct SyntaxError {};

/// Recursive descent for clauses and substitutions, a Pratt core for expressions and predicates (one grammar: the type
/// checker tells them apart, which lets a definition be either).
class Parser {
 public:
  Parser(std::vector<Token> tokens, Ast& ast, Diagnostics& diagnostics)
      : tokens_(std::move(tokens)), ast_(ast), diagnostics_(diagnostics) {}

  void machine(Machine& into, FileFinder& files);
  void definitions_file(Machine& into, FileFinder& files);
  /// Gives the definitions that are marked as external the meaning that ProB gives them.
  void join_local_operations(Machine& machine);
  void take_over_externals(Machine& into, FileFinder& files);
  /// A formula up to the end of the text.
  Expr* whole_formula();

 private:
  // tokens
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool at(std::string_view text, std::size_t ahead = 0) const;
  bool at_identifier(std::size_t ahead = 0) const { return peek(ahead).kind == Token::Kind::identifier; }
  bool at_clause_end() const;
  Token take();
  bool accept(std::string_view text);
  void expect(std::string_view text, std::string_view context);
  Identifier identifier(std::string_view what);
  std::vector<Identifier> identifiers(std::string_view what);
  /// The error has `suggestion_`, if there is one.
  [[noreturn]] void fail(SourceRange range, std::string message);
  [[noreturn]] void fail_here(std::string_view expected);
  SourceRange since(SourceRange begin) const;

  // expressions
  Expr* formula(int priority);
  Expr* associative_row(Expr* left, const Operator& infix);
  Expr* in_brackets(int priority);  // `;` and `||` are operators here
  Expr* primary();
  Expr* postfix(Expr* left);
  Expr* parenthesised();
  Expr* braces();
  Expr* sequence();
  Expr* builtin_function(Op op);
  Expr* quantified(Op op, bool with_expression);
  Expr* record(Op op);
  Expr* conditional();
  Expr* let();
  std::vector<Expr*> arguments();
  Expr* checked_depth(Expr* made);

  // substitutions
  Stmt* substitution(bool outermost = false);  // with `;` and `||`
  Stmt* simple_substitution();
  Stmt* assignment_or_call();
  Stmt* guarded(Stmt::Kind kind, std::string_view open, std::string_view middle);
  Stmt* select();
  Stmt* conditional_substitution();
  Stmt* case_substitution();
  Stmt* choice();
  Stmt* any(Stmt::Kind kind);
  Stmt* var();
  Stmt* loop();
  Stmt* finish(Stmt* made, SourceRange begin);
  void check_depth(const Stmt* made);
  bool at_operation_header(std::size_t ahead) const;
  bool at_definition_header(std::size_t ahead) const;

  // clauses
  void clause(Machine& into, FileFinder& files);
  void header(Machine& into);
  void sets(Machine& into);
  void references(Machine& into, Reference::Kind kind, FileFinder& files);
  void definitions(Machine& into, FileFinder& files);
  void definitions_from(Machine& into, FileFinder& files);
  std::vector<Definition> library(std::string_view text, FileFinder& files);
  void definition(Machine& into);
  void operations(std::deque<Operation>& into);
  void operation(std::deque<Operation>& into);
  void values(Machine& into);
  void predicates(std::vector<Expr*>& into, bool semicolons);
  void skip_to_clause();

  struct Nesting {  // guards the depth of the recursion
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Parser& parser;
  };

  std::vector<Token> tokens_;
  Ast& ast_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::size_t nesting_ = 0;
  int brackets_ = 0;
  bool in_definition_ = false;
  bool in_library_ = false;  // the text is part of this program: it may call external functions
  bool trying_ = false;      // errors are not reported: another reading will be tried
  std::string suggestion_;   // for the next error
  int definition_files_ = 0;

  static constexpr std::size_t max_nesting = 1000;
  static constexpr std::uint32_t max_depth = 4000;
};

/// Replaces every use of a definition in the machine by its text, parameters substituted, and makes couples of the
/// arguments of ordinary applications.
void expand_definitions(Machine& machine, Diagnostics& diagnostics);
/// The same in a formula that is no part of the machine; `bound` are names that hide definitions.
Expr* expand_formula(Machine& machine, const Expr* formula, const std::vector<Identifier>& bound,
                     Diagnostics& diagnostics);

}  // namespace quotient::bmethod
