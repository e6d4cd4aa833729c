#include "driver/rules.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <unistd.h>

#include "driver/model.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/rules/program_rules.hpp"
#include "process/symmetry/rules/rewriter.hpp"
#include "process/symmetry/rules/rule_check.hpp"
#include "process/symmetry/rules/rule_proof.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/search.hpp"
#include "search/trace.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::driver {
namespace {

const ProgramRules& program_rules(const Subject& subject) { return dynamic_cast<const ProgramRules&>(*subject.rules); }

/// A model with rules, both from text or from files.
class RuledModel {
 public:
  RuledModel(const std::string& model, const std::string& rules, std::vector<std::string> defines = {}) {
    settings_.symmetry = "rules";
    settings_.model.rules = true;
    settings_.model.defines = std::move(defines);
    settings_.model.path = path_of(model, ".pml");
    settings_.model.rules_path = path_of(rules, ".rules");
    loaded_ = load_model(settings_.model);
  }
  ~RuledModel() {
    for (const std::string& path : written_) std::filesystem::remove(path);
  }

  explicit operator bool() const { return static_cast<bool>(loaded_); }
  const Subject& subject() const { return loaded_.subjects.front(); }
  const System& system() const { return *subject().system; }

  std::unique_ptr<SubjectSymmetry> symmetry(bool check) {
    settings_.check_rules = check;
    settings_.search.limits.memory = Limits::none;
    return rule_symmetry(subject(), settings_, {});
  }

 private:
  std::string path_of(const std::string& text, const char* ending) {
    if (text.find('\n') == std::string::npos) return QUOTIENT_ROOT "/examples/" + text;
    const auto path = std::filesystem::temp_directory_path() / ("rules_" + std::to_string(::getpid()) + ending);
    std::ofstream(path) << text;
    written_.push_back(path.string());
    return path.string();
  }

  CheckSettings settings_;
  Model loaded_;
  std::vector<std::string> written_;
};

Result explored(const System& system, const Reduction* reduction) {
  SearchOptions options;
  options.reduction = reduction;
  return explore(system, options);
}

/// How many classes the reachable states fall into when those are put together that instances make of each other.
std::size_t classes(const RuledModel& model) {
  std::vector<std::vector<std::uint8_t>> states;
  std::map<std::string, std::size_t> numbers;
  SearchOptions options;
  options.entered = [&](StateView state) {
    numbers.emplace(std::string(state.begin(), state.end()), states.size());
    states.emplace_back(state.begin(), state.end());
  };
  explore(model.system(), options);
  std::vector<std::size_t> forest(states.size());
  std::iota(forest.begin(), forest.end(), 0);
  const auto root = [&forest](std::size_t i) {
    while (forest[i] != i) i = forest[i];
    return i;
  };
  const ProgramRules& of_model = program_rules(model.subject());
  Rewriter rewriter(of_model.program(), of_model.rules());
  std::vector<std::uint8_t> image;
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (std::size_t g = 0; g < rewriter.count(); ++g) {
      if (!rewriter.apply(g, states[i], image)) continue;
      const auto found = numbers.find(std::string(image.begin(), image.end()));
      if (found == numbers.end()) continue;
      const std::size_t a = root(i), b = root(found->second);
      forest[std::max(a, b)] = std::min(a, b);
    }
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < forest.size(); ++i) count += forest[i] == i ? 1 : 0;
  return count;
}

void expect_classes(RuledModel& model) {
  ASSERT_TRUE(model);
  const auto symmetry = model.symmetry(true);
  ASSERT_EQ(symmetry->refusal, "");
  const Result whole = explored(model.system(), nullptr), reduced = explored(model.system(), symmetry->used);
  EXPECT_EQ(reduced.verdict, whole.verdict);
  EXPECT_EQ(reduced.states, classes(model));
  EXPECT_LT(reduced.states, whole.states);
}

TEST(Rules, TheExamplesHaveOneNormalFormForEachClass) {
  RuledModel chip("rollback_chip.pml", "rollback_chip.rules", {"FRAMES=3", "LINES=1"});
  expect_classes(chip);
  RuledModel lock("locking_protocol.pml", "locking_protocol.rules", {"N=2"});
  expect_classes(lock);
}

const std::string relay = R"(
#define N 4
mtype = { go };
typedef Slot { byte who; bool used };
Slot slot[N];
chan box[N] = [2] of { mtype, byte };
byte turn;
active [2] proctype block() {
  byte seen;
  do
  :: !slot[turn].used -> atomic { slot[turn].used = 1; slot[turn].who = _pid; box[turn]!go,turn }; turn = (turn + 1) % N
  :: atomic { nempty(box[turn]) -> box[turn]?go,seen; slot[seen].used = 0; slot[seen].who = 0; seen = 0 }
  od
}
)";

TEST(Rules, RotateStructuresAndChannelsAndShiftWhatNumbersThem) {
  RuledModel model(relay, R"(
rule turn_round (k in 1 .. 3) {
  rotate slot by k
  rotate box by k
  add k modulo 4 to turn, box[*]{2}
}
)");
  expect_classes(model);
}

TEST(Rules, ProcessesChosenByNumberChangePlaces) {
  RuledModel model(relay, R"(
rule blocks (i, j in 0 .. 1) {
  swap block(_pid = i), block(_pid = j)
  rename i <-> j in slot[*].who
}
)");
  // who = 0 is both the first block and nobody, so that the two are not alike.
  ASSERT_TRUE(model);
  const auto checked = model.symmetry(true);
  EXPECT_NE(checked->refusal, "");
  ASSERT_EQ(checked->diagnostics.error_count(), 1U);
  EXPECT_TRUE(checked->diagnostics.all()[0].message.starts_with("blocks(i = 0, j = 1) is not a symmetry"));
  // Unchecked, it is trusted, and proves nothing.
  const auto trusted = model.symmetry(false);
  EXPECT_EQ(trusted->refusal, "");
  EXPECT_FALSE(trusted->used->exact());
}

TEST(Rules, SeveralRulesEndInSomeNormalForm) {
  RuledModel model("locking_protocol.pml", R"(
#define swapped(i, j) \
  swap owner[i], owner[j] swap locked[i], locked[j] swap mutex[i], mutex[j] swap request[i], request[j] \
  swap granted[i], granted[j] swap queue[i], queue[j] swap acquire(me = i), acquire(me = j) \
  swap handle(me = i), handle(me = j) \
  rename i <-> j in owner, request, granted, queue, acquire.next, acquire.second, acquire.third, handle.who
rule first () { swapped(1, 2) } by owner
rule second () { swapped(2, 3) }
)",
                   {"N=3"});
  ASSERT_TRUE(model);
  const auto symmetry = model.symmetry(false);
  ASSERT_NE(symmetry->used, nullptr);
  const Result reduced = explored(model.system(), symmetry->used);
  const Result exact = explored(model.system(), &symmetry->orbits->reduction());
  EXPECT_GE(reduced.states, exact.states);
  EXPECT_LT(reduced.states, 108'022U / 2);
  // A normal form is one: nothing makes it less.
  const ProgramRules& of_model = program_rules(model.subject());
  Rewriter rewriter(of_model.program(), of_model.rules());
  const auto key_function = symmetry->used->key_function();
  std::vector<std::uint8_t> image;
  bool less = false;
  SearchOptions options;
  options.limits.max_states = 2000;
  options.entered = [&](StateView state) {
    const StateView key = key_function->key(state).bytes;
    const std::vector<std::uint8_t> normal(key.begin(), key.end());
    for (std::size_t g = 0; g < rewriter.count(); ++g) {
      if (rewriter.apply(g, normal, image)) less |= rewriter.compare(image, normal) < 0;
    }
  };
  explore(model.system(), options);
  EXPECT_FALSE(less);
}

TEST(Rules, EveryActionThatIsLeftOutIsMissed) {
  const std::vector<std::string> actions = {"swap owner[i], owner[j]",     "swap locked[i], locked[j]",
                                            "swap mutex[i], mutex[j]",     "swap request[i], request[j]",
                                            "swap granted[i], granted[j]", "swap acquire(me = i), acquire(me = j)",
                                            "rename i <-> j in owner",     "swap handle(me = i), handle(me = j)",
                                            "rename i <-> j in request",   "rename i <-> j in handle.who"};
  for (std::size_t missing = 0; missing <= actions.size(); ++missing) {
    SCOPED_TRACE(missing);
    std::string rules =
        "rule processors (i, j in 1 .. 2) {\n  swap queue[i], queue[j]\n  rename i <-> j in queue, granted\n";
    for (std::size_t k = 0; k < actions.size(); ++k) rules += k == missing ? "" : "  " + actions[k] + "\n";
    RuledModel model("locking_protocol.pml", rules + "}\n", {"N=2"});
    ASSERT_TRUE(model);
    testing::internal::CaptureStderr();
    const auto symmetry = model.symmetry(true);
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(symmetry->refusal.empty(), missing == actions.size());
    EXPECT_EQ(symmetry->rules.shown, 0U);  // even the last: `next` and its like are renamed only in theory
  }
}

/// The nested search, which is what they have, comes upon a cycle after hundreds of steps.
TEST(Rules, UncheckedOnesShowAShortLassoAsWell) {
  CheckSettings settings;
  settings.symmetry = "rules";
  settings.model.rules = settings.model.progress = true;
  settings.model.program = settings.model.all_formulas = false;
  settings.model.path = QUOTIENT_ROOT "/examples/locking_protocol.pml";
  settings.model.rules_path = QUOTIENT_ROOT "/examples/locking_protocol.rules";
  for (const char* processors : {"N=3", "N=4"}) {
    settings.model.defines = {processors};
    const Model model = load_model(settings.model);
    ASSERT_TRUE(model);
    const Subject& subject = model.subjects.front();
    const auto symmetry = rule_symmetry(subject, settings, {});
    SearchOptions options;
    options.reduction = symmetry->used;
    options.orbits = symmetry->orbits.get();
    const Result result = find_cycles(*subject.system, *subject.cycles, options);
    ASSERT_EQ(result.violations.size(), 1U);
    EXPECT_LT(result.violations[0].length(), 50U);
    retrace(*subject.system, result.violations[0]);  // ends the program where it is no run of the model
  }
}

TEST(Rules, TheSystemGraphShowsThemWhereItCan) {
  RuledModel lock("locking_protocol.pml", "locking_protocol.rules", {"N=4"});
  ASSERT_TRUE(lock);
  const auto shown = lock.symmetry(true);  // there are more than 76 million states
  EXPECT_EQ(shown->rules.shown, 6U);
  EXPECT_FALSE(shown->rules.tried_on.has_value());
  EXPECT_TRUE(shown->used->exact());
  // It does not see through arithmetic.
  RuledModel chip("rollback_chip.pml", "rollback_chip.rules", {"FRAMES=3", "LINES=1"});
  const auto tried = chip.symmetry(true);
  EXPECT_EQ(tried->rules.shown, 0U);
  EXPECT_GT(tried->rules.tried_on.value_or(0), 0U);
}

/// Whatever of these lines rules are made of: what the graph shows is right on all states.
TEST(Rules, WhatTheSystemGraphShowsIsRightOnAllStates) {
  // Processes are created one by one, and end; `colour` is the same for all, `shade` is not.
  const std::string model = R"(
bool flag[4];
byte turn = 9;
chan box[4] = [1] of { byte };
proctype worker(byte me; byte colour; byte shade) {
  byte seen;
  do
  :: turn != me -> atomic { turn = me; flag[me] = 1 }
  :: atomic { nempty(box[me]) -> box[me]?seen; flag[seen] = 0; seen = 0 }
  :: atomic { turn != 9 && turn != me && empty(box[turn]) -> box[turn]!me; turn = 9 }
  :: flag[me] && shade < 9 && colour == 7 -> flag[me] = 0; ENDING
  od
}
init { START }
)";
  const std::vector<std::string> lines = {"swap worker(me = i), worker(me = j)",
                                          "swap flag[i], flag[j]",
                                          "swap box[i], box[j]",
                                          "rename i <-> j in box",
                                          "rename i <-> j in turn",
                                          "rename i <-> j in worker.seen"};
  const std::string same = "run worker(1, 7, 1); run worker(2, 7, 1); run worker(3, 7, 1)";
  const std::vector<std::vector<std::string>> variants = {
      {"ENDING=skip", "START=atomic { " + same + " }"},
      {"ENDING=skip", "START=" + same},
      {"ENDING=break", "START=atomic { " + same + " }"},
      {"ENDING=skip", "START=atomic { run worker(1, 7, 1); run worker(2, 7, 2); run worker(3, 7, 2) }"},
      {"ENDING=flag[1] = (flag[1] && me == 2)", "START=atomic { " + same + " }"}};
  std::size_t shown = 0, wrong = 0;
  for (const std::vector<std::string>& defines : variants) {
    for (std::size_t missing = 0; missing <= lines.size(); ++missing) {
      std::string rules = "rule workers (i, j in 1 .. 3) {\n";
      for (std::size_t k = 0; k < lines.size(); ++k) rules += k == missing ? "" : "  " + lines[k] + "\n";
      SCOPED_TRACE(defines[0] + ", " + defines[1] + ", " + rules);
      RuledModel ruled(model, rules + "}\n", defines);
      ASSERT_TRUE(ruled);
      const Subject& subject = ruled.subject();
      const ProgramRules& given = program_rules(subject);
      const std::vector<bool> in_group =
          instances_in_group(*subject.system, given.program(), given.rules(), detect_symmetry(given.program()), false);
      // The instances that are shown, on their own.
      RewriteRules only = given.rules();
      for (std::size_t g = in_group.size(); g-- > 0;) {
        if (!in_group[g]) only.rules[0].instances.erase(only.rules[0].instances.begin() + static_cast<long>(g));
      }
      const RuleCheckedSystem checked(*subject.system, given.program(), only, false);
      SearchOptions options;
      options.properties = PropertySet::none().add(FindingKind::invariant);
      const std::size_t count = only.rules[0].instances.size();
      EXPECT_TRUE(count == 0 || explore(checked, options).verdict == Verdict::verified);
      shown += count;
      const RuleCheckedSystem all(*subject.system, given.program(), given.rules(), false);
      options.limits.max_states = 2000;
      if (count < in_group.size()) wrong += explore(all, options).verdict == Verdict::violated ? 1 : 0;
    }
  }
  EXPECT_GE(shown, 4U);   // of the complete rules, where nothing tells some workers apart
  EXPECT_GE(wrong, 25U);  // almost every line is needed
}

/// The wrapper did not hand on the signal, and took a state whose steps are cut off for one without steps: rules would
/// have counted as checked though nobody had looked behind it.
TEST(Rules, AStepThatIsGivenUpIsGivenUpWhereRulesAreChecked) {
  struct Raised final : StopSignal {
    bool raised() const override { return true; }
  } signal;
  const RuledModel ruled(
      "int x[2];\nactive proctype A() { atomic { do :: x[0]++ :: x[1]++ :: x[0] > x[1] + 9999 -> break od } }\n",
      "rule both (i, j in 0 .. 1) {\n  swap x[i], x[j]\n}\n");
  ASSERT_TRUE(ruled);
  const auto generator = ruled.subject().rules->check(ruled.system(), false)->generator();
  generator->heed(signal);
  Successors out;
  generator->initial(out);
  const std::vector<std::uint8_t> initial(out[0].state.begin(), out[0].state.end());
  generator->successors(initial, out);
  EXPECT_TRUE(out.is_cut_off());
}

}  // namespace
}  // namespace quotient::driver
