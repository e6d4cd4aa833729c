#pragma once

#include <cstdint>
#include <vector>

namespace quotient::ltl {

/// Successors of each node of a directed graph.
using Adjacency = std::vector<std::vector<std::uint32_t>>;

/// The strongly connected components of a graph.
struct Components {
  std::vector<std::uint32_t> of;  // the component of each node; successors are in components with smaller numbers
  std::vector<bool> cyclic;       // for each component, whether it has an edge inside
  std::uint32_t count() const { return static_cast<std::uint32_t>(cyclic.size()); }
};

Components strong_components(const Adjacency& successors);

}  // namespace quotient::ltl
