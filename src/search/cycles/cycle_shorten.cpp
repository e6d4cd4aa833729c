#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>

#include "search/cycles/cycle_exploration.hpp"

namespace quotient {

namespace {

/// The states of the model that are nearest to the start, whatever the search took for one, and their steps.
class Surroundings {
 public:
  /// What is farther than `deepest` steps is of no use.
  Surroundings(Exploration& e, const CycleProperty& property, std::size_t deepest)
      : e_(e),
        by_progress_(property.kind == CycleKind::non_progress),
        deepest_(deepest),
        generator_(e.system.cycle_generator()) {
    generator_->initial(steps_);
    note_targets(none);
  }

  /// Looks at about as many states. False where time is up.
  bool grow(std::size_t most) {
    for (; !is_everything() && nodes_.size() < most; ++expanded_) {
      if (e_.watch.check() != StopReason::nothing) return false;
      const StateBytes state = *nodes_[expanded_].state;
      generator_->successors(state, steps_);
      if (steps_.is_cut_off()) return false;
      const CycleFacts& facts = steps_.cycle_facts;
      nodes_[expanded_].counts = by_progress_ ? !facts.progress : facts.accepting;
      nodes_[expanded_].allowed = !by_progress_ || !facts.progress;
      nodes_[expanded_].ends = !by_progress_ && facts.accepting && facts.stands_still;
      note_targets(static_cast<Id>(expanded_));
    }
    return true;
  }
  bool is_everything() const { return expanded_ == nodes_.size() || nodes_[expanded_].depth > deepest_; }

  /// The nearest wrong cycle among them, and the way there; nothing where there is none.
  std::optional<Violation> lasso(const CycleProperty& property) {
    find_components();
    for (Id id = 0; id < expanded_; ++id) {
      if (!nodes_[id].counts || (!nodes_[id].ends && !goes_round(id))) continue;
      std::vector<StateBytes> stem;
      for (Id at = id; at != none; at = nodes_[at].parent) stem.push_back(*nodes_[at].state);
      std::reverse(stem.begin(), stem.end());
      std::vector<StateBytes> cycle = nodes_[id].ends ? std::vector<StateBytes>{*nodes_[id].state} : round(id);
      return lasso_of(property, std::move(stem), std::move(cycle));
    }
    return std::nullopt;
  }

 private:
  using Id = std::uint32_t;
  static constexpr Id none = std::numeric_limits<Id>::max();

  struct BytesHash {
    std::size_t operator()(const StateBytes& state) const {
      return std::hash<std::string_view>()({reinterpret_cast<const char*>(state.data()), state.size()});
    }
  };
  struct Node {
    const StateBytes* state;  // in `ids_`
    Id parent;
    std::size_t depth;
    std::vector<Id> next = {};
    bool counts = false, allowed = false, ends = false;
    Id component = none;
  };

  void note_targets(Id from) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!steps_[i].completed) continue;
      StateBytes state(steps_[i].state.begin(), steps_[i].state.end());
      const auto [at, is_new] = ids_.emplace(std::move(state), static_cast<Id>(nodes_.size()));
      if (is_new) nodes_.push_back({&at->first, from, from == none ? 0 : nodes_[from].depth + 1});
      if (from != none) nodes_[from].next.push_back(at->second);
    }
  }

  /// Tarjan's algorithm, with a stack of its own, over the states that a wrong cycle may pass.
  void find_components() {
    std::vector<Id> order(nodes_.size(), none), low(nodes_.size(), none), open;
    struct Frame {
      Id id;
      std::size_t next;
    };
    std::vector<Frame> path;
    Id entered = 0;
    sizes_.clear();
    for (Node& node : nodes_) node.component = none;
    const auto enter = [&](Id id) {
      order[id] = low[id] = entered++;
      open.push_back(id);
      path.push_back({id, 0});
    };
    for (Id root = 0; root < expanded_; ++root) {
      if (order[root] != none || !nodes_[root].allowed) continue;
      enter(root);
      while (!path.empty()) {
        const Id id = path.back().id;
        if (path.back().next < nodes_[id].next.size()) {
          const Id target = nodes_[id].next[path.back().next++];
          if (!nodes_[target].allowed) continue;
          if (order[target] == none)
            enter(target);
          else if (nodes_[target].component == none)
            low[id] = std::min(low[id], order[target]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) low[path.back().id] = std::min(low[path.back().id], low[id]);
        if (low[id] != order[id]) continue;
        sizes_.push_back(0);
        for (Id member = none; member != id; open.pop_back()) {
          member = open.back();
          nodes_[member].component = static_cast<Id>(sizes_.size() - 1);
          ++sizes_.back();
        }
      }
    }
  }

  bool goes_round(Id id) const {
    const std::vector<Id>& next = nodes_[id].next;
    return sizes_[nodes_[id].component] > 1 || std::find(next.begin(), next.end(), id) != next.end();
  }

  /// A shortest way from a state to itself.
  std::vector<StateBytes> round(Id start) const {
    std::vector<Id> previous(nodes_.size(), none), waiting = {start};
    for (std::size_t i = 0; previous[start] == none; ++i) {
      for (const Id target : nodes_[waiting[i]].next) {
        if (nodes_[target].component != nodes_[start].component || previous[target] != none) continue;
        previous[target] = waiting[i];
        waiting.push_back(target);
      }
    }
    std::vector<StateBytes> way = {*nodes_[start].state};
    for (Id at = previous[start]; at != start; at = previous[at]) way.push_back(*nodes_[at].state);
    way.push_back(*nodes_[start].state);
    std::reverse(way.begin(), way.end());
    return way;
  }

  Exploration& e_;
  const bool by_progress_;
  const std::size_t deepest_;
  std::unique_ptr<StepGenerator> generator_;
  Successors steps_;
  std::unordered_map<StateBytes, Id, BytesHash> ids_;  // its keys stay where they are
  std::vector<Node> nodes_;
  std::size_t expanded_ = 0;
  std::vector<std::size_t> sizes_;  // of components
};

}  // namespace

Violation shortened(Exploration& e, const CycleProperty& property, Violation lasso) {
  if (property.fairness != Fairness::none) return lasso;
  Surroundings near(e, property, lasso.length());
  for (const std::size_t most : {1'000U, 10'000U, 100'000U}) {  // a longer run is better than one that is waited for
    if (!near.grow(most)) return lasso;
    if (std::optional<Violation> found = near.lasso(property))
      return found->states.size() < lasso.states.size() ? *found : lasso;
    if (near.is_everything()) return lasso;
  }
  return lasso;
}

}  // namespace quotient
