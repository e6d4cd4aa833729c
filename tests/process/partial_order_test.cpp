#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "base/diagnostics.hpp"
#include "process/partial_order/program_independence.hpp"
#include "promela/promela.hpp"
#include "search/reduce/stubborn.hpp"
#include "search/search.hpp"

namespace quotient {
namespace {

namespace fs = std::filesystem;

struct Loaded {
  SourceMap sources;
  std::unique_ptr<ProcessSystem> system;

  explicit Loaded(const std::string& text, const std::string& path = "model.pml",
                  promela::StepMode steps = promela::StepMode::full) {
    Diagnostics diagnostics;
    promela::Options options;
    options.steps = steps;
    const FileId file = sources.add(path, text);
    if (const auto model = promela::load(sources, file, options, diagnostics)) system = model->compile("", diagnostics);
  }
};

/// What a search can find wrong, wherever, and the statements that it comes to.
struct Found {
  std::set<std::pair<FindingKind, std::uint32_t>> wrong;
  std::vector<std::uint8_t> coverage;
  std::uint64_t states = 0, partly = 0, transitions = 0;
  std::vector<std::size_t> deadlock_lengths;
  bool complete = true;
};

Found search(const System& system, bool partial_orders, unsigned threads = 1, std::uint64_t most = 200'000) {
  SearchOptions options;
  options.all = true;
  options.threads = threads;
  options.smallest_shared_level = 2;
  options.partial_orders = partial_orders;
  options.limits.max_states = most;
  const Result result = explore(system, options);
  Found found;
  for (const Violation& v : result.violations) {
    found.wrong.emplace(v.finding.kind, v.finding.site);
    if (v.finding.kind == FindingKind::deadlock) found.deadlock_lengths.push_back(v.length());
  }
  found.coverage = result.coverage;
  found.states = result.states;
  found.partly = result.partly_expanded;
  found.transitions = result.transitions;
  found.complete = result.complete();
  return found;
}

/// Searches with and without, and expects the same to be found.
std::pair<std::uint64_t, std::uint64_t> compare(const Loaded& loaded) {
  const std::unique_ptr<Independence> independence = loaded.system->independence();
  const Found whole = search(*loaded.system, false);
  if (independence == nullptr || !whole.complete) return {0, 0};
  const StubbornSystem stubborn(*loaded.system, *independence);
  const Found reduced = search(stubborn, true);
  EXPECT_EQ(reduced.wrong, whole.wrong);
  EXPECT_EQ(reduced.coverage, whole.coverage);
  EXPECT_EQ(reduced.deadlock_lengths, whole.deadlock_lengths) << "a shortest way to a deadlock stays";
  EXPECT_LE(reduced.states, whole.states);
  const Found two = search(stubborn, true, 2);
  EXPECT_EQ(two.states, reduced.states) << "threads make no difference";
  EXPECT_EQ(two.transitions, reduced.transitions);
  EXPECT_EQ(two.wrong, reduced.wrong);
  return {whole.states, reduced.states};
}

TEST(PartialOrder, ProcessesThatShareNothingAreExploredOneByOne) {
  const Loaded loaded("active [3] proctype p() { byte n; do :: n < 4 -> n++ :: n == 4 -> break od }", "model.pml",
                      promela::StepMode::plain);
  const auto [whole, reduced] = compare(loaded);
  EXPECT_GT(whole, 500U);
  EXPECT_LT(reduced, whole / 10);
}

TEST(PartialOrder, SendAndReceiveOfOneChannelAccord) {
  const Loaded loaded(
      "chan c = [2] of { byte }; chan d = [2] of { byte };\n"
      "active proctype a() { byte n; do :: c!n; n = (n + 1) % 4 od }\n"
      "active proctype b() { byte n; do :: c?n -> d!n od }\n"
      "active proctype e() { byte n; do :: d?n od }\n",
      "model.pml", promela::StepMode::plain);
  const auto [whole, reduced] = compare(loaded);
  EXPECT_LT(reduced, whole);
}

TEST(PartialOrder, AnAssertionThatOnlyAnIgnoredProcessCanFailIsFound) {
  // Without the proviso p goes round for ever, and q never moves.
  const Loaded loaded(
      "byte x; active proctype p() { byte n; do :: n = 1 - n od }\n"
      "active proctype q() { x = 1; assert(x == 0) }\n",
      "model.pml", promela::StepMode::plain);
  const Found found = search(*loaded.system, false);
  ASSERT_EQ(found.wrong.size(), 1U);
  compare(loaded);
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(PartialOrder, FindsTheSameInEveryModelOfTheTests) {
  std::uint64_t whole = 0, reduced = 0, smaller = 0;
  for (const char* folder : {"/tests/oracle/models", "/examples", "/tests/oracle/cycle_models"}) {
    for (const auto& entry : fs::recursive_directory_iterator(std::string(QUOTIENT_ROOT) + folder)) {
      if (entry.path().extension() != ".pml") continue;
      for (const promela::StepMode steps : {promela::StepMode::full, promela::StepMode::plain}) {
        SCOPED_TRACE(entry.path().string() + (steps == promela::StepMode::full ? " full" : " plain"));
        const Loaded loaded(text_of(entry.path()), entry.path().string(), steps);
        if (loaded.system == nullptr) continue;
        const auto [before, after] = compare(loaded);
        whole += before;
        reduced += after;
        smaller += after < before ? 1 : 0;
      }
    }
  }
  EXPECT_GT(smaller, 20U);
  EXPECT_LT(reduced, whole);
  RecordProperty("whole", static_cast<int>(whole));
  RecordProperty("reduced", static_cast<int>(reduced));
  std::printf("%llu states without, %llu with partial orders; %llu models got smaller\n",
              static_cast<unsigned long long>(whole), static_cast<unsigned long long>(reduced),
              static_cast<unsigned long long>(smaller));
}

}  // namespace
}  // namespace quotient
