#pragma once

#include <initializer_list>
#include <vector>

#include "mcrl2/steps/group_rules.hpp"
#include "mcrl2/steps/offers.hpp"

namespace quotient::mcrl2 {

/// Forms the steps of a group from what its children offer; everything they can do is known by now. With an `allow` it
/// looks for the partners of each permitted multi-action (match.cpp, match_quick.cpp); without, it goes through all
/// combinations but leaves those early in which an action waits for a partner that nobody offers (match_all.cpp).
class Matcher {
 public:
  Matcher(const Model& model, std::uint32_t group, const GroupRules& rules, const Offers& offers, ActionTable& actions,
          LocalStates& locals);

  /// All steps, in a fixed order.
  void run(GroupSteps& out);
  /// Throws EvaluationError where it cannot be decided whether two actions have equal arguments: match_arguments.cpp.
  void check_arguments();
  /// Forgets what was computed from actions.
  void clear();

 private:
  struct Slot {
    ActName name;
    std::uint32_t group;
    std::uint32_t kind;  // the first slot that anything fitting this one fits as well
    bool filled;
  };

  void check_arguments(ActName a, ActName b);
  bool takes(std::uint32_t child, const Offer& offer, InstanceId given);
  [[noreturn]] void cannot_compare(std::uint32_t child, const Offer& offer, InstanceId other) const;
  void emit();
  void with_silent(std::uint32_t first_child);

  // With recipes.
  void follow_alone(ActName name);
  void follow_pair(std::size_t recipe);
  void add_result(MultiId result, std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> chosen);
  void follow(const Recipe& recipe);
  void fill();
  void fill_known(std::size_t slot, InstanceId representative);
  void fill_any(std::size_t slot);
  std::uint32_t missing(std::uint32_t kind) const;
  void attempt(std::uint32_t child, std::uint32_t move, std::uint32_t kind);
  void assign(std::span<const InstanceId> actions, std::uint32_t kind, bool met);

  // Without.
  void choose(std::size_t position);
  bool feasible(std::size_t position);
  bool offered_behind(InstanceId instance, std::size_t position) const;
  void choose_move(std::size_t position, std::uint32_t move);

  const Model& model_;
  std::uint32_t number_;  // of the group
  const GroupRules& rules_;
  const Offers& offers_;
  ActionTable& actions_;
  LocalStates& locals_;

  GroupSteps* out_ = nullptr;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> least_;  // by kind of slot: the first child that may still fill one
  std::vector<InstanceId> representatives_;
  std::vector<std::uint8_t> used_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> chosen_;  // child, move
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> position_;  // of a child in the order
  /// What a pair of communicating actions becomes, by recipe and one of the two.
  struct Pair {
    MultiId result;
    InstanceId wanted;
  };
  std::vector<std::vector<Pair>> pairs_;
};

}  // namespace quotient::mcrl2
