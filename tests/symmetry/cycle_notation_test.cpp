#include "symmetry/group/cycle_notation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators.hpp"

namespace quotient {
namespace {

const std::vector<std::string> names{"client(1)", "client(2)", "flag[0, 1]", "a", "b", "server"};

std::string errors_of(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("in", text);
  Diagnostics found;
  const auto result = parse_cycle_notation(sources, {file, 0, static_cast<std::uint32_t>(text.size())}, names, found);
  EXPECT_EQ(result.has_value(), !found.has_errors());
  std::string all;
  for (const Diagnostic& diagnostic : found.all()) {
    const Location at = sources.locate(diagnostic.range);
    all += std::to_string(at.position.line) + ":" + std::to_string(at.position.column) + ": " + diagnostic.message;
    if (!diagnostic.suggestion.empty()) all += " (" + diagnostic.suggestion + "?)";
  }
  return all;
}

Permutation parsed(const std::string& text) {
  SourceMap sources;
  const FileId file = sources.add("in", text);
  Diagnostics found;
  const auto result = parse_cycle_notation(sources, {file, 0, static_cast<std::uint32_t>(text.size())}, names, found);
  EXPECT_TRUE(result.has_value()) << text;
  return result.value_or(Permutation());
}

TEST(CycleNotation, UsesTheNamesOfThePoints) {
  const Permutation p({1, 0, 3, 4, 2, 5});
  EXPECT_EQ(cycle_notation(p, names), "(client(1) client(2))(flag[0, 1] a b)");
  EXPECT_EQ(cycle_notation(p), "(0 1)(2 3 4)");
  EXPECT_EQ(cycle_notation(Permutation::identity(6), names), "()");
}

TEST(CycleNotation, ReadsWhatItWrites) {
  EXPECT_EQ(parsed("(client(1) client(2))(flag[0, 1] a b)"), Permutation({1, 0, 3, 4, 2, 5}));
  EXPECT_EQ(parsed(" ( a , b )\n(server)"), Permutation({0, 1, 2, 4, 3, 5}));
  EXPECT_EQ(parsed("()"), Permutation::identity(6));
}

TEST(CycleNotation, ErrorsSayWhereAndWhy) {
  EXPECT_EQ(errors_of("  "), "1:1: expected a permutation in cycle notation, such as \"(1 2)(3 4 5)\"");
  EXPECT_EQ(errors_of("(a b)\n (a server)"), "2:3: 'a' occurs twice; the cycles of a permutation are disjoint");
  EXPECT_EQ(errors_of("(a srever)"), "1:4: there is no point named 'srever' (server?)");
  EXPECT_EQ(errors_of("(a b"), "1:1: this cycle is never closed with ')'");
  EXPECT_EQ(errors_of("(a b) c"), "1:7: expected '(' at the start of a cycle");
  EXPECT_EQ(errors_of("(a,,b)"), "1:4: expected the name of a point");
  EXPECT_EQ(errors_of("(a,)"), "1:4: expected the name of a point");
  EXPECT_EQ(errors_of("(a]"), "1:3: expected the name of a point");
  EXPECT_EQ(errors_of("(client(1"), "1:2: there is no point named 'client(1' (client(1)?)");
}

RC_GTEST_PROP(CycleNotationProperty, RoundTrip, ()) {
  const Permutation p = *arbitrary_permutation(names.size());
  RC_ASSERT(parsed(cycle_notation(p, names)) == p);
}

RC_GTEST_PROP(CycleNotationProperty, AnyTextGivesAPermutationOrAnError, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("(()) ,ab[]\n")));
  errors_of(text);
}

}  // namespace
}  // namespace quotient
