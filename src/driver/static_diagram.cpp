#include "driver/static_diagram.hpp"

#include <fmt/format.h>

namespace quotient::driver {

ChannelDiagram static_diagram(const Outline& outline) {
  ChannelDiagram out;
  for (const Outline::Process& p : outline.processes) {
    out.items.push_back({fmt::format("{}({})", p.type, p.pid), std::to_string(p.pid), "", false});
  }
  for (const Outline::Channel& c : outline.channels) out.items.push_back({c.name, c.name, c.signature, true});
  for (const Outline::Link& l : outline.links) {
    out.links.push_back(l.sends ? ChannelDiagram::Link{l.process, l.channel}
                                : ChannelDiagram::Link{l.channel, l.process});
  }
  return out;
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

}  // namespace quotient::driver
