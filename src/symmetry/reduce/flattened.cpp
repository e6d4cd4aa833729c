#include "symmetry/reduce/flattened.hpp"

#include "symmetry/action/rename.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/lossy_image.hpp"
#include "symmetry/reduce/scheme_reduction.hpp"

namespace quotient {

namespace {

class FlattenedKeyer final : public Keyer {
 public:
  explicit FlattenedKeyer(const Scheme& scheme)
      : scheme_(scheme), scanner_(scheme), arrangement_(scheme), image_(scheme) {
    for (Point a = 0; a < scheme.symmetry().atoms.size(); ++a) {
      is_location_.push_back(scheme.symmetry().atoms[a].kind == Atom::Kind::location);
    }
  }

  Key key(StateView state) override {
    if (!is_renamed(scheme_.symmetry(), state)) return {state};
    scanner_.read(state);
    colour();
    arrangement_.by_colour(colours_, images_);
    return {image_.take(scanner_, images_, {}, colours_)};
  }
  void count(std::uint32_t) override {}

 private:
  /// By the plain data of each mover, and by what is inside of it.
  void colour() {
    const std::span<const Mover> movers = scheme_.movers();
    colours_.resize(movers.size());
    for (MoverId m = 0; m < movers.size(); ++m) colours_[m] = movers[m].family;
    for (std::size_t p = 0; p < scanner_.cells().size(); ++p) {
      const Scanner::Cell& cell = scanner_.cells()[p];
      const Point content = scanner_.content(p);
      // Locations that change places with one another are told by who is at them.
      if (cell.mover_count <= 1 && content != Scanner::no_atom && is_location_[content]) {
        for (const MoverId m : scheme_.atom(content).movers) {
          if (cell.mover_count == 0 || m != cell.mover) colours_[m] += mix(cell.salt + 1);
        }
      }
      if (cell.mover_count != 1) continue;
      std::uint64_t value = 0;
      if (cell.value_class == no_class) {
        value = static_cast<std::uint32_t>(scanner_.value(p));
      } else if (content != Scanner::no_atom && is_location_[content]) {
        value = scheme_.atom(content).pattern + (std::uint64_t{1} << 32U);
      }
      colours_[cell.mover] += mix(cell.salt + value);
    }
    // Inner movers come after those that they are inside of.
    for (std::size_t m = movers.size(); m-- > 0;) {
      if (movers[m].outer >= 0) colours_[static_cast<std::size_t>(movers[m].outer)] += mix(colours_[m]);
    }
  }

  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  LossyImage image_;
  std::vector<bool> is_location_;  // of each atom
  std::vector<std::uint64_t> colours_;
  std::vector<MoverId> images_;
};

}  // namespace

std::unique_ptr<Reduction> flattened_reduction(std::unique_ptr<Scheme> scheme) {
  return std::make_unique<SchemeReduction>(std::move(scheme), false,
                                           [](const Scheme& s) { return std::make_unique<FlattenedKeyer>(s); });
}

}  // namespace quotient
