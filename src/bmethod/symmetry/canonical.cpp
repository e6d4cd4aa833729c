#include <limits>

#include "bmethod/symmetry/labeller.hpp"
#include "bmethod/symmetry/reduction.hpp"
#include "symmetry/reduce/orbit_counter.hpp"

namespace quotient::bmethod {
namespace {

class CanonicalKeyer final : public Keyer {
 public:
  explicit CanonicalKeyer(const MachineSymmetry& symmetry)
      : symmetry_(symmetry), labeller_(symmetry.elements()), counter_(symmetry.elements().order()) {}

  Key key(StateView state) override {
    arena_.rewind({});
    const std::size_t before = symmetry_.read(state, arena_, parts_);
    key_.assign(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(before));
    if (parts_.empty()) return {key_, counter_.fixed()};
    labeller_.label(parts_, key_);
    return {key_, weight(labeller_.stabiliser())};
  }

  void count(std::uint32_t weight) override { counter_.count(weight); }
  const OrbitCounter& counter() const { return counter_; }

 private:
  std::uint32_t weight(std::span<const std::uint32_t> factors) {
    std::uint64_t product = 1;
    for (const std::uint32_t factor : factors) {
      if (product > std::numeric_limits<std::uint64_t>::max() / factor) return large_weight(factors);
      product *= factor;
    }
    return counter_.weight(product);
  }
  std::uint32_t large_weight(std::span<const std::uint32_t> factors) {
    BigNumber product = 1;
    for (const std::uint32_t factor : factors) product *= factor;
    return counter_.weight(product);
  }

  const MachineSymmetry& symmetry_;
  Labeller labeller_;
  OrbitCounter counter_;
  Arena arena_;
  std::vector<Part> parts_;
  std::vector<std::uint8_t> key_;
};

class CanonicalStates final : public Reduction {
 public:
  explicit CanonicalStates(const MachineSymmetry& symmetry) : symmetry_(symmetry) {}

  std::unique_ptr<Keyer> keyer() const override { return std::make_unique<CanonicalKeyer>(symmetry_); }
  bool exact() const override { return true; }
  std::string represented(std::span<const std::unique_ptr<Keyer>> keyers) const override {
    BigNumber sum;
    for (const auto& keyer : keyers) sum += static_cast<const CanonicalKeyer&>(*keyer).counter().states();
    return sum.to_string();
  }

 private:
  const MachineSymmetry& symmetry_;
};

}  // namespace

std::unique_ptr<Reduction> canonical_states(const MachineSymmetry& symmetry) {
  return std::make_unique<CanonicalStates>(symmetry);
}

}  // namespace quotient::bmethod
