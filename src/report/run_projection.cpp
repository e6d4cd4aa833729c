#include "report/run_projection.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/stop_signal.hpp"
#include "report/state_cells.hpp"

namespace quotient {

namespace {

/// A longer run is not drawn, and more states that look the same are not followed.
constexpr std::size_t most_steps = 300, most_alike = 16;

/// A state of the model that looks like one of the run, and the one that it was reached from, among those before.
struct Match {
  StateBytes state;
  std::size_t step = 0;
  std::optional<std::size_t> before;
};

using Cells = std::vector<std::pair<std::string, std::string>>;

Cells cells_of(const System& system, StateView state) {
  Cells cells;
  for (CellValue& c : state_cells(system, state)) cells.emplace_back(std::move(c.cell), std::move(c.value));
  std::sort(cells.begin(), cells.end());
  return cells;
}

/// Whether the run shows all that is in a state of the model; what belongs to the claim comes on top.
bool shows(const Cells& shown, const Cells& state) {
  return std::includes(shown.begin(), shown.end(), state.begin(), state.end());
}

class Projection {
 public:
  Projection(const System& model, const System& with_claim) : model_(model), with_claim_(with_claim) {
    generator_ = model.generator();
    if (const StopSignal* stop = current_stop()) generator_->heed(*stop);
  }

  std::vector<std::string> operator()(const ToldRun& run) {
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
      poll_stop();
      if (!run.steps[i].state.empty()) follow(run.steps[i], i);
    }
    std::vector<std::string> out(run.steps.size());
    std::optional<std::size_t> at;
    if (frontier_ < matches_.size()) at = frontier_;
    for (; at; at = matches_[*at].before) {
      const Match& match = matches_[*at];
      out[match.step].assign(match.state.begin(), match.state.end());
    }
    return out;
  }

 private:
  void follow(const ToldStep& step, std::size_t number) {
    const Cells shown = cells_of(with_claim_, step.state);
    const std::size_t begin = matches_.size();
    const auto add = [&](StateView state, std::optional<std::size_t> before) {
      if (matches_.size() - begin >= most_alike) return;
      const auto same = [&state](const Match& m) { return std::ranges::equal(m.state, state); };
      if (std::any_of(matches_.begin() + static_cast<std::ptrdiff_t>(begin), matches_.end(), same)) return;
      if (shows(shown, cells_of(model_, state))) matches_.push_back({{state.begin(), state.end()}, number, before});
    };
    Successors steps;
    if (begin == 0) {
      generator_->initial(steps);
      for (std::size_t k = 0; k < steps.size(); ++k) add(steps[k].state, std::nullopt);
    }
    for (std::size_t m = frontier_; m < begin; ++m) {
      const StateBytes source = matches_[m].state;
      // The claim may move alone, once the model has ended.
      if (step.events.empty()) add(source, m);
      generator_->successors(source, steps);
      poll_stop();
      steps.show_all();
      for (std::size_t k = 0; !steps.is_cut_off() && k < steps.size(); ++k) {
        if (steps[k].completed) add(steps[k].state, m);
      }
      if (matches_.size() == begin) add(source, m);
    }
    if (matches_.size() > begin) frontier_ = begin;
  }

  const System& model_;
  const System& with_claim_;
  std::unique_ptr<StepGenerator> generator_;
  std::vector<Match> matches_;
  std::size_t frontier_ = 0;  // the matches of the last step that has any
};

}  // namespace

std::vector<std::string> projected_run(const System& model, const System& with_claim, const ToldRun& run) {
  if (run.steps.size() > most_steps) return std::vector<std::string>(run.steps.size());
  return Projection(model, with_claim)(run);
}

}  // namespace quotient
