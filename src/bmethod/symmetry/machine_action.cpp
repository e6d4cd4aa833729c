#include "bmethod/symmetry/machine_action.hpp"

#include <algorithm>
#include <cstring>

#include "bmethod/symmetry/state_scan.hpp"

namespace quotient::bmethod {
namespace {

class MachineActor final : public StateActor {
 public:
  explicit MachineActor(const MachineSymmetry& symmetry) : symmetry_(symmetry) {}

  void scan(StateView state, AtomTuples& out) override {
    read(state);
    scan_.scan(state.first(before_), parts_, out);
  }

  void permute(StateView state, const Permutation& permutation, std::uint8_t* out) override {
    read(state);
    std::memcpy(out, state.data(), before_);
    image_.clear();
    permuter_.encode_permuted(parts_, permutation.images(), image_);
    std::memcpy(out + before_, image_.data(), image_.size());
  }

  void permute_often(StateView state, const Permutation& permutation, std::uint8_t* out) override {
    permute(state, permutation, out);
  }

  int lessen(StateView state, const Permutation& permutation, std::span<std::uint8_t> least) override {
    read(state);
    image_.clear();
    permuter_.encode_permuted(parts_, permutation.images(), image_);
    const int compared = image_.empty() ? 0 : std::memcmp(image_.data(), least.data() + before_, image_.size());
    if (compared < 0) std::memcpy(least.data() + before_, image_.data(), image_.size());
    return compared;
  }

 private:
  /// A state is often asked about several times in a row.
  void read(StateView state) {
    if (is_read_ && std::ranges::equal(state, state_)) return;
    is_read_ = true;
    state_.assign(state.begin(), state.end());
    arena_.rewind({});
    before_ = symmetry_.read(state_, arena_, parts_);
  }

  const MachineSymmetry& symmetry_;
  StateScan scan_;
  ValuePermuter permuter_;
  bool is_read_ = false;
  std::vector<std::uint8_t> state_;  // the one that was read last
  Arena arena_;
  std::vector<Part> parts_;
  std::size_t before_ = 0;  // bytes before the first part
  std::vector<std::uint8_t> image_;
};

class MachineAction final : public StateAction {
 public:
  explicit MachineAction(const MachineSymmetry& symmetry) : symmetry_(symmetry) {}
  std::unique_ptr<StateActor> actor() const override { return std::make_unique<MachineActor>(symmetry_); }
  bool relates_atoms() const override { return symmetry_.relates_elements(); }

 private:
  const MachineSymmetry& symmetry_;
};

}  // namespace

std::shared_ptr<const StateAction> machine_action(const MachineSymmetry& symmetry) {
  return std::make_shared<MachineAction>(symmetry);
}

}  // namespace quotient::bmethod
