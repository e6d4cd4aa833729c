#include "process/symmetry/scalarset/scalarset.hpp"

#include "automorphisms.hpp"
#include "process/symmetry/detect/detect.hpp"

namespace quotient {
namespace {

struct Declared {
  TestModel model;
  Symmetry symmetry;
  std::vector<std::pair<std::uint32_t, std::string>> breaks;  // line, reason
  std::vector<std::string> errors;
};

Declared declared(const std::string& text) {
  Declared d;
  promela::Options options;
  Diagnostics diagnostics;
  const FileId file = d.model.sources->add("model.pml", text);
  const auto loaded = promela::load(*d.model.sources, file, options, diagnostics);
  if (loaded == nullptr) {
    ADD_FAILURE() << text;
    return d;
  }
  d.model.system = loaded->compile("", diagnostics);
  const std::vector<Scalarset> sets = loaded->scalarsets(diagnostics);
  d.symmetry = declared_symmetry(d.model.program(), detect_symmetry(d.model.program(), sets), sets);
  for (const Symmetry::Break& b : d.symmetry.broken_by) {
    d.breaks.push_back({b.at ? d.model.sources->locate(*b.at).position.line : 0, b.reason});
  }
  for (const Diagnostic& e : diagnostics.all()) d.errors.push_back(e.message);
  return d;
}

std::string order(const Declared& d) { return d.symmetry.group.order().to_string(); }

void expect_break(const Declared& d, std::uint32_t line, const std::string& reason) {
  const bool found = std::any_of(d.breaks.begin(), d.breaks.end(), [&](const auto& b) {
    return b.first == line && b.second.find(reason) != std::string::npos;
  });
  EXPECT_TRUE(found) << line << ": " << reason;
}

const std::string clients =
    "proctype client() { do :: request!_pid; holder == _pid; uses[_pid] = 1 - uses[_pid]; holder = 0 od }\n"
    "proctype server() { pid who; do :: atomic { holder == 0 -> request?who; holder = who; who = 0 } od }\n"
    "init { atomic { run client(); run client(); run client(); run server() } }\n";

TEST(Scalarsets, WhatFlowsIntoTheMarkedVariableBelongsToIt) {
  const Declared d = declared("chan request = [3] of { pid }; /*@ scalarset */ pid holder; byte uses[4];\n" + clients);
  EXPECT_EQ(order(d), "6");
  EXPECT_TRUE(d.breaks.empty());
  EXPECT_TRUE(d.errors.empty());
  expect_automorphisms(d.model, d.symmetry);
}

TEST(Scalarsets, OnlyWhatIsMarkedIsUsed) {
  const std::string text =
      "bool a[5];\n"
      "proctype left() { do :: a[_pid] = 1 - a[_pid] od }\n"
      "proctype right() { do :: a[_pid] = 1 - a[_pid] od }\n"
      "init { atomic { run left(); run left(); run right(); run right() } }\n";
  EXPECT_EQ(order(declared(text)), "1");
  expect_break(declared(text), 0, "no declaration is marked");
  // Both index one array, so both are in the set: only within each type are they alike.
  std::string marked = text;
  marked.insert(marked.find("proctype left"), "/*@ scalarset */ ");
  const Declared d = declared(marked);
  EXPECT_EQ(order(d), "4");
  expect_break(d, 2, "{1, 2} {3, 4}");
}

TEST(Scalarsets, AProctypeWhoseIdsAreNeverUsed) {
  const Declared d = declared(
      "byte n; /*@ scalarset */ proctype p() { do :: n = 1 - n od }\n"
      "init { atomic { run p(); run p(); run p() } }\n");
  EXPECT_EQ(order(d), "6");
}

TEST(Scalarsets, AParameterTellsProcessesApart) {
  const std::string text =
      "byte turn;\nproctype user(/*@ scalarset */ byte me) { do :: turn == 0 -> turn = me :: turn == me -> turn = 0\n"
      "BAD od }\ninit { atomic { run user(1); run user(2); run user(3) } }\n";
  const auto with = [&](const std::string& bad) { return "#define BAD " + bad + "\n" + text; };
  EXPECT_EQ(order(declared(with(""))), "6");
  const Declared named = declared(with(":: turn == 2 -> turn = 0"));
  EXPECT_EQ(order(named), "2");
  expect_break(named, 3, "{1, 3} {2}");
  expect_break(named, 4, "2 is named here");
  // All named alike: as good as none.
  const Declared all = declared(with(":: turn == 2 -> turn = 0 :: turn == 1 -> turn = 0 :: turn == 3 -> turn = 0"));
  EXPECT_EQ(all.symmetry.group.orbits().members.front().size(), 3U);
  EXPECT_TRUE(all.breaks.empty());
  expect_automorphisms(all.model, all.symmetry);
}

TEST(Scalarsets, EveryOffenceIsNamedWithItsLine) {
  const std::string head =
      "/*@ scalarset */ pid x; byte y; pid a[4]; chan c = [2] of { pid };\nproctype p() { do :: x = _pid\n";
  const std::string tail = "\n od }\ninit { atomic { run p(); run p(); run p() } }\n";
  const std::vector<std::pair<std::string, std::string>> all = {
      {":: x < _pid", "by order"},
      {":: y = x + 1", "computed with"},
      {":: x = y * 2", "a computed number"},
      {":: x++", "computed with"},
      {":: x == y + 1", "a computed number"},
      {":: c!!x", "in order"},
      {":: a[_pid] = x; y = a[y + 1]", "a computed number"},
      {":: select (x : 1 .. 3)", "counts"},
      {":: y = ~x", "computed with"},
  };
  for (const auto& [line, reason] : all) {
    SCOPED_TRACE(line);
    const Declared d = declared(head + line + tail);
    EXPECT_EQ(order(d), "1");
    expect_break(d, 3, reason);
  }
  const Declared good = declared(head + ":: x != 0 -> x = 0; c!_pid; c?x; a[x] = x :: a[_pid] == 0" + tail);
  EXPECT_EQ(order(good), "6") << good.breaks.at(0).second;
}

TEST(Scalarsets, ValuesThatAreNobodysNumber) {
  const auto with = [](const std::string& head, const std::string& more) {
    return head +
           "chan c = [2] of { byte };\nactive proctype send() { do :: if :: x = 4 :: x = 7 :: x = 9 fi; c!x; x = 0 " +
           "od }\nactive proctype receive() { byte y; do :: c?y\n" + more + "\nod }\n";
  };
  const std::string head = "/*@ scalarset */ byte x; bool seen[10]; byte n;\n";
  const Declared d = declared(with(head, ":: seen[y] = 1 :: y != 0 -> y = 0"));
  EXPECT_EQ(order(d), "6");
  EXPECT_TRUE(d.breaks.empty());
  expect_automorphisms(d.model, d.symmetry);
  EXPECT_EQ(order(declared(with("byte x; bool seen[10]; byte n;\n", ""))), "1") << "not declared";
  const Declared named = declared(with(head, ":: y == 7 -> y = 0"));
  EXPECT_EQ(order(named), "2");
  expect_break(named, 1, "{4, 9} {7}");
  expect_break(named, 5, "7 is named here");
  expect_automorphisms(named.model, named.symmetry);
  const Declared computed = declared(with(head, ":: n = y % 2"));
  EXPECT_EQ(order(computed), "1");
  expect_break(computed, 5, "computed with");
}

TEST(Scalarsets, FieldsOfStructures) {
  const Declared d = declared(
      "typedef message { /*@ scalarset */ byte data; bool used }\nmessage m[2];\n"
      "active proctype p() { do :: !m[0].used -> if :: m[0].data = 1 :: m[0].data = 2 fi; m[0].used = 1\n"
      ":: m[0].used && !m[1].used -> m[1].data = m[0].data; m[1].used = 1; m[0].data = 0; m[0].used = 0\n"
      ":: m[1].used -> m[1].data = 0; m[1].used = 0 od }\n");
  EXPECT_EQ(order(d), "2");
  expect_automorphisms(d.model, d.symmetry);
}

TEST(Scalarsets, CommentsThatBelongToNothing) {
  const auto error = [](const std::string& text) {
    const Declared d = declared(text);
    return d.errors.empty() ? "" : d.errors[0];
  };
  const std::string rest = "byte n; active proctype p() { n = 1 }\n";
  EXPECT_NE(error(rest + "/*@ scalarset */ init { skip }"), "");
  EXPECT_NE(error("byte n; active proctype p() { n = /*@ scalarset */ 1 }\n"), "");
  EXPECT_EQ(error(rest + "/*@ something else */ init { skip }"), "");
  EXPECT_EQ(error(rest + "// /*@ scalarset */\ninit { skip }"), "");
  EXPECT_EQ(error(rest + "#if 0\n/*@ scalarset */ int n2;\n#endif\ninit { skip }"), "");
  EXPECT_EQ(error(rest + "init { printf(\"/*@ scalarset */\") }"), "");
}

}  // namespace
}  // namespace quotient
