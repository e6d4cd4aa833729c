#include <algorithm>
#include <deque>
#include <limits>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/ensure.hpp"
#include "search/cycles/cycle_exploration.hpp"
#include "search/cycles/cycle_judge.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max(), first_of_path = unseen - 1;

struct BytesHash {
  std::size_t operator()(const StateBytes& state) const {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(state.data()), state.size()});
  }
};

/// Works with states, and with ids only to know which have been seen: with a reduction, the state that was entered for
/// a key is not kept, and any other of its orbit will do.
class LassoMaker {
 public:
  LassoMaker(Exploration& e, const CycleProperty& property, const CycleSearchEnd& end)
      : e_(e),
        property_(property),
        end_(end),
        generator_(e.system.cycle_generator()),
        key_function_(e.options.reduction != nullptr ? e.options.reduction->key_function() : nullptr) {}

  std::optional<Violation> make() {
    std::vector<StateBytes> stem = way_to_cycle();
    if (stem.empty()) return std::nullopt;
    if (end_.component) {
      const std::uint32_t number = end_.component(id_of(stem.back()));
      inside_ = [this, number](StateId id) { return end_.on_cycle(id) && end_.component(id) == number; };
    } else {
      inside_ = end_.on_cycle;
    }
    std::vector<StateBytes> cycle = cycle_through(stem.back());
    if (cycle.empty()) return std::nullopt;
    const bool doubtful = e_.options.store != StoreKind::exact;
    if (doubtful && !judge_cycle(e_.system, cycle, property_.kind, property_.fairness).empty()) return std::nullopt;
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
          return End{end_.on_cycle(id) && counts, {}};
        });
  }

  /// The states of a cycle, the first once more at the end. One state alone where the run ends there. Empty where there
  /// is none.
  Path cycle_through(const StateBytes& start) {
    generator_->successors(start, steps_);
    Path cycle = {start};
    if (property_.kind == CycleKind::acceptance && steps_.cycle_facts.stands_still) return cycle;
    if (property_.fairness != Fairness::none) serve_all(cycle);
    Path exact = closed_exactly(cycle);
    if (cycle.size() == 1 || id_of(cycle.back()) != id_of(start)) {
      const Path back = shortest({cycle.back()}, inside_, [this, home = id_of(start)](StateId) {
        for (std::size_t i = 0; i < steps_.size(); ++i) {
          if (target(i) == home) return End{false, i};
        }
        return End{};
      });
      if (back.empty()) return {};
      cycle.insert(cycle.end(), back.begin() + 1, back.end());
    }
    if (!unroll(e_.options.orbits, cycle)) return exact;
    return exact.empty() || cycle.size() <= exact.size() ? cycle : exact;
  }

  /// Up to symmetry the way back to the first orbit may come to another of its states, and going round again and again
  /// makes it long. Looks for a way back to the first state itself, not far; empty where there is none.
  Path closed_exactly(const Path& walk) {
    constexpr std::size_t most = 20'000;
    if (e_.options.orbits == nullptr) return {};
    std::vector<StateBytes> states = {walk.back()};
    std::vector<std::size_t> previous = {0};
    std::unordered_set<StateBytes, BytesHash> seen;
    for (std::size_t at = 0; at < states.size() && states.size() < most; ++at) {
      generator_->successors(states[at], steps_);
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (!steps_[i].completed) continue;
        StateBytes next = bytes_behind(i);
        if (next == walk.front()) {
          Path back = {std::move(next)};
          for (; at != 0; at = previous[at]) back.push_back(states[at]);
          Path whole = walk;
          whole.insert(whole.end(), back.rbegin(), back.rend());
          return whole;
        }
        const StateId id = id_of(next);
        if (id == no_state || !inside_(id) || !seen.insert(next).second) continue;
        states.push_back(std::move(next));
        previous.push_back(at);
      }
    }
    return {};
  }

  /// Walks on within the component until fairness asks no more of anybody, whatever follows within it. Up to symmetry
  /// too: what is searched are pairs of an orbit and where the process is in it, so that nobody is left out who can be
  /// served, and the component itself says that all can.
  void serve_all(Path& walk) {
    const bool weak = property_.fairness == Fairness::weak;
    OwedMoves owed(property_.fairness);
    owed.visit(steps_.cycle_facts.waiting);
    // Weak fairness owes nothing to those who cannot move here; strong fairness to whoever can move anywhere.
    const Actor processes = weak ? owed.left().bound() : end_.processes;
    for (Actor i = 0; i < processes; ++i) {
      if (owed.has_moved(i) || (weak && !owed.left().contains(i))) continue;
      const Path piece = way_to_serve(i, walk.back(), weak);
      for (std::size_t k = 0; k < piece.size(); ++k) {
        generator_->successors(piece[k], steps_);
        owed.visit(steps_.cycle_facts.waiting);
        for (std::size_t n = 0; k + 1 < piece.size() && n < steps_.size(); ++n) {
          if (steps_[n].completed && std::ranges::equal(steps_[n].state, piece[k + 1])) owed.move(steps_.moved(n));
        }
      }
      if (!piece.empty()) walk.insert(walk.end(), piece.begin() + 1, piece.end());
    }
  }

  /// The nearest place, from a state on, where a process moves or, where that is enough, cannot. Empty where there is
  /// none.
  Path way_to_serve(Actor process, const StateBytes& from, bool unable_is_enough) {
    struct Node {
      StateBytes state;
      std::size_t previous;
    };
    std::vector<Node> nodes = {{from, 0}};
    std::unordered_set<std::uint64_t> seen;
    const auto path_to = [&nodes](std::size_t at) {
      Path path = {nodes[at].state};
      for (; at != 0; at = nodes[at].previous) path.push_back(nodes[nodes[at].previous].state);
      std::reverse(path.begin(), path.end());
      return path;
    };
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      generator_->successors(nodes[at].state, steps_);
      if (unable_is_enough && !steps_.cycle_facts.waiting.contains(process)) return path_to(at);
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (!steps_[i].completed) continue;
        const auto [id, image] = threaded(steps_[i].state, process);
        if (id == no_state || !inside_(id)) continue;
        if (steps_.moved(i).contains(process)) {
          Path path = path_to(at);
          path.push_back(bytes_behind(i));
          return path;
        }
        if (seen.insert(id.value << 32 | image).second) nodes.push_back({bytes_behind(i), at});
      }
    }
    return {};
  }

  /// The orbit of a state, and which process of the representative stands for this one.
  std::pair<StateId, Actor> threaded(StateView state, Actor process) {
    if (key_function_ == nullptr) return {id_of(state), process};
    const std::optional<Normalisation> way = key_function_->normalise(state, key_);
    ensure(way.has_value(), "fairness up to a symmetry whose keys are no permuted states");
    const StateId id = e_.main().session.find_key(key_).value_or(no_state);
    return {id, e_.options.orbits->actors()->image(process, way->to_key)};
  }

  Exploration& e_;
  const CycleProperty& property_;
  const CycleSearchEnd& end_;
  StateFilter inside_;  // the component that the cycle goes through
  std::unique_ptr<StepGenerator> generator_;
  std::unique_ptr<KeyFunction> key_function_;
  std::vector<std::uint8_t> key_;
  Successors steps_;
};

}  // namespace

std::optional<Violation> make_lasso(Exploration& e, const CycleProperty& property, const CycleSearchEnd& end) {
  return LassoMaker(e, property, end).make();
}

}  // namespace quotient
