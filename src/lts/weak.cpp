#include "lts/weak.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/stop_signal.hpp"

namespace quotient {

BranchingRefinement::BranchingRefinement(const SideBySide& systems)
    : systems_(systems),
      silent_(static_cast<std::uint32_t>(std::find(systems.labels.begin(), systems.labels.end(), silent_label) -
                                         systems.labels.begin())) {
  find_components();
  blocks_.assign(members_.size(), 0);
  signatures_.resize(members_.size());
}

/// Strongly connected components of the silent steps [Tarjan 1972]: numbered so that what a step leads to comes first.
void BranchingRefinement::find_components() {
  constexpr std::uint32_t unseen = UINT32_MAX;
  const std::uint32_t count = systems_.state_count;
  component_.assign(count, unseen);
  std::vector<std::uint32_t> order(count, unseen), low(count, 0), open;
  struct Visit {
    std::uint32_t state;
    std::size_t next;
  };
  std::vector<Visit> visits;
  std::uint32_t clock = 0;
  for (std::uint32_t root = 0; root < count; ++root) {
    if (order[root] != unseen) continue;
    visits.push_back({root, 0});
    while (!visits.empty()) {
      poll_stop();
      Visit& visit = visits.back();
      const std::uint32_t state = visit.state;
      if (visit.next == 0) {
        order[state] = low[state] = clock++;
        open.push_back(state);
      }
      const auto steps = systems_.of(state);
      bool deeper = false;
      while (visit.next < steps.size()) {
        const Lts::Edge& step = steps[visit.next++];
        if (step.label != silent_) continue;
        if (order[step.target] == unseen) {
          visits.push_back({step.target, 0});
          deeper = true;
          break;
        }
        if (component_[step.target] == unseen) low[state] = std::min(low[state], order[step.target]);
      }
      if (deeper) continue;
      visits.pop_back();
      if (!visits.empty()) low[visits.back().state] = std::min(low[visits.back().state], low[state]);
      if (low[state] != order[state]) continue;
      auto& members = members_.emplace_back();
      for (std::uint32_t member = unseen; member != state;) {
        member = open.back();
        open.pop_back();
        component_[member] = static_cast<std::uint32_t>(members_.size() - 1);
        members.push_back(member);
      }
    }
  }
}

bool BranchingRefinement::refine() {
  std::map<std::pair<std::uint32_t, Signature>, std::uint32_t> known;
  std::vector<std::uint32_t> next(blocks_.size());
  for (std::uint32_t c = 0; c < members_.size(); ++c) {
    poll_stop();
    Signature signature;
    for (const std::uint32_t state : members_[c]) {
      for (const Lts::Edge& step : systems_.of(state)) {
        const std::uint32_t to = component_[step.target];
        const bool inert = step.label == silent_ && blocks_[to] == blocks_[c];
        if (!inert) {
          signature.emplace_back(step.label, blocks_[to]);
        } else if (to != c) {  // of a smaller number: its signature is known
          signature.insert(signature.end(), signatures_[to].begin(), signatures_[to].end());
        }
      }
    }
    std::sort(signature.begin(), signature.end());
    signature.erase(std::unique(signature.begin(), signature.end()), signature.end());
    signatures_[c] = signature;
    next[c] =
        known.try_emplace({blocks_[c], std::move(signature)}, static_cast<std::uint32_t>(known.size())).first->second;
  }
  const bool changed = known.size() != count_;
  count_ = static_cast<std::uint32_t>(known.size());
  blocks_ = std::move(next);
  return changed;
}

Lts determinised(const Lts& lts) {
  const EdgesBySource edges(lts);
  using Set = std::vector<std::uint32_t>;
  const auto& labels = lts.labels();
  const auto silent =
      static_cast<std::uint32_t>(std::find(labels.begin(), labels.end(), silent_label) - labels.begin());
  const auto closed = [&](Set set) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    Set all = set;
    std::vector<std::uint32_t> todo = std::move(set);
    while (!todo.empty()) {
      const std::uint32_t state = todo.back();
      todo.pop_back();
      for (const Lts::Edge& step : edges.of(state)) {
        if (step.label != silent) continue;
        const auto place = std::lower_bound(all.begin(), all.end(), step.target);
        if (place != all.end() && *place == step.target) continue;
        all.insert(place, step.target);
        todo.push_back(step.target);
      }
    }
    return all;
  };
  Lts result;
  std::map<Set, std::uint32_t> numbers;
  std::vector<const Set*> sets;
  const auto number = [&](Set set) {
    const auto [place, fresh] = numbers.try_emplace(std::move(set), static_cast<std::uint32_t>(sets.size()));
    if (fresh) sets.push_back(&place->first);
    return place->second;
  };
  number(closed({lts.initial}));
  for (std::uint32_t s = 0; s < sets.size(); ++s) {
    poll_stop();
    std::map<std::uint32_t, Set> targets;
    for (const std::uint32_t state : *sets[s]) {
      for (const Lts::Edge& step : edges.of(state)) {
        if (step.label != silent) targets[step.label].push_back(step.target);
      }
    }
    for (auto& [label, set] : targets) {
      poll_stop();
      result.edges.push_back({s, result.label(labels[label]), number(closed(std::move(set)))});
    }
  }
  result.state_count = static_cast<std::uint32_t>(sets.size());
  return result;
}

}  // namespace quotient
