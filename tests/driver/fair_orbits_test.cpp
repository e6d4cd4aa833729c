#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "../search/naive_cycles.hpp"
#include "driver/model.hpp"
#include "driver/subject_symmetry.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/trace.hpp"

/// Fairness up to symmetry beside the definition: the whole graph of the model, judged component by component.
namespace quotient::driver {
namespace {

/// Writes small symmetric systems: processes that are alike, with a shared variable, a pointer to one of them, and a
/// lock that is taken and given back while others wait for it. On random graphs weak and strong fairness hardly ever
/// differ; who waits for a lock can move again and again, and yet not all the time.
class FairWriter {
 public:
  explicit FairWriter(unsigned seed) : dice_(seed), count_(2 + dice_() % 4) {}

  std::string model() {
    std::string text = "#define NOBODY 9\nbyte owner = NOBODY; bool g; bool lock;\n";
    if (dice_() % 3 == 0) text += "chan c = [" + std::to_string(1 + dice_() % 2) + "] of { bit };\n", sends_ = true;
    // More processes have fewer places: the definition needs all of the graph.
    places_ = count_ >= 4 ? 2 : 2 + dice_() % 3;
    // Many go round: with a lock that is taken and given back strong fairness matters, without it weak fairness does.
    const bool locks = dice_() % 4 == 0, goes_round = locks || dice_() % 4 == 0;
    text += "active [" + std::to_string(count_) + "] proctype P() {\n  bit n;\n";
    // Whoever has not begun yet is then among the others in a representative, and its place there changes.
    if (dice_() % 2 == 0) text += "  goto L" + std::to_string(dice_() % places_) + ";\n";
    for (std::size_t place = 0; place < places_; ++place) {
      text += label(place) + "L" + std::to_string(place) + ":\n  if\n";
      if (goes_round && place < 2) {
        const std::string there = locks ? "atomic { !lock -> lock = 1 }" : "g = !g", back = locks ? "lock = 0" : "true";
        text += "  :: " + (place == 0 ? there : back) + " -> goto L" + (place == 0 ? "1" : "0") + "\n";
        if (dice_() % 3 == 0 && places_ > 2) text += "  :: " + step() + " -> goto L2\n";
        text += "  fi;\n";
        continue;
      }
      for (std::size_t option = 1 + dice_() % 2 + (place == 0 ? 1 : 0); option-- > 0;) {
        text += "  :: " + step() + " -> goto L" + std::to_string(dice_() % places_) + "\n";
      }
      text += "  fi;\n";
    }
    text += "}\n";
    const std::string waits = "(P[" + one() + "]@L0)", enters = "(P[" + one() + "]@L1)";
    const std::string served = dice_() % 2 == 0 ? "[] <> " + enters : "[] (" + waits + " -> <> " + enters + ")";
    text += "ltl first { " + (goes_round ? served : formula()) + " }\n";
    text += "ltl second { " + formula() + " }\n";
    return text;
  }

 private:
  std::string pick(std::initializer_list<const char*> choices) { return choices.begin()[dice_() % choices.size()]; }
  std::string label(std::size_t place) {
    const std::string name = pick({"accept", "progress", "", "", ""});
    return name.empty() ? name : name + std::to_string(place) + ":\n";
  }
  std::string step() {
    // What a process does by itself.
    if (dice_() % 4 == 0) return pick({"n = 1 - n", "n = 1", "n == 0; n = 1", "n == 1; n = 0", "skip"});
    if (sends_ && dice_() % 2 == 0) return pick({"c!n", "c?n", "c!1", "empty(c)", "nfull(c)"});
    if (dice_() % 20 == 0) return "timeout";
    switch (dice_() % 4) {
      case 0:
        return pick({"atomic { !lock -> lock = 1 }", "atomic { !lock -> lock = 1; owner = _pid }"});
      case 1:
        return pick({"lock = 0", "atomic { owner == _pid -> owner = NOBODY; lock = 0 }", "lock = 0"});
      case 2:
        return pick({"g = !g", "owner = _pid", "atomic { owner == _pid -> owner = NOBODY }", "g = 1", "g = 0"});
      default:
        return pick({"!lock", "g", "!g", "owner == NOBODY", "owner != _pid", "owner == _pid", "true"});
    }
  }
  std::string one() { return std::to_string(dice_() % count_); }
  std::string atom() {
    switch (dice_() % 4) {
      case 0:
        return "(owner == " + one() + ")";
      case 1:
        return "(P[" + one() + "]@L" + std::to_string(dice_() % places_) + ")";
      default:
        return pick({"(owner == NOBODY)", "(g)", "(!g)", "(lock)", "(!lock)", "(owner != NOBODY)"});
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
  std::size_t count_, places_ = 0;
  bool sends_ = false;
};

/// What was met, so that the test cannot pass without having tested anything.
struct FairTally {
  int questions = 0, symmetric = 0, violated = 0, verified = 0, weak_alone = 0, unfair = 0;
};

bool small_enough(const System& system) {
  SearchOptions options;
  options.properties = PropertySet::none();
  options.limits.max_states = 700;
  return explore(system, options).complete();
}

/// The search with these options says what the definition says, and what it shows is judged once more from the model
/// alone.
void expect_verdict(const Subject& subject, const CycleProperty& property, const SubjectSymmetry* symmetry,
                    unsigned threads, bool wrong) {
  SearchOptions options;
  options.properties = PropertySet::none();
  options.threads = threads;
  options.smallest_shared_level = 1;
  options.reduction = symmetry != nullptr ? symmetry->used : nullptr;
  options.orbits = symmetry != nullptr ? symmetry->orbits.get() : nullptr;
  for (const CycleAlgorithm algorithm : {CycleAlgorithm::components, CycleAlgorithm::levels}) {
    const Result result = find_cycles(*subject.system, property, options, algorithm);
    EXPECT_EQ(result.verdict, wrong ? Verdict::violated : Verdict::verified);
    for (const Violation& violation : result.violations) retrace(*subject.system, violation);
  }
}

/// One process goes round through the places A to F, the other stands at W and could always go on: no such run is
/// fair. In representatives, which have processes in some order of their locations, the one at W comes before or behind
/// the other, and each place moves on some step; so whoever takes places for processes finds a fair run.
TEST(FairOrbits, FollowProcessesAlongPermutations) {
  ModelSettings settings;
  settings.path = "places.pml";
  settings.text = R"(byte count; bool tick;
active [2] proctype P() {
  goto W;
A: tick = !tick; B: tick = !tick; C: tick = !tick; goto D;
W: count++; goto A;
D: tick = !tick; E: tick = !tick; F: tick = !tick; goto A
}
ltl all_begin { <> (count == 2) }
)";
  settings.program = false;
  settings.steps = "plain";
  const Model model = load_model(settings);
  ASSERT_TRUE(model);
  const Subject& subject = model.subjects.at(0);
  const auto symmetry = find_symmetry(subject, CheckSettings());
  ASSERT_NE(symmetry->used, nullptr);
  for (const Fairness fairness : {Fairness::none, Fairness::weak, Fairness::strong}) {
    SCOPED_TRACE(static_cast<int>(fairness));
    CycleProperty property = *subject.cycles;
    property.fairness = fairness;
    const bool wrong = fairness == Fairness::none;
    EXPECT_EQ(naive::has_wrong_cycle(*subject.system, property), wrong);
    expect_verdict(subject, property, nullptr, 1, wrong);
    expect_verdict(subject, property, symmetry.get(), 1, wrong);
  }
}

/// The seeds to try: `QUOTIENT_SLOW_TESTS=1` for 10,000 of them, `QUOTIENT_SEEDS=2001-4000` for a part.
std::pair<unsigned, unsigned> seeds() {
  unsigned first = 1, last = std::getenv("QUOTIENT_SLOW_TESTS") != nullptr ? 10'000 : 250;
  if (const char* const part = std::getenv("QUOTIENT_SEEDS"); part != nullptr) {
    EXPECT_EQ(std::sscanf(part, "%u-%u", &first, &last), 2) << part;
  }
  return {first, last};
}

TEST(FairOrbits, AgreeWithTheDefinitionOnRandomModels) {
  const auto [first, last] = seeds();
  FairTally tally;
  for (unsigned seed = first; seed <= last && !HasFailure(); ++seed) {
    ModelSettings settings;
    settings.path = "random.pml";
    settings.text = FairWriter(seed).model();
    settings.program = false;
    settings.accept = settings.progress = true;
    settings.steps = seed % 3 == 0 ? "plain" : "full";
    Model model = load_model(settings);
    if (!model) {  // an accept label inside of an atomic sequence
      settings.accept = false;
      model = load_model(settings);
    }
    ASSERT_TRUE(model) << *settings.text;
    for (const Subject& subject : model.subjects) {
      if (!subject.cycles || !small_enough(*subject.system)) continue;
      const auto symmetry = find_symmetry(subject, CheckSettings());
      bool wrong[3];
      for (const Fairness fairness : {Fairness::none, Fairness::weak, Fairness::strong}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << subject.name << ", fairness "
                                        << static_cast<int>(fairness) << "\n"
                                        << *settings.text);
        CycleProperty property = *subject.cycles;
        property.fairness = fairness;
        bool& is_wrong = wrong[static_cast<int>(fairness)];
        is_wrong = naive::has_wrong_cycle(*subject.system, property);
        expect_verdict(subject, property, nullptr, 1 + seed % 2, is_wrong);
        if (symmetry->used != nullptr) expect_verdict(subject, property, symmetry.get(), 1 + seed % 2, is_wrong);
        ++tally.questions;
        tally.symmetric += symmetry->used != nullptr ? 1 : 0;
        ++(is_wrong ? tally.violated : tally.verified);
      }
      tally.unfair += wrong[0] && !wrong[1] ? 1 : 0;
      tally.weak_alone += wrong[1] && !wrong[2] ? 1 : 0;
    }
  }
  std::printf(
      "%d questions, %d of them with symmetry; %d violated, %d verified; %d times weak fairness mattered, %d times "
      "strong fairness did\n",
      tally.questions, tally.symmetric, tally.violated, tally.verified, tally.unfair, tally.weak_alone);
  EXPECT_GT(tally.symmetric, 500);
  EXPECT_GT(tally.violated, 300);
  EXPECT_GT(tally.verified, 300);
  EXPECT_GT(tally.unfair, 10);
  EXPECT_GT(tally.weak_alone, 5);
}

}  // namespace
}  // namespace quotient::driver
