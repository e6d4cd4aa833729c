#include "../temporal/check_text.hpp"
#include "murphi/front_end.hpp"

namespace quotient::temporal::test {
namespace {

Checked in_linear_time(const std::string& text, const std::string& formula, Fairness fairness = Fairness::none,
                       const std::vector<std::string>& fair_to = {}) {
  return check(murphi::front_end(), text, formula, true, fairness, fair_to);
}
Checked in_branching_time(const std::string& text, const std::string& formula) {
  return check(murphi::front_end(), text, formula, false);
}

/// A lock: clients that ask, enter and leave, and a clock that has nothing to do with them.
std::string lock_of(const std::string& clients) {
  return "type Client : " + clients +
         ";\n"
         "var state : array [Client] of enum { Idle, Waiting, Inside }; busy, tick : boolean;\n"
         "startstate for c : Client do state[c] := Idle; end; busy := false; tick := false; end;\n"
         "ruleset c : Client do\n"
         "  rule \"ask\" state[c] = Idle ==> state[c] := Waiting; end;\n"
         "  rule \"get in\" state[c] = Waiting & !busy ==> state[c] := Inside; busy := true; end;\n"
         "  rule \"leave\" state[c] = Inside ==> state[c] := Idle; busy := false; end;\n"
         "end;\n"
         "rule \"tick\" true ==> tick := !tick; end;\n"
         "invariant \"never\" !busy;\n";  // formulas are checked whatever else is wrong
}
const std::string lock = lock_of("scalarset(3)"), named = lock_of("enum { A, B, C }");

TEST(MurphiFormulas, SpeakOfStatesInTheWordsOfTheModel) {
  EXPECT_EQ(in_branching_time(lock, "AG EF {busy}").verdict, "holds");
  EXPECT_EQ(in_branching_time(lock, "AG EF busy").verdict, "holds");
  EXPECT_EQ(in_branching_time(lock, "AG ({exists c : Client do state[c] = Inside end} <=> busy)").verdict, "holds");
  EXPECT_EQ(in_branching_time(lock, "AF busy").verdict, "fails");
  EXPECT_EQ(in_branching_time(lock, "EF (deadlock or sink)").verdict, "fails");
  EXPECT_EQ(in_linear_time(named, "G (not {state[A] = Inside & state[B] = Inside})").verdict, "holds");
  EXPECT_EQ(in_linear_time(lock, "G F busy").verdict, "fails");
}

TEST(MurphiFormulas, SpeakOfRulesByTheirNames) {
  EXPECT_EQ(in_linear_time(lock, "G ([leave] => busy)").verdict, "holds");
  EXPECT_EQ(in_linear_time(lock, "G ([\"get in\"] => X busy)").verdict, "holds");
  EXPECT_EQ(in_linear_time(lock, "G ([\"get in\"(Client_1)] => X ((not [\"get in\"]) W [leave(Client_1)]))").verdict,
            "holds");
  EXPECT_EQ(in_linear_time(lock, "G ([leave(Client_1)] => O [\"get in\"(Client_2)])").verdict, "fails");
  EXPECT_EQ(in_branching_time(lock, "AG (e(leave) <=> busy)").verdict, "holds");
  EXPECT_EQ(in_branching_time(lock, "EX[ask(_)] not e(\"get in\")").verdict, "fails");
  EXPECT_EQ(in_branching_time(lock, "AG AX[leave] not busy").verdict, "holds");
}

/// All choices of its parameters are one: that a rule is taken again and again is not asked for each of them.
TEST(MurphiFormulas, CanAskForRulesToBeTreatedFairly) {
  EXPECT_EQ(in_linear_time(lock, "F busy").verdict, "fails");
  EXPECT_EQ(in_linear_time(lock, "F busy", Fairness::weak).verdict, "holds");
  EXPECT_EQ(in_linear_time(lock, "F busy", Fairness::weak, {"ask"}).verdict, "fails");
  EXPECT_EQ(in_linear_time(lock, "F busy", Fairness::weak, {"ask", "get in"}).verdict, "holds");
  EXPECT_EQ(in_linear_time(lock, "F {exists c : Client do state[c] = Waiting end}", Fairness::weak, {"ask"}).verdict,
            "holds");
  EXPECT_EQ(in_linear_time(lock, "G F [\"get in\"]", Fairness::weak).verdict, "holds");
  EXPECT_EQ(in_linear_time(lock, "G F [\"get in\"(Client_1)]", Fairness::strong).verdict, "fails");
  EXPECT_EQ(
      in_linear_time(lock, "(SF(\"get in\"(Client_1)) & WF(ask(Client_1)) & WF(leave)) => G F [\"get in\"(Client_1)]")
          .verdict,
      "holds");
  EXPECT_EQ(in_linear_time(lock, "F busy", Fairness::weak, {"enter"}).verdict, "--fairness: there is no rule 'enter'");
}

TEST(MurphiFormulas, KeepTheSymmetryThatTheyDoNotBreak) {
  EXPECT_EQ(in_branching_time(lock, "AG EF busy").order, "6");
  EXPECT_EQ(in_linear_time(lock, "G ([ask] => F busy)").order, "6");
  EXPECT_EQ(in_linear_time(lock, "G ([ask(Client_1)] => F busy)").order, "2");
  EXPECT_EQ(in_linear_time(named, "G not {state[A] = Inside}").order, "2");
  EXPECT_EQ(in_linear_time(lock, "F busy", Fairness::weak).order, "6");
}

/// What a rule is called is no part of what it does: elements may be interchangeable, and rules about them may not be.
TEST(MurphiFormulas, DoNotExchangeRulesThatTheyTellApart) {
  const std::string two =
      "type E : enum { A, B }; var s : array [E] of boolean;\n"
      "startstate for e : E do s[e] := false; end; end;\n"
      "rule \"left\" !s[A] ==> s[A] := true; end; rule \"right\" !s[B] ==> s[B] := true; end;\n"
      "rule \"back\" s[A] & s[B] ==> for e : E do s[e] := false; end; end;\n";
  EXPECT_EQ(in_linear_time(two, "G F [back]").order, "2");
  EXPECT_EQ(in_linear_time(two, "G F [left]").order, "1");
  EXPECT_EQ(in_linear_time(two, "F [left]", Fairness::weak, {"left"}).order, "1");
  EXPECT_EQ(in_linear_time(two, "G ([left] => X [right])").verdict, "fails");
  EXPECT_EQ(in_linear_time(two, "[left] or [right]").verdict, "holds");
  EXPECT_EQ(in_linear_time(two, "[left]").verdict, "fails");
}

TEST(MurphiFormulas, ErrorsHaveTheirPlaceInTheFormula) {
  EXPECT_EQ(in_linear_time(lock, "G ([enter] => F busy)").verdict, "there is no rule \"enter\"");
  EXPECT_EQ(in_linear_time(lock, "G ([enter] => F busy)").column, 5U);
  EXPECT_EQ(in_linear_time(lock, "G F {bus}").verdict, "'bus' is not declared");
  EXPECT_EQ(in_linear_time(lock, "G F {bus}").column, 6U);
  EXPECT_EQ(in_linear_time(lock, "G F [tick(Client_1)]").verdict, "rule \"tick\" has another number of parameters");
  EXPECT_NE(in_linear_time(lock, "G F {busy & }").verdict, "holds");
  EXPECT_EQ(in_branching_time(lock, "AG ([tick] => busy)").column, 5U);
}

}  // namespace
}  // namespace quotient::temporal::test
