#include "lts/minimise.hpp"

#include <algorithm>
#include <functional>

#include "base/stop_signal.hpp"
#include "lts/refinement.hpp"
#include "lts/weak.hpp"

namespace quotient {

namespace {

/// One state for each block, with the steps of all its members but those that `inert` leaves out.
Lts collapsed(const Lts& lts, const std::function<std::uint32_t(std::uint32_t)>& block, std::uint32_t block_count,
              const std::function<bool(const Lts::Edge&)>& inert) {
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> steps(block_count);
  for (const Lts::Edge& e : lts.edges) {
    poll_stop();
    if (!inert(e)) steps[block(e.source)].emplace_back(e.label, block(e.target));
  }
  Lts result;
  std::vector<std::uint32_t> number(block_count, UINT32_MAX), order{block(lts.initial)};
  number[order.front()] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto& own = steps[order[i]];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const auto& [label, to] : own) {
      if (number[to] == UINT32_MAX) {
        number[to] = static_cast<std::uint32_t>(order.size());
        order.push_back(to);
      }
      result.edges.push_back({static_cast<std::uint32_t>(i), result.label(lts.labels()[label]), number[to]});
    }
  }
  result.state_count = static_cast<std::uint32_t>(order.size());
  return result;
}

Lts strongly_minimised(const Lts& lts) {
  Lts empty;
  const SideBySide systems(lts, empty);
  Refinement refinement(systems, false);
  while (refinement.refine()) {
  }
  return collapsed(
      lts, [&](std::uint32_t s) { return refinement.blocks()[s]; }, refinement.block_count(),
      [](const Lts::Edge&) { return false; });
}

}  // namespace

Lts minimised(const Lts& lts, Equivalence equivalence) {
  if (equivalence == Equivalence::strong) return strongly_minimised(lts);
  if (equivalence == Equivalence::weak_trace) return strongly_minimised(determinised(lts));
  Lts empty;
  const SideBySide systems(lts, empty);
  BranchingRefinement refinement(systems);
  while (refinement.refine()) {
  }
  // Labels are numbered as they are met: those of the system, which comes first, keep their numbers.
  return collapsed(
      lts, [&](std::uint32_t s) { return refinement.of(s); }, refinement.block_count(),
      [&](const Lts::Edge& e) {
        return e.label == refinement.silent() && refinement.of(e.source) == refinement.of(e.target);
      });
}

}  // namespace quotient
