#include "process/symmetry/scd/diagram.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace quotient::scd {

ColouredGraph channel_diagram(const Outline& outline) {
  std::map<std::pair<bool, std::string>, std::uint32_t> numbers;
  std::vector<std::uint32_t> colours;
  const auto add = [&](bool process, const std::string& kind) {
    colours.push_back(numbers.try_emplace({process, kind}, static_cast<std::uint32_t>(numbers.size())).first->second);
  };
  for (const Outline::Process& p : outline.processes) add(true, p.type);
  for (const Outline::Channel& c : outline.channels) add(false, c.signature);
  std::vector<Edge> edges;
  for (const Outline::Link& l : outline.links) {
    edges.push_back(l.sends ? Edge{l.process, l.channel} : Edge{l.channel, l.process});
  }
  return {EdgeKind::directed, std::move(colours), edges};
}

std::vector<Permutation> ordered_generators(const Group& group) {
  std::vector<Point> order(group.degree());
  std::iota(order.begin(), order.end(), 0);
  const Group based = group.with_base(order);
  const StabiliserChain& chain = based.chain();
  std::vector<Permutation> generators;
  for (std::size_t level = chain.depth(); level-- > 0;) {
    std::vector<Point> targets(chain.orbit(level).begin(), chain.orbit(level).end());
    std::sort(targets.begin(), targets.end());
    for (const Point target : targets) {
      const Orbits known = orbits(group.degree(), generators);
      if (known.of[target] == known.of[chain.base_point(level)]) continue;
      Permutation g = chain.representative(level, target);
      for (std::size_t below = level + 1; below < chain.depth(); ++below) {
        const std::span<const Point> choices = chain.orbit(below);
        const Point least =
            *std::min_element(choices.begin(), choices.end(), [&](Point a, Point b) { return g[a] < g[b]; });
        if (least != chain.base_point(below)) g = chain.representative(below, least).then(g);
      }
      generators.push_back(std::move(g));
    }
  }
  return generators;
}

}  // namespace quotient::scd
