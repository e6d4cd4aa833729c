#include <gtest/gtest.h>
#include <set>

#include "bmethod/front_end.hpp"
#include "check_text.hpp"
#include "mcrl2/front_end.hpp"

namespace quotient::temporal::test {
namespace {

/// The parts of a formula that make no difference, as the text has them.
std::set<std::string> idle_parts(const FrontEnd& language, const std::string& text, const std::string& formula,
                                 Fairness fairness = Fairness::none) {
  ModelSettings settings;
  settings.text = text;
  settings.program = settings.all_formulas = false;
  settings.fairness = fairness;
  settings.linear_formulas.push_back(formula);
  SourceMap sources;
  Diagnostics diagnostics;
  Loaded out{sources, diagnostics, {}, {}};
  language.load(settings, sources.add("model", text), nullptr, out);
  EXPECT_EQ(out.subjects.size(), 1U) << formula;
  std::set<std::string> idle;
  if (out.subjects.empty()) return idle;
  SearchOptions options;
  options.properties = PropertySet::none().add(FindingKind::ltl).add(FindingKind::runtime);
  const auto holds = [&](const Subject& subject) {
    return (subject.cycles ? find_cycles(*subject.system, *subject.cycles, options) : explore(*subject.system, options))
               .verdict == Verdict::verified;
  };
  EXPECT_TRUE(holds(out.subjects[0])) << formula;
  for (const Condition& each : out.subjects[0].conditions) {
    const std::unique_ptr<Subject> instead = each.never();
    EXPECT_NE(instead, nullptr);
    if (instead != nullptr && holds(*instead)) idle.insert((each.is_proposition ? "" : "never: ") + each.text);
  }
  return idle;
}

using Parts = std::set<std::string>;

TEST(Vacuity, OfActionsThatNeverHappenOrMakeNoDifference) {
  const FrontEnd& mcrl2 = mcrl2::front_end();
  const std::string text = "act a, b, c; proc P = a . b . P; init P;";
  EXPECT_EQ(idle_parts(mcrl2, text, "G (c => F b)"), (Parts{"never: c", "c", "b"}));
  EXPECT_EQ(idle_parts(mcrl2, text, "G (a => X b)"), Parts{});
  // It is not because of a that b comes again and again.
  EXPECT_EQ(idle_parts(mcrl2, text, "G (a => F b)"), (Parts{"a"}));
  EXPECT_EQ(idle_parts(mcrl2, text, "G (a or b or c)"), (Parts{"c"}));
  EXPECT_EQ(idle_parts(mcrl2, text, "G (b => Y a)"), Parts{});
  EXPECT_EQ(idle_parts(mcrl2, text, "G F c => G F b"), (Parts{"never: G F c", "c", "b"}));
  // In the first state not to hold is nothing unusual; both signs say nothing.
  EXPECT_EQ(idle_parts(mcrl2, text, "b => F c"), (Parts{"c"}));
  EXPECT_EQ(idle_parts(mcrl2, text, "G (a <=> X b)"), Parts{});
}

TEST(Vacuity, OfPredicatesUnderFairnessAndWithinQuantifiers) {
  const FrontEnd& b = bmethod::front_end();
  const std::string text =
      "MACHINE T VARIABLES x INVARIANT x : 0..2 INITIALISATION x := 0\n"
      "OPERATIONS up = PRE x < 2 THEN x := x + 1 END; down = PRE x = 2 THEN x := 0 END; stay = skip END\n";
  EXPECT_EQ(idle_parts(b, text, "G ({x = 1} => F {x = 2})", Fairness::weak), (Parts{"{x = 1}"}));
  EXPECT_EQ(idle_parts(b, text, "G ({x > 2} => F {x = 2})", Fairness::weak),
            (Parts{"never: {x > 2}", "{x > 2}", "{x = 2}"}));
  EXPECT_EQ(idle_parts(b, text, "G ({x = 1} => {x > 0})"), Parts{});
  // What a quantifier has made several of is left alone.
  EXPECT_EQ(idle_parts(b, text, "!n.({n : 0..2} => G ({x = n} => {x >= n}))"), Parts{});
}

}  // namespace
}  // namespace quotient::temporal::test
