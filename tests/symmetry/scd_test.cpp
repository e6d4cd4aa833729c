#include "process/symmetry/scd/scd.hpp"

#include "automorphisms.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/scd/certify.hpp"
#include "process/symmetry/scd/validity.hpp"
#include "symmetry/group/enumerate.hpp"

namespace quotient {
namespace {

struct Row {
  const char* file;
  std::vector<std::string> defines;
  const char* automorphisms;
  const char* initial;  // "" for as many
  const char* largest;
};

/// All rows of [detection], Table 2, and its Fig. 6.
const std::vector<Row> table = {
    {"simple_mutex.pml", {"N=5"}, "120", "", ""},
    {"simple_mutex.pml", {"N=10"}, "3628800", "", ""},
    {"simple_mutex.pml", {"N=20"}, "2432902008176640000", "", ""},
    {"simple_mutex.pml", {"N=40"}, "815915283247897734345611269596115894272000000000", "", ""},
    {"peterson.pml", {"N=3"}, "6", "", ""},
    {"peterson.pml", {"N=6"}, "720", "", ""},
    {"peterson.pml", {"N=9"}, "362880", "", ""},
    {"peterson.pml", {"N=12"}, "479001600", "", ""},
    {"peterson_no_atomicity.pml", {"N=3"}, "6", "", ""},
    {"peterson_no_atomicity.pml", {"N=6"}, "720", "", ""},
    {"peterson_no_atomicity.pml", {"N=9"}, "362880", "", ""},
    {"peterson_no_atomicity.pml", {"N=12"}, "479001600", "", ""},
    {"resource_allocator_3_4.pml", {}, "5040", "144", "144"},
    {"resource_allocator_2_2_3.pml", {}, "5040", "24", "24"},
    {"resource_allocator_5_5.pml", {}, "3628800", "14400", "14400"},
    {"resource_allocator_3_3_4.pml", {}, "3628800", "864", "864"},
    {"resource_allocator_alternating_10.pml", {}, "3628800", "32", "17280"},
    {"resource_allocator_alternating_12.pml", {}, "479001600", "64", "518400"},
    {"resource_allocator_alternating_14.pml", {}, "87178291200", "128", "29030400"},
    {"resource_allocator_alternating_16.pml", {}, "20922789888000", "256", "1625702400"},
    {"three_tiered.pml", {"S1=3", "S2=3", "S3=2"}, "144", "", ""},
    {"three_tiered.pml", {"S1=3", "S2=3", "S3=3"}, "1296", "", ""},
    {"three_tiered.pml", {"S1=4", "S2=4", "S3=3"}, "6912", "", ""},
    {"three_tiered.pml", {"S1=4", "S2=4", "S3=4"}, "82944", "", ""},
    {"three_tiered.pml", {"S1=5", "S2=5", "S3=5", "S4=5"}, "4976640000", "", ""},
    {"hypercube.pml", {"DIM=2"}, "8", "2", "4"},
    {"hypercube.pml", {"DIM=3"}, "48", "2", "8"},
    {"hypercube.pml", {"DIM=4"}, "384", "2", "16"},
    {"hypercube.pml", {"DIM=5"}, "3840", "2", "32"},
    {"load_balancer.pml", {}, "288", "24", "48"},
    {"load_balancer.pml-lite", {}, "288", "24", "48"},
    {"load_balancer.pml-lite", {"PRINTED"}, "288", "4", "8"},  // the figure to the letter: no two servers are alike
};

Symmetry certified(const TestModel& model, const scd::Result& found) {
  return certified_part(detect_symmetry(model.program()), permutations_of(model.outline, found.largest));
}

TEST(Scd, FindsTheGroupsOfTable2) {
  for (const Row& row : table) {
    SCOPED_TRACE(std::string(row.file) + (row.defines.empty() ? "" : " " + row.defines[0]));
    const TestModel model = compile_example(row.file, row.defines);
    ASSERT_TRUE(model.outline.objections.empty()) << model.outline.objections[0].reason;
    const scd::Result found = scd::find_valid_group(model.outline);
    const std::string initial = *row.initial != '\0' ? row.initial : row.automorphisms;
    const std::string largest = *row.largest != '\0' ? row.largest : row.automorphisms;
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.automorphisms.order().to_string(), row.automorphisms);
    EXPECT_EQ(found.initial.order().to_string(), initial);
    EXPECT_EQ(found.largest.order().to_string(), largest);
    const Symmetry symmetry = certified(model, found);
    EXPECT_EQ(symmetry.group.order().to_string(), largest) << "what is valid must be certified, too";
    EXPECT_TRUE(symmetry.broken_by.empty());
  }
}

TEST(Scd, Algorithm1AloneFindsTheSame) {
  scd::Options plain;
  plain.random_conjugates = false;
  for (const Row& row : table) {
    if (std::string(row.file).find("_1") != std::string::npos || *row.largest == '\0') continue;  // too many cosets
    const TestModel model = compile_example(row.file, row.defines);
    const scd::Result found = scd::find_valid_group(model.outline, plain);
    EXPECT_EQ(found.conjugates_tried, 0U);
    EXPECT_EQ(found.largest.order().to_string(), row.largest) << row.file;
  }
}

/// Every automorphism of the diagram is tried.
TEST(Scd, LargestValidGroupAgainstAllAutomorphisms) {
  for (const Row& row : table) {
    const TestModel model = compile_example(row.file, row.defines);
    const scd::Result found = scd::find_valid_group(model.outline);
    const auto order = found.automorphisms.order().to_word();
    if (!order || *order > 6000) continue;
    scd::Validity validity(model.outline);
    std::uint64_t valid = 0;
    ASSERT_TRUE(for_each_element(found.automorphisms, [&](const Permutation& e) {
      const bool is_valid = validity.is_valid(e);
      EXPECT_EQ(is_valid, found.largest.contains(e));
      valid += is_valid ? 1 : 0;
      return true;
    }));
    EXPECT_EQ(found.largest.order().to_word(), valid) << row.file;
  }
}

TEST(Scd, PermutationsAreAutomorphismsOfTheStateGraph) {
  const std::vector<std::pair<const char*, std::vector<std::string>>> small = {
      {"simple_mutex.pml", {"N=5"}},
      {"peterson.pml", {"N=3"}},
      {"peterson_no_atomicity.pml", {"N=2"}},
      {"email.pml", {"N=3"}},
      {"load_balancer.pml", {"SERVERS=2", "BALANCERS=1", "BLOCKED=4"}},
      {"resource_allocator_1_2.pml", {}},
      {"three_tiered.pml", {"S1=2", "S2=2", "S3=1"}},
      {"hypercube.pml", {"DIM=3"}},
      {"producer_consumer.pml", {}},
      {"readers_writers.pml", {}},
  };
  for (const auto& [file, defines] : small) {
    for (const auto steps : {promela::StepMode::full, promela::StepMode::plain}) {
      SCOPED_TRACE(file);
      const TestModel model = compile_example(file, defines, steps);
      const Symmetry symmetry = certified(model, scd::find_valid_group(model.outline));
      EXPECT_FALSE(symmetry.group.is_trivial());
      expect_automorphisms(model, symmetry);
    }
  }
}

TEST(Scd, SubgroupsAreCertifiedWithTheAtomsTheyMove) {
  // All four are alike, though their arguments differ: system detection sees more.
  const TestModel model =
      compile_text("model.pml",
                   "chan a1 = [1] of { pid }; chan a2 = [1] of { pid };\n"
                   "chan a3 = [1] of { pid }; chan a4 = [1] of { pid };\n"
                   "byte flag[5];\n"
                   "proctype user(chan c; byte unused) {\n"
                   "  pid x; do :: c!_pid; flag[_pid] = 1 - flag[_pid] :: c?x; assert(x == _pid) od }\n"
                   "init { atomic { run user(a1, 0); run user(a2, 0); run user(a3, 1);\n"
                   "  run user(a4, 2) } }\n");
  const Symmetry whole = detect_symmetry(model.program());
  EXPECT_EQ(whole.group.order().to_string(), "24");
  const Symmetry part = certified(model, scd::find_valid_group(model.outline));
  EXPECT_EQ(part.group.order().to_string(), "2");
  for (const Atom& atom : part.atoms) EXPECT_NE(atom.name, "a3");
  expect_automorphisms(model, part);
}

TEST(Scd, WhatIsNotCertifiedIsDropped) {
  // Valid by its text; but processes that end disappear in an order, as SPIN has it.
  const TestModel model = compile_text("model.pml",
                                       "byte done; proctype user() { done++ }\n"
                                       "init { atomic { run user(); run user(); run user() } }\n",
                                       {}, promela::StepMode::spin);
  const scd::Result found = scd::find_valid_group(model.outline);
  EXPECT_EQ(found.largest.order().to_string(), "6");
  const Symmetry part = certified(model, found);
  EXPECT_TRUE(part.group.is_trivial());
  ASSERT_FALSE(part.broken_by.empty());
  EXPECT_NE(part.broken_by.back().reason.find("(1 2)"), std::string::npos);
}

// --- what the method has no answer to, with its line
// --------------------------------------------------------------------

struct Refused {
  const char* text;
  std::uint32_t line;
  const char* reason;
};

TEST(Scd, ObjectsWithLineAndReason) {
  const std::vector<Refused> all = {
      {"active [2] proctype p() { skip }", 1, "no init"},
      {"active [2] proctype p() { skip }\ninit { atomic { skip } }", 1, "by active"},
      {"proctype p() { skip }\ninit {\n run p() }", 2, "one atomic sequence"},
      {"proctype p() { skip }\ninit { atomic { run p() };\n run p() }", 3, "outside the atomic"},
      {"proctype q() { skip }\nproctype p() { run q() }\ninit { atomic { run p() } }", 2, "outside the atomic"},
      {"byte x; proctype p() { skip }\ninit { atomic { x = 1;\n run p() } }", 3, "after variables"},
      {"byte x; proctype p() { skip }\ninit { atomic { run p();\n x = x + 1 } }", 3, "only constants"},
      {"byte x; proctype p() { skip }\ninit { atomic { run p(); x = 1;\n x = 2 } }", 3, "assigned twice"},
      {"byte x; proctype p(byte y) { skip }\ninit { atomic { run p(\nx) } }", 3, "an argument of run"},
      {"chan c; proctype p() { skip }\ninit { atomic { run p() } }", 1, "no initialiser"},
      {"\nchan c[2] = [1] of { bit }; proctype p() { skip } init { atomic { run p() } }", 2, "an array"},
      {"proctype p() {\n chan c = [1] of { bit }; c!1 }\ninit { atomic { run p() } }", 2, "not global"},
      {"chan c = [1] of { bit }; chan d = [1] of { bit };\nproctype p() {\n c = d }\ninit { atomic { run p() } }", 3,
       "another value"},
      {"pid x;\nproctype p() { byte y;\n y = _pid + 1 }\ninit { atomic { run p() } }", 3, "computed with"},
      {"pid x;\nproctype p() {\n x < _pid }\ninit { atomic { run p() } }", 3, "by order"},
      {"pid x; byte y;\nproctype p() {\n x = y * 2 }\ninit { atomic { run p() } }", 3, "a computed number"},
      {"pid x;\nproctype p() {\n x = 7 }\ninit { atomic { run p() } }", 3, "no process"},
      {"chan c = [2] of { pid };\nproctype p() {\n c!!_pid }\ninit { atomic { run p() } }", 3, "in order"},
      {"pid x;\nproctype p() {\n select (x : 1 .. 2) }\ninit { atomic { run p(); run p() } }", 3, "counts"},
      {"byte a[3]; byte i;\nproctype p() {\n a[_pid] = 1; a[i + 1] = 0 }\ninit { atomic { run p(); run p() } }", 3,
       "a computed number"},
      {"typedef t { chan c }; t x;\nproctype p() { skip }\ninit { atomic { run p() } }", 1, "structure"},
  };
  for (const Refused& r : all) {
    const TestModel model = compile_text("model.pml", r.text);
    ASSERT_NE(model.system, nullptr);
    bool found = false;
    for (const Outline::Objection& o : model.outline.objections) {
      const bool here = model.sources->locate(o.at).position.line == r.line;
      found = found || (here && o.reason.find(r.reason) != std::string::npos);
    }
    EXPECT_TRUE(found) << r.text << "\n-- " << r.reason;
  }
}

// --- what counts as the same text
// ---------------------------------------------------------------------------------------

struct Same {
  const char* text;
  const char* largest;
};

TEST(Scd, ComparesTextsUpToTheOrderOfWhatHasNone) {
  const std::string tail = "init { atomic { run p(); run p(); run p() } }";
  const std::vector<Same> all = {
      // operands of + * && || == !=
      {"byte a[4]; byte s; proctype p() { do :: s = (a[1] + a[2] + a[3]) % 2; a[_pid] = s od }", "6"},
      {"byte a[4]; byte s; proctype p() { do :: s = (a[1] + (a[2] + a[3])) % 2; a[_pid] = s od }", "6"},
      {"byte a[4]; byte s; proctype p() { do :: s = a[1] * a[2] * a[3]; a[_pid] = 1 od }", "6"},
      {"bool a[4]; proctype p() { do :: a[3] && a[1] && a[2] -> a[_pid] = 0 :: a[_pid] = 1 od }", "6"},
      {"bool a[4]; proctype p() { do :: !(a[3] || a[1] || a[2]) -> a[_pid] = 1 od }", "6"},
      {"bool a[4]; proctype p() { do :: a[1] == a[2] && a[2] == a[3] && a[3] == a[1] -> a[_pid] = 1 od }", "6"},
      {"bool a[4]; proctype p() { do :: a[1] != a[2] -> a[_pid] = 1 od }", "2"},
      // but not of others
      {"byte a[4]; byte s; proctype p() { do :: s = (a[1] - a[2] - a[3]) % 2; a[_pid] = s od }", "1"},
      {"byte a[4]; byte s; proctype p() { do :: a[1] <= a[2] -> a[_pid] = 1 od }", "1"},
      // options have no order, except in d_step; statements have one
      {"bool a[4]; proctype p() { do :: a[1] = 0 :: a[2] = 0 :: a[3] = 0 :: a[_pid] = 1 od }", "6"},
      {"bool a[4]; proctype p() { do :: a[_pid] = 1; if :: a[1] -> a[2] = 1 :: a[2] -> a[3] = 1 :: a[3] -> a[1] = 1 fi "
       "od }",
       "3"},
      {"bool a[4]; proctype p() { do :: d_step { a[_pid] = 1; if :: a[1] -> a[2] = 1 :: a[2] -> a[3] = 1 :: a[3] -> "
       "a[1] = 1 fi } od }",
       "1"},
      {"bool a[4]; proctype p() { do :: a[_pid] = 1; a[1] = 0; a[2] = 0; a[3] = 0 od }", "1"},
      // constants given to different variables in a d_step have none either
      {"bool a[4]; proctype p() { do :: a[_pid] = 1; d_step { a[1] = 0; a[2] = 0; a[3] = 0 } od }", "6"},
      {"bool a[4]; proctype p() { do :: a[_pid] = 1; d_step { a[1] = 0; a[2] = 0; a[1] = 1; a[3] = 0 } od }", "1"},
      // initial values
      {"pid x = 2; proctype p() { do :: x = _pid :: x == _pid -> x = 0 od }", "2"},
      {"byte a[4] = {0, 1, 1, 2}; proctype p() { do :: a[_pid] = 1 od }", "2"},
  };
  for (const Same& s : all) {
    const TestModel model = compile_text("model.pml", s.text + ("\n" + tail));
    ASSERT_TRUE(model.outline.objections.empty()) << s.text << "\n-- " << model.outline.objections[0].reason;
    const scd::Result found = scd::find_valid_group(model.outline);
    EXPECT_EQ(found.largest.order().to_string(), s.largest) << s.text;
    expect_automorphisms(model, certified(model, found));
  }
}

TEST(Scd, AssignmentsAfterTheRunsAreASet) {
  const std::string head = "byte a[4]; pid boss; proctype p() { do :: a[_pid] = 1 - a[_pid] od }\n";
  const auto order = [&](const std::string& init) {
    const TestModel model = compile_text("model.pml", head + init);
    return scd::find_valid_group(model.outline).largest.order().to_string();
  };
  EXPECT_EQ(order("init { atomic { run p(); run p(); run p(); a[1] = 1; a[2] = 1; a[3] = 1 } }"), "6");
  EXPECT_EQ(order("init { atomic { run p(); run p(); run p(); a[1] = 1; a[2] = 1; a[3] = 0 } }"), "2");
  EXPECT_EQ(order("init { atomic { run p(); run p(); run p(); boss = 3 }; skip }"), "2");
  EXPECT_EQ(order("init { atomic { run p(); run p(); run p() }; a[2] = 1 }"), "2");
}

TEST(Scd, ClaimsAreText) {
  const std::string text =
      "bool in[4]; proctype p() { do :: in[_pid] = 1; in[_pid] = 0 od }\n"
      "init { atomic { run p(); run p(); run p() } }\n"
      "ltl all { [] (!in[1] || !in[2] || !in[3]) }\n"
      "ltl one { [] <> in[2] }\n";
  const auto order = [&](const std::string& claim) {
    const TestModel model = compile_text("model.pml", text, {}, promela::StepMode::full, claim);
    return scd::find_valid_group(model.outline).largest.order().to_string();
  };
  EXPECT_EQ(order(""), "6");
  EXPECT_EQ(order("all"), "6");
  EXPECT_EQ(order("one"), "2");
}

}  // namespace
}  // namespace quotient
