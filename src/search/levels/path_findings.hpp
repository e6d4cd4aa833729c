#pragma once

#include <vector>

#include "search/search.hpp"

namespace quotient {

/// What a search finds that knows the states of its path, and so need not ask the store for the way. Internal to this
/// folder.
class PathFindings {
 public:
  explicit PathFindings(const PropertySet& properties) : properties_(properties) {}

  /// What is wrong in the state just expanded, the last of the path that `path()` gives, and on its steps. With no
  /// path, that is about initial states.
  template <typename Path>
  void note(const Successors& steps, Path path) {
    for (const Finding finding : steps.findings()) {
      if (properties_.wants(finding)) add(finding, ViolationPlace::state, path, {});
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Successor step = steps[i];
      if (!properties_.wants(step.finding)) continue;
      add(step.finding, step.completed ? ViolationPlace::step : ViolationPlace::broken_step, path, step.state);
    }
  }

  bool empty() const { return violations_.empty(); }
  std::uint64_t count() const { return count_; }
  /// The first of each kind and site.
  std::vector<Violation>& violations() { return violations_; }

 private:
  template <typename Path>
  void add(Finding finding, ViolationPlace place, Path& path, StateView target) {
    ++count_;
    for (Violation& known : violations_) {
      if (known.finding != finding) continue;
      ++known.count;
      return;
    }
    Violation violation{finding, place, path(), 1};
    if (place == ViolationPlace::step) violation.states.emplace_back(target.begin(), target.end());
    violations_.push_back(std::move(violation));
  }

  PropertySet properties_;
  std::vector<Violation> violations_;
  std::uint64_t count_ = 0;
};

}  // namespace quotient
