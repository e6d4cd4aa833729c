#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "process/scalarset.hpp"
#include "process/symmetry/detect/system_code.hpp"
#include "symmetry/action/step_orbits.hpp"
#include "symmetry/graph/graph.hpp"

namespace quotient::detect {

/// The whole instantiated system as one coloured graph: processes, control locations, channels, cells, values that may
/// be permuted, and everything that steps do. An automorphism is a permutation under which the system stays the same.
///
/// Vertices are joined by directed edges; where an edge has a role (the second operand, the target of a step), a vertex
/// coloured with the role lies in between.
class SystemGraph {
 public:
  using Vertex = Point;

  /// Null where the code contains something that is not understood.
  static std::unique_ptr<SystemGraph> build(const Program& program, const Instance& instance,
                                            std::span<const Scalarset> declared = {}, const Without& without = {});

  const ColouredGraph& graph() const { return *graph_; }
  /// Generators of the automorphisms, without those that move only what has no name.
  std::vector<Permutation> automorphisms() const;

  // What the automorphisms are asked about.
  std::vector<Vertex> processes;
  std::vector<std::map<std::uint32_t, Vertex>> locations;  // by process
  std::vector<Vertex> channels;
  std::vector<StepVertex> steps;                            // with the statements that they may execute
  std::map<std::pair<Class, std::int32_t>, Vertex> values;  // of the classes that may be permuted
  std::map<std::uint32_t, Vertex> named_variables;          // global ones, where their names count for nothing
  std::map<Class, std::string> set_names;  // of the classes that are scalarsets of plain values, declared by the user
  const SystemCode& code() const { return *code_; }
  const Variables& variables() const { return *code_->variables; }
  const std::vector<std::vector<Class>>& fields() const { return code_->decoding->fields; }  // of messages, by channel
  Class process_numbers() const { return code_->decoding->processes; }
  bool is_permuted(Class c) const { return code_->classes.is_permuted(c); }
  Class root(Class c) const { return code_->classes.find(c); }

 private:
  friend class GraphBuilder;
  std::unique_ptr<ColouredGraph> graph_;
  std::unique_ptr<SystemCode> code_;
};

}  // namespace quotient::detect
