#include "process/symmetry/detect/detect.hpp"

#include "automorphisms.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient {
namespace {

struct Expected {
  const char* file;
  std::vector<std::string> defines;
  const char* order;
  const char* structure;
  bool small = false;  // enough to look at all its states
};

/// The groups of the papers' models and of the classics; [detection], Table 2, and more where it finds less.
const std::vector<Expected> known_examples = {
    {"simple_mutex.pml", {"N=5"}, "120", "S5", true},
    {"simple_mutex.pml", {"N=40"}, "815915283247897734345611269596115894272000000000", "S40"},
    {"peterson.pml", {"N=3"}, "6", "S3", true},
    {"peterson.pml", {"N=12"}, "479001600", "S12"},
    {"peterson_no_atomicity.pml", {"N=2"}, "2", "S2", true},
    {"peterson_no_atomicity.pml", {"N=12"}, "479001600", "S12"},
    {"email.pml", {"N=3"}, "6", "S3", true},
    {"load_balancer.pml", {}, "48", "S3 × (S2 ≀ S2)"},
    {"load_balancer.pml", {"SERVERS=2", "BALANCERS=1", "BLOCKED=4"}, "2", "S2", true},
    {"resource_allocator_1_2.pml", {}, "2", "S2", true},
    {"resource_allocator_3_4.pml", {}, "144", "S3 × S4"},
    {"resource_allocator_2_2_3.pml", {}, "24", "S2 × S2 × S3"},
    {"resource_allocator_3_3_4.pml", {}, "864", "S3 × S3 × S4"},
    {"resource_allocator_5_5.pml", {}, "14400", "S5 × S5"},
    {"resource_allocator_alternating_10.pml", {}, "17280", "S6 × S4"},
    {"resource_allocator_alternating_12.pml", {}, "518400", "S6 × S6"},
    {"resource_allocator_alternating_14.pml", {}, "29030400", "S8 × S6"},
    {"resource_allocator_alternating_16.pml", {}, "1625702400", "S8 × S8"},
    {"three_tiered.pml", {"S1=3", "S2=3", "S3=2"}, "144", "(S3 ≀ S2) × S2"},
    {"three_tiered.pml", {"S1=3", "S2=3", "S3=3"}, "1296", "S3 ≀ S3"},
    {"three_tiered.pml", {"S1=4", "S2=4", "S3=3"}, "6912", "(S4 ≀ S2) × S3"},
    {"three_tiered.pml", {"S1=4", "S2=4", "S3=4"}, "82944", "S4 ≀ S3"},
    {"three_tiered.pml", {"S1=5", "S2=5", "S3=5", "S4=5"}, "4976640000", "S5 ≀ S4"},
    {"three_tiered.pml", {"S1=2", "S2=2", "S3=1"}, "8", "S2 ≀ S2", true},
    {"hypercube.pml", {"DIM=2"}, "8", "S2 ≀ S2", true},
    {"hypercube.pml", {"DIM=3"}, "48", "S2 ≀ S3", true},
    {"hypercube.pml", {"DIM=4"}, "384", "S2 ≀ S4", true},
    {"hypercube.pml", {"DIM=5"}, "3840", "S2 ≀ S5", true},
    {"philosophers.pml", {"N=5"}, "5", "C5", true},
    {"philosophers.pml", {"N=5", "LEFT_HANDED"}, "1", "", true},
    {"german.pml", {"N=2"}, "2", "S2", true},
    {"producer_consumer.pml", {}, "8", "S2 × S2 × S2", true},  // and the slots of the buffer
    {"readers_writers.pml", {}, "12", "S3 × S2", true},
    {"bakery.pml", {}, "1", "", true},
    {"msi.pml", {"N=4"}, "24", "S4", true},
    {"locking_protocol.pml", {"N=2"}, "2", "S2", true},
    {"locking_protocol.pml", {"N=4"}, "24", "S4"},
    {"alternating_bit.pml", {"BUFFER=1"}, "1", "", true},
    {"sliding_window.pml", {"WINDOW=1"}, "1", "", true},
    {"rollback_chip.pml", {"FRAMES=2", "LINES=1"}, "1", "", true},
    {"resource_allocator_3_3_3.pml", {}, "216", "S3 × S3 × S3"},
};

TEST(Detect, GroupsOfTheExamples) {
  for (const Expected& e : known_examples) {
    SCOPED_TRACE(std::string(e.file) + (e.defines.empty() ? "" : " " + e.defines[0]));
    const TestModel model = compile_example(e.file, e.defines);
    const Symmetry symmetry = detect_symmetry(model.program());
    EXPECT_EQ(symmetry.group.order().to_string(), e.order);
    if (!symmetry.group.is_trivial()) {
      EXPECT_EQ(recognise_structure(symmetry.group).text, e.structure);
    }
  }
}

TEST(Detect, GeneratorsAreAutomorphismsOfTheStateGraph) {
  for (const Expected& e : known_examples) {
    if (!e.small) continue;
    for (const auto steps : {promela::StepMode::full, promela::StepMode::spin, promela::StepMode::plain}) {
      SCOPED_TRACE(std::string(e.file) + (e.defines.empty() ? "" : " " + e.defines[0]));
      const TestModel model = compile_example(e.file, e.defines, steps);
      expect_automorphisms(model, detect_symmetry(model.program()));
    }
  }
}

TEST(Detect, GroupsOfExamplesThatEnd) {
  // Only where processes that have ended may stay.
  for (const auto steps : {promela::StepMode::full, promela::StepMode::spin}) {
    const bool stay = steps == promela::StepMode::full;
    const TestModel commit = compile_example("two_phase_commit.pml", {"N=3"}, steps);
    const Symmetry participants = detect_symmetry(commit.program());
    EXPECT_EQ(participants.group.order().to_string(), stay ? "6" : "1");
    expect_automorphisms(commit, participants);
    const TestModel election = compile_example("leader_election.pml", {"N=3"}, steps);
    const Symmetry rotations = detect_symmetry(election.program());
    EXPECT_EQ(rotations.group.order().to_string(), stay ? "3" : "1");
    expect_automorphisms(election, rotations);
  }
}

// --- small models, each with its order
// ---------------------------------------------------------------------------------

struct SmallModel {
  const char* name;
  const char* text;
  const char* order;
};

class DetectSmall : public testing::TestWithParam<SmallModel> {};

TEST_P(DetectSmall, HasTheGroup) {
  for (const auto steps : {promela::StepMode::spin, promela::StepMode::plain, promela::StepMode::full}) {
    const TestModel model = compile_text("model.pml", GetParam().text, {}, steps);
    const Symmetry symmetry = detect_symmetry(model.program());
    EXPECT_EQ(symmetry.group.order().to_string(), GetParam().order);
    expect_automorphisms(model, symmetry);
  }
}

const SmallModel small_models[] = {
    // A square whose corners reach each neighbour in two ways. With plain steps the two can change places in every
    // process, and the group had 2^8 such permutations of control locations for each of the 8 that processes have.
    {"two_ways_to_each_neighbour",
     "bool b[4]; byte n[4]; active [4] proctype P() { do :: atomic { b[_pid] -> if "
     ":: !b[_pid ^ 1] -> b[_pid ^ 1] = 1; n[_pid ^ 1] = 1; b[_pid] = 0 "
     ":: !b[_pid ^ 1] -> b[_pid ^ 1] = 1; n[_pid ^ 1] = 1; b[_pid] = 0 "
     ":: !b[_pid ^ 2] -> b[_pid ^ 2] = 1; n[_pid ^ 2] = 1; b[_pid] = 0 "
     ":: !b[_pid ^ 2] -> b[_pid ^ 2] = 1; n[_pid ^ 2] = 1; b[_pid] = 0 fi } "
     ":: n[_pid] == 1 -> n[_pid] = 0 :: b[_pid] = 1 od }",
     "8"},
    // Nobody can tell the options apart, and nothing with a name moves.
    {"equal_options_of_one_process",
     "byte x; active proctype P() { do :: x = 1; x = 2; x = 0 :: x = 1; x = 2; x = 0 :: x = 1; x = 2; x = 0 od }", "1"},
    {"active_processes", "byte x; active [3] proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }", "6"},
    {"ring_by_pid", "bool b[4]; active [4] proctype P() { do :: !b[(_pid + 1) % 4] -> b[_pid] = 1 :: b[_pid] = 0 od }",
     "4"},
    {"ring_both_ways",
     "bool b[4]; active [4] proctype P() "
     "{ do :: b[(_pid + 1) % 4] == b[(_pid + 3) % 4] -> b[_pid] = 1 :: b[_pid] = 0 od }",
     "8"},
    {"named_by_a_parameter",
     "byte owner = 9; proctype P(byte me) { do :: owner == 9 -> owner = me :: owner == me -> owner = 9 od }"
     "init { atomic { run P(3); run P(7); run P(1) } }",
     "6"},
    {"created_in_a_loop",
     "bool busy[3]; proctype P(byte me) { do :: busy[me] = !busy[me] od }"
     "init { byte i; atomic { do :: i < 3 -> run P(i); i++ :: else -> break od } }",
     "6"},
    {"two_dimensions",
     "bool seen[9]; typedef Row { bool to[3] } Row row[3]; active [3] proctype P()"
     "{ do :: row[_pid].to[(_pid + 1) % 3] = 1; row[_pid].to[(_pid + 2) % 3] = 1 :: row[_pid].to[(_pid + 1) % 3] = 0 "
     "od }",
     "3"},
    {"channel_array", "chan c[3] = [1] of { bit }; active [3] proctype P() { do :: c[_pid]!1 :: c[_pid]?_ od }", "6"},
    {"own_channels", "active [3] proctype P() { chan c = [1] of { bit }; do :: c!1 :: c?_ od }", "6"},
    // What tells processes apart.
    {"ordered_by_pid", "byte x; active [3] proctype P() { do :: x < _pid -> x = _pid :: x = 0 od }", "1"},
    {"arithmetic", "byte x; active [3] proctype P() { do :: x = (x + _pid) % 7 od }", "1"},
    {"one_is_named",
     "bool b[3]; active [3] proctype P() { do :: b[_pid] = !b[_pid] od }"
     "active proctype Q() { do :: b[1] -> b[1] = 0 od }",
     "2"},
    {"different_start",
     "proctype P(byte x) { byte n; do :: n <= x -> n++ :: n > 0 -> n-- od } init { atomic { run P(0); run P(1); run "
     "P(0) } }",
     "2"},
    {"different_start_that_is_forgotten",
     "bool b; proctype P(byte x) { do :: x = 1 - x :: x == 1 -> b = !b od } init { atomic { run P(0); run P(1); run "
     "P(0) } "
     "}",
     "6"},
    {"an_assertion",
     "byte x; bool b[3]; active [3] proctype P() { do :: b[_pid] = 1; x = 1 - x; assert(b[0] || x < 3); b[_pid] = 0 od "
     "}",
     "2"},
    {"a_label",
     "active [2] proctype P() { do :: skip; end: skip; skip od } byte x; active proctype Q() { do :: P[0]@end -> x = 1 "
     "- x od }",
     "1"},
    {"last",
     "byte x; proctype P() { do :: _last == _pid -> x = 1 :: x = 0 od } init { atomic { run P(); run P(); run P() } }",
     "6"},
    {"last_at_the_start_is_0",
     "bool b[3]; active [3] proctype P() { b[_pid] = 1; do :: _last == _pid -> b[_pid] = 1 od }", "2"},
    {"last_by_name", "byte x; active [3] proctype P() { do :: _last == 1 -> x = 1 :: x = 0 od }", "2"},
    {"number_of_processes", "byte x; active [3] proctype P() { do :: _nr_pr == 3 -> x = 1 - x od }", "6"},
    {"provided",
     "bool stop[3]; active [3] proctype P() provided (!stop[_pid]) { do :: stop[_pid] = 1 :: skip; skip od }", "6"},
    {"provided_by_name", "bool b; active [3] proctype P() provided (_pid != 1 || !b) { do :: b = !b od }", "2"},
    {"older_than_an_immortal",
     "byte x; active [3] proctype P() { x++ } active proctype Q() { do :: x > 2 -> x = 2 od }", "6"},
    {"not_atomic_creation", "byte x; proctype P() { do :: x = 1 - x od } init { run P(); run P() }", "2"},
    {"not_atomic_and_different",
     "bool b[4], all; proctype P() { do :: !all -> b[_pid] = 1 :: b[_pid] -> b[_pid] = 0 od } init { run P(); run P(); "
     "all "
     "= 1; run P() }",
     "2"},
    {"chosen_at_the_start",
     "pid boss; bool b[4]; proctype P() { do :: boss == _pid -> b[_pid] = !b[_pid] od } init { atomic { if :: boss = 1 "
     ":: "
     "boss = 2 :: boss = 3 fi; run P(); run P(); run P() } }",
     "6"},
    {"one_cannot_be_chosen",
     "pid boss; bool b[4]; proctype P() { do :: boss == _pid -> b[_pid] = !b[_pid] od } init { atomic { if :: boss = 1 "
     ":: "
     "boss = 2 fi; run P(); run P(); run P() } }",
     "2"},
    {"chosen_parameters",
     "byte n; proctype P(byte k) { do :: n < k -> n++ :: n > 0 -> n-- od } init { byte k; atomic { select (k : 1 .. "
     "2); run P(k); select (k : 1 .. 2); run P(k); k = 0 } }",
     "2"},
    {"a_message_from_the_start",
     "chan c = [1] of { pid }; bool b[4]; proctype P() { do :: c?eval(_pid) -> b[_pid] = !b[_pid]; c!_pid od } init { "
     "atomic { c!2; run P(); run P(); run P() } }",
     "2"},
    {"order_of_options_in_d_step",
     "bool b[3]; byte n; active [3] proctype P() { do :: b[_pid] = !b[_pid] :: d_step { b[0] || b[1] || b[2]; "
     "if :: b[0] -> b[0] = 0 :: b[1] -> b[1] = 0 :: else -> b[2] = 0 fi } od }",
     "1"},
    {"sorted_send", "chan c = [3] of { pid }; active [3] proctype P() { pid x; do :: c!!_pid :: c?x -> x = 2 od }",
     "1"},
    {"a_number_becomes_an_id",
     "pid owner; byte k; bool b[4]; proctype P() { do :: k = (k + 1) % 3 :: atomic { owner == 0 && k == 0 -> owner = k "
     "+ "
     "1 } :: owner == _pid -> b[_pid] = 1 od } init { atomic { run P(); run P(); run P() } }",
     "1"},
    {"a_truth_value_becomes_an_id",
     "pid owner; bool b[3]; active [3] proctype P() { do :: owner = (b[0] && b[1] && b[2]) :: owner == _pid -> b[_pid] "
     "= "
     "1 od }",
     "1"},
    // Computed with, but the same for some of them; and where x begins, is forgotten: processes and elements are free.
    {"ring_by_variable", "bool b[4]; active [4] proctype P() { byte x = _pid; do :: b[x] = !b[x]; x = (x + 1) % 4 od }",
     "96"},
    {"pairs_by_bits", "bool b[4]; active [4] proctype P() { byte x = _pid; do :: b[x] = !b[x]; x = x ^ 1 od }", "16"},
    {"halves", "byte x = 9; active [4] proctype P() { do :: x = _pid :: x / 2 == 1 -> x = 9 od }", "4"},
    {"a_counter_of_ids", "int x; active [3] proctype P() { do :: x = _pid :: x < 9 -> x++ :: x == _pid -> x = 0 od }",
     "1"},
    // In a d_step the first option that can be executed is taken.
    {"excluded_options_in_d_step",
     "pid x; bool b[4]; proctype P() { do :: x = _pid :: d_step { x > 0; if :: x == 1 -> b[1] = !b[1] :: x == 2 -> "
     "b[2] = "
     "!b[2] :: x == 3 -> b[3] = !b[3] fi; x = 0 } od } init { atomic { run P(); run P(); run P() } }",
     "6"},
    {"alike_options_in_d_step",
     "bool b[3], c; active [3] proctype P() { do :: b[_pid] = !b[_pid] :: d_step { c; if :: b[0] -> c = 0 :: b[1] -> c "
     "= 0 "
     ":: b[2] -> c = 0 :: else fi } :: c = 1 od }",
     "6"},
    {"independent_loop_in_d_step",
     "bool b[3], c[3]; active [3] proctype P() { do :: b[_pid] = 1 :: d_step { c[_pid]; do :: b[0] -> b[0] = 0; c[0] = "
     "0 :: "
     "b[1] -> b[1] = 0; c[1] = 0 :: b[2] -> b[2] = 0; c[2] = 0 :: else -> break od } :: c[_pid] = 1 od }",
     "6"},
    {"dependent_loop_in_d_step",
     "bool b[3], c[3]; active [3] proctype P() { do :: b[_pid] = 1 :: d_step { c[_pid]; do :: b[0] -> b[0] = 0; b[1] = "
     "0 :: "
     "b[1] -> b[1] = 0; b[2] = 0; c[0] = 0 :: b[2] -> b[2] = 0; b[0] = 0 :: else -> break od } :: c[_pid] = 1 od }",
     "1"},
    {"id_in_a_field_of_another_type",
     "chan c = [1] of { bit }; bool b; active [3] proctype P() { bit x; do :: c!_pid :: c?x -> b = x; x = 0 :: b -> b "
     "= 0 "
     "od }",
     "1"},
    {"remote_reference_to_one",
     "bool y; active [3] proctype P() { bit x; do :: x = 1 - x :: P[0]:x == 1 -> y = !y od }", "2"},
    {"priorities",
     "byte n; bool go; proctype P() { go; do :: n = (n + 1) % 3 :: n == 2 -> go = 0; go od } init { atomic { run P() "
     "priority 2; run P() priority 3; run P() priority 3; go = 1 } }",
     "2"},
    {"a_priority_set_for_one",
     "bool b[4]; proctype P() { do :: b[_pid] = !b[_pid] :: b[_pid] -> set_priority(2, 5) od } init { atomic { run "
     "P(); run "
     "P(); run P() } }",
     "2"},
    {"pid_in_a_bit", "bit b; active [3] proctype P() { do :: b = _pid :: b == _pid -> b = 0 od }", "1"},
};

/// Whatever breaks symmetry is named, with its line where it has one.
TEST(Detect, NamesWhatBreaksSymmetry) {
  struct Broken {
    std::string text;
    std::uint32_t line;  // 0: none
    std::string reason;
    promela::StepMode steps = promela::StepMode::plain;
    std::string claim = {};
  };
  const auto users = [](const std::string& option, const std::string& head = "") {
    return "pid x; byte n; bool b[4]; chan c = [2] of { pid }; " + head +
           "\nproctype P() { bit l;\n do\n :: x == 0 -> x = _pid\n :: x == _pid -> x = 0\n :: b[_pid] = !b[_pid]; l = "
           "!l\n " +
           option + "\n od }\ninit { atomic { run P(); run P(); run P() } }\n";
  };
  const std::vector<Broken> all = {
      {users(":: x < _pid -> n = 1 - n"), 7, "x < _pid"},
      {users(":: n = (n + x) % 4"), 7, "n = (n + x) % 4"},
      {users(":: c!!_pid"), 7, "c!!_pid"},
      {users(":: b[2] -> n = 1 - n"), 7, "b[2]"},
      {users(":: x = 2"), 7, "x = 2"},
      {users(":: P[2]:l == 0 -> n = 1 - n"), 7, "P[2]"},
      {users(":: _nr_pr == _pid + 1 -> n = 1 - n"), 7, "_nr_pr"},
      {users(":: enabled(2) -> n = 1 - n"), 7, "enabled(2)"},
      {users(":: set_priority(2, 3)"), 7, "set_priority"},
      {users(":: assert(x != 3)"), 7, "assert"},
      {users("", "ltl one { [] <> b[1] }"), 1, "ltl one", promela::StepMode::full, "one"},
      {"bool b; active [3] proctype P() provided (_pid != 1 || b) { do :: b od }", 0, "provided"},
      {"bool b[3]; active [3] proctype P() { b[_pid] = 1; do :: _last == _pid -> b[_pid] = 1 od }", 0, "_last"},
      {"bool b[3] = {1, 0, 0}; active [3] proctype P() { do :: b[_pid] -> b[_pid] = 0 od }", 0,
       "the initial value of b"},
      {"byte n; active [2] proctype P() { n++ }", 0, "disappear", promela::StepMode::spin},
      {"active [2] proctype P() {\n do :: _nr_pr < 5 -> run R() od }\nproctype R() { skip }", 2, ""},
      {"chan c = [1] of { bit };\ntrace { do :: c!1; c?1 od }\nactive [2] proctype P() { do :: c!1 :: c?_ od }", 0,
       "trace"},
  };
  for (const Broken& b : all) {
    SCOPED_TRACE(b.text);
    const TestModel model = compile_text("model.pml", b.text, {}, b.steps, b.claim);
    ASSERT_NE(model.system, nullptr);
    Symmetry symmetry = detect_symmetry(model.program());
    explain_breaks(model.program(), symmetry, {}, 60);
    const bool named =
        std::any_of(symmetry.broken_by.begin(), symmetry.broken_by.end(), [&](const Symmetry::Break& found) {
          const std::uint32_t line = found.at ? model.sources->locate(*found.at).position.line : 0;
          return line == b.line && found.reason.find(b.reason) != std::string::npos;
        });
    std::string said;
    for (const Symmetry::Break& found : symmetry.broken_by) said += found.reason + "\n";
    EXPECT_TRUE(named) << said;
  }
}

/// SPIN removes processes that have ended, the youngest first: that tells them apart, unless nothing else does.
TEST(Detect, ProcessesThatEnd) {
  const auto order = [](const std::string& text, promela::StepMode steps) {
    const TestModel model = compile_text("model.pml", text, {}, steps);
    const Symmetry symmetry = detect_symmetry(model.program());
    expect_automorphisms(model, symmetry);
    return symmetry.group.order().to_string();
  };
  const std::string three = "byte x; active [3] proctype P() { here: x++ }\n";
  EXPECT_EQ(order(three, promela::StepMode::plain), "1");
  EXPECT_EQ(order(three, promela::StepMode::spin), "1");
  EXPECT_EQ(order(three, promela::StepMode::full), "6") << "they stay where they ended";
  const auto watched = [&](const std::string& watcher) {
    return order(three + "active proctype Q() { " + watcher + " }", promela::StepMode::full);
  };
  EXPECT_EQ(watched("x == 3"), "6");
  EXPECT_EQ(watched("_nr_pr == 1"), "1") << "counted";
  EXPECT_EQ(watched("!P[0]@here"), "1") << "looked at";
  EXPECT_EQ(watched("enabled(0)"), "1") << "looked at";
  EXPECT_EQ(watched("x = _last"), "1") << "the last to move";
  EXPECT_EQ(watched("run R() } proctype R() { x == 9"), "6") << "no number is given twice";
  EXPECT_EQ(watched("run R() } proctype R() { skip"), "24") << "nobody reads what P counts, so R is its copy";
  EXPECT_EQ(watched("run R(); run R() } proctype R() { skip"), "1") << "a number may be given twice";
  EXPECT_EQ(order("byte x; active [3] proctype P() { chan c = [1] of { bit }; c!1; x++ }", promela::StepMode::full),
            "1")
      << "a channel disappears with it";
}

INSTANTIATE_TEST_SUITE_P(Models, DetectSmall, testing::ValuesIn(small_models),
                         [](const auto& model) { return std::string(model.param.name); });

}  // namespace
}  // namespace quotient
