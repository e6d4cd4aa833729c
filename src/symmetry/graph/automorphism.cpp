#include "symmetry/graph/automorphism.hpp"

// Debian's library is built with GMP; without this its headers describe another layout of bliss::Stats.
#define BLISS_USE_GMP
#include <bliss/graph.hh>
#include <memory>
#include <new>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"

// Why bliss: measured by bench/automorphism against nauty and Traces, see README.md. It keeps no global state, takes
// directed graphs as they are, and is the only one of the three that is fast on large sparse graphs of many alike
// processes and on trees and unions of cliques alike.

namespace quotient {

namespace {

/// bliss 0.73 does not look whether it is given the memory that it asks for by malloc. As much as it is going to need,
/// up to the next automorphism that it finds:
std::size_t bytes_needed(const ColouredGraph& graph) {
  const std::size_t n = graph.vertex_count();
  std::size_t edges = 0;
  for (Point v = 0; v < n; ++v) edges += graph.neighbours(v).size();
  return (std::size_t{1} << 20U) + 512 * n + 16 * edges;
}

/// Throws std::bad_alloc where that is not to be had.
void ensure_memory(std::size_t bytes) {
  ::operator delete(::operator new(bytes));  // not touched: it costs no memory, and little time
}

std::unique_ptr<bliss::AbstractGraph> to_bliss(const ColouredGraph& graph) {
  std::unique_ptr<bliss::AbstractGraph> result;
  const bool directed = graph.kind() == EdgeKind::directed;
  if (directed) {
    result = std::make_unique<bliss::Digraph>();
  } else {
    result = std::make_unique<bliss::Graph>();
  }
  for (Point v = 0; v < graph.vertex_count(); ++v) result->add_vertex(graph.colour(v));
  for (Point v = 0; v < graph.vertex_count(); ++v) {
    for (const Point w : graph.neighbours(v)) {
      poll_stop();
      if (directed || v <= w) result->add_edge(v, w);
    }
  }
  return result;
}

/// Receives automorphisms from bliss, which must not be trusted blindly: one that is none would make a search unsound.
/// bliss 0.73 cannot be asked to end: where a limit is reached, `poll_stop` leaves it by an exception (what it holds
/// then is lost). Between two automorphisms nothing can be done; the command ends as overdue there.
struct Collector {
  explicit Collector(const ColouredGraph& of) : graph(of), reserve(bytes_needed(of)) { ensure_memory(reserve); }

  const ColouredGraph& graph;
  std::size_t reserve;
  std::vector<Permutation> generators;

  static void take(void* self, unsigned int n, const unsigned int* images) {
    poll_stop();
    auto& collector = *static_cast<Collector*>(self);
    std::optional<Permutation> found = Permutation::from_images({images, images + n});
    ensure(found && collector.graph.is_automorphism(*found), "the graph library reported a false automorphism");
    if (!found->is_identity()) collector.generators.push_back(std::move(*found));
    ensure_memory(collector.reserve);  // hundreds of automorphisms are as large as what bliss holds
  }
};

}  // namespace

std::vector<Permutation> automorphism_generators(const ColouredGraph& graph) {
  if (graph.vertex_count() == 0) return {};
  Collector collector(graph);
  const std::unique_ptr<bliss::AbstractGraph> search = to_bliss(graph);
  search->set_component_recursion(true);  // up to 30 times faster on trees and unions of cliques, never much slower
  bliss::Stats stats;
  search->find_automorphisms(stats, &Collector::take, &collector);
  return std::move(collector.generators);
}

CanonicalForm canonical_form(const ColouredGraph& graph) {
  if (graph.vertex_count() == 0) return {};
  Collector collector(graph);
  const std::unique_ptr<bliss::AbstractGraph> search = to_bliss(graph);
  // Here component recursion can be slower by a factor that grows with the number of components that refinement does
  // not tell apart (150 for four copies of a cage).
  search->set_component_recursion(false);
  bliss::Stats stats;
  const unsigned int* labels = search->canonical_form(stats, &Collector::take, &collector);
  std::optional<Permutation> labelling = Permutation::from_images({labels, labels + graph.vertex_count()});
  ensure(labelling.has_value(), "the graph library gave a labelling that is none");
  return {std::move(*labelling), std::move(collector.generators)};
}

}  // namespace quotient
