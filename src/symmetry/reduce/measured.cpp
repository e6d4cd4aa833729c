#include "symmetry/reduce/measured.hpp"

#include <utility>

#include "base/ensure.hpp"

namespace quotient {

class MeasuredReduction::Measured final : public KeyFunction {
 public:
  explicit Measured(const MeasuredReduction& owner) : owner_(owner), inner_(owner.reduction_.key_function()) {
    ensure(inner_->passes().has_value(), "a reduction is measured that does not count");
    owner_.is_made_ = true;
    owner_.measured_ = this;
  }
  Measured(const Measured&) = delete;
  Measured& operator=(const Measured&) = delete;
  ~Measured() override { owner_.measured_ = nullptr; }

  Key key(StateView state) override {
    ++asked_;
    return inner_->key(state);
  }
  void count(std::uint32_t weight) override {
    inner_->count(weight);
    if (++orbits_ < 2 * half_) return;
    before_half_ = at_half_;
    at_half_ = states();
    earlier_half_ = std::exchange(half_, orbits_);
  }
  std::optional<BigNumber> represented() const override { return inner_->represented(); }
  std::optional<std::uint64_t> passes() const override { return inner_->passes(); }
  std::optional<Normalisation> normalise(StateView state, std::vector<std::uint8_t>& key) override {
    return inner_->normalise(state, key);
  }
  bool flood(StateView state, const Enter& enter) override { return inner_->flood(state, enter); }

  Progress progress() const { return {orbits_, inner_->passes().value_or(0)}; }
  Figures figures() const {
    // At least half of the orbits, at most three quarters.
    const bool long_ago = orbits_ >= half_ + half_ / 2;
    const std::uint64_t since = long_ago ? half_ : earlier_half_;
    return {progress(), asked_, states() - (long_ago ? at_half_ : before_half_), orbits_ - since};
  }

 private:
  double states() const { return represented().value_or(BigNumber()).to_double(); }

  const MeasuredReduction& owner_;
  const std::unique_ptr<KeyFunction> inner_;
  std::uint64_t asked_ = 0, orbits_ = 0;
  std::uint64_t half_ = 1, earlier_half_ = 0;  // numbers of orbits at which it was looked how many states these are
  double at_half_ = 0, before_half_ = 0;
};

MeasuredReduction::Progress MeasuredReduction::progress() const {
  return measured_ == nullptr ? Progress{} : measured_->progress();
}

MeasuredReduction::Figures MeasuredReduction::figures() const {
  return measured_ == nullptr ? Figures{} : measured_->figures();
}

std::unique_ptr<KeyFunction> MeasuredReduction::key_function() const {
  if (is_made_) return reduction_.key_function();
  return std::make_unique<Measured>(*this);
}

bool MeasuredReduction::can_measure(const Reduction& reduction) {
  if (reduction.floods()) return false;
  const std::unique_ptr<KeyFunction> probe = reduction.key_function();
  return probe->passes() && probe->represented();
}

}  // namespace quotient
