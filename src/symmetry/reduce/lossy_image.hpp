#pragma once

#include <span>
#include <vector>

#include "symmetry/reduce/scanner.hpp"

namespace quotient {

/// A state with its blocks put in order and part of what it says about them left out: what approximate strategies have
/// as keys. The result does not depend on the order of blocks that are tied, as long as tied ones have the same in all
/// cells of their own. Owns scratch memory.
class LossyImage {
 public:
  explicit LossyImage(const Scheme& scheme);

  /// Block m takes the place of images[m]; what refers to it refers to meant[m] afterwards, or, where `meant` is empty,
  /// to nothing. What concerns several blocks at once has no place in such a state: of it there is a digest, by the
  /// colours of the blocks. Valid until the next call.
  StateView take(const Scanner& scanner, std::span<const BlockId> images, std::span<const BlockId> meant,
                 std::span<const std::uint64_t> colours);

 private:
  bool concerns_others(std::span<const BlockId> holder, const Named& content, std::size_t place) const;

  const Symmetry& symmetry_;
  bool shares_ = false;                // whether anything can concern several blocks
  std::vector<bool> holds_locations_;  // of each place
  std::vector<std::uint8_t> image_;
};

}  // namespace quotient
