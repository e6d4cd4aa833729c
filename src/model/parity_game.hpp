#pragma once

#include <cstdint>

#include "model/successors.hpp"

namespace quotient {

/// What the states of a system are as positions of a parity game between two players: one wants to show that something
/// holds, the other that it does not. Steps are moves. Who is to move and cannot has lost; of endless plays the highest
/// priority met again and again decides: where it is even, it holds. Immutable, shared by all threads.
class ParityGame {
 public:
  virtual ~ParityGame() = default;

  struct Position {
    bool universal = false;  // the move is that of the player who denies: all moves must be good
    std::uint32_t priority = 0;
  };
  virtual Position position(StateView state) const = 0;
  /// What it is to search for a finding of `lost` (of `won`) instead of playing.
  enum class Fragment : std::uint8_t {
    all_moves,  // it holds unless a position can be reached that is lost, which has the finding
    some_move,  // it holds if a position can be reached that is won, which has the finding
    game
  };
  virtual Fragment fragment() const = 0;
  /// Of the initial position, where it does not hold; and of positions that are lost by having no move.
  virtual Finding finding() const = 0;
};

}  // namespace quotient
