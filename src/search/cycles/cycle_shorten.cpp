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
        fairness_(property.fairness),
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
      if (fairness_ != Fairness::none) nodes_[expanded_].waiting = facts.waiting;
      note_targets(static_cast<Id>(expanded_));
    }
    return true;
  }
  bool is_everything() const { return expanded_ == nodes_.size() || nodes_[expanded_].depth > deepest_; }

  /// The nearest wrong cycle among them, and the way there; nothing where there is none.
  std::optional<Violation> lasso(const CycleProperty& property) {
    for (Node& node : nodes_) node.left_out = false;
    find_components();
    if (fairness_ != Fairness::none) return fair_lasso(property);
    for (Id id = 0; id < expanded_; ++id) {
      if (!nodes_[id].counts || (!nodes_[id].ends && !goes_round(id))) continue;
      return lasso_of(property, stem_of(id), nodes_[id].ends ? states_of({id}) : states_of(round(id)));
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
    // Where fairness is asked for:
    ProcessSet waiting = {};
    std::vector<ProcessSet> moved = {};  // of each step
    bool left_out = false;               // no strongly fair cycle passes it, as far as the graph is known
    bool may_pass() const { return allowed && !left_out; }
  };

  std::vector<StateBytes> states_of(const std::vector<Id>& ids) const {
    std::vector<StateBytes> states;
    for (const Id id : ids) states.push_back(*nodes_[id].state);
    return states;
  }
  std::vector<StateBytes> stem_of(Id id) const {
    std::vector<Id> stem;
    for (Id at = id; at != none; at = nodes_[at].parent) stem.push_back(at);
    std::reverse(stem.begin(), stem.end());
    return states_of(stem);
  }

  void note_targets(Id from) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!steps_[i].completed) continue;
      StateBytes state(steps_[i].state.begin(), steps_[i].state.end());
      const auto [at, is_new] = ids_.emplace(std::move(state), static_cast<Id>(nodes_.size()));
      if (is_new) nodes_.push_back({&at->first, from, from == none ? 0 : nodes_[from].depth + 1});
      if (from == none) continue;
      nodes_[from].next.push_back(at->second);
      if (fairness_ != Fairness::none) nodes_[from].moved.push_back(steps_.moved(i));
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
      if (order[root] != none || !nodes_[root].may_pass()) continue;
      enter(root);
      while (!path.empty()) {
        const Id id = path.back().id;
        if (path.back().next < nodes_[id].next.size()) {
          const Id target = nodes_[id].next[path.back().next++];
          if (!nodes_[target].may_pass()) continue;
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
  std::vector<Id> round(Id start) const {
    std::vector<Id> previous(nodes_.size(), none), waiting = {start};
    for (std::size_t i = 0; previous[start] == none; ++i) {
      for (const Id target : nodes_[waiting[i]].next) {
        if (nodes_[target].component != nodes_[start].component || previous[target] != none) continue;
        previous[target] = waiting[i];
        waiting.push_back(target);
      }
    }
    std::vector<Id> way = {start};
    for (Id at = previous[start]; at != start; at = previous[at]) way.push_back(at);
    way.push_back(start);
    std::reverse(way.begin(), way.end());
    return way;
  }

  /// The shortest of the fair lassos that can be made of the first accepting states of components.
  std::optional<Violation> fair_lasso(const CycleProperty& property) {
    constexpr int most_tried = 30;
    if (fairness_ == Fairness::strong) leave_out_bad();
    std::vector<bool> fair(sizes_.size(), false);
    for (Id c = 0; c < sizes_.size(); ++c) fair[c] = true;
    for (const auto& [component, owed] : owed_by_component()) fair[component] = owed.left().empty();
    std::optional<Violation> best;
    int tried = 0;
    for (Id id = 0; id < expanded_ && tried < most_tried; ++id) {
      const Node& node = nodes_[id];
      if (best && node.depth >= best->length()) break;
      if (!node.counts) continue;
      std::vector<Id> cycle = {id};
      if (!node.ends) {
        if (node.component == none || !fair[node.component] || !goes_round(id)) continue;
        ++tried;
        cycle = fair_round(id);
        if (cycle.empty()) continue;
      }
      Violation found = lasso_of(property, stem_of(id), states_of(cycle));
      if (!best || found.states.size() < best->states.size()) best = std::move(found);
    }
    return best;
  }

  std::unordered_map<Id, OwedMoves> owed_by_component() const {
    std::unordered_map<Id, OwedMoves> owed;
    for (const Node& node : nodes_) {
      if (node.component == none) continue;
      OwedMoves& all = owed.try_emplace(node.component, fairness_).first->second;
      all.visit(node.waiting);
      for (std::size_t i = 0; i < node.next.size(); ++i) {
        if (nodes_[node.next[i]].component == node.component) all.move(node.moved[i]);
      }
    }
    return owed;
  }

  /// States in which somebody can move who never moves in their component: no strongly fair cycle passes them.
  void leave_out_bad() {
    for (bool again = true; again;) {
      again = false;
      const auto owed = owed_by_component();
      for (Node& node : nodes_) {
        if (node.component == none) continue;
        ProcessSet bad = owed.at(node.component).left();
        if ((bad &= node.waiting).empty()) continue;
        node.left_out = again = true;
      }
      if (again) find_components();
    }
  }

  /// A walk within a component from a state to itself that is fair: again and again to the nearest place that serves
  /// somebody to whom fairness owes a move. Empty where that gets too long.
  std::vector<Id> fair_round(Id start) const {
    constexpr std::size_t longest = 2'000;
    std::vector<Id> walk = {start};
    OwedMoves owed(fairness_);
    owed.visit(nodes_[start].waiting);
    while (walk.size() < longest) {
      const bool served = owed.left().empty();
      const std::vector<Id> piece = nearest(walk.back(), served ? ProcessSet() : owed.left(), start);
      if (piece.empty()) return {};
      for (std::size_t k = 0; k + 1 < piece.size(); ++k) {
        const Node& node = nodes_[piece[k]];
        for (std::size_t i = 0; i < node.next.size(); ++i) {
          if (node.next[i] == piece[k + 1]) owed.move(node.moved[i]);
        }
        owed.visit(nodes_[piece[k + 1]].waiting);
      }
      walk.insert(walk.end(), piece.begin() + 1, piece.end());
      if (walk.back() == start && owed.left().empty()) return walk;
    }
    return {};
  }

  /// The shortest way within the component to a state or a step that serves one of these; where there is nobody, home,
  /// by one step at least unless the walk is there.
  std::vector<Id> nearest(Id from, ProcessSet wanted, Id home) const {
    const bool homewards = wanted.empty(), weak = fairness_ == Fairness::weak;
    const auto serves = [&](ProcessSet set, bool negated) {
      ProcessSet both = wanted;
      if (negated) return !(both -= set).empty();
      return !(both &= set).empty();
    };
    std::unordered_map<Id, Id> previous;
    std::vector<Id> waiting = {from};
    for (std::size_t at = 0; at < waiting.size(); ++at) {
      const Node& node = nodes_[waiting[at]];
      for (std::size_t i = 0; i < node.next.size(); ++i) {
        const Id target = node.next[i];
        if (nodes_[target].component != node.component) continue;
        const bool arrived =
            homewards ? target == home : serves(node.moved[i], false) || (weak && serves(nodes_[target].waiting, true));
        const bool is_new = previous.try_emplace(target, waiting[at]).second;
        if (arrived) {
          std::vector<Id> way = {target};
          for (Id id = waiting[at]; id != from; id = previous.at(id)) way.push_back(id);
          way.push_back(from);
          std::reverse(way.begin(), way.end());
          return way;
        }
        if (is_new && target != from) waiting.push_back(target);
      }
    }
    return {};
  }

  Exploration& e_;
  const bool by_progress_;
  const Fairness fairness_;
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
