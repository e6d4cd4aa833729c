#include "search/cycles/cycle_levels.hpp"

#include <ranges>

namespace quotient {

namespace {

constexpr std::uint64_t first_judged = 2'000, growth_between = 4;

}  // namespace

LevelCycles::LevelCycles(Exploration& e, const CycleProperty& property)
    : e_(e),
      property_(property),
      graph_(e.budget, property.kind,
             property.fairness == Fairness::weak ||
                 (property.fairness == Fairness::strong && e.options.reduction == nullptr)),
      components_(graph_, e.budget),
      component_(e.budget),
      due_(first_judged) {
  if (property.fairness != Fairness::none) fair_ = std::make_unique<FairComponents>(e, graph_, property.fairness);
  e.main().use(e.system.label_generator());
  e.main().sink = &graph_.add_sink();
  e.equip = [this](Worker& worker) {
    worker.use(e_.system.label_generator());
    worker.sink = &graph_.add_sink();
  };
  e.between_levels = [this] { return judge_when_due(); };
  e.archive = this;
}

LevelCycles::~LevelCycles() {
  e_.equip = nullptr;
  e_.between_levels = nullptr;
  e_.archive = nullptr;
  for (const auto& worker : e_.workers) worker->sink = nullptr;
}

CycleSearchEnd LevelCycles::run() {
  CycleSearchEnd end;
  end.stopped = breadth_first(e_);
  // What a limit has left is judged all the same: a cycle that is known must be reported.
  const bool in_time = end.stopped != StopReason::time && end.stopped != StopReason::interrupted;
  if (wrong_ == 0 && in_time) {
    const StopReason stop = judge();
    if (end.stopped == StopReason::nothing) end.stopped = stop;
  }
  if (wrong_ == 0) return end;
  end.stopped = StopReason::first_violation;
  end.on_cycle = [this](StateId id) { return is_wrong(id); };
  if (fair_ != nullptr) end.processes = fair_->processes();
  end.component = [this](StateId id) { return component_[id.value]; };
  return end;
}

StopReason LevelCycles::judge_when_due() {
  if (e_.store.size() < due_) return StopReason::nothing;
  due_ = e_.store.size() * growth_between;
  const StopReason stop = judge();
  return wrong_ > 0 ? StopReason::first_violation : stop;
}

/// Judges what is explored so far. States that are not expanded yet lead nowhere.
StopReason LevelCycles::judge() {
  const std::size_t bound = e_.store.id_bound();
  if (!graph_.index(bound)) return StopReason::memory;
  if (bound > component_.size() && !component_.resize(bound, 0)) return StopReason::memory;
  components_.forget_all();
  StopReason stop = StopReason::nothing;
  const auto ids = std::views::iota(Id{0}, static_cast<Id>(bound));
  for (const Id id : ids) {
    if (!graph_.is_expanded(id) || !graph_.ends(id)) continue;
    component_[id] = ++wrong_;
  }
  const auto inside = [this](Id id) { return graph_.is_expanded(id) && graph_.allowed(id); };
  const auto found = [&](std::span<const Id> members) {
    if (fair_ == nullptr) return keep(members);
    stop = fair_->search(members, [this](std::span<const Id> fair) { return keep(fair); });
    return stop == StopReason::nothing;
  };
  if (!components_.search(ids, inside, found) && stop == StopReason::nothing) stop = StopReason::memory;
  return stop;
}

bool LevelCycles::keep(std::span<const Id> members) {
  ++wrong_;
  for (const Id id : members) component_[id] = wrong_;
  return true;
}

}  // namespace quotient
