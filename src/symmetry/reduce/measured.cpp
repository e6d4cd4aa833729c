#include "symmetry/reduce/measured.hpp"

#include <cstdlib>
#include <utility>
#include <vector>

#include "base/ensure.hpp"
#include "symmetry/reduce/key_work.hpp"

namespace quotient {

class MeasuredReduction::Measured final : public KeyFunction {
 public:
  explicit Measured(const MeasuredReduction& owner) : owner_(owner), reduction_(owner.reduction_) {
    inner_.push_back(reduction_.key_function());
    work_ = dynamic_cast<const CountsPasses*>(inner_.front().get());
    ensure(work_ != nullptr, "a reduction is measured that does not count");
  }
  Measured(const Measured&) = delete;
  Measured& operator=(const Measured&) = delete;
  ~Measured() override {
    if (owner_.measured_ != this) return;
    owner_.last_ = figures();
    owner_.measured_ = nullptr;
  }

  Key key(StateView state) override {
    ++asked_;
    return inner_.front()->key(state);
  }
  void count(std::uint32_t weight) override {
    inner_.front()->count(weight);
    if (++orbits_ < 2 * half_) return;
    before_half_ = at_half_;
    at_half_ = states();
    earlier_half_ = std::exchange(half_, orbits_);
  }
  std::optional<Normalisation> normalise(StateView state, std::vector<std::uint8_t>& key) override {
    return inner_.front()->normalise(state, key);
  }
  bool flood(StateView state, const Enter& enter) override { return inner_.front()->flood(state, enter); }

  Figures figures() const {
    // At least half of the orbits, at most three quarters.
    const bool long_ago = orbits_ >= half_ + half_ / 2;
    const std::uint64_t since = long_ago ? half_ : earlier_half_;
    return {asked_, work_->passes(), orbits_, states() - (long_ago ? at_half_ : before_half_), orbits_ - since};
  }
  std::string represented() const { return reduction_.represented(inner_); }

 private:
  double states() const { return std::strtod(represented().c_str(), nullptr); }

  const MeasuredReduction& owner_;
  const Reduction& reduction_;
  std::vector<std::unique_ptr<KeyFunction>> inner_;  // one
  const CountsPasses* work_;
  std::uint64_t asked_ = 0, orbits_ = 0;
  std::uint64_t half_ = 1, earlier_half_ = 0;  // numbers of orbits at which it was looked how many states these are
  double at_half_ = 0, before_half_ = 0;
};

MeasuredReduction::Figures MeasuredReduction::figures() const {
  return measured_ == nullptr ? last_ : measured_->figures();
}

std::unique_ptr<KeyFunction> MeasuredReduction::key_function() const {
  auto made = std::make_unique<Measured>(*this);
  measured_ = made.get();
  return made;
}

std::string MeasuredReduction::represented(std::span<const std::unique_ptr<KeyFunction>> key_functions) const {
  ensure(key_functions.size() == 1, "a measured search has one thread");
  return static_cast<const Measured&>(*key_functions.front()).represented();
}

bool MeasuredReduction::can_measure(const Reduction& reduction) {
  if (reduction.floods()) return false;
  const std::unique_ptr<KeyFunction> probe = reduction.key_function();
  return dynamic_cast<const CountsPasses*>(probe.get()) != nullptr;
}

}  // namespace quotient
