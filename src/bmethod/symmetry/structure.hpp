#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bmethod/symmetry/parts.hpp"
#include "symmetry/graph/graph.hpp"

namespace quotient::bmethod {

/// The vertices in the order of their colours. Vertices of one colour are neighbours, and the colour is the number of
/// vertices before them; so colours do not depend on how vertices are numbered.
struct Partition {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> colour;  // of each vertex
  std::uint64_t digest = 0;           // of the whole, once refined: equal for what a permutation takes to one another
};

/// Parts as one coloured hypergraph: the elements, which are the first vertices, in the order of their numbers, and a
/// vertex for each set inside of another value. A tuple for each couple, member of a set and so on says which vertices
/// occur together, and where. One for each thread: it owns scratch memory.
class Structure {
 public:
  explicit Structure(const Elements& elements) : elements_(elements) {}

  /// The following calls are about these parts.
  void read(std::span<const Part> parts);

  std::size_t element_count() const { return elements_.count(); }
  /// Colours by what each vertex has for itself.
  void colour(Partition& partition);
  /// Takes what vertices have to do with one another into account, until no more of them are told apart.
  void refine(Partition& partition);
  /// As a graph whose automorphisms are those of the parts. Its first vertices are the elements, and vertices of
  /// different colours in the partition are of different colours there.
  ColouredGraph graph(const Partition& partition) const;

 private:
  /// A value taken apart, as far as it has been walked through.
  struct Tuple {
    std::uint64_t salt = 0;              // of everything in it but vertices
    std::uint32_t first = 0, count = 0;  // in vertices_
  };

  void add_tuple(std::uint64_t salt, const Shape* shape, Value value, std::int64_t owner);
  void walk(const Shape* shape, Value value, std::uint64_t& salt, std::vector<std::uint32_t>& into);
  std::size_t split(Partition& partition);

  const Elements& elements_;
  std::vector<Tuple> tuples_;
  std::vector<std::uint32_t> vertices_;
  std::vector<std::uint64_t> own_;   // of each vertex: what it has for itself
  std::vector<std::uint32_t> kind_;  // of each vertex: those of different kinds are never interchanged
  std::vector<std::uint64_t> sums_;
  std::vector<std::vector<std::uint32_t>> pools_;  // of vertices of tuples that nest
  std::size_t depth_ = 0;
};

}  // namespace quotient::bmethod
