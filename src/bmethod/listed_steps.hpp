#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "base/mix.hpp"
#include "model/successors.hpp"

namespace quotient::bmethod {

/// Choices inside an operation that lead to the same state with the same label are one transition. Finds out whether a
/// step is listed already. Owned by one thread.
class ListedSteps {
 public:
  /// From here on `out` has the steps of another state.
  void clear() {
    digests_.clear();
    from_ = upto_ = 0;
  }
  /// Whether `step` is among the steps of `out` from number `first` on, which were added since. Its state may lie
  /// anywhere.
  bool contains(const Successors& out, std::size_t first, const Successor& step) {
    const auto is_same = [&](std::size_t i) {
      const Successor listed = out[i];
      return listed.label == step.label && listed.finding == step.finding &&
             std::ranges::equal(listed.state, step.state);
    };
    if (out.size() - first <= few) {
      for (std::size_t i = out.size(); i-- > first;) {
        if (is_same(i)) return true;
      }
      return false;
    }
    if (from_ != first || upto_ > out.size()) {
      digests_.clear();
      from_ = upto_ = first;
    }
    for (; upto_ < out.size(); ++upto_) digests_.emplace(digest(out[upto_]), upto_);
    const auto [begin, end] = digests_.equal_range(digest(step));
    return std::any_of(begin, end, [&](const auto& entry) { return is_same(entry.second); });
  }

 private:
  /// So many are looked through; of more their digests are kept.
  static constexpr std::size_t few = 32;

  static std::uint64_t digest(const Successor& step) {
    std::uint64_t made = mix(step.label.value);
    for (const std::uint8_t byte : step.state) made = mix(made + byte);
    return made;
  }

  std::unordered_multimap<std::uint64_t, std::size_t> digests_;
  std::size_t from_ = 0, upto_ = 0;  // the steps whose digests these are
};

}  // namespace quotient::bmethod
