#pragma once

#include <cstdint>
#include <vector>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/symmetry/parts.hpp"
#include "bmethod/symmetry/state_parts.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

/// The elements of POW(S), of an arrow (A <-> B, A --> B, …) or of a set of sequences as the outcomes of decisions
/// taken one after the other: whether an element or a couple belongs to it, what a function makes of an argument, or
/// which is the next in the sequence.
class Growth {
 public:
  /// Whether the elements of a set can be built that way.
  static bool knows(Op op);
  /// Evaluates what the set is made of; the evaluator may have failed afterwards. A step may bound how long sequences
  /// are.
  Growth(Evaluator& evaluator, const MachineSymmetry& symmetry, const Node* set, std::uint32_t site,
         const Limits& limits, const Step* bounded);
  /// Of all values of a flat type.
  Growth(Evaluator& evaluator, const MachineSymmetry& symmetry, const Type* type);

  /// Of one argument at a time.
  bool is_functional() const { return functional_; }
  /// There are longer sequences than those that are built.
  bool is_cut() const { return cut_; }
  std::size_t decisions() const;
  std::span<const Value> arguments() const { return from_; }
  /// From now on only functions of which this is told; false where there is none.
  bool heed(SetEnumerator::Points told);
  /// Logarithm of a number of values that there certainly are, without regard to symmetry.
  double log_count() const;

  /// Members of a set under construction.
  using Members = std::vector<Value>;

  /// Calls back with a member to add, or null for none, for each way to take the next decision.
  template <typename F>
  void ways(std::size_t decision, const Members& members, F&& way) {
    if (may_skip(decision, members)) way(nullptr);
    if (is_sequence_ && members.size() < decision) return;  // it has ended
    if (functional_) {
      for (const Value to : to_) {
        if (!told_.empty() && told_[decision] && !is_told(decision, to)) continue;
        if (kind_.injective && reaches(members, to)) continue;
        const Value pair = couple(from_[decision], to);
        way(&pair);
      }
    } else if (is_relation_) {
      const Value pair = couple(from_[decision / to_.size()], to_[decision % to_.size()]);
      way(&pair);
    } else {
      way(&from_[decision]);
    }
  }
  /// Whether nothing is missing, once all decisions were taken.
  bool is_complete(const Members& members) const;
  /// Whether it can still be completed when so many decisions were taken.
  bool is_promising(std::size_t decisions, const Members& members) const;
  /// The parts of a construction: what was chosen, and what was decided on.
  void describe(std::size_t decisions, const Members& members, std::vector<Part>& into) const;
  Value build(const Members& members);

 private:
  bool is_told(std::size_t decision, Value to) const { return equal(member_->type->second, *told_[decision], to); }
  bool may_skip(std::size_t decision, const Members& members) const;
  bool reaches(const Members& members, Value to) const;
  std::size_t missing(const Members& members) const;
  Value couple(Value from, Value to) { return make_pair(evaluator_.arena, member_->type, from, to); }

  Evaluator& evaluator_;
  std::vector<Value> scratch_;
  const Type* type_;  // of what is built
  const Shape* member_ = nullptr;
  bool is_relation_ = false;
  bool is_sequence_ = false;
  bool functional_ = false;
  bool nonempty_ = false;
  bool cut_ = false;
  RelationKind kind_{};
  Members from_, to_;
  std::vector<std::optional<Value>> told_;  // of a function, for each argument; none where nothing is
};

}  // namespace quotient::bmethod
