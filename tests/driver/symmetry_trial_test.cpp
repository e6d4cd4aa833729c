#include "driver/symmetry_trial.hpp"

#include "../symmetry/model.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::driver {
namespace {

/// Does what another reduction does, and says that it went through every state that often.
class Wasteful final : public Reduction {
 public:
  Wasteful(const Reduction& reduction, std::uint64_t passes) : reduction_(reduction), passes_(passes) {}

  std::unique_ptr<KeyFunction> key_function() const override {
    return std::make_unique<Keys>(reduction_.key_function(), passes_);
  }
  bool exact() const override { return true; }

 private:
  struct Keys final : KeyFunction {
    Keys(std::unique_ptr<KeyFunction> keys, std::uint64_t each) : inner(std::move(keys)), passes_each(each) {}
    Key key(StateView state) override {
      ++asked;
      return inner->key(state);
    }
    void count(std::uint32_t weight) override { inner->count(weight); }
    std::optional<BigNumber> represented() const override { return inner->represented(); }
    std::optional<std::uint64_t> passes() const override { return asked * passes_each; }
    std::unique_ptr<KeyFunction> inner;
    std::uint64_t passes_each, asked = 0;
  };
  const Reduction& reduction_;
  std::uint64_t passes_;
};

struct Peterson {
  explicit Peterson(const char* size)
      : model(compile_example("peterson.pml", {size}, promela::StepMode::spin)),
        symmetry(detect_symmetry(model.program())),
        canonical(choose_reduction(symmetry, "canonical").reduction) {}

  TestModel model;
  Symmetry symmetry;
  std::unique_ptr<Reduction> canonical;
};

/// The trial was a search of its own, and that with symmetry began again behind it: a model of 7,500 orbits took twice
/// as long as with `--symmetry canonical`. Other threads join when it is over, and the result is that of any number.
TEST(SymmetryTrial, IsTheBeginningOfTheSearchWhereSymmetryPays) {
  const Peterson four("N=4");
  SearchOptions usual;
  usual.reduction = four.canonical.get();
  const Result whole = explore(*four.model.system, usual);
  for (const unsigned threads : {1U, 3U}) {
    SymmetryTrial trial(four.symmetry, *four.canonical);
    SearchOptions options;
    options.threads = threads;
    options.smallest_shared_level = 1;
    SearchOptions begun = trial.options(options);
    EXPECT_TRUE(begun.by_one_thread());
    const Result result = explore(*four.model.system, begun);
    EXPECT_FALSE(begun.by_one_thread());
    EXPECT_EQ(trial.objection(), "");
    EXPECT_EQ(result.verdict, Verdict::verified);
    EXPECT_EQ(result.states, whole.states);
    EXPECT_EQ(result.transitions, whole.transitions);
    EXPECT_EQ(result.represents, whole.represents);
  }
}

TEST(SymmetryTrial, LeavesOutSymmetryThatDoesNotWhateverTheThreads) {
  const Peterson four("N=4");
  const Wasteful wasteful(*four.canonical, 80);
  std::vector<std::pair<std::uint64_t, std::string>> outcomes;
  for (const unsigned threads : {1U, 2U, 4U}) {
    SymmetryTrial trial(four.symmetry, wasteful);
    SearchOptions options;
    options.threads = threads;
    options.smallest_shared_level = 1;
    const Result result = explore(*four.model.system, trial.options(options));
    EXPECT_EQ(result.verdict, Verdict::incomplete);
    EXPECT_NE(trial.objection(), "");
    outcomes.emplace_back(result.states, trial.objection());
  }
  EXPECT_EQ(outcomes[0], outcomes[1]);
  EXPECT_EQ(outcomes[0], outcomes[2]);
}

/// Where the search must not begin twice (checkpoints, ranks), the trial comes before it, and judges the same.
TEST(SymmetryTrial, AloneEndsWhenItKnows) {
  const Peterson four("N=4");
  const Wasteful wasteful(*four.canonical, 80);
  for (const Reduction* reduction :
       {static_cast<const Reduction*>(four.canonical.get()), static_cast<const Reduction*>(&wasteful)}) {
    SymmetryTrial trial(four.symmetry, *reduction), begun(four.symmetry, *reduction);
    const SearchOptions options;
    const Result result = explore(*four.model.system, trial.options_alone(options));
    EXPECT_LT(result.states, 2'200U);
    static_cast<void>(explore(*four.model.system, begun.options(options)));
    EXPECT_EQ(trial.objection(), begun.objection());
  }
}

/// How large orbits are is not known of the first few.
TEST(SymmetryTrial, DoesNotJudgeByAFewStates) {
  const Peterson four("N=4");
  for (const bool hopeless : {false, true}) {
    // The group has 24 permutations.
    const Wasteful wasteful(*four.canonical, hopeless ? 100'000 : 29);
    SymmetryTrial trial(four.symmetry, wasteful);
    SearchOptions options;
    options.limits.max_states = 40;
    static_cast<void>(explore(*four.model.system, trial.options(options)));
    EXPECT_EQ(trial.objection().empty(), !hopeless);
  }
}

}  // namespace
}  // namespace quotient::driver
