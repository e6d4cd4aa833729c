#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace quotient {

/// Which processes communicate over which channels, for a drawing.
struct ChannelDiagram {
  struct Item {
    std::string name;       // "client(2)", "answer1"
    std::string token;      // what generators call it: a process by its number
    std::string signature;  // of a channel: capacity and types, where they are known
    bool is_channel = false;
  };
  struct Link {
    std::uint32_t from = 0, to = 0;  // items; the way that messages go
    friend auto operator<=>(const Link&, const Link&) = default;
  };
  std::vector<Item> items;
  std::vector<Link> links;
  /// States in whose steps it was seen; 0: it is that of the text.
  std::uint64_t observed_states = 0;
  /// Nothing in the text could make it wrong.
  bool certain = true;
};

}  // namespace quotient
