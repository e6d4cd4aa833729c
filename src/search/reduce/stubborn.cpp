#include "search/reduce/stubborn.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "search/reduce/stubborn_check.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

namespace {

/// Puts actors into groups, of which the first, the first two, … suffice in a state. Owns scratch memory, and remembers
/// what interferes with what.
class Chooser {
 public:
  Chooser(const Independence& independence, StubbornFor what, const StateOrbits* orbits)
      : independence_(independence),
        locator_(independence.locator()),
        orbits_(orbits),
        key_function_(orbits != nullptr ? orbits->reduction().key_function() : nullptr),
        what_(what),
        positions_(independence.actor_count()),
        rows_(independence.place_count()),
        groups_(independence.actor_count()) {}

  /// False where there is but one group: nothing can be left out.
  bool choose(StateView state, const Successors& steps) {
    if (steps.size() < 2 || !find_positions(state)) return false;
    counts_.assign(positions_.size(), 0);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Actor actor = image(steps[i].actor);
      if (actor >= positions_.size() || positions_[actor].place == Independence::nowhere) return false;
      ++counts_[actor];
    }
    return rank_closures(steps.size());
  }
  std::uint32_t group_of(Actor actor) const { return groups_[image(actor)]; }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  /// Up to symmetry everything below is about the state that represents the orbit, without a claim's part in it: of two
  /// members of an orbit that are met with different states of the claim, images of one set are chosen.
  bool find_positions(StateView state) {
    if (orbits_ == nullptr) return locator_->locate(state, positions_);
    without_claim_.assign(state.begin(), state.end());
    independence_.forget_claim(without_claim_);
    const std::optional<Normalisation> way = key_function_->normalise(without_claim_, representative_);
    if (!way) return false;
    to_representative_ = way->to_key;
    return locator_->locate(representative_, positions_);
  }
  Actor image(Actor actor) const {
    return orbits_ == nullptr || actor == no_actor ? actor : orbits_->actors()->image(actor, to_representative_);
  }

  struct Closure {
    std::size_t cost = 0;  // how many steps its members have
    std::vector<Actor> members;
  };

  /// The closure with the fewest steps comes first, then whatever another adds to it, and so on.
  bool rank_closures(std::size_t all) {
    std::size_t used = 0;
    needs_all_.assign(positions_.size(), 0);
    for (Actor first = 0; first < positions_.size(); ++first) {
      if (counts_[first] == 0) continue;
      if (used == closures_.size()) closures_.emplace_back();
      if (close(first, all, closures_[used])) {
        ++used;
      } else {
        needs_all_[first] = 1;
      }
    }
    if (used == 0) return false;
    const auto ranked = std::span(closures_).first(used);
    std::stable_sort(ranked.begin(), ranked.end(), [](const Closure& a, const Closure& b) { return a.cost < b.cost; });
    std::fill(groups_.begin(), groups_.end(), none);
    for (std::uint32_t g = 0; g < ranked.size(); ++g) {
      for (const Actor actor : ranked[g].members) groups_[actor] = std::min(groups_[actor], g);
    }
    return true;
  }

  /// Adds to the set of `first` whoever may interfere with a member, until nobody does. False where that is everybody,
  /// as it is where it is so for a member.
  bool close(Actor first, std::size_t all, Closure& out) {
    member_.assign(positions_.size(), 0);
    out.members.assign(1, first);
    member_[first] = 1;
    out.cost = counts_[first];
    for (std::size_t i = 0; i < out.members.size() && out.cost < all; ++i) {
      const Independence::Position& at = positions_[out.members[i]];
      // Where it moves because nobody else can, whatever moves first takes the others' turn away. A member that does
      // not move cannot have its turn before another member has moved, since that one could all the time.
      if (at.waits_for_all && counts_[out.members[i]] > 0) return false;
      if (what_ == StubbornFor::runs && at.anchors && (counts_[out.members[i]] > 0 || at.meets)) return false;
      const std::vector<std::uint64_t>& row = interfering(at);
      for (Actor other = 0; other < positions_.size(); ++other) {
        const std::uint32_t place = positions_[other].place;
        if (place == Independence::nowhere || (row[place / 64] >> (place % 64) & 1) == 0 || member_[other] != 0)
          continue;
        if (needs_all_[other] != 0) return false;
        member_[other] = 1;
        out.members.push_back(other);
        out.cost += counts_[other];
      }
    }
    return out.cost < all;
  }

  const std::vector<std::uint64_t>& interfering(const Independence::Position& at) {
    std::vector<Row>& rows = rows_[at.place];
    const auto is_same = [&at](const Row& row) { return row.open == at.open && row.waits == at.waits; };
    const auto known = std::find_if(rows.begin(), rows.end(), is_same);
    if (known != rows.end()) return known->bits;
    rows.push_back({at.open, at.waits, independence_.interfering(at)});
    return rows.back().bits;
  }

  /// What interferes with an actor at a place, as it stands there.
  struct Row {
    std::uint64_t open;
    bool waits;
    std::vector<std::uint64_t> bits;
  };

  const Independence& independence_;
  const std::unique_ptr<Independence::Locator> locator_;
  const StateOrbits* const orbits_;
  const std::unique_ptr<KeyFunction> key_function_;  // of the orbits
  std::vector<std::uint8_t> without_claim_, representative_;
  Permutation to_representative_;
  const StubbornFor what_;
  std::vector<Independence::Position> positions_;
  std::vector<std::vector<Row>> rows_;  // by place
  std::vector<std::uint32_t> counts_;   // steps of each actor
  std::vector<std::uint8_t> member_;    // of the closure that is being made
  std::vector<std::uint8_t> needs_all_;
  std::vector<Closure> closures_;
  std::vector<std::uint32_t> groups_;  // by actor
};

class StubbornSteps final : public StepGenerator {
 public:
  StubbornSteps(std::unique_ptr<StepGenerator> whole, const Independence& independence, StubbornFor what,
                const StateOrbits* orbits, std::unique_ptr<StubbornCheck> check)
      : whole_(std::move(whole)), chooser_(independence, what, orbits), what_(what), check_(std::move(check)) {}

  void initial(Successors& out) override { whole_->initial(out); }
  void heed(const StopSignal& signal) override { whole_->heed(signal); }
  std::span<const std::uint8_t> coverage() const override { return whole_->coverage(); }
  StateView lasting_digest(StateView state) override { return whole_->lasting_digest(state); }
  void successors(StateView state, Successors& out) override {
    source_.assign(state.begin(), state.end());  // it may lie in `out`
    whole_->successors(source_, out);
    if (out.is_cut_off() || !chooser_.choose(source_, out)) return;
    if (what_ == StubbornFor::runs) {
      out.keep_for_good([this](const Successor& step) { return chooser_.group_of(step.actor) == 0; });
    } else {
      out.show_first_group([this](Actor actor) { return chooser_.group_of(actor); });
    }
    if (check_ == nullptr) return;
    check_->check(source_, [this](Actor actor) { return actor != no_actor && chooser_.group_of(actor) == 0; });
  }
  /// Who asks for some actors has chosen himself.
  void successors_of(StateView state, std::span<const Actor> actors, Successors& out) override {
    whole_->successors_of(state, actors, out);
  }

 private:
  std::unique_ptr<StepGenerator> whole_;
  Chooser chooser_;
  const StubbornFor what_;
  std::unique_ptr<StubbornCheck> check_;  // null: none
  std::vector<std::uint8_t> source_;
};

}  // namespace

std::unique_ptr<StepGenerator> StubbornSystem::generator() const { return reduced(inner().generator()); }

std::unique_ptr<StepGenerator> StubbornSystem::cycle_generator() const {
  return what_ == StubbornFor::runs ? reduced(inner().cycle_generator()) : inner().cycle_generator();
}

std::unique_ptr<StepGenerator> StubbornSystem::label_generator() const {
  return what_ == StubbornFor::runs ? reduced(inner().label_generator()) : inner().label_generator();
}

std::unique_ptr<StepGenerator> StubbornSystem::reduced(std::unique_ptr<StepGenerator> whole) const {
  if (whole == nullptr) return nullptr;
  std::unique_ptr<StubbornCheck> check;
  if (checked_)
    check = std::make_unique<StubbornCheck>(independence_.with_actors(inner().generator()),
                                            independence_.lists_equal_steps_once());
  return std::make_unique<StubbornSteps>(independence_.with_actors(std::move(whole)), independence_, what_, orbits_,
                                         std::move(check));
}

}  // namespace quotient
