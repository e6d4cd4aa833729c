#include "promela/flow/liveness.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "promela/promela.hpp"

namespace quotient::promela {
namespace {

using TargetLists = std::vector<std::vector<std::uint32_t>>;
using Use = Liveness::Use;

/// By going round until nothing changes.
std::vector<bool> live_naively(const TargetLists& targets, const std::vector<Use>& uses, Liveness::Edges edges) {
  std::vector<bool> live(targets.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t n = 1; n < targets.size(); ++n) {
      for (std::uint32_t k = 0; k < targets[n].size() && !live[n]; ++k) {
        Use here{n, k, false, false};
        for (const Use& u : uses) {
          if (u.node == n && u.edge == k) here = u;
        }
        live[n] = here.reads || (!here.overwrites && targets[n][k] != 0 && live[targets[n][k]]);
        changed = changed || live[n];
        if (here.overwrites && edges == Liveness::Edges::to_first_write) break;
      }
    }
  }
  return live;
}

TEST(Liveness, IsWhatGoingRoundGives) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    const auto count = static_cast<std::uint32_t>(2 + random() % 15);
    TargetLists targets(count);
    for (std::uint32_t n = 1; n < count; ++n) {
      // Mostly chains.
      const std::uint32_t edges = random() % 4 == 0 ? static_cast<std::uint32_t>(random() % 4) : 1;
      for (std::uint32_t k = 0; k < edges; ++k) {
        targets[n].push_back(random() % 3 == 0 ? static_cast<std::uint32_t>(random() % count) : (n + 1) % count);
      }
    }
    Liveness liveness(targets);
    for (int variable = 0; variable < 3; ++variable) {
      std::vector<Use> uses;
      for (std::uint32_t n = 1; n < count; ++n) {
        for (std::uint32_t k = 0; k < targets[n].size(); ++k) {
          if (random() % 4 == 0) uses.push_back({n, k, random() % 2 == 0, random() % 2 == 0});
        }
      }
      for (const auto edges : {Liveness::Edges::all, Liveness::Edges::to_first_write}) {
        liveness.look_at(uses, edges);
        const std::vector<bool> expected = live_naively(targets, uses, edges);
        std::vector<std::uint32_t> choices;
        for (std::uint32_t n = 1; n < count; ++n) {
          EXPECT_EQ(liveness.is_live(n), expected[n]);
          if (expected[n] && targets[n].size() > 1) choices.push_back(n);
        }
        std::vector<std::uint32_t> found(liveness.live_choices().begin(), liveness.live_choices().end());
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, choices);
      }
    }
  }
}

std::size_t instructions(const std::string& text, StepMode steps) {
  SourceMap sources;
  Diagnostics diagnostics;
  Options options;
  options.steps = steps;
  const auto loaded = load(sources, sources.add("model.pml", text), options, diagnostics);
  EXPECT_TRUE(loaded);
  const auto system = loaded->compile("", diagnostics);
  EXPECT_TRUE(system);
  return system->program().code.size();
}

/// A chain of statements that become one step was written out once for each of its statements: the code of 4,000
/// printfs had eight million instructions.
TEST(Liveness, CodeGrowsWithTheText) {
  for (const char* statement : {"printf(\"x\\n\"); ", "l = l + 1; ", "if :: g = 1 :: g = 2 fi; ", "assert(g < 9); "}) {
    for (const auto steps : {StepMode::plain, StepMode::spin, StepMode::full}) {
      const auto text = [&](int count) {
        std::string body;
        for (int k = 0; k < count; ++k) body += statement;
        return "byte g; active proctype P() { byte l; g = 1; " + body + "g = l }";
      };
      EXPECT_LT(instructions(text(4000), steps), 6 * instructions(text(1000), steps)) << statement;
    }
  }
}

}  // namespace
}  // namespace quotient::promela
