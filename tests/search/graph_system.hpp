#pragma once

#include <memory>
#include <vector>

#include "toy_systems.hpp"

namespace quotient::toy {

/// A graph given in full. The label of a step is the process that moves; a process waits where it has a step.
class GraphSystem : public ToySystem {
 public:
  struct Edge {
    std::uint8_t target;
    std::uint32_t process = 0;
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<bool> accepting, progress;

  explicit GraphSystem(std::size_t size) : edges(size), accepting(size), progress(size) {
    next = [this](const State& state) {
      std::vector<Step> steps;
      for (const Edge& e : edges[state[0]]) steps.push_back({{e.target}, e.process, {}, true});
      return steps;
    };
  }
  GraphSystem(const GraphSystem&) = delete;

  std::unique_ptr<StepGenerator> cycle_generator() const override { return std::make_unique<Marked>(*this); }

 private:
  class Marked : public StepGeneratorBase {
   public:
    explicit Marked(const GraphSystem& graph) : graph_(graph), plain_(graph.generator()) {}
    void initial(Successors& out) override { plain_->initial(out); }
    void successors(StateView state, Successors& out) override {
      plain_->successors(state, out);
      CycleFacts facts;
      facts.accepting = graph_.accepting[state[0]];
      facts.progress = graph_.progress[state[0]];
      facts.stands_still = out.empty();
      for (const Edge& e : graph_.edges[state[0]]) {
        facts.waiting.insert(e.process);
        ProcessSet moved;
        moved.insert(e.process);
        out.add_moved(moved);
      }
      out.cycle_facts = facts;
    }
    std::span<const std::uint8_t> coverage() const override { return plain_->coverage(); }

   private:
    const GraphSystem& graph_;
    std::unique_ptr<StepGenerator> plain_;
  };
};

}  // namespace quotient::toy
