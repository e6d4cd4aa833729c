#include "search/cycles/fair_components.hpp"

#include <algorithm>
#include <numeric>

#include "base/ensure.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

namespace {

constexpr std::uint8_t can_move = 1, cannot_move = 2, moves = 4;  // somebody somewhere in the part

}  // namespace

/// Nodes (state, process) in parts, and what is known of each part. Without symmetry a process is one part.
class FairComponents::Threads {
 public:
  Threads(MemoryBudget& budget, Fairness fairness, std::size_t states, Actor processes, bool permuted)
      : fairness_(fairness), processes_(processes), permuted_(permuted), parents_(budget), facts_(budget) {
    const std::size_t nodes = permuted ? states * processes : processes;
    ready_ = nodes < std::numeric_limits<std::uint32_t>::max() && parents_.resize(nodes, 0) && facts_.resize(nodes, 0);
    if (ready_) std::iota(parents_.begin(), parents_.end(), 0U);
    unserved_ = nodes;
  }

  bool ready() const { return ready_; }

  void visit(std::size_t state, const ProcessSet& waiting) {
    for (Actor i = 0; i < processes_; ++i) note(node(state, i), waiting.contains(i) ? can_move : cannot_move);
  }
  void step(std::size_t source, std::size_t target, const ProcessSet& moved, const std::vector<Actor>& images) {
    for (Actor i = 0; i < processes_; ++i) {
      if (moved.contains(i)) note(node(source, i), moves);
      if (permuted_) join(node(source, i), node(target, images[i]));
    }
  }
  /// Without symmetry: somebody moves from this state on.
  void move(std::size_t state, Actor process) { note(node(state, process), moves); }
  /// Weak fairness asks no more, whatever else is found: parts only grow.
  bool all_served() const { return unserved_ == 0; }
  /// Strong fairness: this state cannot be visited again and again, for somebody could move here who never does.
  bool is_bad(std::size_t state, const ProcessSet& waiting) {
    for (Actor i = 0; i < processes_; ++i) {
      if (waiting.contains(i) && (facts_[part(node(state, i))] & moves) == 0) return true;
    }
    return false;
  }

 private:
  std::uint32_t node(std::size_t state, Actor process) const {
    return static_cast<std::uint32_t>(permuted_ ? state * processes_ + process : process);
  }
  std::uint32_t part(std::uint32_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  bool is_served(std::uint8_t facts) const {
    return (facts & (fairness_ == Fairness::weak ? cannot_move | moves : moves)) != 0;
  }
  void note(std::uint32_t at, std::uint8_t fact) {
    std::uint8_t& facts = facts_[part(at)];
    const bool before = is_served(facts);
    facts |= fact;
    if (!before && is_served(facts)) --unserved_;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = part(a);
    b = part(b);
    if (a == b) return;
    if (!is_served(facts_[a]) || !is_served(facts_[b])) --unserved_;  // of two that are not, one is left
    parents_[a] = b;
    facts_[b] |= facts_[a];
  }

  const Fairness fairness_;
  const Actor processes_;
  const bool permuted_;
  bool ready_ = false;
  BudgetedVector<std::uint32_t> parents_;
  BudgetedVector<std::uint8_t> facts_;  // of those who are their own parents
  std::size_t unserved_ = 0;            // parts
};

FairComponents::FairComponents(Exploration& e, const CycleGraph& graph, Fairness fairness)
    : e_(e),
      graph_(graph),
      fairness_(fairness),
      generator_(e.system.cycle_generator()),
      key_function_(e.options.reduction != nullptr ? e.options.reduction->key_function() : nullptr),
      components_(graph, e.budget),
      place_(e.budget),
      sets_(e.budget) {
  generator_->heed(e.watch);
  if (key_function_ != nullptr) processes_ = e.options.orbits->actors()->bound();
}

FairComponents::~FairComponents() = default;

StopReason FairComponents::search(std::span<const Id> members, const Found& found) {
  if (graph_.id_bound() > place_.size() && !place_.resize(graph_.id_bound(), 0)) return StopReason::memory;
  std::vector<std::vector<Id>> waiting;
  waiting.emplace_back(members.begin(), members.end());
  // What strong fairness cuts out of a component falls into smaller ones [Emerson & Lei 1987].
  while (!waiting.empty()) {
    const std::vector<Id> next = std::move(waiting.back());
    waiting.pop_back();
    const StopReason stop = judge(next, found, waiting);
    if (stop != StopReason::nothing) return stop;
  }
  return StopReason::nothing;
}

StopReason FairComponents::expand(Id id) {
  const StopReason stop = e_.watch.check();
  if (stop != StopReason::nothing) return stop;
  e_.main().session.load(StateId{id}, open_);
  generator_->successors(open_.state(), steps_);
  return steps_.is_cut_off() ? e_.main().why_cut_off(steps_) : StopReason::nothing;
}

bool FairComponents::neglects_somebody(std::span<const Id> members) const {
  if (fairness_ != Fairness::weak || key_function_ == nullptr) return false;
  const ActorImages& actors = *e_.options.orbits->actors();
  ProcessSet owed;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Id id = members[k];
    if (!graph_.keeps_movers(id)) return false;
    ProcessSet able = graph_.waiting(id);
    if (k == 0) {
      for (Actor i = 0; i < able.bound(); ++i) {
        if (able.contains(i) && !actors.moves(i)) owed.insert(i);
      }
    }
    const std::span<const Id> targets = graph_.targets(id);
    const std::span<const std::uint8_t> movers = graph_.movers(id);
    ProcessSet moved;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (place_[targets[i]] != 0) moved.insert(movers[i]);
    }
    owed &= able;
    if ((owed -= moved).empty()) return false;
  }
  return true;
}

StopReason FairComponents::thread(std::span<const Id> members, Threads& threads, bool& more_processes) {
  const bool weak = fairness_ == Fairness::weak;
  waiting_.clear();
  for (std::size_t k = 0; k < members.size() && !(weak && k > 0 && threads.all_served()); ++k) {
    const bool kept = key_function_ == nullptr && graph_.keeps_movers(members[k]);
    if (!kept) {
      const StopReason stop = expand(members[k]);
      if (stop != StopReason::nothing) return stop;
    } else if (const StopReason stop = e_.watch.check(); stop != StopReason::nothing) {
      return stop;
    }
    const ProcessSet waiting = kept ? graph_.waiting(members[k]) : steps_.cycle_facts.waiting;
    if (!weak) waiting_.push_back(sets_.number(waiting));
    if (sets_.exhausted()) return StopReason::memory;
    // Weak fairness asks nothing of those who cannot move in the first state: no permutation moves those beyond the
    // bound.
    if (waiting.bound() > processes_ && !(weak && k > 0)) {
      processes_ = waiting.bound();
      more_processes = true;
      return StopReason::nothing;
    }
    threads.visit(k, waiting);
    if (kept) {
      thread_kept(members[k], k, threads);
    } else {
      thread_steps(k, threads);
    }
  }
  return StopReason::nothing;
}

void FairComponents::thread_kept(Id id, std::size_t number, Threads& threads) {
  const std::span<const Id> targets = graph_.targets(id);
  const std::span<const std::uint8_t> movers = graph_.movers(id);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (place_[targets[i]] != 0 && movers[i] < processes_) threads.move(number, movers[i]);
  }
}

void FairComponents::thread_steps(std::size_t number, Threads& threads) {
  const ActorImages* const actors = key_function_ != nullptr ? e_.options.orbits->actors() : nullptr;
  images_.resize(processes_);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!steps_[i].completed) continue;
    std::optional<StateId> target;
    if (key_function_ == nullptr) {
      target = e_.main().session.find_key(steps_[i].state);
    } else {
      const std::optional<Normalisation> way = key_function_->normalise(steps_[i].state, key_);
      ensure(way.has_value(), "fairness up to a symmetry whose keys are no permuted states");
      target = e_.main().session.find_key(key_);
      for (Actor a = 0; a < processes_; ++a) images_[a] = actors->image(a, way->to_key);
    }
    if (!target || place_[target->value] == 0) continue;
    threads.step(number, place_[target->value] - 1, steps_.moved(i), images_);
  }
}

StopReason FairComponents::judge(std::span<const Id> members, const Found& found, std::vector<std::vector<Id>>& rest) {
  for (std::size_t k = 0; k < members.size(); ++k) place_[members[k]] = static_cast<std::uint32_t>(k + 1);
  bool fair = false;
  std::vector<Id> good;  // what strong fairness leaves of a component that is not fair
  StopReason stop = e_.watch.check();
  for (bool again = !neglects_somebody(members); again && stop == StopReason::nothing;) {
    again = false;
    Threads threads(e_.budget, fairness_, members.size(), processes_, key_function_ != nullptr);
    stop = threads.ready() ? thread(members, threads, again) : StopReason::memory;
    if (again || stop != StopReason::nothing) continue;
    if (fairness_ == Fairness::weak) {
      fair = threads.all_served();
    } else {
      for (std::size_t k = 0; k < members.size(); ++k) {
        if (!threads.is_bad(k, sets_[waiting_[k]])) good.push_back(members[k]);
      }
      fair = good.size() == members.size();
    }
  }
  for (const Id id : members) place_[id] = 0;
  if (stop != StopReason::nothing) return stop;
  if (fair) return found(members) ? StopReason::nothing : StopReason::first_violation;
  for (const Id id : good) place_[id] = 1;
  components_.forget(members);
  const auto keep = [&rest](std::span<const Id> smaller) {
    rest.emplace_back(smaller.begin(), smaller.end());
    return true;
  };
  const bool done = components_.search(
      good, [this](Id id) { return place_[id] != 0; }, keep);
  for (const Id id : good) place_[id] = 0;
  return done ? StopReason::nothing : StopReason::memory;
}

}  // namespace quotient
