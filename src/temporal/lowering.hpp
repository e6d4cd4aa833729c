#pragma once

#include <cstdint>

#include "temporal/formula.hpp"

namespace quotient::temporal {

/// What a product of a model and a formula can tell apart in a state and a step.
inline constexpr std::uint32_t most_propositions = 64;

/// Turns a formula as it was read into one over propositions. A language says what atoms and quantifiers are.
class Lowering {
 public:
  explicit Lowering(const Syntax& from) : from_(from) {}
  virtual ~Lowering() = default;
  Tree run() {
    made_.root = lower(from_.tree.root);
    return std::move(made_);
  }

 protected:
  virtual NodeId atom(const Atom& atom) = 0;
  virtual NodeId quantified(const Node& node) = 0;
  /// Of the step that a `next` counts; a proposition.
  virtual std::uint32_t step(const Atom& atom) = 0;

  NodeId lower(NodeId id) {
    const Node& node = from_.tree[id];
    if (node.op == Operator::atom) {
      const NodeId made = atom(from_.atoms[node.atom]);
      made_.nodes[made].range = node.range;
      return made;
    }
    if (node.op == Operator::for_all || node.op == Operator::exists) return quantified(node);
    Node made{node.op, node.path, no_atom, {}, {}, node.range};
    for (const NodeId operand : node.operands) made.operands.push_back(lower(operand));
    if (node.atom != no_atom) made.atom = step(from_.atoms[node.atom]);
    return made_.add(std::move(made));
  }
  NodeId proposition(std::uint32_t number) {
    return made_.add({Operator::atom, PathQuantifier::none, number, {}, {}, {}});
  }
  const Syntax& from() const { return from_; }
  Tree& tree() { return made_; }

 private:
  const Syntax& from_;
  Tree made_;
};

}  // namespace quotient::temporal
