#include "bmethod/symmetry/permutations.hpp"
#include "bmethod/symmetry/reduction.hpp"
#include "symmetry/reduce/orbit_counter.hpp"

namespace quotient::bmethod {
namespace {

class LeastKeyer final : public Keyer {
 public:
  explicit LeastKeyer(const MachineSymmetry& symmetry) : symmetry_(symmetry), counter_(symmetry.elements().order()) {}

  Key key(StateView state) override {
    arena_.rewind({});
    const std::size_t before = symmetry_.read(state, arena_, parts_);
    least_.assign(state.begin(), state.end());
    if (parts_.empty()) return {least_, counter_.fixed()};
    std::uint64_t ways = 0;
    for_each_permutation(symmetry_.elements(), images_, [&] {
      image_.assign(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(before));
      renamer_.encode_renamed(parts_, images_, image_);
      if (image_ < least_) ways = 0;
      if (image_ > least_) return true;
      ++ways;
      least_ = image_;
      return true;
    });
    return {least_, counter_.weight(ways)};
  }

  void count(std::uint32_t weight) override { counter_.count(weight); }
  const OrbitCounter& counter() const { return counter_; }

 private:
  const MachineSymmetry& symmetry_;
  OrbitCounter counter_;
  Renamer renamer_;
  Arena arena_;
  std::vector<Part> parts_;
  std::vector<Element> images_;
  std::vector<std::uint8_t> least_, image_;
};

class LeastStates final : public Reduction {
 public:
  explicit LeastStates(const MachineSymmetry& symmetry) : symmetry_(symmetry) {}

  std::unique_ptr<Keyer> keyer() const override { return std::make_unique<LeastKeyer>(symmetry_); }
  bool exact() const override { return true; }
  std::string represented(std::span<const std::unique_ptr<Keyer>> keyers) const override {
    BigNumber sum;
    for (const auto& keyer : keyers) sum += static_cast<const LeastKeyer&>(*keyer).counter().states();
    return sum.to_string();
  }

 private:
  const MachineSymmetry& symmetry_;
};

}  // namespace

std::unique_ptr<Reduction> least_states(const MachineSymmetry& symmetry) {
  const std::optional<std::uint64_t> order = symmetry.elements().order().to_word();
  if (!order || *order > most_permutations) return nullptr;
  return std::make_unique<LeastStates>(symmetry);
}

}  // namespace quotient::bmethod
