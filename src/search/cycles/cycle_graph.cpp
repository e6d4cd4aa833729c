#include "search/cycles/cycle_graph.hpp"

#include <algorithm>
#include <optional>

#include "base/ensure.hpp"

namespace quotient {

namespace {

constexpr unsigned log_shift = 48;  // of a place: above are the log's number, below where in it

std::size_t words_of_movers(std::size_t count) { return (count + sizeof(CycleGraph::Id) - 1) / sizeof(CycleGraph::Id); }

}  // namespace

/// What one thread writes: for each state its id, flags with the number of targets, the targets, and perhaps who moves,
/// and who can move where that is somebody else.
class CycleGraph::Log final : public StepSink {
 public:
  Log(MemoryBudget& budget, CycleKind kind, bool keeps_movers)
      : words(budget), by_progress_(kind == CycleKind::non_progress), keeps_movers_(keeps_movers) {}

  bool stored(const Store::Batch& batch) override {
    const CycleFacts& facts = batch.steps.cycle_facts;
    const bool allowed = by_progress_ ? !facts.progress : facts.recurrent;
    const bool counts = by_progress_ ? allowed : facts.accepting;
    const bool ends = !by_progress_ && facts.accepting && facts.stands_still;
    steps_.clear();
    std::optional<std::uint32_t> waiting;
    const bool with_movers = allowed && keeps_movers_ && is_simple(batch, waiting);
    for (std::size_t i = 0; allowed && i < batch.entries.size(); ++i) {
      if (!batch.entries[i].has_arrived()) continue;
      steps_.push_back({local(batch.entries[i].id), with_movers ? first_of(batch.steps.moved(i)) : std::uint8_t{0}});
    }
    std::sort(steps_.begin(), steps_.end());
    steps_.erase(std::unique(steps_.begin(), steps_.end()), steps_.end());
    const std::uint32_t flags = (counts ? counts_bit : 0) | (ends ? ends_bit : 0) | (allowed ? allowed_bit : 0) |
                                (with_movers ? movers_bit : 0) | (with_movers && waiting ? waits_bit : 0);
    const auto count = static_cast<std::uint32_t>(steps_.size());
    const std::uint32_t header = flags | count << flag_bits;
    record_.assign(size_of(header), 0);
    record_[0] = local(batch.source);
    record_[1] = header;
    for (std::size_t k = 0; k < count; ++k) record_[2 + k] = steps_[k].target;
    if (with_movers) {
      auto* const movers = reinterpret_cast<std::uint8_t*>(record_.data() + 2 + count);
      for (std::size_t k = 0; k < count; ++k) movers[k] = steps_[k].mover;
      if (waiting) record_.back() = *waiting;
    }
    return words.append(record_.data(), record_.size());
  }
  /// Words of a record.
  static std::size_t size_of(std::uint32_t header) {
    const std::size_t count = header >> flag_bits;
    return 2 + count + ((header & movers_bit) != 0 ? words_of_movers(count) : 0) + ((header & waits_bit) != 0 ? 1 : 0);
  }

  BudgetedVector<std::uint32_t> words;
  std::size_t indexed = 0, visited = 0;

 private:
  struct KeptStep {
    Id target;
    std::uint8_t mover;
    friend auto operator<=>(const KeptStep&, const KeptStep&) = default;
  };

  /// A mover that a byte holds, of a set that has one member. Of others, nothing.
  static std::uint8_t first_of(const ProcessSet& moved) { return static_cast<std::uint8_t>(moved.bound() - 1); }
  /// `waiting`: a bit for each who can move, where these are not those who move.
  bool is_simple(const Store::Batch& batch, std::optional<std::uint32_t>& waiting) const {
    const Successors& steps = batch.steps;
    ProcessSet all;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::uint32_t bound = steps.moved(i).bound();
      if (!steps[i].completed || !batch.entries[i].has_arrived() || bound == 0 || bound > 256) return false;
      ProcessSet alone;
      alone.insert(bound - 1);
      if (!(alone == steps.moved(i))) return false;
      all |= alone;
    }
    const ProcessSet& able = steps.cycle_facts.waiting;
    if (all == able) return true;
    if (able.bound() > 32) return false;
    waiting = 0;
    for (Actor i = 0; i < 32; ++i) *waiting |= able.contains(i) ? 1U << i : 0;
    return true;
  }

  const bool by_progress_, keeps_movers_;
  std::vector<KeptStep> steps_;
  std::vector<std::uint32_t> record_;
};

CycleGraph::CycleGraph(MemoryBudget& budget, CycleKind kind, bool keeps_movers)
    : budget_(budget), kind_(kind), keeps_movers_(keeps_movers), places_(budget) {}

CycleGraph::~CycleGraph() = default;

StepSink& CycleGraph::add_sink() {
  logs_.push_back(std::make_unique<Log>(budget_, kind_, keeps_movers_));
  return *logs_.back();
}

bool CycleGraph::index(std::size_t id_bound) {
  if (id_bound > places_.size() && !places_.resize(id_bound, 0)) return false;
  for (std::size_t number = 0; number < logs_.size(); ++number) {
    Log& log = *logs_[number];
    while (log.indexed < log.words.size()) {
      places_[log.words[log.indexed]] = (std::uint64_t{number} << log_shift) + log.indexed + 1;
      log.indexed += Log::size_of(log.words[log.indexed + 1]);
    }
  }
  return true;
}

void CycleGraph::visit_new(const std::function<void(const StepArchive::Steps&)>& visit) {
  for (const auto& log : logs_) {
    while (log->visited < log->words.size()) {
      const std::uint32_t* const at = log->words.begin() + log->visited;
      const std::size_t count = at[1] >> flag_bits;
      // Who moves is not saved: states are expanded again to know.
      visit({at[0], at[1] & (counts_bit | ends_bit | allowed_bit), {at + 2, count}});
      log->visited += Log::size_of(at[1]);
    }
  }
}

bool CycleGraph::restore(const StepArchive::Steps& steps) {
  ensure(!logs_.empty(), "steps are restored before anybody can write them");
  Log& log = *logs_.front();
  const auto count = static_cast<std::uint32_t>(steps.targets.size());
  const std::uint32_t flags = steps.flags & (counts_bit | ends_bit | allowed_bit);  // whatever a file says
  const Id head[] = {steps.source, flags | count << flag_bits};
  const bool has_room = log.words.append(head, 2) && log.words.append(steps.targets.data(), steps.targets.size());
  log.visited = log.words.size();
  return has_room;
}

const std::uint32_t* CycleGraph::record(Id id) const {
  const std::uint64_t place = places_[id];
  return logs_[place >> log_shift]->words.begin() + (place & ((std::uint64_t{1} << log_shift) - 1));
}

std::span<const CycleGraph::Id> CycleGraph::targets(Id id) const {
  const std::uint32_t* const at = record(id);
  return {at + 1, *at >> flag_bits};
}

std::span<const std::uint8_t> CycleGraph::movers(Id id) const {
  const std::uint32_t* const at = record(id);
  if ((*at & movers_bit) == 0) return {};
  const std::size_t count = *at >> flag_bits;
  return {reinterpret_cast<const std::uint8_t*>(at + 1 + count), count};
}

ProcessSet CycleGraph::waiting(Id id) const {
  const std::uint32_t* const at = record(id);
  ProcessSet set;
  if ((*at & waits_bit) == 0) {
    for (const std::uint8_t mover : movers(id)) set.insert(mover);
    return set;
  }
  const std::size_t count = *at >> flag_bits;
  const std::uint32_t able = at[1 + count + words_of_movers(count)];
  for (Actor i = 0; i < 32; ++i) {
    if ((able >> i & 1U) != 0) set.insert(i);
  }
  return set;
}

}  // namespace quotient
