#include "api/options.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace quotient::api {
namespace {

/// The library used to lack half of the options: each had to be added by hand in a second place.
TEST(Options, TheLibraryHasEveryOptionThatSetsSomething) {
  std::set<std::string_view> has;
  for (const Field& field : fields())
    EXPECT_TRUE(has.insert(field.option).second) << field.option << " is listed twice";
  for (const driver::Option& option : driver::options()) {
    EXPECT_EQ(has.contains(option.key()), option.set != nullptr) << option.name;
  }
}

TEST(Options, DefaultsAreThoseOfTheTable) {
  for (const Field& field : fields()) {
    const driver::Option& option = driver::option(field.option);
    const auto values = field.values({}, {});
    if (option.fallback.empty()) {
      EXPECT_TRUE(values.empty()) << field.option;
      continue;
    }
    std::string error;
    ASSERT_EQ(values.size(), 1U) << field.option;
    EXPECT_EQ(values.front(), driver::parse_value(option, std::string(option.fallback), error)) << field.option;
  }
}

std::string refusal(const Source& source, const Options& options) {
  std::string error;
  EXPECT_FALSE(settings_of(source, options, error));
  return error;
}

TEST(Options, WrongOnesAreRefusedAsOnTheCommandLine) {
  EXPECT_EQ(refusal({}, {.search = "dsf"}), "--search dsf: bfs or dfs is expected (did you mean 'dfs'?)");
  EXPECT_EQ(refusal({}, {.threads = 5000}), "--threads 5000: a number from 1 to 1024 is expected");
  EXPECT_EQ(refusal({}, {.seconds = -1.0}), "--time -1: a time like 60s, 5m or 1h is expected");
  EXPECT_EQ(refusal({.set_sizes = {{"S", 0}}}, {}), "--set S=0: NAME=N is expected, N from 1 to 1000000");
  EXPECT_EQ(refusal({.defines = {"1=2"}}, {}), "-D 1=2: NAME or NAME=VALUE is expected");
  EXPECT_EQ(refusal({}, {.main_array = "level"}), "--main-array is for --symmetry sorted-main");
  EXPECT_EQ(refusal({}, {.properties = {"peace"}}),
            "--property peace: assert, deadlock, invariant, accept, progress, never, never:NAME, ltl, ltl:NAME or "
            "action:NAME is expected");
}

TEST(Options, EachComesToItsPlace) {
  Options o;
  o.weak_fairness = true;
  o.fair_to = {"serve", "stop"};
  o.skip_sequential = "never";
  o.symmetry = "sorted-main";
  o.main_array = "level";
  o.audit = o.paranoid = o.graph = true;
  o.detect = "scd";
  o.conjugates = false;
  o.patience = 2.5;
  o.memory_bytes = 1 << 20;
  std::string error;
  const auto s = settings_of({.path = "m.pml", .min_int = -3}, o, error);
  ASSERT_TRUE(s) << error;
  EXPECT_EQ(s->model.path, "m.pml");
  EXPECT_EQ(s->model.min_int, -3);
  EXPECT_TRUE(s->model.fairness == Fairness::weak && s->model.paranoid && s->search.paranoid && s->audit && s->graph &&
              s->details);
  EXPECT_EQ(s->model.fair_actors, o.fair_to);
  EXPECT_EQ(s->skip_sequential, "never");
  EXPECT_EQ(s->main_array, "level");
  EXPECT_FALSE(s->detection.random_conjugates);
  EXPECT_EQ(s->detection.patience, 2.5);
  EXPECT_EQ(s->search.bitstate_bytes, 1U << 19);
}

}  // namespace
}  // namespace quotient::api
