#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

/// Formulas of linear temporal logic. A proposition is an opaque number: what it means is known to the caller alone.
namespace quotient::ltl {

enum class Operator : std::uint8_t {
  falsum,
  verum,
  proposition,
  negation,
  conjunction,
  disjunction,
  next,
  until,
  release,
};

/// A formula of one `Formulas`. Formulas are shared: within an arena two handles are equal iff the formulas are, up to
/// the order and repetition of the operands of a conjunction or disjunction.
struct Formula {
  std::uint32_t id = 0;
  friend bool operator==(Formula, Formula) = default;
};

/// What is known of a formula from its shape alone.
struct Shape {
  bool boolean = false;  // without temporal operators
  // [Etessami, Holzmann 2000]. Eventual: a word that has a suffix satisfying it satisfies it. Universal: every suffix
  // of a word that satisfies it satisfies it. `[]<>p` is both.
  bool eventual = false;
  bool universal = false;
  bool next_free = false;  // hence not able to count steps: its truth survives stuttering
  bool normal = false;     // negations stand before propositions only: negation normal form
};

/// Owns formulas. They live as long as it does; handles and the spans it gives stay valid as it grows. Not thread-safe.
class Formulas {
 public:
  Formulas();

  // Constants, repeated operands and double negations disappear at once; everything else stays as it was built.
  Formula constant(bool value) const { return {value ? 1U : 0U}; }
  Formula proposition(std::uint32_t number);
  Formula negation(Formula f);
  Formula conjunction(std::span<const Formula> operands);
  Formula conjunction(Formula a, Formula b);
  Formula disjunction(std::span<const Formula> operands);
  Formula disjunction(Formula a, Formula b);
  Formula next(Formula f);
  Formula until(Formula a, Formula b);    // a holds until b does, and b does
  Formula release(Formula a, Formula b);  // b holds up to and including the first a, or for ever: the dual of until

  /// The same by operator; `number` is that of a proposition.
  Formula make(Operator op, std::uint32_t number, std::span<const Formula> operands);

  // Spelled out in terms of those above.
  Formula implies(Formula a, Formula b);
  Formula equivalent(Formula a, Formula b);
  Formula always(Formula f);
  Formula eventually(Formula f);
  Formula weak_until(Formula a, Formula b);  // a until b, where b need not come

  Operator op(Formula f) const { return nodes_[f.id].op; }
  std::span<const Formula> operands(Formula f) const { return nodes_[f.id].operands; }
  Formula operand(Formula f, std::size_t i) const { return nodes_[f.id].operands[i]; }
  std::uint32_t proposition_number(Formula f) const { return nodes_[f.id].proposition; }
  Shape shape(Formula f) const { return nodes_[f.id].shape; }
  /// The longest chain of operators in it.
  std::uint32_t depth(Formula f) const { return nodes_[f.id].depth; }
  bool is_true(Formula f) const { return f.id == 1; }
  bool is_false(Formula f) const { return f.id == 0; }
  bool is_literal(Formula f) const;
  bool is_always(Formula f) const { return op(f) == Operator::release && is_false(operand(f, 0)); }
  bool is_eventually(Formula f) const { return op(f) == Operator::until && is_true(operand(f, 0)); }

  /// The formula and all it is made of, operands before what they are operands of, each once.
  std::vector<Formula> subformulas(Formula f) const;
  /// The numbers of its propositions, ascending.
  std::vector<std::uint32_t> propositions(Formula f) const;
  /// A total order that depends on the formulas, not on when they were built.
  std::strong_ordering compare(Formula a, Formula b) const;
  /// The formula as `parse_formula` reads it, fully parenthesised, propositions as p0, p1, …
  std::string text(Formula f) const;

 private:
  struct Node {
    Operator op = Operator::falsum;
    Shape shape;
    std::uint32_t proposition = 0;
    std::uint32_t depth = 0;
    std::uint64_t hash = 0;
    std::vector<Formula> operands;
  };

  Formula intern(Operator op, std::uint32_t proposition, std::vector<Formula> operands);
  Formula gather(Operator op, std::span<const Formula> operands);
  Shape shape_of(const Node& node) const;

  std::deque<Node> nodes_;
  std::unordered_multimap<std::uint64_t, Formula> by_hash_;
};

}  // namespace quotient::ltl
