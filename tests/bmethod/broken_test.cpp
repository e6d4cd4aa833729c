#include <gtest/gtest.h>
#include <random>

#include "bmethod/syntax/token.hpp"
#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::all_messages;
using test::load_text;

std::string first_error(const std::string& text) {
  const auto loaded = load_text(text);
  EXPECT_EQ(loaded->system, nullptr) << text;
  if (!loaded->diagnostics.has_errors()) return "";
  const Diagnostic& first = loaded->diagnostics.all().front();
  const Location at = loaded->sources.locate(first.range);
  return std::to_string(at.position.line) + ":" + std::to_string(at.position.column) + ": " + first.message;
}

std::string machine(const std::string& body) {
  return "MACHINE M\nSETS S\nVARIABLES n, f\nINVARIANT n : 0..9 & f : S +-> 0..9\nINITIALISATION n := 0 || f := {}\n"
         "OPERATIONS\n" +
         body + "\nEND\n";
}

TEST(Broken, ErrorsHaveAPlaceAndAReason) {
  EXPECT_EQ(first_error(machine("op = n := ")), "8:1: expected an expression or a predicate, not 'END'");
  EXPECT_EQ(first_error(machine("op = n := 1 +")), "8:1: expected an expression or a predicate, not 'END'");
  EXPECT_EQ(first_error(machine("op = m := 1")), "7:6: unknown name 'm'");
  EXPECT_EQ(first_error(machine("op = n := TRUE")), "7:11: type mismatch: this has type BOOL, but INTEGER is expected");
  EXPECT_EQ(first_error(machine("op = S := {}")), "7:6: 'S' is a set and cannot be assigned to");
  EXPECT_EQ(first_error(machine("op(x) = n := 1")), "7:4: the type of 'x' cannot be inferred (so far: _)");
  EXPECT_EQ(first_error(machine("op = call(1)")), "7:6: there is no operation 'call' to call here");
  EXPECT_EQ(first_error(machine("op = PRE n = 1 THEN n := 2")),
            "9:1: expected 'END' of the machine, but the text ends here");
}

TEST(Broken, SeveralErrorsAreReportedAtOnce) {
  const auto loaded = load_text(
      "MACHINE M\nVARIABLES n, \nINVARIANT n : & 0\nINITIALISATION n := := 1\n"
      "OPERATIONS\n a = n := ;\n b = n := 1;\n c = IF n THEN END\nEND\n");
  EXPECT_EQ(loaded->system, nullptr);
  EXPECT_GE(loaded->diagnostics.error_count(), 4u) << all_messages(loaded->sources, loaded->diagnostics);
}

/// Every prefix of a machine, and every machine with one token left out, is either fine or an error with a place.
TEST(Broken, AnyTruncationIsAnErrorAndNeverACrash) {
  const std::string text = R"(MACHINE M(PAR, k)
CONSTRAINTS k : 1..2 & card(PAR) = 2
DEFINITIONS D(x) == x + 1; G == BEGIN n := 0 END; GOAL == n = 3
SETS S; T = {t1, t2}
CONSTANTS c
PROPERTIES c : S --> T & !x.(x : S => c(x) = t1)
VARIABLES n, f, r
INVARIANT n : 0..9 & f : seq(S) & r : struct(a : BOOL, b : 0..3)
ASSERTIONS n >= 0; %x.(x : 1..2 | x) = [1, 2]
INITIALISATION n := 0 || f := [] || r := rec(a : TRUE, b : 0)
OPERATIONS
  res <-- op1(x, y) = PRE x : S & y : 0..3 & x |-> t1 : c THEN
      res := {z | z : S & z /= x}~[{x}] || n := D(n) - 1
  END;
  op2 = SELECT n < 3 THEN CHOICE n :: 0..2 OR r'b := 1 END WHEN n = 3 THEN G ELSE skip END;
  op3 = CASE n OF EITHER 0 THEN n := 1 OR 1, 2 THEN n :( n > n$0 & n < 5 ) END END;
  op4 = VAR i IN i := 0; WHILE i < 3 DO i := i + 1 INVARIANT i >= 0 VARIANT 3 - i END; n := i END
END
)";
  {
    SourceMap sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("whole", text);
    const std::vector<Token> tokens = lex(sources, file, diagnostics);
    for (const Token& token : tokens) {
      const std::string truncated = text.substr(0, token.range.begin);
      const auto loaded = load_text(truncated);
      EXPECT_EQ(loaded->system, nullptr) << truncated;
      EXPECT_TRUE(loaded->diagnostics.has_errors() || token.kind == Token::Kind::end) << truncated;
      const std::string without = text.substr(0, token.range.begin) + text.substr(token.range.end);
      const auto other = load_text(without);
      EXPECT_EQ(other->system == nullptr, other->diagnostics.has_errors()) << without;
    }
  }
}

/// Tokens doubled, left out, exchanged or replaced at random: an error with a place, or a machine that runs.
TEST(Broken, NoiseIsAnErrorOrRuns) {
  const std::string text =
      "MACHINE M SETS S; T = {t1, t2} CONSTANTS c PROPERTIES c : S --> T VARIABLES n, f, q INVARIANT n : 0..3 & f : S "
      "+-> "
      "0..2 & q : seq(S) INITIALISATION n := 0 || f := {} || q := [] OPERATIONS r <-- a(x) = PRE x : S & n < 3 THEN r "
      ":= "
      "c(x) || n := n + 1 END; b = ANY y WHERE y : S - dom(f) THEN f(y) := card(f) || q := q <- y END; d(z) = SELECT z "
      "<: "
      "S & z /= {} THEN f := z <<| f WHEN n = 3 THEN n := 0 ELSE skip END; e = VAR i IN i := min(0..n); WHILE i < n DO "
      "i := "
      "i + 1 INVARIANT i >= 0 VARIANT n - i END END END";
  SourceMap sources;
  Diagnostics diagnostics;
  const std::vector<Token> tokens = lex(sources, sources.add("whole", text), diagnostics);
  std::mt19937 random(7);
  const auto pick = [&] { return random() % (tokens.size() - 1); };
  std::size_t ran = 0;
  for (int round = 0; round < 1500; ++round) {
    std::vector<std::string> words;
    for (const Token& token : tokens) words.emplace_back(token.text);
    for (unsigned change = 0; change <= random() % 3; ++change) {
      const std::size_t at = pick();
      switch (random() % 4) {
        case 0:
          words[at] += " " + words[at];
          break;
        case 1:
          words[at].clear();
          break;
        case 2:
          std::swap(words[at], words[pick()]);
          break;
        default:
          words[at] = words[pick()];
      }
    }
    std::string noise;
    for (const std::string& word : words) noise += word + " ";
    Options options;
    options.max_enumeration = 10'000;
    const auto loaded = load_text(noise, options);
    EXPECT_EQ(loaded->system == nullptr, loaded->diagnostics.has_errors()) << noise;
    if (loaded->system == nullptr) continue;
    ++ran;
    test::explore(*loaded->system, 200);
  }
  EXPECT_GT(ran, 5u);
}

TEST(Broken, DeepNestingIsRefused) {
  std::string deep = "n := ";
  for (int i = 0; i < 100'000; ++i) deep += "(";
  EXPECT_NE(first_error(machine("op = " + deep)).find("nested more than 1000 levels"), std::string::npos);
  // Sums may be of any length; what groups to the left nests.
  std::string quotients = "n := 1";
  for (int i = 0; i < 100'000; ++i) quotients += "/1";
  EXPECT_NE(first_error(machine("op = " + quotients)).find("levels deep"), std::string::npos);
  std::string blocks;
  for (int i = 0; i < 100'000; ++i) blocks += "BEGIN ";
  EXPECT_NE(first_error(machine("op = " + blocks)).find("nested more than 1000 levels"), std::string::npos);
}

TEST(Broken, DefinitionsWithoutEnd) {
  EXPECT_NE(first_error("MACHINE M DEFINITIONS A == B; B == A + 1 ASSERTIONS A = 1 END").find("its own expansion"),
            std::string::npos);
  std::string text = "MACHINE M DEFINITIONS D0(x) == x + x";
  for (int i = 1; i < 40; ++i) {
    text += "; D" + std::to_string(i) + "(x) == D" + std::to_string(i - 1) + "(D" + std::to_string(i - 1) + "(x))";
  }
  EXPECT_NE(first_error(text + " ASSERTIONS D39(1) = 1 END"), "");
}

TEST(Broken, BytesThatAreNoText) {
  std::string bytes;
  for (int i = 0; i < 2000; ++i) bytes += static_cast<char>((i * 7919) % 256);
  EXPECT_NE(first_error(bytes), "");
  EXPECT_NE(first_error("MACHINE M VARIABLES \xFF\xFE END"), "");
  EXPECT_NE(first_error(""), "");
  EXPECT_NE(first_error("MACHINE M /* never closed"), "");
}

TEST(Broken, ByteOrderMarksAndLineEndings) {
  const auto loaded =
      load_text("\xEF\xBB\xBFMACHINE M\r\nVARIABLES x // comment\rINVARIANT x : BOOL\r\nINITIALISATION x := TRUE\nEND");
  EXPECT_NE(loaded->system, nullptr) << all_messages(loaded->sources, loaded->diagnostics);
}

TEST(Broken, ProjectsThatDoNotFit) {
  EXPECT_EQ(first_error("MACHINE M\nSEES Nowhere END"), "2:6: the machine 'Nowhere' was not found");
  Options options;
  options.set_sizes["T"] = 3;
  const auto unknown = load_text("MACHINE M SETS S END", options);
  EXPECT_EQ(unknown->system, nullptr);
  EXPECT_TRUE(unknown->diagnostics.has_errors());
  const auto loop = load_text("MACHINE Main SEES Other END", {}, {{"Other.mch", "MACHINE Other SEES Main END"}});
  EXPECT_EQ(loop->system, nullptr);
  EXPECT_TRUE(loop->diagnostics.has_errors());
}

}  // namespace
}  // namespace quotient::bmethod
