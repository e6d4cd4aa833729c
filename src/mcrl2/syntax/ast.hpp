#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

/// The text as a tree, before names and sorts are resolved. Names point into the source file, which must outlive it.
namespace quotient::mcrl2::ast {

struct StructConstructor;

struct SortExpr {
  enum class Kind {
    name,       // Bool, Nat, a declared sort: `name`
    container,  // List, Set, FSet, Bag, FBag: `name`, one argument
    function,   // arguments are the domain and, last, the codomain
    structure   // `constructors`
  };
  Kind kind = Kind::name;
  SourceRange range;
  std::string_view name;
  std::vector<SortExpr> arguments;
  std::vector<StructConstructor> constructors;
};

struct StructField {
  std::string_view name;  // of the projection, or empty
  SourceRange range;
  SortExpr sort;
};

struct StructConstructor {
  std::string_view name;
  SourceRange range;
  std::vector<StructField> fields;
  std::string_view recogniser;  // or empty
  SourceRange recogniser_range;
};

struct Variable {
  std::string_view name;
  SourceRange range;
  SortExpr sort;
};

struct DataExpr;
using DataPtr = std::unique_ptr<DataExpr>;

struct Assignment {
  std::string_view name;
  SourceRange range;
  DataPtr value;
};

struct DataExpr {
  enum class Kind {
    name,           // also true and false
    number,         // `name` holds the digits
    list,           // [a, b]
    set,            // {a, b}
    bag,            // {a: 1, b: 2}: elements and counts alternate; {:} is the empty one
    comprehension,  // {x: S | e}
    lambda,
    forall,
    exists,
    apply,   // arguments[0] is the head; operators are heads with the name of the operator
    update,  // f[a -> b]
    where    // e whr x = d end
  };
  Kind kind = Kind::name;
  SourceRange range;
  std::string_view name;
  std::vector<DataPtr> arguments;
  std::vector<Variable> variables;
  std::vector<Assignment> assignments;
  int depth = 1;  // of the tree below; bounded by the parser
};

struct ProcExpr;
using ProcPtr = std::unique_ptr<ProcExpr>;

struct Name {
  std::string_view text;
  SourceRange range;
};

/// a|b -> c of `comm`; a|b of `allow` (no target); a -> b of `rename`; a of `block` and `hide`.
struct ActionSet {
  std::vector<Name> actions;
  Name target;
};

struct ProcExpr {
  enum class Kind {
    instance,  // an action or a process: `name`, `arguments`; `assignments` for P(x = e)
    delta,
    tau,
    multi,      // a | b: operands
    sequence,   // operands
    choice,     // operands
    parallel,   // operands
    sum,        // variables, operands[0]
    dist,       // variables, arguments[0] (the probability), operands[0]
    condition,  // arguments[0], operands[0], perhaps operands[1]
    at,         // operands[0] @ arguments[0]
    block,
    allow,
    comm,
    hide,
    rename  // action_sets, operands[0]
  };
  Kind kind = Kind::delta;
  SourceRange range;
  std::string_view name;
  bool by_assignment = false;  // P(x = e) or P(): parameters not named keep their values
  std::vector<DataPtr> arguments;
  std::vector<Assignment> assignments;
  std::vector<Variable> variables;
  std::vector<ProcPtr> operands;
  std::vector<ActionSet> action_sets;
  int depth = 1;
};

struct SortDecl {
  Name name;
  bool defined = false;
  SortExpr sort;
};

/// A name with a sort: of `cons`, `map`, `glob`; of `act`, where the sort is a list of arguments.
struct SymbolDecl {
  Name name;
  SortExpr sort;
};

struct ActionDecl {
  Name name;
  std::vector<SortExpr> arguments;
};

struct Equation {
  SourceRange range;
  DataPtr condition;  // or null
  DataPtr left;
  DataPtr right;
};

/// One `var … eqn …` block: the variables are those of its equations only.
struct EquationBlock {
  std::vector<Variable> variables;
  std::vector<Equation> equations;
};

struct ProcDecl {
  Name name;
  std::vector<Variable> parameters;
  ProcPtr body;
};

struct Specification {
  std::vector<SortDecl> sorts;
  std::vector<SymbolDecl> constructors;
  std::vector<SymbolDecl> maps;
  std::vector<Variable> globals;
  std::vector<EquationBlock> equations;
  std::vector<ActionDecl> actions;
  std::vector<ProcDecl> processes;
  ProcPtr init;  // null where there is none or it is broken
  SourceRange init_range;
  std::vector<std::string_view> broken;  // names that occur in declarations that could not be read
};

}  // namespace quotient::mcrl2::ast
