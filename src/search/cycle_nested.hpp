#pragma once

#include <vector>

#include "search/cycle_exploration.hpp"

namespace quotient {

/// Looks for an acceptance cycle by two nested depth-first searches, with early detection [Schwoon, Esparza 2005]. The
/// outer (blue) one goes through all states; from each accepting state that it leaves, the inner (red) one looks for a
/// way back to the outer one's path. Red states are never searched again, so that no state is expanded more than twice.
class NestedSearch {
 public:
  NestedSearch(Exploration& e, const CycleProperty& property);

  CycleSearchEnd run();

 private:
  enum Colour : std::uint8_t { white, cyan, blue, red };  // cyan: on the path of the outer search

  /// Four bits for each stored state: its colour, and whether it is accepting.
  class Colours {
   public:
    explicit Colours(MemoryBudget& budget) : words_(budget) {}
    [[nodiscard]] bool make_room(std::size_t id_bound) {
      return id_bound / 16 < words_.size() || words_.resize(id_bound / 16 + 1, 0);
    }
    Colour colour(StateId id) const { return static_cast<Colour>(bits(id) & 3U); }
    bool accepting(StateId id) const { return (bits(id) & 4U) != 0; }
    void set(StateId id, Colour colour) {
      words_[id.value / 16] = (words_[id.value / 16] & ~(std::uint64_t{3} << shift(id))) | std::uint64_t{colour}
                                                                                               << shift(id);
    }
    void set_accepting(StateId id) { words_[id.value / 16] |= std::uint64_t{4} << shift(id); }

   private:
    static std::uint32_t shift(StateId id) { return id.value % 16 * 4; }
    std::uint64_t bits(StateId id) const { return words_[id.value / 16] >> shift(id); }
    BudgetedVector<std::uint64_t> words_;
  };
  struct Frame {
    std::uint64_t begin;  // of its successors in the list that goes with the path
    StateId id;
    bool all_red;
  };

  StopReason enter(StateId id);
  StopReason leave();
  StopReason search_red(StateId seed);
  StopReason enter_red(StateId id);
  /// The outer path from `first` on, and the inner one.
  void keep_cycle(StateId first);

  Exploration& e_;
  Store::Batch batch_;
  Colours colours_;
  BudgetedVector<StateId> waiting_;
  BudgetedVector<Frame> path_;
  BudgetedVector<StateId> red_waiting_;
  BudgetedVector<Frame> red_path_;
  OpenState red_state_;
  Successors red_steps_;
  std::vector<StateId> cycle_;  // once found, sorted
  bool cut_ = false;
};

}  // namespace quotient
