#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quotient::promela {

/// Where a variable is live: some path reads it before it is overwritten. One variable at a time, since bodies can have
/// tens of thousands of both. Statements that follow each other without a choice are one chain, of which only those
/// that use the variable are looked at, so that a variable costs its uses and the chains it is live in.
class Liveness {
 public:
  /// targets[node][k]: where edge k of a node leads; 0: nowhere. Node 0 is none.
  explicit Liveness(std::vector<std::vector<std::uint32_t>> targets);

  /// An edge that uses the variable. One that does both reads first.
  struct Use {
    std::uint32_t node = 0, edge = 0;
    bool reads = false, overwrites = false;
    friend bool operator==(const Use&, const Use&) = default;
  };
  /// What is meant by the edges of a node: all of them, or, as SPIN does it, those up to the first that overwrites the
  /// variable.
  enum class Edges : std::uint8_t { all, to_first_write };

  /// Looks at one variable; what was known of another is forgotten. At most one use for each edge.
  void look_at(std::vector<Use> uses, Edges edges);

  /// Whether the variable is live at a node. Not at 0.
  bool is_live(std::uint32_t node) const;
  /// The nodes with several edges where it is live.
  std::span<const std::uint32_t> live_choices() const { return live_choices_; }

 private:
  struct Chain {
    std::vector<std::uint32_t> nodes;  // the last may have several edges
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        sources;  // chains and edges of their last nodes that lead here
  };
  std::span<const Use> uses_in(std::uint32_t chain) const;
  std::span<const Use> uses_at(std::uint32_t node) const;
  bool leads_on(std::uint32_t node, std::uint32_t edge, Edges edges) const;
  void live_at_end(std::uint32_t chain);
  void live_at_head(std::uint32_t chain) { waiting_.push_back(chain); }

  std::vector<std::vector<std::uint32_t>> targets_;
  std::vector<Chain> chains_;
  std::vector<std::uint32_t> chain_, position_;  // of a node

  // Of the variable looked at:
  std::vector<Use> uses_;                                            // by chain, position and edge
  std::vector<std::uint32_t> round_of_uses_, first_use_, last_use_;  // of a chain
  std::vector<std::uint32_t> round_live_;                            // of a chain: at its last node
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> waiting_;
  std::vector<std::uint32_t> live_choices_;
};

}  // namespace quotient::promela
