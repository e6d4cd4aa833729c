#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "promela/parse/lex.hpp"
#include "promela/parse/names.hpp"
#include "promela/parse/token_stream.hpp"
#include "promela/syntax/ast.hpp"

/// Recursive descent over SPIN's grammar, with a Pratt core for expressions. Names are resolved on the way, because in
/// SPIN a name means what has been declared before it. One file for each part of the grammar:
/// parse_unit.cpp, parse_declaration.cpp, parse_statement.cpp, parse_inline.cpp, parse_expression.cpp, parser.cpp.
namespace quotient::promela {

class Parser {
 public:
  Parser(std::vector<Token> tokens, std::vector<std::string> unexpanded, Diagnostics& diagnostics);
  /// One that is not in the text, to be read after all else. A linear one has a single part; of another the parts are
  /// its propositions.
  void add_formula(Name name, bool linear, std::vector<std::vector<Token>> parts);
  std::unique_ptr<Module> run();
  void tell_inlines(NameTable& names) const;

 private:
  /// Thrown after an error has been reported, caught where the text can be picked up again: at the next statement,
  /// option or unit.
  struct Recover {};
  /// Thrown where going on is pointless: nothing more is read.
  struct Stop {};
  /// Counts how deep the recursion is, and refuses text that would exhaust the stack.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) { parser_.enter_nesting(); }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };
  struct InlineCall {
    std::uint32_t number = 0;
    const Reference* result = nullptr;  // x of `x = f(…)`
  };
  /// A label of the proctype being parsed, in the order of the text.
  struct Label {
    Name name;
    std::string scope;                   // where the name was first mentioned: SPIN's idea of a label's scope
    const Inline* definition = nullptr;  // of the inline it stands in
    std::uint32_t number = 0;
  };

  // parser.cpp
  const Token& peek() { return stream_.peek(); }
  bool at(TokenKind kind) { return peek().kind == kind; }
  Token take();
  bool accept(TokenKind kind);
  Token expect(TokenKind kind, std::string_view where);
  [[noreturn]] void fail(const Token& token, std::string message, std::string suggestion = {});
  [[noreturn]] void fail_expected(std::string_view expected);
  Diagnostic& error(const Token& token, std::string message);
  Diagnostic& error(SourceRange range, std::string message) { return diagnostics_.error(range, std::move(message)); }
  std::string found(const Token& token) const;
  void enter_nesting();
  bool is_name(const Token& token) const;
  bool is_plain_name(const Token& token) const;
  const GlobalName* global(const Token& token, GlobalName::Kind kind) const;
  bool names_something(std::string_view name) const;
  Name take_name(std::string_view what);
  /// From there to the token taken last. Where a macro's own tokens are in between, all of its use.
  SourceRange from(const Token& first);
  bool at_separator() { return at(TokenKind::semicolon) || at(TokenKind::arrow); }
  void skip_separators();
  void recover_in_sequence(int parens, std::size_t inline_depth);
  void recover_to_unit();
  void add_predefined();

  // parse_unit.cpp
  void parse_units();
  void parse_unit();
  void parse_proctype();
  std::int64_t parse_active_count(Proctype& proctype);
  void parse_init();
  void parse_never();
  void parse_trace();
  void parse_typedef();
  void parse_body(Proctype& proctype);
  void parse_deferred_ltl();
  void parse_ltl();
  std::vector<Token> in_formula(const std::vector<Token>& tokens) const;
  void parse_given_formulas();
  Expression parse_formula_part(const std::vector<Token>& tokens);
  void defer_ltl();
  void parse_embedded_declaration();
  void refuse_embedded_c(const Token& keyword);
  std::optional<std::int64_t> parse_priority();
  Proctype& begin_proctype(ProctypeKind kind, Name name, const Token& first);

  // parse_declaration.cpp
  bool at_declaration();
  /// Declares into `fields` for a typedef, else as globals, locals or parameters.
  std::vector<Variable*> parse_declaration(Structure* fields, bool parameters);
  void parse_mtype_names(const Token& first, const std::string& family);
  DeclaredType parse_type();
  Variable* parse_variable(const DeclaredType& type, Structure* fields, bool parameter);
  void parse_array_length(Variable& variable);
  void parse_initialiser(Variable& variable, bool parameter);
  ChannelInitialiser parse_channel();
  std::int64_t parse_constant(int least = 0);
  Variable* declare(std::unique_ptr<Variable> variable, Structure* fields);
  Mtype& mtype_family(const std::string& name);

  // parse_statement.cpp
  Block parse_sequence();
  void parse_step(Block& block);
  Statement parse_statement();
  Statement parse_unlabelled();
  Statement parse_from_reference(const Token& first);
  Statement parse_condition(Expression expression, const Token& first);
  Statement parse_assignment(Reference target, const Token& first);
  Statement parse_send(Reference target, const Token& first);
  Statement parse_receive(Reference target, const Token& first, bool random);
  Statement parse_unless(Statement normal);
  Statement parse_choice();
  Statement parse_for();
  Statement parse_select();
  Statement parse_braces(StatementKind kind, const Token& first);
  Statement parse_printf();
  Statement parse_builtin();
  Statement parse_goto();
  Statement parse_exclusive();
  void parse_c_block(const Token& keyword);
  Statement begin_statement(StatementKind kind, const Token& first);

  // parse_labels.cpp
  const LocalName* mention_label(const Token& token);
  void add_label(const Token& token, Statement& statement);
  void resolve_gotos(Proctype& proctype);
  const Label* find_label(const std::string& name, const std::string& scope) const;
  bool ends_sequence();

  // parse_inline.cpp
  void parse_inline_definition();
  Statement parse_inline_call(const Reference* result);
  std::vector<std::vector<Token>> parse_inline_arguments(const Inline& called, const Token& name);
  std::vector<Token> substitute(const Inline& called, const std::vector<std::vector<Token>>& arguments);

  // parse_expression.cpp
  Expression parse_expression(int least = 0);
  Expression parse_operators(Expression left, int least);
  Expression parse_row(Expression first, int precedence);
  /// With full, empty and their negations where SPIN allows them, and without.
  Expression parse_full_expression();
  Expression parse_plain_expression();
  Expression parse_prefix();
  Expression parse_parenthesised();
  Expression parse_name_expression();
  Expression parse_remote();
  Expression parse_run();
  Expression parse_channel_function(ExpressionKind kind);
  Expression parse_one_argument(ExpressionKind kind);
  Expression finish_poll(Reference reference, bool random);
  Expression parse_c_expression();
  std::vector<Expression> parse_receive_arguments();
  Expression parse_receive_argument();
  std::vector<Expression> parse_arguments(TokenKind close);
  Reference parse_named_reference(std::string_view what);
  Reference parse_reference(const Token& first);
  bool resolve_field(Reference::Part& part, const Structure*& structure, const Reference& reference);
  Expression variable_expression(Reference reference);
  Expression constant(std::int64_t value, SourceRange range) const;
  void unknown_variable(const Token& token);
  void check_probes(const Expression& expression, bool allowed);

  Diagnostics& diagnostics_;
  std::vector<std::string> unexpanded_;
  Names names_;
  TokenStream stream_;
  std::unique_ptr<Module> module_ = std::make_unique<Module>();
  std::vector<std::unique_ptr<Inline>> inlines_;
  std::unordered_map<const Structure*, int> structure_depths_;  // how many typedefs are nested in it
  std::vector<std::vector<Token>> deferred_ltl_;
  struct GivenFormula {
    Name name;
    bool linear = true;
    std::vector<std::vector<Token>> parts;
  };
  std::vector<GivenFormula> given_formulas_;
  std::vector<std::string> reported_unknown_;  // in this proctype: each is reported once
  Proctype* proctype_ = nullptr;
  std::vector<InlineCall> calls_;           // those being expanded
  std::uint32_t last_from_macro_ = 0;       // serial number of the last token taken from a macro's body
  std::vector<Token>* recorder_ = nullptr;  // where the tokens of an inline's argument are kept
  std::vector<const Inline*> expanded_;     // by each call so far
  std::vector<SourceRange> called_at_;      // the name in each of these calls
  std::vector<Label> labels_;
  std::unordered_map<std::string, std::vector<std::size_t>> labels_by_name_;
  bool proctype_has_gaps_ = false;        // statements of it were given up, and maybe labels with them
  std::vector<std::string> goto_scopes_;  // of this proctype's gotos, in the order of their temporary numbers
  std::uint32_t label_count_ = 0;
  std::size_t inline_tokens_ = 0;
  int depth_ = 0;
  int height_ = 0;  // of the expression parsed last
  bool in_for_head_ = false;
  int never_count_ = 0, ltl_count_ = 0;
};

}  // namespace quotient::promela
