#include <gtest/gtest.h>

#include "bmethod/front_end.hpp"
#include "frontend/front_end.hpp"
#include "mcrl2/front_end.hpp"
#include "search/cycles/cycle_search.hpp"
#include "search/game/game_search.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient::temporal::test {
namespace {

/// What comes of checking one formula on a text, with and without symmetry.
struct Checked {
  std::string verdict;   // "holds", "fails", or the first error
  std::string order;     // of the group that was used
  std::uint32_t column;  // of an error, from 1
};

Checked check(const FrontEnd& language, const std::string& text, const std::string& formula, bool linear = true) {
  ModelSettings settings;
  settings.text = text;
  settings.program = settings.all_formulas = false;
  settings.up_to_symmetry = settings.find_symmetry = true;
  (linear ? settings.linear_formulas : settings.branching_formulas).push_back(formula);
  SourceMap sources;
  Diagnostics diagnostics;
  Loaded out{sources, diagnostics, {}, {}};
  language.load(settings, sources.add("model", text), nullptr, out);
  for (const Diagnostic& each : diagnostics.all()) {
    if (each.severity == Severity::error) return {each.message, "", each.range.begin + 1};
  }
  if (out.subjects.size() != 1) return {"no subject", "", 0};
  const Subject& subject = out.subjects.front();
  const DetectedSymmetry found = subject.symmetry->find({});
  std::vector<Verdict> verdicts;
  for (const bool reduced : {true, false}) {
    SearchOptions options;
    options.properties = PropertySet::none().add(FindingKind::ltl).add(FindingKind::runtime);
    std::unique_ptr<StateOrbits> orbits;
    if (reduced && !found.symmetry.group.is_trivial()) {
      orbits = StateOrbits::of(found.symmetry);
      options.orbits = orbits.get();
      options.reduction = &orbits->reduction();
    }
    const Result result = subject.cycles            ? find_cycles(*subject.system, *subject.cycles, options)
                          : subject.game != nullptr ? decide_game(*subject.system, *subject.game, options)
                                                    : explore(*subject.system, options);
    verdicts.push_back(result.verdict);
  }
  EXPECT_EQ(verdicts[0], verdicts[1]) << formula;
  const std::string verdict = verdicts[0] == Verdict::verified   ? "holds"
                              : verdicts[0] == Verdict::violated ? "fails"
                                                                 : "incomplete";
  return {verdict, found.symmetry.group.order().to_string(), 0};
}

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
  EXPECT_EQ(on_counter("G ({n > 0} => ({n > 0} S ([up] or [add])))"), "fails");  // [up] holds before, in n = 0
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
  EXPECT_EQ(error("G {n = TRUE}").column, 8U);
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

}  // namespace
}  // namespace quotient::temporal::test
