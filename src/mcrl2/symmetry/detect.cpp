#include "mcrl2/symmetry/detect.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>

#include "mcrl2/symmetry/code_graph.hpp"
#include "mcrl2/symmetry/process_action.hpp"
#include "symmetry/action/gain.hpp"
#include "symmetry/graph/automorphism.hpp"
#include "symmetry/graph/equitable.hpp"

namespace quotient::mcrl2 {

namespace {

/// A vertex that can be an atom.
struct Item {
  enum class Kind : std::uint8_t { constant, process, location };
  Kind kind;
  std::uint32_t number;
  Point vertex;
};

std::vector<Item> items_of(const CodeGraph& graph) {
  std::vector<Item> items;
  for (const auto& [function, vertex] : graph.constants())
    items.push_back({Item::Kind::constant, function.value, vertex});
  for (std::uint32_t p = 0; p < graph.processes().size(); ++p) {
    items.push_back({Item::Kind::process, p, graph.processes()[p]});
  }
  for (const auto& [location, vertex] : graph.locations())
    items.push_back({Item::Kind::location, location.value, vertex});
  return items;
}

/// What is asked for automorphisms: the graph, but for constants of which too many look alike.
struct Sought {
  ColouredGraph graph;
  std::vector<FuncId> kept_in_place;
};

/// Of so many constants that look alike, and no more, it is found out whether they are: n interchangeable ones are a
/// group whose description alone takes n² words, and more time than that. A search among so many would not come far
/// anyhow.
constexpr std::size_t most_alike = 1'000;

Sought sought_in(const CodeGraph& code) {
  Sought out{code.graph(), {}};
  if (code.constants().size() <= most_alike) return out;
  const EquitablePartition partition(out.graph);
  std::map<EquitablePartition::Cell, std::size_t> sizes;
  for (const auto& [function, vertex] : code.constants()) ++sizes[partition.cell_of(vertex)];
  std::vector<std::uint32_t> colours(out.graph.vertex_count());
  for (Point v = 0; v < colours.size(); ++v) colours[v] = partition.cell_of(v);
  auto next = static_cast<std::uint32_t>(partition.cell_count());
  for (const auto& [function, vertex] : code.constants()) {
    if (sizes[partition.cell_of(vertex)] <= most_alike) continue;
    colours[vertex] = next++;
    out.kept_in_place.push_back(function);
  }
  if (!out.kept_in_place.empty()) out.graph = out.graph.recoloured(std::move(colours));
  return out;
}

/// What automorphisms do to some of the vertices, which are a union of orbits; those that do nothing are left out.
std::vector<Permutation> restricted(std::span<const Permutation> automorphisms, std::span<const Item> items) {
  std::map<Point, Point> numbers;
  for (const Item& item : items) numbers.emplace(item.vertex, static_cast<Point>(numbers.size()));
  std::vector<Permutation> out;
  for (const Permutation& g : automorphisms) {
    std::vector<Point> images;
    for (const Item& item : items) images.push_back(numbers.at(g[item.vertex]));
    Permutation moved(std::move(images));
    if (!moved.is_identity()) out.push_back(std::move(moved));
  }
  return out;
}

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

Atom atom_of(const Model& model, const Item& item) {
  switch (item.kind) {
    case Item::Kind::constant:
      return {Atom::Kind::element, model.spec.functions[item.number].name, static_cast<std::int32_t>(item.number)};
    case Item::Kind::process:
      return {Atom::Kind::element, model.processes[item.number].name, static_cast<std::int32_t>(item.number),
              item.number};
    case Item::Kind::location:
      break;
  }
  return {Atom::Kind::element, fmt::format("@{}", model.locations[item.number].name),
          static_cast<std::int32_t>(item.number)};
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

/// What can change places in a graph, and in how many ways.
struct Freedom {
  BigNumber order = 1;
  std::set<std::string> moved;
};

Freedom freedom_of(const Model& model, const CodeGraph& graph) {
  std::vector<Item> items = items_of(graph);
  std::erase_if(items, [](const Item& item) { return item.kind == Item::Kind::location; });
  const std::vector<Permutation> generators = restricted(automorphism_generators(sought_in(graph).graph), items);
  Freedom out;
  out.order = quotient::Group(items.size(), generators).order();
  for (const Permutation& g : generators) {
    for (Point a = 0; a < items.size(); ++a) {
      if (g[a] != a) out.moved.insert(atom_of(model, items[a]).name);
    }
  }
  return out;
}

/// "does not treat A, B and 4 others alike; without this, up to 6 times fewer states"
std::string reason_in_words(const char* part, const Freedom& now, const Freedom& then) {
  constexpr std::size_t most_named = 4;
  std::vector<std::string> names;
  for (const std::string& name : then.moved) {
    if (now.moved.count(name) == 0) names.push_back(name);
  }
  if (names.empty()) names.assign(then.moved.begin(), then.moved.end());
  std::string list;
  for (std::size_t k = 0; k < names.size() && k < most_named; ++k) {
    list += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  }
  if (names.size() > most_named) list += fmt::format(" and {} more", names.size() - most_named);
  return fmt::format("{} does not treat {} alike", part, list) + gain_in_words(now.order, then.order);
}

}  // namespace

Detected detect_symmetry(const Model& model, SharedTables& shared) {
  Detected found;
  Symmetry& symmetry = found.symmetry;
  try {
    const CodeGraph graph(model);
    const Sought sought = sought_in(graph);
    const std::vector<Permutation> automorphisms = automorphism_generators(sought.graph);
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
    std::vector<Permutation> moving =
        automorphisms;  // those that exchange like summands alone are no part of the group
    std::erase_if(moving, [&](const Permutation& g) {
      return std::all_of(moved.begin(), moved.end(), [&](const Item& i) { return g[i.vertex] == i.vertex; });
    });
    symmetry.step_orbits = step_orbits(graph.summands(), moving);
    if (!sought.kept_in_place.empty()) {
      const auto& first = model.spec.functions[sought.kept_in_place.front().value];
      symmetry.broken_by.push_back(
          {fmt::format("{} and {} other constants that may be alike are kept apart: more than {} are not asked about",
                       first.name, sought.kept_in_place.size() - 1, most_alike),
           first.range});
    }
  } catch (const EvaluationError& error) {
    symmetry.broken_by.push_back({error.message, {}});  // the search will say more of it
  }
  return found;
}

void explain_breaks(const Model& model, Symmetry& symmetry, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  try {
    const CodeGraph whole(model);
    const Freedom now = freedom_of(model, whole);
    std::vector<std::pair<BigNumber, Symmetry::Break>> found;
    const auto try_without = [&](CodeGraph::Without without, const char* part, SourceRange at) {
      if (Clock::now() >= end) return;
      const Freedom then = freedom_of(model, CodeGraph(model, without));
      if (then.order > now.order) found.push_back({then.order, {reason_in_words(part, now, then), at}});
    };
    for (const CompiledLocation& location : model.locations) {
      for (const CompiledSummand& summand : location.summands) {
        try_without({summand.place, {}}, "what is done here", summand.range);
      }
    }
    for (const std::uint32_t rule : whole.rules())
      try_without({{}, rule}, "this equation", model.spec.rules[rule].range);
    // What matters most comes first.
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto& [order, words] : found) symmetry.broken_by.push_back(std::move(words));
  } catch (const EvaluationError&) {
    return;  // was told when symmetry was looked for
  }
}

}  // namespace quotient::mcrl2
