#include "driver/symmetry_trial.hpp"

#include "../symmetry/model.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "symmetry/reduce/key_work.hpp"
#include "symmetry/reduce/strategy.hpp"

namespace quotient::driver {
namespace {

/// Does what another reduction does, and says that it went through every state that often.
class Wasteful final : public Reduction {
 public:
  Wasteful(const Reduction& reduction, std::uint64_t passes) : reduction_(reduction), passes_(passes) {}

  std::unique_ptr<KeyFunction> key_function() const override {
    auto made = std::make_unique<Keys>(passes_);
    made->inner.push_back(reduction_.key_function());
    return made;
  }
  bool exact() const override { return true; }
  std::string represented(std::span<const std::unique_ptr<KeyFunction>> keys) const override {
    return reduction_.represented(static_cast<const Keys&>(*keys.front()).inner);
  }

 private:
  struct Keys final : KeyFunction, CountsPasses {
    explicit Keys(std::uint64_t each) : passes_each(each) {}
    Key key(StateView state) override {
      ++asked;
      return inner.front()->key(state);
    }
    void count(std::uint32_t weight) override { inner.front()->count(weight); }
    std::uint64_t passes() const override { return asked * passes_each; }
    std::vector<std::unique_ptr<KeyFunction>> inner;
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

TEST(SymmetryTrial, KeepsSymmetryThatPays) {
  const Peterson four("N=4");
  SymmetryTrial trial(four.symmetry, *four.canonical);
  const SearchOptions options;
  const Result result = explore(*four.model.system, trial.options(options));
  EXPECT_LT(result.states, 2'200U);
  EXPECT_TRUE(trial.goes_on());
  EXPECT_EQ(trial.objection(), "");
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
    EXPECT_TRUE(trial.goes_on());
    EXPECT_NE(trial.objection(), "");
    outcomes.emplace_back(result.states, trial.objection());
  }
  EXPECT_EQ(outcomes[0], outcomes[1]);
  EXPECT_EQ(outcomes[0], outcomes[2]);
}

TEST(SymmetryTrial, IsTheSearchWhereThatIsShort) {
  const Peterson three("N=3");
  SymmetryTrial trial(three.symmetry, *three.canonical);
  SearchOptions options;
  const Result tried = explore(*three.model.system, trial.options(options));
  EXPECT_FALSE(trial.goes_on());
  options.reduction = three.canonical.get();
  const Result whole = explore(*three.model.system, options);
  EXPECT_EQ(tried.states, whole.states);
  EXPECT_EQ(tried.transitions, whole.transitions);
  EXPECT_EQ(tried.represents, whole.represents);
  EXPECT_EQ(tried.verdict, Verdict::verified);
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
