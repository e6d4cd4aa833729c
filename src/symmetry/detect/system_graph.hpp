#pragma once

#include <map>
#include <memory>
#include <vector>

#include "symmetry/detect/decode.hpp"
#include "symmetry/graph.hpp"

namespace quotient::detect {

/// The whole instantiated system as one coloured graph: processes, control locations, channels, cells, values that may
/// be renamed, and everything that steps do. An automorphism is a renaming under which the system stays the same.
///
/// Vertices are joined by directed edges; where an edge has a role (the second operand, the target of a step), a vertex
/// coloured with the role lies in between.
class SystemGraph {
 public:
  using Vertex = Point;

  /// Nothing where the code contains something that is not understood. Steps that begin with statement `without` are
  /// left out: to see what it does to the symmetry.
  static std::unique_ptr<SystemGraph> build(const Program& program, const Instance& instance,
                                            std::optional<std::uint32_t> without = {});

  const ColouredGraph& graph() const { return *graph_; }

  // What the automorphisms are asked about.
  std::vector<Vertex> processes;
  std::vector<std::map<std::uint16_t, Vertex>> locations;  // by process
  std::vector<Vertex> channels;
  std::map<std::pair<Class, std::int32_t>, Vertex> values;  // of the classes that may be renamed
  Classes classes;
  std::unique_ptr<Variables> variables;
  std::vector<std::vector<Class>> fields;  // of messages, by channel
  Class process_numbers = 0;
  bool is_renamed(Class c) const { return classes.is_renamed(c); }
  Class root(Class c) const { return classes.find(c); }

 private:
  friend class GraphBuilder;
  std::unique_ptr<ColouredGraph> graph_;
};

}  // namespace quotient::detect
