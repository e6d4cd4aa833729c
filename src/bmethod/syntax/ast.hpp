#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quotient::bmethod {

/// Every form of expression and predicate. What an operator looks like, binds like and means to the type checker is in
/// the table of operators.cpp.
enum class Op : std::uint8_t {
  // names and literals
  identifier,
  primed,
  number,
  string,
  true_value,
  false_value,
  empty_set,
  set_extension,
  sequence_extension,
  max_int,
  min_int,
  // sets of their own
  integers,
  naturals,
  naturals1,
  int_set,
  nat_set,
  nat1_set,
  bool_set,
  string_set,
  // predicates
  conjunction,
  disjunction,
  implication,
  equivalence,
  negation,
  for_all,
  exists,
  equal,
  not_equal,
  member,
  not_member,
  subset,
  not_subset,
  strict_subset,
  not_strict_subset,
  less,
  less_equal,
  greater,
  greater_equal,
  btrue,
  bfalse,
  // integers; `times` and `minus` become `product` and `difference` once types are known
  add,
  minus,
  times,
  divide,
  modulo,
  power,
  negate,
  interval,
  minimum,
  maximum,
  card,
  sigma,
  pi,
  successor,
  predecessor,
  // sets
  set_union,
  intersection,
  difference,
  product,
  pow,
  pow1,
  fin,
  fin1,
  general_union,
  general_intersection,
  quantified_union,
  quantified_intersection,
  comprehension,
  // relations
  maplet,
  relations,
  total_relations,
  surjective_relations,
  total_surjective_relations,
  domain,
  range,
  inverse,
  image,
  composition,
  domain_restriction,
  domain_subtraction,
  range_restriction,
  range_subtraction,
  override_relation,
  direct_product,
  parallel_product,
  projection1,
  projection2,
  identity,
  iterate,
  closure,
  closure1,
  to_function,
  to_relation,
  // functions
  partial_functions,
  total_functions,
  partial_injections,
  total_injections,
  partial_surjections,
  total_surjections,
  partial_bijections,
  total_bijections,
  lambda,
  apply,
  // sequences
  seq,
  seq1,
  iseq,
  iseq1,
  perm,
  concatenate,
  prepend,
  append,
  take,
  drop,
  size,
  reverse,
  first,
  last,
  tail,
  front,
  general_concatenate,
  // records
  record,
  record_set,
  field,
  // the rest
  bool_of,
  if_then_else,
  let,
  external,   // a function of library.hpp; `number` says which
  recursion,  // a constant of Model::recursive, applied; only where formulas are compiled
};

struct Symbol;

/// A type of a TypeTable.
struct TypeRef {
  std::uint32_t value = 0;
  friend bool operator==(TypeRef, TypeRef) = default;
};

struct Identifier {
  std::string name;
  SourceRange range;
};

/// One node of an expression or predicate. `names` are the bound variables of a quantifier (its `args` are then the
/// predicate and, where there is one, the expression), the fields of a record, or the name of a field.
struct Expr {
  Op op = Op::btrue;
  SourceRange range;
  std::vector<Expr*> args;
  std::vector<Identifier> names;
  std::string text;  // of an identifier or a string
  std::int64_t number = 0;
  std::uint32_t depth = 1;  // of the tree below: bounded by the parser, so that recursion is safe
  // Filled by the type checker:
  TypeRef type;
  Symbol* symbol = nullptr;
  std::vector<Symbol*> bound;
};

/// One node of a substitution.
struct Stmt {
  enum class Kind : std::uint8_t {
    skip,
    assign,
    becomes_element,
    becomes_such,
    parallel,
    sequence,
    block,
    pre,
    assertion,
    select,
    conditional,
    case_of,
    choice,
    any,
    let,
    var,
    loop,
    call
  };
  Kind kind = Kind::skip;
  SourceRange range;
  std::vector<Expr*> targets;  // left of := :: :( ) and <--
  std::vector<Expr*> exprs;    // right of them; conditions; arguments; a loop has condition, invariant, variant
  std::vector<Stmt*> parts;    // bodies; one more than conditions where there is an ELSE
  std::vector<std::vector<Expr*>> labels;  // of the branches of a CASE
  std::vector<Identifier> names;           // bound by ANY, LET, VAR
  Identifier callee;
  std::uint32_t depth = 1;
  std::vector<Symbol*> bound;
};

/// Owns the nodes of one machine.
class Ast {
 public:
  Expr* expr(Op op, SourceRange range, std::vector<Expr*> args = {});
  Stmt* stmt(Stmt::Kind kind, SourceRange range);
  std::size_t size() const { return exprs_.size() + stmts_.size(); }
  std::deque<Expr>& exprs() { return exprs_; }

 private:
  std::deque<Expr> exprs_;
  std::deque<Stmt> stmts_;
};

struct Definition {
  Identifier name;
  std::vector<Identifier> parameters;
  Expr* expr = nullptr;  // exactly one of the two
  Stmt* stmt = nullptr;
  bool built_in = false;     // of a library: what goes wrong inside is reported where it is used
  bool given = false;        // by the user, not by the text: nothing in it may be unknown
  bool unsupported = false;  // a function that another tool has, and that is not known here
};

struct Operation {
  Identifier name;
  std::vector<Identifier> results;
  std::vector<Identifier> parameters;
  Stmt* body = nullptr;
  bool is_local = false;  // of LOCAL_OPERATIONS: called by the machine itself, offered to nobody
  // Filled by the type checker:
  std::vector<Symbol*> result_symbols;
  std::vector<Symbol*> parameter_symbols;
};

struct SetDeclaration {
  Identifier name;
  bool enumerated = false;
  std::vector<Identifier> elements;
  Identifier definition;  // of `SETS S = D`, which stands for the elements
};

/// SEES, INCLUDES, … of another machine.
struct Reference {
  enum class Kind : std::uint8_t { sees, uses, includes, extends, imports, refines };
  Kind kind = Kind::sees;
  std::string prefix;  // of `left.Fork`; empty where not renamed
  Identifier machine;
  std::vector<Expr*> arguments;
  std::string file;  // of a pragma `/*@file "…" */` behind it; empty where there is none
};

struct Valuation {
  Identifier name;
  Expr* value = nullptr;
};

/// A machine as written, definitions already expanded.
struct Machine {
  enum class Kind : std::uint8_t { machine, refinement, implementation };
  Kind kind = Kind::machine;
  bool is_event_b = false;  // events of a refinement have parameters of their own
  Identifier name;
  SourceRange constants_clause, properties_clause, initialisation_clause;  // their first words; empty: not there
  std::vector<Identifier> parameters;
  std::vector<Reference> references;
  std::vector<SetDeclaration> sets;
  std::vector<Identifier> constants;
  std::vector<Identifier> variables;
  std::vector<std::string> concrete;  // of these, those that a refinement keeps without repeating them
  std::vector<Expr*> constraints, properties, invariant, assertions;
  std::vector<Valuation> values;
  std::vector<Identifier> promotes;
  Stmt* initialisation = nullptr;
  std::deque<Operation> operations;
  std::deque<Operation> local_operations;  // as specified; only while reading, see join_local_operations
  std::vector<Definition> definitions;
  Ast ast;
};

}  // namespace quotient::bmethod
