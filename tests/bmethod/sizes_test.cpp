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

}  // namespace
}  // namespace quotient::bmethod
