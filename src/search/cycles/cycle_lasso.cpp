#include <algorithm>
#include <deque>
#include <limits>
#include <vector>

#include "base/ensure.hpp"
#include "search/cycles/cycle_exploration.hpp"
#include "search/cycles/cycle_judge.hpp"

namespace quotient {

namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max(), first_of_path = unseen - 1;

/// Works with states, and with ids only to know which have been seen: with a reduction, the state that was entered for
/// a key is not kept, and any other of its orbit will do.
class LassoMaker {
 public:
  LassoMaker(Exploration& e, const CycleProperty& property, const StateFilter& on_cycle)
      : e_(e), property_(property), on_cycle_(on_cycle), generator_(e.system.cycle_generator()) {}

  std::optional<Violation> make() {
    std::vector<StateBytes> stem = way_to_cycle();
    if (stem.empty()) return std::nullopt;
    std::vector<StateBytes> cycle = cycle_through(stem.back());
    if (cycle.empty() || !unroll(e_.options.orbits, cycle)) return std::nullopt;
    const bool doubtful = e_.options.store != StoreKind::exact;
    if (doubtful && !judge_cycle(e_.system, cycle, property_.kind, property_.weak_fairness).empty())
      return std::nullopt;
    return lasso_of(property_, std::move(stem), std::move(cycle));
  }

 private:
  /// Where a path may end: in the state just expanded, or behind one of its steps.
  struct End {
    bool here = false;
    std::optional<std::size_t> behind;
  };
  using Path = std::vector<StateBytes>;

  StateId id_of(StateView state) { return e_.main().session.find(state).value_or(no_state); }
  StateId target(std::size_t step) { return steps_[step].completed ? id_of(steps_[step].state) : no_state; }
  StateBytes bytes_behind(std::size_t step) const {
    const StateView view = steps_[step].state;
    return StateBytes(view.begin(), view.end());
  }

  /// A shortest path through stored states that `allowed` lets pass. `goal(id)` is asked when a state of this id was
  /// just expanded. Empty where there is none.
  template <typename Allowed, typename Goal>
  Path shortest(const std::vector<StateBytes>& starts, Allowed allowed, Goal goal) {
    std::vector<std::uint32_t> previous(e_.store.id_bound(), unseen);
    std::deque<std::pair<StateId, StateBytes>> queue;
    for (const StateBytes& start : starts) {
      const StateId id = id_of(start);
      if (id == no_state || previous[id.value] != unseen) continue;
      previous[id.value] = first_of_path;
      queue.push_back({id, start});
    }
    for (; !queue.empty(); queue.pop_front()) {
      const auto& [id, state] = queue.front();
      generator_->successors(state, steps_);
      const End end = goal(id);
      if (end.here || end.behind) {
        const StateBytes last = end.here ? state : bytes_behind(*end.behind);
        std::vector<StateId> ids;
        for (StateId at = id;; at = StateId{previous[at.value]}) {
          ids.push_back(at);
          if (previous[at.value] == first_of_path) break;
        }
        std::reverse(ids.begin(), ids.end());
        Path path = along(starts, ids);
        if (!end.here) path.push_back(last);
        return path;
      }
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        const StateId next = target(i);
        if (next == no_state || previous[next.value] != unseen || !allowed(next)) continue;
        previous[next.value] = local(id);
        queue.push_back({next, bytes_behind(i)});
      }
    }
    ensure(e_.options.store != StoreKind::exact, "a search found a cycle that is not there");
    return {};
  }

  /// The states of a path once more: each was met by the first step that leads to its id.
  Path along(const std::vector<StateBytes>& starts, const std::vector<StateId>& ids) {
    const auto first =
        std::find_if(starts.begin(), starts.end(), [&](const StateBytes& s) { return id_of(s) == ids.front(); });
    Path path = {*first};
    for (std::size_t k = 1; k < ids.size(); ++k) {
      generator_->successors(path.back(), steps_);
      std::size_t i = 0;
      while (target(i) != ids[k]) ++i;
      path.push_back(bytes_behind(i));
    }
    return path;
  }

  /// From an initial state to the nearest state of the cycle, an accepting one where that matters.
  Path way_to_cycle() {
    std::vector<StateBytes> starts;
    generator_->initial(steps_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].completed) starts.push_back(bytes_behind(i));
    }
    return shortest(
        starts, [](StateId) { return true; },
        [this](StateId id) {
          const bool counts = property_.kind == CycleKind::non_progress || steps_.cycle_facts.accepting;
          return End{on_cycle_(id) && counts, {}};
        });
  }

  /// The states of a cycle, the first once more at the end, or another of its orbit. One state alone where the run ends
  /// there.
  Path cycle_through(const StateBytes& start) {
    generator_->successors(start, steps_);
    Path cycle = {start};
    if (property_.kind == CycleKind::acceptance && steps_.cycle_facts.stands_still) return cycle;
    if (property_.weak_fairness) serve_all(cycle);
    const StateId home = id_of(start);
    if (cycle.size() == 1 || id_of(cycle.back()) != home) {
      const Path back = shortest({cycle.back()}, on_cycle_, [this, home](StateId) {
        for (std::size_t i = 0; i < steps_.size(); ++i) {
          if (target(i) == home) return End{false, i};
        }
        return End{};
      });
      if (back.empty()) return {};
      cycle.insert(cycle.end(), back.begin() + 1, back.end());
    }
    return cycle;
  }

  /// Walks on within the component until no process has waited all the time without moving: each time to the nearest
  /// place where that is one process less.
  void serve_all(Path& walk) {
    ProcessSet unserved = steps_.cycle_facts.waiting;
    while (!unserved.empty()) {
      const Path piece = shortest({walk.back()}, on_cycle_, [this, &unserved](StateId) {
        ProcessSet left = unserved;
        if ((left &= steps_.cycle_facts.waiting) != unserved) return End{true, {}};
        for (std::size_t i = 0; i < steps_.size(); ++i) {
          left = unserved;
          const StateId next = target(i);
          if (next != no_state && on_cycle_(next) && (left -= steps_.moved(i)) != unserved) return End{false, i};
        }
        return End{};
      });
      if (piece.empty()) return;
      for (std::size_t i = 0; i < piece.size(); ++i) {
        generator_->successors(piece[i], steps_);
        unserved &= steps_.cycle_facts.waiting;
        for (std::size_t k = 0; i + 1 < piece.size() && k < steps_.size(); ++k) {
          if (steps_[k].completed && bytes_behind(k) == piece[i + 1]) unserved -= steps_.moved(k);
        }
      }
      walk.insert(walk.end(), piece.begin() + 1, piece.end());
    }
  }

  Exploration& e_;
  const CycleProperty& property_;
  const StateFilter& on_cycle_;
  std::unique_ptr<StepGenerator> generator_;
  Successors steps_;
};

}  // namespace

std::optional<Violation> make_lasso(Exploration& e, const CycleProperty& property, const StateFilter& on_cycle) {
  return LassoMaker(e, property, on_cycle).make();
}

}  // namespace quotient
