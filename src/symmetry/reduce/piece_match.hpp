#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/reduce/mover_colour.hpp"
#include "symmetry/reduce/scanner.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Guesses renamings that leave a state as it is: where two movers are parts of like pieces, what takes the one piece
/// to the other. A piece is what hangs together by relations, apart from movers that nothing else is like. To be
/// checked by whoever uses it: relations are compared by their digests, and where several are alike the first is taken.
/// Owns scratch memory; one for each thread.
class PieceMatch {
 public:
  explicit PieceMatch(const Scheme& scheme);

  /// The relations are those of the state that `scanner` has read.
  void read(const Scanner& scanner);

  /// Fills `images` with a renaming that takes a to b, keeps colours, and leaves alone what belongs to neither piece.
  /// False where there is none, or none is found. Takes time in proportion to the pieces.
  bool match(std::span<const MoverColour> colours, MoverId a, MoverId b, std::vector<MoverId>& images);

 private:
  /// A relation, and what a mover is in it.
  struct Part {
    std::uint64_t salt;
    std::uint32_t first, count, role;  // in related_
    bool used;
  };
  bool pair_up(std::span<const MoverColour> colours, MoverId a, MoverId b);
  bool follow(std::span<const MoverColour> colours, MoverId a);
  bool fits(std::span<const MoverColour> colours, const Part& a, const Part& b) const;
  bool complete(std::vector<MoverId>& images) const;

  static constexpr MoverId nobody = 0xffff'ffff;
  static constexpr std::size_t most_parts = 32;  // of one mover; each is compared with each

  const Scheme& scheme_;
  std::vector<std::vector<Part>> parts_;  // of each mover
  std::vector<MoverId> related_;
  std::vector<MoverId> to_, from_;  // or nobody
  std::vector<MoverId> met_;        // those that go somewhere
};

}  // namespace quotient
