#include "bmethod/symmetry/labeller.hpp"

#include <gtest/gtest.h>
#include <random>

#include "bmethod/machine_system.hpp"
#include "bmethod/symmetry/state_parts.hpp"
#include "explore.hpp"

namespace quotient::bmethod {
namespace {

using test::load_text;

/// Machines whose only state holds a structure, with what is known of its automorphisms.
struct Structure {
  std::string name;
  std::string value;  // of a relation on S, and of a set of sets of elements
  std::string families;
  std::uint32_t n;
  std::uint64_t automorphisms;
};

std::string ring(std::uint32_t begin, std::uint32_t size) {
  std::string text;
  for (std::uint32_t i = 0; i < size; ++i) {
    text += (i == 0 ? "" : ", ") + std::string("q(") + std::to_string(begin + i) + ") |-> q(" +
            std::to_string(begin + (i + 1) % size) + ")";
  }
  return text;
}

/// A permutation of all elements, so that the text names none of them, and a structure built from it.
std::string machine(const Structure& each) {
  return "MACHINE M SETS S VARIABLES r, u INVARIANT r : S <-> S & u <: POW(S)\n"
         "INITIALISATION ANY q WHERE q : perm(S) THEN r := {" +
         each.value + "} || u := " + each.families + " END END";
}

/// The states of a machine, all members of one orbit, have one form, by either way, and the right automorphisms.
TEST(Labeller, HandsOverToTheGraphLibrary) {
  const Structure cases[] = {
      {"two triangles", ring(1, 3) + ", " + ring(4, 3), "{}", 6, 18},
      {"a hexagon", ring(1, 6), "{}", 6, 6},
      {"a triangle and three alone", ring(1, 3), "{}", 6, 18},
      {"pairs as sets", ring(1, 3), "{{q(1), q(4)}, {q(2), q(5)}, {q(3), q(6)}}", 6, 3},
      {"sets that overlap", "q(1) |-> q(1)", "{{q(1), q(2)}, {q(2), q(3)}, {q(3), q(4)}, {}, {q(5), q(6)}}", 6, 2},
  };
  for (const Structure& each : cases) {
    Options options;
    options.set_sizes["S"] = each.n;
    const auto loaded = load_text(machine(each), options);
    ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
    const auto& compiled = static_cast<const CompiledMachine&>(*loaded->system);
    const MachineSymmetry& symmetry = compiled.elements();
    Labeller by_search(symmetry.elements(), 1e300), by_graph(symmetry.elements(), 0);
    Successors initial;
    loaded->system->generator()->initial(initial);
    EXPECT_EQ(initial.size(), 720 / each.automorphisms) << each.name;
    for (Labeller* labeller : {&by_search, &by_graph}) {
      std::set<std::vector<std::uint8_t>> forms;
      Arena arena;
      std::vector<Part> parts;
      for (std::size_t i = 0; i < initial.size(); ++i) {
        arena.rewind({});
        symmetry.read(initial[i].state, arena, parts);
        std::vector<std::uint8_t> form;
        labeller->label(parts, form);
        forms.insert(form);
        std::uint64_t automorphisms = 1;
        for (const std::uint32_t factor : labeller->stabiliser()) automorphisms *= factor;
        EXPECT_EQ(automorphisms, each.automorphisms) << each.name;
      }
      EXPECT_EQ(forms.size(), 1u) << each.name;
    }
  }
}

/// Rings of equal lengths: more leaves than can be tried without the automorphisms, and one form all the same.
TEST(Labeller, LabelsWhatHasManyLeaves) {
  Options options;
  options.set_sizes["S"] = 24;
  const auto loaded = load_text(
      "MACHINE M SETS S VARIABLES r INVARIANT r : S <-> S INITIALISATION r := {}\n"
      "OPERATIONS op(q) = PRE q : perm(S) THEN r := {} END END",
      options);
  ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
  const auto& compiled = static_cast<const CompiledMachine&>(*loaded->system);
  const MachineSymmetry& symmetry = compiled.elements();
  const Shape* shape = symmetry.slots()[0];
  Labeller labeller(symmetry.elements());
  std::mt19937 random(1);
  std::set<std::vector<std::uint8_t>> forms;
  for (int round = 0; round < 4; ++round) {
    std::vector<Value> names(24);
    for (Value i = 0; i < 24; ++i) names[i] = i;
    std::shuffle(names.begin(), names.end(), random);
    Arena arena;
    std::vector<Value> scratch;
    SetBuilder made(arena, scratch, shape->type);
    // Two hexagons and four triangles: alike for refinement.
    for (const auto& [begin, size] : {std::pair<Value, Value>{0, 6}, {6, 6}, {12, 3}, {15, 3}, {18, 3}, {21, 3}}) {
      for (Value i = 0; i < size; ++i) {
        const Value from = names[begin + i], to = names[begin + (i + 1) % size];
        made.add(make_pair(arena, shape->type->first, from, to));
      }
    }
    const Part part{shape, made.finish(), false, {}};
    std::vector<std::uint8_t> form;
    labeller.label(std::span<const Part>(&part, 1), form);
    forms.insert(form);
    std::uint64_t automorphisms = 1;
    for (const std::uint32_t factor : labeller.stabiliser()) automorphisms *= factor;
    EXPECT_EQ(automorphisms, 6u * 6 * 2 * 3 * 3 * 3 * 3 * 24);
  }
  EXPECT_EQ(forms.size(), 1u);
}

}  // namespace
}  // namespace quotient::bmethod
