#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/system.hpp"

namespace quotient::toy {

/// One step of a toy: where it leads, and what goes wrong on it.
struct Step {
  std::vector<std::uint8_t> target;
  std::uint32_t label = 0;
  Finding finding;
  bool completed = true;
};

/// A system given by functions, so that each test says in a few lines what it explores. Each byte of a state is a cell
/// "x0", "x1", …; a step is a statement "step LABEL" of process "toy" at line LABEL + 1 of "toy.sys"; coverage has four
/// places, the labels modulo four.
class ToySystem : public SystemBase, public NarratorBase {
 public:
  using State = std::vector<std::uint8_t>;
  std::vector<Step> starts = {{{0}, 0, {}, true}};
  std::function<std::vector<Step>(const State&)> next = [](const State&) { return std::vector<Step>{}; };
  std::function<std::vector<Finding>(const State&)> wrong = [](const State&) { return std::vector<Finding>{}; };

  std::function<bool(const State&)> too_much = [](const State&) { return false; };

  std::unique_ptr<StepGenerator> generator() const override { return std::make_unique<Generator>(*this); }
  const Narrator& narrator() const override { return *this; }

  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override {
    for (const Step& step : next(State(from.begin(), from.end()))) {
      if (finding ? step.finding != finding : State(to.begin(), to.end()) != step.target) continue;
      TraceEvent event{"toy", "step " + std::to_string(step.label), {"toy.sys", {step.label + 1, 1}}, {}, {}, {}};
      for (std::size_t i = 0; i < to.size() && i < from.size(); ++i) {
        if (from[i] == to[i]) continue;
        event.changes.push_back({"x" + std::to_string(i), std::to_string(from[i]), std::to_string(to[i])});
      }
      return {event};
    }
    return {};
  }
  std::vector<CellValue> describe(StateView state) const override {
    std::vector<CellValue> cells;
    for (std::size_t i = 0; i < state.size(); ++i) cells.push_back({"x" + std::to_string(i), std::to_string(state[i])});
    return cells;
  }
  FindingText describe(Finding finding) const override {
    return {"finding " + std::to_string(finding.site), {"toy.sys", {finding.site + 1, 3}}};
  }
  std::string label(StepLabel label) const override { return "step " + std::to_string(label.value); }
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override {
    UnreachedPart part{"toy", {}};
    for (std::uint32_t i = 0; i < coverage.size(); ++i) {
      if (coverage[i] == 0) part.places.push_back({{"toy.sys", {i + 1, 1}}, {}});
    }
    if (part.places.empty()) return {};
    return {part};
  }

 private:
  class Generator : public StepGeneratorBase {
   public:
    explicit Generator(const ToySystem& system) : system_(system) {}
    void initial(Successors& out) override {
      out.clear();
      for (const Step& s : system_.starts) out.add(s.target, {s.label}, s.finding, s.completed);
    }
    void successors(StateView view, Successors& out) override {
      out.clear();
      const State state(view.begin(), view.end());
      for (const Step& s : system_.next(state)) {
        coverage_[s.label % coverage_.size()] = 1;
        out.add(s.target, {s.label}, s.finding, s.completed);
      }
      for (const Finding finding : system_.wrong(state)) out.add_finding(finding);
      if (system_.too_much(state)) out.cut_off({FindingKind::runtime, 7});
    }
    std::span<const std::uint8_t> coverage() const override { return coverage_; }

   private:
    const ToySystem& system_;
    std::vector<std::uint8_t> coverage_ = std::vector<std::uint8_t>(4, 0);
  };
};

/// `dimensions` counters that go from 0 to `size - 1`, one step at a time: size^dimensions states, and as many
/// transitions as there are steps, plus one. The last state has no step.
inline ToySystem grid(std::size_t dimensions, std::uint8_t size) {
  ToySystem system;
  system.starts = {{ToySystem::State(dimensions, 0), 0, {}, true}};
  system.next = [size](const ToySystem::State& state) {
    std::vector<Step> steps;
    for (std::uint32_t i = 0; i < state.size(); ++i) {
      if (state[i] + 1 >= size) continue;
      Step step{state, i, {}, true};
      ++step.target[i];
      steps.push_back(std::move(step));
    }
    return steps;
  };
  return system;
}

/// A counter modulo `size`.
inline ToySystem ring(std::uint8_t size) {
  ToySystem system;
  system.next = [size](const ToySystem::State& state) {
    return std::vector<Step>{{{static_cast<std::uint8_t>((state[0] + 1) % size)}, 0, {}, true}};
  };
  return system;
}

/// Words over {0, 1}, each longer by one than the one before: states of all lengths up to `longest`; without end where
/// that is 0.
inline ToySystem words(std::size_t longest) {
  ToySystem system;
  system.starts = {{{}, 0, {}, true}};
  system.next = [longest](const ToySystem::State& state) {
    std::vector<Step> steps;
    if (longest != 0 && state.size() >= longest) return steps;
    for (std::uint8_t letter = 0; letter < 2; ++letter) {
      Step step{state, letter, {}, true};
      step.target.push_back(letter);
      steps.push_back(std::move(step));
    }
    return steps;
  };
  return system;
}

}  // namespace quotient::toy
