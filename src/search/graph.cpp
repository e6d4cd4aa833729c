#include "search/graph.hpp"

#include "base/ensure.hpp"
#include "search/guarded.hpp"
#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"

namespace quotient {

struct StateGraph::Parts {
  Parts(const System& system, const SearchOptions& chosen) : options(chosen), e(system, options) {}

  SearchOptions options;
  Exploration e;
  Frontier found{e.budget, e.keeps_states()};      // by number
  BudgetedVector<std::uint32_t> number{e.budget};  // by id
  BudgetedVector<Edge> edges{e.budget};
  OpenState shown;
  std::uint32_t initial_count = 0;
  std::uint64_t broken_steps = 0;
  Finding obstacle;
  StopReason stopped = StopReason::nothing;

  StopReason arrive(Store::Batch& batch, std::uint64_t depth) {
    for (const Finding finding : batch.steps.findings()) {
      if (finding.kind == FindingKind::runtime && !obstacle) obstacle = finding;
    }
    if (batch.steps.is_cut_off() && !obstacle) obstacle = batch.steps.cut_off_reason();
    return e.main().arrive_and(batch, depth, [&](std::size_t i, StateId id) {
      if (e.store.id_bound() > number.size() && !number.resize(e.store.id_bound(), 0)) return false;
      number[id.value] = static_cast<std::uint32_t>(found.size());
      return found.push(id, batch.steps[i].state);
    });
  }

  void explore();

  StopReason expand(std::uint32_t source, std::uint64_t depth, Store::Batch& batch) {
    StopReason stop = e.watch.check();
    if (stop != StopReason::nothing) return stop;
    const StateView state = e.keeps_states() ? found.state(source) : StateView();
    e.main().expand(found.id(source), e.keeps_states() ? &state : nullptr, depth, batch);
    if (depth >= options.limits.max_depth) {
      if (!e.main().arrive_at_depth_limit(batch)) return StopReason::depth;
    } else {
      stop = arrive(batch, depth + 1);
      if (stop != StopReason::nothing) return stop;
    }
    for (std::size_t i = 0; i < batch.entries.size(); ++i) {
      if (batch.entries[i].outcome == Store::Outcome::skipped) {
        // A failing assertion is reported by a step of its own, and then the run goes on.
        if (batch.steps[i].finding.kind == FindingKind::runtime) ++broken_steps;
      } else if (!edges.push({source, number[batch.entries[i].id.value], batch.steps[i].label})) {
        return StopReason::memory;
      }
    }
    return StopReason::nothing;
  }
};

StateGraph::StateGraph(const System& system, const Limits& limits, const Reduction* reduction) {
  ensure(reduction == nullptr || !reduction->floods(), "a graph of states that were not explored");
  SearchOptions options;
  options.reduction = reduction;
  options.limits = limits;
  options.properties = PropertySet::none();
  parts_ = std::make_unique<Parts>(system, options);
  Parts& p = *parts_;
  const StopReason ended = guarded(p.e.watch, [&p] {
    p.explore();
    return StopReason::nothing;
  });
  if (p.stopped == StopReason::nothing) p.stopped = ended;
}

void StateGraph::Parts::explore() {
  Parts& p = *this;
  Store::Batch batch;
  p.e.main().compute_initial(batch);
  p.stopped = p.arrive(batch, 0);
  p.initial_count = static_cast<std::uint32_t>(p.found.size());
  std::uint64_t depth = 0;
  std::size_t level_end = p.found.size();
  for (std::uint32_t source = 0; source < p.found.size() && p.stopped == StopReason::nothing; ++source) {
    if (source == level_end) {
      level_end = p.found.size();
      ++depth;
    }
    p.stopped = p.expand(source, depth, batch);
  }
}

StateGraph::~StateGraph() = default;

StopReason StateGraph::stopped() const { return parts_->stopped; }
std::uint32_t StateGraph::state_count() const { return static_cast<std::uint32_t>(parts_->found.size()); }
std::uint32_t StateGraph::initial_count() const { return parts_->initial_count; }
Finding StateGraph::obstacle() const { return parts_->obstacle; }
StateView StateGraph::state(std::uint32_t number) const {
  if (parts_->e.keeps_states()) return parts_->found.state(number);
  parts_->e.main().session.load(parts_->found.id(number), parts_->shown);
  return parts_->shown.state();
}
std::span<const StateGraph::Edge> StateGraph::edges() const { return {parts_->edges.begin(), parts_->edges.size()}; }
std::uint64_t StateGraph::broken_steps() const { return parts_->broken_steps; }

}  // namespace quotient
