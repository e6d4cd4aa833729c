#include "ltl/components.hpp"

#include <algorithm>

namespace quotient::ltl {

// [Tarjan 1972] with an explicit stack.
Components strong_components(const Adjacency& successors) {
  constexpr std::uint32_t none = UINT32_MAX;
  const auto size = static_cast<std::uint32_t>(successors.size());
  Components components;
  components.of.assign(size, none);
  std::vector<std::uint32_t> order(size, none), low(size, none), open;
  struct Frame {
    std::uint32_t node;
    std::size_t next;
  };
  std::vector<Frame> frames;
  std::uint32_t time = 0;
  for (std::uint32_t root = 0; root < size; ++root) {
    if (order[root] != none) continue;
    frames.push_back({root, 0});
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const std::uint32_t node = frame.node;
      if (frame.next == 0) {
        order[node] = low[node] = time++;
        open.push_back(node);
      }
      if (frame.next < successors[node].size()) {
        const std::uint32_t successor = successors[node][frame.next++];
        if (order[successor] == none) {
          frames.push_back({successor, 0});
        } else if (components.of[successor] == none) {
          low[node] = std::min(low[node], order[successor]);
        }
        continue;
      }
      if (low[node] == order[node]) {
        const std::uint32_t component = components.count();
        components.cyclic.push_back(false);
        std::uint32_t member = none;
        do {
          member = open.back();
          open.pop_back();
          components.of[member] = component;
        } while (member != node);
      }
      frames.pop_back();
      if (!frames.empty()) {
        const std::uint32_t parent = frames.back().node;
        low[parent] = std::min(low[parent], low[node]);
      }
    }
  }
  for (std::uint32_t node = 0; node < size; ++node) {
    for (const std::uint32_t successor : successors[node]) {
      if (components.of[node] == components.of[successor]) components.cyclic[components.of[node]] = true;
    }
  }
  return components;
}

}  // namespace quotient::ltl
