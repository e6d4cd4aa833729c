#pragma once

#include <cstdint>
#include <vector>

#include "lts/lts.hpp"
#include "lts/refinement.hpp"

namespace quotient {

/// The text of a step that nobody sees.
inline constexpr const char* silent_label = "tau";

/// Splits states up to branching bisimulation [van Glabbeek & Weijland 1996], round by round as [Blom & Orzan 2003]:
/// what a state does counts wherever silent steps inside of its block lead. States on a silent cycle are one from the
/// beginning, so divergence is not seen. `of` is the block of a state.
class BranchingRefinement {
 public:
  explicit BranchingRefinement(const SideBySide& systems);

  /// One round. False where nothing changed.
  bool refine();
  std::uint32_t block_count() const { return count_; }
  std::uint32_t of(std::uint32_t state) const { return blocks_[component_[state]]; }
  /// Steps of a block, as (label, block), without silent ones inside of it. Of the last round.
  using Signature = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  const Signature& signature(std::uint32_t state) const { return signatures_[component_[state]]; }
  std::uint32_t silent() const { return silent_; }

 private:
  void find_components();

  const SideBySide& systems_;
  std::uint32_t silent_;                  // its number; that of no label where nothing is
  std::vector<std::uint32_t> component_;  // of silent steps; a silent step leads to a smaller number or stays
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<std::uint32_t> blocks_;  // by component
  std::vector<Signature> signatures_;
  std::uint32_t count_ = 1;
};

/// What can be done, whatever the silent steps in between: states of the result are sets of states, each with at most
/// one step of a label and no silent one. May need exponentially many; poll_stop ends it.
Lts determinised(const Lts& lts);

}  // namespace quotient
