#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "frontend/parametric.hpp"
#include "frontend/state_rules.hpp"
#include "frontend/symmetry_source.hpp"
#include "model/channel_diagram.hpp"
#include "model/cycle_property.hpp"
#include "model/parity_game.hpp"
#include "model/random_steps.hpp"
#include "model/system.hpp"

namespace quotient {

struct Subject;

/// A part of a formula that may make no difference to it: something that must hold now and then for the formula to ask
/// for anything, or a proposition.
struct Condition {
  std::string text;
  SourceRange range;
  /// A subject that is verified where the part makes no difference: the program with a claim that the condition never
  /// holds, or that the formula holds with this proposition replaced by the worst it could be. Null: none.
  std::function<std::unique_ptr<Subject>()> never;
  bool is_proposition = false;
};

/// What one search explores: a model alone, or together with one of its claims; and what its language can say of it.
/// Code that works on a subject asks what it can do, never which language it is in.
struct Subject {
  std::string name;   // of what is checked beside the states of the model: a claim, "accept", "progress"; else empty
  std::string claim;  // its name; empty: the model alone
  std::optional<SourceRange> claim_at;  // in the text
  bool is_formula = false;              // the claim is one
  /// The claim cannot tell one step from several between which nothing changes that it speaks of.
  bool ignores_stuttering = false;
  std::vector<Condition> conditions;  // of the claim, where it is a formula

  std::unique_ptr<System> system;
  /// The infinite runs that are wrong, where the search is to look for them.
  std::optional<CycleProperty> cycles;
  /// The states are positions of a game that decides the claim; null where they are not. Lives as long as the system.
  const ParityGame* game = nullptr;
  /// Some steps lead to states that are drawn at random; null where none do. Lives as long as the system.
  const RandomSteps* random = nullptr;
  /// Its steps mark states as accepting or as progress, whether or not a search looks for that.
  bool has_cycle_labels = false;
  /// Which statements make one step is for us to choose: states in which only one thing can happen may be passed.
  bool may_join_steps = false;
  /// Arriving at an initial state counts as a transition, as in SPIN.
  bool counts_initial = true;
  /// Its processes exchange messages: which processes communicate can be seen in its steps.
  bool exchanges_messages = false;

  std::shared_ptr<const SymmetrySource> symmetry;  // null: the language knows of none
  std::shared_ptr<const StateRules> rules;         // null: none were given
  std::shared_ptr<const FamilySource> families;    // null: the language does not say of what there can be any number
  /// With rules and a claim: the same without the claim. Null where that cannot be had.
  std::function<std::unique_ptr<Subject>()> alone;
  std::optional<ChannelDiagram> diagram;  // as the text has it, where the settings ask for it
};

}  // namespace quotient
