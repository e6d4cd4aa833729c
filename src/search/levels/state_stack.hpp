#pragma once

#include <cstring>
#include <vector>

#include "model/successors.hpp"
#include "search/store/budget.hpp"

namespace quotient {

/// States that wait, where the store has only their keys. Each lies below its length.
class StateStack {
 public:
  explicit StateStack(MemoryBudget& budget) : bytes_(budget) {}

  [[nodiscard]] bool push(StateView state) {
    const auto length = static_cast<std::uint32_t>(state.size());
    std::uint8_t spelled[sizeof length];
    std::memcpy(spelled, &length, sizeof length);
    return bytes_.append(state.data(), state.size()) && bytes_.append(spelled, sizeof length);
  }
  void pop(std::vector<std::uint8_t>& state) {
    std::uint32_t length = 0;
    const std::size_t end = bytes_.size() - sizeof length;
    std::memcpy(&length, &bytes_[end], sizeof length);
    state.assign(bytes_.begin() + end - length, bytes_.begin() + end);
    bytes_.shrink(end - length);
  }
  bool empty() const { return bytes_.empty(); }

 private:
  BudgetedVector<std::uint8_t> bytes_;
};

}  // namespace quotient
