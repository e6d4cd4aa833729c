#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace quotient {

/// What the text of a model says, as far as permutation its processes and channels is concerned: who talks over which
/// channel, and all of the text as a tree in which processes and channels are marked. Nothing of it depends on a
/// language. Front ends make it; `--detect scd` reads it.
///
/// Processes and channels are numbered together, processes first: such a number is an *item*.
struct Outline {
  struct Process {
    std::int32_t pid = 0;
    std::string type;
  };
  struct Channel {
    std::string name;
    std::string signature;  // capacity and types of the fields
    bool mentioned = false;
  };
  struct Link {
    std::uint32_t process = 0;  // items
    std::uint32_t channel = 0;
    bool sends = false;  // else receives
    friend bool operator==(const Link&, const Link&) = default;
  };

  static constexpr std::uint32_t no_item = 0xffff'ffff;

  /// A part of the text. Children come before their parents, the last node is the whole.
  struct Node {
    std::string label;
    std::uint32_t item = no_item;  // a leaf that stands for this one
    bool unordered = false;        // the children may change places
    std::vector<std::uint32_t> children;
  };

  /// What the text does that the method has no answer to.
  struct Objection {
    SourceRange at;
    std::string reason;
  };

  std::vector<Process> processes;
  std::vector<Channel> channels;
  std::vector<Link> links;  // each once
  std::vector<Node> nodes;
  std::vector<Objection> objections;  // where there are any, the rest is not to be used

  std::size_t item_count() const { return processes.size() + channels.size(); }
  std::string item_name(std::size_t item) const {
    return item < processes.size() ? std::to_string(processes[item].pid) : channels[item - processes.size()].name;
  }
};

}  // namespace quotient
