#pragma once

#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>
#include <vector>

namespace quotient::bmethod {

inline Gecode::IntSet number_set(const std::vector<int>& numbers) {
  return numbers.empty() ? Gecode::IntSet::empty : Gecode::IntSet(numbers.data(), static_cast<int>(numbers.size()));
}

/// What Gecode searches: copied for each branch. Only the variables of the plan are kept by name; others are determined
/// by them.
class ConstraintSpace final : public Gecode::Space {
 public:
  Gecode::IntVarArray integers;
  Gecode::BoolVarArray members;  // for each subset and each element that it may have: whether it has it

  ConstraintSpace() = default;
  ConstraintSpace(ConstraintSpace& from) : Gecode::Space(from) {
    integers.update(*this, from.integers);
    members.update(*this, from.members);
  }
  Gecode::Space* copy() override { return new ConstraintSpace(*this); }
};

}  // namespace quotient::bmethod
