#pragma once

#include "mcrl2/syntax/ast.hpp"

/// The text of a modal formula as a tree. State formulas, regular formulas and action formulas share one kind of node.
namespace quotient::mcrl2::ast {

struct Formula;
using FormulaPtr = std::unique_ptr<Formula>;

struct Formula {
  enum class Kind {
    // Of state and of action formulas.
    truth,
    falsity,
    value,        // val(data)
    negation,     // operands[0]
    conjunction,  // operands
    disjunction,  // operands
    implication,  // two operands
    forall,       // variables, operands[0]
    exists,
    // Of action formulas.
    actions,  // a multi-action: `actions`; none at all is tau
    // Of regular formulas; an action formula is one.
    nothing,   // nil, the empty word
    sequence,  // operands
    choice,    // operands
    star,      // operands[0]
    plus,
    // Of state formulas.
    box,      // operands: what is done, what holds then
    diamond,  // the same
    mu,       // `name`, variables with the data they start with, operands[0]
    nu,
    call  // `name`, data
  };
  Kind kind = Kind::truth;
  SourceRange range;
  std::string_view name;
  SourceRange name_range;
  std::vector<DataPtr> data;
  std::vector<Variable> variables;
  std::vector<ProcPtr> actions;  // instances
  std::vector<FormulaPtr> operands;
  int depth = 1;
};

/// A file with a formula: declarations of its own, and the formula, null where it is broken.
struct FormulaFile {
  Specification declarations;
  FormulaPtr formula;
  /// Connectives where a quantifier or a fixed point below a modality ended; see `FormulaScope`.
  std::vector<SourceRange> early_ends;
};

}  // namespace quotient::mcrl2::ast
