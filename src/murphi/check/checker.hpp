#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/name_table.hpp"
#include "murphi/check/check.hpp"
#include "murphi/check/model.hpp"

namespace quotient::murphi {

/// Goes through a specification once, from the front to the end.
class Checker {
 public:
  Checker(Model& model, const Sizes& sizes, NameTable* names, Diagnostics& diagnostics);
  void run();

 private:
  // check.cpp: names, declarations, rules
  void declare_all(Declarations& declarations, bool local);
  void declare_constant(ConstantNode& node);
  void declare_type(NamedTypeNode& node);
  void declare_variables(VariableNode& node, bool local);
  void declare_routine(Routine& routine);
  void check_rule(Rule& rule);
  void give_numbers();
  /// What --set says of a name at the top of the text.
  std::optional<std::int64_t> given_size(const Name& name);
  void resize(const NamedTypeNode& node, std::int64_t size);
  void look_for_unused_sizes();
  Symbol& declare(const Name& name, Symbol::Kind kind, NameKind shown);
  const Symbol* find(const Name& name);
  void open() { scopes_.emplace_back(); }
  void close() { scopes_.pop_back(); }

  // check_type.cpp
  const Type* type(TypeNode& node, const std::string& name = "");
  const Type* range_type(TypeNode& node);
  const Type* scalarset_type(TypeNode& node);
  const Type* enumeration_type(TypeNode& node);
  const Type* union_type(TypeNode& node);
  const Type* record_type(TypeNode& node);
  const Type* array_type(TypeNode& node);
  std::optional<std::int64_t> number(Expression& x, std::string_view what);
  std::optional<std::int64_t> fold(const Expression& x) const;

  // check_expression.cpp
  const Type* expression(Expression& x);
  const Type* expression_of(Expression& x);
  const Type* named(Expression& x);
  const Type* unary(Expression& x);
  const Type* binary(Expression& x);
  const Type* conditional(Expression& x);
  const Type* element(Expression& x);
  const Type* field(Expression& x);
  const Type* call(Expression& x, bool as_statement);
  const Type* quantified(Expression& x);
  void condition(Expression& x);
  void quantify(Quantifier& q);
  bool agree(const Type* a, const Type* b) const;
  /// Whether cells of both hold the same, so that one can be copied to the other as it is.
  bool same(const Type* a, const Type* b) const;
  /// Whether a value of one may be put where the other is expected; the range of numbers is looked at when it runs.
  bool fits(const Type* value, const Type* into) const;
  bool is_place(const Expression& x) const;
  /// Says why nothing can be assigned to it; false then.
  bool may_change(const Expression& x);
  bool is_number(const Type* t) const { return t->kind == TypeKind::range; }

  // check_statement.cpp
  void statements(std::vector<Statement>& all);
  void statement(Statement& s);
  void assign(Statement& s);
  void selection(Statement& s);
  void give(Statement& s);
  void alias(Statement& s);
  void bind_alias(AliasNode& a);

  Diagnostic& error(SourceRange at, std::string message) { return diagnostics_.error(at, std::move(message)); }
  std::vector<std::string> known_names() const;

  Model& model_;
  const Sizes& sizes_;
  std::set<std::string> sizes_used_;
  NameTable* names_;
  Diagnostics& diagnostics_;
  std::vector<std::map<std::string, const Symbol*>> scopes_;
  std::string container_;
  Routine* routine_ = nullptr;  // whose body is checked
  bool in_rule_ = false;
};

}  // namespace quotient::murphi
