#include "symmetry/reduce/canonical.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "base/stop_signal.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/chain_canonical.hpp"
#include "symmetry/reduce/describe_cells.hpp"
#include "symmetry/reduce/known_automorphisms.hpp"
#include "symmetry/reduce/least_image.hpp"
#include "symmetry/reduce/orbit_counter.hpp"
#include "symmetry/reduce/piece_match.hpp"
#include "symmetry/reduce/scanner.hpp"

namespace quotient {

namespace {

/// Refine, individualise, compare [McKay]. The number of ways that lead to the least state is the order of its
/// stabiliser, which gives the size of the orbit.
template <typename Count>
class CanonicalKeyFunction final : public KeyFunction {
 public:
  using Bytes = std::vector<std::uint8_t>;

  CanonicalKeyFunction(const Scheme& scheme, BigNumber order)
      : scheme_(scheme),
        scanner_(scheme),
        arrangement_(scheme),
        pieces_(scheme),
        counter_(std::move(order)),
        images_(scheme.blocks().size()),
        order_(images_.size()),
        taken_(images_.size(), 0) {
    for (const Block& m : scheme.blocks()) {
      std::size_t depth = 0;
      for (std::int32_t outer = m.outer; outer >= 0; ++depth) {
        outer = scheme.blocks()[static_cast<std::size_t>(outer)].outer;
      }
      depths_.push_back(depth);
    }
  }

  Key key(StateView state) override {
    if (!is_permuted(scheme_.symmetry(), state)) return {state, counter_.fixed()};
    const Count stabiliser = find_least(state);
    return {levels_[0]->least, counter_.weight(stabiliser)};
  }

  std::optional<Normalisation> normalise(StateView state, Bytes& key) override {
    const Symmetry& symmetry = scheme_.symmetry();
    if (!is_permuted(symmetry, state)) {
      key.assign(state.begin(), state.end());
      return Normalisation{Permutation::identity(symmetry.group.degree()), symmetry.group.order()};
    }
    tracks_ = true;
    const Count stabiliser = find_least(state);
    tracks_ = false;
    key = levels_[0]->least;
    std::vector<Point> images(symmetry.group.degree());
    for (Point a = 0; a < images.size(); ++a) images[a] = scheme_.atom_image(a, levels_[0]->images);
    return Normalisation{Permutation(std::move(images)), BigNumber(stabiliser)};
  }
  void count(std::uint32_t weight) override { counter_.count(weight); }
  std::optional<BigNumber> represented() const override { return counter_.states(); }
  std::optional<std::uint64_t> passes() const override { return passes_; }

 private:
  struct Level {
    std::vector<BlockColour> colours;
    Bytes least;
    std::vector<BlockId> images;  // that lead there, where somebody wants to know
    /// Of the automorphisms found that leave alone what was made first above: a forest, its roots stand for orbits.
    std::vector<BlockId> orbits;

    BlockId orbit(BlockId m) const {
      while (orbits[m] != m) m = orbits[m];
      return m;
    }
    void join(BlockId a, BlockId b) {
      a = orbit(a);
      b = orbit(b);
      orbits[std::max(a, b)] = std::min(a, b);
    }
  };
  /// A state at the end of one way, and where that puts blocks.
  struct Leaf {
    std::vector<BlockId> images;
    Bytes state;
  };
  /// One of several tied blocks, made the first of them.
  struct Tried {
    BlockId block;
    BlockId last;          // of those that lead to the same
    std::uint32_t weight;  // how many these are
    Count ways;            // that lead to the least state below
    bool least;            // of all, so far
    Leaf leaf;             // one that is below, once somebody has asked for it
  };
  /// Blocks of one set with the same colour.
  struct Tie {
    std::size_t depth = 0;
    std::size_t size = 0;
    BlockColour colour = 0;
    std::uint32_t set = 0;
    friend auto operator<=>(const Tie&, const Tie&) = default;
  };

  /// Leaves the least state in the first level, and returns in how many ways it is reached.
  Count find_least(StateView state) {
    scanner_.read(state);
    ++passes_;
    size_ = state.size();
    knows_pieces_ = false;
    automorphisms_.clear();
    if (levels_.empty()) levels_.push_back(std::make_unique<Level>());
    Level& first = *levels_[0];
    const std::size_t known = scanner_.colour(first.colours, images_);
    if (known == images_.size() && !scanner_.nested()) {  // mostly so
      if (first.least.size() != size_) first.least.resize(size_);
      scanner_.permute(images_, first.least.data());
      if (tracks_) first.images = images_;
      return 1;
    }
    return resolve(0, scanner_.refine(first.colours, known));
  }

  /// By their ranks, into `order_`; those of the same colour as they are in the set. How many there are of each rank is
  /// in `taken_`, which was 0 before, and has to be 0 again.
  void sort_set(const std::vector<BlockId>& set, const std::vector<BlockColour>& colours) {
    for (const BlockId m : set) {
      const std::uint64_t rank = rank_of(colours[m]);
      order_[rank + taken_[rank]++] = m;
    }
  }
  std::vector<BlockId> sorted_set(const std::vector<BlockId>& set, const std::vector<BlockColour>& colours) {
    sort_set(set, colours);
    std::fill_n(taken_.begin(), set.size(), 0);
    return {order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(set.size())};
  }

  bool has_inside(BlockId m) const { return arrangement_.nested() && !arrangement_.inside(m).empty(); }

  /// The colours of `level` are stable, and `known` of them different. Finds the least state below, and returns in how
  /// many ways it is reached.
  Count resolve(std::size_t level, std::size_t known) {
    Count ways = 1;
    std::optional<Tie> tie;
    if (known < images_.size()) tie = find_tie(levels_[level]->colours, &ways);
    if (!tie) {
      levels_[level]->least.resize(size_);
      take_leaf(levels_[level]->colours, images_, levels_[level]->least);
      if (tracks_) levels_[level]->images = images_;
      return ways;
    }
    ways *= branch(level, *tie);
    return ways;
  }

  /// Blocks that are alike are put in order at once: whatever their order, the state is the same. Of those that are
  /// left the ones to begin with, by what is the same for all permutations of the state.
  std::optional<Tie> find_tie(std::vector<BlockColour>& colours, Count* ways) {
    std::optional<Tie> tie;
    for (std::uint32_t s = 0; s < scheme_.sets().size(); ++s) {
      const std::vector<BlockId>& set = scheme_.sets()[s];
      sort_set(set, colours);
      for (std::size_t begin = 0, end = 0; begin < set.size(); begin = end) {
        end = begin + taken_[begin];
        taken_[begin] = 0;
        if (end - begin == 1) continue;
        if (all_alike(begin, end)) {
          for (std::size_t k = begin; k < end; ++k) {
            colours[order_[k]] = with_rank(colours[order_[k]], k);
            if (ways != nullptr) *ways *= static_cast<std::uint32_t>(k - begin + 1);
          }
          continue;
        }
        const Tie here{depths_[set.front()], end - begin, colours[order_[begin]], s};
        if (!tie || here < *tie) tie = here;
      }
    }
    return tie;
  }

  bool all_alike(std::size_t begin, std::size_t end) {
    return !has_inside(order_[begin]) && scanner_.are_all_alike(std::span(order_).subspan(begin, end - begin));
  }

  /// Each of the tied blocks in turn is made the first of them. Blocks that an automorphism of the state takes to one
  /// that was tried lead to the same states, as often; it must leave those alone that were made first before. Most are
  /// found by looking at pieces (PieceMatch), the others at the end of a way down.
  Count branch(std::size_t level, const Tie& tie) {
    if (levels_.size() <= level + 1) levels_.push_back(std::make_unique<Level>());
    Level& here = *levels_[level];
    here.orbits.resize(images_.size());
    for (BlockId m = 0; m < images_.size(); ++m) here.orbits[m] = m;
    automorphisms_.for_each_move([&here](BlockId from, BlockId to) { here.join(from, to); });
    std::vector<Tried> tried;
    for (const BlockId m : scheme_.sets()[tie.set]) {
      poll_stop();
      if (here.colours[m] != tie.colour) continue;
      const auto leads_to_the_same = [&](const Tried& t) {
        return here.orbit(m) == here.orbit(t.block) || exchangeable(level, t.block, m) || match(level, t.last, m);
      };
      auto same = std::find_if(tried.begin(), tried.end(), leads_to_the_same);
      Tried now{m, m, 1, 1, true, {}};
      bool is_leaf = false;
      if (same == tried.end() && !tried.empty()) {
        is_leaf = descend(level, tie, m, now.leaf, now.ways);
        for (Tried& t : tried) {
          Count ignored = 1;
          if (t.leaf.state.empty()) descend(level, tie, t.block, t.leaf, ignored);
        }
        same = std::find_if(tried.begin(), tried.end(), [&](const Tried& t) { return t.leaf.state == now.leaf.state; });
        if (same != tried.end()) note_automorphism(level, same->leaf, now.leaf);
      }
      if (same != tried.end()) {
        ++same->weight;
        same->last = m;
        continue;
      }
      if (!is_leaf) now.ways = resolve_below(level, tie, m);
      const Bytes& found = is_leaf ? now.leaf.state : levels_[level + 1]->least;
      const int compared = tried.empty() ? -1 : std::memcmp(found.data(), here.least.data(), size_);
      now.least = compared <= 0;
      if (compared < 0) {
        for (Tried& t : tried) t.least = false;
        here.least = found;
        if (tracks_) here.images = is_leaf ? now.leaf.images : levels_[level + 1]->images;
      }
      tried.push_back(std::move(now));
    }
    Count ways = 0;
    for (Tried& t : tried) {
      if (!t.least) continue;
      t.ways *= t.weight;
      ways += t.ways;
    }
    return ways;
  }

  Count resolve_below(std::size_t level, const Tie& tie, BlockId first) {
    levels_[level + 1]->colours = levels_[level]->colours;
    const std::size_t known = individualise(tie, first, levels_[level + 1]->colours);
    automorphisms_.break_by(first, level + 1);
    Count ways = resolve(level + 1, known);
    automorphisms_.mend(level + 1);
    return ways;
  }

  /// Whether an automorphism takes one block to the other, as far as a look at their pieces tells. It keeps colours,
  /// and so leaves alone whatever was made first: it also holds above, and below until it moves what is made first
  /// there.
  bool match(std::size_t level, BlockId a, BlockId b) {
    if (scanner_.nested()) return false;
    ++passes_;
    if (!knows_pieces_) pieces_.read(scanner_);
    knows_pieces_ = true;
    if (!pieces_.match(levels_[level]->colours, a, b, images_) || !scanner_.is_fixed_by(images_)) return false;
    automorphisms_.add(images_);
    for (std::size_t l = 0; l <= level; ++l) {
      automorphisms_.for_each_move_of_last([&](BlockId from, BlockId to) { levels_[l]->join(from, to); });
    }
    return true;
  }

  /// Returns how many colours are different then.
  std::size_t individualise(const Tie& tie, BlockId first, std::vector<BlockColour>& colours) {
    for (const BlockId m : scheme_.sets()[tie.set]) {
      poll_stop();
      BlockColour& c = colours[m];
      if (c == tie.colour && m != first) c = with_rank(c, rank_of(c) + 1);
    }
    ++passes_;
    return scanner_.refine(colours, scanner_.rank(colours));
  }

  /// One way down from a block, always to the first of what is tied. True where there is no other; then `ways` is in
  /// how many ways its end is reached.
  bool descend(std::size_t level, const Tie& tie, BlockId first, Leaf& leaf, Count& ways) {
    probe_ = levels_[level]->colours;
    individualise(tie, first, probe_);
    bool is_leaf = true;
    std::optional<Tie> below = find_tie(probe_, &ways);
    for (; below; below = find_tie(probe_, nullptr)) {
      is_leaf = false;
      const std::vector<BlockId>& set = scheme_.sets()[below->set];
      const auto tied = [&](BlockId m) { return probe_[m] == below->colour; };
      individualise(*below, *std::find_if(set.begin(), set.end(), tied), probe_);
    }
    leaf.state.resize(size_);
    take_leaf(probe_, leaf.images, leaf.state);
    return is_leaf;
  }

  /// Two ways lead to one state: first the one, then the other backwards is an automorphism. It leaves alone whatever
  /// was made first on the way to this level, so it holds for the levels above as well.
  void note_automorphism(std::size_t level, const Leaf& a, const Leaf& b) {
    inverse_.resize(b.images.size());
    for (BlockId m = 0; m < b.images.size(); ++m) inverse_[b.images[m]] = m;
    for (std::size_t l = 0; l <= level; ++l) {
      for (BlockId m = 0; m < a.images.size(); ++m) levels_[l]->join(m, inverse_[a.images[m]]);
    }
  }

  /// Whether exchanging two tied blocks, with what is inside of them in the order of its colours, changes nothing.
  bool exchangeable(std::size_t level, BlockId a, BlockId b) {
    if (!has_inside(a)) return scanner_.are_alike(a, b);
    for (BlockId m = 0; m < images_.size(); ++m) images_[m] = m;
    ++passes_;
    return exchange(level, a, b) && scanner_.is_fixed_by(images_);
  }

  bool exchange(std::size_t level, BlockId a, BlockId b) {
    images_[a] = b;
    images_[b] = a;
    const std::span<const std::uint32_t> in_a = arrangement_.inside(a), in_b = arrangement_.inside(b);
    if (in_a.size() != in_b.size()) return false;
    for (std::size_t k = 0; k < in_a.size(); ++k) {
      const std::vector<BlockId> from = sorted_set(scheme_.sets()[in_a[k]], levels_[level]->colours);
      const std::vector<BlockId> to = sorted_set(scheme_.sets()[in_b[k]], levels_[level]->colours);
      if (from.size() != to.size()) return false;
      for (std::size_t j = 0; j < from.size(); ++j) {
        if (levels_[level]->colours[from[j]] != levels_[level]->colours[to[j]] || !exchange(level, from[j], to[j]))
          return false;
      }
    }
    return true;
  }

  /// All colours of siblings differ: puts them in that order.
  void take_leaf(const std::vector<BlockColour>& colours, std::vector<BlockId>& images, Bytes& state) {
    ++passes_;
    arrangement_.by_rank(colours, images);
    scanner_.permute(images, state.data());
  }

  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  PieceMatch pieces_;
  bool knows_pieces_ = false;         // of the state
  KnownAutomorphisms automorphisms_;  // of the state, by pieces
  OrbitCounter counter_;
  std::vector<std::size_t> depths_;             // of each block
  std::vector<std::unique_ptr<Level>> levels_;  // by depth of the search; references stay valid while it grows
  std::size_t size_ = 0;                        // of the state
  std::uint64_t passes_ = 0;
  bool tracks_ = false;
  std::vector<BlockId> images_, order_, inverse_;
  std::vector<std::uint32_t> taken_;
  std::vector<BlockColour> probe_;
};

class CanonicalReduction final : public Reduction {
 public:
  CanonicalReduction(const Symmetry& symmetry, std::unique_ptr<Scheme> scheme)
      : symmetry_(symmetry), scheme_(std::move(scheme)), small_(symmetry.group.order().to_word().has_value()) {}

  std::unique_ptr<KeyFunction> key_function() const override {
    if (small_) return std::make_unique<CanonicalKeyFunction<std::uint64_t>>(*scheme_, symmetry_.group.order());
    return std::make_unique<CanonicalKeyFunction<BigNumber>>(*scheme_, symmetry_.group.order());
  }
  bool exact() const override { return true; }
  std::optional<CellsToWrite> cells_to_write() const override { return quotient::cells_to_write(*scheme_); }

 private:
  const Symmetry& symmetry_;
  std::unique_ptr<Scheme> scheme_;
  bool small_;  // the order of the group fits into a word
};

}  // namespace

std::unique_ptr<Reduction> canonical_reduction(const Symmetry& symmetry) {
  if (std::unique_ptr<Scheme> scheme = Scheme::build(symmetry)) {
    return std::make_unique<CanonicalReduction>(symmetry, std::move(scheme));
  }
  // Few permutations are soon tried. Of flat cells only some of each are looked at.
  const std::uint64_t few = symmetry.action != nullptr ? 16 : 512;
  if (auto reduction = least_image_reduction(symmetry, few)) return reduction;
  return chain_canonical_reduction(symmetry);
}

}  // namespace quotient
