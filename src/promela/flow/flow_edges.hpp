#pragma once

#include <cstdint>
#include <vector>

#include "promela/flow/flow.hpp"

namespace quotient::promela {

/// A step from one control location to another, and the plain local variables it reads and writes.
struct FlowEdge {
  std::uint32_t to = 0;     // 0: the process has ended
  Element* step = nullptr;  // null: the way into an escape
  std::vector<const Variable*> reads, writes;
};

struct FlowNode {
  std::uint32_t number = 0;
  std::vector<FlowEdge> edges;
  std::uint32_t incoming = 0;
};

/// The control locations of a flow with the edges between them, before any is merged. Analyses work on this.
struct FlowGraph {
  std::vector<FlowNode> nodes;  // by location number; unused ones have neither edges nor `present`
  std::vector<std::uint8_t> present;
  std::vector<std::uint32_t> order;  // in which the locations were met
};

FlowGraph build_flow_graph(Flow& flow);

/// Marks in each element the local variables that are dead right after it: no path reads them before it writes them. As
/// SPIN does, only variables that the element itself reads or writes are looked at, a variable dead after being read
/// only where the element is a condition or a receive, and never arrays, channels and typedefs.
void mark_dead_variables(const FlowGraph& graph);

/// What decides whether a statement may be merged with its neighbours: does it touch anything that other processes see?
class Visibility {
 public:
  /// What is assumed: as in SPIN, that `local`, `xr` and `xs` are true, and that it cannot be observed when a
  /// process is created whose number is assigned to a local variable; or nothing.
  enum class Trust : std::uint8_t { as_spin, nothing };

  /// `module` must outlive this. Knows the exclusive channels (xr, xs) of the whole model.
  Visibility(const Module& module, Trust trust);

  bool is_global(const Element& element) const;

 private:
  bool is_global(const Expression& expression) const;
  bool is_global(const Reference& reference) const;
  bool arguments_are_global(const std::vector<Expression>& arguments) const;
  void collect_exclusive(const Block& block);
  void collect_polled(const Block& block);
  void collect_polled(const Expression& expression);
  void note(const Variable* channel, unsigned rights);
  bool exclusive(const Reference& channel, unsigned needed) const;

  struct ExclusiveUse {
    const Variable* channel;
    unsigned rights;  // 1: receive, 2: send, 4: the never claim looks at it
  };
  const Trust trust_;
  std::vector<ExclusiveUse> exclusive_;
};

/// SPIN's statement merging: chains of statements that touch only local data become one step.
void merge_statements(Flow& flow, FlowGraph& graph, const Visibility& visibility, bool has_rendezvous);

}  // namespace quotient::promela
