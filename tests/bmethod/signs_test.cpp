#include <gtest/gtest.h>
#include <string>

#include "explore.hpp"

// The signs of ProB and Rodin mean what is written in ASCII.

namespace quotient::bmethod {
namespace {

test::Exploration explored(const std::string& text) {
  const auto loaded = test::load_text(text, test::initialised_only());
  EXPECT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
  return loaded->system == nullptr ? test::Exploration() : test::explore(*loaded->system);
}

TEST(Signs, AreWhatTheyAreInAscii) {
  const test::Exploration signs = explored(
      "MACHINE M SETS S = {a, b, c} VARIABLES f, x, y\n"
      "INVARIANT f ∈ S ⇸ 0‥3 ∧ x ⊆ S ∧ (¬(x = S ∧ f = ∅) ∨ ∃z·(z ∈ S ∧ z ∉ ∅)) ∧ ∀z·(z∈S ⇒ z∈S) ∧ y ∈ ℤ\n"
      "INITIALISATION f ≔ ∅ ∥ x :∈ ℙ(S) ∥ y∶∈{1,2}\n"
      "OPERATIONS put(s) = PRE s ∈ S ∧ s ∉ dom(f) ∧ y ≥ 1 THEN f ≔ f ∪ {s ↦ y} END;\n"
      "drop = SELECT x ≠ ∅ ∧ card(x ∩ S) ≤ 2 THEN x ≔ x ∖ {a} ∥ f ≔ x ⩤ f END;\n"
      "all = ANY g WHERE g ∈ {a} → 0‥1 ∧ ran(g ▷ {0}) = ∅ THEN f ≔ g ∥ y ≔ 7 ÷ 3 END END");
  const test::Exploration ascii = explored(
      "MACHINE M SETS S = {a, b, c} VARIABLES f, x, y\n"
      "INVARIANT f : S +-> 0..3 & x <: S & (not(x = S & f = {}) or #z.(z : S & z /: {})) & !z.(z:S => z:S) & y : "
      "INTEGER\n"
      "INITIALISATION f := {} || x :: POW(S) || y::{1,2}\n"
      "OPERATIONS put(s) = PRE s : S & s /: dom(f) & y >= 1 THEN f := f \\/ {s |-> y} END;\n"
      "drop = SELECT x /= {} & card(x /\\ S) <= 2 THEN x := x - {a} || f := x <<| f END;\n"
      "all = ANY g WHERE g : {a} --> 0..1 & ran(g |> {0}) = {} THEN f := g || y := 7 / 3 END END");
  EXPECT_GT(signs.states, 100u);
  EXPECT_EQ(signs.states, ascii.states);
  EXPECT_EQ(signs.transitions, ascii.transitions);
  EXPECT_EQ(signs.seen, ascii.seen);
  EXPECT_EQ(signs.labels, ascii.labels);
}

}  // namespace
}  // namespace quotient::bmethod
