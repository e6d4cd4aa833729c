#include <gtest/gtest.h>

#include "bmethod/front_end.hpp"
#include "check_text.hpp"
#include "decide.hpp"
#include "frontend/front_end.hpp"
#include "mcrl2/front_end.hpp"
#include "naive.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/game/game_search.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient::temporal::test {
namespace {

// up, down, then stop, after which nothing is possible.
const std::string counter =
    "MACHINE M VARIABLES n INVARIANT n : 0..3 INITIALISATION n := 0\n"
    "OPERATIONS up = PRE n < 2 THEN n := n + 1 END; down = PRE n = 1 THEN n := 0 END;\n"
    "  add(x) = PRE x : 1..2 & n + x <= 2 THEN n := n + x END; stop = PRE n = 2 THEN n := 3 END END";

std::string on_counter(const std::string& formula, bool linear = true) {
  return check(bmethod::front_end(), counter, formula, linear).verdict;
}

TEST(MachineFormulas, AtomsAndOperators) {
  EXPECT_EQ(on_counter("G {n : 0..3}"), "holds");
  EXPECT_EQ(on_counter("G {n < 3}"), "fails");
  EXPECT_EQ(on_counter("G ([stop] => X {n = 3})"), "holds");
  EXPECT_EQ(on_counter("G ([up] => {n < 2})"), "holds");
  EXPECT_EQ(on_counter("G ([up] => {n = 0})"), "fails");
  EXPECT_EQ(on_counter("G (e(stop) <=> {n = 2})"), "holds");
  EXPECT_EQ(on_counter("F {n = 3}"), "fails");  // up, down, up, down, …
  EXPECT_EQ(on_counter("GF {n = 0} or F {n = 3}"), "holds");
  EXPECT_EQ(on_counter("{n < 2} W {n >= 2}"), "holds");
  EXPECT_EQ(on_counter("{n < 2} U {n >= 2}"), "fails");
  EXPECT_EQ(on_counter("{n >= 2} R {n <= 2}"), "holds");
  EXPECT_EQ(on_counter("G (deadlock <=> {n = 3})"), "holds");
  EXPECT_EQ(on_counter("G (sink <=> {n = 3})"), "holds");
  EXPECT_EQ(on_counter("G (deadlock(up, down) <=> {n >= 2})"), "holds");
  EXPECT_EQ(on_counter("G ({n = 2} => controller(stop, up))"), "holds");
  EXPECT_EQ(on_counter("G deterministic(down, stop)"), "holds");
  EXPECT_EQ(on_counter("G deterministic(up, down)"), "fails");
}

// Patterns of arguments: values, expressions over the state in which the operation begins, anything.
TEST(MachineFormulas, ArgumentsOfOperations) {
  EXPECT_EQ(on_counter("G ([add(2)] => {n = 0})"), "holds");
  EXPECT_EQ(on_counter("G ([add(1)] => {n = 0})"), "fails");
  EXPECT_EQ(on_counter("G ([add(n + 1)] => {n < 2})"), "holds");
  EXPECT_EQ(on_counter("G ([add(_)] => X {n > 0})"), "holds");
  EXPECT_EQ(on_counter("G (e(add(2)) <=> {n = 0})"), "holds");
  EXPECT_EQ(on_counter("!x.({x : 1..2} => G ([add(x)] => X {n >= x}))"), "holds");
  EXPECT_EQ(on_counter("!x.({x : 1..2} => G ([add(x)] => X {n > x}))"), "fails");
  EXPECT_EQ(on_counter("#x.({x : 0..3} & F G {n = x})"), "fails");
  EXPECT_EQ(on_counter("G ([up] => increasing({n}))"), "holds");
  EXPECT_EQ(on_counter("G ([down] => changed({n}) & decreasing({n}))"), "holds");
  EXPECT_EQ(on_counter("G unchanged({n})"), "fails");
}

// Runs with an end, as ProB defines them: the run ends in a deadlock; there X f is false for every f, so that `not X f`
// is not `X not f`; G and F speak of the states up to the end; nothing is taken there.
TEST(MachineFormulas, RunsThatEnd) {
  EXPECT_EQ(on_counter("G ({n = 3} => not X true)"), "holds");
  EXPECT_EQ(on_counter("G ({n = 3} => X true)"), "fails");
  EXPECT_EQ(on_counter("G ({n = 3} => not X {n = 3} & not X not {n = 3})"), "holds");
  EXPECT_EQ(on_counter("G ({n = 3} => G {n = 3})"), "holds");
  EXPECT_EQ(on_counter("G ({n = 3} => not ([up] or [down] or [stop] or [add]))"), "holds");
  EXPECT_EQ(on_counter("F {n = 3} or G X true"), "holds");
  EXPECT_EQ(on_counter("G X true"), "fails");
  // The last state has one state before it, however long one stays: Y is about steps that were taken.
  EXPECT_EQ(on_counter("G ({n = 3} => Y {n = 2})"), "holds");
  EXPECT_EQ(on_counter("G not ({n = 3} & Y {n = 3})"), "holds");
}

TEST(MachineFormulas, ThePast) {
  EXPECT_EQ(on_counter("not Y true"), "holds");
  EXPECT_EQ(on_counter("G ({n = 3} => O [stop])"), "holds");
  EXPECT_EQ(on_counter("G ({n = 3} => O [up])"), "fails");
  EXPECT_EQ(on_counter("G ([down] => Y ([up] or [add(1)]))"), "holds");
  EXPECT_EQ(on_counter("G ({n = 0} => H {n = 0})"), "fails");
  EXPECT_EQ(on_counter("G ({n > 0} => ({n > 0} S ([up] or [add])))"), "holds");  // [up] holds before it, in n = 0
  EXPECT_EQ(on_counter("G ({n > 0} => Y true)"), "holds");
  EXPECT_EQ(on_counter("G ({n = 2} => ((not [stop]) S {n < 2}))"), "fails");  // while the next step is stop
  EXPECT_EQ(on_counter("F (Y (X {n = 0} & {n = 1})) or G not [down]"), "holds");
  EXPECT_EQ(on_counter("G ({n = 3} => (false T {n >= 0}))"), "holds");
}

// Weak fairness is not enough where an operation is possible only now and then.
TEST(MachineFormulas, Fairness) {
  EXPECT_EQ(on_counter("SF(add(1)) => F ({n = 2} or G not e(add(1)))"), "fails");
  EXPECT_EQ(on_counter("SF(stop) => F {n = 3}"), "fails");
  const std::string lamp =
      "MACHINE L VARIABLES s INVARIANT s : 0..2 INITIALISATION s := 0\n"
      "OPERATIONS a = PRE s = 0 THEN s := 1 END; b = PRE s = 1 THEN s := 0 END; c = PRE s = 1 THEN s := 2 END END";
  const auto on_lamp = [&](const std::string& formula) { return check(bmethod::front_end(), lamp, formula).verdict; };
  EXPECT_EQ(on_lamp("F {s = 2}"), "fails");
  EXPECT_EQ(on_lamp("WF(c) => F {s = 2}"), "fails");
  EXPECT_EQ(on_lamp("SF(c) => F {s = 2}"), "holds");
  EXPECT_EQ(on_lamp("SEF => F {s = 2}"), "holds");
  EXPECT_EQ(on_lamp("WEF => F {s = 2}"), "fails");
  EXPECT_EQ(on_lamp("WF(a) & SF(c) => F {s = 2}"), "holds");
}

// Operations take the place of processes: c is possible again and again, but not all the time.
TEST(MachineFormulas, FairRuns) {
  const std::string lamp =
      "MACHINE L VARIABLES s INVARIANT s : 0..2 INITIALISATION s := 0\n"
      "OPERATIONS a = PRE s = 0 THEN s := 1 END; b = PRE s = 1 THEN s := 0 END; c = PRE s = 1 THEN s := 2 END END";
  const auto on_lamp = [&](Fairness fairness, const std::vector<std::string>& to, const std::string& formula,
                           bool linear = true) {
    return check(bmethod::front_end(), lamp, formula, linear, fairness, to).verdict;
  };
  EXPECT_EQ(on_lamp(Fairness::none, {}, "F {s = 2}"), "fails");
  EXPECT_EQ(on_lamp(Fairness::weak, {}, "F {s = 2}"), "fails");
  EXPECT_EQ(on_lamp(Fairness::strong, {}, "F {s = 2}"), "holds");
  EXPECT_EQ(on_lamp(Fairness::strong, {"c"}, "F {s = 2}"), "holds");
  EXPECT_EQ(on_lamp(Fairness::strong, {"a", "b"}, "F {s = 2}"), "fails");
  EXPECT_EQ(on_lamp(Fairness::weak, {"a"}, "F {s = 1}"), "holds");  // a run does not end where it could go on
  EXPECT_EQ(on_lamp(Fairness::strong, {"d"}, "F {s = 2}"), "--fairness: there is no operation 'd'");
  EXPECT_NE(on_lamp(Fairness::weak, {}, "AF {s = 2}", false).find("fairness is for linear formulas"),
            std::string::npos);
}

// Fairness of runs is what a formula can say as well, if at some cost: every operation weakly, or strongly, fair.
TEST(MachineFormulas, FairRunsAreThoseThatAFormulaDescribes) {
  std::mt19937_64 source(1986);
  const auto below = [&](std::uint64_t bound) { return source() % bound; };
  const char* const slow = std::getenv("QUOTIENT_SLOW_TESTS");
  const int count = slow != nullptr && std::string(slow) == "1" ? 2000 : 50;
  int matters = 0, symmetric = 0, strong = 0;
  for (int i = 0; i < count; ++i) {
    std::string machine =
        "MACHINE T SETS ID = {a, b, c} VARIABLES n, w INVARIANT n : 0..2 & w : ID --> 0..1\n"
        "INITIALISATION n := 0 || w := ID * {0}\nOPERATIONS\n"
        "  go = SELECT n = 0 THEN n := 1 END;\n  back = SELECT n = 1 THEN n := 0 END";
    for (int op = 0; op < 2; ++op) {
      const bool leaves = below(3) > 0;  // from where others come again and again
      const auto from = leaves ? 1 : below(3), to = leaves ? 2 : below(3);
      if (below(2) == 0) {
        machine += fmt::format(";\n  o{} = SELECT n = {} THEN n := {} END", op, from, to);
      } else {
        const auto bit = below(2);
        machine += fmt::format(";\n  o{}(p) = PRE p : ID & w(p) = {} & n = {} THEN w(p) := {} || n := {} END", op, bit,
                               from, 1 - bit, to);
      }
    }
    machine += "\nEND";
    const std::string p = fmt::format("{{n = {}}}", below(3) > 0 ? 2 : below(3)),
                      q = below(2) == 0 ? "[o0]" : "{1 : ran(w)}";
    const std::vector<std::string> formulas = {"G F " + p, "F G " + p, "F " + p, "G (" + p + " => F " + q + ")",
                                               "G F " + q};
    const std::string formula = formulas[below(formulas.size())];
    const Fairness fairness = i % 2 == 0 ? Fairness::weak : Fairness::strong;
    const std::string assumed = fmt::format("{} => ({})", fairness == Fairness::weak ? "WEF" : "SEF", formula);
    const Checked plain = check(bmethod::front_end(), machine, formula);
    const Checked by_search = check(bmethod::front_end(), machine, formula, true, fairness);
    const Checked by_formula = check(bmethod::front_end(), machine, assumed);
    if (by_formula.verdict.find("automaton") != std::string::npos) continue;
    EXPECT_EQ(by_search.verdict, by_formula.verdict) << assumed << "\n" << machine;
    matters += by_search.verdict != plain.verdict ? 1 : 0;
    strong += by_search.verdict != plain.verdict && fairness == Fairness::strong ? 1 : 0;
    symmetric += by_search.order != "1" ? 1 : 0;
  }
  EXPECT_GT(matters, count / 20);
  EXPECT_GT(strong, 0);
  EXPECT_GT(symmetric, count / 2);
}

TEST(MachineFormulas, Branching) {
  const auto holds = [](const std::string& formula) { return on_counter(formula, false); };
  EXPECT_EQ(holds("AG {n <= 3}"), "holds");
  EXPECT_EQ(holds("AG {n <= 2}"), "fails");
  EXPECT_EQ(holds("EF {n = 3}"), "holds");
  EXPECT_EQ(holds("AG EF {n = 3}"), "holds");
  EXPECT_EQ(holds("AF {n = 3}"), "fails");
  EXPECT_EQ(holds("EG {n < 2}"), "holds");
  EXPECT_EQ(holds("EX {n = 2}"), "holds");
  EXPECT_EQ(holds("AX {n > 0}"), "holds");
  EXPECT_EQ(holds("EX[up] {n = 2}"), "fails");
  EXPECT_EQ(holds("AG ({n = 2} => EX[stop] {n = 3})"), "holds");
  EXPECT_EQ(holds("E {n < 2} U {n = 2}"), "holds");
  EXPECT_EQ(holds("A[{n < 2} U {n = 2}]"), "fails");
  EXPECT_EQ(holds("A({n < 2} W {n = 2})"), "holds");
  // In a deadlock EX is false and AX true; a run that ends there stays in it as long as it lasts.
  EXPECT_EQ(holds("AG ({n = 3} => not EX true & AX false)"), "holds");
  EXPECT_EQ(holds("AG ({n = 3} => EG {n = 3} & not AF {n = 0})"), "holds");
  EXPECT_EQ(holds("AG ({n = 2} => AF deadlock)"), "holds");
}

// Elements that a formula names stay apart; what it only quantifies over inside of a predicate stays symmetric.
TEST(MachineFormulas, SymmetryOfElements) {
  const std::string queue =
      "MACHINE Q SETS ID = {a, b, c, d} VARIABLES in, done INVARIANT in <: ID & done <: ID INITIALISATION in := {} || "
      "done := {}\n"
      "OPERATIONS enter(x) = PRE x : ID & x /: in THEN in := in \\/ {x} END;\n"
      "  serve(x) = PRE x : in THEN in := in - {x} || done := done \\/ {x} END END";
  const auto on_queue = [&](const std::string& formula, bool linear) {
    return check(bmethod::front_end(), queue, formula, linear);
  };
  const Checked all = on_queue("G {!x.(x : ID => (x : done => done /= {}))}", true);
  EXPECT_EQ(all.verdict, "holds");
  EXPECT_EQ(all.order, "24");
  const Checked one = on_queue("G ([serve(a)] => X {a : done})", true);
  EXPECT_EQ(one.verdict, "holds");
  EXPECT_EQ(one.order, "6");
  EXPECT_EQ(on_queue("G ([enter(a)] => F [serve(a)])", true).verdict, "fails");
  EXPECT_EQ(on_queue("SF(serve(a)) => G ([enter(a)] => F [serve(a)])", true).verdict, "holds");
  EXPECT_EQ(on_queue("F {b : done}", true).order, "6");
  EXPECT_EQ(on_queue("G ({a : in & b : done} => X true)", true).order, "2");
  const Checked bound = on_queue("!x.({x : ID} => G ([serve(x)] => X {x : done}))", true);
  EXPECT_EQ(bound.verdict, "holds");
  EXPECT_EQ(bound.order, "1");
  EXPECT_EQ(on_queue("AG EF {done = ID}", false).order, "24");
  EXPECT_EQ(on_queue("AG EF {done = ID}", false).verdict, "holds");
  EXPECT_EQ(on_queue("AG ({a : in} => EX[serve(a)] {a : done})", false).verdict, "holds");
  EXPECT_EQ(on_queue("AG ({a : in} => AX {a : done})", false).verdict, "fails");
}

// Errors have their place in the formula.
TEST(MachineFormulas, Errors) {
  const auto error = [](const std::string& formula, bool linear = true) {
    return check(bmethod::front_end(), counter, formula, linear);
  };
  EXPECT_EQ(error("G [upp]").verdict, "there is no operation 'upp'");
  EXPECT_EQ(error("G [upp]").column, 4U);
  EXPECT_EQ(error("G {m = 1}").column, 4U);
  EXPECT_EQ(error("G ({n = 1}").verdict, "'(' has no end");
  EXPECT_EQ(error("G {n = TRUE}").column, 4U);
  EXPECT_EQ(error("G n").column, 3U);
  EXPECT_EQ(error("AG").verdict, "'AG' means nothing in a formula; a predicate is written { AG }, an operation [AG]");
  EXPECT_EQ(error("AG", false).verdict, "expected a formula, but the text ends here");
  EXPECT_EQ(error("G {n = 1}", false).verdict, "'G' needs A or E before it here: AG or EG");
  EXPECT_EQ(error("{n = 1} {n = 2}").verdict, "expected an operator, not '{'");
  EXPECT_EQ(error("AG Y {n = 1}", false).column, 4U);
  EXPECT_EQ(error("[add(1,2)]").verdict, "the operation 'add' has 1 parameters");
  EXPECT_EQ(error("AG [up]", false).column, 4U);
  EXPECT_EQ(error("current").verdict, "there is no current state of an animator here");
}

/// A random system of like processes as a machine: processes are elements that it does not name.
std::string machine_of(const Tokens& tokens) {
  std::string elements;
  for (std::size_t p = 0; p < tokens.processes; ++p) elements += (p == 0 ? "p" : ", p") + std::to_string(p);
  std::string text = "MACHINE T SETS ID = {" + elements +
                     "} VARIABLES at, shared INVARIANT at : ID --> 0..2 & shared : 0..2\n"
                     "INITIALISATION at := ID * {0} || shared := 0\nOPERATIONS\n";
  for (std::size_t i = 0; i < tokens.rules.size(); ++i) {
    const Tokens::Rule& rule = tokens.rules[i];
    text += (i == 0 ? "r" : ";\nr") + std::to_string(i) + "(p) = PRE p : ID & at(p) = " + std::to_string(rule.from);
    if (rule.shared >= 0) text += " & shared = " + std::to_string(rule.shared);
    text += " THEN at(p) := " + std::to_string(rule.to);
    if (rule.writes >= 0) text += " || shared := " + std::to_string(rule.writes);
    text += " END";
  }
  return text + "\nEND\n";
}

std::string proposition_of(const Tokens& tokens, std::uint32_t number) {
  if (number < 3) return "{shared = " + std::to_string(number) + "}";
  if (number < 6) return "{" + std::to_string(number - 3) + " : ran(at)}";
  if (number == 6) return "{at(p0) = 1}";
  std::string text = "(false";
  for (std::size_t i = 0; i < tokens.rules.size(); ++i) {
    if (number == 10) text += " or [r" + std::to_string(i) + "(p0)]";
    if (number < 10 && tokens.rules[i].action == number - 7) text += " or [r" + std::to_string(i) + "]";
  }
  return text + ")";
}

std::string text_of(const Tokens& tokens, const Tree& tree, NodeId id) {
  static const std::map<Operator, std::string> words = {
      {Operator::negation, "not"},   {Operator::conjunction, "&"},   {Operator::disjunction, "or"},
      {Operator::implication, "=>"}, {Operator::equivalence, "<=>"}, {Operator::next, "X"},
      {Operator::eventually, "F"},   {Operator::always, "G"},        {Operator::until, "U"},
      {Operator::weak_until, "W"},   {Operator::release, "R"},       {Operator::yesterday, "Y"},
      {Operator::once, "O"},         {Operator::historically, "H"},  {Operator::since, "S"},
      {Operator::trigger, "T"}};
  const Node& node = tree[id];
  if (node.op == Operator::atom) return proposition_of(tokens, node.atom);
  const std::string path = node.path == PathQuantifier::all ? "A" : node.path == PathQuantifier::some ? "E" : "";
  const std::string left = "(" + text_of(tokens, tree, node.operands[0]) + ")";
  if (node.operands.size() == 1) return path + words.at(node.op) + " " + left;
  const std::string joined = left + " " + words.at(node.op) + " (" + text_of(tokens, tree, node.operands[1]) + ")";
  return path.empty() ? joined : path + "(" + joined + ")";
}

// Random machines and random formulas, as text, up to symmetry and without: branching ones beside labelling of all
// states of the system that the machine was made from, linear ones beside its product, which is checked elsewhere.
// 500 levels were the limit, but rows of 30,000 operators were trees as deep as that, and ended by a segmentation
// fault.
TEST(MachineFormulas, LongRowsAreRefused) {
  const auto row = [](const std::string& atom, const std::string& op, int n) {
    std::string text = atom;
    for (int k = 1; k < n; ++k) text += op + atom;
    return text;
  };
  const std::string refused = "more than 1000 operators in a row: use parentheses";
  for (const bool linear : {true, false}) {
    for (const std::string op : {" & ", " or ", " => ", " <=> "}) {
      EXPECT_EQ(on_counter(row("[up]", op, 30'000), linear), refused) << op;
    }
  }
  EXPECT_EQ(on_counter(row("[up]", " U ", 30'000)), refused);
  EXPECT_EQ(on_counter(row("{n < 4}", " & ", 40)), "holds");
}

TEST(MachineFormulas, RandomOnes) {
  std::mt19937_64 source(5);
  const std::vector<Operator> future = {Operator::next,  Operator::eventually, Operator::always,
                                        Operator::until, Operator::weak_until, Operator::release};
  std::vector<Operator> both = future;
  both.insert(both.end(),
              {Operator::yesterday, Operator::once, Operator::historically, Operator::since, Operator::trigger});
  const char* const slow = std::getenv("QUOTIENT_SLOW_TESTS");
  const int count = slow != nullptr && std::string(slow) == "1" ? 5000 : 200;
  int symmetric = 0, holding = 0;
  for (int i = 0; i < count; ++i) {
    const auto system = std::make_shared<const TokenSystem>(Tokens::random(source));
    const bool linear = i % 2 == 0;
    std::vector<std::uint32_t> propositions = {0, 1, 2, 3, 4, 5};
    if (source() % 3 == 0) propositions.push_back(6);
    if (linear) propositions.insert(propositions.end(), {7, 8, 9, 10});
    Tree tree;
    tree.root = random_formula(tree, source, propositions, linear ? both : future, !linear, {7}, 3);
    for (Node& node : tree.nodes) {
      if (node.op != Operator::atom) node.atom = no_atom;  // EX[op] is about one operation, not about an action
    }
    const bool expected =
        linear ? decide(subject_of(system, tree, Logic::linear), false).result.verdict == Verdict::verified
               : Graph(*system).satisfying(tree, tree.root)[0];
    const std::string formula = text_of(system->tokens(), tree, tree.root);
    const Checked checked = check(bmethod::front_end(), machine_of(system->tokens()), formula, linear);
    EXPECT_EQ(checked.verdict, expected ? "holds" : "fails") << formula << "\n" << machine_of(system->tokens());
    symmetric += checked.order != "1" ? 1 : 0;
    holding += expected ? 1 : 0;
  }
  EXPECT_GT(symmetric, count / 8);
  EXPECT_GT(holding, count / 10);
  EXPECT_LT(holding, count - count / 10);
}

// mCRL2: a name says of the next step that the action takes part in it.
TEST(ActionFormulas, OfASpecification) {
  const std::string text =
      "sort D = struct d1 | d2;\n"
      "act get, put: D; tick, stop;\n"
      "proc P(x: D) = get(x).put(x).P(x); Q = tick.Q + stop;\n"
      "init P(d1) || P(d2) || Q;\n";
  const auto on = [&](const std::string& formula, bool linear = true) {
    return check(mcrl2::front_end(), text, formula, linear);
  };
  EXPECT_EQ(on("G (get => X (true))").verdict, "holds");
  EXPECT_EQ(on("G ([get(d1)] => (not [get(d1)] or F put(d1)))").verdict, "fails");  // others may go on for ever
  EXPECT_EQ(on("G ([put(d1)] => O [get(d1)])").verdict, "holds");
  EXPECT_EQ(on("G ([put(d1)] => O [get(d2)])").verdict, "fails");
  EXPECT_EQ(on("SF(put(d1)) => G (get(d1) => F put(d1))").verdict, "holds");
  EXPECT_EQ(on("G not (stop & F tick)").verdict, "holds");
  EXPECT_EQ(on("G not deadlock").verdict, "holds");
  EXPECT_EQ(on("AG EF e(put(d1))", false).verdict, "holds");
  EXPECT_EQ(on("AG EX[tick] true", false).verdict, "fails");
  EXPECT_EQ(on("EF AG not e(tick)", false).verdict, "holds");
  EXPECT_EQ(on("G (get => F put)").order, "2");
  EXPECT_EQ(on("G ([get(d1)] => F put)").order, "1");
  EXPECT_EQ(on("G gett").verdict, "there is no action 'gett'");
  EXPECT_EQ(on("G {x = 1}").column, 3U);
}

// Components take the place of processes, also where permutations exchange them: each works and rests, and takes part
// in a meeting whenever both work. W1 is free to meet again and again, but not all the time.
TEST(ActionFormulas, FairComponents) {
  const std::string workers =
      "act work: Nat; rest: Nat; proc W(i: Nat) = work(i).rest(i).W(i); init W(1) || W(2) || W(3);\n";
  const auto on = [](const std::string& text, Fairness fairness, const std::string& formula,
                     const std::vector<std::string>& to = {}) {
    return check(mcrl2::front_end(), text, formula, true, fairness, to);
  };
  EXPECT_EQ(on(workers, Fairness::none, "G F [work(1)]").verdict, "fails");
  EXPECT_EQ(on(workers, Fairness::weak, "G F [work(1)]").verdict, "holds");
  EXPECT_EQ(on(workers, Fairness::weak, "G F work").verdict, "holds");
  const std::string shared =
      "act take, give, take', give', have, free: Nat;\n"
      "proc U(i: Nat) = take(i).give(i).U(i); L = sum i: Nat. (i < 4) -> take'(i).give'(i).L;\n"
      "init allow({have, free}, comm({take|take' -> have, give|give' -> free}, U(1) || U(2) || U(3) || L));\n";
  EXPECT_EQ(on(shared, Fairness::weak, "G F [have(1)]").verdict, "fails");
  EXPECT_EQ(on(shared, Fairness::strong, "G F [have(1)]").verdict, "holds");
  // The lock takes part in every step, so that every run is fair to it.
  EXPECT_EQ(on(shared, Fairness::strong, "G F [have(1)]", {"L"}).verdict, "fails");
  EXPECT_EQ(on(shared, Fairness::strong, "G F [have(1)]", {"V"}).verdict, "--fairness: there is no process 'V'");
}

/// The label says when an action happens (a(1)@3/2); a formula speaks of the action alone.
TEST(ActionFormulas, TakeAnActionForWhatItIsWhenever) {
  const std::string text =
      "act a: Nat; b;\n"
      "proc P(n: Nat) = (n < 3) -> a(n)@((n + 1) / 2) . P(n + 1) <> b . P(n);\n"
      "init P(0);\n";
  const auto on = [&](const std::string& formula, bool linear = true) {
    return check(mcrl2::front_end(), text, formula, linear);
  };
  EXPECT_EQ(on("F a(1)").verdict, "holds");
  EXPECT_EQ(on("F (a(2) & X b)").verdict, "holds");
  EXPECT_EQ(on("G not a").verdict, "fails");
  EXPECT_EQ(on("F a(3)").verdict, "fails");
  EXPECT_EQ(on("e(a(0))", false).verdict, "holds");
  EXPECT_EQ(on("EX[a(0)] EX[a(1)] true", false).verdict, "holds");
}

}  // namespace
}  // namespace quotient::temporal::test
