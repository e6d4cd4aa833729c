#include <chrono>
#include <fmt/format.h>
#include <map>

#include "symmetry/automorphism.hpp"
#include "symmetry/detect/detect.hpp"
#include "symmetry/detect/system_graph.hpp"

namespace quotient {

namespace {

using detect::Instance;
using detect::SystemGraph;

/// How the automorphisms of a graph move the processes.
BigNumber order_on_processes(const SystemGraph& graph) {
  std::map<Point, Point> numbers;
  for (const Point v : graph.processes) numbers.emplace(v, static_cast<Point>(numbers.size()));
  std::vector<Permutation> moves;
  for (const Permutation& g : automorphism_generators(graph.graph())) {
    std::vector<Point> images(numbers.size());
    for (const auto& [v, number] : numbers) images[number] = numbers.at(g[v]);
    moves.emplace_back(std::move(images));
  }
  return Group(numbers.size(), moves).order();
}

/// As many permutations as the processes of equal type have.
BigNumber most_permutations(const Instance& instance) {
  std::map<std::uint8_t, std::uint32_t> counts;
  for (const std::uint8_t type : instance.types) ++counts[type];
  BigNumber product = 1;
  for (const auto& [type, count] : counts) product *= factorial(count);
  return product;
}

}  // namespace

void explain_breaks(const Program& program, Symmetry& symmetry, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  detect::Obstacle obstacle;
  const std::optional<Instance> instance = detect::set_up(program, obstacle);
  if (!instance || program.trace >= 0) return;
  const auto whole = SystemGraph::build(program, *instance);
  if (whole == nullptr) return;
  const BigNumber now = order_on_processes(*whole);
  if (now == most_permutations(*instance)) return;
  const auto helps = [&](SystemGraph::Without without) {
    if (Clock::now() > end) return false;
    const auto graph = SystemGraph::build(program, *instance, without);
    return graph != nullptr && order_on_processes(*graph) > now;
  };
  for (std::uint32_t s = 0; s < program.statements.size(); ++s) {
    if (!helps({s, {}})) continue;
    symmetry.broken_by.push_back({program.statements[s].text, program.statements[s].range});
  }
  std::map<std::uint32_t, std::string> variables;
  for (const detect::Variable& v : whole->variables().all) variables.emplace(v.declaration, v.name);
  for (const auto& [declaration, name] : variables) {
    if (helps({{}, declaration})) {
      symmetry.broken_by.push_back({fmt::format("the initial value of {}", name), std::nullopt});
    }
  }
  const bool mortal = instance->lasting < instance->types.size();
  if (mortal) {
    symmetry.broken_by.push_back(
        {"processes that end disappear in the opposite order of their creation, which tells them apart", std::nullopt});
  }
}

}  // namespace quotient
