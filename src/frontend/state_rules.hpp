#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/system.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

/// A system that also applies rules to its states, and in which it is a violation (an invariant, its site
/// the number of an instance) if a state and its image do not have corresponding steps, findings and labels. Where
/// no state violates it, every instance maps steps to steps wherever the search of the system can
/// reach, and identifying states that rules map to each other loses nothing.
class RuleCheck : public SystemDecorator {
 public:
  using SystemDecorator::SystemDecorator;

  /// What does not correspond.
  struct Mismatch {
    std::size_t instance = 0;
    std::vector<std::uint8_t> state, image;
    /// A step of one of the two to which none of the other corresponds: from where, and where it leads. Nullopt if
    /// it is findings or labels that differ.
    bool step_of_image = false;
    std::optional<std::vector<std::uint8_t>> target;
  };
  /// What is wrong in a state, if anything.
  virtual std::optional<Mismatch> mismatch(StateView state) const = 0;
};

/// What the modeller declares interchangeable in the states of one system (`--symmetry rules`). Each rule has
/// instances, which are numbered consecutively. Immutable.
class StateRules {
 public:
  virtual ~StateRules() = default;

  virtual std::size_t rule_count() const = 0;
  virtual std::size_t instance_count() const = 0;
  virtual std::string name(std::size_t instance) const = 0;
  virtual SourceRange place(std::size_t instance) const = 0;

  /// For each instance, whether some element of the detected group acts in the same way: then it is a symmetry,
  /// and no state need be checked. False means unknown. `with_labels`: accept and progress labels count.
  virtual std::vector<bool> in_group(const System& system, const Symmetry& found, bool with_labels) const = 0;
  /// To be searched, so that rules are tried on all states. `system` must outlive it.
  virtual std::unique_ptr<RuleCheck> check(const System& system, bool with_labels) const = 0;
  /// Identifies states that rules map to each other. `checked`: every instance is known to map steps to steps.
  virtual std::unique_ptr<StateOrbits> orbits(bool checked) const = 0;
  /// The same by rewriting, for several rules: two states of an orbit may end differently.
  virtual std::unique_ptr<Reduction> rewriting(bool checked) const = 0;
};

}  // namespace quotient
