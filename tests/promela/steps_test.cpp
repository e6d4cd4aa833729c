#include <deque>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "promela/promela.hpp"

/// How many states a model has in each step mode. Real SPIN says the same (tests/oracle); here the figures are pinned
/// so that a change shows without it.
namespace quotient::promela {
namespace {

struct Counts {
  std::size_t states = 0, transitions = 0, assertions = 0, deadlocks = 0, claims = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

Counts explore(const System& system) {
  Counts counts;
  const auto generator = system.generator();
  std::set<std::vector<std::uint8_t>> seen;
  std::deque<std::vector<std::uint8_t>> waiting;
  Successors out;
  const auto arrive = [&] {
    for (const Finding f : out.findings()) counts.deadlocks += f.kind == FindingKind::deadlock;
    for (std::size_t i = 0; i < out.size(); ++i) {
      counts.assertions += out[i].finding.kind == FindingKind::assertion;
      counts.claims += out[i].finding.kind == FindingKind::ltl;
      if (!out[i].completed) continue;
      ++counts.transitions;
      std::vector<std::uint8_t> state(out[i].state.begin(), out[i].state.end());
      if (seen.insert(state).second) waiting.push_back(std::move(state));
    }
  };
  generator->initial(out);
  arrive();
  while (!waiting.empty()) {
    generator->successors(waiting.front(), out);
    waiting.pop_front();
    arrive();
  }
  counts.states = seen.size();
  return counts;
}

Counts count(const std::string& text, StepMode steps, const std::string& claim = "") {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("model.pml", text);
  Options options;
  options.steps = steps;
  const auto model = load(sources, file, options, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << render(sources, d, false);
  if (!model) return {};
  const auto system = model->compile(claim, diagnostics);
  return system ? explore(*system) : Counts{};
}

std::string peterson(int n) {
  return "#define N " + std::to_string(n) + R"(
byte level[N]; byte last[N];
active [N] proctype user() {
  byte k; byte j; bool wait;
  do
  :: k = 1;
     do
     :: k < N -> level[_pid] = k; last[k] = _pid;
again:  atomic {
          wait = false; j = 0;
          do
          :: j < N -> if :: j != _pid && level[j] >= k -> wait = true :: else fi; j++
          :: else -> break
          od;
          if :: wait && last[k] == _pid -> goto again :: else fi
        };
        k++
     :: else -> break
     od;
     skip;
     level[_pid] = 0
  od
})";
}

TEST(Steps, EachModeStoresNoMoreThanTheOneBefore) {
  const std::string text = peterson(3);
  const Counts plain = count(text, StepMode::plain), spin = count(text, StepMode::spin);
  const Counts full = count(text, StepMode::full);
  EXPECT_GT(plain.states, spin.states);
  EXPECT_GT(spin.states, full.states);
  EXPECT_GT(full.states, 0U);
}

// The counter of a loop over messages, which has no name, was blank behind the loop and 0 before it: each place that
// can be come to from the start and from the loop was stored twice, more often than with SPIN's steps.
TEST(Steps, TheCounterOfALoopOverMessagesIsDeadBeforeItAsBehindIt) {
  const char* text =
      "typedef Pair { byte from }\nchan c = [1] of { Pair };\n"
      "active proctype P() { Pair got; do :: for (got in c) { skip } :: break od }\n";
  EXPECT_EQ(count(text, StepMode::spin).states, 4U);
  EXPECT_EQ(count(text, StepMode::full).states, 3U);
}

TEST(Steps, RendezvousPassesControl) {
  const char* text =
      "chan c = [0] of { byte }; byte x;\n"
      "active proctype S() { atomic { c!1; x = 1 } }\n"
      "active proctype R() { byte y; c?y; assert(x == 0) }\n";
  EXPECT_EQ(count(text, StepMode::plain).assertions, 1U);  // the sender may go on first
}

TEST(Steps, DeadProcessesLeaveInOrder) {
  const char* text = "active proctype A() { skip }\nactive proctype B() { skip }\n";
  EXPECT_EQ(count(text, StepMode::plain), (Counts{7, 9, 0, 0, 0}));
}

TEST(Steps, TimeoutOnlyWhereNothingElseMoves) {
  const char* text =
      "byte x;\nactive proctype A() { x == 1 -> assert(false) }\n"
      "active proctype B() { timeout -> x = 1 }\n";
  EXPECT_EQ(count(text, StepMode::plain), (Counts{9, 11, 2, 0, 0}));
}

TEST(Steps, AnAtomicLoopWithoutEndDoesNotHang) {
  const char* text = "byte x;\nactive proctype A() { atomic { do :: x = 1 - x od } }\n";
  EXPECT_EQ(count(text, StepMode::plain).states, 1U);
}

TEST(Claims, SafetyFormulasAreDecided) {
  const char* text =
      "byte x;\nactive proctype A() { do :: x < 3 -> x++ :: x == 3 -> break od }\n"
      "ltl small { [] (x < 4) }\nltl tiny { [] (x < 3) }\n";
  EXPECT_EQ(count(text, StepMode::full, "small").claims, 0U);
  EXPECT_GT(count(text, StepMode::full, "tiny").claims, 0U);
}

TEST(Claims, ANeverClaimIsMatchedAtItsEnd) {
  const char* text =
      "byte x;\nactive proctype A() { x = 1; x = 2 }\n"
      "never { do :: x < 2 :: x == 2 -> break od }\n";
  EXPECT_GT(count(text, StepMode::spin, "never_0").claims, 0U);
}

// There is no end of ways through these; a mark on the way is not met again.
TEST(Steps, AnAtomicSequenceThatNeverEndsIsGoneThroughOnce) {
  const Counts none =
      count("byte x; active proctype A() { atomic { do :: x = 5 :: x = 6 :: x = 7 od } }", StepMode::plain);
  EXPECT_EQ(none, (Counts{1, 1, 0, 0, 0}));
  const Counts some = count(R"(byte x, done;
active [2] proctype A() { atomic { do :: x = 5 :: x = 6 :: x = 7 :: x == 6 -> break od }; done++ }
)",
                            StepMode::plain);
  EXPECT_EQ(some.states, 13U);
}

// A message that differs makes another rendezvous, though the bytes around it are the same.
TEST(Steps, ARendezvousIsNotTakenForAnother) {
  const Counts counts = count(R"(chan c = [0] of { byte }; chan back = [0] of { byte };
active proctype A() { atomic { skip; skip; skip; skip; skip; skip; skip; c!1; L: back?_; c!2; goto L } }
active proctype B() { byte v; do :: atomic { c?v -> assert(v != 2); v = 0; back!0 } od }
)",
                              StepMode::plain);
  EXPECT_GT(counts.assertions, 0U);
}

TEST(Steps, EveryWayThroughALongAtomicSequenceIsAStep) {
  std::string choices;
  for (int i = 0; i < 14; ++i) choices += "if :: x = 0 :: x = 1 fi; ";
  const Counts counts = count("byte x; active proctype A() { atomic { " + choices + "} }", StepMode::plain);
  EXPECT_EQ(counts.transitions, 1U + (1U << 14) + 2U);
}

TEST(Steps, AStepThatIsLongIsGivenUpWhenAskedTo) {
  struct Raised final : StopSignal {
    bool raised() const override { return true; }
  } signal;
  SourceMap sources;
  Diagnostics diagnostics;
  Options options;
  options.steps = StepMode::plain;
  const FileId file = sources.add("model.pml", "int x, y; active proctype A() { atomic { do :: x++ :: y++ od } }");
  const auto system = load(sources, file, options, diagnostics)->compile("", diagnostics);
  const auto generator = system->generator();
  generator->heed(signal);
  Successors out;
  generator->initial(out);
  const std::vector<std::uint8_t> initial(out[0].state.begin(), out[0].state.end());
  generator->successors(initial, out);
  EXPECT_TRUE(out.is_cut_off());
}

}  // namespace
}  // namespace quotient::promela
