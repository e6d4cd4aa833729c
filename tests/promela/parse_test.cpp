#include <gtest/gtest.h>

#include "dump.hpp"
#include "model_text.hpp"
#include "promela/read_module.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {
namespace {

constexpr const char* declarations =
    "mtype = { red, green }; typedef T { byte a; int b[3] }; int x, y, z; int v[4]; T t; T ts[2];\n"
    "chan q = [2] of { byte, byte }; chan cs[2] = [0] of { mtype };\n"
    "proctype P(byte i; chan c) { L: skip; int w; w = 1 }\n";

/// The body of an init with these statements.
std::string statements(const std::string& text) {
  const ModelText model(declarations + ("init { " + text + " }"));
  return model.module == nullptr ? model.messages() : dump(model.module->proctypes.back()->body);
}

TEST(Parse, ExpressionsBindAsInSpin) {
  EXPECT_EQ(statements("x = 1 + 2 * 3 - 4"), "x = (- (+ 1 (* 2 3)) 4)");
  EXPECT_EQ(statements("x = x | y ^ z & 1 == 2 < 3 << 4 + 5"), "x = (| x (^ y (& z (== 1 (< 2 (<< 3 (+ 4 5)))))))");
  EXPECT_EQ(statements("x || y && z"), "(|| x (&& y z))");
  EXPECT_EQ(statements("!x == -y"), "(== (! x) (- y))");
  EXPECT_EQ(statements("~x & y - -1"), "(& (~ x) (- y (- 1)))");
  EXPECT_EQ(statements("x = (x > y -> x : y)"), "x = (?: (> x y) x y)");
  EXPECT_EQ(statements("x = 10 - 4 - 3"), "x = (- (- 10 4) 3)");
  EXPECT_EQ(statements("x = 'a' + '\\n' + true"), "x = (+ (+ 97 10) 1)");
  EXPECT_EQ(statements("len(q) < 2 && q?[1,x]"), "(&& (< (len q) 2) (q?[1 x]))");
  EXPECT_EQ(statements("nempty(q) || (x && full(q))"), "(|| (nempty q) (&& x (full q)))");
  EXPECT_EQ(statements("ts[x+1].b[v[2]] = t.a"), "ts[(+ x 1)].b[v[2]] = t.a");
}

TEST(Parse, MtypesCountFromTheEndOfEachList) {
  const ModelText model(
      "mtype = { a, b, c }; mtype = { d, e }; mtype:f = { g, h }; mtype:f = { i }; mtype m; "
      "init { m = a; m = b; m = c; m = d; m = e; printm(g); printm(h); printm(i) }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  EXPECT_EQ(dump(model.module->proctypes[0]->body),
            "m = a:3; m = b:2; m = c:1; m = d:5; m = e:4; printm g:2; printm h:1; printm i:3");
  ASSERT_EQ(model.module->mtypes.size(), 2U);
  EXPECT_EQ(model.module->mtypes[0]->names[0].text, "c");
  EXPECT_EQ(model.module->mtypes[1]->names[2].text, "i");
}

TEST(Parse, Statements) {
  EXPECT_EQ(statements("x++; y--"), "x =+ (+ x 1); y =+ (- y 1)");
  EXPECT_EQ(statements("q!1,2; q!!x(y); q?x,y; q??1(eval(x)); q?<x,_>; q?? <-1,x>"),
            "q!1 2; q!!x y; q?x y; q??1 (eval x); q?<x _; q?"
            "?<-1 x");
  EXPECT_EQ(statements("cs[1]!red; cs[0]?green"), "cs[1]!red:2; cs[0]?green:1");
  EXPECT_EQ(statements("run P(1, q); x = run P(2, q) priority 3"), "(run P 1 q); x = (run P priority 3 2 q)");
  EXPECT_EQ(statements("if :: x -> y = 1 :: else fi"), "if :: x; y = 1 :: else fi");
  EXPECT_EQ(statements("L: do :: x -> break :: goto L od"), "L: do :: x; break :: goto L od");
  EXPECT_EQ(statements("atomic { x = 1; y = 2 } unless { d_step { z = 1 } }"),
            "(atomic { x = 1; y = 2 } unless { d_step { z = 1 } })");
  EXPECT_EQ(statements("for (x : 1 .. y) { skip } ; for (x in v) { v[x] = 1 }"),
            "for x 1 y { 1 }; for x in v { v[x] = 1 }");
  EXPECT_EQ(statements("assert(x == 1); assert x; printf(\"%d\\n\", x)"),
            "assert (== x 1); assert x; printf \"%d\\n\" x");
  EXPECT_EQ(statements("int k = 1, l; k = l; { byte m; m = 1 }"), "declare k l; k = l; { declare m; m = 1 }");
  EXPECT_EQ(statements("set_priority(_pid, 4); timeout; enabled(0)"), "set_priority _pid 4; timeout; (enabled 0)");
  EXPECT_EQ(statements("xr q; skip"), "xr q; 1");
  EXPECT_EQ(statements("A: B: x = 1; end:"), "A: B: x = 1; end: 1");
  EXPECT_EQ(statements("P[1]@L; P[x]:w == 2; P@L"), "P[1]@L; (== P[x]:w 2); P[]@L");
}

TEST(Parse, SelectIsLiteralWhereSpinReplacesItsText) {
  EXPECT_EQ(statements("select (x : 1 .. 3)"), "select! x 1 3");
  EXPECT_EQ(statements("select (x : 1 .. y)"), "select x 1 y");
  EXPECT_EQ(statements("select (x : 1 .. 2+1)"), "select x 1 (+ 2 1)");
  EXPECT_EQ(statements("select (x :\n 1 .. 3)"), "select x 1 3");
  EXPECT_EQ(statements("int a_b; select (a_b : 1 .. 3)"), "declare a_b; select a_b 1 3");
  const ModelText in_inline("int x; inline f() { select (x : 1 .. 3) } init { f() }");
  EXPECT_EQ(dump(in_inline.module->proctypes[0]->body), "inline { select x 1 3 }");
}

TEST(Parse, Formulas) {
  const ModelText model(
      "ltl a { [] (x == 0 -> <> P@L) } int x, y; ltl { !x U y W x }\n"
      "ltl { always eventually x implies (next y until x) } ltl { x <-> [] y } ltl { x V y || x && <>y }\n"
      "active proctype P() { L: x = 1 }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  const auto& formulas = model.module->formulas;
  ASSERT_EQ(formulas.size(), 5U);
  EXPECT_EQ(dump(formulas[0].formula), "([] (-> (== x 0) (<> P[]@L)))");
  EXPECT_EQ(dump(formulas[1].formula), "(W (U (! x) y) x)");
  EXPECT_EQ(dump(formulas[2].formula), "(-> ([] (<> x)) (U (X y) x))");
  EXPECT_EQ(dump(formulas[3].formula), "(<-> x ([] y))");
  EXPECT_EQ(dump(formulas[4].formula), "(|| (V x y) (&& x (<> y)))");
  EXPECT_EQ(formulas[0].name.text, "a");
  EXPECT_EQ(formulas[1].name.text, "ltl_0");
  EXPECT_EQ(formulas[2].name.text, "ltl_1");
}

/// SPIN reads temporal words as such only behind the brace.
TEST(Parse, FormulasMayBeCalledLikeTemporalWords) {
  const ModelText model(
      "bool x, y; ltl release { x V y } ltl always { always x } ltl X { X y } ltl once { y } active proctype P() { x = "
      "1 }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  ASSERT_EQ(model.module->formulas.size(), 4U);
  EXPECT_EQ(model.module->formulas[0].name.text, "release");
  EXPECT_EQ(dump(model.module->formulas[1].formula), "([] x)");
  EXPECT_EQ(dump(model.module->formulas[2].formula), "(X y)");
  EXPECT_EQ(model.module->formulas[2].name.text, "X");
}

TEST(Parse, Proctypes) {
  const ModelText model(
      "int n = 2; active [n] proctype A() priority 5 provided (n > 1) { skip }\n"
      "active [1+2] D_proctype B() { skip } init priority 2 { skip } never { true } never c { true }\n"
      "chan q = [1] of {byte}; trace { q!1 }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  const auto& p = model.module->proctypes;
  ASSERT_EQ(p.size(), 6U);
  EXPECT_EQ(p[0]->instances, 2);
  EXPECT_EQ(p[0]->priority, 5);
  EXPECT_EQ(dump(*p[0]->provided), "(> n 1)");
  EXPECT_EQ(p[1]->instances, 3);
  EXPECT_TRUE(p[1]->deterministic);
  EXPECT_EQ(p[2]->name.text, ":init:");
  EXPECT_EQ(p[2]->priority, 2);
  EXPECT_EQ(p[3]->name.text, "never_0");
  EXPECT_EQ(p[4]->name.text, "c");
  EXPECT_EQ(p[5]->kind, ProctypeKind::trace);
}

TEST(Parse, DeclarationsKeepTheirOrderAndPlace) {
  const ModelText model(
      "byte a = 3, b[4] = {1, 2}; unsigned u : 5; chan q = [2] of { byte, chan }; hidden int h; local byte l;\n"
      "active proctype P() { byte c = 1; if :: skip -> byte d fi; { int e; { int f } } { int e } }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  std::string all;
  for (const Variable* v : model.module->globals) all += v->name.text + " ";
  EXPECT_EQ(all, "a b u q h l ");
  all.clear();
  for (const auto& v : model.module->variables) {
    if (v->owner != nullptr) all += v->name.text + "@" + v->scope + " ";
  }
  EXPECT_EQ(all, "c@ d@ e@1 f@1.1 e@2 ");
  EXPECT_EQ(model.module->globals[1]->length, 4U);
  EXPECT_EQ(model.module->globals[2]->type.width, 5U);
  EXPECT_EQ(model.module->globals[3]->channel->capacity, 2);
  EXPECT_TRUE(model.module->globals[4]->hidden);
}

TEST(Parse, InlinesArePutInTokenByToken) {
  const ModelText model(
      "int a[3], x; chan q = [1] of {byte};\n"
      "inline twice(e) { x = e * 2 }\n"
      "inline send(c, k) { int t; t = k; c!t; twice(k) }\n"
      "inline fill(array) { array[0] = 1 }\n"
      "inline next(e) { return e + 1 }\n"
      "init { twice(1 + 2); send(q, 4); send(q, 5); fill(a); a[1] = next(x) }");
  ASSERT_NE(model.module, nullptr) << model.messages();
  EXPECT_EQ(dump(model.module->proctypes[0]->body),
            "inline { x = (+ 1 (* 2 2)) }; "
            "inline { declare t; t = 4; q!t; inline { x = (* 4 2) } }; "
            "inline { declare t; t = 5; q!t; inline { x = (* 5 2) } }; "
            "inline { a[0] = 1 }; inline { a[1] = (+ x 1) }");
  std::vector<std::uint32_t> calls;
  visit_statements(model.module->proctypes[0]->body, [&](const Statement& s) {
    if (s.kind == StatementKind::assign) calls.push_back(s.inline_call);
  });
  EXPECT_EQ(calls, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7}));
}

/// For each goto, in the order of the text, which label it goes to, counted from 1.
std::vector<std::uint32_t> targets(const std::string& text) {
  const ModelText model(text);
  std::vector<std::uint32_t> result;
  if (model.module == nullptr) {
    ADD_FAILURE() << model.messages();
    return result;
  }
  visit_statements(model.module->proctypes[0]->body, [&](const Statement& s) {
    if (s.kind == StatementKind::goto_) result.push_back(s.label_number);
  });
  return result;
}

TEST(Parse, GotosFindTheirLabels) {
  using Targets = std::vector<std::uint32_t>;
  EXPECT_EQ(targets("init { goto L; L: skip; goto L }"), (Targets{1, 1}));
  // Each call of an inline has labels of its own.
  EXPECT_EQ(targets("inline f() { skip; goto L; L: skip } init { f(); f() }"), (Targets{1, 2}));
  // A block's own label hides none outside, and is found from outside where there is no other.
  EXPECT_EQ(targets("init { { skip; L: skip; goto L }; { skip; L: skip; goto L } }"), (Targets{1, 2}));
  EXPECT_EQ(targets("init { { skip; L: skip }; goto L }"), (Targets{1}));
  EXPECT_EQ(targets("init { L: skip; { skip; goto L } }"), (Targets{1}));
}

TEST(Parse, RangesAreTheUsersOwn) {
  const ModelText model(
      "#define SET(v, e) v = e\n#define GO true\nint x;\ninline f(p) { x = p + 1 }\ninit {\n  SET(x, 2 + 3);\n  GO -> "
      "f(7); x =\n4\n}");
  ASSERT_NE(model.module, nullptr) << model.messages();
  std::vector<std::string> texts;
  visit_statements(model.module->proctypes[0]->body,
                   [&](const Statement& s) { texts.emplace_back(model.sources.text(s.range)); });
  EXPECT_EQ(texts, (std::vector<std::string>{"SET(x, 2 + 3)", "GO", "f(7)", "x = p + 1", "x =\n4"}));
}

}  // namespace
}  // namespace quotient::promela
