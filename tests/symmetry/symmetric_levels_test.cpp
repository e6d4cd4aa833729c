#include "symmetry/graph/symmetric_levels.hpp"

#include <gtest/gtest.h>
#include <numeric>
#include <random>

#include "symmetry/graph/automorphism.hpp"
#include "symmetry/group/group.hpp"

namespace quotient {
namespace {

std::vector<Point> all_vertices(const ColouredGraph& graph) {
  std::vector<Point> all(graph.vertex_count());
  std::iota(all.begin(), all.end(), Point{0});
  return all;
}

/// The same group as the graph library finds; or nothing, where that is allowed.
void expect_same_group(const ColouredGraph& graph, bool must_be_found) {
  const Group expected(graph.vertex_count(), automorphism_generators(graph));
  const auto found = symmetric_levels(graph, all_vertices(graph));
  if (must_be_found) {
    ASSERT_TRUE(found.has_value());
  }
  if (!found) return;
  for (const Permutation& g : *found) EXPECT_TRUE(graph.is_automorphism(g));
  EXPECT_EQ(Group(graph.vertex_count(), *found).order(), expected.order());
}

/// Each of `count` processes has an option for each of `count` channels, one of which is its own.
ColouredGraph links(std::uint32_t count) {
  std::vector<std::uint32_t> colours(2 * count);
  for (std::uint32_t c = 0; c < count; ++c) colours[count + c] = 1;
  std::vector<Edge> edges;
  for (std::uint32_t p = 0; p < count; ++p) {
    edges.push_back({p, count + p});
    for (std::uint32_t c = 0; c < count; ++c) {
      const auto option = static_cast<Point>(colours.size());
      colours.push_back(2);
      edges.push_back({p, option});
      edges.push_back({option, count + c});
    }
  }
  return {EdgeKind::directed, colours, edges};
}

TEST(SymmetricLevels, FindAllPermutationsOfProcessesWithLinks) {
  for (const std::uint32_t count : {1U, 2U, 3U, 4U, 7U, 12U}) expect_same_group(links(count), true);
}

TEST(SymmetricLevels, FindProductsAndFamiliesWithin) {
  // Three servers with four clients each, and five users apart.
  std::vector<std::uint32_t> colours;
  std::vector<Edge> edges;
  for (int server = 0; server < 3; ++server) {
    const auto here = static_cast<Point>(colours.size());
    colours.push_back(0);
    for (int client = 0; client < 4; ++client) {
      edges.push_back({here, static_cast<Point>(colours.size())});
      colours.push_back(1);
    }
  }
  colours.insert(colours.end(), 5, 2);
  expect_same_group({EdgeKind::directed, colours, edges}, true);
}

TEST(SymmetricLevels, FindRotationsOneByOne) {
  std::vector<Edge> edges;
  for (Point v = 0; v < 12; ++v) edges.push_back({v, (v + 1) % 12});
  expect_same_group({EdgeKind::directed, std::vector<std::uint32_t>(12), edges}, true);
  expect_same_group({EdgeKind::undirected, std::vector<std::uint32_t>(12), edges}, true);
}

/// Two triangles beside a hexagon: counting neighbours does not tell them apart, so guesses fail.
TEST(SymmetricLevels, ReportsNothingWrongWhereGuessesFail) {
  std::vector<Edge> edges;
  for (Point v = 0; v < 3; ++v) {
    edges.push_back({v, (v + 1) % 3});
    edges.push_back({3 + v, 3 + (v + 1) % 3});
  }
  for (Point v = 0; v < 6; ++v) edges.push_back({6 + v, 6 + (v + 1) % 6});
  expect_same_group({EdgeKind::undirected, std::vector<std::uint32_t>(12), edges}, false);
}

TEST(SymmetricLevels, AgreeWithTheGraphLibrary) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const std::size_t vertices = 2 + random() % 14;
    std::vector<std::uint32_t> colours(vertices);
    for (std::uint32_t& c : colours) c = static_cast<std::uint32_t>(random() % 2);
    std::vector<Edge> edges;
    for (std::size_t k = random() % (2 * vertices); k > 0; --k)
      edges.push_back({static_cast<Point>(random() % vertices), static_cast<Point>(random() % vertices)});
    expect_same_group({random() % 2 == 0 ? EdgeKind::directed : EdgeKind::undirected, colours, edges}, false);
  }
}

/// What is no name is told apart by the names, or nothing is returned.
TEST(SymmetricLevels, WantAllVerticesToldApartByNames) {
  const ColouredGraph graph(EdgeKind::directed, {0, 0, 1, 1}, std::vector<Edge>{});
  const std::vector<Point> named{0, 1};
  EXPECT_FALSE(symmetric_levels(graph, named).has_value());
}

}  // namespace
}  // namespace quotient
