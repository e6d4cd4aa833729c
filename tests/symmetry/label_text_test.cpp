#include "symmetry/action/label_text.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

std::string exchanged(std::string_view label) {
  return permuted_label(label, [](std::string_view name) -> std::string_view {
    if (name == "p1") return "p2";
    return name == "p2" ? "p1" : name;
  });
}

TEST(LabelText, NamesInArgumentsAreReplaced) {
  EXPECT_EQ(exchanged("lock(p1, f2)"), "lock(p2, f2)");
  EXPECT_EQ(exchanged("p1"), "p1");
  EXPECT_EQ(exchanged("p1(p1)"), "p1(p2)");
  EXPECT_EQ(exchanged("a(p1(p1), p11, p1')"), "a(p1(p2), p11, p1')");
  EXPECT_EQ(exchanged("tau"), "tau");
  EXPECT_EQ(exchanged("a([p1, p2, p2], 12)"), "a([p2, p1, p1], 12)");
}

TEST(LabelText, NumbersCanBeNames) {
  const auto swapped = [](std::string_view name) -> std::string_view {
    return name == "1" ? "2" : name == "2" ? "1" : name;
  };
  EXPECT_EQ(permuted_label("a1(1, f(2), 12, [2])", swapped), "a1(2, f(1), 12, [1])");
}

/// The 1 and the 2 of a probability are no names: (0 2 1) made ready(1) [1/2] to ready(0) [0/1].
TEST(LabelText, ProbabilitiesOfRandomStepsStay) {
  const auto swapped = [](std::string_view name) -> std::string_view {
    return name == "1" ? "2" : name == "2" ? "1" : name;
  };
  EXPECT_EQ(permuted_label("a(1) [1/2]", swapped), "a(2) [1/2]");
  EXPECT_EQ(permuted_label("a(2)|a(3)|b(1) [1/3, way 2]", swapped), "a(1)|a(3)|b(2) [1/3, way 2]");
  EXPECT_EQ(permuted_label("a(1)|a(2) [1]", swapped), "a(1)|a(2) [1]");
}

TEST(LabelText, WhatHasNoOrderIsPutInOne) {
  EXPECT_EQ(exchanged("a(p1)|a(p2)|b(p1)"), "a(p1)|a(p2)|b(p2)");
  EXPECT_EQ(exchanged("e({p1, p3})"), "e({p2, p3})");
  EXPECT_EQ(exchanged("e({p2, p3, {p1}})"), exchanged("e({p3, p2, {p1}})"));
  EXPECT_EQ(exchanged("e({p1: 2, p2: 1})"), "e({p1: 1, p2: 2})");
  EXPECT_EQ(exchanged("g(f[p1 -> 1][p2 -> 0])"), "g(f[p1 -> 0][p2 -> 1])");
  EXPECT_EQ(exchanged("e({:})"), "e({:})");
  EXPECT_EQ(exchanged("e({})"), "e({})");
  EXPECT_EQ(normal_label("e({p10, p2, p1})"), "e({p1, p2, p10})");
  EXPECT_EQ(normal_label("e({10, 9, 100})"), "e({9, 10, 100})");
}

TEST(LabelText, WhatDoesNotMatchStays) {
  EXPECT_EQ(exchanged("a(p1"), "a(p1");
  EXPECT_EQ(exchanged("a)p1("), "a)p1(");
  EXPECT_EQ(exchanged("a(p1]"), "a(p1]");
  EXPECT_EQ(exchanged(""), "");
}

TEST(LabelText, DeepTerms) {
  const std::string deep = "a(" + std::string(100'000, '{') + "p1" + std::string(100'000, '}') + ")";
  EXPECT_EQ(exchanged(deep).find("p2"), deep.find("p1"));
}

}  // namespace
}  // namespace quotient
