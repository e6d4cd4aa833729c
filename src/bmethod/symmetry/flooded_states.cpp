#include "bmethod/symmetry/permutations.hpp"
#include "bmethod/symmetry/reduction.hpp"

namespace quotient::bmethod {
namespace {

/// Permutation flooding [Leuschel, Butler, Spermann, Turner 2007]: every state that is new brings its permuted states
/// with it, which are stored and not explored.
class FloodingKeyer final : public Keyer {
 public:
  explicit FloodingKeyer(const MachineSymmetry& symmetry) : symmetry_(symmetry) {}

  Key key(StateView state) override { return {state, 0}; }
  void count(std::uint32_t) override { ++states_; }
  bool flood(StateView state, const Enter& enter) override {
    arena_.rewind({});
    const std::size_t before = symmetry_.read(state, arena_, parts_);
    if (parts_.empty()) return true;
    const std::vector<std::uint8_t> phase(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(before));
    return for_each_permutation(symmetry_.elements(), images_, [&] {
      image_ = phase;
      renamer_.encode_renamed(parts_, images_, image_);
      const Entered entered = enter(image_);
      if (entered == Entered::fresh) ++states_;
      return entered != Entered::refused;
    });
  }
  std::uint64_t states() const { return states_; }

 private:
  const MachineSymmetry& symmetry_;
  Renamer renamer_;
  Arena arena_;
  std::vector<Part> parts_;
  std::vector<Element> images_;
  std::vector<std::uint8_t> image_;
  std::uint64_t states_ = 0;  // entered, by the search or by a flood
};

class FloodedStates final : public Reduction {
 public:
  explicit FloodedStates(const MachineSymmetry& symmetry) : symmetry_(symmetry) {}

  std::unique_ptr<Keyer> keyer() const override { return std::make_unique<FloodingKeyer>(symmetry_); }
  bool exact() const override { return true; }
  bool floods() const override { return true; }
  std::string represented(std::span<const std::unique_ptr<Keyer>> keyers) const override {
    std::uint64_t sum = 0;
    for (const auto& keyer : keyers) sum += static_cast<const FloodingKeyer&>(*keyer).states();
    return std::to_string(sum);
  }

 private:
  const MachineSymmetry& symmetry_;
};

}  // namespace

std::unique_ptr<Reduction> flooded_states(const MachineSymmetry& symmetry) {
  const std::optional<std::uint64_t> order = symmetry.elements().order().to_word();
  if (!order || *order > most_permutations) return nullptr;
  return std::make_unique<FloodedStates>(symmetry);
}

}  // namespace quotient::bmethod
