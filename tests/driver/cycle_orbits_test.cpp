#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <unistd.h>

#include "../native/models.hpp"
#include "../search/naive_cycles.hpp"
#include "driver/model.hpp"
#include "driver/subject_symmetry.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/reduce/unfold.hpp"
#include "search/trace.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::driver {
namespace {

/// Writes small models of processes that are alike, with labels and formulas; some of the formulas name a process.
class Writer {
 public:
  explicit Writer(unsigned seed) : dice_(seed), count_(2 + dice_() % 3) {}

  std::string model() {
    std::string text = "#define NOBODY 9\nbyte owner = NOBODY; bool g; bool flag[" + std::to_string(count_) + "];\n";
    text += "active [" + std::to_string(count_) + "] proctype P() {\n  bool b;\n  do\n";
    for (std::size_t option = 2 + dice_() % 3; option-- > 0;) {
      text += "  :: " + condition() + " -> " + effect();
      if (dice_() % 2 == 0) text += "; " + label() + effect();
      text += "\n";
    }
    text += "  od\n}\n";
    for (const char* name : {"first", "second"}) text += std::string("ltl ") + name + " { " + formula() + " }\n";
    return text;
  }

 private:
  std::string pick(std::initializer_list<const char*> choices) { return choices.begin()[dice_() % choices.size()]; }
  std::string each(const std::string& before, const std::string& between) {
    std::string text;
    for (std::size_t p = 0; p < count_; ++p) text += (p == 0 ? "" : between) + before + "[" + std::to_string(p) + "]";
    return "(" + text + ")";
  }
  std::string condition() {
    if (dice_() % 5 == 0) return each("flag", " || ");
    if (dice_() % 6 == 0) return "!" + each("flag", " && ");
    return pick({"flag[_pid]", "!flag[_pid]", "owner == _pid", "owner == NOBODY", "owner != _pid", "g", "!g", "b",
                 "!b && owner == NOBODY", "(owner != NOBODY && flag[owner % 9])"});
  }
  std::string effect() {
    return pick({"flag[_pid] = 1", "flag[_pid] = 0", "flag[_pid] = !flag[_pid]", "owner = _pid", "owner = NOBODY",
                 "g = !g", "b = (owner == _pid)", "b = !b"});
  }
  std::string label() {
    const std::string name = pick({"accept", "progress", "", ""});
    return name.empty() ? name : name + std::to_string(++labels_) + ": ";
  }
  std::string atom() {
    switch (dice_() % 5) {
      case 0:
        return each("flag", " || ");
      case 1:
        return each("flag", " && ");
      case 2:
        return "(flag[" + std::to_string(dice_() % count_) + "])";
      case 3:
        return "(owner == " + std::to_string(dice_() % count_) + ")";
      default:
        return pick({"(owner == NOBODY)", "(g)", "(!g)", "(owner != NOBODY)"});
    }
  }
  std::string formula() {
    switch (dice_() % 5) {
      case 0:
        return "[] <> " + atom();
      case 1:
        return "<> [] " + atom();
      case 2:
        return "[] (" + atom() + " -> <> " + atom() + ")";
      case 3:
        return "<> " + atom();
      default:
        return "([] <> " + atom() + ") -> ([] <> " + atom() + ")";
    }
  }

  std::mt19937 dice_;
  std::size_t count_;
  int labels_ = 0;
};

/// What was met, so that the test cannot pass without having tested anything.
struct Tally {
  std::map<std::string, int> violated, verified;  // by strategy, with a group that is not trivial
  int unrolled = 0;                               // lassos that a permutation had to close
};

/// With permutations in between, a process takes the part of another one on the next round.
bool looks_unrolled(const Violation& violation, const StateOrbits* orbits) {
  if (orbits == nullptr || violation.place != ViolationPlace::cycle) return false;
  const auto key_function = orbits->reduction().key_function();
  const auto key = [&](const StateBytes& state) {
    const StateView bytes = key_function->key(state).bytes;
    return StateBytes(bytes.begin(), bytes.end());
  };
  const StateBytes first = key(violation.states[violation.cycle_start]);
  for (std::size_t i = violation.cycle_start + 1; i + 1 < violation.states.size(); ++i) {
    if (key(violation.states[i]) == first && violation.states[i] != violation.states.back()) return true;
  }
  return false;
}

void examine(const Subject& subject, const SequentialSystem* skipping, bool wrong, const std::string& strategy,
             Tally& tally) {
  CheckSettings settings;
  settings.symmetry = strategy;
  const auto symmetry = find_symmetry(subject, settings);
  if (strategy == "flooding" && symmetry->used != nullptr) {
    EXPECT_NE(symmetry->refusal, "");
    return;
  }
  ASSERT_EQ(symmetry->refusal, "");
  if (symmetry->used == nullptr && strategy != "off") return;
  const bool exact = symmetry->used == nullptr || symmetry->used->exact();
  for (const StoreKind store : {StoreKind::exact, StoreKind::compact, StoreKind::bitstate}) {
    SCOPED_TRACE(testing::Message() << strategy << ", store " << static_cast<int>(store));
    SearchOptions options;
    options.properties = PropertySet::none();
    options.store = store;
    options.bitstate_bytes = 1 << 16;
    options.paranoid = true;
    options.reduction = symmetry->used;
    options.orbits = symmetry->orbits.get();
    const System& searched = skipping != nullptr ? static_cast<const System&>(*skipping) : *subject.system;
    const Result result = find_cycles(searched, *subject.cycles, options);
    for (const Violation& violation : result.violations) {
      // Ends the program where it lies.
      retrace(*subject.system, skipping != nullptr ? unfold(*skipping, violation) : violation);
      tally.unrolled += looks_unrolled(violation, symmetry->orbits.get()) ? 1 : 0;
    }
    if (exact && store != StoreKind::bitstate) {
      const Verdict absent = store == StoreKind::exact ? Verdict::verified : Verdict::incomplete;
      EXPECT_EQ(result.verdict, wrong ? Verdict::violated : absent);
      ++(wrong ? tally.violated : tally.verified)[strategy];
    } else {
      EXPECT_TRUE(result.verdict == Verdict::incomplete || (wrong && result.verdict == Verdict::violated));
      if (result.verdict == Verdict::violated) ++tally.violated[strategy];
    }
  }
}

/// The definition needs a table of who reaches whom.
bool is_small(const System& system) {
  SearchOptions options;
  options.properties = PropertySet::none();
  options.limits.max_states = 800;
  return explore(system, options).complete();
}

TEST(CycleOrbits, EverySearchAgreesWithTheDefinitionOnRandomModels) {
  const auto path = std::filesystem::temp_directory_path() / ("cycle_orbits_" + std::to_string(::getpid()) + ".pml");
  Tally tally;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    std::ofstream(path) << Writer(seed).model();
    ModelSettings settings;
    settings.path = path.string();
    settings.program = false;
    settings.accept = settings.progress = true;
    settings.steps = seed % 2 == 0 ? "full" : "plain";
    const Model model = load_model(settings);
    ASSERT_TRUE(model) << Writer(seed).model();
    for (const Subject& subject : model.subjects) {
      if (!subject.cycles || !is_small(*subject.system)) continue;
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << subject.name);
      const bool wrong = naive::has_wrong_cycle(*subject.system, *subject.cycles);
      const SequentialSystem passing(*subject.system, true);
      const SequentialSystem* const skipping = seed % 3 == 0 ? &passing : nullptr;
      examine(subject, skipping, wrong, "off", tally);
      for (const Strategy& strategy : all_strategies()) {
        examine(subject, skipping, wrong, std::string(strategy.name), tally);
      }
      if (HasFailure()) {
        ADD_FAILURE() << Writer(seed).model();
        std::filesystem::remove(path);
        return;
      }
    }
  }
  std::filesystem::remove(path);
  for (const Strategy& strategy : all_strategies()) {
    if (strategy.name == "flooding") continue;
    EXPECT_GT(tally.violated[std::string(strategy.name)], 50) << strategy.name;
    EXPECT_TRUE(!strategy.exact || tally.verified[std::string(strategy.name)] > 20) << strategy.name;
  }
  EXPECT_GT(tally.unrolled, 10);
}

/// What was compared, so that the tests below cannot pass without having tested anything.
struct Skipped {
  std::uint64_t stored = 0, all = 0, violated = 0, symmetric = 0;
};

/// States that are passed through change neither what is found nor how short it is, and orbits stand for just what is
/// stored without symmetry.
void compare_with_skipping(const Subject& subject, std::uint64_t most_states, unsigned threads, Skipped& tally) {
  const SequentialSystem skipping(*subject.system, true);
  SearchOptions options;
  options.paranoid = true;
  options.limits.max_states = most_states;
  const Result whole = explore(*subject.system, options);
  if (!whole.complete() && whole.verdict != Verdict::violated) return;
  tally.all += whole.states;
  tally.violated += whole.verdict == Verdict::violated ? 1 : 0;
  const auto symmetry = find_symmetry(subject, CheckSettings());
  std::string represents;
  std::vector<const Reduction*> reductions = {nullptr};
  if (symmetry->used != nullptr) reductions.push_back(symmetry->used);
  for (const Reduction* reduction : reductions) {
    options.reduction = reduction;
    options.orbits = reduction == nullptr ? nullptr : symmetry->orbits.get();
    options.threads = threads;
    options.smallest_shared_level = 1;
    const Result result = explore(skipping, options);
    EXPECT_EQ(result.verdict, whole.verdict);
    EXPECT_LE(result.max_depth, whole.max_depth);
    for (const Violation& violation : result.violations) {
      const Violation told = unfold(skipping, violation);
      retrace(*subject.system, told);  // ends the program where it lies
      EXPECT_EQ(told.length(), whole.violations.front().length());
    }
    if (whole.verdict == Verdict::verified) {
      if (represents.empty()) represents = result.represents;
      EXPECT_EQ(result.represents, represents);
      EXPECT_EQ(result.coverage, whole.coverage);
    }
    if (reduction == nullptr) {
      tally.stored += result.states;
    } else {
      ++tally.symmetric;
    }
  }
}

TEST(SequentialOrbits, OfRandomModelsAreCountedExactly) {
  const auto path = std::filesystem::temp_directory_path() / ("sequential_" + std::to_string(::getpid()) + ".pml");
  Skipped tally;
  for (unsigned seed = 1; seed <= 100 && !HasFailure(); ++seed) {
    std::string text = Writer(seed).model();
    if (seed % 2 == 0) text.insert(text.rfind("  od"), "  :: g && b && owner == _pid -> assert(!flag[_pid])\n");
    SCOPED_TRACE(text);
    std::ofstream(path) << text;
    ModelSettings settings;
    settings.path = path.string();
    settings.all_formulas = false;
    settings.steps = seed % 3 == 0 ? "plain" : "full";
    const Model model = load_model(settings);
    ASSERT_TRUE(model);
    compare_with_skipping(model.subjects.front(), 3'000, 1 + seed % 3, tally);
  }
  std::filesystem::remove(path);
  EXPECT_LT(tally.stored, tally.all);
  EXPECT_GT(tally.violated, 10U);
  EXPECT_GT(tally.symmetric, 30U);
}

TEST(SequentialOrbits, OfAllSmallModelsAreCountedExactly) {
  Skipped tally;
  unsigned number = 0;
  for (const native::ModelCase& c : native::all_cases()) {
    if (HasFailure()) return;
    SCOPED_TRACE(c.name);
    ModelSettings settings;
    settings.path = c.path.string();
    settings.defines = c.defines;
    settings.all_formulas = settings.all_never_claims = false;
    settings.steps = ++number % 3 == 0 ? "plain" : "full";
    const Model model = load_model(settings);
    if (model) compare_with_skipping(model.subjects.front(), 2'000, 1 + number % 2, tally);
  }
  EXPECT_LT(tally.stored, tally.all);
  EXPECT_GT(tally.violated, 20U);
  EXPECT_GT(tally.symmetric, 20U);
}

}  // namespace
}  // namespace quotient::driver
