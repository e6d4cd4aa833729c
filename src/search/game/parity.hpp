#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace quotient {

/// A parity game as a graph. Who is to move and cannot has lost; of endless plays the highest priority met again and
/// again decides, and where it is even the existential player wins.
struct GameGraph {
  std::vector<std::uint32_t> first;  // of the moves of each position in `targets`, and one behind the last
  std::vector<std::uint32_t> targets;
  std::vector<std::uint8_t> universal;  // by position: the move is that of the universal player
  std::vector<std::uint32_t> priority;

  std::size_t size() const { return universal.size(); }
  std::span<const std::uint32_t> moves(std::uint32_t position) const {
    return std::span(targets).subspan(first[position], first[position + 1] - first[position]);
  }
};

struct GameSolution {
  std::vector<std::uint8_t> holds;  // by position: the existential player wins
  /// A move, as a target, by which the winner wins where the winner is to move; the position itself elsewhere.
  std::vector<std::uint32_t> strategy;
};

/// Zielonka's recursion, component by component from the last, so that little is looked at twice. Uses no deeper
/// recursion than there are priorities. Asks poll_stop.
GameSolution solve_game(const GameGraph& game);

}  // namespace quotient
