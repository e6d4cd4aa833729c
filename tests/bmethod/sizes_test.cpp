#include <gtest/gtest.h>

#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::explore;
using test::load_text;

TEST(Sizes, FromTheText) {
  const auto loaded = load_text(
      "MACHINE M(PAR) CONSTRAINTS card(PAR) = 5\n"
      "DEFINITIONS scope_A == 1..4; SET_PREF_MAXINT == 7\n"
      "SETS A; B; C; D; E; F = {x, y} CONSTANTS n, p, q, r\n"
      "PROPERTIES n = 3 & card(B) = n & card(C) = card(B) + 1 & card(D) > 5 & {p, q, r} <: E & p /= q & q /= r & p /= "
      "r END");
  ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  std::map<std::string, std::uint32_t> sizes;
  for (const SetSize& size : loaded->system->set_sizes()) sizes[size.name] = size.size;
  EXPECT_EQ(sizes, (std::map<std::string, std::uint32_t>{
                       {"PAR", 5}, {"A", 4}, {"B", 3}, {"C", 4}, {"D", 6}, {"E", 3}, {"F", 2}}));
  EXPECT_EQ(loaded->system->assumptions().integers->most, 7);
  EXPECT_EQ(loaded->system->assumptions().integers->least, -1);
}

TEST(Sizes, BetweenBounds) {
  const auto loaded = load_text(
      "MACHINE M DEFINITIONS SET_PREF_DEFAULT_SETSIZE == 4 SETS A; B; C; D; E\n"
      "PROPERTIES card(A) < 4 & 2 >= card(B) & card(C) : 6..9 & card(D) : 1..2 & card(E) <= card(A) END");
  ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  std::map<std::string, std::uint32_t> sizes;
  for (const SetSize& size : loaded->system->set_sizes()) sizes[size.name] = size.size;
  EXPECT_EQ(sizes, (std::map<std::string, std::uint32_t>{{"A", 3}, {"B", 2}, {"C", 6}, {"D", 2}, {"E", 3}}));
  EXPECT_TRUE(explore(*loaded->system).findings.empty());
}

/// As people write it who do not count: pairs that differ, unions of enumerations, functions onto a set.
TEST(Sizes, FromDifferencesUnionsAndFunctions) {
  Options options;
  options.up_to_symmetry = true;  // there are 22 million solutions
  const auto loaded = load_text(
      "MACHINE M SETS A; B; C; D; E; F CONSTANTS a, b, c, x, y, z, f, g, h, k\n"
      "PROPERTIES a : A & b : A & c : A & a /= b & not(a = c) & not(b = c)\n"
      "& x : B & y : B & z : B & B = {x} \\/ {y} \\/ {z} & x /= y & y /= z & x /= z\n"
      "& f : BOOL * BOOL >->> C & g : 1..5 >-> D & h : 0..2 -->> E & k : C -->> F & card(F) > 2 END",
      options);
  ASSERT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  std::map<std::string, std::uint32_t> sizes;
  for (const SetSize& size : loaded->system->set_sizes()) sizes[size.name] = size.size;
  EXPECT_EQ(sizes, (std::map<std::string, std::uint32_t>{{"A", 3}, {"B", 3}, {"C", 4}, {"D", 5}, {"E", 2}, {"F", 3}}));
  Successors initial;
  loaded->system->generator()->initial(initial);
  EXPECT_FALSE(initial.empty());
}

std::map<std::string, std::uint32_t> sizes_in(const std::string& text) {
  const auto loaded = load_text(text);
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
  std::map<std::string, std::uint32_t> sizes;
  if (loaded->system == nullptr) return sizes;
  for (const SetSize& size : loaded->system->set_sizes()) sizes[size.name] = size.size;
  return sizes;
}

/// Parts that share nothing need room side by side; where all have a known size, so has the whole.
TEST(Sizes, FromParts) {
  using SetSizes = std::map<std::string, std::uint32_t>;
  EXPECT_EQ(sizes_in("MACHINE M SETS S CONSTANTS a, b, c PROPERTIES a <: S & b <: S & c <: S & a /= {} & b : POW1(S)\n"
                     "& not(c = {}) & a /\\ b = {} & {} = b /\\ c & a /\\ c = {} END"),
            (SetSizes{{"S", 3}}));
  EXPECT_EQ(
      sizes_in("MACHINE M SETS S CONSTANTS a, b PROPERTIES a \\/ b = S & a /\\ b = {} & card(a) = 3 & card(b) = 2\n"
               "END"),
      (SetSizes{{"S", 5}}));
  EXPECT_EQ(
      sizes_in("MACHINE M SETS S CONSTANTS a, b, x PROPERTIES S = a \\/ b \\/ {x} & a /\\ b = {} & x /: a & x /: b\n"
               "& card(a) : 2..3 & 2 <= card(b) END"),
      (SetSizes{{"S", 5}}));
  // Without `a /\ b = {}` the larger of the two may hold the other.
  EXPECT_EQ(sizes_in("MACHINE M SETS S CONSTANTS a, b PROPERTIES a \\/ b <: S & card(a) = 3 & card(b) = 2 END"),
            (SetSizes{{"S", 3}}));
}

TEST(Sizes, FromSizesOfOthers) {
  using SetSizes = std::map<std::string, std::uint32_t>;
  EXPECT_EQ(sizes_in("MACHINE M SETS S; T; U PROPERTIES card(S) >= card(T) + card(U) END"),
            (SetSizes{{"S", 4}, {"T", 2}, {"U", 2}}));
  EXPECT_EQ(sizes_in("MACHINE M SETS S; T; U PROPERTIES card(T) + card(U) < card(S) & card(U) = 3 END"),
            (SetSizes{{"S", 6}, {"T", 2}, {"U", 3}}));
  EXPECT_EQ(sizes_in("MACHINE M SETS S; T PROPERTIES card(S) = 4 & card(S) = card(T) + 1 END"),
            (SetSizes{{"S", 4}, {"T", 3}}));
}

/// A list of constants is that many elements only if they are different. If nobody says so the size is assumed.
TEST(Sizes, ListsAreAssumedToBeOfDifferentElements) {
  const auto listed = load_text("MACHINE M SETS S CONSTANTS a, b, c PROPERTIES S = {a, b, c} END");
  ASSERT_NE(listed->system, nullptr);
  EXPECT_EQ(listed->system->set_sizes().at(0).size, 3u);
  EXPECT_EQ(listed->system->assumptions().sizes.at(0).other, 2u);
  const auto different =
      load_text("MACHINE M SETS S CONSTANTS a, b, c PROPERTIES S = {a, b, c} & a /= b & b /= c & not(a = c) END");
  ASSERT_NE(different->system, nullptr);
  EXPECT_EQ(different->system->set_sizes().at(0).size, 3u);
  EXPECT_EQ(different->system->assumptions().sizes.at(0).other, std::nullopt);
  // Who says that two of them are the same means a smaller set.
  EXPECT_EQ(sizes_in("MACHINE M SETS S CONSTANTS a, b, c PROPERTIES S = {a, b, c} & card(S) = 2 END"),
            (std::map<std::string, std::uint32_t>{{"S", 2}}));
}

}  // namespace
}  // namespace quotient::bmethod
