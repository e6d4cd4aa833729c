#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/cluster/record.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/store/budget.hpp"
#include "search/store/store.hpp"

namespace quotient {

/// A state that a rank owns, as all ranks name it.
struct RankedState {
  std::uint32_t rank = 0;
  std::uint32_t id = 0;
  friend auto operator<=>(const RankedState&, const RankedState&) = default;
};
inline constexpr RankedState no_ranked_state{0xffff'ffff, 0xffff'ffff};

/// What a rank knows of the states that it owns: keys, as lasting bytes, parents, and the states of two levels, the one
/// that is explored and the next. Of several steps to a new state the one with the least order counts, whichever
/// arrives first.
class OwnedStates {
 public:
  /// `keeps_states`: keys are not the states that are explored.
  OwnedStates(MemoryBudget& budget, bool keeps_states, unsigned rank, unsigned ranks);
  ~OwnedStates();

  /// A state of a level, with the step that it was reached by.
  struct Waiting {
    std::uint64_t order = 0;
    RankedState parent;
    std::uint32_t id = 0;
    std::uint32_t length = 0;  // of the state, where it is kept
    std::uint64_t begin = 0;
  };
  /// Two parents with the same order.
  struct Tie {
    std::size_t position;  // in the next level
    std::uint64_t order;
    RankedState parent;
    StateBytes state;
  };
  /// A step to a later level than the next.
  struct Later {
    std::uint64_t order;
    RankedState source;
    std::uint32_t choice;
    std::uint32_t keyed_by;  // the rank that computed the key
    std::uint64_t weight;    // and its thread
    StateBytes key, state;
    std::uint64_t bytes() const { return sizeof(Later) + key.size() + state.size(); }
  };
  /// What a rank asked about states that it has found.
  struct Answer {
    std::uint32_t ask, thread;
    bool leads_on, leads_to_mark;
  };

  StopReason add_initial(StateView key, StateView state, std::uint32_t weight);
  /// Takes steps that a rank has sent, on the level at `depth`. `only_known`: they are beyond the limit of depth, and
  /// only those to known states are taken.
  StopReason accept(unsigned from, std::span<const std::uint8_t> message, std::uint64_t depth, bool only_known);
  /// Takes over what waits for the level at `depth`, into the next level.
  StopReason release(std::uint64_t depth);
  /// Takes what waits to known states, and forgets the rest.
  void release_known();

  /// A state of a search that goes on here; its parent comes later (`set_parent`). `waits`: it is of the next level.
  /// `id`: none where it was there already. `keyed_by`: the rank that computed its key.
  StopReason restore(unsigned keyed_by, StateView key, StateView state, std::uint32_t weight, bool waits,
                     std::optional<std::uint32_t>& id);
  void set_parent(std::uint32_t id, RankedState parent);
  StopReason add_later(std::uint64_t level, Later later);
  const std::map<std::uint64_t, std::vector<Later>>& later() const { return later_; }
  /// What was marked since this was last asked for; only if somebody asks.
  std::vector<std::uint32_t> take_marked() { return std::exchange(marked_, {}); }
  void keep_marked() { keeps_marked_ = true; }
  std::size_t id_bound() const { return store_->id_bound(); }

  /// The next level becomes the present one.
  void advance();
  /// The parents of the next level are as they are now.
  void settle();

  const BudgetedVector<Waiting>& level() const { return level_; }
  std::uint64_t next_size() const { return next_.size(); }
  /// The state at a position of the level that is explored, as lasting bytes. Valid until the next call.
  StateView state(std::size_t position);
  /// The state of this id, which is one of the level that is explored.
  StateView state_of(std::uint32_t id);
  RankedState parent(std::uint32_t id) const;
  StateBytes key(std::uint32_t id);

  std::vector<Tie>& ties() { return ties_; }
  RankedState next_parent(std::size_t position) const { return next_[position].parent; }
  /// Whether no step with a lower order has come since.
  bool still_tied(const Tie& tie) const { return next_[tie.position].order == tie.order; }
  StopReason prefer(const Tie& tie);
  std::vector<std::vector<Answer>>& answers() { return answers_; }

  bool is_marked(std::uint32_t id) const { return id / 64 < marks_.size() && (marks_[id / 64] >> (id % 64) & 1) != 0; }
  /// False where it is already, or where memory is lacking: fewer marks are as good.
  bool mark(std::uint32_t id);

  std::uint64_t size() const { return store_->size(); }
  std::uint64_t later_size() const { return later_count_; }
  std::uint64_t first_later() const { return later_.empty() ? Limits::none : later_.begin()->first; }
  /// Arrivals that the sender cannot count: at known states beyond a limit, or by longer steps.
  std::uint64_t transitions() const { return transitions_; }
  bool cut() const { return cut_; }
  static std::size_t thread_of(std::uint64_t weight) { return weight >> 32; }
  /// How many new states had these weights, by the rank that computed them. With a weight comes the thread.
  const std::vector<std::unordered_map<std::uint64_t, std::uint64_t>>& weights() const { return weights_; }

 private:
  static constexpr std::uint64_t waits = std::uint64_t{1} << 63;  // in origins_: the rest is a position in next_

  /// A key by itself.
  const Store::Entry& insert_one(StateView key);
  StopReason insert_batch(unsigned from, std::uint64_t depth, bool only_known);
  StopReason arrive(unsigned from, std::size_t i, const Store::Entry& entry);
  StopReason note_new(std::uint32_t id, std::uint64_t order, RankedState parent, StateView state);
  StopReason keep_later(unsigned from, std::size_t i, std::uint64_t depth);
  bool set_state(Waiting& waiting, StateView state, bool fresh);
  void forget(const std::vector<Later>& arrivals);

  MemoryBudget& budget_;
  const bool keeps_states_;
  const unsigned rank_;
  const std::unique_ptr<Store> store_;
  const std::unique_ptr<Store::Session> session_;

  BudgetedVector<std::uint64_t> origins_;  // by id: the parent, or where the state waits
  BudgetedVector<Waiting> level_, next_;
  BudgetedVector<std::uint8_t> level_bytes_, next_bytes_;
  BudgetedVector<std::uint64_t> marks_;
  std::map<std::uint64_t, std::vector<Later>> later_;  // by level
  std::uint64_t later_count_ = 0;
  std::vector<Tie> ties_;
  std::vector<std::vector<Answer>> answers_;  // by rank
  std::vector<std::unordered_map<std::uint64_t, std::uint64_t>> weights_;
  std::uint64_t transitions_ = 0;
  bool cut_ = false;
  bool keeps_marked_ = false;
  std::vector<std::uint32_t> marked_;

  Store::Batch batch_;
  std::vector<StepRecord> records_;  // of the batch
  std::vector<StateView> states_;
  OpenState open_;
};

}  // namespace quotient
