#include "driver/rules.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <unistd.h>

#include "driver/model.hpp"
#include "search/search.hpp"
#include "search/trace.hpp"
#include "symmetry/reduce/strategy.hpp"
#include "symmetry/rules/rewriter.hpp"

namespace quotient::driver {
namespace {

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
  Rewriter rewriter(*model.subject().program, *model.subject().rules);
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
active [2] proctype mover() {
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
rule movers (i, j in 0 .. 1) {
  swap mover(_pid = i), mover(_pid = j)
  rename i <-> j in slot[*].who
}
)");
  // who = 0 is both the first mover and nobody, so that the two are not alike.
  ASSERT_TRUE(model);
  const auto checked = model.symmetry(true);
  EXPECT_NE(checked->refusal, "");
  ASSERT_EQ(checked->diagnostics.error_count(), 1U);
  EXPECT_TRUE(checked->diagnostics.all()[0].message.starts_with("movers(i = 0, j = 1) is no symmetry"));
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
  Rewriter rewriter(*model.subject().program, *model.subject().rules);
  const auto keyer = symmetry->used->keyer();
  std::vector<std::uint8_t> image;
  bool less = false;
  SearchOptions options;
  options.limits.max_states = 2000;
  options.entered = [&](StateView state) {
    const StateView key = keyer->key(state).bytes;
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
  }
}

}  // namespace
}  // namespace quotient::driver
