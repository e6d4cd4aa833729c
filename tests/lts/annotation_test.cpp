#include "lts/annotation.hpp"

#include <gtest/gtest.h>

#include "lts/expand.hpp"

namespace quotient {
namespace {

TEST(Annotation, IsReadAsItWasWritten) {
  const std::vector<std::string> labels = {"a(p1, f2) @ (p1 p2)(f1 f2)", "b @ (), (p1 p3) fixing (p2 f1), (p1 f2 p2)",
                                           "plain(x)"};
  AnnotationProblem problem;
  const auto read = read_annotations(labels, problem);
  ASSERT_TRUE(read) << problem.message;
  EXPECT_TRUE(read->any);
  EXPECT_EQ(read->labels[0].action, "a(p1, f2)");
  EXPECT_EQ(read->labels[1].by.size(), 2U);
  EXPECT_TRUE(read->labels[1].by[0].is_identity());
  EXPECT_EQ(read->labels[1].fixing.size(), 2U);
  EXPECT_TRUE(read->labels[2].by.empty());
  for (std::size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(annotated_label(read->labels[i], read->names), labels[i]);
}

TEST(Annotation, WrongOnesAreRefused) {
  for (const char* label : {"a @ ", "a @ (p1 p2", "a @ p1", "a @ (p1 p1)", "a @ (p1 p2)(p2 p3)", "a @ (), ",
                            "a @ () fixing ", "a @ () fixing x", "a @ ()x"}) {
    AnnotationProblem problem;
    const std::vector<std::string> labels = {label};
    EXPECT_FALSE(read_annotations(labels, problem)) << label;
    EXPECT_NE(problem.message, "");
  }
}

TEST(Expand, WithoutAnnotationsNothingChanges) {
  Lts lts;
  lts.state_count = 2;
  lts.edges = {{0, lts.label("a"), 1}};
  AnnotationProblem problem;
  const auto whole = expand(lts, problem);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->edges, lts.edges);
}

/// A token in one of three places that steps to any other: one state stands for three, two permutations leave it alone.
TEST(Expand, CosetsAreStates) {
  Lts lts;
  lts.state_count = 2;
  lts.edges = {{0, lts.label("in(p1) @ (), (p1 p2), (p1 p3) fixing (p2 p3)"), 1},
               {1, lts.label("go(p2, p1) @ (p1 p2), (p1 p2 p3)"), 1}};
  AnnotationProblem problem;
  const auto whole = expand(lts, problem);
  ASSERT_TRUE(whole) << problem.message;
  EXPECT_EQ(whole->state_count, 4U);
  EXPECT_EQ(whole->edges.size(), 3U + 3 * 2);
  EXPECT_FALSE(expand(lts, problem, 3));
  EXPECT_NE(problem.message, "");
}

/// A permutation must take the steps of the initial state to steps of it, and what leaves a state alone those of that
/// state.
TEST(Expand, ImpossiblePermutationsAreRefused) {
  Lts lts;
  lts.state_count = 2;
  lts.edges = {{0, lts.label("in(p1) @ (), (p1 p2)"), 1}, {1, lts.label("out(p1) @ (p1 p9)"), 0}};
  AnnotationProblem problem;
  EXPECT_FALSE(expand(lts, problem));
  EXPECT_NE(problem.message.find("(p1 p9)"), std::string::npos) << problem.message;
  EXPECT_EQ(problem.label, 1U);
  EXPECT_EQ(problem.at, 10U);

  Lts other;
  other.state_count = 2;
  other.edges = {{0, other.label("in(p1) @ (), (p1 p2) fixing (p1 p2)"), 1}, {1, other.label("out(p1)"), 0}};
  EXPECT_FALSE(expand(other, problem));
  EXPECT_EQ(problem.label, 0U);
  EXPECT_NE(problem.message.find("state 1"), std::string::npos) << problem.message;
}

}  // namespace
}  // namespace quotient
