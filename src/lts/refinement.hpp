#pragma once

#include <cstdint>
#include <vector>

#include "lts/lts.hpp"

namespace quotient {

/// Two systems side by side: states of the second follow those of the first, labels are the same numbers for the same
/// texts.
struct SideBySide {
  SideBySide(const Lts& first, const Lts& second);

  std::uint32_t state_count = 0;
  std::uint32_t split = 0;  // the first state of the second
  std::uint32_t first_initial = 0, second_initial = 0;
  std::vector<Lts::Edge> edges;  // by source
  std::vector<std::size_t> begin;
  std::vector<std::string> labels;

  std::span<const Lts::Edge> of(std::uint32_t state) const {
    return std::span(edges).subspan(begin[state], begin[state + 1] - begin[state]);
  }
};

/// Splits states by what they do, round by round [Blom & Orzan 2003]: two states are in one block after a round if they
/// were before it, and have steps with the same labels to the same blocks. `backwards` looks at the steps that lead to
/// them as well, and counts steps.
class Refinement {
 public:
  Refinement(const SideBySide& systems, bool backwards);

  /// One round. False where nothing changed.
  bool refine();
  std::uint32_t block_count() const { return count_; }
  const std::vector<std::uint32_t>& blocks() const { return blocks_; }
  /// Makes a state differ from all others.
  void single_out(std::uint32_t state) { blocks_[state] = count_++; }

 private:
  const SideBySide& systems_;
  bool backwards_;
  std::vector<Lts::Edge> into_;  // by target
  std::vector<std::size_t> into_begin_;
  std::vector<std::uint32_t> blocks_;
  std::uint32_t count_ = 1;
};

}  // namespace quotient
