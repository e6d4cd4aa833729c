#include "symmetry/reduce/sorted.hpp"

#include <algorithm>

#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/scanner.hpp"
#include "symmetry/reduce/scheme_reduction.hpp"

namespace quotient {

namespace {

/// Two siblings changing places, with what is inside of them.
struct Swap {
  std::vector<BlockId> images;         // of all blocks
  std::vector<std::uint32_t> touched;  // places that can change, in the order in which states are compared
};

class SortedKeyFunction final : public KeyFunction {
 public:
  explicit SortedKeyFunction(const Scheme& scheme) : scheme_(scheme), scanner_(scheme), arrangement_(scheme) {
    for (const std::vector<BlockId>& set : scheme.sets()) {
      for (std::size_t i = 0; i < set.size(); ++i) {
        for (std::size_t j = i + 1; j < set.size(); ++j) add_swap(set[i], set[j]);
      }
    }
  }

  Key key(StateView state) override {
    if (!is_permuted(scheme_.symmetry(), state)) return {state};
    key_.assign(state.begin(), state.end());
    next_.resize(state.size());
    scanner_.read(key_);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Swap& swap : swaps_) {
        if (!makes_smaller(swap)) continue;
        scanner_.permute(swap.images, next_.data());
        std::swap(key_, next_);
        scanner_.read(key_);
        changed = true;
      }
    }
    return {key_};
  }
  void count(std::uint32_t) override {}

 private:
  void add_swap(BlockId a, BlockId b) {
    Swap swap;
    swap.images.resize(scheme_.blocks().size());
    for (BlockId m = 0; m < swap.images.size(); ++m) swap.images[m] = m;
    std::vector<std::pair<BlockId, BlockId>> pairs{{a, b}};
    swap.touched.assign(scanner_.with_atoms().begin(), scanner_.with_atoms().end());
    while (!pairs.empty()) {
      const auto [x, y] = pairs.back();
      pairs.pop_back();
      swap.images[x] = y;
      swap.images[y] = x;
      for (const BlockId m : {x, y}) {
        swap.touched.insert(swap.touched.end(), scanner_.places_of(m).begin(), scanner_.places_of(m).end());
      }
      const auto in_x = arrangement_.inside(x), in_y = arrangement_.inside(y);
      for (std::size_t k = 0; k < in_x.size(); ++k) {
        const auto& set_x = scheme_.sets()[in_x[k]];
        const auto& set_y = scheme_.sets()[in_y[k]];
        for (std::size_t j = 0; j < set_x.size(); ++j) pairs.push_back({set_x[j], set_y[j]});
      }
    }
    // As they lie in the state.
    std::sort(swap.touched.begin(), swap.touched.end(), [this](std::uint32_t p, std::uint32_t q) {
      return scanner_.cells()[p].offset < scanner_.cells()[q].offset;
    });
    swap.touched.erase(std::unique(swap.touched.begin(), swap.touched.end()), swap.touched.end());
    swaps_.push_back(std::move(swap));
  }

  /// Compares the state with the swapped one, cell by cell. A swap is its own inverse, so what comes to a place is what
  /// was where the place goes.
  bool makes_smaller(const Swap& swap) const {
    for (const std::uint32_t p : swap.touched) {
      if (!scanner_.is_present(p)) continue;
      const std::int32_t before = scanner_.value(p);
      const std::int32_t after = scanner_.permuted_value(scanner_.image_of(p, swap.images), swap.images);
      if (before != after) return after < before;
    }
    return false;
  }

  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  std::vector<Swap> swaps_;
  std::vector<std::uint8_t> key_, next_;
};

}  // namespace

std::unique_ptr<Reduction> sorted_reduction(std::unique_ptr<Scheme> scheme) {
  return std::make_unique<SchemeReduction>(std::move(scheme), true,
                                           [](const Scheme& s) { return std::make_unique<SortedKeyFunction>(s); });
}

}  // namespace quotient
