#include "cli/options.hpp"

#include <gtest/gtest.h>
#include <set>

#include "cli/help.hpp"
#include "cli/settings.hpp"

namespace quotient::cli {
namespace {

std::optional<Settings> settings_of(std::string_view command, std::vector<std::string> arguments, std::string& error) {
  const auto parsed = parse_arguments(*find_command(command), arguments, error);
  return parsed ? make_settings(*parsed, error) : std::nullopt;
}

Settings good(std::string_view command, std::vector<std::string> arguments) {
  std::string error;
  const auto settings = settings_of(command, std::move(arguments), error);
  EXPECT_TRUE(settings) << error;
  return settings.value_or(Settings());
}

std::string bad(std::string_view command, std::vector<std::string> arguments) {
  std::string error;
  EXPECT_FALSE(settings_of(command, std::move(arguments), error));
  return error;
}

TEST(Options, DefaultsAreThoseOfTheContract) {
  const Settings s = good("check", {"m.pml"});
  EXPECT_EQ(s.model.path, "m.pml");
  EXPECT_EQ(s.model.language, "auto");
  EXPECT_EQ(s.model.steps, "full");
  EXPECT_EQ(s.search.order, SearchOrder::breadth_first);
  EXPECT_FALSE(s.search.all);
  EXPECT_FALSE(s.search.limits.time);
  EXPECT_EQ(s.search.limits.max_states, Limits::none);
  EXPECT_EQ(s.search.limits.max_depth, Limits::none);
  EXPECT_GT(s.search.limits.memory, 1U << 20);
  EXPECT_TRUE(s.search.properties.contains(FindingKind::acceptance));
  EXPECT_EQ(s.progress, When::automatic);
  EXPECT_EQ(s.colour, When::automatic);
}

TEST(Options, TheModelMayStandAnywhere) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"m.pml", "-D", "N=4", "-DM", "-I", "a", "-Ib"},
        {"-D", "N=4", "-DM", "-I", "a", "-Ib", "m.pml"},
        {"-D", "N=4", "m.pml", "-DM", "-I", "a", "-Ib"},
        {"-D", "N=4", "-DM", "-I", "a", "-Ib", "--", "m.pml"}}) {
    const Settings s = good("check", arguments);
    EXPECT_EQ(s.model.path, "m.pml");
    EXPECT_EQ(s.model.defines, (std::vector<std::string>{"N=4", "M"}));
    EXPECT_EQ(s.model.include_dirs, (std::vector<std::string>{"a", "b"}));
  }
}

TEST(Options, LimitsAreRead) {
  const Settings s = good("check", {"m.pml", "--memory", "200M", "--time=1m", "--max-states", "7", "--max-depth", "8",
                                    "--search", "dfs", "--all", "--paranoid", "--threads", "1"});
  EXPECT_EQ(s.search.limits.memory, 200U << 20);
  EXPECT_DOUBLE_EQ(s.search.limits.time->count(), 60);
  EXPECT_EQ(s.search.limits.max_states, 7U);
  EXPECT_EQ(s.search.limits.max_depth, 8U);
  EXPECT_EQ(s.search.order, SearchOrder::depth_first);
  EXPECT_TRUE(s.search.all);
  EXPECT_TRUE(s.search.paranoid);
}

TEST(Options, PropertiesAreChosenAndRunTimeErrorsAlwaysStay) {
  const Settings s = good("check", {"m.pml", "--property", "deadlock", "--property", "ltl:p1"});
  EXPECT_TRUE(s.search.properties.contains(FindingKind::deadlock));
  EXPECT_TRUE(s.search.properties.contains(FindingKind::runtime));
  EXPECT_FALSE(s.search.properties.contains(FindingKind::assertion));
  EXPECT_TRUE(s.model.program);
  EXPECT_FALSE(s.model.all_formulas);
  EXPECT_FALSE(s.model.all_never_claims);
  EXPECT_EQ(s.model.formulas, (std::vector<std::string>{"p1"}));
  EXPECT_FALSE(good("check", {"m.pml", "--property", "ltl"}).model.program);
}

TEST(Options, WhatIsWrongIsSaid) {
  EXPECT_EQ(bad("check", {}), "MODEL is missing: quotient check MODEL");
  EXPECT_EQ(bad("replay", {"m.pml"}), "TRACE is missing: quotient replay MODEL TRACE");
  EXPECT_EQ(bad("check", {"m.pml", "n.pml"}), "unexpected argument 'n.pml'");
  EXPECT_EQ(bad("check", {"m.pml", "--serach", "dfs"}), "unknown option '--serach', did you mean '--search'?");
  EXPECT_EQ(bad("check", {"m.pml", "--search", "dsf"}), "--search dsf: bfs or dfs is expected (did you mean 'dfs'?)");
  EXPECT_EQ(bad("check", {"m.pml", "--memory", "much"}), "--memory much: a size like 200M or 8G is expected");
  EXPECT_EQ(bad("check", {"m.pml", "--time", "-5"}), "--time -5: a time like 60s, 5m or 1h is expected");
  EXPECT_EQ(bad("check", {"m.pml", "--max-states", "1e6"}), "--max-states 1e6: a whole number is expected");
  EXPECT_EQ(bad("check", {"m.pml", "-D", "1=2"}), "-D 1=2: NAME or NAME=VALUE is expected");
  EXPECT_EQ(bad("check", {"m.pml", "--json"}), "--json needs a value");
  EXPECT_EQ(bad("check", {"m.pml", "--time", "1", "--time", "2"}), "--time is given 2 times");
  EXPECT_EQ(bad("check", {"m.pml", "--seed", "1"}), "--seed is no option of 'check'");
  EXPECT_EQ(bad("check", {"m.pml", "--property", "peace"}),
            "--property peace: assert, deadlock, invariant, accept, progress, never, never:NAME, ltl, ltl:NAME or "
            "action:NAME is expected");
  EXPECT_EQ(bad("check", {"m.pml", "--json", "-", "--trace", "-"}),
            "--json and --trace cannot both go to standard output");
  EXPECT_NE(bad("check", {"m.pml", "--quiet=3"}), "");
}

TEST(Options, SizesOfMachines) {
  const Settings s = good("check", {"m.mch", "--set", "S=3", "--set=T=4", "--min-int", "-5", "--max-int", "7"});
  EXPECT_EQ(s.model.set_sizes, (std::map<std::string, std::uint32_t>{{"S", 3}, {"T", 4}}));
  EXPECT_EQ(s.model.min_int, -5);
  EXPECT_EQ(s.model.max_int, 7);
  for (const char* wrong : {"S", "=3", "S=", "S=0", "S=-1", "S=x"}) {
    EXPECT_EQ(bad("check", {"m.mch", "--set", wrong}),
              "--set " + std::string(wrong) + ": NAME=N is expected, N from 1 to 1000000");
  }
}

TEST(Options, SavedArgumentsComeBackAndGiveWayToGivenOnes) {
  const Settings saved = good("check", {"m.mch", "-DN=4", "-I", "a", "--set", "S=3", "--min-int", "-5", "--property",
                                        "action:boom", "--memory", "1G"});
  const std::vector<std::string> arguments = arguments_to_save(saved);
  std::string error;
  auto settings = with_saved_arguments(good("replay", {"n.mch", "t.json", "--quiet"}), arguments, error);
  ASSERT_TRUE(settings) << error;
  EXPECT_EQ(settings->model.path, "n.mch");
  EXPECT_EQ(settings->second_argument, "t.json");
  EXPECT_TRUE(settings->quiet);
  EXPECT_EQ(settings->model.steps, "full");
  EXPECT_EQ(settings->model.defines, (std::vector<std::string>{"N=4"}));
  EXPECT_EQ(settings->model.include_dirs, (std::vector<std::string>{"a"}));
  EXPECT_EQ(settings->model.set_sizes.at("S"), 3U);
  EXPECT_EQ(settings->model.min_int, -5);
  EXPECT_EQ(settings->model.actions, (std::vector<std::string>{"boom"}));
  settings = with_saved_arguments(good("replay", {"n.mch", "t.json", "-D", "M", "--steps", "spin"}), arguments, error);
  ASSERT_TRUE(settings) << error;
  EXPECT_EQ(settings->model.defines, (std::vector<std::string>{"M"}));
  EXPECT_EQ(settings->model.steps, "spin");
}

TEST(Options, SavedArgumentsAreCheckedLikeGivenOnes) {
  const Settings replay = good("replay", {"m.pml", "t.json"});
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"-D", "1=2"},
                                                    {"--steps", "huge"},
                                                    {"--quiet"},
                                                    {"--interactive"},
                                                    {"--help"},
                                                    {"other"},
                                                    {"--json", "/etc/passwd"},
                                                    {"--"},
                                                    {"-D"},
                                                    {"--set", "S=many"}}) {
    std::string error;
    EXPECT_FALSE(with_saved_arguments(replay, arguments, error)) << arguments[0];
    EXPECT_FALSE(error.empty());
  }
}

TEST(Options, APageIsAnOutputLikeOthers) {
  EXPECT_EQ(good("check", {"m.pml", "--html", "page.html"}).html_path, "page.html");
  EXPECT_EQ(bad("check", {"m.pml", "--html", "-", "--json", "-"}),
            "--json and --html cannot both go to standard output");
  EXPECT_EQ(bad("check", {"m.pml", "--graph"}), "--graph is for --json");
  EXPECT_TRUE(good("check", {"m.pml", "--graph", "--json", "r.json"}).graph);
  EXPECT_FALSE(good("check", {"m.pml", "--json", "r.json"}).graph);
}

TEST(Options, SymmetryOptionsMustGoTogether) {
  EXPECT_EQ(good("check", {"m.pml", "--symmetry", "sorted-main", "--main-array", "level"}).main_array, "level");
  EXPECT_EQ(bad("check", {"m.pml", "--main-array", "level"}), "--main-array is for --symmetry sorted-main");
  EXPECT_EQ(bad("check", {"m.pml", "--symmetry", "flooding", "--store", "bitstate"}),
            "--symmetry flooding needs a store that distinguishes states: --store exact or compact");
}

TEST(Options, CyclesAreLookedForWhereAskedFor) {
  const Settings s = good("check", {"m.pml", "--property", "progress", "--property", "accept", "--fairness", "weak"});
  EXPECT_TRUE(s.model.progress && s.model.accept && s.model.fairness == Fairness::weak);
  EXPECT_FALSE(s.model.program || s.model.all_formulas || s.model.all_never_claims);
  const Settings usual = good("check", {"m.pml"});
  EXPECT_FALSE(usual.model.progress || usual.model.accept || usual.model.fairness != Fairness::none);
}

TEST(Options, FairnessMayNameThoseWhomItIsAbout) {
  const Settings s = good("check", {"m.mch", "--fairness", "strong:serve,stop"});
  EXPECT_TRUE(s.model.fairness == Fairness::strong);
  EXPECT_EQ(s.model.fair_actors, (std::vector<std::string>{"serve", "stop"}));
  EXPECT_EQ(bad("check", {"m.mch", "--fairness", "none:serve"}),
            "--fairness none:serve: none, weak or strong is expected");
  EXPECT_EQ(bad("check", {"m.mch", "--fairness", "weak:"}), "--fairness weak:: none, weak or strong is expected");
}

TEST(Options, ThreadsAreFromOneToAThousand) {
  EXPECT_EQ(bad("check", {"m.pml", "--threads", "0"}), "--threads 0: a number from 1 to 1024 is expected");
  EXPECT_EQ(bad("check", {"m.pml", "--threads", "5000"}), "--threads 5000: a number from 1 to 1024 is expected");
}

TEST(Options, EveryChoiceIsAccepted) {
  for (const driver::Option& option : driver::options()) {
    if (option.kind != driver::ValueKind::choice) continue;
    ASSERT_FALSE(option.choices.empty()) << option.name;
    const std::string choices(option.choices);
    for (std::size_t begin = 0; begin <= choices.size();) {
      const std::size_t end = std::min(choices.find('|', begin), choices.size());
      const std::string choice = choices.substr(begin, end - begin);
      begin = end + 1;
      std::string error;
      const bool compares = option.commands == compare_command;
      std::vector<std::string> arguments = {"m.pml", std::string(option.name), choice};
      if (compares) arguments.emplace_back("other.aut");
      const bool of_graphs = option.commands == lts_command;
      if (of_graphs) arguments.insert(arguments.end(), {"-o", "graph.aut"});
      const auto settings = settings_of(compares ? "compare" : of_graphs ? "lts" : "check", arguments, error);
      EXPECT_TRUE(settings.has_value()) << option.name << " " << choice;
    }
  }
}

TEST(Options, NamesAreUniqueAndHelpNamesThemAll) {
  std::set<std::string_view> names;
  for (const driver::Option& option : driver::options()) EXPECT_TRUE(names.insert(option.name).second) << option.name;
  for (const CommandSpec& command : all_commands()) {
    const std::string help = command_help(command, 100);
    EXPECT_NE(general_help(100).find(std::string(command.name)), std::string::npos);
    for (const driver::Option& option : driver::options()) {
      const bool listed = help.find("\n  " + std::string(option.name)) != std::string::npos;
      EXPECT_EQ(listed, (option.commands & command.command) != 0) << command.name << " " << option.name;
    }
  }
}

}  // namespace
}  // namespace quotient::cli
