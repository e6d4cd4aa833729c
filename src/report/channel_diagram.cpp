#include "report/channel_diagram.hpp"

#include <cmath>
#include <fmt/format.h>
#include <map>

#include "report/words.hpp"

namespace quotient {

namespace {

/// Hues a golden section apart: neighbours in number are far apart in colour, however many there are.
std::string colour(std::size_t number) {
  constexpr double golden = 0.618033988749895;
  const double hue = std::fmod(0.08 + golden * static_cast<double>(number), 1.0);
  return fmt::format("\"{:.3f} 0.350 1.000\"", hue);
}

}  // namespace

std::string channel_diagram_dot(const ChannelDiagram& diagram, std::span<const std::uint32_t> orbits) {
  std::map<std::uint32_t, std::size_t> sizes, colours;
  for (const std::uint32_t o : orbits) ++sizes[o];
  for (const auto& [orbit, size] : sizes) {
    if (size > 1) colours.emplace(orbit, colours.size());
  }
  std::string text =
      "// Ovals are processes, boxes channels; an arrow leads where messages go. What has the same colour is\n"
      "// interchangeable; what is white is alone.\n"
      "digraph channels {\n"
      "  rankdir=LR;\n"
      "  node [fontname=\"Helvetica\", fontsize=11, style=filled, fillcolor=white];\n"
      "  edge [arrowsize=0.7, color=\"#555555\"];\n";
  const auto vertex = [&](std::size_t item, const std::string& label, const char* shape) {
    const auto found = colours.find(orbits[item]);
    const std::string fill = found != colours.end() ? ", fillcolor=" + colour(found->second) : "";
    text += fmt::format("  v{} [label={}, shape={}{}];\n", item, in_quotes(label), shape, fill);
  };
  for (std::size_t i = 0; i < diagram.items.size(); ++i) {
    vertex(i, diagram.items[i].name, diagram.items[i].is_channel ? "box" : "oval");
  }
  for (const ChannelDiagram::Link& l : diagram.links) text += fmt::format("  v{} -> v{};\n", l.from, l.to);
  return text + "}\n";
}

std::vector<std::uint32_t> orbits_of_items(const ChannelDiagram& diagram, const Symmetry& symmetry) {
  const Orbits orbits = symmetry.group.orbits();
  std::vector<std::uint32_t> out(diagram.items.size());
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const ChannelDiagram::Item& item = diagram.items[i];
    out[i] = static_cast<std::uint32_t>(symmetry.atoms.size()) + i;  // alone, unless the group moves it
    for (Point a = 0; a < symmetry.atoms.size(); ++a) {
      const Atom& atom = symmetry.atoms[a];
      const bool same = item.is_channel ? atom.kind == Atom::Kind::channel && atom.name == item.name
                                        : atom.kind == Atom::Kind::process && std::to_string(atom.number) == item.token;
      if (same) out[i] = orbits.of[a];
    }
  }
  return out;
}

}  // namespace quotient
