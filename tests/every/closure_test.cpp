#include "every/closure.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "every/certify.hpp"
#include "murphi/front_end.hpp"

namespace quotient {
namespace {

/// A Murphi model with so many elements of a family.
struct Sized {
  SourceMap sources;
  Diagnostics diagnostics;
  std::vector<Subject> subjects;
  Family family;
  std::string errors;

  Sized(const std::string& text, const std::string& name, std::uint32_t size) {
    ModelSettings settings;
    if (size > 0) settings.set_sizes[name] = size;
    Loaded loaded{sources, diagnostics, {}, {}};
    murphi::front_end().load(settings, sources.add("m.m", text), nullptr, loaded);
    for (const Diagnostic& d : diagnostics.all()) errors += d.message + "\n";
    if (!diagnostics.has_errors()) subjects = std::move(loaded.subjects);
    if (!subjects.empty()) family = subjects.front().families->family(name);
  }
  const System& system() const { return *subjects.front().system; }
};

std::string example(const std::string& name) {
  std::ifstream file(std::string(QUOTIENT_ROOT) + "/examples/murphi/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

ClosureOptions options(const Family& family, std::uint32_t k) {
  ClosureOptions out;
  out.sizes = every_size(family, k);
  out.checked = [](FindingKind) { return true; };
  return out;
}

Closure closed(const std::string& text, const std::string& name, std::uint32_t k) {
  const Sized small(text, name, 0);
  EXPECT_EQ(small.errors, "");
  for (const FamilyObstacle& o : small.family.obstacles) ADD_FAILURE() << o.why;
  const Sized sized(text, name, every_size(small.family, k).size);
  return close_views(sized.system(), sized.family, options(sized.family, k));
}

/// The views of a state, by what it looks like to people: no cell of the family is believed.
using Text = std::map<std::string, std::string>;
using TextView = std::pair<Text, std::multiset<Text>>;

class TextViews {
 public:
  TextViews(const Sized& model, std::uint32_t k) : model_(model), k_(k) {}

  void add(StateView state, std::set<TextView>& out) const {
    Text shared;
    std::vector<Text> elements(model_.family.size);
    const std::string& family = model_.family.name;
    for (const CellValue& c : model_.system().narrator().describe(state)) {
      const int of = number_in(c.cell, '[' + family + '_');
      const int at = number_in('[' + c.value, '[' + family + '_');
      const std::string bare = of == 0 ? c.cell : c.cell.substr(0, c.cell.find('['));
      if (of > 0) elements[static_cast<std::size_t>(of) - 1][bare + c.cell.substr(c.cell.find(']'))] = c.value;
      if (of == 0) shared[c.cell] = at > 0 ? "one of them" : c.value;
      if (at > 0) elements[static_cast<std::size_t>(at) - 1]["pointed at by " + c.cell] = "yes";
    }
    std::multiset<Text> chosen;
    choose(shared, elements, 0, chosen, out);
  }

 private:
  static int number_in(const std::string& text, const std::string& before) {
    const auto at = text.find(before);
    return at == std::string::npos ? 0 : std::stoi(text.substr(at + before.size()));
  }
  void choose(const Text& shared, const std::vector<Text>& elements, std::size_t from, std::multiset<Text>& chosen,
              std::set<TextView>& out) const {
    if (chosen.size() == k_) {
      out.emplace(shared, chosen);
      return;
    }
    for (std::size_t i = from; i < elements.size(); ++i) {
      const auto it = chosen.insert(elements[i]);
      choose(shared, elements, i + 1, chosen, out);
      chosen.erase(it);
    }
  }

  const Sized& model_;
  std::uint32_t k_;
};

/// All views of all states that can be reached, found in the plainest way there is.
std::set<TextView> reachable_views(const Sized& model, std::uint32_t k) {
  std::set<TextView> out;
  const TextViews views(model, k);
  const auto generator = model.system().generator();
  std::set<std::string> seen;
  std::deque<std::string> waiting;
  Successors steps;
  const auto take = [&] {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::string state(steps[i].state.begin(), steps[i].state.end());
      if (!seen.insert(state).second) continue;
      waiting.push_back(state);
      views.add(steps[i].state, out);
    }
  };
  generator->initial(steps);
  take();
  while (!waiting.empty()) {
    const std::string state = waiting.front();
    waiting.pop_front();
    generator->successors({reinterpret_cast<const std::uint8_t*>(state.data()), state.size()}, steps);
    take();
  }
  return out;
}

struct Example {
  const char* file;
  const char* family;
  std::uint32_t k, enough, largest;  // from `enough` elements on nothing new is to be seen
};
const Example examples[] = {{"lock.m", "Client", 1, 3, 7},
                            {"lock.m", "Client", 2, 3, 6},
                            {"two_phase_commit.m", "RM", 1, 2, 5},
                            {"two_phase_commit.m", "RM", 2, 3, 5},
                            {"german_control.m", "NODE", 2, 3, 3}};

TEST(Closure, HoldsAllViewsOfLargerSystems) {
  for (const Example& e : examples) {
    const std::string text = example(e.file);
    const Closure closure = closed(text, e.family, e.k);
    ASSERT_EQ(closure.end, Closure::End::closed) << e.file;
    const std::set<TextView> seen = reachable_views(Sized(text, e.family, e.enough), e.k);
    EXPECT_EQ(seen.size(), closure.views) << e.file << " with views of " << e.k;
    const bool slow = std::getenv("QUOTIENT_SLOW_TESTS") != nullptr;
    for (std::uint32_t n = e.enough + 1; n <= e.largest + (slow ? 1 : 0); ++n) {
      EXPECT_TRUE(reachable_views(Sized(text, e.family, n), e.k) == seen) << e.file << " with " << n;
    }
  }
}

TEST(Closure, OfGermansProtocolHasAsManyViewsAsAPrototypeFound) {
  const std::string text = example("german_control.m");
  EXPECT_EQ(closed(text, "NODE", 2).views, 1107U);
  EXPECT_EQ(reachable_views(Sized(text, "NODE", 2), 2).size(), 735U);
}

const std::string start =
    "const N : 2; type P : scalarset(N); S : enum { A, B, C };\n"
    "var a : array [P] of S; g : boolean; o : P;\n"
    "startstate for i : P do a[i] := A; end; g := false; undefine o; end;\n";

/// Wrong with four elements and not with three.
const std::string wrong_with_four =
    "type P : scalarset(2); S : enum { A, B }; var a : array [P] of S; n : 0..3;\n"
    "startstate for i : P do a[i] := A; end; n := 0; end;\n"
    "ruleset p : P do rule \"count\" a[p] = A & n < 3 ==> a[p] := B; n := n + 1; end;\n"
    "  rule \"one more\" a[p] = A & n = 3 ==> error \"four\"; end; end;\n";

TEST(Closure, FindsWhatIsWrongOnlyInLargerSystems) {
  const Closure closure = closed(wrong_with_four, "P", 1);
  EXPECT_EQ(closure.end, Closure::End::violated);
}

/// All that must be counted: with one element less views would be missing that are seen in larger systems.
TEST(Closure, NeedsAsManyElementsAsAreCounted) {
  const std::string common =
      "type P : scalarset(2); S : enum { A, B, C }; var a : array [P] of S; g : boolean;\n"
      "function B_and_C() : boolean; begin return (exists p : P do a[p] = B end) & exists p : P do a[p] = C end; end;\n"
      "startstate for i : P do a[i] := A; end; g := false; end;\n"
      "ruleset p : P do rule \"b\" a[p] = A & !g ==> a[p] := B; end; rule \"c\" a[p] = A & !g ==> a[p] := C; end;\n"
      "  rule \"wrong\" g & a[p] = A ==> error \"A\"; end; end;\n";
  for (const char* rule :
       {"ruleset p : P; q : P do rule \"x\" a[p] = B & a[q] = C ==> g := true; end; end;",
        "rule \"x\" exists p : P do a[p] = B end & exists p : P do a[p] = C end ==> g := true; end;",
        "rule \"x\" exists p : P do exists q : P do a[p] = B & a[q] = C end end ==> g := true; end;",
        "rule \"x\" !(forall p : P do a[p] != B end) & !(forall p : P do a[p] != C end) ==> g := true; end;",
        "rule \"x\" B_and_C() ==> g := true; end;", "rule \"x\" !g ==> if B_and_C() then g := true; end; end;",
        "rule \"x\" !g ==> g := B_and_C(); end;",
        "rule \"x\" !g ==> if exists p : P do a[p] = B end then if exists p : P do a[p] = C end then g := true; end; "
        "end; end;",
        "rule \"x\" !g ==> switch forall p : P do a[p] != B end case false: g := exists p : P do a[p] = C end; end; "
        "end;",
        "var o : P; ruleset p : P do rule \"o\" isundefined(o) & a[p] = B ==> o := p; end;"
        "  rule \"x\" !isundefined(o) & a[p] = C ==> g := true; end; end;"}) {
    const std::string text = common + rule;
    const Sized written(text, "P", 0);
    ASSERT_EQ(written.errors, "") << rule;
    const EverySize sizes = every_size(written.family, 1);
    const Sized enough(text, "P", sizes.size), less(text, "P", sizes.size - 1);
    EXPECT_EQ(close_views(enough.system(), enough.family, options(enough.family, 1)).end, Closure::End::violated)
        << rule;
    ClosureOptions too_few = options(less.family, 1);
    too_few.sizes.size = sizes.size - 1;
    EXPECT_EQ(close_views(less.system(), less.family, too_few).end, Closure::End::closed) << rule;
  }
}

/// The numbers that the proof rests on.
Family family_of(const std::string& rules) {
  const Sized model(start + rules, "P", 3);
  EXPECT_EQ(model.errors, "");
  return model.family;
}

std::pair<std::uint32_t, std::uint32_t> numbers(const std::string& rules) {
  const Family f = family_of(rules);
  for (const FamilyObstacle& o : f.obstacles) ADD_FAILURE() << o.why;
  return {f.named, f.witnesses};
}

TEST(Families, CountWhatAStepDependsOn) {
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(numbers("rule \"1\" g ==> g := false; end;"), Pair(0, 0));
  EXPECT_EQ(numbers("ruleset p : P do rule \"1\" a[p] = A ==> a[p] := B; end; end;"), Pair(1, 0));
  EXPECT_EQ(numbers("ruleset p : P; q : P do rule \"1\" a[p] = a[q] ==> a[p] := B; end; end;"), Pair(2, 0));
  EXPECT_EQ(numbers("rule \"1\" exists p : P do a[p] = B end ==> g := true; end;"), Pair(1, 0));
  EXPECT_EQ(numbers("rule \"1\" !forall p : P do a[p] = B end ==> g := true; end;"), Pair(1, 0));
  EXPECT_EQ(numbers("rule \"1\" forall p : P do a[p] = B end ==> g := true; end;"), Pair(0, 0));
  EXPECT_EQ(numbers("rule \"1\" exists p : P do exists q : P do p != q & a[p] = a[q] end end ==> g := true; end;"),
            Pair(2, 0));
  EXPECT_EQ(numbers("rule \"1\" exists p : P do a[p] = B end & exists p : P do a[p] = C end ==> g := true; end;"),
            Pair(2, 0));
  EXPECT_EQ(numbers("rule \"1\" exists p : P do a[p] = B end | exists p : P do a[p] = C end ==> g := true; end;"),
            Pair(1, 0));
  // Where both values of a condition count, a forall needs a witness, too.
  EXPECT_EQ(numbers("rule \"1\" g ==> if forall p : P do a[p] = B end then g := false; end; end;"), Pair(1, 0));
  EXPECT_EQ(numbers("rule \"1\" g ==> g := forall p : P do a[p] = B end; end;"), Pair(1, 0));
  EXPECT_EQ(numbers("rule \"1\" g = forall p : P do a[p] = B end ==> g := true; end;"), Pair(1, 0));
  EXPECT_EQ(numbers("rule \"1\" g ==> assert exists p : P do a[p] = B end; end;"), Pair(1, 0));
  // One statement after the other.
  EXPECT_EQ(
      numbers("function F() : boolean; begin return exists p : P do a[p] = B end; end;"
              "ruleset q : P do rule \"1\" F() ==> if F() then a[q] := C; end; if F() then a[q] := A; end; end; end;"),
      Pair(4, 0));
  // An error inside of a quantifier or loop is the error of one more.
  EXPECT_EQ(numbers("ruleset p : P do rule \"1\" forall q : P do a[q] = A | o = q end ==> o := p; end; end;"),
            Pair(2, 0));
  EXPECT_EQ(numbers("rule \"1\" g ==> for p : P do if a[p] = B then error \"B\"; end; end; end;"), Pair(1, 0));
  EXPECT_EQ(numbers("rule \"1\" g ==> g := false; end;"
                    "invariant \"i\" forall p : P do forall q : P do p = q | a[p] = A | a[q] = A end end;"),
            Pair(0, 2));
  EXPECT_EQ(numbers("rule \"1\" g ==> g := false; end; invariant \"i\" exists p : P do a[p] = A end;"), Pair(0, 0));
  EXPECT_EQ(numbers("rule \"1\" g ==> g := false; end;"
                    "ruleset p : P do invariant \"i\" forall q : P do p = q | a[p] = A | a[q] = A end; end;"),
            Pair(0, 2));
}

std::string obstacle(const std::string& rules) {
  const Family f = family_of(rules);
  return f.obstacles.empty() ? "" : f.obstacles.front().why;
}

TEST(Families, RefuseWhatDependsOnHowManyThereAreOrOnTheirOrder) {
  const auto refused = [](const std::string& rules, const std::string& why) {
    const std::string found = obstacle(rules);
    EXPECT_NE(found.find(why), std::string::npos) << rules << "\n" << found;
  };
  refused("rule \"1\" g ==> for p : P do if a[p] = B then g := false; end; end; end;", "whose turn");
  refused("rule \"1\" g ==> for p : P do o := p; end; end;", "order");
  refused("rule \"1\" g ==> clear o; end;", "first P");
  refused("rule \"1\" forall p : P do exists q : P do a[p] = a[q] end end ==> g := true; end;", "any number");
  refused("rule \"1\" g ==> if exists p : P do forall q : P do a[p] = a[q] end end then g := false; end; end;",
          "any number");
  refused("invariant \"i\" exists p : P do forall q : P do a[p] = a[q] end end;", "any number");
  refused("rule \"1\" g ==> for p : P do if exists q : P do a[q] = B end then a[p] := B; end; end; end;",
          "asked again");
  refused("rule \"1\" g ==> while exists q : P do a[q] = B end do g := false; end; end;", "asked again");
  refused("ruleset p : P do rule \"1\" g ==> for q : P do a[q] := a[p]; end; end; end;", "order");
  refused(
      "procedure W(var x : S); begin x := B; end;"
      "ruleset p : P do rule \"1\" g ==> for q : P do W(a[p]); end; end; end;",
      "whose turn");
  refused(
      "function F() : P; begin for q : P do if a[q] = B then return q; end; end; return o; end;"
      "rule \"1\" g ==> o := F(); end;",
      "first decides");
  refused(
      "function F(p : P) : P; begin return p; end;"
      "rule \"1\" g ==> for q : P do a[F(q)] := B; end; end;",
      "returned");
  refused(
      "procedure Q(p : P); var x : S; begin x := a[p]; a[p] := x; end;"
      "rule \"1\" g ==> for q : P do Q(q); end; end;",
      "whose turn");
  refused("ruleset p : P do rule \"1\" g ==> for q : P do alias x : a[p] do x := A; end; end; end; end;", "whose turn");
  refused("type R : 1..N; rule \"1\" g ==> g := false; end;", "uses the number");
  refused("const M : N + 1; type R : 1..M; rule \"1\" g ==> g := false; end;", "uses the number");
  refused("rule \"1\" g ==> const M : N; begin g := M = 2; end;", "uses the number");
  refused(
      "function F() : boolean; begin g := true; return false; end;"
      "rule \"1\" (forall p : P do a[p] = A end) | F() ==> g := false; end;",
      "part of a condition");
  refused(
      "function F(var x : S) : boolean; begin x := A; return false; end;"
      "ruleset p : P do rule \"1\" g | F(a[p]) ==> g := false; end; end;",
      "part of a condition");
  refused("procedure Take(p : P); begin p := o; end; rule \"1\" g ==> Take(o); end;", "is changed");
  EXPECT_EQ(
      obstacle("procedure W(var x : S); begin x := B; end;"
               "rule \"1\" g ==> for q : P do W(a[q]); alias x : a[q] do if x = B then x := A; end; end; end; end;"),
      "");
}

TEST(Families, RefuseRangesThatAreUsedAsNumbers) {
  const auto why = [](const std::string& rules) {
    const Sized model(
        "const N : 3; type P : 1..N; var a : array [P] of 0..5; o : P; n : 0..5;\n"
        "startstate for i : P do a[i] := 0; end; undefine o; n := 0; end;\n" +
            rules,
        "P", 0);
    EXPECT_EQ(model.errors, "");
    return model.family.obstacles.empty() ? "" : model.family.obstacles.front().why;
  };
  for (const char* rules :
       {"rule \"1\" a[1] = 0 ==> n := 1; end;", "ruleset p : P do rule \"1\" p < 2 ==> n := 1; end; end;",
        "ruleset p : P do rule \"1\" n = 0 ==> n := p; end; end;", "rule \"1\" n = 0 ==> o := 2; end;",
        "rule \"1\" n = 0 ==> o := n; end;", "ruleset p : P do rule \"1\" n = p ==> n := 1; end; end;",
        "ruleset p : P do rule \"1\" n = 0 ==> a[p] := p + 1; end; end;",
        "ruleset p : P do rule \"1\" n = 0 ==> o := n = 0 ? p : o; end; end;",
        "ruleset p : P do rule \"1\" n = 0 ==> switch p case 1: n := 1; end; end; end;",
        "procedure W(var x : 1..3); begin x := 2; end; rule \"1\" n = 0 ==> W(o); end;",
        "ruleset i : 1..3 do rule \"1\" n = 0 ==> a[i] := 1; end; end;", "rule \"1\" ismember(n, P) ==> n := 1; end;",
        "rule \"1\" n = 0 ==> for i := 1 to 3 do a[i] := 1; end; end;"}) {
    EXPECT_NE(why(rules), "") << rules;
  }
  EXPECT_STREQ(why("ruleset p : P do rule \"1\" a[p] = 0 & (isundefined(o) | o != p) ==> o := p; end; end;").c_str(),
               "");
}

/// A certificate is not believed: a view less, and one that makes something wrong.
TEST(Certificates, AreCheckedViewByView) {
  const std::string text = example("lock.m");
  const Sized small(text, "Client", 0);
  Certificate right;
  right.family = "Client";
  right.sizes = every_size(small.family, 2);
  right.properties = {"assertion", "invariant"};
  const Sized sized(text, "Client", right.sizes.size);
  Closure closure = close_views(sized.system(), sized.family, options(sized.family, 2));
  right.shared_names = closure.shared_names;
  right.element_names = closure.element_names;
  right.views = closure.rows;
  EXPECT_EQ(certify_views(sized.system(), sized.family, right).objection, "");
  for (std::size_t k = 0; k < right.views.size(); ++k) {
    Certificate wrong = right;
    wrong.views.erase(wrong.views.begin() + static_cast<std::ptrdiff_t>(k));
    EXPECT_NE(certify_views(sized.system(), sized.family, wrong).objection, "") << "without view " << k;
  }
  // Two are inside and nobody holds the lock: all views of a state with four of them are there, and it is wrong.
  Certificate more = right;
  more.views.push_back(right.views.front());
  std::size_t changed = 0;
  for (const ViewRows& view : right.views) {
    const bool free = std::ranges::find(view.shared, 0xffff'ffffU) == view.shared.end();
    if (!free || changed++ > 0) continue;
    more.views.back() = {view.shared, {view.elements[0], view.elements[0]}};
    for (auto& element : more.views.back().elements) element.front() = 3;
  }
  EXPECT_NE(certify_views(sized.system(), sized.family, more).objection.find("mutual exclusion"), std::string::npos);
  Certificate few = right;
  few.sizes.needed = 0;
  EXPECT_NE(certify_views(sized.system(), sized.family, few).objection, "");
}

}  // namespace
}  // namespace quotient
