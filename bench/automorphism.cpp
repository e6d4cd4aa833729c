// bliss or nauty? Times both libraries of graph automorphisms on families of graphs that models give rise to: what
// src/symmetry/automorphism.cpp uses was chosen by this program (see src/symmetry/README.md for the result).
//
//   bench_automorphism          all families, times in milliseconds: the best of several runs, "-" beyond five seconds
//
// Columns: generators of the automorphism group, and with canonical labelling; bliss without and with its component
// recursion, nauty for sparse graphs, nauty for dense ones (small graphs only), Traces (which needs directed graphs
// doubled). Every graph is shuffled first, so that no library profits from the order in which it was built.

#include <algorithm>
#define BLISS_USE_GMP  // as Debian's library is built
#include <bliss/graph.hh>
#include <csignal>
#include <ctime>
#include <fmt/format.h>
#include <functional>
#include <nauty/nausparse.h>
#include <nauty/nauty.h>
#include <nauty/traces.h>
#include <numeric>
#include <unistd.h>

#include "symmetry/graph/graph.hpp"
#include "symmetry/group/random.hpp"

namespace {

using namespace quotient;

constexpr int limit_seconds = 5;

struct Family {
  std::string name;
  ColouredGraph graph;
};

// ---- graphs ----

Permutation random_permutation(std::size_t n, Random& random) {
  std::vector<Point> images(n);
  std::iota(images.begin(), images.end(), Point{0});
  for (std::size_t i = n; i > 1; --i) std::swap(images[i - 1], images[random.below(static_cast<std::uint32_t>(i))]);
  return Permutation(std::move(images));
}

ColouredGraph plain(std::uint32_t vertices, const std::vector<Edge>& edges, EdgeKind kind = EdgeKind::undirected) {
  return {kind, std::vector<std::uint32_t>(vertices), edges};
}

ColouredGraph hypercube(std::uint32_t dimension) {
  std::vector<Edge> edges;
  for (Point v = 0; v < (1U << dimension); ++v) {
    for (std::uint32_t i = 0; i < dimension; ++i) edges.push_back({v, v ^ (1U << i)});
  }
  return plain(1U << dimension, edges);
}

ColouredGraph ring(std::uint32_t n, EdgeKind kind) {
  std::vector<Edge> edges;
  for (Point v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  return plain(n, edges, kind);
}

/// Every inner vertex has `width` children: the group is an iterated wreath product.
ColouredGraph tree(std::uint32_t width, std::uint32_t depth) {
  std::vector<Edge> edges;
  std::uint32_t count = 1;
  std::uint32_t first = 0;
  for (std::uint32_t level = 0; level < depth; ++level) {
    const std::uint32_t end = count;
    for (Point parent = first; parent < end; ++parent) {
      for (std::uint32_t i = 0; i < width; ++i) edges.push_back({parent, count++});
    }
    first = end;
  }
  return plain(count, edges);
}

/// Pairs the ends of half-edges at random, and drops loops and double edges: almost regular, almost surely rigid.
ColouredGraph random_regular(std::uint32_t n, std::uint32_t degree, Random& random) {
  const Permutation ends = random_permutation(std::size_t{n} * degree, random);
  std::vector<Edge> edges;
  for (Point i = 0; i + 1 < n * degree; i += 2) {
    if (ends[i] / degree != ends[i + 1] / degree) edges.push_back({ends[i] / degree, ends[i + 1] / degree});
  }
  return plain(n, edges);
}

ColouredGraph cliques(std::uint32_t count, std::uint32_t size) {
  std::vector<Edge> edges;
  for (Point v = 0; v < count * size; ++v) {
    for (Point w = v + 1; w < (v / size + 1) * size; ++w) edges.push_back({v, w});
  }
  return plain(count * size, edges);
}

/// Like the graph of an instantiated system: `n` processes that are alike, each with `size` vertices for its statements
/// and cells in a random directed graph of several colours, all tied to a few shared vertices.
ColouredGraph processes(std::uint32_t n, std::uint32_t size, Random& random) {
  std::vector<std::uint32_t> colours{0, 1, 2, 3};
  std::vector<Edge> edges;
  std::vector<Edge> text;
  for (Point v = 1; v < size; ++v) text.push_back({random.below(v), v});
  for (Point v = 0; v < size; ++v) text.push_back({v, random.below(size)});
  for (std::uint32_t process = 0; process < n; ++process) {
    const Point base = 4 + process * size;
    for (Point v = 0; v < size; ++v) colours.push_back(4 + v % 17);
    for (const Edge& edge : text) edges.push_back({base + edge.from, base + edge.to});
    for (Point v = 0; v < size; v += 7) edges.push_back({base + v, v % 4});
  }
  return {EdgeKind::directed, std::move(colours), edges};
}

/// Copies of the Tutte 12-cage: components that no refinement tells apart.
ColouredGraph cages(std::uint32_t copies) {
  constexpr int chords[] = {17, 27, -13, -59, -35, 35, -11, 13, -53, 53, -27, 21, 57, 11, -21, -57, 59, -17};
  std::vector<Edge> edges;
  for (std::uint32_t k = 0; k < copies; ++k) {
    for (int v = 0; v < 126; ++v) {
      const Point base = k * 126;
      const int chord = (v + chords[v % 18] + 126) % 126;
      edges.push_back({base + static_cast<Point>(v), base + static_cast<Point>((v + 1) % 126)});
      edges.push_back({base + static_cast<Point>(v), base + static_cast<Point>(chord)});
    }
  }
  return plain(copies * 126, edges);
}

// ---- libraries ----

void count_generator(void* counter, unsigned, const unsigned*) { ++*static_cast<int*>(counter); }

void run_bliss(const ColouredGraph& input, bool canonical, bool component_recursion) {
  bliss::Graph undirected;
  bliss::Digraph directed;
  bliss::AbstractGraph& target = input.kind() == EdgeKind::directed ? static_cast<bliss::AbstractGraph&>(directed)
                                                                    : static_cast<bliss::AbstractGraph&>(undirected);
  for (Point v = 0; v < input.vertex_count(); ++v) target.add_vertex(input.colour(v));
  for (Point v = 0; v < input.vertex_count(); ++v) {
    for (const Point w : input.neighbours(v)) {
      if (input.kind() == EdgeKind::directed || v <= w) target.add_edge(v, w);
    }
  }
  target.set_component_recursion(component_recursion);
  bliss::Stats stats;
  int generators = 0;
  if (canonical) {
    target.canonical_form(stats, count_generator, &generators);
  } else {
    target.find_automorphisms(stats, count_generator, &generators);
  }
}

/// Vertices by colour, and a 0 at the end of each colour, as nauty wants it.
void colour_partition(const ColouredGraph& input, std::vector<int>& lab, std::vector<int>& ptn) {
  lab.resize(input.vertex_count());
  ptn.assign(input.vertex_count(), 1);
  std::iota(lab.begin(), lab.end(), 0);
  const auto colour = [&](int v) { return input.colour(static_cast<Point>(v)); };
  std::stable_sort(lab.begin(), lab.end(), [&](int a, int b) { return colour(a) < colour(b); });
  for (std::size_t i = 0; i < lab.size(); ++i) {
    if (i + 1 == lab.size() || colour(lab[i]) != colour(lab[i + 1])) ptn[i] = 0;
  }
}

struct SparseGraph {
  explicit SparseGraph(const ColouredGraph& input) {
    SG_INIT(form);
    for (Point v = 0; v < input.vertex_count(); ++v) {
      begin.push_back(edges.size());
      degree.push_back(static_cast<int>(input.neighbours(v).size()));
      for (const Point w : input.neighbours(v)) edges.push_back(static_cast<int>(w));
    }
    edges.push_back(0);  // never empty
    form.nv = static_cast<int>(input.vertex_count());
    form.nde = edges.size() - 1;
    form.v = begin.data();
    form.d = degree.data();
    form.e = edges.data();
    form.vlen = begin.size();
    form.dlen = degree.size();
    form.elen = edges.size();
  }
  sparsegraph form;
  std::vector<std::size_t> begin;
  std::vector<int> degree;
  std::vector<int> edges;
};

bool run_sparse_nauty(const ColouredGraph& input, bool canonical) {
  SparseGraph sparse(input);
  std::vector<int> lab, ptn, orbits(input.vertex_count());
  colour_partition(input, lab, ptn);
  DEFAULTOPTIONS_SPARSEGRAPH(options);
  options.getcanon = canonical ? TRUE : FALSE;
  options.defaultptn = FALSE;
  options.digraph = input.kind() == EdgeKind::directed ? TRUE : FALSE;
  statsblk stats;
  sparsegraph canon;
  SG_INIT(canon);
  sparsenauty(&sparse.form, lab.data(), ptn.data(), orbits.data(), &options, &stats, canonical ? &canon : nullptr);
  SG_FREE(canon);
  return stats.errstatus == 0;
}

bool run_traces(const ColouredGraph& input, bool canonical) {
  SparseGraph sparse(input);
  std::vector<int> lab, ptn, orbits(input.vertex_count());
  colour_partition(input, lab, ptn);
  DEFAULTOPTIONS_TRACES(options);
  options.getcanon = canonical ? TRUE : FALSE;
  options.defaultptn = FALSE;
  TracesStats stats;
  sparsegraph canon;
  SG_INIT(canon);
  Traces(&sparse.form, lab.data(), ptn.data(), orbits.data(), &options, &stats, canonical ? &canon : nullptr);
  SG_FREE(canon);
  return stats.errstatus == 0;
}

bool run_dense_nauty(const ColouredGraph& input, bool canonical) {
  const int n = static_cast<int>(input.vertex_count());
  const int m = SETWORDSNEEDED(n);
  std::vector<::graph> dense(static_cast<std::size_t>(n) * static_cast<std::size_t>(m));
  std::vector<::graph> canon(dense.size());
  for (Point v = 0; v < input.vertex_count(); ++v) {
    for (const Point w : input.neighbours(v)) ADDONEARC(dense.data(), v, w, static_cast<std::size_t>(m));
  }
  std::vector<int> lab, ptn, orbits(input.vertex_count());
  colour_partition(input, lab, ptn);
  static DEFAULTOPTIONS_GRAPH(defaults);
  optionblk options = defaults;
  options.getcanon = canonical ? TRUE : FALSE;
  options.defaultptn = FALSE;
  options.digraph = input.kind() == EdgeKind::directed ? TRUE : FALSE;
  statsblk stats;
  densenauty(dense.data(), lab.data(), ptn.data(), orbits.data(), &options, &stats, m, n,
             canonical ? canon.data() : nullptr);
  return stats.errstatus == 0;
}

/// Traces knows no directed edges: a vertex becomes two, joined, where edges leave and where they arrive.
ColouredGraph doubled(const ColouredGraph& input) {
  const auto n = static_cast<Point>(input.vertex_count());
  std::vector<std::uint32_t> colours;
  std::vector<Edge> edges;
  for (const std::uint32_t side : {0U, 1U}) {
    for (Point v = 0; v < n; ++v) colours.push_back(2 * input.colour(v) + side);
  }
  for (Point v = 0; v < n; ++v) {
    edges.push_back({v, n + v});
    for (const Point w : input.neighbours(v)) edges.push_back({v, n + w});
  }
  return {EdgeKind::undirected, std::move(colours), edges};
}

// ---- timing ----

void stop_nauty(int) { nauty_kill_request = 1; }

/// Processor time of this thread: the machine may be shared.
double seconds_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string best_time(const std::function<bool()>& run) {
  double best = 1e9;
  double total = 0;
  for (int i = 0; i < 20 && total < 0.5; ++i) {
    nauty_kill_request = 0;
    alarm(4 * limit_seconds);  // bliss cannot be stopped, and others run at the same time
    const double start = seconds_now();
    const bool finished = run();
    const double seconds = seconds_now() - start;
    alarm(0);
    if (!finished || seconds > limit_seconds) return "-";
    best = std::min(best, seconds);
    total += seconds;
  }
  return fmt::format("{:.3f}", best * 1000);
}

void measure(const Family& family, Random& random) {
  const ColouredGraph shuffled = family.graph.relabelled(random_permutation(family.graph.vertex_count(), random));
  fmt::print("{:<24}{:>7}", family.name, shuffled.vertex_count());
  for (const bool canonical : {false, true}) {
    const auto bliss = [&](bool recursion) {
      return best_time([&] {
        run_bliss(shuffled, canonical, recursion);
        return true;
      });
    };
    const bool small = shuffled.vertex_count() <= 2000;
    fmt::print(" |{:>10}{:>10}{:>10}{:>10}{:>10}", bliss(false), bliss(true),
               best_time([&] { return run_sparse_nauty(shuffled, canonical); }),
               small ? best_time([&] { return run_dense_nauty(shuffled, canonical); }) : "", best_time([&] {
                 return run_traces(shuffled.kind() == EdgeKind::directed ? doubled(shuffled) : shuffled, canonical);
               }));
    std::fflush(stdout);
  }
  fmt::print("\n");
}

}  // namespace

int main() {
  std::signal(SIGALRM, stop_nauty);
  Random random(1);
  fmt::print("{:<31} | automorphisms{:<37} | with canonical labelling\n", "", "");
  fmt::print("{:<24}{:>7}", "graph", "n");
  for (int i = 0; i < 2; ++i) {
    fmt::print(" |{:>10}{:>10}{:>10}{:>10}{:>10}", "bliss", "bliss+cr", "nauty", "dense", "Traces");
  }
  fmt::print("\n");
  const std::vector<Family> families{
      {"hypercube 3", hypercube(3)},
      {"hypercube 5", hypercube(5)},
      {"hypercube 10", hypercube(10)},
      {"ring 12", ring(12, EdgeKind::undirected)},
      {"ring 1000", ring(1000, EdgeKind::undirected)},
      {"directed ring 1000", ring(1000, EdgeKind::directed)},
      {"tree 3^4", tree(3, 4)},
      {"tree 10^3", tree(10, 3)},
      {"star 2000", tree(2000, 1)},
      {"random 3-regular 20", random_regular(20, 3, random)},
      {"random 3-regular 1000", random_regular(1000, 3, random)},
      {"random 8-regular 2000", random_regular(2000, 8, random)},
      {"cliques 5 x 4", cliques(5, 4)},
      {"cliques 40 x 10", cliques(40, 10)},
      {"cliques 10 x 100", cliques(10, 100)},
      {"cages 2 x 126", cages(2)},
      {"cages 4 x 126", cages(4)},
      {"processes 5 x 100", processes(5, 100, random)},
      {"processes 40 x 100", processes(40, 100, random)},
      {"processes 32 x 1000", processes(32, 1000, random)},
  };
  for (const Family& family : families) measure(family, random);
}
