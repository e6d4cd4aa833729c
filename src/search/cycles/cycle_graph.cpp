#include "search/cycles/cycle_graph.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient {

namespace {

constexpr unsigned log_shift = 48;  // of a place: above are the log's number, below where in it

}  // namespace

/// What one thread writes: for each state its id, flags with the number of targets, and the targets.
class CycleGraph::Log final : public StepSink {
 public:
  Log(MemoryBudget& budget, CycleKind kind) : words(budget), by_progress_(kind == CycleKind::non_progress) {}

  bool stored(const Store::Batch& batch) override {
    const CycleFacts& facts = batch.steps.cycle_facts;
    const bool allowed = by_progress_ ? !facts.progress : facts.recurrent;
    const bool counts = by_progress_ ? allowed : facts.accepting;
    const bool ends = !by_progress_ && facts.accepting && facts.stands_still;
    targets_.clear();
    for (std::size_t i = 0; allowed && i < batch.entries.size(); ++i) {
      if (batch.entries[i].has_arrived()) targets_.push_back(local(batch.entries[i].id));
    }
    std::sort(targets_.begin(), targets_.end());
    targets_.erase(std::unique(targets_.begin(), targets_.end()), targets_.end());
    const std::uint32_t flags = (counts ? counts_bit : 0) | (ends ? ends_bit : 0) | (allowed ? allowed_bit : 0);
    const Id head[] = {local(batch.source), flags | static_cast<std::uint32_t>(targets_.size()) << flag_bits};
    return words.append(head, 2) && words.append(targets_.data(), targets_.size());
  }

  BudgetedVector<std::uint32_t> words;
  std::size_t indexed = 0;

 private:
  const bool by_progress_;
  std::vector<Id> targets_;
};

CycleGraph::CycleGraph(MemoryBudget& budget, CycleKind kind) : budget_(budget), kind_(kind), places_(budget) {}

CycleGraph::~CycleGraph() = default;

StepSink& CycleGraph::add_sink() {
  logs_.push_back(std::make_unique<Log>(budget_, kind_));
  return *logs_.back();
}

bool CycleGraph::index(std::size_t id_bound) {
  if (id_bound > places_.size() && !places_.resize(id_bound, 0)) return false;
  for (std::size_t number = 0; number < logs_.size(); ++number) {
    Log& log = *logs_[number];
    while (log.indexed < log.words.size()) {
      places_[log.words[log.indexed]] = (std::uint64_t{number} << log_shift) + log.indexed + 1;
      log.indexed += 2 + (log.words[log.indexed + 1] >> flag_bits);
    }
  }
  return true;
}

const std::uint32_t* CycleGraph::record(Id id) const {
  const std::uint64_t place = places_[id];
  return logs_[place >> log_shift]->words.begin() + (place & ((std::uint64_t{1} << log_shift) - 1));
}

std::span<const CycleGraph::Id> CycleGraph::targets(Id id) const {
  const std::uint32_t* const at = record(id);
  return {at + 1, *at >> flag_bits};
}

}  // namespace quotient
