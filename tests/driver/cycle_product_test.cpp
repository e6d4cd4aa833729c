#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>

#include "../search/naive_cycles.hpp"
#include "driver/model.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/trace.hpp"

namespace quotient::driver {
namespace {

/// Every property of a model of the oracle that speaks of infinite runs, beside the definition applied to the whole
/// graph of program and claim.
class CycleProduct : public testing::TestWithParam<std::string> {};

std::vector<std::string> oracle_models() {
  std::vector<std::string> models;
  for (const auto& entry : std::filesystem::directory_iterator(QUOTIENT_ROOT "/tests/oracle/cycle_models")) {
    models.push_back(entry.path().stem().string());
  }
  std::sort(models.begin(), models.end());
  return models;
}

INSTANTIATE_TEST_SUITE_P(Models, CycleProduct, testing::ValuesIn(oracle_models()),
                         [](const auto& model) { return model.param; });

void expect_right(const System& system, const CycleProperty& property, CycleAlgorithm algorithm, bool wrong) {
  SearchOptions options;
  options.properties = PropertySet::none();
  const Result result = find_cycles(system, property, options, algorithm);
  EXPECT_EQ(result.verdict, wrong ? Verdict::violated : Verdict::verified);
  for (const Violation& violation : result.violations) retrace(system, violation);  // ends the program where it lies
}

TEST_P(CycleProduct, IsSearchedAsTheDefinitionSays) {
  ModelSettings settings;
  settings.path = std::string(QUOTIENT_ROOT "/tests/oracle/cycle_models/") + GetParam() + ".pml";
  settings.accept = settings.progress = true;
  for (const char* steps : {"full", "plain"}) {
    settings.steps = steps;
    const Model model = load_model(settings);
    ASSERT_TRUE(model);
    for (const Subject& subject : model.subjects) {
      if (!subject.cycles) continue;
      for (const Fairness fairness : {Fairness::none, Fairness::weak, Fairness::strong}) {
        const bool fair = fairness != Fairness::none;
        SCOPED_TRACE(testing::Message() << steps << " " << subject.name
                                        << (fairness == Fairness::none   ? ""
                                            : fairness == Fairness::weak ? " weak"
                                                                         : " strong"));
        CycleProperty property = *subject.cycles;
        property.fairness = fairness;
        const bool wrong = naive::has_wrong_cycle(*subject.system, property);
        expect_right(*subject.system, property, CycleAlgorithm::components, wrong);
        expect_right(*subject.system, property, CycleAlgorithm::levels, wrong);
        if (property.kind == CycleKind::acceptance && !fair) {
          expect_right(*subject.system, property, CycleAlgorithm::nested, wrong);
        }
      }
    }
  }
}

/// Of which states a search by levels keeps the steps: those where the claim has begun to look for an accepting cycle.
TEST(CycleFacts, TellWhereAClaimCannotComeBackToAnAcceptingState) {
  ModelSettings settings;
  settings.path = "model.pml";
  settings.text =
      "byte x; active proctype P() { do :: x = (x + 1) % 3 od }\n"
      "never { do :: x == 2 -> break :: true od; accept: do :: x != 1 od; do :: true od }\n";
  settings.program = false;
  settings.steps = "plain";
  const Model model = load_model(settings);
  ASSERT_TRUE(model);
  const auto graph = naive::WholeGraph(*model.subjects.at(0).system);
  const auto count = [&graph](auto of) { return std::ranges::count_if(graph.facts, of); };
  EXPECT_EQ(count([](const CycleFacts& facts) { return facts.recurrent; }),
            count([](const CycleFacts& facts) { return facts.accepting; }));
  EXPECT_GT(count([](const CycleFacts& facts) { return facts.recurrent; }), 0);
  EXPECT_GT(count([](const CycleFacts& facts) { return !facts.recurrent; }), 2);
}

}  // namespace
}  // namespace quotient::driver
