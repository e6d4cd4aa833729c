#include "symmetry/reduce/flattened.hpp"

#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/lossy_image.hpp"
#include "symmetry/reduce/scheme_reduction.hpp"

namespace quotient {

namespace {

class FlattenedKeyFunction final : public KeyFunction {
 public:
  explicit FlattenedKeyFunction(const Scheme& scheme)
      : scheme_(scheme), scanner_(scheme), arrangement_(scheme), image_(scheme) {
    for (Point a = 0; a < scheme.symmetry().atoms.size(); ++a) {
      is_location_.push_back(scheme.symmetry().atoms[a].kind == Atom::Kind::location);
    }
  }

  Key key(StateView state) override {
    if (!is_permuted(scheme_.symmetry(), state)) return {state};
    scanner_.read(state);
    colour();
    arrangement_.by_colour(colours_, images_);
    return {image_.take(scanner_, images_, {}, colours_)};
  }
  void count(std::uint32_t) override {}

 private:
  /// By the plain data of each block, and by what is inside of it.
  void colour() {
    const std::span<const Block> blocks = scheme_.blocks();
    colours_.resize(blocks.size());
    for (BlockId m = 0; m < blocks.size(); ++m) colours_[m] = blocks[m].family;
    for (std::size_t p = 0; p < scanner_.cells().size(); ++p) {
      const Scanner::Cell& cell = scanner_.cells()[p];
      const Point content = scanner_.content(p);
      // Locations that change places with one another are told by who is at them.
      if (cell.block_count <= 1 && content != Scanner::no_atom && is_location_[content]) {
        for (const BlockId m : scheme_.atom(content).blocks) {
          if (cell.block_count == 0 || m != cell.block) colours_[m] += mix(cell.salt + 1);
        }
      }
      if (cell.block_count != 1) continue;
      std::uint64_t value = 0;
      if (cell.value_class == no_class) {
        value = static_cast<std::uint32_t>(scanner_.value(p));
      } else if (content != Scanner::no_atom && is_location_[content]) {
        value = scheme_.atom(content).pattern + (std::uint64_t{1} << 32U);
      }
      colours_[cell.block] += mix(cell.salt + value);
    }
    // Inner blocks come after those that they are inside of.
    for (std::size_t m = blocks.size(); m-- > 0;) {
      if (blocks[m].outer >= 0) colours_[static_cast<std::size_t>(blocks[m].outer)] += mix(colours_[m]);
    }
  }

  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  LossyImage image_;
  std::vector<bool> is_location_;  // of each atom
  std::vector<std::uint64_t> colours_;
  std::vector<BlockId> images_;
};

}  // namespace

std::unique_ptr<Reduction> flattened_reduction(std::unique_ptr<Scheme> scheme) {
  return std::make_unique<SchemeReduction>(std::move(scheme), false,
                                           [](const Scheme& s) { return std::make_unique<FlattenedKeyFunction>(s); });
}

}  // namespace quotient
