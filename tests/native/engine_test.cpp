#include "native/engine.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "models.hpp"
#include "native/compiler.hpp"
#include "native/emit.hpp"

/// What can go wrong between a program and its native code. Whatever it is, the search goes on.
namespace quotient::native {
namespace {

namespace fs = std::filesystem;

constexpr const char* counter = R"(byte x, y;
active proctype A() { do :: x = (x + 1) % 21 od }
active proctype B() { do :: y = (y + 1) % 21 od }
)";
constexpr std::size_t counter_states = 21 * 21;

struct Files {
  Files() : folder(PrivateFolder::make("")) {}
  fs::path cache() const { return folder.path() / "cache"; }
  /// A compiler that is this script.
  std::string compiler(const std::string& script) const {
    const fs::path path = folder.path() / "compiler";
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    ::chmod(path.c_str(), 0700);
    return path.string();
  }
  std::size_t entries(const fs::path& where) const {
    std::error_code none;
    std::size_t count = 0;
    for (fs::directory_iterator at(where, none), end; !none && at != end; ++at) ++count;
    return count;
  }
  PrivateFolder folder;
};

EngineOptions quickly(const Files& files) {
  EngineOptions options;
  options.patience = std::chrono::milliseconds(0);
  options.compilers = {"tcc", "cc", "gcc", "clang"};
  options.cache_folder = files.cache();
  return options;
}

std::unique_ptr<Engine> engine_of(const Loaded& loaded, EngineOptions options) {
  Diagnostics none;
  return std::make_unique<Engine>(loaded.model->compile("", none), std::move(options));
}

Loaded load(const std::string& text) { return Loaded("model.pml", text, {}, promela::StepMode::full); }

/// Steps and labels of every state, as both engines tell them; and who waits and who moves, where `fair`.
std::size_t states_judged_alike(const Engine& engine, bool fair = false, std::size_t most = 100'000) {
  const auto native = engine.cycle_generator(), reference = engine.system().cycle_generator();
  std::set<std::vector<std::uint8_t>> seen;
  std::vector<std::vector<std::uint8_t>> waiting;
  Successors expected, got;
  const auto enter = [&](const Successors& steps) {
    for (std::size_t k = 0; k < steps.size(); ++k) {
      std::vector<std::uint8_t> state(steps[k].state.begin(), steps[k].state.end());
      if (steps[k].completed && seen.insert(state).second) waiting.push_back(std::move(state));
    }
  };
  reference->initial(expected);
  enter(expected);
  for (; !waiting.empty() && most > 0; --most) {
    const std::vector<std::uint8_t> state = std::move(waiting.back());
    waiting.pop_back();
    reference->successors(state, expected);
    native->successors(state, got);
    EXPECT_EQ(got.size(), expected.size());
    EXPECT_EQ(got.cycle_facts.accepting, expected.cycle_facts.accepting);
    EXPECT_EQ(got.cycle_facts.progress, expected.cycle_facts.progress);
    EXPECT_EQ(got.cycle_facts.recurrent, expected.cycle_facts.recurrent);
    EXPECT_EQ(got.cycle_facts.stands_still, expected.cycle_facts.stands_still);
    EXPECT_TRUE(!fair || got.cycle_facts.waiting == expected.cycle_facts.waiting);
    for (std::size_t k = 0; fair && k < got.size(); ++k) EXPECT_TRUE(got.moved(k) == expected.moved(k));
    enter(expected);
  }
  return seen.size();
}

TEST(Engine, TellsWhatCyclesAreJudgedBy) {
  const Files files;
  // A valid end, an end that is none, an atomic sequence that never ends, labels, and a claim.
  const Loaded loaded = load(R"(byte x;
active proctype A() {
accept:  do
  :: x < 3 -> x++
  :: x == 3 -> progress: x = 0
  :: x == 2 -> break
  :: x == 1 -> atomic { do :: x = 5 od }
  od
}
active proctype B() { (x == 2) -> false }
ltl back { [] (x == 3 -> <> (x == 0)) }
)");
  for (const char* claim : {"", "back"}) {
    Diagnostics none;
    EngineOptions options = quickly(files);
    options.paranoid = true;
    const Engine engine(loaded.model->compile(claim, none), std::move(options));
    ASSERT_EQ(engine.wait_until_ready(), "");
    EXPECT_GT(states_judged_alike(engine), 5U);
  }
}

/// Fairness asks who could begin a step, also one that then fails (the division), or never ends (process B), and who
/// takes part in it (a rendezvous is left to the interpreter).
TEST(Engine, KnowsWhoWaitsAndWhoMoves) {
  const Files files;
  for (const char* text : {R"(byte x, y; bool lock;
active [3] proctype A() {
  do
  :: atomic { !lock -> lock = true }; y = _pid; lock = false
  :: x < 3 -> x++
  :: x == 3 -> x = 0; if :: y == 2 -> break :: else fi
  od
}
ltl back { [] (x == 3 -> <> (x == 0)) }
)",
                           R"(byte x, y;
active proctype A() { do :: y < 2 -> y++ :: y == 2 -> y = 0 od }
active proctype B() { atomic { do :: x = 5 :: x = 6 :: x = 7 od } }
ltl back { [] <> (y == 2) }
)",
                           R"(byte x, y;
active proctype A() { do :: y < 3 -> y++ :: y == 3 -> y = 0 od }
active proctype B() { atomic { y != 1 -> x = 6 / (y - 2) } }
ltl back { [] <> (y == 2) }
)",
                           R"(chan c = [0] of { byte }; chan d = [1] of { byte }; byte n;
active proctype A() { do :: c!1 :: d!1 od }
active [2] proctype B() { byte v; do :: atomic { c?v -> n = v; n = 0 } :: d?v od }
ltl back { [] <> (n == 1) }
)"}) {
    const Loaded loaded = load(text);
    ASSERT_NE(loaded.model, nullptr);
    for (const char* claim : {"", "back"}) {
      SCOPED_TRACE(std::string(claim) + "\n" + text);
      Diagnostics none;
      EngineOptions options = quickly(files);
      options.fairness = true;
      const Engine engine(loaded.model->compile(claim, none), std::move(options));
      ASSERT_EQ(engine.wait_until_ready(), "");
      EXPECT_GT(states_judged_alike(engine, true), 1U);
    }
  }
}

TEST(Engine, KnowsWhoMovesInAllModels) {
  const Files files;
  std::size_t compared = 0;
  for (const ModelCase& model : all_cases()) {
    SCOPED_TRACE(model.name);
    const Loaded loaded(model.path.string(), text_of(model.path), model.defines, promela::StepMode::full);
    if (loaded.model == nullptr) continue;
    Diagnostics none;
    EngineOptions options = quickly(files);
    options.fairness = true;
    auto system = loaded.model->compile(loaded.claims().back(), none);
    if (system == nullptr) continue;
    const Engine engine(std::move(system), std::move(options));
    if (engine.wait_until_ready().empty()) compared += states_judged_alike(engine, true, 300);
  }
  EXPECT_GT(compared, 5000U);
}

TEST(Engine, AgreesOnAtomicSequencesThatNeverEnd) {
  const Files files;
  for (const auto& [text, states] : {std::pair<const char*, std::size_t>{R"(byte x, done;
active [2] proctype A() { atomic { do :: x = 5 :: x = 6 :: x = 7 :: x == 6 -> break od }; done++ }
)",
                                                                         13},
                                     {R"(chan c = [0] of { byte }; byte n, got;
active proctype A() { atomic { do :: c!1 :: c!2 :: n = 1 :: n = 0 od } }
active proctype B() { byte v; do :: atomic { c?v -> got = v; v = 0; got = 0 } od }
)",
                                      3}}) {
    const Loaded loaded("model.pml", text, {}, promela::StepMode::plain);
    Diagnostics none;
    EngineOptions options = quickly(files);
    options.paranoid = true;
    const Engine engine(loaded.model->compile("", none), std::move(options));
    ASSERT_EQ(engine.wait_until_ready(), "");
    EXPECT_EQ(states_judged_alike(engine), states);
  }
}

/// The number of states; a pause after each lets the other thread overtake.
std::size_t count_states(const System& system, std::chrono::microseconds pause = std::chrono::microseconds(0)) {
  const auto generator = system.generator();
  std::vector<std::vector<std::uint8_t>> waiting;
  std::vector<std::string> seen;
  Successors out;
  const auto arrive = [&] {
    for (std::size_t k = 0; k < out.size(); ++k) {
      std::string state(out[k].state.begin(), out[k].state.end());
      if (std::find(seen.begin(), seen.end(), state) != seen.end()) continue;
      seen.push_back(state);
      waiting.emplace_back(state.begin(), state.end());
    }
  };
  generator->initial(out);
  arrive();
  while (!waiting.empty()) {
    const std::vector<std::uint8_t> state = std::move(waiting.back());
    waiting.pop_back();
    generator->successors(state, out);
    arrive();
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
  }
  return seen.size();
}

TEST(Engine, IsReadyAfterWaiting) {
  const Files files;
  const Loaded loaded = load(counter);
  const auto engine = engine_of(loaded, quickly(files));
  EXPECT_EQ(engine->wait_until_ready(), "");
  EXPECT_EQ(count_states(*engine), counter_states);
  EXPECT_EQ(files.entries(files.cache()), 1U);  // the module, and nothing that was needed to make it
}

TEST(Engine, TakesOverInTheMiddle) {
  const Files files;
  const Loaded loaded = load(counter);
  const auto engine = engine_of(loaded, quickly(files));
  EXPECT_EQ(count_states(*engine, std::chrono::microseconds(500)), counter_states);
}

TEST(Engine, CoverageOfBothIsJoined) {
  const Files files;
  const Loaded loaded = load("byte x;\nactive proctype A() { x = 1; x = 2; x = 3 }\n");
  const auto engine = engine_of(loaded, quickly(files));
  const auto generator = engine->generator();
  Successors out;
  generator->initial(out);
  std::vector<std::uint8_t> state(out[0].state.begin(), out[0].state.end());
  while (true) {
    generator->successors(state,
                          out);  // the first one, at least, by the interpreter, unless the compiler is very quick
    if (out.empty()) break;
    state.assign(out[0].state.begin(), out[0].state.end());
    EXPECT_EQ(engine->wait_until_ready(), "");
  }
  EXPECT_TRUE(engine->narrator().unreached(generator->coverage()).empty());
}

TEST(Engine, FindsWhatAnEarlierRunMade) {
  const Files files;
  const Loaded loaded = load(counter);
  EngineOptions options = quickly(files);
  const fs::path log = files.folder.path() / "log";
  const std::string real = find_compiler(options.compilers)->program.string();
  options.compilers = {files.compiler("echo run >> " + log.string() + "; exec " + real + " \"$@\"")};
  for (int run = 0; run < 3; ++run) EXPECT_EQ(engine_of(loaded, options)->wait_until_ready(), "");
  EXPECT_EQ(text_of(log), "run\n");
}

TEST(Engine, GoesOnWithoutACompiler) {
  const Files files;
  const Loaded loaded = load(counter);
  EngineOptions options = quickly(files);
  options.compilers = {"/nowhere/cc", "no-such-compiler-anywhere"};
  const auto engine = engine_of(loaded, options);
  EXPECT_NE(engine->wait_until_ready().find("no C compiler"), std::string::npos);
  EXPECT_EQ(count_states(*engine), counter_states);
}

TEST(Engine, GoesOnWhenTheCompilerFailsOrIsKilled) {
  for (const char* script : {"echo 'out of luck' >&2; exit 1", "kill -9 $$", "exit 0"}) {
    const Files files;
    const Loaded loaded = load(counter);
    EngineOptions options = quickly(files);
    options.compilers = {files.compiler(script)};
    const auto engine = engine_of(loaded, options);
    EXPECT_NE(engine->wait_until_ready().find("failed"), std::string::npos) << script;
    EXPECT_EQ(count_states(*engine), counter_states);
    EXPECT_EQ(files.entries(files.cache()), 0U);
  }
}

TEST(Engine, MessagesOfTheCompilerDoNotMatter) {
  const Files files;
  const Loaded loaded = load(counter);
  EngineOptions options = quickly(files);
  const std::string real = find_compiler(options.compilers)->program.string();
  options.compilers = {files.compiler("echo 'warning: I do not like this' >&2; echo noise; exec " + real + " \"$@\"")};
  EXPECT_EQ(engine_of(loaded, options)->wait_until_ready(), "");
}

TEST(Engine, EndsACompilerThatIsStillRunning) {
  const Files files;
  const Loaded loaded = load(counter);
  EngineOptions options = quickly(files);
  const fs::path pid_file = files.folder.path() / "pid";
  options.compilers = {files.compiler("sleep 600 & echo $! > " + pid_file.string() + "; wait")};
  const auto begin = std::chrono::steady_clock::now();
  {
    const auto engine = engine_of(loaded, options);
    const auto generator = engine->generator();
    while (text_of(pid_file).find('\n') == std::string::npos) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(files.entries(files.cache()), 1U);  // its private folder
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  EXPECT_EQ(files.entries(files.cache()), 0U);
  // Whatever it had started is gone, too.
  const int child = std::atoi(text_of(pid_file).c_str());
  ASSERT_GT(child, 1);
  bool gone = false;
  for (int k = 0; k < 500 && !gone; ++k) {
    const std::string status = text_of(fmt::format("/proc/{}/stat", child));
    gone = status.empty() || status.find(") Z") != std::string::npos;
    if (!gone) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(gone);
}

TEST(Engine, WorksWithoutACache) {
  for (const char* folder : {"", "/proc/no/such/folder", "/dev/null/cache"}) {
    const Files files;
    const Loaded loaded = load(counter);
    EngineOptions options = quickly(files);
    options.cache_folder = folder;
    const auto engine = engine_of(loaded, options);
    EXPECT_EQ(engine->wait_until_ready(), "") << folder;
    EXPECT_EQ(count_states(*engine), counter_states);
  }
}

TEST(Engine, SaysWhatCannotBeWritten) {
  const Files files;
  const Loaded loaded = load("chan c = [1] of { byte };\nactive proctype A() { c!1 }\ntrace { c!1 }\n");
  const auto engine = engine_of(loaded, quickly(files));
  EXPECT_NE(engine->wait_until_ready().find("trace assertion"), std::string::npos);
  EXPECT_GT(count_states(*engine), 1U);
}

TEST(Emit, HoldsNoTextOfTheModel) {
  const Loaded loaded = load(
      "byte peculiar_name; mtype = { odd_constant };\nchan strange = [1] of { mtype };\n"
      "active proctype quaint() { unusual: strange!odd_constant; assert(peculiar_name == 7); printf(\"curious %d\", 1) "
      "}\n");
  Diagnostics none;
  const auto system = loaded.model->compile("", none);
  const ModuleText text = write_module(system->program());
  ASSERT_EQ(text.units.size(), 1U);
  for (const char* word : {"peculiar", "odd_constant", "strange", "quaint", "unusual", "curious", "model.pml"}) {
    EXPECT_EQ(text.units[0].find(word), std::string::npos) << word;
  }
  EXPECT_EQ(write_module(system->program()).units, text.units);  // the same text every time
}

TEST(Emit, LargeProgramsAreCutIntoUnits) {
  std::string body;
  for (int k = 0; k < 1500; ++k) body += fmt::format("x = (x + {}) % 7; y = x;\n", k % 5);
  const Loaded loaded = Loaded(
      "model.pml", "byte x, y;\nactive proctype A() {\n" + body + "}\nactive proctype B() { do :: x == 3 -> y = 0 od }",
      {}, promela::StepMode::plain);
  Diagnostics none;
  EXPECT_GT(write_module(loaded.model->compile("", none)->program()).units.size(), 1U);
  const Files files;
  const auto engine = engine_of(loaded, quickly(files));
  EXPECT_EQ(engine->wait_until_ready(), "");
}

}  // namespace
}  // namespace quotient::native
