#include <algorithm>
#include <limits>
#include <vector>

#include "base/ensure.hpp"
#include "search/cycle_exploration.hpp"

namespace quotient {

namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max(), first_of_path = unseen - 1;

class LassoMaker {
 public:
  LassoMaker(Exploration& e, const CycleProperty& property, const StateFilter& on_cycle)
      : e_(e), property_(property), on_cycle_(on_cycle), generator_(e.system.cycle_generator()) {}

  Violation make() {
    std::vector<StateId> stem = way_to_cycle();
    std::vector<StateId> cycle = cycle_through(stem.back());
    // The cycle may meet the stem before the stem ends.
    std::vector<std::uint32_t> members;
    for (const StateId id : cycle) members.push_back(id.value);
    std::sort(members.begin(), members.end());
    const auto meets = [&members](StateId id) { return std::binary_search(members.begin(), members.end(), id.value); };
    stem.erase(std::find_if(stem.begin(), stem.end(), meets) + 1, stem.end());
    std::rotate(cycle.begin(), std::find(cycle.begin(), cycle.end(), stem.back()), cycle.end());

    Violation violation{property_.finding, ViolationPlace::cycle, {}, 1};
    violation.weak_fairness = property_.weak_fairness;
    violation.cycle_start = stem.size() - 1;
    for (const StateId id : stem) violation.states.push_back(bytes(id));
    if (stands_still_) return violation;
    for (std::size_t i = 1; i < cycle.size(); ++i) violation.states.push_back(bytes(cycle[i]));
    violation.states.push_back(bytes(stem.back()));
    return violation;
  }

 private:
  /// Where a path may end: in the state just expanded, or behind one of its steps.
  struct End {
    bool here = false;
    StateId behind = no_state;
  };

  StateBytes bytes(StateId id) {
    e_.main().session.load(id, open_);
    const StateView view = open_.state();
    return StateBytes(view.begin(), view.end());
  }
  StateId target(std::size_t step) {
    if (!steps_[step].completed) return no_state;
    return e_.main().session.find(steps_[step].state).value_or(no_state);
  }
  void expand(StateId id) {
    e_.main().session.load(id, open_);
    generator_->successors(open_.state(), steps_);
  }

  /// A shortest path through stored states that `allowed` lets pass. `goal(id)` is asked when `id` was just expanded.
  template <typename Allowed, typename Goal>
  std::vector<StateId> shortest(const std::vector<StateId>& starts, Allowed allowed, Goal goal) {
    std::vector<std::uint32_t> previous(e_.store.id_bound(), unseen);
    std::vector<StateId> queue;
    for (const StateId start : starts) {
      if (previous[start.value] == unseen) queue.push_back(start);
      previous[start.value] = first_of_path;
    }
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const StateId id = queue[head];
      expand(id);
      const End end = goal(id);
      if (end.here || end.behind != no_state) {
        std::vector<StateId> path;
        for (StateId at = id;; at = {previous[at.value]}) {
          path.push_back(at);
          if (previous[at.value] == first_of_path) break;
        }
        std::reverse(path.begin(), path.end());
        if (!end.here) path.push_back(end.behind);
        return path;
      }
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        const StateId next = target(i);
        if (next == no_state || previous[next.value] != unseen || !allowed(next)) continue;
        previous[next.value] = id.value;
        queue.push_back(next);
      }
    }
    ensure(false, "a search found a cycle that is not there");
    return {};
  }

  /// From an initial state to the nearest state of the cycle, an accepting one where that matters.
  std::vector<StateId> way_to_cycle() {
    std::vector<StateId> starts;
    generator_->initial(steps_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (target(i) != no_state) starts.push_back(target(i));
    }
    return shortest(
        starts, [](StateId) { return true; },
        [this](StateId id) {
          return End{on_cycle_(id) && (property_.kind == CycleKind::non_progress || steps_.cycle_facts.accepting)};
        });
  }

  /// The states of a cycle, each once unless fairness needs them more often.
  std::vector<StateId> cycle_through(StateId start) {
    expand(start);
    stands_still_ = property_.kind == CycleKind::acceptance && steps_.cycle_facts.stands_still;
    std::vector<StateId> cycle = {start};
    if (stands_still_) return cycle;
    if (property_.weak_fairness) serve_all(cycle);
    if (cycle.size() == 1 || cycle.back() != start) {
      const std::vector<StateId> back = shortest({cycle.back()}, on_cycle_, [this, start](StateId) {
        for (std::size_t i = 0; i < steps_.size(); ++i) {
          if (target(i) == start) return End{false, start};
        }
        return End{};
      });
      cycle.insert(cycle.end(), back.begin() + 1, back.end());
    }
    cycle.pop_back();
    return cycle;
  }

  /// Walks on within the component until no process has waited all the time without moving: each time to the nearest
  /// place where that is one process less.
  void serve_all(std::vector<StateId>& walk) {
    ProcessSet unserved = steps_.cycle_facts.waiting;
    while (!unserved.empty()) {
      const std::vector<StateId> piece = shortest({walk.back()}, on_cycle_, [this, &unserved](StateId) {
        ProcessSet left = unserved;
        if ((left &= steps_.cycle_facts.waiting) != unserved) return End{true};
        for (std::size_t i = 0; i < steps_.size(); ++i) {
          left = unserved;
          const StateId next = target(i);
          if (next != no_state && on_cycle_(next) && (left -= steps_.moved(i)) != unserved) return End{false, next};
        }
        return End{};
      });
      for (std::size_t i = 0; i < piece.size(); ++i) {
        expand(piece[i]);
        unserved &= steps_.cycle_facts.waiting;
        for (std::size_t k = 0; i + 1 < piece.size() && k < steps_.size(); ++k) {
          if (target(k) == piece[i + 1]) unserved -= steps_.moved(k);
        }
      }
      walk.insert(walk.end(), piece.begin() + 1, piece.end());
    }
  }

  Exploration& e_;
  const CycleProperty& property_;
  const StateFilter& on_cycle_;
  std::unique_ptr<StepGenerator> generator_;
  OpenState open_;
  Successors steps_;
  bool stands_still_ = false;
};

}  // namespace

Violation make_lasso(Exploration& e, const CycleProperty& property, const StateFilter& on_cycle) {
  return LassoMaker(e, property, on_cycle).make();
}

}  // namespace quotient
