#include "agreement.hpp"

#include <cstdlib>
#include <map>

#include "models.hpp"

/// Native code and the interpreter on every model there is, state by state. QUOTIENT_SLOW_TESTS=1 takes the compiler
/// that users have, and more states.
namespace quotient::native {
namespace {

bool slow() { return std::getenv("QUOTIENT_SLOW_TESTS") != nullptr; }

void compare_all(promela::StepMode steps) {
  const Compiler compiler = slow() ? find_compiler().value() : quick_compiler();
  const std::size_t most_states = slow() ? 100'000 : 700;
  std::size_t written = 0, all = 0, states = 0, left = 0, number = 0;
  for (const ModelCase& c : all_cases()) {
    // Without a quick compiler a part has to do.
    if (!slow() && !is_quick(compiler) && number++ % 12 != 0) continue;
    Loaded loaded(c.path.string(), text_of(c.path), c.defines, steps);
    if (!loaded.model) continue;  // some oracle models are there to be refused
    for (const std::string& claim : loaded.claims()) {
      const auto system = loaded.model->compile(claim, loaded.diagnostics);
      if (system == nullptr) continue;
      const Agreement a = agree(*system, compiler, most_states, c.name + " " + claim);
      if (testing::Test::HasFailure()) return;
      ++all;
      written += a.written ? 1 : 0;
      states += a.states;
      left += a.left_to_interpreter;
      if (a.left_to_interpreter > 0)
        std::printf("  %zu of %zu left by %s\n", a.left_to_interpreter, a.states, c.name.c_str());
    }
  }
  // Most models have native code, and it does most of their states.
  EXPECT_GT(all, 0U);
  EXPECT_GT(written * 100, all * 90);
  EXPECT_LT(left * 100, states);
  std::printf("%zu systems, %zu with native code, %zu states, %zu left to the interpreter\n", all, written, states,
              left);
}

TEST(Agreement, PlainSteps) { compare_all(promela::StepMode::plain); }
TEST(Agreement, SpinSteps) { compare_all(promela::StepMode::spin); }
TEST(Agreement, FullSteps) { compare_all(promela::StepMode::full); }

}  // namespace
}  // namespace quotient::native
