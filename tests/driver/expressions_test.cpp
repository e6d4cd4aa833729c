// Expressions evaluated in states, in every language. What a state shows of a cell is what the name of the cell is
// worth there; what is made of cells is computed again here.

#include "driver/expressions.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>

#include "search/run.hpp"

namespace quotient::driver {
namespace {

ModelSettings settings_of(const std::string& path) {
  ModelSettings settings;
  settings.path = std::string(QUOTIENT_ROOT) + "/examples/" + path;
  settings.steps = "plain";
  return settings;
}

/// A state some steps away from the beginning.
void walk(quotient::Run& run, unsigned seed, int steps) {
  std::mt19937 random(seed);
  for (int i = 0; i < steps && run.choice_count() > 0; ++i) run.take(random() % run.choice_count());
}

class Expressions : public testing::TestWithParam<const char*> {};

/// Every cell whose name is a word, or an element of an array.
TEST_P(Expressions, ACellIsWhatTheStateShows) {
  const ModelSettings settings = settings_of(GetParam());
  const Model model = load_model(settings);
  ASSERT_TRUE(model);
  ASSERT_TRUE(model.front_end->has_expressions());
  std::size_t compared = 0;
  for (unsigned seed = 0; seed < 3; ++seed) {
    quotient::Run run(model.system());
    walk(run, seed, 7);
    ASSERT_TRUE(run.started());
    std::size_t looked_at = 0;
    for (const CellValue& cell : model.system().narrator().describe(run.state())) {
      // Channels and parts of structured names are shown in words of their own.
      if (cell.cell.find_first_of(".( ") != std::string::npos && model.front_end->name() == "promela") continue;
      if (cell.value.find_first_of("([") != std::string::npos && model.front_end->name() == "promela") continue;
      const std::size_t dot = cell.cell.rfind('.');
      if (model.front_end->name() == "mcrl2" && dot == std::string::npos) continue;  // where a process stands
      if (++looked_at > 6) break;
      const std::string name = model.front_end->name() == "mcrl2" ? cell.cell.substr(dot + 1) : cell.cell;
      const ExpressionValue found = value_in(model, settings, name, run.state());
      if (!found.value && model.front_end->name() == "mcrl2") continue;  // several processes have one of this name
      ASSERT_TRUE(found.value.has_value()) << name << ": " << found.problem;
      EXPECT_EQ(*found.value, cell.value) << name;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0u);
}

INSTANTIATE_TEST_SUITE_P(Examples, Expressions,
                         testing::Values("b/Library.mch", "b/Philosophers.mch", "b/Queue.mch", "b/Bank.mch",
                                         "peterson.pml", "german.pml", "msi.pml", "mcrl2/lock_server.mcrl2",
                                         "mcrl2/buffer.mcrl2"));

std::string value(const Model& model, const ModelSettings& settings, const std::string& expression,
                  const quotient::Run& run) {
  const ExpressionValue found =
      value_in(model, settings, expression, run.started() ? std::optional(run.state()) : std::nullopt);
  return found.value ? *found.value : "? " + found.problem;
}

TEST(ExpressionValues, OfB) {
  ModelSettings settings;
  settings.path = "counter.mch";
  settings.text =
      "MACHINE counter SETS S = {a, b, c} CONSTANTS k PROPERTIES k : 3..3 VARIABLES n, f\n"
      "INVARIANT n : NATURAL & f : S +-> 1..9 INITIALISATION n, f := 4, {a |-> 7} OPERATIONS up = n := n + 1 END";
  const Model model = load_model(settings);
  ASSERT_TRUE(model);
  quotient::Run run(model.system());
  EXPECT_EQ(value(model, settings, "{x | x : 1..10 & x mod 4 = 0}", run), "{4,8}");
  EXPECT_EQ(value(model, settings, "n + 1", run), "? 'n' has no value yet (column 1)");
  run.take(0);  // sets k up, if that is a step of its own
  if (model.system().narrator().label(run.choice(0).label) != "up") run.take(0);
  EXPECT_EQ(value(model, settings, "n * k", run), "12");
  EXPECT_EQ(value(model, settings, "n > k & dom(f) = {a}", run), "TRUE");
  EXPECT_EQ(value(model, settings, "#x.(x : S & f(x) = 8)", run).substr(0, 1), "?");  // f(b) has no value
  EXPECT_EQ(value(model, settings, "#x.(x : dom(f) & f(x) = 8)", run), "FALSE");
  EXPECT_EQ(value(model, settings, "f(b)", run).substr(0, 1), "?");
  EXPECT_EQ(value(model, settings, "nobody + 1", run).substr(0, 1), "?");
  EXPECT_EQ(value(model, settings, "n +", run).substr(0, 1), "?");
  run.take(0);
  EXPECT_EQ(value(model, settings, "n * k", run), "15");
}

TEST(ExpressionValues, OfPromela) {
  ModelSettings settings;
  settings.path = "ring.pml";
  settings.steps = "plain";
  settings.text =
      "mtype = {red, green};\nmtype light = green;\nint n = 6;\nbyte a[3];\nchan c = [2] of {byte};\n"
      "active proctype p() { byte mine = 9; c!5; n = n - 7; mine = 0 }";
  const Model model = load_model(settings);
  ASSERT_TRUE(model);
  quotient::Run run(model.system());
  EXPECT_EQ(value(model, settings, "n", run).substr(0, 1), "?");
  run.take(0);
  EXPECT_EQ(value(model, settings, "n * 2 + len(c)", run), "12");
  EXPECT_EQ(value(model, settings, "light", run), "green");
  EXPECT_EQ(value(model, settings, "light == red", run), "0");
  EXPECT_EQ(value(model, settings, "p[0]:mine", run), "9");
  EXPECT_EQ(value(model, settings, "a[n]", run).substr(0, 1), "?");  // no such element
  EXPECT_EQ(value(model, settings, "<> (n == 0)", run).substr(0, 1), "?");
  run.take(0);
  run.take(0);
  EXPECT_EQ(value(model, settings, "n", run), "-1");
  EXPECT_EQ(value(model, settings, "n * 2 + len(c)", run), "-1");
}

TEST(ExpressionValues, OfMcrl2) {
  ModelSettings settings;
  settings.path = "stack.mcrl2";
  settings.text =
      "map twice: Nat -> Nat; var m: Nat; eqn twice(m) = 2 * m;\nact push: Nat;\n"
      "proc P(n: Nat, l: List(Nat)) = push(n) . P(n + 3, n |> l);\ninit P(1, []);";
  const Model model = load_model(settings);
  ASSERT_TRUE(model);
  quotient::Run run(model.system());
  EXPECT_EQ(value(model, settings, "twice(21)", run), "42");
  run.take(0);
  EXPECT_EQ(value(model, settings, "twice(n) + #l", run), "2");
  run.take(0);
  EXPECT_EQ(value(model, settings, "twice(n) + #l", run), "9");
  EXPECT_EQ(value(model, settings, "n |> l", run), "[4, 1]");
  EXPECT_EQ(value(model, settings, "exists m: Nat . m < n && m == 3", run), "true");
  EXPECT_EQ(value(model, settings, "nobody", run).substr(0, 1), "?");
}

}  // namespace
}  // namespace quotient::driver
