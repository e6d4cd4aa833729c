#include "mcrl2/symmetry/detect.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/symmetry/code_graph.hpp"
#include "mcrl2/symmetry/code_items.hpp"
#include "mcrl2/symmetry/process_action.hpp"

namespace quotient::mcrl2 {

namespace {

SymmetryItems table_of(const Model& model, std::span<const Item> moved) {
  SymmetryItems table;
  table.of_constant.assign(model.spec.functions.size(), no_atom);
  table.of_process.assign(model.processes.size(), no_atom);
  table.of_location.assign(model.linear.locations.size(), no_atom);
  for (Point a = 0; a < moved.size(); ++a) {
    const Item& item = moved[a];
    (item.kind == Item::Kind::constant  ? table.of_constant
     : item.kind == Item::Kind::process ? table.of_process
                                        : table.of_location)[item.number] = a;
    table.item.push_back(item.number);
  }
  return table;
}

/// Atoms need a name only where others do not tell how they move: first those of constants, then of processes.
void let_the_rest_follow(Symmetry& symmetry, std::span<const Item> moved) {
  const auto last_needed = [&] {
    for (const Item::Kind last : {Item::Kind::constant, Item::Kind::process}) {
      std::vector<Point> named;
      for (Point a = 0; a < moved.size(); ++a) {
        if (moved[a].kind <= last) named.push_back(a);
      }
      if (named.size() == moved.size()) return last;
      if (symmetry.group.restricted_to(named).order() == symmetry.group.order()) return last;
    }
    return Item::Kind::location;
  }();
  for (Point a = 0; a < moved.size(); ++a) {
    if (moved[a].kind > last_needed) symmetry.atoms[a].kind = Atom::Kind::value;
  }
}

}  // namespace

Detected detect_symmetry(const Model& model, SharedTables& shared) {
  Detected found;
  Symmetry& symmetry = found.symmetry;
  try {
    const CodeGraph graph(model);
    const auto [automorphisms, kept_in_place] = automorphisms_of(graph);
    std::vector<Item> moved = items_of(graph);
    std::erase_if(moved, [&](const Item& item) {
      return std::all_of(automorphisms.begin(), automorphisms.end(),
                         [&](const Permutation& g) { return g[item.vertex] == item.vertex; });
    });
    for (const Item& item : moved) symmetry.atoms.push_back(atom_of(model, item));
    symmetry.group = quotient::Group(moved.size(), restricted(automorphisms, moved));
    let_the_rest_follow(symmetry, moved);
    found.items = table_of(model, moved);
    symmetry.action = process_action(model, shared, found.items);
    symmetry.step_orbits = step_orbits(graph.summands(), automorphisms);
    if (!kept_in_place.empty()) {
      const auto& first = model.spec.functions[kept_in_place.front().value];
      symmetry.broken_by.push_back(
          {fmt::format("{} and {} other constants that may be alike are kept apart: more than {} are not asked about",
                       first.name, kept_in_place.size() - 1, most_alike),
           first.range});
    }
  } catch (const EvaluationError& error) {
    symmetry.broken_by.push_back({error.message, {}});  // the search will say more of it
  }
  return found;
}

}  // namespace quotient::mcrl2
