#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "bmethod/evaluate/executor.hpp"
#include "bmethod/symmetry/growth.hpp"
#include "bmethod/symmetry/labeller.hpp"
#include "bmethod/symmetry/state_parts.hpp"

namespace quotient::bmethod {

/// Solves plans up to permutations of the elements: of solutions that a permutation takes to one another which leaves
/// alone what is known already, exactly one is found, and the others are not even built. So the PROPERTIES are solved,
/// and the choices of ANY, `::` and their like, where subsets, relations, functions or sequences are to be chosen.
///
/// Variables get their values one after the other. Of the values of the next one, those that a permutation takes to one
/// another which leaves the earlier ones alone lead to the same solutions. A subset, relation, function or sequence is
/// grown decision by decision, and after each of them only one of every orbit of half-built values is kept: whatever
/// completes a value that was dropped has its like among the completions of the one kept, since the next decision is
/// taken in all ways. So the work is in proportion to the orbits, of half-built values and of whole ones.
class OrbitSolver final : public PlanSolver {
 public:
  /// All must outlive the solver.
  OrbitSolver(const MachineSymmetry& symmetry, const Program& program, Evaluator& evaluator);

  /// Whether there is anything to choose in initialisation and operations that is worth it.
  bool serves_substitutions() const { return serves_substitutions_; }
  /// What has a value from now on. All that is solved until the next call may depend on it.
  enum class Known : std::uint8_t { nothing, constants, constants_and_variables };
  void begin(Known known);

  /// As PlanRunner::run, lenient. 0 is the usual budget.
  bool run(const Plan& plan, PlanRunner::Solutions found, std::uint64_t budget = 0);
  /// Where there is nothing to be gained the evaluator does it.
  bool solve(const Plan& plan, PlanRunner::Solutions found) override;

 private:
  using Members = Growth::Members;
  using Keys = std::unordered_set<std::string>;

  /// What is known of a plan beforehand.
  struct Outlook {
    std::vector<std::vector<std::int32_t>> slots;  // that each step draws values for
    bool worthwhile = false;                       // there is something to grow
  };
  /// One search; they nest.
  struct Search {
    const Plan& plan;
    const Outlook& outlook;
    std::vector<Part> bound;
    std::uint64_t budget;
    PlanRunner::Solutions found;
  };

  const Outlook& outlook(const Plan& plan);
  bool is_growing(const Step& step) const;
  bool is_growing(const Node* set) const;
  Part part_of(std::int32_t slot) const;
  /// Whether a permutation other than the identity leaves alone what is known.
  std::optional<bool> solve_constraints(const Plan& plan, PlanRunner::Solutions found, std::uint64_t budget);
  bool known_is_symmetric();

  bool run_from(Search& search, std::size_t at);
  bool draw(Search& search, std::size_t at, PlanRunner::Elements receive);
  bool draw_from(Search& search, std::size_t at, const Node* set, PlanRunner::Elements receive);
  bool grow(Search& search, std::size_t at, Growth& growth, PlanRunner::Elements receive);
  bool spend(Search& search, std::uint32_t site);
  bool is_new(std::span<const Part> parts, Keys& keys);
  bool may_hold(const Step& step, const Growth& growth, const Members& members);

  const MachineSymmetry& symmetry_;
  const Program& program_;
  Evaluator& evaluator_;
  Labeller labeller_;
  bool serves_substitutions_ = false;
  // What was known at first, and what was chosen since. All else is computed from these, whatever it is, so that a
  // permutation which leaves these alone leaves it alone.
  std::vector<Part> known_;
  std::unordered_map<const Plan*, Outlook> outlooks_;  // references stay valid while it grows
  std::vector<std::uint8_t> bytes_;
};

}  // namespace quotient::bmethod
