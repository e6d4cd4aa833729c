#pragma once

#include <optional>
#include <vector>

#include "mcrl2/steps/group_rules.hpp"
#include "mcrl2/steps/offers.hpp"

namespace quotient::mcrl2 {

/// Reports which numbers were seen since it was last started.
class Once {
 public:
  void start() { ++now_; }
  bool first(std::uint32_t number) {
    if (number >= seen_.size()) seen_.resize(number + 64, 0);
    if (seen_[number] == now_) return false;
    seen_[number] = now_;
    return true;
  }
  bool has(std::uint32_t number) const { return number < seen_.size() && seen_[number] == now_; }

 private:
  std::vector<std::uint64_t> seen_;
  std::uint64_t now_ = 0;
};

/// Sums of one group that only communications bound: gives them the values that others offer in the state at hand
/// (close_sums.cpp), once it is shown that these are all (resolve_sums.cpp, exchange.cpp, sums_around.cpp).
class OpenSums {
 public:
  /// `around` are those of the group that this one is in, or null.
  OpenSums(const Model& model, const Group& group, const GroupRules& rules, Offers& offers, ActionTable& actions,
           LocalStates& locals, const OpenSums* around);

  /// Replaces the views of these children, increasing, whose bases have open offers, by closed ones. Views must be
  /// indexed before, and again afterwards. Throws EvaluationError.
  void close(std::span<const std::uint32_t> children);
  /// The moves of the base of one of these children that its view has besides its own.
  const std::vector<std::uint32_t>& derived(std::uint32_t child) const;

 private:
  struct OpenSum {
    std::uint32_t child = 0;
    std::uint32_t number = 0;  // of its summand
    const CompiledSummand* summand = nullptr;
    std::span<const OpenOffer> offers;  // by position
    bool resolved = false;
    /// By position: actions that open sums agreed on, and whether all were found that way.
    std::vector<std::vector<InstanceId>> agreed;
    std::vector<bool> all_agreed;
    /// Arguments that open sums know of one of its actions, enough for one of its part closings.
    struct Part {
      std::uint32_t closing;
      std::vector<Value> arguments;
    };
    std::vector<Part> parts;
    bool closed_by_parts = false;  // these, and what is offered, are all that one of its actions can be
  };
  struct Exchange {
    Together names;  // of a communication, each to be done by an open offer of another child
    std::vector<std::uint32_t> children;
    std::vector<std::optional<Value>> arguments;
    /// Where an argument is not known: the fewest values that one of them leaves it; null: nobody does.
    std::vector<const std::vector<Value>*> ranges;
    std::optional<ActId> action;                                // of the first name
    std::vector<InstanceId> found;                              // of the first name
    std::vector<std::vector<std::optional<Value>>> unfinished;  // ways in which an argument is known to nobody
  };

  // close_sums.cpp
  void list_sums();
  bool derive(const OpenSum& sum);
  bool may_be(const OpenOffer& offer, InstanceId instance) const;
  void candidates(const OpenSum& sum, std::uint32_t position, std::vector<InstanceId>& out);
  ActName name_at(const OpenSum& sum, std::uint32_t position) const;

  // resolve_sums.cpp
  void resolve();
  bool resolve_more();
  bool resolved(const OpenSum& sum) const;
  bool does(const OpenSum& sum, ActName name) const;
  bool does_besides(const OpenSum& sum, std::uint32_t position, ActName name) const;
  bool offered_to(const OpenSum& sum, ActName name) const;
  bool fits(const OpenSum& sum, const Recipe& recipe) const;
  bool may_move(const OpenSum& sum) const;
  bool tells(const OpenSum& sum, const Together& together, std::uint32_t position) const;
  bool told(const OpenSum& sum, std::uint32_t position, std::span<const Together> groups) const;
  bool closes(const OpenSum& sum, std::span<const Together> groups) const;
  [[noreturn]] void unbounded(const OpenSum& sum) const;

  // sums_around.cpp
  bool told_outside(ActName name) const;
  bool tells_inside(ActName name) const;
  void candidates_outside(ActName name, std::vector<InstanceId>& out) const;

  // exchange.cpp
  void agree(OpenSum& sum);
  bool add_part(OpenSum& sum, std::uint32_t position, const std::vector<std::optional<Value>>& arguments) const;
  void exchange(Exchange& so_far);
  bool join(Exchange& so_far, std::uint32_t child, const OpenOffer& offer);
  void agreed_on(Exchange& so_far, std::vector<std::optional<Value>>& arguments, std::size_t from);

  const Model& model_;
  const Group& group_;
  const GroupRules& rules_;
  Offers& offers_;
  ActionTable& actions_;
  LocalStates& locals_;
  const OpenSums* around_;

  // Of the state at hand.
  bool with_ranges_ = false;  // sums exchange what the values of an argument can be, not only what is settled
  std::span<const std::uint32_t> open_children_;
  std::vector<OpenSum> sums_;
  std::vector<std::vector<std::uint32_t>> derived_;  // by place among the open children: moves
  Once instance_once_;
  Once asked_;  // names that open sums wait for
  std::vector<Once> move_once_;
};

}  // namespace quotient::mcrl2
