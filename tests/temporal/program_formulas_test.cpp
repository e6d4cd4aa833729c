#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

#include "check_text.hpp"
#include "naive.hpp"
#include "promela/front_end.hpp"

namespace quotient::temporal::test {
namespace {

const FrontEnd& promela_language() { return promela::front_end(); }

Checked branching(const std::string& text, const std::string& formula) {
  return check(promela_language(), text, formula, false);
}
Checked linear(const std::string& text, const std::string& formula) { return check(promela_language(), text, formula); }

// A lock that remembers who has it, and a label where a process is inside.
constexpr const char* lock = R"(
#define free (owner == 255)
pid owner = 255;
active [3] proctype user() {
  do
  :: atomic { free -> owner = _pid };
cs: owner = 255
  od
}
)";

TEST(ProgramFormulas, SpeakOfStatesByExpressionsAndMacrosOfTheModel) {
  EXPECT_EQ(branching(lock, "AG EF {free}").verdict, "holds");
  EXPECT_EQ(branching(lock, "AG EF free").verdict, "holds");
  EXPECT_EQ(branching(lock, "AG {free}").verdict, "fails");
  EXPECT_EQ(branching(lock, "EF {owner == 2}").verdict, "holds");
  EXPECT_EQ(branching(lock, "AF {owner == 2}").verdict, "fails");
  EXPECT_EQ(branching(lock, "AG EX {free == (owner == 255)}").verdict, "holds");
  EXPECT_EQ(branching(lock, "EF deadlock").verdict, "fails");
  EXPECT_EQ(linear(lock, "[] <> free").verdict, "holds");
  EXPECT_EQ(linear(lock, "[] (free -> X !free)").verdict, "holds");
  EXPECT_EQ(linear(lock, "<> (owner == 1)").verdict, "fails");
}

TEST(ProgramFormulas, KeepTheSymmetryThatTheyDoNotBreak) {
  EXPECT_EQ(branching(lock, "AG EF {free}").order, "6");
  EXPECT_EQ(branching(lock, "AG EF {owner == 1}").order, "2");
  EXPECT_EQ(branching(lock, "AG (EF {owner == 1} & EF {owner == 2})").order, "1");
  // Two propositions that a permutation would exchange are two, though one that names both is one.
  EXPECT_EQ(branching(lock, "AG ({user[0]@cs} => AX {! user[1]@cs})").order, "1");
  EXPECT_EQ(branching(lock, "AG {! (user[0]@cs && user[1]@cs)}").order, "2");
  EXPECT_EQ(branching(lock, "AG {! (user[0]@cs && user[1]@cs)}").verdict, "holds");
  EXPECT_EQ(linear(lock, "[] (owner == 1 -> X (owner == 255))").order, "2");
}

TEST(ProgramFormulas, ErrorsHaveTheirPlaceInTheFormula) {
  EXPECT_EQ(branching(lock, "AG {fre}").verdict, "unknown variable 'fre'");
  EXPECT_EQ(branching(lock, "AG {fre}").column, 5U);
  EXPECT_EQ(linear(lock, "[] (fre)").column, 5U);
  EXPECT_NE(branching(lock, "EX[user] free").verdict.find("no names that a formula could use"), std::string::npos);
  EXPECT_NE(branching(lock, "!x.({x} => {free})").verdict.find("no quantifiers"), std::string::npos);
  EXPECT_EQ(branching(lock, "AG {1 / (owner - owner) == 1}").verdict, "fails");  // a run-time error
  EXPECT_NE(linear(lock, "[] free free").verdict.find("end of the formula"), std::string::npos);
}

// After the first step both outcomes are still open: merging it with the choice would hide that state.
TEST(ProgramFormulas, EveryStatementIsAStep) {
  const std::string text = R"(
byte x;
active proctype p() { x = 1; if :: true :: true -> skip; goto other fi; x = 2; goto out; other: x = 3; out: skip }
)";
  EXPECT_EQ(branching(text, "EF ({x == 1} & EF {x == 2} & EF {x == 3})").verdict, "holds");
  EXPECT_EQ(branching(text, "AX {x == 1}").verdict, "holds");
  EXPECT_EQ(branching(text, "AX EX EX {x == 2}").verdict, "holds");
}

/// A model of processes that are alike: what they do is drawn from a list.
std::string random_model(std::mt19937_64& source) {
  static const std::vector<std::string> steps = {
      "n < 2 -> n++",
      "n > 0 -> n--",
      "who == 255 -> who = _pid",
      "who == _pid -> who = 255",
      "m == 1 -> m = 0",
      "m == 0 -> m = 1",
      "n == 2 -> n = 0; m = 1",
      "x == 0 -> x = 1",
      "x == 1 -> x = 0",
      "x == 1 && n > 0 -> break",
      "atomic { who == _pid -> who = 255; n = 1 }",
      "else -> m = 1",
  };
  std::string text = "byte n; bit m; pid who = 255;\n";
  text += fmt::format("active [{}] proctype p() {{\n  bit x;\n  do\n", 2 + source() % 2);
  const std::size_t count = 2 + source() % 3;
  bool otherwise = false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& step = steps[source() % steps.size()];
    const bool is_else = step.starts_with("else");
    if (is_else && otherwise) continue;
    otherwise = otherwise || is_else;
    text += source() % 2 == 0 && step.find("break") == std::string::npos && !is_else && !step.starts_with("atomic")
                ? fmt::format("  :: atomic {{ {} }}\n", step)
                : fmt::format("  :: {}\n", step);
  }
  return text + "  od\n}\n";
}

const std::vector<std::pair<std::string, std::string>> expressions = {
    {"n", "0"}, {"n", "2"}, {"m", "1"}, {"who", "255"}, {"who", "0"}};

std::string text_of(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  const auto operand = [&](std::size_t i) { return "(" + text_of(tree, node.operands[i]) + ")"; };
  const std::string path = node.path == PathQuantifier::all ? "A" : "E";
  switch (node.op) {
    case Operator::atom:
      if (node.atom == expressions.size()) return "deadlock";
      return fmt::format("{{{} == {}}}", expressions[node.atom].first, expressions[node.atom].second);
    case Operator::negation:
      return "not " + operand(0);
    case Operator::conjunction:
      return operand(0) + " & " + operand(1);
    case Operator::disjunction:
      return operand(0) + " or " + operand(1);
    case Operator::implication:
      return operand(0) + " => " + operand(1);
    case Operator::equivalence:
      return operand(0) + " <=> " + operand(1);
    case Operator::next:
      return path + "X " + operand(0);
    case Operator::eventually:
      return path + "F " + operand(0);
    case Operator::always:
      return path + "G " + operand(0);
    default:
      break;
  }
  const std::string op = node.op == Operator::until ? "U" : node.op == Operator::weak_until ? "W" : "R";
  return fmt::format("{}[{} {} {}]", path, operand(0), op, operand(1));
}

/// All states of the model, statement by statement, and the propositions read off the description of each.
Graph graph_of(const std::string& text) {
  ModelSettings settings;
  settings.text = text;
  settings.steps = "plain";
  SourceMap sources;
  Diagnostics diagnostics;
  Loaded out{sources, diagnostics, {}, {}};
  promela_language().load(settings, sources.add("model", text), nullptr, out);
  EXPECT_FALSE(diagnostics.has_errors()) << text;
  const System& system = *out.subjects.front().system;
  const auto generator = system.generator();
  Graph graph;
  Successors steps;
  std::map<std::vector<std::uint8_t>, std::size_t> number;
  const auto meet = [&](StateView state) {
    const std::vector<std::uint8_t> bytes(state.begin(), state.end());
    const auto [at, fresh] = number.try_emplace(bytes, graph.states.size());
    if (fresh) graph.states.push_back(bytes);
    return at->second;
  };
  generator->initial(steps);
  meet(steps[0].state);
  for (std::size_t i = 0; i < graph.states.size(); ++i) {
    const std::vector<std::uint8_t> from = graph.states[i];
    generator->successors(from, steps);
    graph.edges.emplace_back();
    for (std::size_t k = 0; k < steps.size(); ++k) graph.edges[i].push_back({meet(steps[k].state), 0});
    std::uint64_t holding = graph.edges[i].empty() ? std::uint64_t{1} << expressions.size() : 0;
    for (const CellValue& cell : system.narrator().describe(from)) {
      for (std::size_t p = 0; p < expressions.size(); ++p) {
        if (cell.cell == expressions[p].first && cell.value == expressions[p].second) holding |= std::uint64_t{1} << p;
      }
    }
    graph.holding.push_back(holding);
  }
  return graph;
}

// Formulas about branching, next steps among them: labelling of all states of the plain model, the game on states and
// the game on orbits must agree.
TEST(ProgramFormulas, BranchingOnesHoldWhereLabellingSaysSo) {
  std::mt19937_64 source(2022);
  const char* const slow = std::getenv("QUOTIENT_SLOW_TESTS");
  const std::size_t count = slow != nullptr && std::string(slow) == "1" ? 10'000 : 300;
  const std::vector<Operator> temporal = {Operator::next,  Operator::eventually, Operator::always,
                                          Operator::until, Operator::weak_until, Operator::release};
  std::size_t holding = 0, reduced = 0, dead = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string model = random_model(source);
    const Graph graph = graph_of(model);
    std::vector<std::uint32_t> propositions = {0, 1, 2, 3, 5};
    if (source() % 3 == 0) propositions.push_back(4);
    Tree tree;
    tree.root = random_formula(tree, source, propositions, temporal, true, {no_atom}, 3);
    const bool expected = graph.satisfying(tree, tree.root)[0];
    const std::string formula = text_of(tree, tree.root);
    const Checked found = branching(model, formula);
    EXPECT_EQ(found.verdict, expected ? "holds" : "fails") << i << "\n" << formula << "\n" << model;
    holding += expected ? 1 : 0;
    reduced += found.order == "1" ? 0 : 1;
    dead += std::ranges::any_of(graph.edges, [](const auto& each) { return each.empty(); }) ? 1 : 0;
  }
  EXPECT_GT(holding, count / 10);
  EXPECT_LT(holding, count - count / 10);
  EXPECT_GT(reduced, count / 4);
  EXPECT_GT(dead, count / 20);
}

TEST(ProgramFormulas, SpeakOfThePast) {
  EXPECT_EQ(linear(lock, "[] (user[1]@cs -> previously free)").verdict, "holds");
  EXPECT_EQ(linear(lock, "[] (free -> previously !free)").verdict, "fails");  // nothing held before the beginning
  EXPECT_EQ(linear(lock, "[] (owner == 1 -> once (owner == 2))").verdict, "fails");
  EXPECT_EQ(linear(lock, "[] (owner == 1 -> (!(owner == 2)) since free)").verdict, "holds");
  EXPECT_EQ(linear(lock, "<> historically free").verdict, "holds");
  EXPECT_EQ(linear(lock, "[] historically free").verdict, "fails");
  // Where the model has something of that name, the word means that.
  EXPECT_EQ(linear("bool once = true; active proctype p() { skip }", "[] once").verdict, "holds");
}

std::string linear_text(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  const auto operand = [&](std::size_t i) { return "(" + linear_text(tree, node.operands[i]) + ")"; };
  static const std::map<Operator, std::string> words = {
      {Operator::negation, "!"},      {Operator::conjunction, "&&"},
      {Operator::disjunction, "||"},  {Operator::implication, "->"},
      {Operator::equivalence, "<->"}, {Operator::next, "X"},
      {Operator::eventually, "<>"},   {Operator::always, "[]"},
      {Operator::until, "U"},         {Operator::weak_until, "W"},
      {Operator::release, "V"},       {Operator::yesterday, "previously"},
      {Operator::once, "once"},       {Operator::historically, "historically"},
      {Operator::since, "since"}};
  if (node.op == Operator::atom)
    return fmt::format("{} == {}", expressions[node.atom].first, expressions[node.atom].second);
  const std::string& word = words.at(node.op);
  return node.operands.size() == 1 ? word + " " + operand(0) : operand(0) + " " + word + " " + operand(1);
}

// A run that ends goes on in its last state, as in SPIN.
Word endless(Word word, std::size_t rounds) {
  if (!word.ends()) return word;
  const std::uint64_t last = word.letters.back();
  word.letters.insert(word.letters.end(), rounds, last);
  word.cycle = word.letters.size() - 1;
  return word;
}

// Linear formulas with the past anywhere: where one holds, all random runs of the plain model satisfy it by definition;
// where it fails, random runs soon show that more often than not.
TEST(ProgramFormulas, LinearOnesAgreeWithTheirDefinition) {
  std::mt19937_64 source(1977);
  const char* const slow = std::getenv("QUOTIENT_SLOW_TESTS");
  const std::size_t count = slow != nullptr && std::string(slow) == "1" ? 5'000 : 200;
  const std::vector<Operator> temporal = {
      Operator::next,    Operator::eventually, Operator::always, Operator::until,        Operator::weak_until,
      Operator::release, Operator::yesterday,  Operator::once,   Operator::historically, Operator::since};
  std::size_t holding = 0, shown = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string model = random_model(source);
    const Graph graph = graph_of(model);
    std::vector<std::uint32_t> propositions = {0, 1, 2, 3};
    if (source() % 3 == 0) propositions.push_back(4);
    Tree tree;
    tree.root = random_formula(tree, source, propositions, temporal, false, {}, 3);
    const std::string formula = linear_text(tree, tree.root);
    const Checked found = linear(model, formula);
    ASSERT_TRUE(found.verdict == "holds" || found.verdict == "fails") << found.verdict << "\n" << formula;
    holding += found.verdict == "holds" ? 1 : 0;
    bool violated = false;
    for (int run = 0; run < 60 && !violated; ++run) {
      const Word word = endless(random_run(graph, source, tree.nodes.size() + 1), tree.nodes.size() + 1);
      violated = !truth(tree, tree.root, word)[0];
    }
    if (found.verdict == "holds") {
      EXPECT_FALSE(violated) << i << "\n" << formula << "\n" << model;
    } else {
      shown += violated ? 1 : 0;
    }
  }
  EXPECT_GT(holding, count / 10);
  EXPECT_GT(shown, (count - holding) / 2);
}

}  // namespace
}  // namespace quotient::temporal::test
