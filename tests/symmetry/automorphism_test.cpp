#include "symmetry/graph/automorphism.hpp"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <new>
#include <numeric>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "families.hpp"
#include "generators.hpp"
#include "symmetry/group/structure.hpp"

namespace quotient {
namespace {

using families::random_permutation;

Group automorphism_group(const ColouredGraph& graph) {
  return Group(graph.vertex_count(), automorphism_generators(graph));
}

ColouredGraph plain(std::size_t vertices, const std::vector<Edge>& edges, EdgeKind kind = EdgeKind::undirected) {
  return {kind, std::vector<std::uint32_t>(vertices), edges};
}

ColouredGraph hypercube_graph(std::uint32_t dimension) {
  std::vector<Edge> edges;
  for (Point v = 0; v < (1U << dimension); ++v) {
    for (std::uint32_t i = 0; i < dimension; ++i) edges.push_back({v, v ^ (1U << i)});
  }
  return plain(std::size_t{1} << dimension, edges);
}

ColouredGraph ring_graph(std::uint32_t n, EdgeKind kind) {
  std::vector<Edge> edges;
  for (Point v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return plain(n, edges, kind);
}

TEST(Graph, EdgesGivenTwiceCountOnce) {
  const ColouredGraph once = plain(3, {{0, 1}, {1, 2}, {2, 2}});
  EXPECT_EQ(plain(3, {{1, 0}, {0, 1}, {2, 1}, {2, 2}}), once);
  EXPECT_EQ(once.neighbours(2).size(), 2U);
  EXPECT_NE(once, plain(3, {{0, 1}, {1, 2}}));
  EXPECT_NE(plain(2, {{0, 1}}, EdgeKind::directed), plain(2, {{1, 0}}, EdgeKind::directed));
}

TEST(Graph, AutomorphismsAreCheckedEdgeByEdge) {
  const ColouredGraph path = plain(3, {{0, 1}, {1, 2}});
  EXPECT_TRUE(path.is_automorphism(Permutation({2, 1, 0})));
  EXPECT_FALSE(path.is_automorphism(Permutation({1, 0, 2})));
  EXPECT_FALSE(path.is_automorphism(Permutation({1, 0})));
  const ColouredGraph coloured(EdgeKind::undirected, {1, 0, 2}, std::vector<Edge>{{0, 1}, {1, 2}});
  EXPECT_FALSE(coloured.is_automorphism(Permutation({2, 1, 0})));
  const ColouredGraph directed = plain(3, {{0, 1}, {1, 2}}, EdgeKind::directed);
  EXPECT_FALSE(directed.is_automorphism(Permutation({2, 1, 0})));
  const ColouredGraph loop = plain(2, {{0, 0}, {0, 1}});
  EXPECT_FALSE(loop.is_automorphism(Permutation({1, 0})));
}

/// What this process may use of its address space, in bytes.
std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// In a process of its own, which may use so much more: 0 where all was found, 1 where memory was said to be missing.
int found_within(const ColouredGraph& graph, std::size_t bytes) {
  const pid_t child = fork();
  if (child == 0) {
    const rlim_t most = address_space() + bytes;
    const rlimit limit{most, most};
    setrlimit(RLIMIT_AS, &limit);
    int outcome = 0;
    try {
      automorphism_generators(graph);
    } catch (const std::bad_alloc&) {
      outcome = 1;
    }
    _exit(outcome);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// 300 process types of one process each, with 50 MB of address space: the generators that had been found took what the
// library was going to need, which does not look whether it is given any. The program ended by SIGSEGV.
TEST(Automorphism, MemoryThatIsNotThereIsNeverUsed) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "needs terabytes of address space";
#endif
  constexpr Point stars = 300, points = 12;
  std::vector<Edge> edges;
  for (Point s = 0; s < stars; ++s) {
    for (Point p = 1; p < points; ++p) edges.push_back({s * points + p - 1, s * points + p});
  }
  const ColouredGraph graph = plain(std::size_t{stars} * points, edges, EdgeKind::directed);
  int refused = 0, found = 0;
  for (std::size_t kilobytes = 500; kilobytes < 20'000; kilobytes += 500) {
    const int outcome = found_within(graph, kilobytes << 10U);
    ASSERT_GE(outcome, 0) << "signal " << -outcome << " with " << kilobytes << " KB";
    (outcome == 0 ? found : refused) += 1;
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(found, 0);
}

TEST(Automorphism, GroupsOfKnownGraphs) {
  EXPECT_EQ(automorphism_group(plain(0, {})).order(), BigNumber(1));
  EXPECT_EQ(automorphism_group(plain(6, {})).order(), factorial(6));
  EXPECT_EQ(automorphism_group(hypercube_graph(3)).order(), BigNumber(48));
  EXPECT_EQ(automorphism_group(hypercube_graph(4)).order(), BigNumber(384));
  EXPECT_EQ(automorphism_group(hypercube_graph(5)).order(), BigNumber(3840));
  EXPECT_EQ(recognise_structure(automorphism_group(hypercube_graph(5))).text, "S2 ≀ S5");
  EXPECT_EQ(recognise_structure(automorphism_group(ring_graph(10, EdgeKind::undirected))).text, "D10");
  EXPECT_EQ(recognise_structure(automorphism_group(ring_graph(10, EdgeKind::directed))).text, "C10");
  // The Petersen graph: two-subsets of five things, joined where disjoint.
  std::vector<std::pair<Point, Point>> subsets;
  for (Point a = 0; a < 5; ++a) {
    for (Point b = a + 1; b < 5; ++b) subsets.emplace_back(a, b);
  }
  std::vector<Edge> edges;
  for (Point i = 0; i < subsets.size(); ++i) {
    for (Point j = 0; j < i; ++j) {
      const auto [a, b] = subsets[i];
      const auto [c, d] = subsets[j];
      if (a != c && a != d && b != c && b != d) edges.push_back({i, j});
    }
  }
  EXPECT_EQ(automorphism_group(plain(10, edges)).order(), BigNumber(120));
}

TEST(Automorphism, ColoursAreKept) {
  const ColouredGraph graph(EdgeKind::undirected, {7, 7, 7, 1000000, 1000000}, {});
  EXPECT_EQ(recognise_structure(automorphism_group(graph)).text, "S3 × S2");
}

TEST(Automorphism, ForestsOfManyComponents) {
  // Four copies of a tree with three children of two leaves each: (S2 ≀ S3) ≀ S4.
  std::vector<Edge> edges;
  for (Point copy = 0; copy < 4; ++copy) {
    for (Point child = 1; child <= 3; ++child) {
      const Point base = 10 * copy;
      edges.push_back({base, base + child});
      edges.push_back({base + child, base + 2 + 2 * child});
      edges.push_back({base + child, base + 3 + 2 * child});
    }
  }
  for (const EdgeKind kind : {EdgeKind::undirected, EdgeKind::directed}) {
    const Structure structure = recognise_structure(automorphism_group(plain(40, edges, kind)));
    EXPECT_EQ(structure.text, "S2 ≀ S3 ≀ S4");
  }
}

/// A few vertices of a few colours and some edges. Few enough for all permutations to be tried.
ColouredGraph arbitrary_graph(std::size_t most_vertices) {
  const std::size_t n = 1 + *any_below<std::size_t>(most_vertices);
  const EdgeKind kind = *rc::gen::element(EdgeKind::undirected, EdgeKind::directed);
  const auto colours = *rc::gen::container<std::vector<std::uint32_t>>(n, any_below(2U));
  const auto vertex = any_below(static_cast<Point>(n));
  const auto pairs = *rc::gen::container<std::vector<std::pair<Point, Point>>>(*any_below<std::size_t>(2 * n + 1),
                                                                               rc::gen::pair(vertex, vertex));
  std::vector<Edge> edges;
  for (const auto& [from, to] : pairs) edges.push_back({from, to});
  return {kind, colours, edges};
}

std::uint64_t count_isomorphisms(const ColouredGraph& a, const ColouredGraph& b) {
  if (a.vertex_count() != b.vertex_count()) return 0;
  std::vector<Point> images(a.vertex_count());
  std::iota(images.begin(), images.end(), Point{0});
  std::uint64_t count = 0;
  do {
    count += a.relabelled(Permutation(images)) == b ? 1 : 0;
  } while (std::next_permutation(images.begin(), images.end()));
  return count;
}

RC_GTEST_PROP(AutomorphismProperty, FindsAllOfThem, ()) {
  const ColouredGraph graph = arbitrary_graph(6);
  const std::uint64_t expected = count_isomorphisms(graph, graph);
  RC_ASSERT(automorphism_group(graph).order() == BigNumber(expected));
  RC_ASSERT(Group(graph.vertex_count(), canonical_form(graph).generators).order() == BigNumber(expected));
}

RC_GTEST_PROP(AutomorphismProperty, RelabelledGraphsHaveTheSameCanonicalForm, ()) {
  const ColouredGraph graph = arbitrary_graph(40);
  const ColouredGraph other = graph.relabelled(*arbitrary_permutation(graph.vertex_count()));
  const ColouredGraph form = graph.relabelled(canonical_form(graph).labelling);
  RC_ASSERT(form == other.relabelled(canonical_form(other).labelling));
  RC_ASSERT(form == form.relabelled(canonical_form(form).labelling));
}

RC_GTEST_PROP(AutomorphismProperty, CanonicalFormsAreEqualExactlyForIsomorphicGraphs, ()) {
  const ColouredGraph a = arbitrary_graph(4);
  const ColouredGraph b = arbitrary_graph(4);
  const bool same_form = a.relabelled(canonical_form(a).labelling) == b.relabelled(canonical_form(b).labelling);
  RC_ASSERT(same_form == (count_isomorphisms(a, b) > 0));
}

TEST(Automorphism, RegularGraphsThatRefinementCannotTellApart) {
  // A ring of twelve and two rings of six; and within each kind, all relabellings look the same.
  std::vector<Edge> two_rings;
  for (Point v = 0; v < 12; ++v) two_rings.push_back({v, v / 6 * 6 + (v + 1) % 6});
  const auto form = [](const ColouredGraph& graph) { return graph.relabelled(canonical_form(graph).labelling); };
  const ColouredGraph one = form(ring_graph(12, EdgeKind::undirected));
  const ColouredGraph two = form(plain(12, two_rings));
  EXPECT_NE(one, two);
  Random random(9);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(form(ring_graph(12, EdgeKind::undirected).relabelled(random_permutation(12, random))), one);
    EXPECT_EQ(form(plain(12, two_rings).relabelled(random_permutation(12, random))), two);
  }
}

}  // namespace
}  // namespace quotient
