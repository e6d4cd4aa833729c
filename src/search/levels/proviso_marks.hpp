#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "search/store/budget.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// Partial orders: states from which some run of steps that were really taken leads to one of which all steps were.
/// Nothing can be left out for ever there, so that a state whose steps lead to a marked one need not take more of them
/// (docs/partial-orders.md). A mark may be missing; there is none too many.
///
/// Marks are set between levels alone and read within them: what is marked does not depend on threads.
class ProvisoMarks {
 public:
  /// `keeps_news`: somebody asks for them (`take_news`).
  ProvisoMarks(MemoryBudget& budget, bool keeps_news) : keeps_news_(keeps_news), words_(budget) {}

  bool contains(StateId id) const {
    const std::uint32_t at = local(id);
    return at / 64 < words_.size() && (words_[at / 64] >> (at % 64) & 1) != 0;
  }

  /// Marks a state, and all from which it was first met: each has taken the step to the next of them. Every state is
  /// marked once, so that this costs a few operations for each state of a search. Without memory for marks there are
  /// fewer of them, which is as good.
  void add(const Store& store, StateId id) {
    for (; id != no_state && !contains(id); id = store.parent(id)) {
      if (!add_alone(id)) return;
      if (keeps_news_) news_.push_back(id);
    }
  }
  /// One that was marked in a search that goes on here.
  bool add_alone(StateId id) {
    const std::uint32_t at = local(id);
    if (at / 64 >= words_.size() && !words_.resize(at / 64 + 1, 0)) return false;
    words_[at / 64] |= std::uint64_t{1} << (at % 64);
    return true;
  }
  /// What was marked since this was last asked for.
  std::vector<StateId> take_news() { return std::exchange(news_, {}); }

 private:
  const bool keeps_news_;
  BudgetedVector<std::uint64_t> words_;  // a bit for each id
  std::vector<StateId> news_;
};

}  // namespace quotient
