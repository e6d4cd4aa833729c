#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <map>

#include "base/stop_signal.hpp"
#include "lts/compare.hpp"
#include "lts/weak.hpp"

namespace quotient {

namespace {

/// The first thing that only one of two states can do, after silent steps that change nothing.
std::vector<std::string> first_difference(const SideBySide& systems, const BranchingRefinement& refinement) {
  const auto& first = refinement.signature(systems.first_initial);
  const auto& second = refinement.signature(systems.second_initial);
  const auto labels_of = [](const BranchingRefinement::Signature& signature) {
    std::vector<std::uint32_t> labels;
    for (const auto& [label, block] : signature) labels.push_back(label);
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
  };
  const auto only = [&](const auto& a, const auto& b, const char* who, const char* whom) -> std::vector<std::string> {
    const std::vector<std::uint32_t> mine = labels_of(a), theirs = labels_of(b);
    for (const std::uint32_t label : mine) {
      if (std::binary_search(theirs.begin(), theirs.end(), label)) continue;
      return {fmt::format("the {} can do {} at the beginning (perhaps after tau), the {} cannot", who,
                          systems.labels[label], whom)};
    }
    for (const auto& step : a) {
      if (std::binary_search(b.begin(), b.end(), step)) continue;
      return {fmt::format("the {} can do {} at the beginning and become what the {} cannot by {}", who,
                          systems.labels[step.first], whom, systems.labels[step.first])};
    }
    return {};
  };
  std::vector<std::string> reason = only(first, second, "first", "second");
  return reason.empty() ? only(second, first, "second", "first") : reason;
}

}  // namespace

Comparison compare_branching_bisimilar(const Lts& first, const Lts& second) {
  const SideBySide systems(first, second);
  BranchingRefinement refinement(systems);
  for (bool changed = true; changed;) {
    changed = refinement.refine();
    if (refinement.of(systems.first_initial) != refinement.of(systems.second_initial)) {
      return {false, first_difference(systems, refinement)};
    }
  }
  return {true, {}};
}

Comparison compare_weak_traces(const Lts& first, const Lts& second) {
  const Lts a = determinised(first), b = determinised(second);
  const EdgesBySource of_a(a), of_b(b);
  struct Pair {
    std::uint32_t x, y;
    std::size_t before;
    std::string label;
  };
  std::vector<Pair> pairs{{a.initial, b.initial, 0, {}}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> met{{{a.initial, b.initial}, true}};
  const auto steps_of = [](const Lts& lts, const EdgesBySource& edges, std::uint32_t state) {
    std::map<std::string, std::uint32_t> steps;
    for (const Lts::Edge& e : edges.of(state)) steps[lts.labels()[e.label]] = e.target;
    return steps;
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    poll_stop();
    const auto mine = steps_of(a, of_a, pairs[i].x), theirs = steps_of(b, of_b, pairs[i].y);
    const auto missing = [&](const auto& one, const auto& other) -> const std::string* {
      for (const auto& [label, target] : one) {
        if (!other.contains(label)) return &label;
      }
      return nullptr;
    };
    const std::string* extra = missing(mine, theirs);
    const bool in_first = extra != nullptr;
    if (extra == nullptr) extra = missing(theirs, mine);
    if (extra != nullptr) {
      std::vector<std::string> trace{*extra};
      for (std::size_t at = i; at != 0; at = pairs[at].before) trace.push_back(pairs[at].label);
      std::reverse(trace.begin(), trace.end());
      Comparison different{false, {fmt::format("only the {} has this trace:", in_first ? "first" : "second")}};
      different.reason.insert(different.reason.end(), trace.begin(), trace.end());
      return different;
    }
    for (const auto& [label, target] : mine) {
      const std::uint32_t answer = theirs.at(label);
      if (met.try_emplace({target, answer}, true).second) pairs.push_back({target, answer, i, label});
    }
  }
  return {true, {}};
}

}  // namespace quotient
