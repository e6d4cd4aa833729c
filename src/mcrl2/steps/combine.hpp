#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mcrl2/steps/local_states.hpp"

namespace quotient::mcrl2 {

/// One process takes part in a step: the bytes it has afterwards.
struct Part {
  std::uint32_t process = 0;
  std::uint32_t next = 0;
  std::uint32_t place = 0;
};

struct Combined {
  MultiId multi = 0;        // behind the operators of the group
  std::uint32_t first = 0;  // of its parts
  std::uint32_t count = 0;
};

/// Which multi-actions of the children an `allow` can let through: each a set of communications, which are names that
/// must have equal arguments. `complete` is false where that cannot be listed; then all combinations are tried.
struct Recipes {
  bool complete = false;
  std::vector<std::vector<std::vector<ActName>>> rows;
};
Recipes recipes_of(const Group& group);

/// What becomes of names as the children of a group use them. By name: `waiting` ones get through only where they
/// communicate, `dead` ones never.
struct NameFates {
  std::vector<std::uint8_t> waiting;
  std::vector<std::uint8_t> dead;
  std::vector<NameRule> communications;
};
NameFates fates_of(const Group& group, std::size_t names);

/// Forms the steps of a group from the steps of its children, for one state at a time: from those that can move now.
/// Sums that only communications bound are closed first, for all values that others offer; from then on all is known.
/// With an `allow` it looks for the partners of each permitted multi-action; without, it goes through all combinations
/// but leaves those early in which an action waits for a partner that nobody offers.
class Combiner {
 public:
  /// `around` is the combiner of the group that this one is in.
  Combiner(const Model& model, std::uint32_t group, ActionTable& actions, LocalStates& locals,
           const Combiner* around = nullptr);

  /// Steps of this group in the state, in a fixed order. Eight bytes behind the state must be readable. Throws
  /// EvaluationError.
  void run(const std::uint8_t* state);
  std::span<const Combined> results() const { return results_; }
  std::span<const Part> parts(const Combined& result) const { return {parts_.data() + result.first, result.count}; }
  /// Whether some steps may be the same, with the same parts or other ones.
  bool may_repeat() const { return may_repeat_; }
  /// Whether all processes below have ended.
  bool done() const;
  void clear();

 private:
  struct Slot {
    ActName name;
    std::uint32_t group;
    bool filled;
  };

  void look(const std::uint8_t* state);
  void look_at(std::uint32_t child, const std::uint8_t* state);
  void register_offers(std::uint32_t child, const LocalState& view);
  void index_views();
  void check_arguments();
  void check_arguments(ActName a, ActName b);
  void emit();
  void with_silent(std::uint32_t first_child);

  // Sums that only communications bound, before anything is combined: close_sums.cpp, resolve_sums.cpp, exchange.cpp.
  struct OpenSum {
    std::uint32_t child = 0;
    std::uint32_t number = 0;  // of its summand
    const CompiledSummand* summand = nullptr;
    std::span<const OpenOffer> offers;  // by position
    bool resolved = false;
    /// By position: actions that open sums agreed on, and whether all were found that way.
    std::vector<std::vector<InstanceId>> agreed;
    std::vector<bool> all_agreed;
  };
  struct Exchange {
    std::vector<ActName> names;  // of a communication, each to be done by an open offer of another child
    std::vector<std::uint32_t> children;
    std::vector<std::optional<Value>> arguments;
    std::optional<ActId> action;    // of the first name
    std::vector<InstanceId> found;  // of the first name
    bool unknown = false;           // in one way to do it an argument is known to nobody
  };
  void list_communications();
  void list_names_around();
  void close_sums();
  bool derive(const OpenSum& sum);
  bool may_be(const OpenOffer& offer, InstanceId instance) const;
  void candidates(const OpenSum& sum, std::uint32_t position, std::vector<InstanceId>& out);
  ActName name_at(const OpenSum& sum, std::uint32_t position) const;
  bool does(const OpenSum& sum, ActName name) const;
  bool does_besides(const OpenSum& sum, std::uint32_t position, ActName name) const;
  bool offered_to(const OpenSum& sum, ActName name) const;
  void resolve();
  bool resolve_more();
  bool resolved(const OpenSum& sum) const;
  bool fits(const OpenSum& sum, const std::vector<std::vector<ActName>>& recipe) const;
  bool may_move(const OpenSum& sum) const;
  bool tells(const OpenSum& sum, const std::vector<ActName>& together, std::uint32_t position) const;
  bool told(const OpenSum& sum, std::uint32_t position, std::span<const std::vector<ActName>> groups) const;
  bool closes(const OpenSum& sum, std::span<const std::vector<ActName>> groups) const;
  bool told_outside(ActName name) const;
  bool tells_inside(ActName name) const;
  void candidates_outside(ActName name, std::vector<InstanceId>& out) const;
  void agree(OpenSum& sum);
  void exchange(Exchange& so_far);
  bool join(Exchange& so_far, std::uint32_t child, const OpenOffer& offer);
  [[noreturn]] void unbounded(const OpenSum& sum) const;

  // With recipes.
  void follow_alone(ActName name);
  void follow_pair(std::size_t recipe);
  void add_result(MultiId result, std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> chosen);
  void follow(const std::vector<std::vector<ActName>>& recipe);
  void fill();
  void fill_known(std::size_t slot, InstanceId representative);
  void fill_any(std::size_t slot);
  void attempt(std::uint32_t child, std::uint32_t move);
  void assign(std::span<const InstanceId> actions);

  // Without.
  void choose(std::size_t position);
  bool feasible(std::size_t position);
  bool offered_behind(InstanceId instance, std::size_t position) const;
  void choose_move(std::size_t position, std::uint32_t move);
  bool waits(ActName name) const { return fates_.waiting[name.value] != 0; }

  const Model& model_;
  const Group& group_;
  std::uint32_t number_;
  ActionTable& actions_;
  LocalStates& locals_;
  const Combiner* around_;  // or none
  Recipes recipes_;
  bool has_groups_ = false;
  bool overlapping_ = false;  // recipes may find a combination twice
  bool may_repeat_ = false;
  NameFates fates_;
  std::vector<std::unique_ptr<Combiner>> nested_;  // by child; null for leaves

  // Of the state at hand.
  std::vector<LocalState*> views_;
  std::vector<LocalState*> bases_;  // the same before sums were closed
  LocalState nothing_;              // in place of what is not known yet
  /// The bytes behind a view, as LocalStates::at reads them, of a leaf that fits into a word: few processes differ from
  /// one state to the next, and the others need not be looked up.
  struct Seen {
    std::uint64_t mask = 0;  // none: to be looked up always
    std::uint64_t word = 0;
    bool valid = false;
  };
  std::vector<Seen> seen_;
  std::vector<std::unique_ptr<LocalState>> own_views_;                       // of nested groups
  std::vector<std::vector<std::pair<std::uint32_t, NamedOffers>>> by_name_;  // by name: children
  std::vector<std::uint32_t> offer_count_;
  std::vector<std::uint32_t> touched_names_;
  std::vector<std::uint32_t> open_children_;
  std::vector<OpenSum> sums_;
  std::vector<std::vector<std::uint32_t>> derived_;  // by place among the open children: moves
  /// Tells which numbers were seen since it was last started.
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
  Once instance_once_;
  Once asked_;  // names that open sums wait for
  std::vector<Once> move_once_;
  // By name: the communications that it takes part in, and the names that others do in them.
  std::vector<std::vector<std::vector<ActName>>> communications_;
  std::vector<std::vector<ActName>> partners_;
  std::vector<std::uint8_t> alone_;                   // by name: it may get through without a communication
  std::vector<std::uint8_t> unchanged_;               // by name: no operator renames or hides it
  std::vector<std::vector<std::uint8_t>> alphabets_;  // by child, then name; empty for leaves
  std::vector<std::uint32_t> silent_children_;
  // What was ever offered by whom: a superset of what is offered now.
  std::vector<std::vector<std::uint32_t>> offering_;   // by instance
  std::vector<std::vector<std::uint8_t>> registered_;  // by child, then local state

  // The search.
  std::vector<Slot> slots_;
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
  std::vector<Combined> results_;
  std::vector<Part> parts_;
};

}  // namespace quotient::mcrl2
