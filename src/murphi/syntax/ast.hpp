#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source.hpp"

/// A Murphi text as it was read; `check` fills in what names mean.
namespace quotient::murphi {

struct Symbol;
struct Type;

struct Name {
  std::string text;
  SourceRange range;
};

enum class Operator : std::uint8_t {
  implies,
  logical_or,
  logical_and,
  logical_not,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  negate,
};

struct Quantifier;

enum class ExpressionKind : std::uint8_t {
  number,       // value
  name,         // of a constant, an element of an enumeration, a variable, a parameter
  field,        // operands[0].name
  element,      // operands[0][operands[1]]
  unary,        // op
  binary,       // op
  conditional,  // operands[0] ? operands[1] : operands[2]
  forall,       // quantifier, operands[0]
  exists,
  is_undefined,  // operands[0]
  is_member,     // operands[0], of the type that `type_name` says
  call,          // name, operands
};

struct TypeNode;

struct Expression {
  ExpressionKind kind = ExpressionKind::number;
  SourceRange range;
  std::int64_t value = 0;
  Name name;
  Operator op = Operator::add;
  std::vector<Expression> operands;
  std::shared_ptr<Quantifier> quantifier;
  std::shared_ptr<TypeNode> type_name;
  // By `check`:
  const Symbol* symbol = nullptr;
  const Type* type = nullptr;  // null after an error
};

enum class TypeKind : std::uint8_t { named, range, enumeration, scalarset, set_union, record, array, multiset };

struct FieldNode {
  std::vector<Name> names;
  std::shared_ptr<TypeNode> type;
};

struct TypeNode {
  TypeKind kind = TypeKind::named;
  SourceRange range;
  Name name;                      // named
  std::vector<Expression> sizes;  // range: two; scalarset, multiset: one
  std::vector<Name> literals;
  std::vector<FieldNode> fields;
  std::vector<TypeNode> parts;  // array: index and element; multiset: element; union: members
};

/// `i: T`, or `i := from to last by step`.
struct Quantifier {
  Name variable;
  std::shared_ptr<TypeNode> over;  // null: from … to
  std::vector<Expression> bounds;  // from, to, and perhaps the step
  // By `check`:
  const Symbol* symbol = nullptr;
  const Type* type = nullptr;
};

struct AliasNode {
  Name name;
  Expression value;
  const Symbol* symbol = nullptr;
};

enum class StatementKind : std::uint8_t {
  assign,     // target := value
  branch,     // if; the last of `branches` has no condition where there is an else
  selection,  // switch value
  loop,       // for quantifier
  repeat,     // while value
  alias,
  clear,
  undefine,
  error,  // text
  claim,  // assert value
  put,
  give,  // return, perhaps with a value
  call,  // name, arguments
};

struct Statement;

struct Branch {
  std::vector<Expression> conditions;  // if: one, or none for else; switch: the values, or none for else
  std::vector<Statement> body;
};

struct Declarations;

struct Statement {
  StatementKind kind = StatementKind::assign;
  SourceRange range;
  std::vector<Expression> operands;
  std::vector<Branch> branches;
  std::vector<Statement> body;
  std::shared_ptr<Quantifier> quantifier;
  std::vector<AliasNode> aliases;
  std::string text;
};

struct ConstantNode {
  Name name;
  Expression value;
};

struct NamedTypeNode {
  Name name;
  TypeNode type;
};

struct VariableNode {
  std::vector<Name> names;
  TypeNode type;
  std::vector<const Symbol*> symbols;
};

struct Parameter {
  Name name;
  std::shared_ptr<TypeNode> type;
  bool by_reference = false;
  const Symbol* symbol = nullptr;
};

struct Routine {
  Name name;
  SourceRange range;
  std::vector<Parameter> parameters;
  std::unique_ptr<TypeNode> result;  // null: a procedure
  std::unique_ptr<Declarations> locals;
  std::vector<Statement> body;
  const Type* result_type = nullptr;
  std::size_t depth = 0;  // calls within one another that its body makes
};

/// What surrounds a rule: parameters and aliases, the outermost first.
struct Scope {
  std::shared_ptr<Quantifier> parameter;  // null: an alias
  std::shared_ptr<AliasNode> alias;
};

enum class RuleKind : std::uint8_t {
  rule,
  start,
  invariant,
  proposition,  // of a formula that somebody else checks; `name` is its text
};

struct Rule {
  RuleKind kind = RuleKind::rule;
  SourceRange range;  // of the keyword and the name
  std::string name;   // may be empty
  std::vector<Scope> scopes;
  std::vector<Expression> condition;  // guard, invariant or proposition; none or one
  std::unique_ptr<Declarations> locals;
  std::vector<Statement> body;
};

/// One declaration; which one it is says what is not null.
struct Declaration {
  std::unique_ptr<ConstantNode> constant;
  std::unique_ptr<NamedTypeNode> type;
  std::unique_ptr<VariableNode> variable;
  std::unique_ptr<Routine> routine;
};

struct Declarations {
  std::vector<Declaration> all;
};

struct Specification {
  Declarations declarations;
  std::vector<Rule> rules;  // and start states and invariants
};

}  // namespace quotient::murphi
