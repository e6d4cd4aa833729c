#include <gtest/gtest.h>
#include <string>

#include "explore.hpp"

// Machines and contexts of Event-B in Rodin's files.

namespace quotient::bmethod {
namespace {

using RodinFiles = std::map<std::string, std::string>;

std::string element(const std::string& kind, const std::string& attributes, const std::string& inside = "") {
  static int number = 0;
  const std::string head =
      "<org.eventb.core." + kind + " name=\"internal" + std::to_string(++number) + "\" " + attributes;
  return inside.empty() ? head + "/>\n" : head + ">\n" + inside + "</org.eventb.core." + kind + ">\n";
}

std::string file(const std::string& kind, const std::string& inside) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<org.eventb.core." + kind +
         " org.eventb.core.configuration=\"org.eventb.core.fwd\" version=\"5\">\n" + inside + "</org.eventb.core." +
         kind + ">\n";
}

std::string named(const std::string& kind, const std::string& identifier) {
  return element(kind, "org.eventb.core.identifier=\"" + identifier + "\"");
}
std::string target(const std::string& kind, const std::string& name) {
  return element(kind, "org.eventb.core.target=\"" + name + "\"");
}
std::string said(const std::string& kind, const std::string& label, const std::string& predicate,
                 const std::string& more = "") {
  return element(kind,
                 "org.eventb.core.label=\"" + label + "\" org.eventb.core.predicate=\"" + predicate + "\"" + more);
}
std::string done(const std::string& label, const std::string& assignment) {
  return element("action", "org.eventb.core.label=\"" + label + "\" org.eventb.core.assignment=\"" + assignment + "\"");
}
std::string event(const std::string& label, const std::string& inside, bool extended = false) {
  return element("event",
                 "org.eventb.core.convergence=\"0\" org.eventb.core.extended=\"" +
                     std::string(extended ? "true" : "false") + "\" org.eventb.core.label=\"" + label + "\"",
                 inside);
}

std::unique_ptr<test::Loaded> load_rodin(const std::string& main, const RodinFiles& files, Options options = {}) {
  auto made = std::make_unique<test::Loaded>();
  options.setup = SetupStates::none;
  FileId first{};
  for (const auto& [name, text] : files) {
    const FileId added = made->sources.add(name, text);
    if (name == main) first = added;
  }
  made->system = load(made->sources, first, options, made->diagnostics);
  return made;
}

/// People enter and leave a building with room for two; doors are open or closed.
RodinFiles building() {
  RodinFiles files;
  files["Base.buc"] =
      file("contextFile", named("carrierSet", "PEOPLE") + named("constant", "room") +
                              said("axiom", "axm1", "finite(PEOPLE) ∧ card(PEOPLE) = 3") +
                              said("axiom", "axm2", "room ∈ ℕ1 ∧ room = 2") +
                              said("axiom", "thm1", "room &lt; card(PEOPLE)", " org.eventb.core.theorem=\"true\""));
  files["Doors.buc"] =
      file("contextFile", target("extendsContext", "Base") + named("carrierSet", "DOOR") + named("constant", "open") +
                              named("constant", "closed") + said("axiom", "axm1", "partition(DOOR, {open}, {closed})"));
  files["M0.bum"] = file(
      "machineFile",
      target("seesContext", "Base") + named("variable", "inside") + said("invariant", "inv1", "inside ⊆ PEOPLE") +
          said("invariant", "inv2", "card(inside) ≤ room") +
          said("invariant", "inv3", "∀p·p ∈ inside ⇒ (∃q·q ∈ PEOPLE ∧ q = p)") +
          said("invariant", "thm1", "inside ≠ PEOPLE", " org.eventb.core.theorem=\"true\"") +
          event("INITIALISATION", done("act1", "inside ≔ ∅")) +
          event("enter", named("parameter", "p") + said("guard", "grd1", "p ∈ PEOPLE ∖ inside") +
                             said("guard", "grd2", "card(inside) &lt; room") + done("act1", "inside ≔ inside ∪ {p}")) +
          event("leave",
                named("parameter", "p") + said("guard", "grd1", "p ∈ inside") + done("act1", "inside ≔ inside ∖ {p}")));
  files["M1.bum"] =
      file("machineFile",
           target("refinesMachine", "M0") + target("seesContext", "Doors") + named("variable", "inside") +
               named("variable", "door") + said("invariant", "inv1", "door ∈ DOOR") +
               event("INITIALISATION", done("act2", "door ≔ closed"), true) +
               event("enter", target("refinesEvent", "enter") + said("guard", "grd3", "door = open"), true) +
               event("leave", target("refinesEvent", "leave") + said("guard", "grd2", "¬ door = closed"), true) +
               event("turn", done("act1", "door :∣ door' ∈ DOOR ∧ door' ≠ door")));
  return files;
}

/// Subsets of three people with at most two: 1 + 3 + 3; with two doors twice as many. Up to the people, 3 and 6.
TEST(Rodin, MachinesAndContexts) {
  const auto first = load_rodin("M0.bum", building());
  ASSERT_NE(first->system, nullptr) << test::all_messages(first->sources, first->diagnostics);
  const test::Exploration found = test::explore(*first->system);
  EXPECT_EQ(found.states, 7u);
  EXPECT_TRUE(found.findings.empty()) << *found.messages.begin();
  EXPECT_EQ(first->system->symmetry().group.order().to_string(), "6");
  const auto second = load_rodin("M1.bum", building());
  ASSERT_NE(second->system, nullptr) << test::all_messages(second->sources, second->diagnostics);
  const test::Exploration refined = test::explore(*second->system);
  EXPECT_EQ(refined.states, 14u);
  EXPECT_TRUE(refined.findings.empty()) << *refined.messages.begin();
}

/// A formula is named by its file and label.
TEST(Rodin, MessagesNameLabels) {
  RodinFiles files = building();
  std::string& text = files["M0.bum"];
  text.replace(text.find("card(inside) &lt; room"), 22, "card(inside) ≤ room");
  const auto wrong = load_rodin("M0.bum", files);
  ASSERT_NE(wrong->system, nullptr) << test::all_messages(wrong->sources, wrong->diagnostics);
  const test::Exploration found = test::explore(*wrong->system);
  EXPECT_TRUE(found.messages.contains("invariant violated: card(inside) ≤ room")) << *found.messages.begin();

  RodinFiles typo = building();
  std::string& machine = typo["M0.bum"];
  machine.replace(machine.find("p ∈ inside\""), std::string("p ∈ inside\"").size(), "p ∈ insid\"");
  const auto unknown = load_rodin("M0.bum", typo);
  EXPECT_EQ(unknown->system, nullptr);
  EXPECT_NE(test::all_messages(unknown->sources, unknown->diagnostics).find("M0.bum leave/grd1:1"), std::string::npos)
      << test::all_messages(unknown->sources, unknown->diagnostics);
}

/// Bound names without brackets, sets and functions as Event-B writes them. Values by hand.
TEST(Rodin, Formulas) {
  const std::pair<const char*, bool> formulas[] = {
      {"{x·x ∈ 1‥3 ∣ x∗x} = {1, 4, 9}", true},
      {"{x ∣ x ∈ 1‥5 ∧ x mod 2 = 0} = {2, 4}", true},
      {"{x ↦ y ∣ x ∈ 1‥2 ∧ y = x + 1} = {1 ↦ 2, 2 ↦ 3}", true},
      {"{x∗x ∣ x ∈ 1‥3} = {1, 4, 9}", true},
      {"{x + y ∣ x ∈ 1‥2 ∧ y = x} = {2, 4}", true},
      // id, prj1 and prj2 are of whatever type fits.
      {"{1 ↦ 2, 2 ↦ 2} ∩ id = {2 ↦ 2}", true},
      {"(1‥2) ◁ id = {1 ↦ 1, 2 ↦ 2}", true},
      {"prj2[{1 ↦ 2, 3 ↦ 4}] = {2, 4} ∧ prj1(3 ↦ 4) = 3", true},
      {"{1 ↦ 2} ⊆ id", false},
      {"(λx·x ∈ 1‥3 ∣ x + 1)(2) = 3", true},
      {"(λx ↦ y·x ∈ 1‥2 ∧ y ∈ 1‥2 ∣ x − y)(2 ↦ 1) = 1", true},
      {"∀x, y·x ∈ 1‥3 ∧ y ∈ 1‥3 ⇒ x + y ≤ 6", true},
      {"∃x·x ∈ 1‥3 ∧ x ÷ 2 = 1 ∧ ¬ x = 2", true},
      {"(⋃x·x ∈ 1‥3 ∣ {x, x + 1}) = 1‥4", true},
      {"ℙ1({1, 2}) = {{1}, {2}, {1, 2}}", true},
      {"partition(1‥3, {1}, {2, 3})", true},
      {"partition(1‥3, {1, 2}, {2, 3})", false},
      {"{1 ↦ 2} ∈ 1‥2 ⇸ 1‥2 ∧ {1 ↦ 2} ∉ 1‥2 → 1‥2", true},
      {"(∀x·x ∈ 1‥2 ⇒ x &gt; 0) ∧ ⊥", false},
  };
  for (const auto& [formula, holds] : formulas) {
    const RodinFiles files = {
        {"F.bum",
         file("machineFile", named("variable", "v") + said("invariant", "inv1", "v = 0") +
                                 said("invariant", "inv2", formula) + event("INITIALISATION", done("act1", "v ≔ 0")))}};
    const auto loaded = load_rodin("F.bum", files);
    ASSERT_NE(loaded->system, nullptr) << formula << test::all_messages(loaded->sources, loaded->diagnostics);
    const test::Exploration found = test::explore(*loaded->system);
    EXPECT_EQ(!found.findings.contains(FindingKind::invariant), holds) << formula;
  }
}

TEST(Rodin, BrokenFilesAreReported) {
  for (const std::string text :
       {"<?xml version=\"1.0\"?><org.eventb.core.machineFile>",
        "<?xml version=\"1.0\"?><org.eventb.core.machineFile></a>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]><org.eventb.core.machineFile>&a;</org.eventb.core.machineFile>"}) {
    const auto loaded = load_rodin("B.bum", {{"B.bum", text}});
    EXPECT_EQ(loaded->system, nullptr);
    EXPECT_TRUE(loaded->diagnostics.has_errors()) << text;
  }
  const auto refinement = [] {
    Options options;
    options.refinement = true;
    return options;
  }();
  EXPECT_EQ(load_rodin("M1.bum", building(), refinement)->system, nullptr);
}

}  // namespace
}  // namespace quotient::bmethod
