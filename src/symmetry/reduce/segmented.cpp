#include "symmetry/reduce/segmented.hpp"

#include <algorithm>
#include <cstring>

#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/describe_cells.hpp"
#include "symmetry/reduce/orbit_counter.hpp"
#include "symmetry/reduce/scanner.hpp"

namespace quotient {

namespace {

class SegmentedKeyFunction final : public KeyFunction {
 public:
  explicit SegmentedKeyFunction(const Scheme& scheme)
      : scheme_(scheme), scanner_(scheme), arrangement_(scheme), counter_(scheme.symmetry().group.order()) {}

  Key key(StateView state) override {
    if (!is_permuted(scheme_.symmetry(), state)) return {state, counter_.fixed()};
    scanner_.read(state);
    scanner_.colour(colours_, images_);
    find_segments();
    image_.resize(state.size());
    std::uint64_t ways = 0;
    do {
      arrangement_.by_colour(colours_, images_);
      scanner_.permute(images_, image_.data());
      const int compared = ways == 0 ? -1 : std::memcmp(image_.data(), least_.data(), state.size());
      if (compared == 0) ++ways;
      if (compared >= 0) continue;
      ways = 1;
      least_ = image_;
    } while (next_order());
    // The orders that lead to the least state are as many as the permutations that leave it alone.
    return {least_, counter_.weight(ways)};
  }

  void count(std::uint32_t weight) override { counter_.count(weight); }
  std::optional<BigNumber> represented() const override { return counter_.states(); }

 private:
  /// Siblings with the same colour, in the order that is being tried.
  struct Segment {
    std::uint64_t first = 0;  // rank of the first
    std::vector<BlockId> order;
  };

  void find_segments() {
    segments_.clear();
    for (const std::vector<BlockId>& set : scheme_.sets()) {
      for (const BlockId m : set) {
        // A segment is made when its first member is met.
        const auto is_tied = [&](BlockId other) { return rank_of(colours_[other]) == rank_of(colours_[m]); };
        if (*std::find_if(set.begin(), set.end(), is_tied) != m) continue;
        Segment segment;
        segment.first = rank_of(colours_[m]);
        std::copy_if(set.begin(), set.end(), std::back_inserter(segment.order), is_tied);
        segments_.push_back(std::move(segment));
      }
    }
    for (const Segment& segment : segments_) number(segment);
  }

  void number(const Segment& segment) {
    for (std::size_t k = 0; k < segment.order.size(); ++k) colours_[segment.order[k]] = segment.first + k;
  }

  /// Like the wheels of a counter.
  bool next_order() {
    return std::any_of(segments_.begin(), segments_.end(), [this](Segment& segment) {
      const bool goes_on = std::next_permutation(segment.order.begin(), segment.order.end());
      number(segment);
      return goes_on;
    });
  }

  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  OrbitCounter counter_;
  std::vector<std::uint64_t> colours_;
  std::vector<Segment> segments_;
  std::vector<BlockId> images_;
  std::vector<std::uint8_t> image_, least_;
};

class SegmentedReduction final : public Reduction {
 public:
  explicit SegmentedReduction(std::unique_ptr<Scheme> scheme) : scheme_(std::move(scheme)) {}

  std::unique_ptr<KeyFunction> key_function() const override {
    return std::make_unique<SegmentedKeyFunction>(*scheme_);
  }
  bool exact() const override { return true; }
  std::optional<CellsToWrite> cells_to_write() const override { return quotient::cells_to_write(*scheme_); }

 private:
  std::unique_ptr<Scheme> scheme_;
};

}  // namespace

std::unique_ptr<Reduction> segmented_reduction(std::unique_ptr<Scheme> scheme, std::uint64_t most) {
  const std::optional<std::uint64_t> order = scheme->symmetry().group.order().to_word();
  if (!order || *order > most) return nullptr;
  return std::make_unique<SegmentedReduction>(std::move(scheme));
}

}  // namespace quotient
