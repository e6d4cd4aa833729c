#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"

/// Temporal formulas of all languages: one grammar, atoms that only their language understands.
namespace quotient::temporal {

enum class Operator : std::uint8_t {
  verum,
  falsum,
  atom,  // in a formula as it was read: a piece of text; in a lowered one: a proposition
  negation,
  conjunction,
  disjunction,
  implication,
  equivalence,
  next,
  eventually,
  always,
  until,
  weak_until,
  release,
  yesterday,
  once,
  historically,
  since,
  trigger,
  for_all,  // a value that an atom restricts, over the operand
  exists,
};

/// Of the operators of a branching formula: on all runs from here, or on some.
enum class PathQuantifier : std::uint8_t { none, all, some };

/// A piece of the text of an atom.
struct Piece {
  std::string text;
  SourceRange range;
};

/// What is true or false at a place of a run, as it was written.
struct Atom {
  enum class Kind : std::uint8_t {
    predicate,  // { text }: of the state
    step,       // [ name(arguments) ]: of the step from it
    call,       // name(arguments)
    word,       // name
  };
  Kind kind = Kind::word;
  Piece name;  // of a predicate its text
  bool has_arguments = false;
  std::vector<Piece> arguments;  // empty text: any value
  SourceRange range;
};

using NodeId = std::uint32_t;
inline constexpr std::uint32_t no_atom = 0xffff'ffff;

struct Node {
  Operator op = Operator::verum;
  PathQuantifier path = PathQuantifier::none;
  std::uint32_t atom = no_atom;  // of `atom`, of a quantifier; of `next`: the steps that count, no_atom: all
  std::vector<NodeId> operands;
  Piece variable;  // of a quantifier
  SourceRange range;
};

/// A formula as a tree in an arena; operands stand before what they are operands of.
struct Tree {
  std::vector<Node> nodes;
  NodeId root = 0;

  NodeId add(Node node) {
    nodes.push_back(std::move(node));
    return static_cast<NodeId>(nodes.size() - 1);
  }
  NodeId add(Operator op, std::vector<NodeId> operands) {
    return add({.op = op, .operands = std::move(operands), .variable = {}, .range = {}});
  }
  const Node& operator[](NodeId id) const { return nodes[id]; }
};

/// A formula as it was read.
struct Syntax {
  Tree tree;
  std::vector<Atom> atoms;
};

inline bool is_past(Operator op) { return op >= Operator::yesterday && op <= Operator::trigger; }
inline bool is_future(Operator op) { return op >= Operator::next && op <= Operator::release; }

}  // namespace quotient::temporal
