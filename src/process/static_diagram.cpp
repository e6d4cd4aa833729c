#include "process/static_diagram.hpp"

#include <fmt/format.h>

namespace quotient {

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
  out.certain = outline.objections.empty();
  return out;
}

}  // namespace quotient
