#include "lts/lts.hpp"

namespace quotient {

EdgesBySource::EdgesBySource(const Lts& lts) : edges_(lts.edges.size()), begin_(lts.state_count + 1, 0) {
  for (const Lts::Edge& e : lts.edges) ++begin_[e.source + 1];
  for (std::size_t s = 0; s < lts.state_count; ++s) begin_[s + 1] += begin_[s];
  std::vector<std::size_t> at(begin_.begin(), begin_.end() - 1);
  for (const Lts::Edge& e : lts.edges) edges_[at[e.source]++] = e;
}

}  // namespace quotient
