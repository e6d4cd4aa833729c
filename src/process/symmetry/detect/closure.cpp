#include "process/symmetry/detect/closure.hpp"

#include <algorithm>
#include <set>

#include "base/stop_signal.hpp"
#include "process/process_steps.hpp"
#include "symmetry/action/state_permutation.hpp"

namespace quotient::detect {

namespace {

using State = std::vector<std::uint8_t>;

/// States that can be reached, as many as are asked for.
class Reached {
 public:
  Reached(const Program& program, const Instance& instance) : steps_(program) {
    for (const State& base : instance.bases) enter(base);
  }

  bool contains(const State& state) {
    while (states_.count(state) == 0) {
      poll_stop();
      if (next_ == waiting_.size() || states_.size() > most_states) return false;
      const State from = *waiting_[next_++];
      steps_.successors(from, out_);
      for (std::size_t s = 0; s < out_.size(); ++s) {
        if (out_[s].completed) enter({out_[s].state.begin(), out_[s].state.end()});
      }
    }
    return true;
  }

 private:
  void enter(State state) {
    const auto [at, is_new] = states_.insert(std::move(state));
    if (is_new) waiting_.push_back(&*at);
  }

  static constexpr std::size_t most_states = 20'000;

  ProcessSteps steps_;
  Successors out_;
  std::set<State> states_;
  std::vector<const State*> waiting_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<Permutation> closed_generators(const Program& program, const Instance& instance, const Symmetry& symmetry) {
  Reached reached(program, instance);
  std::vector<Permutation> out;
  for (const Permutation& g : symmetry.group.generators()) {
    const StatePermutation permutation(symmetry, g);
    const bool closed = std::all_of(instance.bases.begin(), instance.bases.end(), [&](const State& base) {
      State image(base.size(), 0);
      permutation.apply(base, image.data());
      return reached.contains(image);
    });
    if (closed) out.push_back(g);
  }
  return out;
}

}  // namespace quotient::detect
