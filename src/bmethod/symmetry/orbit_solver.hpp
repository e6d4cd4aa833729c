#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "bmethod/evaluator.hpp"
#include "bmethod/symmetry/growth.hpp"
#include "bmethod/symmetry/labeller.hpp"
#include "bmethod/symmetry/state_parts.hpp"

namespace quotient::bmethod {

/// Solves the PROPERTIES up to permutations of the elements: of solutions that a permutation takes to one another,
/// exactly one is found, and the others are not even built.
///
/// Constants get their values one after the other. Of the values of the next one, those that a permutation takes to one
/// another which leaves the earlier constants alone lead to the same solutions. A subset, relation or function is grown
/// decision by decision, and after each of them only one of every orbit of half-built values is kept: whatever
/// completes a value that was dropped has its like among the completions of the one kept, since the next decision is
/// taken in all ways. So the work is in proportion to the orbits, of half-built values and of whole ones.
class OrbitSolver {
 public:
  /// All must outlive the solver.
  OrbitSolver(const MachineSymmetry& symmetry, const Program& program, Evaluator& evaluator);

  /// As Evaluator::run of the PROPERTIES, lenient.
  bool run(Evaluator::Solutions found, std::uint64_t budget);

 private:
  using Members = Growth::Members;
  using Keys = std::unordered_set<std::string>;

  bool run_from(std::size_t at, Evaluator::Solutions found);
  bool draw(std::size_t at, Evaluator::Elements receive);
  bool grow(std::size_t at, Growth& growth, Evaluator::Elements receive);
  bool spend(std::uint32_t site);
  bool is_new(std::span<const Part> parts, Keys& keys);
  bool may_hold(std::size_t at, Growth& growth, const Members& members);
  bool may_hold(const Node* filter);

  const MachineSymmetry& symmetry_;
  const Program& program_;
  const Plan& plan_;
  Evaluator& evaluator_;
  Labeller labeller_;
  std::vector<std::vector<std::int32_t>> slots_;         // that each step binds
  std::vector<std::vector<const Node*>> early_filters_;  // that see a function only by its values at arguments
  std::vector<Part> bound_;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t budget_ = 0;
};

}  // namespace quotient::bmethod
