#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "search/cycle_exploration.hpp"

namespace quotient {

namespace {

constexpr std::size_t most_states = 100'000;  // a longer run is better than one that is waited for

std::string_view bytes_text(StateView state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

/// Breadth-first through states of the model itself, whatever the search took for one.
class Shortener {
 public:
  Shortener(Exploration& e, const CycleProperty& property)
      : e_(e), by_progress_(property.kind == CycleKind::non_progress), generator_(e.system.cycle_generator()) {}

  using Path = std::vector<StateBytes>;

  /// From an initial state to one of these, an accepting one where that matters. Empty where none was found.
  Path stem_to(const std::vector<StateBytes>& cycle) {
    std::unordered_set<std::string_view> members;
    for (const StateBytes& state : cycle) members.insert(bytes_text(state));
    generator_->initial(steps_);
    Path starts;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].completed) starts.emplace_back(steps_[i].state.begin(), steps_[i].state.end());
    }
    return shortest(
        starts, [&](StateView state) { return members.contains(bytes_text(state)) && counts(); }, false);
  }

  /// From a state to itself, through states without progress where these are looked for.
  Path cycle_through(const StateBytes& start) {
    generator_->successors(start, steps_);
    Path starts;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].completed) starts.emplace_back(steps_[i].state.begin(), steps_[i].state.end());
    }
    Path path = shortest(
        starts, [&](StateView state) { return std::ranges::equal(state, start); }, by_progress_);
    if (!path.empty()) path.insert(path.begin(), start);
    return path;
  }

 private:
  /// Whether the state just expanded may be the one that a cycle is entered at.
  bool counts() const { return by_progress_ ? !steps_.cycle_facts.progress : steps_.cycle_facts.accepting; }

  template <typename Goal>
  Path shortest(const Path& starts, Goal goal, bool without_progress) {
    std::unordered_map<std::string, const std::string*> previous;  // its keys stay where they are
    std::deque<const std::string*> waiting;
    const auto enter = [&](StateView state, const std::string* from) {
      const auto [at, is_new] = previous.emplace(std::string(bytes_text(state)), from);
      if (is_new) waiting.push_back(&at->first);
    };
    for (const StateBytes& start : starts) enter(start, nullptr);
    for (; !waiting.empty(); waiting.pop_front()) {
      if (previous.size() > most_states || e_.watch.check() != StopReason::nothing) return {};
      const std::string* here = waiting.front();
      const StateBytes state(here->begin(), here->end());
      generator_->successors(state, steps_);
      if (steps_.is_cut_off()) return {};
      if (goal(state)) {
        Path path;
        for (; here != nullptr; here = previous.at(*here)) path.emplace_back(here->begin(), here->end());
        std::reverse(path.begin(), path.end());
        return path;
      }
      if (without_progress && steps_.cycle_facts.progress) continue;
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (steps_[i].completed) enter(steps_[i].state, here);
      }
    }
    return {};
  }

  Exploration& e_;
  const bool by_progress_;
  std::unique_ptr<StepGenerator> generator_;
  Successors steps_;
};

}  // namespace

Violation shortened(Exploration& e, const CycleProperty& property, Violation lasso) {
  const std::vector<StateBytes> cycle(lasso.states.begin() + static_cast<std::ptrdiff_t>(lasso.cycle_start),
                                      lasso.states.end());
  Shortener shortener(e, property);
  std::vector<StateBytes> stem = shortener.stem_to(cycle);
  if (stem.empty()) return lasso;
  // A run that ends has no steps to go round in.
  std::vector<StateBytes> round = cycle.size() == 1 ? cycle : shortener.cycle_through(stem.back());
  if (round.empty()) return lasso;
  Violation shorter = lasso_of(property, std::move(stem), std::move(round));
  return shorter.states.size() < lasso.states.size() ? shorter : lasso;
}

}  // namespace quotient
