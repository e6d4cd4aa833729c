#include "search/reduce/stubborn.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace quotient {

namespace {

/// A set of actors, by number.
class ActorSet {
 public:
  explicit ActorSet(std::size_t count = 0) : words_((count + 63) / 64, 0) {}
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  void insert(Actor actor) { words_[actor / 64] |= std::uint64_t{1} << (actor % 64); }
  bool contains(Actor actor) const { return (words_[actor / 64] >> (actor % 64) & 1) != 0; }

 private:
  std::vector<std::uint64_t> words_;
};

/// Chooses actors whose steps suffice in a state. Owns scratch memory, and remembers what interferes with what.
class Chooser {
 public:
  explicit Chooser(const Independence& independence)
      : independence_(independence),
        positions_(independence.actor_count()),
        rows_(2 * independence.place_count()),
        enabled_(independence.actor_count()),
        tried_(independence.actor_count()),
        best_(independence.actor_count()) {}

  /// The smallest closure that holds a step, where that is fewer than all of `steps`; null where there is none.
  const ActorSet* choose(StateView state, const Successors& steps) {
    if (steps.size() < 2 || !independence_.locate(state, positions_)) return nullptr;
    enabled_.clear();
    std::vector<std::uint32_t>& count = counts_;
    count.assign(positions_.size(), 0);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Actor actor = steps[i].actor;
      if (actor >= positions_.size() || positions_[actor].place == Independence::nowhere) return nullptr;
      enabled_.insert(actor);
      ++count[actor];
    }
    std::size_t fewest = steps.size();
    for (Actor first = 0; first < positions_.size(); ++first) {
      if (!enabled_.contains(first)) continue;
      const std::size_t cost = close(first, fewest);
      if (cost >= fewest) continue;
      fewest = cost;
      std::swap(best_, tried_);
      if (fewest == 1) break;
    }
    return fewest < steps.size() ? &best_ : nullptr;
  }

 private:
  /// Adds to the set of `first` whoever may interfere with a member, until nobody does. Returns how many steps its
  /// members have; gives up where that is not fewer than `bound`.
  std::size_t close(Actor first, std::size_t bound) {
    tried_.clear();
    members_.assign(1, first);
    tried_.insert(first);
    std::size_t cost = counts_[first];
    for (std::size_t i = 0; i < members_.size() && cost < bound; ++i) {
      const std::vector<std::uint64_t>& row = interfering(positions_[members_[i]]);
      for (Actor other = 0; other < positions_.size(); ++other) {
        const std::uint32_t place = positions_[other].place;
        if (place == Independence::nowhere || (row[place / 64] >> (place % 64) & 1) == 0 || tried_.contains(other))
          continue;
        tried_.insert(other);
        members_.push_back(other);
        cost += counts_[other];
      }
    }
    return cost;
  }

  const std::vector<std::uint64_t>& interfering(Independence::Position at) {
    std::vector<std::uint64_t>& row = rows_[2 * at.place + (at.waits ? 1 : 0)];
    if (row.empty()) row = independence_.interfering(at);
    return row;
  }

  const Independence& independence_;
  std::vector<Independence::Position> positions_;
  std::vector<std::vector<std::uint64_t>> rows_;  // by place, twice: who waits has more to fear
  std::vector<std::uint32_t> counts_;             // steps of each actor
  std::vector<Actor> members_;
  ActorSet enabled_, tried_, best_;
};

class Generator final : public StepGenerator {
 public:
  Generator(std::unique_ptr<StepGenerator> whole, const Independence& independence)
      : whole_(std::move(whole)), chooser_(independence) {}

  void initial(Successors& out) override { whole_->initial(out); }
  void heed(const StopSignal& signal) override { whole_->heed(signal); }
  std::span<const std::uint8_t> coverage() const override { return whole_->coverage(); }

  void successors(StateView state, Successors& out) override {
    const std::size_t chosen = compute(state, out);
    if (chosen == out.size()) return;
    out.keep_first(chosen);
    out.leave_out_others();
  }
  void complete(StateView state, Successors& out) override { compute(state, out); }

 private:
  /// All steps, and how many of them suffice: these come first.
  std::size_t compute(StateView state, Successors& out) {
    source_.assign(state.begin(), state.end());  // it may lie in `out`
    whole_->successors(source_, out);
    if (out.is_cut_off()) return out.size();
    const ActorSet* actors = chooser_.choose(source_, out);
    return actors == nullptr ? out.size() : out.put_first([&](Actor actor) { return actors->contains(actor); });
  }

  std::unique_ptr<StepGenerator> whole_;
  Chooser chooser_;
  std::vector<std::uint8_t> source_;
};

}  // namespace

std::unique_ptr<StepGenerator> StubbornSystem::generator() const {
  return std::make_unique<Generator>(inner().generator(), independence_);
}

}  // namespace quotient
