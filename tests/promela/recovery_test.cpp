// All errors of a file are reported, each once, and no text however broken brings the parser down.

#include <gtest/gtest.h>
#include <random>

#include "model_text.hpp"
#include "promela/parse/lex.hpp"
#include "promela/preprocess/preprocess.hpp"

namespace quotient::promela {
namespace {

TEST(Recovery, AllErrorsAreReported) {
  const ModelText model(
      "int x;\n"
      "proctype P() {\n"
      "  x = ;\n"
      "  if\n"
      "  :: x == -> skip\n"
      "  :: y = 1\n"
      "  :: else -> z + 1\n"
      "  fi;\n"
      "  do :: (x + ) -> break od;\n"
      "  atomic { x = 1; 3 = x }\n"
      "}\n"
      "proctype Q( { skip }\n"
      "typedef T { int a int b }\n"
      "int v[-1];\n"
      "init { run R(); goto nowhere }\n");
  EXPECT_EQ(model.messages(),
            "3:7: error: expected an expression, found ';'\n"
            "5:11: error: expected an expression, found '->'\n"
            "6:6: error: unknown variable 'y'\n"
            "7:14: error: unknown variable 'z'\n"
            "9:14: error: expected an expression, found ')'\n"
            "10:19: error: only a variable can be given a value\n"
            "12:13: error: expected the type of a parameter or ')', found '{'\n"
            "13:19: error: expected ';' or '}' after the field, found 'int'\n"
            "14:7: error: an array has 1 to 16777216 elements, not -1\n"
            "15:22: error: no label 'nowhere' in this proctype\n");
}

TEST(Recovery, AnUnknownNameIsReportedOnceForEachProctype) {
  const ModelText model("init { a = 1; a = a + 1; b = a } active proctype P() { a++ }");
  EXPECT_EQ(model.messages(),
            "1:8: error: unknown variable 'a'\n1:26: error: unknown variable 'b'\n1:56: error: unknown variable 'a'\n");
}

// A letter that is not ASCII was named by its first byte, which is no text: editors and SARIF showed "found '\uFFFD'".
TEST(Recovery, ALetterThatIsNotAsciiIsNamedAsAWhole) {
  const ModelText model("byte x; init { assert(x == \u00E9); x = 1 }");
  EXPECT_EQ(model.messages(), "1:28: error: expected an expression, found '\u00E9'\n");
}

TEST(Recovery, SuggestionsAndNotes) {
  const ModelText model("int counter; typedef T { int size }; T t; init { conuter = 1; t.siez = 2 }");
  ASSERT_EQ(model.diagnostics.all().size(), 2U) << model.messages();
  EXPECT_EQ(model.diagnostics.all()[0].suggestion, "counter");
  EXPECT_EQ(model.diagnostics.all()[1].suggestion, "size");
  const ModelText keyword("bool b; init { b = flase }");
  ASSERT_EQ(keyword.diagnostics.all().size(), 1U) << keyword.messages();
  EXPECT_EQ(keyword.diagnostics.all()[0].suggestion, "false");
  const ModelText statement("init { do :: true -> brek od }");
  ASSERT_EQ(statement.diagnostics.all().size(), 1U) << statement.messages();
  EXPECT_EQ(statement.diagnostics.all()[0].suggestion, "break");
  const ModelText call("inline enter() { skip } active proctype P() { asert(true); entr() }");
  ASSERT_EQ(call.diagnostics.all().size(), 2U) << call.messages();
  EXPECT_EQ(call.diagnostics.all()[0].suggestion, "assert");
  EXPECT_EQ(call.diagnostics.all()[1].suggestion, "enter");
  const ModelText swallowed("#define N 3\nint i; init { for (i : 0..N) { skip } }");
  ASSERT_FALSE(swallowed.diagnostics.all().empty());
  ASSERT_FALSE(swallowed.diagnostics.all()[0].notes.empty());
  EXPECT_NE(swallowed.diagnostics.all()[0].notes[0].message.find("write a blank before 'N'"), std::string::npos);
  const ModelText macro("#define BAD x +\nint x; init { x = BAD ; }");
  ASSERT_EQ(macro.diagnostics.all().size(), 1U) << macro.messages();
}

TEST(Recovery, AWrongNameDoesNotHideOtherErrors) {
  const ModelText model(
      "mtype = { red }; chan q = [1] of { byte }; byte n, list[3];\n"
      "typedef T { int f }; T t;\n"
      "active proctype P() {\n"
      "  n = unknown;\n"
      "  t.g = list;\n"
      "  n = q + 1;\n"
      "  break;\n"
      "  run Missing();\n"
      "  n[2] = 1\n"
      "}\n"
      "active proctype Q() { q!1,2; goto nowhere }\n");
  EXPECT_EQ(model.messages(),
            "4:7: error: unknown variable 'unknown'\n"
            "5:5: error: type 'T' has no field 'g'\n"
            "11:35: error: no label 'nowhere' in this proctype\n"
            "8:7: error: unknown proctype 'Missing'\n"
            "5:9: error: array 'list' needs an index\n"
            "6:7: error: '+' computes with a channel\n"
            "9:5: error: 'n' is not an array and takes no index\n"
            "11:23: error: the message to 'q' has 2 fields, but no channel has more than 1\n"
            "7:3: error: break can only stand in a do or a for\n");
}

TEST(Recovery, WhatMayStandInUnreadableTextIsNotMissed) {
  const ModelText model(
      "chan q = [ of { byte, byte };\n"
      "active proctype P() { run R(); goto somewhere; q!1,2; somewhere: ( }\n"
      "proctype R( { skip }\n");
  EXPECT_EQ(model.messages().find("R'"), std::string::npos) << model.messages();
  EXPECT_EQ(model.messages().find("somewhere"), std::string::npos) << model.messages();
  EXPECT_EQ(model.messages().find("fields"), std::string::npos) << model.messages();
}

TEST(Recovery, MissingFilesAreAllNamed) {
  const ModelText model("#include \"one.h\"\n#include \"two.h\"\ninit { x = 1 }\n");
  EXPECT_EQ(model.messages(), "1:10: error: cannot find 'one.h'\n2:10: error: cannot find 'two.h'\n");
}

TEST(Recovery, HiddenVariablesThatOutliveAStepAreKept) {
  const auto warnings = [](const std::string& body) {
    return ModelText("hidden byte h, other; byte x; active proctype P() { " + body + " }").messages();
  };
  const std::string kept =
      "1:13: warning: 'h' is hidden, but steps read what earlier steps left in it: it is kept in the state\n";
  EXPECT_EQ(warnings("d_step { h = x; x = h }"), "");
  EXPECT_EQ(warnings("d_step { if :: x > 0 -> h = 1 :: else -> h = 2 fi; x = h }"), "");
  EXPECT_EQ(warnings("h = x; h++"), "");
  EXPECT_EQ(warnings("h = x; x = h"), kept);
  EXPECT_EQ(warnings("d_step { x = h; h = 1 }"), kept);
  EXPECT_EQ(warnings("d_step { if :: x > 0 -> h = 1 :: else fi; x = h }"), kept);
  EXPECT_EQ(warnings("d_step { do :: x < 3 -> h = x; x++ :: else -> break od; x = h }"), kept);
  EXPECT_EQ(warnings("d_step { if :: x > 0 -> goto there :: else fi; h = 1; there: x = h }"), kept);
  EXPECT_EQ(warnings("d_step { h++; x = h }"), kept);
}

TEST(Recovery, ChannelsOfDifferentMessagesShouldNotMeet) {
  const ModelText model("chan a = [1] of { byte }; chan b = [1] of { byte, byte }; init { a = b }");
  EXPECT_EQ(model.messages(),
            "1:32: warning: 'b' carries { byte, byte }, 'a' carries { byte }, and both are used as one channel\n");
  EXPECT_EQ(ModelText("chan a = [1] of { byte }; chan b = [2] of { int }; init { a = b }").messages(),
            "1:32: warning: 'b' carries { int }, 'a' carries { byte }, and both are used as one channel\n");
  EXPECT_EQ(ModelText("chan a = [1] of { byte }; chan b = [2] of { pid }; init { a = b }").messages(), "");
}

TEST(Recovery, EmbeddedCIsRefusedEverywhere) {
  const ModelText model(
      "c_decl { typedef struct { int a; } S; };\nc_state \"S s\" \"Global\"\nc_code { int f() { return '}'; } }\n"
      "init { c_code [now.x > 0] { now.s.a++; }; if :: c_expr { now.s.a } -> skip :: else fi }");
  EXPECT_EQ(model.messages(),
            "1:1: error: embedded C (c_decl) is not supported\n"
            "2:1: error: embedded C (c_state) is not supported\n"
            "3:1: error: embedded C (c_code) is not supported\n"
            "4:8: error: embedded C (c_code) is not supported\n"
            "4:49: error: embedded C (c_expr) is not supported\n");
}

std::string repeated(std::string_view text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Recovery, NestingHasALimit) {
  const int many = 100'000;
  const std::string deep[] = {
      "int x; init { x = " + repeated("(", many) + "1" + repeated(")", many) + " }",
      "int x; init { x = " + repeated("- ", many) + "1 }",
      "init { " + repeated("{ ", many) + "skip" + repeated(" }", many) + " }",
      "init { " + repeated("if :: ", many) + "skip" + repeated(" fi", many) + " }",
      "int a[2]; init { a[0] = " + repeated("a[", many) + "0" + repeated("]", many) + " }",
      "chan q = [1] of {byte}; init { q?" + repeated("(", many) + "1" + repeated(")", many) + " }",
      "int v[" + repeated("(", many) + "1" + repeated(")", many) + "]; init { skip }",
      "int x; ltl { " + repeated("[] ", many) + "x } init { skip }"};
  for (const std::string& text : deep) {
    const ModelText model(text);
    EXPECT_EQ(model.module, nullptr);
    EXPECT_NE(model.messages().find("nested more than 500 deep"), std::string::npos) << text.substr(0, 40);
  }
  const ModelText sum("int x; init { x = 1" + repeated(" + 1", many) + " }");
  EXPECT_EQ(sum.messages(), "");  // a balanced tree
  const ModelText quotient("int x; init { x = 1" + repeated(" / 1", many) + " }");
  EXPECT_NE(quotient.messages().find("at most 1000 operators"), std::string::npos);
  std::string types = "typedef T0 { int a };\n";
  for (int i = 1; i < 3000; ++i) {
    const std::string before = "T" + std::to_string(i - 1);
    types += "typedef T" + std::to_string(i) + " { " + before + " a, b };\n";
  }
  const ModelText structures(types + "init { skip }");
  EXPECT_NE(structures.messages().find("types within types more than 100 deep"), std::string::npos);
}

TEST(Recovery, InlinesThatDoubleEnd) {
  std::string text = "int x; inline f0() { x++; x-- }\n";
  for (int i = 1; i < 40; ++i) {
    const std::string call = "f" + std::to_string(i - 1) + "()";
    text += "inline f" + std::to_string(i) + "() { " + call + "; " + call + " }\n";
  }
  const ModelText model(text + "init { f39() }");
  EXPECT_NE(model.messages().find("inlines give more than 1 million tokens"), std::string::npos);
}

constexpr const char* models[] = {
    "#define N 3\nmtype = { req, ack }; chan q[N] = [1] of { mtype, byte }; byte busy;\n"
    "typedef T { byte a; int b[2] }; T t;\n"
    "inline send(c, m) { c!m(_pid); t.b[0]++ }\n"
    "active [N] proctype P() priority 2 provided (busy < 9) {\n byte x = 1, i\n"
    "L: do\n :: x < 3 -> x++\n :: else -> break\n :: q[0]?req(x) -> t.a = x\n :: timeout -> goto L\n"
    " :: atomic { send(q[1], ack); skip }\n :: q[2]?[ack, eval(x)] -> q[2]??ack,_\n od;\n"
    " for (i : 0 .. N-1) { t.b[1] = (i > 1 -> i : 2) }\n { x = 1 } unless { busy == 1 }\n d_step { x = 2; x = 3 "
    "}\nend: skip }\n",
    "int g; chan c = [0] of { chan, pid };\n"
    "proctype A(chan d; pid p) { chan e; xr d; d?e,p; assert(p == _pid || len(e) == 0); printf(\"%d\\n\", g) }\n"
    "init { pid k; atomic { k = run A(c, 1); run A(c, k) priority 3 }; c!c,k; select (g : 1 .. 4); printm(g) }\n"
    "never { do :: A[1]:p == 2 -> goto acc :: true od; acc: !np_ }\n"
    "ltl safe { [] (g >= 0) && (<> (g == 1) -> (g < 5 U g == 1)) }\n"
    "trace { do :: c!_,_ :: c?_,_ od }\n",
};

TEST(Recovery, EveryBeginningOfAModelIsReadWithoutHarm) {
  for (const std::string text : models) {
    SourceMap sources;
    Diagnostics diagnostics;
    const Preprocessed preprocessed = preprocess(sources, sources.add("model", text), {}, diagnostics);
    const std::vector<Token> tokens = lex(preprocessed, diagnostics);
    ASSERT_NE(ModelText(text).module, nullptr) << ModelText(text).messages();
    for (const Token& token : tokens) {
      const ModelText begun(text.substr(0, token.range.begin));
      EXPECT_EQ(begun.module == nullptr, begun.diagnostics.has_errors()) << text.substr(0, token.range.begin);
      // And the same with this token left out, and standing twice.
      const std::string_view whole = text;
      const std::string without =
          std::string(whole.substr(0, token.range.begin)) + std::string(whole.substr(token.range.end));
      const ModelText lacking(without);
      EXPECT_EQ(lacking.module == nullptr, lacking.diagnostics.has_errors());
      const ModelText doubled(std::string(whole.substr(0, token.range.end)) + " " +
                              std::string(whole.substr(token.range.begin)));
      EXPECT_EQ(doubled.module == nullptr, doubled.diagnostics.has_errors());
    }
  }
}

TEST(Recovery, NoiseIsReadWithoutHarm) {
  std::mt19937 random(7);
  const std::string all = std::string(models[0]) + models[1];
  SourceMap sources;
  Diagnostics diagnostics;
  const Preprocessed preprocessed = preprocess(sources, sources.add("model", all), {}, diagnostics);
  const std::vector<Token> tokens = lex(preprocessed, diagnostics);
  for (int round = 0; round < 400; ++round) {
    std::string text;
    const int length = std::uniform_int_distribution<int>(1, 60)(random);
    for (int i = 0; i < length; ++i) {
      if (round % 4 == 0) {
        text += static_cast<char>(std::uniform_int_distribution<int>(0, 255)(random));
      } else {
        const auto number = std::uniform_int_distribution<std::size_t>(0, tokens.size() - 1)(random);
        text += std::string(tokens[number].text) + (random() % 5 == 0 ? "\n" : " ");
      }
    }
    const ModelText model(text);
    EXPECT_EQ(model.module == nullptr, model.diagnostics.has_errors()) << text;
  }
}

}  // namespace
}  // namespace quotient::promela
