// The true largest group of small models: every permutation of their processes is tried on all states and steps.
// What is broken in each of them must be lost, and what detection finds less than there is, is written down here.

#include "brute_force.hpp"

#include "automorphisms.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "symmetry/group/enumerate.hpp"

namespace quotient {
namespace {

/// Whether a permutation takes reachable states to reachable states, and steps to steps.
bool is_automorphism(const std::map<Bytes, std::vector<Bytes>>& graph, const Symmetry& symmetry, const Permutation& g) {
  const StatePermutation permutation(symmetry, g);
  const auto image = [&](const Bytes& s) {
    Bytes out(s.size(), 0);
    if (!s.empty()) permutation.apply(view_of(s), reinterpret_cast<std::uint8_t*>(out.data()));
    return out;
  };
  for (const auto& [state, targets] : graph) {
    if (!is_permuted(symmetry, view_of(state))) continue;
    const auto found = graph.find(image(state));
    if (found == graph.end()) return false;
    std::vector<Bytes> moved;
    for (const Bytes& t : targets) moved.push_back(image(t));
    std::sort(moved.begin(), moved.end());
    if (moved != found->second) return false;
  }
  return true;
}

/// A model in which all processes are alike, but for one condition.
std::string with_condition(const std::string& condition, const std::string& more = "") {
  return "pid holder; bool flag[4]; chan c = [1] of { pid }; " + more +
         "\nproctype user() {\n"
         "end: do\n"
         "  :: holder == 0 -> holder = _pid\n"
         "  :: " +
         condition +
         " -> flag[_pid] = 1 - flag[_pid]\n"
         "  :: holder == _pid -> flag[_pid] = 1; c!_pid; atomic { c?holder; holder = 0 }\n"
         "  od\n}\n"
         "init { atomic { run user(); run user(); run user() } }\n";
}

struct BrokenModel {
  const char* condition;
  const char* true_order;
  const char* found;  // by detection; "" for as many
};

TEST(BruteForce, WhatBreaksSymmetryIsLost) {
  // The same cells and control locations with nothing broken: how permutations of the processes act.
  const TestModel whole = compile_text("model.pml", with_condition("holder == _pid"), {}, promela::StepMode::plain);
  const Symmetry symmetry = detect_symmetry(whole.program());
  ASSERT_EQ(symmetry.group.order().to_string(), "6");

  const std::vector<BrokenModel> all = {
      {"holder == _pid", "6", ""},
      {"holder != _pid", "6", ""},
      {"_nr_pr == 4", "6", ""},
      {"_nr_pr > _pid + 1", "2", ""},   // constant, since none ever ends
      {"holder == 2", "2", ""},         // one is named
      {"_pid == 3", "2", ""},           //
      {"_pid > 2", "2", ""},            // order of constants: instantiation tells
      {"holder < _pid", "1", ""},       // order
      {"holder + 1 == _pid", "1", ""},  // arithmetic
      {"holder * 2 > 4", "2", ""},      // used as a number, but two of them give the same
      {"(holder & 1) == 1", "2", ""},   // parity
      {"holder % 2 == _pid % 2", "2", ""},
      {"-holder == -_pid", "6", ""},
      {"6 / (holder + 1) == 2", "2", ""},
      {"(holder + 1) % 4 == _pid", "1", ""},
      {"flag[1]", "2", ""},  // an element of an array is named
      {"flag[1] && flag[2]", "2", ""},
      {"flag[1] && flag[2] && flag[3]", "6", ""},
      {"flag[holder]", "6", ""},
      {"flag[(_pid + 1) % 4]", "1", ""},  // the last one has nobody beside it
      {"c?[eval(_pid)]", "6", ""},
      {"c?[2]", "2", ""},
  };
  for (const BrokenModel& b : all) {
    SCOPED_TRACE(b.condition);
    const TestModel model = compile_text("model.pml", with_condition(b.condition), {}, promela::StepMode::plain);
    const auto graph = state_graph(*model.system, 100'000);
    ASSERT_FALSE(graph.empty());
    std::vector<Permutation> automorphisms;
    for_each_element(symmetry.group, [&](const Permutation& g) {
      if (is_automorphism(graph, symmetry, g)) automorphisms.push_back(g);
      return true;
    });
    const std::string found = detect_symmetry(model.program()).group.order().to_string();
    EXPECT_EQ(std::to_string(automorphisms.size()), b.true_order);
    EXPECT_EQ(found, *b.found != '\0' ? b.found : b.true_order);
    expect_automorphisms(model, detect_symmetry(model.program()));
  }
}

TEST(BruteForce, SymmetricInAllThatIsDone) {
  // Outside of conditions: what is done to a number, a message put in order, a priority, a condition to run at all.
  const auto order = [](const std::string& text) {
    const TestModel model = compile_text("model.pml", text);
    const Symmetry symmetry = detect_symmetry(model.program());
    expect_automorphisms(model, symmetry);
    return symmetry.group.order().to_string();
  };
  const auto body = [](const std::string& statement, const std::string& head = "proctype user()") {
    return "byte x; pid p; chan c = [2] of { byte }; chan d = [2] of { pid };\n" + head + " {\n  do :: " + statement +
           " :: p == _pid -> p = 0 :: p = _pid od\n}\n"
           "init { atomic { run user(); run user(); run user() } }\n";
  };
  EXPECT_EQ(order(body("skip")), "6");
  EXPECT_EQ(order(body("printf(\"%d\", _pid)")), "6") << "printing changes no state";
  EXPECT_EQ(order(body("x = _pid; x = 0")), "6") << "stored, not computed with";
  EXPECT_EQ(order(body("x = 2 * _pid; x = 0")), "6") << "computed from constants, seen by nobody else";
  EXPECT_EQ(order(body("x < 3 -> x = x + _pid; x = 0")), "1") << "a sum of ids";
  EXPECT_EQ(order(body("d!_pid; d?p")), "6");
  EXPECT_EQ(order(body("d!!_pid; d?p")), "1") << "a message put in order";
  EXPECT_EQ(order(body("p = 2")), "2") << "one is named";
  EXPECT_EQ(order(body("skip", "proctype user() provided (p != 2)")), "2") << "one may be kept from running";
  EXPECT_EQ(order(body("skip", "proctype user() provided (p != _pid)")), "6");
}

struct Small {
  const char* file;  // an example, or the text of a model
  std::vector<std::string> defines;
  const char* true_order;  // on the processes
  const char* found;       // by detection; "" for as many
};

void compare_with_brute_force(const Small& s) {
  SCOPED_TRACE(s.file);
  const bool is_example = std::string(s.file).ends_with(".pml");
  const TestModel model =
      is_example ? compile_example(s.file, s.defines) : compile_text("model.pml", s.file, s.defines);
  brute::Model all(model);
  ASSERT_TRUE(all.is_usable());
  ASSERT_LE(all.process_count(), 8U);
  const Group largest = all.largest();
  const Group found = brute::on_processes(detect_symmetry(model.program()), all.process_count());
  EXPECT_EQ(largest.order().to_string(), s.true_order);
  EXPECT_EQ(found.order().to_string(), *s.found != '\0' ? s.found : s.true_order);
  for (const Permutation& g : found.generators()) EXPECT_TRUE(largest.contains(g));
}

TEST(BruteForce, LargestGroupsOfTheExamples) {
  const std::vector<Small> all = {
      {"simple_mutex.pml", {"N=5"}, "120", ""},
      {"peterson.pml", {"N=3"}, "6", ""},
      {"peterson_no_atomicity.pml", {"N=2"}, "2", ""},
      {"email.pml", {"N=2"}, "2", ""},
      {"load_balancer.pml", {"SERVERS=2", "BALANCERS=1", "BLOCKED=4"}, "2", ""},
      {"resource_allocator_1_2.pml", {}, "2", ""},
      {"three_tiered.pml", {"S1=2", "S2=1"}, "2", ""},
      {"philosophers.pml", {"N=5"}, "5", ""},
      {"philosophers.pml", {"N=3", "LEFT_HANDED"}, "1", ""},
      {"msi.pml", {"N=4"}, "24", ""},
      {"msi.pml", {"N=6"}, "720", ""},
      {"locking_protocol.pml", {"N=2"}, "2", ""},
      {"byte turn; bool b[3]; active [3] proctype P() { do :: turn == _pid -> b[_pid] = !b[_pid] :: turn = _pid od }",
       {},
       "6",
       ""},  // it begins with 0, but all others are come to as well
      {"producer_consumer.pml", {}, "4", ""},
      {"readers_writers.pml", {}, "12", ""},
      {"leader_election.pml", {"N=3"}, "3", ""},
      {"bakery.pml", {}, "1", ""},
      {"alternating_bit.pml", {"BUFFER=1"}, "1", ""},
      {"sliding_window.pml", {"WINDOW=1"}, "1", ""},
      {"rollback_chip.pml", {"FRAMES=2", "LINES=1"}, "1", ""},
  };
  for (const Small& s : all) compare_with_brute_force(s);
}

/// Where the options for other processes have control locations of their own, these change places as well: detection
/// knows, but the search leaves them as they are. That these are automorphisms is tested with detection.
TEST(BruteForce, FindsLessWhereControlLocationsMove) {
  const std::vector<Small> all = {
      {"hypercube.pml", {"DIM=2"}, "4", "8"},
      {"german.pml", {"N=2"}, "1", "2"},
      {"two_phase_commit.pml", {"N=3"}, "1", "6"},
  };
  for (const Small& s : all) {
    SCOPED_TRACE(s.file);
    const TestModel model = compile_example(s.file, s.defines);
    brute::Model searched(model);
    ASSERT_TRUE(searched.is_usable());
    const Group found = brute::on_processes(detect_symmetry(model.program()), searched.process_count());
    const Group largest = searched.largest();
    EXPECT_EQ(largest.order().to_string(), s.true_order);
    EXPECT_EQ(found.order().to_string(), s.found);
    for (const Permutation& g : largest.generators()) EXPECT_TRUE(found.contains(g));
  }
}

/// What detection does not find, each with the reason; docs/symmetry.md tells people.
TEST(BruteForce, WhereDetectionFindsLess) {
  const std::vector<Small> all = {
      // Two ids in one computation: numbers, though only their difference counts.
      {"byte x, y; bool b[3]; active [3] proctype P() { do :: x = _pid :: y = _pid :: (x - y + 3) % 3 == 1 -> b[_pid] "
       "= "
       "!b[_pid] od }",
       {},
       "3",
       "1"},
      // A loop over all, with a counter, was missed: it is unrolled now.
      {"bool b[3]; active [3] proctype P() { byte i; do :: b[_pid] = !b[_pid] :: atomic { i = 0; do :: i < 3 -> b[i] = "
       "0; "
       "i++ :: else -> break od; i = 0 } od }",
       {},
       "6",
       ""},
      // The first of several options that can be executed, in a d_step; which, makes no difference in the end.
      {"bool b[2]; byte n; active [2] proctype P() { do :: b[_pid] = 1 :: d_step { b[0] || b[1]; if :: b[0] -> b[1] = "
       "0 :: "
       "b[1] -> b[0] = 0 fi; b[0] = 0; b[1] = 0 } od }",
       {},
       "2",
       "1"},
  };
  for (const Small& s : all) compare_with_brute_force(s);
}

TEST(BruteForce, SevenProcesses) {
  compare_with_brute_force(
      {"pid holder; proctype P() { do :: holder == 0 -> holder = _pid :: holder == _pid -> holder = 0 "
       "od } init { atomic { run P(); run P(); run P(); run P(); run P(); run P(); run P() } }",
       {},
       "5040",
       ""});
  compare_with_brute_force(
      {"bool b[7]; active [7] proctype P() { do :: !b[(_pid + 1) % 7] -> b[_pid] = !b[_pid] od }", {}, "7", ""});
}

}  // namespace
}  // namespace quotient
