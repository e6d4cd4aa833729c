#include "lts/compare.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

#include "base/counted.hpp"
#include "lts/expand.hpp"
#include "lts/refinement.hpp"
#include "symmetry/graph/automorphism.hpp"

namespace quotient {

namespace {

constexpr std::size_t most_remembered = 400'000'000;  // block numbers, to tell why systems differ
constexpr std::size_t longest_reason = 50;

using History = std::vector<std::vector<std::uint32_t>>;

/// A game that the one who says "different" wins: at each turn a step of one system that no answer of the other can
/// follow for ever. One line of it is told, with the answers that last longest.
std::vector<std::string> distinguish(const SideBySide& systems, const History& history) {
  std::vector<std::string> out;
  std::uint32_t x = systems.first_initial, y = systems.second_initial;
  const auto name = [&](std::uint32_t state) {
    const bool second = state >= systems.split;
    return fmt::format("{} state {}", second ? "second" : "first", state - (second ? systems.split : 0));
  };
  const auto first_difference = [&](std::uint32_t a, std::uint32_t b) {
    std::size_t round = 0;
    while (round < history.size() && history[round][a] == history[round][b]) ++round;
    return round;
  };
  for (std::size_t round = first_difference(x, y); round > 0 && round < history.size();) {
    const std::vector<std::uint32_t>& before = history[round - 1];
    const auto missing = [&](std::uint32_t block, std::uint32_t other) -> const Lts::Edge* {
      for (const Lts::Edge& e : systems.of(block)) {
        const auto answers = systems.of(other);
        if (std::none_of(answers.begin(), answers.end(), [&](const Lts::Edge& a) {
              return a.label == e.label && before[a.target] == before[e.target];
            })) {
          return &e;
        }
      }
      return nullptr;
    };
    const Lts::Edge* step = missing(x, y);
    if (step == nullptr) {
      std::swap(x, y);
      step = missing(x, y);
    }
    if (step == nullptr || out.size() > longest_reason) return out;
    const Lts::Edge* answer = nullptr;
    std::size_t lasts = 0;
    for (const Lts::Edge& e : systems.of(y)) {
      const std::size_t until = e.label == step->label ? first_difference(step->target, e.target) : 0;
      if (until > lasts) {
        answer = &e;
        lasts = until;
      }
    }
    if (answer == nullptr) {
      out.push_back(fmt::format("{} does {}, {} cannot", name(x), systems.labels[step->label], name(y)));
      return out;
    }
    out.push_back(fmt::format("{} does {} and becomes {}; {} becomes {}", name(x), systems.labels[step->label],
                              name(step->target), name(y), name(answer->target)));
    x = step->target;
    y = answer->target;
    round = lasts;
  }
  return out;
}

/// As a graph without labels on edges: each step is a vertex.
ColouredGraph graph_of(const SideBySide& systems, std::span<const std::uint32_t> blocks, std::uint32_t block_count,
                       bool second) {
  const std::uint32_t from = second ? systems.split : 0, to = second ? systems.state_count : systems.split;
  std::vector<std::uint32_t> colours(blocks.begin() + from, blocks.begin() + to);
  std::vector<Edge> edges;
  for (std::uint32_t s = from; s < to; ++s) {
    for (const Lts::Edge& e : systems.of(s)) {
      const auto vertex = static_cast<Point>(colours.size());
      colours.push_back(block_count + e.label);
      edges.push_back({s - from, vertex});
      edges.push_back({vertex, e.target - from});
    }
  }
  return ColouredGraph(EdgeKind::directed, std::move(colours), edges);
}

std::vector<std::string> difference_in_labels(const SideBySide& systems) {
  std::vector<std::int64_t> balance(systems.labels.size(), 0);
  for (const Lts::Edge& e : systems.edges) balance[e.label] += e.source < systems.split ? 1 : -1;
  for (std::size_t l = 0; l < balance.size(); ++l) {
    if (balance[l] == 0) continue;
    return {fmt::format("the {} has {} more labelled {}", balance[l] > 0 ? "first" : "second",
                        counted(static_cast<std::uint64_t>(balance[l] > 0 ? balance[l] : -balance[l]), "step"),
                        systems.labels[l])};
  }
  return {};
}

}  // namespace

bool can_be_compared(const Lts& first, const Lts& second) {
  return std::in_range<std::uint32_t>(std::uint64_t{first.state_count} + second.state_count);
}

Comparison compare_bisimilar(const Lts& first, const Lts& second) {
  const SideBySide systems(first, second);
  Refinement refinement(systems, false);
  History history{refinement.blocks()};
  for (bool changed = true; changed;) {
    changed = refinement.refine();
    if (history.size() * systems.state_count < most_remembered) history.push_back(refinement.blocks());
    const auto& blocks = refinement.blocks();
    if (blocks[systems.first_initial] != blocks[systems.second_initial]) {
      return {false, distinguish(systems, history)};
    }
  }
  return {true, {}};
}

Comparison compare_isomorphic(const Lts& first, const Lts& second) {
  if (first.state_count != second.state_count || first.edges.size() != second.edges.size()) {
    Comparison different{
        false,
        {fmt::format("the first has {} and {}, the second {} and {}", counted(first.state_count, "state"),
                     counted(first.edges.size(), "step"), second.state_count, second.edges.size())}};
    const Comparison game = compare_bisimilar(first, second);
    different.reason.insert(different.reason.end(), game.reason.begin(), game.reason.end());
    return different;
  }
  const SideBySide systems(first, second);
  if (auto labels = difference_in_labels(systems); !labels.empty()) return {false, std::move(labels)};
  // Initial states are alike, and differ from all others.
  Lts marked[2] = {first, second};
  for (Lts& lts : marked) lts.edges.push_back({lts.initial, lts.label("(initial)"), lts.initial});
  const SideBySide both(marked[0], marked[1]);
  Refinement refinement(both, true);
  while (refinement.refine()) {
  }
  std::vector<std::int64_t> balance(refinement.block_count(), 0);
  std::vector<std::uint32_t> sizes(refinement.block_count(), 0);
  for (std::uint32_t s = 0; s < both.state_count; ++s) {
    balance[refinement.blocks()[s]] += s < both.split ? 1 : -1;
    ++sizes[refinement.blocks()[s]];
  }
  if (std::any_of(balance.begin(), balance.end(), [](std::int64_t b) { return b != 0; })) {
    Comparison game = compare_bisimilar(first, second);
    if (game.equal) game.reason = {"they do the same, but with states that are connected in another way"};
    return {false, std::move(game.reason)};
  }
  // Stable blocks of one state each in both: what they do to one another is the same.
  if (std::all_of(sizes.begin(), sizes.end(), [](std::uint32_t n) { return n == 2; })) return {true, {}};
  const ColouredGraph a = graph_of(both, refinement.blocks(), refinement.block_count(), false);
  const ColouredGraph b = graph_of(both, refinement.blocks(), refinement.block_count(), true);
  if (a.relabelled(canonical_form(a).labelling) == b.relabelled(canonical_form(b).labelling)) return {true, {}};
  return {false, {"they do the same, but with states that are connected in another way"}};
}

Comparison compare_under_permutations(const Lts& first, const Lts& second, std::string& problem) {
  AnnotationProblem wrong;
  const auto a = expand(first, wrong);
  const auto b = a ? expand(second, wrong) : std::nullopt;
  if (b && can_be_compared(*a, *b)) return compare_bisimilar(*a, *b);
  problem = b ? "together they have too many states" : wrong.message;
  return {};
}

}  // namespace quotient
