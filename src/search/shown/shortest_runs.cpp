#include "search/shown/shortest_runs.hpp"

#include <algorithm>
#include <map>

#include "base/stop_signal.hpp"

namespace quotient {

namespace {

/// Pairs that are kept for a state and an actor up to symmetry, where it matters who is who.
constexpr std::size_t few_variants = 4;

bool ends_with(const Successor& step, const RunGoal& goal) {
  return step.finding == goal.finding && step.completed == (goal.place == ViolationPlace::step);
}

/// A state that several steps lead to is retraced by the first of them.
bool is_repeated(const Successors& steps, std::size_t i) {
  const Successor step = steps[i];
  for (std::size_t k = 0; k < i; ++k) {
    if (steps[k].completed && std::ranges::equal(steps[k].state, step.state)) return true;
  }
  return false;
}

}  // namespace

ShortestRuns::ShortestRuns(const System& system, const FewSwitchesOptions& options)
    : options_(options), generator_(system.generator()) {
  if (const StopSignal* stop = current_stop()) generator_->heed(*stop);
  if (options.reduction != nullptr && options.reduction->exact()) key_function_ = options.reduction->key_function();
  if (options.symmetry != nullptr) actors_ = ActorImages(*options.symmetry);
}

std::optional<std::vector<StateBytes>> ShortestRuns::find(const RunGoal& goal, std::size_t length) {
  // Two states of one orbit are not the same: a goal that is a state wants them told apart.
  if (goal.state != nullptr) key_function_.reset();
  if (!explore(goal, length)) return std::nullopt;
  mark_useful();
  const std::uint64_t explored = expanded_, held = bytes_;
  std::optional<Choice> best = choose(goal, 1);
  if (best && best->could_stay) {
    expanded_ = explored;
    bytes_ = held;
    if (auto other = choose(goal, few_variants); other && other->cost < best->cost) best = std::move(other);
  }
  if (!best) return std::nullopt;
  return std::move(best->run);
}

bool ShortestRuns::expand(const StateBytes& state) {
  poll_stop();
  if (++expanded_ > options_.most_states) return false;
  generator_->successors(state, steps_);
  poll_stop();  // else steps that were not computed would be taken for steps that there are not
  steps_.show_all();
  return !steps_.is_cut_off();
}

bool ShortestRuns::meets(const RunGoal& goal, const StateBytes& state) const {
  if (goal.state != nullptr) return state == *goal.state;
  if (goal.place == ViolationPlace::state)
    return std::ranges::find(steps_.findings(), goal.finding) != steps_.findings().end();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (ends_with(steps_[i], goal)) return true;
  }
  return false;
}

void ShortestRuns::compute_key(StateView state) {
  way_.reset();
  if (key_function_ != nullptr) {
    way_ = key_function_->normalise(state, key_);
    if (!way_) {
      const Key key = key_function_->key(state);
      key_.assign(key.bytes.begin(), key.bytes.end());
    }
  } else {
    key_.assign(state.begin(), state.end());
  }
}

Actor ShortestRuns::image(Actor actor) const { return way_ ? actors_.image(actor, way_->to_key) : actor; }

ShortestRuns::Index ShortestRuns::enter(StateView state) {
  compute_key(state);
  const auto [at, added] =
      by_key_.try_emplace(std::string(key_.begin(), key_.end()), static_cast<Index>(states_.size()));
  if (added) {
    states_.emplace_back(state.begin(), state.end());
    bytes_ += state.size() + key_.size();
  }
  return at->second;
}

bool ShortestRuns::explore(const RunGoal& goal, std::size_t length) {
  level_begins_ = {0};
  generator_->initial(steps_);
  poll_stop();
  if (steps_.is_cut_off()) return false;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].completed) enter(steps_[i].state);
  }
  const bool ends_in_step = goal.place == ViolationPlace::step || goal.place == ViolationPlace::broken_step;
  const std::size_t last_level = ends_in_step && goal.state == nullptr ? length - 1 : length;
  for (std::size_t depth = 0; depth <= last_level; ++depth) {
    const Index begin = level_begins_.back(), end = static_cast<Index>(states_.size());
    level_begins_.push_back(end);
    bool met = false;
    for (Index id = begin; id < end; ++id) {
      if (!expand(states_[id]) || bytes_ > options_.most_bytes) return false;
      useful_.resize(id + 1, false);
      useful_[id] = meets(goal, states_[id]);
      met |= useful_[id];
      if (met || depth == last_level) continue;  // no level behind the one where the goal is met
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (!steps_[i].completed) continue;
        const Index to = enter(steps_[i].state);
        if (to >= end) edges_.emplace_back(id, to);
      }
    }
    if (met) {
      // The states behind were entered before the level was known to be the last.
      states_.resize(end);
      return true;
    }
  }
  return false;
}

void ShortestRuns::mark_useful() {
  for (auto edge = edges_.rbegin(); edge != edges_.rend(); ++edge) {
    if (edge->second < useful_.size() && useful_[edge->second]) useful_[edge->first] = true;
  }
}

std::optional<ShortestRuns::Choice> ShortestRuns::choose(const RunGoal& goal, std::size_t variants) {
  std::vector<std::vector<Pair>> levels(1);
  for (Index id = 0; id < level_begins_[1]; ++id) {
    if (useful_[id]) levels[0].push_back({states_[id], id, no_actor, 0, none});
  }
  const std::size_t last = level_begins_.size() - 2;
  for (std::size_t depth = 0; depth < last; ++depth) {
    std::map<std::pair<Index, Actor>, std::vector<Index>> known;
    std::vector<Pair> next;
    for (Index from = 0; from < levels[depth].size(); ++from) {
      const Pair& pair = levels[depth][from];
      if (!expand(pair.state) || bytes_ > options_.most_bytes) return std::nullopt;
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        const Successor step = steps_[i];
        if (!step.completed || is_repeated(steps_, i)) continue;
        compute_key(step.state);
        const auto orbit = by_key_.find(std::string(key_.begin(), key_.end()));
        if (orbit == by_key_.end() || orbit->second < level_begins_[depth + 1] ||
            orbit->second >= level_begins_[depth + 2] || !useful_[orbit->second]) {
          continue;
        }
        const std::size_t cost = pair.cost + (pair.last != no_actor && pair.last != step.actor ? 1 : 0);
        std::vector<Index>& alike = known[{orbit->second, image(step.actor)}];
        // One of the same actor, or room for another, or else the one that there is.
        auto at = std::ranges::find_if(alike, [&](Index p) { return next[p].last == step.actor; });
        if (at == alike.end() && alike.size() >= variants) at = alike.begin();
        if (at != alike.end() && cost >= next[*at].cost) continue;
        Pair better{{step.state.begin(), step.state.end()}, orbit->second, step.actor, cost, from};
        if (at == alike.end()) {
          bytes_ += better.state.size();
          alike.push_back(static_cast<Index>(next.size()));
          next.push_back(std::move(better));
        } else {
          next[*at] = std::move(better);
        }
      }
    }
    levels.push_back(std::move(next));
  }
  const End end = cheapest_end(goal, levels.back());
  if (end.pair == none) return std::nullopt;
  Choice choice{{}, end.cost, end.could_stay};
  std::vector<StateBytes>& run = choice.run;
  if (!end.target.empty()) run.push_back(end.target);
  Index at = end.pair;
  for (std::size_t depth = levels.size(); depth-- > 0; at = levels[depth][at].parent) {
    run.push_back(levels[depth][at].state);
  }
  std::ranges::reverse(run);
  return choice;
}

/// Judged by the states that were really reached: a finding may be another one in a permuted state.
ShortestRuns::End ShortestRuns::cheapest_end(const RunGoal& goal, const std::vector<Pair>& last_level) {
  End best;
  for (Index i = 0; i < last_level.size(); ++i) {
    const Pair& pair = last_level[i];
    if (!expand(pair.state)) return {};
    const bool in_state = goal.state != nullptr || goal.place == ViolationPlace::state;
    if (in_state) {
      if (meets(goal, pair.state) && (best.pair == none || pair.cost < best.cost)) best = {i, pair.cost, {}, false};
      continue;
    }
    std::optional<End> first;  // a step that leads nowhere is retraced by the first
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      const Successor step = steps_[k];
      if (!ends_with(step, goal)) continue;
      if (first && !step.completed) {
        first->could_stay |= step.actor == pair.last;
        continue;
      }
      const std::size_t cost = pair.cost + (pair.last != no_actor && pair.last != step.actor ? 1 : 0);
      const End end{i, cost, {step.state.begin(), step.state.end()}, false};
      if (!first || cost < first->cost) first = end;
    }
    if (first && first->cost == pair.cost) first->could_stay = false;
    if (first && (best.pair == none || first->cost < best.cost)) best = *first;
  }
  return best;
}

}  // namespace quotient
