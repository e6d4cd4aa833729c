#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

#include "same_result.hpp"
#include "search/search.hpp"
#include "search/store/store.hpp"
#include "shelf.hpp"
#include "toy_systems.hpp"

namespace quotient {
namespace {

using toy::Step;
using toy::ToySystem;
using State = ToySystem::State;

/// How often each comparison is made. QUOTIENT_REPEAT asks for more, for the thread sanitizer.
int repetitions() {
  const char* asked = std::getenv("QUOTIENT_REPEAT");
  return asked != nullptr ? std::atoi(asked) : 3;
}

/// Runs with one thread, then with more, again and again.
void expect_no_difference(const ToySystem& system, SearchOptions options) {
  options.smallest_shared_level = 10;
  const Result alone = explore(system, options);
  EXPECT_GT(alone.states, 4000U);
  for (int i = 0; i < repetitions(); ++i) {
    for (const unsigned threads : {2U, 4U, 8U}) {
      options.threads = threads;
      expect_same(explore(system, options), alone, true);
      if (testing::Test::HasFailure()) return;
    }
  }
}

/// A grid of bytes whose steps lead to the same states in many ways, with states of two lengths.
ToySystem crossing() {
  ToySystem system = toy::grid(5, 7);
  system.next = [plain = system.next](const State& state) {
    if (state.size() > 5) return std::vector<Step>{{State(state.begin(), state.begin() + 5), 3, {}, true}};
    std::vector<Step> steps = plain(state);
    if (state[0] == state[1]) {
      Step longer{state, 2, {}, true};
      longer.target.resize(5 + state[2] % 3 * 20U, 9);
      longer.target.push_back(state[3]);
      steps.insert(steps.begin(), longer);
    }
    return steps;
  };
  return system;
}

TEST(Threads, CountTheSameStates) {
  for (const StoreKind store : {StoreKind::exact, StoreKind::compact}) {
    SearchOptions options;
    options.store = store;
    options.paranoid = true;
    expect_no_difference(crossing(), options);
  }
}

TEST(Threads, FindTheSameCounterexample) {
  ToySystem system = crossing();
  system.wrong = [](const State& s) {
    unsigned sum = 0;
    for (const std::uint8_t x : s) sum += x;
    return s.size() == 5 && sum == 14 && s[4] == 2 ? std::vector{Finding{FindingKind::invariant, s[0] % 2U}}
                                                   : std::vector<Finding>{};
  };
  SearchOptions options;
  options.paranoid = true;
  expect_no_difference(system, options);
  options.all = true;
  expect_no_difference(system, options);
}

TEST(Threads, FindTheSameFailingStep) {
  ToySystem system = crossing();
  system.next = [plain = system.next](const State& state) {
    std::vector<Step> steps = plain(state);
    for (Step& step : steps) {
      if (step.target.size() == 5 && step.target[2] == 4 && step.target[3] == 4 && step.target[1] == 3)
        step.finding = {FindingKind::assertion, 1};
    }
    return steps;
  };
  expect_no_difference(system, {});
}

TEST(Threads, RespectTheDepthLimit) {
  SearchOptions options;
  options.limits.max_depth = 17;
  expect_no_difference(crossing(), options);
}

TEST(Threads, StoreAsManyStatesAsAllowed) {
  SearchOptions options;
  options.limits.max_states = 12000;
  options.smallest_shared_level = 10;
  for (const unsigned threads : {1U, 4U}) {
    options.threads = threads;
    const Result result = explore(crossing(), options);
    EXPECT_EQ(result.stopped, StopReason::states);
    EXPECT_EQ(result.states, 12000U);
  }
}

TEST(Threads, EndWithinTheMemoryLimit) {
  SearchOptions options;
  options.threads = 4;
  options.limits.memory = 6 << 20;
  options.paranoid = true;
  const Result result = explore(toy::grid(8, 6), options);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.stopped, StopReason::memory);
  EXPECT_LE(result.memory_bytes, options.limits.memory);
  EXPECT_GT(result.states, 50000U);
}

TEST(Threads, EndWhenInterrupted) {
  StopFlag interrupt;
  std::atomic<int> expanded = 0;
  ToySystem system = toy::grid(7, 7);
  system.next = [&, plain = system.next](const State& s) {
    if (++expanded == 20000) interrupt.raise();
    return plain(s);
  };
  SearchOptions options;
  options.threads = 4;
  options.limits.stop = &interrupt;
  const Result result = explore(system, options);
  EXPECT_EQ(result.stopped, StopReason::interrupted);
  EXPECT_LT(expanded, 100000);
}

/// Several threads insert overlapping states at a time; each state must be new exactly once.
TEST(Threads, ShareAStore) {
  constexpr unsigned count = 4;
  constexpr std::uint32_t states = 60000;
  MemoryBudget budget;
  const std::unique_ptr<Store> shared = Store::make(budget);
  Store& store = *shared;
  std::vector<std::uint64_t> fresh(count, 0);
  const auto spelled = [](std::uint32_t n) {
    State state(8 + n % 3 * 16, 1);
    for (std::size_t i = 0; i < 4; ++i) state[i * 2] = static_cast<std::uint8_t>(n >> (8 * i));
    state.push_back(static_cast<std::uint8_t>(n % 7));
    return state;
  };
  std::vector<std::unique_ptr<Store::Session>> sessions;
  for (unsigned t = 0; t < count; ++t) {
    sessions.push_back(store.session());
    sessions.back()->take_part();
  }
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      Store::Batch batch;
      for (std::uint32_t i = 0; i < states; i += 4) {
        sessions[t]->pause();
        batch.steps.clear();
        for (std::uint32_t k = 0; k < 4; ++k) batch.steps.add(spelled((i + k) * (2 * t + 1) % states), {});
        sessions[t]->prepare(batch);
        toy::insert_all(*sessions[t], batch);
        for (const Store::Entry& entry : batch.entries) {
          if (entry.outcome == Store::Outcome::fresh) ++fresh[t];
        }
      }
      sessions[t]->leave();
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::uint64_t sum = 0;
  for (const std::uint64_t n : fresh) sum += n;
  EXPECT_EQ(sum, states);
  EXPECT_EQ(store.size(), states);
  OpenState open;
  for (std::uint32_t n = 0; n < states; n += 101) {
    const auto id = sessions[0]->find(spelled(n), {});
    ASSERT_TRUE(id.has_value());
    sessions[0]->load(*id, open);
    EXPECT_EQ(State(open.state().begin(), open.state().end()), spelled(n));
  }
}

}  // namespace
}  // namespace quotient
