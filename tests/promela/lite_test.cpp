#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "promela/promela.hpp"

namespace quotient::promela {
namespace {

struct Loaded {
  std::unique_ptr<SourceMap> sources = std::make_unique<SourceMap>();
  Diagnostics diagnostics;
  std::unique_ptr<Model> model;
};

Loaded load_text(std::string text, Dialect dialect = Dialect::lite) {
  Loaded out;
  Options options;
  options.dialect = dialect;
  const FileId file = out.sources->add("model.pml-lite", std::move(text));
  out.model = load(*out.sources, file, options, out.diagnostics);
  return out;
}

std::string converted(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("model.pml-lite", text);
  return convert_lite(sources, file, {}, diagnostics);
}

/// The first line and message, "" where all is well.
std::string mistake(const std::string& text) {
  const Loaded loaded = load_text(text);
  if (!loaded.diagnostics.has_errors()) return loaded.model != nullptr ? "" : "no model";
  const Diagnostic& d = loaded.diagnostics.all().front();
  return std::to_string(loaded.sources->locate(d.range).position.line) + ": " + d.message;
}

std::size_t mistakes(const std::string& text) { return load_text(text).diagnostics.error_count(); }

const std::string head =
    "chan c = [1] of {int, pid}; chan d = [2] of {chan{int, pid}};\nint x = 0; pid p = 1;\n"
    "proctype q(int i; pid w; chan{int, pid} l; chan{chan{int, pid}} m) { do\n";
const std::string tail = "\nod }\ninit { atomic { run q(0, 0, null, d); run q(1, 2, c, null) } }\n";

std::string body(const std::string& statement) { return head + ":: atomic { " + statement + " }" + tail; }

TEST(Lite, WellTypedStatements) {
  for (const char* s : {
           "x == 1 -> skip",
           "x + 2 * i >= len(c) - 3 && !(p == w) || p != 0 -> x = x - 1; p = w; p = 2; l = null; l = c; m = d",
           "nfull(c) -> c!x,p",
           "nfull(l) && x == 0 -> l!3,_pid; x = 1",
           "(x == 0) && (nempty(c) && p == 1) -> c?i,w",
           "nfull(d) -> d!c",
           "nfull(m) && l != null -> m!l; l = null",
           "nempty(m) -> m?l",
           "l == null && m != null && null == null && 1 == 1 -> skip",
           "len(null) == 0 -> skip",
           "_pid == 2 -> p = _pid",
       }) {
    EXPECT_EQ(mistake(body(s)), "") << s;
  }
}

/// Each rule of Figs. 13 and 14 that can be broken.
TEST(Lite, IllTypedStatements) {
  const std::vector<std::pair<std::string, std::string>> all = {
      {"x == p -> skip", "different types"},                     // T-EQ
      {"p == x + 1 -> skip", "different types"},                 // T-EQ
      {"p == 3 -> skip", "different types"},                     // T-PID-LITERAL: there are two processes
      {"l == m -> skip", "different types"},                     // T-EQ, of channels
      {"null == 0 -> skip", "different types"},                  // T-NULL
      {"p < 2 -> skip", "int is expected"},                      // T-REL
      {"x < c -> skip", "int is expected"},                      // T-REL
      {"x == p + 1 -> skip", "int is expected"},                 // T-ARITH
      {"len(x) == 0 -> skip", "not a channel"},                  // T-LEN
      {"nfull(x) -> skip", "not a channel"},                     //
      {"x -> skip", "condition is expected"},                    //
      {"x + (x == 1) == 0 -> skip", "not a value"},              //
      {"x == 0 -> p = x", "pid is expected"},                    // T-ASSIGN
      {"x == 0 -> x = p", "int is expected"},                    // T-ASSIGN
      {"x == 0 -> x = null", "int is expected"},                 // T-ASSIGN
      {"x == 0 -> l = d", "chan{int, pid} is expected"},         // T-ASSIGN
      {"x == 0 -> c = null", "cannot be another"},               // T-ASSIGN, static channels
      {"x == 0 -> q = 1", "unknown name"},                       // T-ASSIGN, tuple types
      {"x == 0 -> c!1,1", "must ask for nfull(c)"},              // T-SEND
      {"nfull(d) -> c!1,1", "must ask for nfull(c)"},            // T-SEND
      {"nfull(c) || x == 0 -> c!1,1", "must ask for nfull(c)"},  // T-SEND
      {"!nfull(c) -> c!1,1", "must ask for nfull(c)"},           // T-SEND
      {"nempty(c) -> c!1,1", "must ask for nfull(c)"},           // T-SEND
      {"nfull(c) -> x = 1; c!1,1", "only the first"},            // T-UPDATE
      {"nfull(c) -> c!1", "2 fields"},                           // T-SEND
      {"nfull(c) -> c!1,x", "pid is expected"},                  // T-SEND
      {"nfull(x) -> x!1", "not a channel"},                      // T-SEND
      {"nfull(c) -> c?x,p", "must ask for nempty(c)"},           // T-RECV
      {"nempty(c) -> c?x,x", "received twice"},                  // T-RECV
      {"nempty(c) -> c?p,w", "int is expected"},                 // T-RECV
      {"nempty(d) -> d?c", "not a variable"},                    // T-RECV, static channels
      {"nempty(d) -> d?m", "chan{int, pid} is expected"},        // T-RECV
      {"nmae == 0 -> skip", "unknown name 'nmae'"},              // T-VAR
      {"x == 0 -> x = nmae", "unknown name"},                    // T-VAR
  };
  for (const auto& [statement, reason] : all) {
    const std::string found = mistake(body(statement));
    EXPECT_TRUE(found.starts_with("4: ") && found.find(reason) != std::string::npos) << statement << "\n-- " << found;
  }
}

TEST(Lite, Declarations) {
  const std::string rest = "proctype q(int i) { do :: atomic { i == 0 -> skip } od }\ninit { atomic { run q(1) } }";
  EXPECT_EQ(mistake(rest), "");
  const std::vector<std::pair<std::string, std::string>> all = {
      {"chan c = [0] of {int};\n" + rest, "at least one"},
      {"chan c = [1] of {int}; int c = 1;\n" + rest, "declared already"},
      {"chan{int} c = [1] of {pid};\n" + rest, "does not carry"},
      {"int x = 1; chan c = [1] of {int};\n" + rest, "before variables"},
      {"pid x = 2;\n" + rest, "pid is expected"},
      {"chan c = [1] of {X};\n" + rest, "bound by no 'rec'"},
      {"chan c = [1] of {rec X . chan{X}, X};\n" + rest, "bound by no 'rec'"},
      {"int i = 1;\n" + rest, "declared already"},
      {"proctype q(q i) { do :: atomic { 1 == 1 -> skip } od }", "bound by no 'rec'"},
      {"proctype q() { do :: atomic { 1 == 1 -> skip } od } init { atomic { run q(1) } }", "0 parameters"},
      {"proctype q(int q) { do :: atomic { 1 == 1 -> skip } od } init { atomic { run q(1) } }", "is the proctype"},
      {"int x = 0; " + rest.substr(0, rest.find("run")) + "run q(x) } }", "a number, null, or a declared channel"},
      {rest.substr(0, rest.find("run")) + "run r(1) } }", "unknown name 'r'"},
      {rest.substr(0, rest.find("run")) + "run q(null) } }", "int is expected"},
      {"int x = 1;", "expected 'proctype'"},
      {rest + " proctype", "the end of the text"},
      {"proctype q() { skip }", "expected 'do'"},
      {"proctype q() { do :: 1 == 1 -> skip od }", "expected 'atomic'"},
      {"proctype q() { do :: atomic { 1 == 1 } od }", "expected '->'"},
      {"proctype q() { do :: atomic { 1 == 1 -> x++ } od }", "expected '=', '!' or '?'"},
  };
  for (const auto& [text, reason] : all) {
    const std::string found = mistake(text);
    EXPECT_NE(found.find(reason), std::string::npos) << text << "\n-- " << found;
  }
}

TEST(Lite, RecursiveTypesAreEqualOnceUnfolded) {
  const auto agree = [](const std::string& a, const std::string& b) {
    return mistake("proctype q(" + a + " x; " + b +
                   " y) { do :: atomic { x == y -> x = y } od }\n"
                   "init { atomic { run q(null, null) } }")
        .empty();
  };
  EXPECT_TRUE(agree("rec X . chan{X, int}", "rec Y . chan{Y, int}"));
  EXPECT_TRUE(agree("rec X . chan{X, int}", "chan{rec X . chan{X, int}, int}"));
  EXPECT_TRUE(agree("rec X . chan{X, int}", "rec X . chan{chan{X, int}, int}"));
  EXPECT_TRUE(agree("rec X . chan{rec Y . chan{X, Y}, X}",
                    "chan{rec Y . chan{rec X . chan{Y, X}, Y}, rec X . chan{rec Y . chan{X, Y}, X}}"));
  EXPECT_FALSE(agree("rec X . chan{X, int}", "rec X . chan{X, pid}"));
  EXPECT_FALSE(agree("rec X . chan{X, int}", "rec X . chan{chan{X, pid}, int}"));
  EXPECT_FALSE(agree("rec X . chan{X}", "chan{chan{chan{int}}}"));
}

TEST(Lite, AllMistakesAreReported) { EXPECT_EQ(mistakes(body("x == p -> x = p; p = x; l = d")), 4U); }

TEST(Lite, DeepNestingEndsInAMessage) {
  const auto many = [](const std::string& text) {
    std::string out;
    for (int i = 0; i < 100'000; ++i) out += text;
    return out;
  };
  for (const std::string& guard : {many("(") + "1 == 1", many("!") + "1 == 1", "1 == 1" + many(" && 1 == 1"),
                                   "1 == 1" + many(" + 1"), "x == " + many("1 * (")}) {
    EXPECT_NE(mistake(body(guard + " -> skip")), "");
  }
  EXPECT_NE(mistake("chan c = [1] of {" + many("chan{") + "int"), "");
  EXPECT_NE(mistake("chan c = [1] of {" + many("rec X . chan{") + "int"), "");
}

TEST(Lite, ConvertsToPromela) {
  const std::string text =
      "#define N 1\n#if 0\nproctype gone() {}\n#endif\n/* kept */ rec X . chan{X} a = [N] of {rec X . chan{X}};\n"
      "proctype q(chan{rec X . chan{X}} in; int k) { do // one\n :: atomic { nempty(in) -> in?in; k = N } od }\n"
      "init { atomic { run q(a, 0); run q(null, -1) } }\n";
  const std::string promela = converted(text);
  EXPECT_EQ(promela,
            "chan null = [0] of { bit }; \n\n\n\n chan a = [1] of { chan};\n"
            "proctype q(chan in; int k) { do // one\n :: atomic { nempty(in) -> in?in; k = 1 } od }\n"
            "init { atomic { run q(a, 0); run q(null, -1) } }\n");
  EXPECT_FALSE(load_text(promela, Dialect::promela).diagnostics.has_errors());
}

}  // namespace
}  // namespace quotient::promela
