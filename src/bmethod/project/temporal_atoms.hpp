#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

struct Node;

/// What the atoms of a temporal formula say in B, to be typed and compiled with the machine.
struct TemporalAtoms {
  /// Bound by a quantifier of the formula itself, outside of all predicates.
  struct Variable {
    Identifier name;
    Expr* restriction = nullptr;
    std::vector<std::uint32_t> scope;  // variables bound around it
    Symbol* symbol = nullptr;          // by the checker
    // By the compiler:
    std::int32_t slot = -1;
    const Node* restricted = nullptr;  // the restriction
    bool is_drawn = false;             // the restriction says nothing but from which set
    const Node* drawn_from = nullptr;  // a set that holds all values that satisfy it; null: none is known
  };
  struct Expression {
    enum class Kind : std::uint8_t { predicate, value, argument };
    Kind kind = Kind::predicate;
    Expr* expr = nullptr;
    std::string operation;  // of an argument
    std::size_t parameter = 0;
    std::vector<std::uint32_t> scope;
    const Node* node = nullptr;  // by the compiler
  };
  std::vector<Variable> variables;
  std::vector<Expression> expressions;
  /// By the compiler: sets whose elements the formula distinguishes, and the names of elements in it.
  std::vector<std::uint32_t> sets;
  std::vector<std::string> elements;
};

}  // namespace quotient::bmethod
