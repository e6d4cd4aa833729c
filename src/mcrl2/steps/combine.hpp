#pragma once

#include <memory>
#include <span>
#include <vector>

#include "mcrl2/steps/match.hpp"
#include "mcrl2/steps/open_sums.hpp"

namespace quotient::mcrl2 {

/// The steps of a group, for one state at a time, from those of its children that can move now: first asks what each
/// child offers (Offers), then closes sums that only communications bound (OpenSums), then matches (Matcher). Groups
/// inside are combiners of their own.
class Combiner {
 public:
  /// `around` are the open sums of the group that this one is in.
  Combiner(const Model& model, std::uint32_t group, ActionTable& actions, LocalStates& locals,
           const OpenSums* around = nullptr);
  Combiner(const Combiner&) = delete;  // its parts know each other
  Combiner& operator=(const Combiner&) = delete;

  /// Steps of this group in the state, in a fixed order. Eight bytes behind the state must be readable. Throws
  /// EvaluationError.
  void run(const std::uint8_t* state);
  std::span<const Combined> results() const { return steps_.results; }
  std::span<const Part> parts(const Combined& result) const { return steps_.parts_of(result); }
  /// Whether some steps may be the same, with the same parts or other ones.
  bool may_repeat() const { return may_repeat_; }
  /// Whether all processes below have ended.
  bool done() const;
  void clear();

 private:
  void look(const std::uint8_t* state);
  void look_at_process(std::uint32_t child, const std::uint8_t* state);
  void look_at_group(std::uint32_t child, const std::uint8_t* state);
  void look_at_groups(const std::uint8_t* state);
  void give_terms(const std::uint8_t* state);  // give_terms.cpp
  void find_terms(std::uint32_t child, std::uint32_t summand, std::vector<std::uint32_t>& moves);

  const Model& model_;
  const Group& group_;
  ActionTable& actions_;
  LocalStates& locals_;
  GroupRules rules_;
  Offers offers_;
  OpenSums open_sums_;
  Matcher matcher_;
  std::vector<std::unique_ptr<Combiner>> nested_;       // by child; null for processes
  std::vector<std::unique_ptr<LocalState>> own_views_;  // of nested groups
  bool has_groups_ = false;
  std::vector<std::uint32_t> group_order_;  // in which they are asked

  // Of the state at hand.
  /// The bytes behind a view, as LocalStates::at reads them, of a process that fits into a word: few processes differ
  /// from one state to the next, and the others need not be looked up.
  struct Seen {
    std::uint64_t mask = 0;  // none: to be looked up always
    std::uint64_t word = 0;
    bool valid = false;
  };
  std::vector<Seen> seen_;
  std::vector<std::uint32_t> open_children_;
  bool may_repeat_ = false;
  GroupSteps steps_;
};

}  // namespace quotient::mcrl2
