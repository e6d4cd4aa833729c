#include <deque>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "mcrl2/mcrl2.hpp"

namespace quotient::mcrl2 {
namespace {

/// Where the process is, in all reachable states.
std::set<std::string> places(std::string text) {
  SourceMap sources;
  const FileId file = sources.add("m.mcrl2", std::move(text));
  Diagnostics diagnostics;
  const auto system = load(sources, file, {}, diagnostics);
  std::set<std::string> found;
  if (!system) return found;
  const auto generator = system->generator();
  std::set<std::vector<std::uint8_t>> seen;
  std::deque<std::vector<std::uint8_t>> todo;
  Successors out;
  const auto visit = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::vector<std::uint8_t> state(out[i].state.begin(), out[i].state.end());
      if (seen.insert(state).second) todo.push_back(state);
    }
  };
  generator->initial(out);
  for (visit(); !todo.empty(); visit()) {
    const std::vector<std::uint8_t> state = std::move(todo.front());
    todo.pop_front();
    for (const CellValue& cell : system->narrator().describe(state)) {
      if (cell.cell.find('.') == std::string::npos) found.insert(cell.value);
    }
    generator->successors(state, out);
  }
  return found;
}

using Texts = std::set<std::string>;

/// A trace with twenty equal processes said "Station, before give(…)" of each: what tells them apart stood elsewhere.
TEST(Places, NameAProcessByWhatItNeverChanges) {
  EXPECT_EQ(places("sort S = struct a | b; act go, back: S;\n"
                   "proc Station(s: S, n: Nat, t: S) = go(s) . back(t) . Station(n = (n + 1) mod 2);\n"
                   "init Station(a, 0, b);"),
            (Texts{"Station(a, …, b)", "Station(a, …, b), before back(b)"}));
  // Handed on from process to process, and written as a constant.
  EXPECT_EQ(places("sort S = struct a | b; act go, on: S; proc P(s: S) = go(s) . Q(b, s); Q(t, s: S) = on(t) . P(s);\n"
                   "init P(a);"),
            (Texts{"P(a)", "Q(b, a)"}));
}

/// Exchanged, received, computed, or entered with several values: these change, whatever the text of one call says.
TEST(Places, LeaveOutWhatChanges) {
  const std::string declarations = "sort S = struct a | b; act go: S # S; on: S;\n";
  EXPECT_EQ(places(declarations + "proc P(s, t: S) = go(s, t) . P(t, s); init P(a, b);"), (Texts{"P"}));
  EXPECT_EQ(places(declarations + "proc P(s: S) = sum t: S. go(s, t) . P(t); init P(a);"), (Texts{"P"}));
  EXPECT_EQ(places(declarations + "proc P(s, t: S) = go(s, t) . P(s, if(t == a, b, a)); init P(a, b);"),
            (Texts{"P(a, …)"}));
  // A loop finds out late that what it hands on has changed.
  EXPECT_EQ(places(declarations + "proc P(s: S) = on(s) . Q(s); Q(s: S) = on(s) . R(s); R(s: S) = on(s) . P(b);\n"
                                  "init P(a);"),
            (Texts{"P", "Q", "R"}));
  // A variable of a sum that is called like a parameter is none.
  EXPECT_EQ(places(declarations + "proc P(s: S) = sum s: S. on(s) . go(s, s) . P(s = s); init P(a);"),
            (Texts{"P", "P, before go(a, a)", "P, before go(b, b)"}));
}

/// What is not needed any more is not in the state.
TEST(Places, LeaveOutWhatIsNoLongerKnown) {
  EXPECT_EQ(places("sort S = struct a | b; act on: S; proc P(s, t: S) = on(s) . on(t) . delta; init P(a, b);"),
            (Texts{"P(a, b)", "P(…, b), before on(b)", "P, before delta"}));
}

}  // namespace
}  // namespace quotient::mcrl2
