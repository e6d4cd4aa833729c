#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "promela/promela.hpp"

/// Numbers that a model can make large. Each of them was once cut to a byte or two in silence, and another model was
/// checked. Now there is room for it, or an error with a place.
namespace quotient::promela {
namespace {

struct Outcome {
  std::string errors;  // as `line:column: message`
  std::size_t states = 0;
  std::set<std::string> findings;  // their messages
};

Outcome check(const std::string& text, StepMode steps = StepMode::full, const std::string& claim = "",
              std::size_t most_states = 5000) {
  Outcome out;
  SourceMap sources;
  Diagnostics diagnostics;
  Options options;
  options.steps = steps;
  const auto model = load(sources, sources.add("model.pml", text), options, diagnostics);
  const auto system = model ? model->compile(claim, diagnostics) : nullptr;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity != Severity::error) continue;
    const LineColumn at = sources.locate(d.range).position;
    out.errors += fmt::format("{}:{}: {}\n", at.line, at.column, d.message);
  }
  if (!system) return out;
  const auto generator = system->generator();
  std::set<std::vector<std::uint8_t>> seen;
  std::deque<std::vector<std::uint8_t>> waiting;
  Successors steps_out;
  const auto arrive = [&] {
    for (const Finding f : steps_out.findings()) out.findings.insert(system->narrator().describe(f).message);
    for (std::size_t i = 0; i < steps_out.size(); ++i) {
      if (steps_out[i].finding) out.findings.insert(system->narrator().describe(steps_out[i].finding).message);
      if (!steps_out[i].completed) continue;
      std::vector<std::uint8_t> state(steps_out[i].state.begin(), steps_out[i].state.end());
      if (seen.size() < most_states && seen.insert(state).second) waiting.push_back(std::move(state));
    }
  };
  generator->initial(steps_out);
  arrive();
  while (!waiting.empty()) {
    generator->successors(waiting.front(), steps_out);
    waiting.pop_front();
    arrive();
  }
  out.states = seen.size();
  return out;
}

const std::set<std::string> false_assertion = {"assertion violated: (false)"};

TEST(Limits, ProcessesAreCountedOverAllDeclarations) {
  // `verified` it was: the 256th process was left out.
  const std::string text = "active [255] proctype P() { end: false }\ninit { assert(false) }";
  EXPECT_EQ(check(text, StepMode::spin).errors,
            "2:1: at most 255 processes can exist at the start, here it comes to 256\n");
  EXPECT_EQ(check(text, StepMode::plain).errors, check(text, StepMode::spin).errors);
  EXPECT_EQ(check(text).findings, false_assertion);
}

TEST(Limits, ForSpinAClaimIsAProcess) {
  const std::string text = "active [254] proctype P() { end: false }\ninit { assert(false) }\nnever { do :: true od }";
  EXPECT_EQ(check(text, StepMode::spin).findings, false_assertion);
  EXPECT_EQ(check(text, StepMode::spin, "never_0").errors,
            "2:1: at most 254 processes can exist at the start, here it comes to 255\n");
  EXPECT_EQ(check(text, StepMode::full, "never_0").findings, false_assertion);
}

TEST(Limits, ManyProcessesHaveWideNumbers) {
  const Outcome out = check(R"(
    byte x; pid last; chan c = [1] of { pid };
    active [700] proctype P() {
      pid me;
      me = _pid;
      (me == 699 && x == 0) -> last = _pid; c!last; x = 1;
      end: false
    }
    init { pid who; (x == 1) -> c?who; assert(who == 699 && last == 699 && _pid == 700 && _nr_pr == 701); assert(false) }
  )",
                            StepMode::full, "", 2);
  EXPECT_EQ(out.errors, "");
  EXPECT_EQ(out.states, 2U);  // all are there; 2 to the 700 states are too many to go on
}

TEST(Limits, ProcessesBeyondAByteMoveAndEnd) {
  const Outcome out = check(R"(
    byte x; pid last; chan c = [1] of { pid };
    active [300] proctype P() { end: (_pid == 299) -> last = _pid; c!last; x = 1; end2: false }
    init { pid who; (x == 1) -> c?who; assert(who == 299 && last == 299 && _pid == 300 && _nr_pr == 301); assert(false) }
  )");
  EXPECT_EQ(out.errors, "");
  EXPECT_EQ(out.findings, false_assertion);
}

TEST(Limits, RunGoesBeyondAByteToo) {
  const std::string text = R"(
    short n;
    proctype P(short me) { chan own = [1] of { short }; own!me; short x; own?x; assert(x == me); n++ }
    init { short i; do :: i < 400 -> i++; run P(i) :: else -> break od; assert(false) }
  )";
  const std::set<std::string> too_many = {"too many processes or channels: at most 255 and 255 can exist"};
  EXPECT_EQ(check(text, StepMode::full, "", 1500).findings, std::set<std::string>());
  const std::string atomic = R"(
    short n;
    proctype P(short me) { n == me -> assert(me == _pid && me != 350); n++ }
    init { short i; atomic { do :: i < 400 -> i++; run P(i) :: else -> break od; n = 350 } }
  )";
  EXPECT_EQ(check(atomic).findings,
            (std::set<std::string>{"assertion violated: (me == _pid && me != 350)", "invalid end state"}));
  EXPECT_EQ(check(atomic, StepMode::spin).findings, too_many);
}

std::string row(int count, const std::string& term, const std::string& op) {
  std::string text = term;
  for (int k = 1; k < count; ++k) text += op + term;
  return text;
}

TEST(Limits, LongSumsAndConjunctionsAreRead) {
  // Of a thousand operators in a row and more there was an error, which is what a program that writes models meets.
  const std::string text = fmt::format(
      "int x = 3, y; init {{ y = {} - x; assert(y == 3 * 19999); y = {}; assert(y == 3 - 3 * 9999); "
      "assert(!({})); ({} && y < 0); assert(false) }}",
      row(20'000, "x", " + "), row(10'000, "x", " - "), row(10'000, "x == 4", " || "), row(10'000, "x < 4", " && "));
  const Outcome out = check(text);
  EXPECT_EQ(out.errors, "");
  EXPECT_EQ(out.findings, false_assertion);
  EXPECT_EQ(check(text, StepMode::spin).findings, false_assertion);
  // What stands to the left still guards what stands to the right.
  const std::string guarded =
      fmt::format("int x; init {{ assert(!({} && x != 0 && 10 / x > 0 && {})); assert(false) }}",
                  row(5000, "x < 4", " && "), row(5000, "x < 4", " && "));
  EXPECT_EQ(check(guarded).findings, false_assertion);
  // Where the grouping matters the row stays as it is, and there is a limit.
  EXPECT_NE(check("int x; init { x = " + row(3000, "1", " / ") + " }").errors.find("operators in a row"),
            std::string::npos);
}

TEST(Limits, ManyChannels) {
  // c[299] and c[43] were the same channel.
  const std::string text = R"(
    chan c[300] = [1] of { byte };
    init { c[299]!1; c[43]!2; assert(len(c[299]) == 1 && len(c[43]) == 1); chan d; d = c[280]; d!7;
           assert(len(c[280]) == 1 && empty(c[24])); assert(false) }
  )";
  EXPECT_EQ(check(text).findings, false_assertion);
  EXPECT_EQ(check(text, StepMode::spin).errors,
            "2:10: at most 255 channels can exist at the start, here it comes to 300\n");
}

TEST(Limits, ManyProcessTypes) {
  // The type of a process was a byte: with 300 of them one was taken for another, past the end of the state.
  std::string text = "int n;\n";
  for (int k = 0; k < 300; ++k) {
    text += fmt::format("{} proctype P{}() {{ int x = {}; (n == {}); assert(x == {}) }}\n", k % 2 == 0 ? "active" : "",
                        k, k, k, k);
  }
  text += "init { atomic { n = 298; run P299() }; n = 299; n == 299; assert(false) }";
  for (const StepMode steps : {StepMode::full, StepMode::spin, StepMode::plain}) {
    const Outcome out = check(text, steps);
    EXPECT_EQ(out.errors, "");
    EXPECT_EQ(out.findings.count("assertion violated: (false)"), 1U);
    EXPECT_EQ(out.findings.size(), 2U);  // and the others wait for ever
  }
}

TEST(Limits, ManyControlLocations) {
  // 16 bits: after 65,536 of them the first ones came again.
  std::string text = "byte x;\nactive proctype P() {\n";
  for (int k = 0; k < 66'000; ++k) text += "x++;\n";
  text += "assert(false) }";
  const Outcome out = check(text, StepMode::plain, "", 70'000);
  EXPECT_EQ(out.findings, false_assertion);
  EXPECT_EQ(out.states, 66'003U);
}

std::string list(int count, const auto& item) {
  std::string out;
  for (int k = 0; k < count; ++k) out += (k > 0 ? ", " : "") + item(k);
  return out;
}

TEST(Limits, ManyFieldsOfAMessage) {
  // A field had a number of 8 bits: a constant in field 290 was compared with field 34. SPIN refuses such a model.
  const auto field = [](int k) { return std::to_string(k % 200); };
  std::string text = "byte x, y;\nchan c = [2] of { " + list(300, [](int) { return std::string("byte"); }) + " };\n";
  text += "active proctype S() { c!" + list(300, field) + "; c!" +
          list(300, [&](int k) { return k == 290 ? "9" : field(k); }) + " }\n";
  text += "active proctype R() { if :: c?" +
          list(300, [](int k) { return std::string(k == 290  ? "9"
                                                   : k == 34 ? "x"
                                                             : "_"); }) +
          " -> x = 0; assert(x) :: c?" +
          list(300, [](int k) { return std::string(k == 290   ? "90"
                                                   : k == 299 ? "x"
                                                              : "_"); }) +
          " fi; assert(x == 99); c??" +
          list(300, [](int k) { return std::string(k == 290  ? "9"
                                                   : k == 34 ? "y"
                                                             : "_"); }) +
          "; assert(y == 34); assert(false) }";
  EXPECT_EQ(check(text).findings, false_assertion);
}

TEST(Limits, TooManyFieldsAreRefused) {
  const auto text = [](const char* field) { return list(1001, [field](int) { return std::string(field); }); };
  const std::string errors = check("chan c = [1] of { " + text("bit") + " };\ninit { c!" + text("1") + " }").errors;
  EXPECT_EQ(errors.substr(0, errors.find('\n')),
            "1:10: a message cannot hold an array of structures, or more than 1000 values");
}

TEST(Limits, WhoAsksAboutItself) {
  // Endless recursion it was. SPIN reports the first ("enabled(pid=thisproc)") and crashes on the second.
  const std::set<std::string> circular = {"a process asks enabled() about itself"};
  EXPECT_EQ(check("byte x; active proctype P() { do :: enabled(_pid) -> x = 1 - x :: x > 5 od }").findings, circular);
  EXPECT_EQ(check("byte x; active [2] proctype P() { enabled(1 - _pid) -> x = 1 }").findings, circular);
}

TEST(Limits, QuestionsBelowManyOperators) {
  // The interpreter's stack had a fixed size, and 60 times 450 values were more.
  std::string open, close;
  for (int k = 0; k < 450; ++k) {
    open += "1 + (";
    close += ")";
  }
  const std::string text = "byte x; active [60] proctype P() { (" + open + "(_pid < 59 -> enabled(_pid + 1) : 0)" +
                           close + " == 451) -> assert(false) }\nactive proctype Q() { x = 1 }";
  const Outcome out = check(text);
  EXPECT_EQ(out.errors, "");
  EXPECT_EQ(out.findings.count("assertion violated: (false)"), 0U);
}

TEST(Limits, VariablesOfAClaim) {
  // They had the same bytes as the channels.
  const std::string text = R"(
    byte g; chan c = [2] of { byte };
    active proctype P() { do :: g < 3 -> g++ :: g > 0 -> g-- :: c!g; c?g od }
    never { byte x = 3; int y[3];
    T0: do :: g == 3 && x < 5 -> x++; y[2] = x * 1000 :: y[2] == 5000 -> break :: else od }
  )";
  for (const StepMode steps : {StepMode::full, StepMode::spin}) {
    const Outcome out = check(text, steps, "never_0");
    EXPECT_EQ(out.findings, (std::set<std::string>{"the never claim is matched: its end is reached"}));
    EXPECT_LT(out.states, 5000U);
  }
}

}  // namespace
}  // namespace quotient::promela
