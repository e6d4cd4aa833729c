#include "symmetry/graph/equitable.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

#include "symmetry/graph/automorphism.hpp"
#include "symmetry/graph/named_automorphisms.hpp"
#include "symmetry/group/group.hpp"

namespace quotient {
namespace {

ColouredGraph random_graph(std::mt19937& random, std::size_t vertices, std::size_t edges, std::uint32_t colours) {
  std::vector<std::uint32_t> colour(vertices);
  for (std::uint32_t& c : colour) c = static_cast<std::uint32_t>(random() % colours);
  std::vector<Edge> all;
  for (std::size_t k = 0; k < edges; ++k) {
    all.push_back({static_cast<Point>(random() % vertices), static_cast<Point>(random() % vertices)});
  }
  return {EdgeKind::directed, colour, all};
}

/// The same by counting neighbours again and again, until nothing changes.
std::vector<std::uint32_t> refined_naively(const ColouredGraph& graph, std::vector<std::uint32_t> cells) {
  for (std::size_t before = 0;;) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> numbers;
    std::vector<std::vector<std::uint32_t>> out(cells.size()), in(cells.size());
    for (Point v = 0; v < cells.size(); ++v) {
      for (const Point w : graph.neighbours(v)) {
        out[v].push_back(cells[w]);
        in[w].push_back(cells[v]);
      }
    }
    std::vector<std::uint32_t> next(cells.size());
    for (Point v = 0; v < cells.size(); ++v) {
      std::sort(out[v].begin(), out[v].end());
      std::sort(in[v].begin(), in[v].end());
      std::vector<std::uint32_t> key{cells[v], static_cast<std::uint32_t>(out[v].size())};
      key.insert(key.end(), out[v].begin(), out[v].end());
      key.insert(key.end(), in[v].begin(), in[v].end());
      next[v] = numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
    cells = std::move(next);
    if (numbers.size() == before) return cells;
    before = numbers.size();
  }
}

void expect_same_cells(const EquitablePartition& partition, const std::vector<std::uint32_t>& cells) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::set<std::uint32_t> ours, theirs;
  for (Point v = 0; v < cells.size(); ++v) {
    pairs.insert({partition.cell_of(v), cells[v]});
    ours.insert(partition.cell_of(v));
    theirs.insert(cells[v]);
  }
  EXPECT_EQ(pairs.size(), ours.size());
  EXPECT_EQ(pairs.size(), theirs.size());
  EXPECT_EQ(partition.cell_count(), theirs.size());
}

TEST(Equitable, IsWhatCountingGives) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const std::size_t vertices = 1 + random() % 40;
    const auto colours = static_cast<std::uint32_t>(1 + random() % 3);
    const ColouredGraph graph = random_graph(random, vertices, random() % (2 * vertices), colours);
    EquitablePartition partition(graph);
    std::vector<std::uint32_t> cells(vertices);
    for (Point v = 0; v < vertices; ++v) cells[v] = graph.colour(v);
    cells = refined_naively(graph, cells);
    expect_same_cells(partition, cells);
    // Some vertices told apart by hand, one after the other.
    for (int k = 0; k < 3; ++k) {
      const std::vector<Point> chosen{static_cast<Point>(random() % vertices), static_cast<Point>(random() % vertices)};
      partition.tell_apart(chosen);
      cells[chosen[0]] = static_cast<std::uint32_t>(vertices);
      if (chosen[1] != chosen[0]) cells[chosen[1]] = static_cast<std::uint32_t>(vertices + 1);
      cells = refined_naively(graph, cells);
      expect_same_cells(partition, cells);
    }
  }
}

/// What automorphisms do to some vertices alone.
Group on_named(const std::vector<Permutation>& generators, const std::vector<Point>& named, std::size_t vertices) {
  return Group(vertices, generators).restricted_to(named);
}

TEST(NamedAutomorphisms, MoveSomethingWithAName) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    const std::size_t vertices = 2 + random() % 20;
    const ColouredGraph graph = random_graph(random, vertices, random() % (2 * vertices), 1 + random() % 2);
    std::vector<Point> named;
    for (Point v = 0; v < vertices; ++v) {
      if (random() % 2 == 0) named.push_back(v);
    }
    // A set of names that automorphisms leave alone, as all of a colour are.
    const Orbits orbits = Group(vertices, automorphism_generators(graph)).orbits();
    std::set<Point> closed;
    for (const Point v : named) {
      for (const Point w : orbits.members[orbits.of[v]]) closed.insert(w);
    }
    named.assign(closed.begin(), closed.end());
    const std::vector<Permutation> found = named_automorphisms(graph, named);
    for (const Permutation& g : found) EXPECT_TRUE(graph.is_automorphism(g));
    const Group whole(vertices, found);
    EXPECT_EQ(whole.order(), on_named(found, named, vertices).order());
  }
}

TEST(NamedAutomorphisms, LoseNothingWhereUnnamedPartsAreAlike) {
  // Hubs in a ring, each with leaves and with chains of two that nobody can tell apart.
  for (const std::size_t hubs : {2U, 3U, 5U}) {
    for (const std::size_t leaves : {0U, 1U, 4U}) {
      std::vector<std::uint32_t> colours(hubs, 0);
      std::vector<Edge> edges;
      std::vector<Point> named;
      for (Point h = 0; h < hubs; ++h) {
        named.push_back(h);
        edges.push_back({h, static_cast<Point>((h + 1) % hubs)});
        for (std::size_t k = 0; k < leaves; ++k) {
          const auto first = static_cast<Point>(colours.size());
          colours.insert(colours.end(), {1, 2, 3});
          edges.insert(edges.end(), {{h, first}, {h, first + 1}, {first + 1, first + 2}});
        }
      }
      const ColouredGraph graph(EdgeKind::directed, colours, edges);
      const std::vector<Permutation> found = named_automorphisms(graph, named);
      EXPECT_EQ(Group(colours.size(), found).order(), BigNumber(static_cast<std::uint32_t>(hubs)));
      EXPECT_EQ(on_named(automorphism_generators(graph), named, colours.size()).order(),
                BigNumber(static_cast<std::uint32_t>(hubs)));
    }
  }
}

}  // namespace
}  // namespace quotient
