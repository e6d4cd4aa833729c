#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "symmetry/reduce/reduction.hpp"

namespace quotient::toy {

/// Counters that are interchangeable: the key is the state sorted, with a byte in front, so that it is no state itself.
class AnyOrder : public Reduction {
 public:
  explicit AnyOrder(bool is_exact = true) : exact_(is_exact) {}

  class SortingKeyFunction : public KeyFunction {
   public:
    Key key(StateView state) override {
      key_.assign(state.begin(), state.end());
      std::sort(key_.begin(), key_.end());
      // The orbit of a state is all its arrangements.
      std::uint32_t arrangements = 1, run = 0;
      for (std::uint32_t i = 0; i < key_.size(); ++i) {
        run = i > 0 && key_[i] == key_[i - 1] ? run + 1 : 1;
        arrangements = arrangements * (i + 1) / run;
      }
      key_.insert(key_.begin(), 99);
      return {key_, arrangements};
    }
    void count(std::uint32_t weight) override { sum += weight; }
    std::optional<BigNumber> represented() const override { return sum; }
    std::uint64_t sum = 0;

   private:
    std::vector<std::uint8_t> key_;
  };

  std::unique_ptr<KeyFunction> key_function() const override { return std::make_unique<SortingKeyFunction>(); }
  bool exact() const override { return exact_; }

 private:
  bool exact_;
};

}  // namespace quotient::toy
