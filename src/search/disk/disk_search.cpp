#include "search/disk/disk_search.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "search/disk/level_search.hpp"
#include "search/guarded.hpp"

namespace quotient {

namespace {

/// Of states that threads expand before the next ones are read.
constexpr std::size_t portion_bytes = std::size_t{1} << 16;
/// Each thread has tables of its own: with less memory than this for it, it would do more harm than good.
constexpr std::uint64_t least_for_thread = std::uint64_t{1} << 20;
/// Of a shard that memory does not hold.
constexpr std::uint64_t most_parts = 1U << 16;
/// Settled together, for each thread.
constexpr unsigned most_shards = 32;
/// Taken by a thread at a time.
constexpr std::size_t share = 16;

}  // namespace

DiskSearch::DiskSearch(const System& system, const SearchOptions& options)
    : system_(system),
      options_(options),
      watch_(options.limits),
      memory_(options.limits.memory == Limits::none ? default_memory_limit() : options.limits.memory),
      budget_(options.limits.memory),
      threads_(static_cast<unsigned>(std::clamp<std::uint64_t>(memory_ / least_for_thread, 1, options.threads))),
      states_(options.spill, budget_) {
  for (unsigned thread = 0; thread < threads_; ++thread) {
    banks_.push_back(std::make_unique<Bank>(options.spill, budget_, memory_ / 2 / threads_));
    expanders_.push_back(std::make_unique<Expander>(system, options, watch_, budget_, memory_ / threads_, thread));
  }
}

Result DiskSearch::run() {
  begin_saving();
  StopReason stopped = guarded(watch_, [this] { return go_through(); });
  if (failed()) stopped = StopReason::disk;
  end_saving(stopped);
  return result(stopped);
}

bool DiskSearch::failed() const {
  return !states_.ok() || std::ranges::any_of(banks_, [](const auto& bank) { return !bank->known.ok(); }) ||
         std::ranges::any_of(expanders_, [](const auto& expander) { return !expander->candidates.ok(); });
}

StopReason DiskSearch::go_through() {
  const bool goes_on = journal_ != nullptr && (journal_->saved() != nullptr || !journal_->refusal().empty());
  const Settle settle_candidates = [this](Bank& bank, unsigned shard, std::vector<Candidate>& all, Settled& settled) {
    settle(bank, shard, all, settled);
  };
  StopReason stop = goes_on ? restore() : expanders_.front()->begin();
  if (stop == StopReason::nothing && !goes_on) stop = settle_level(settle_candidates);
  is_initial_ = false;
  for (bool is_saved = goes_on; stop == StopReason::nothing && first_ < states_.size(); ++depth_) {
    const std::uint64_t end = states_.size();
    if (!is_saved) {
      if (growth_.due(end))
        growth_.note({end, end - first_, depth_, budget_.used(), earlier_seconds_ + watch_.seconds()});
      if (!options_.all && !expanders_.front()->log.empty()) return StopReason::first_violation;
      stop = save_level(first_, end);
      if (stop != StopReason::nothing) break;
    }
    is_saved = false;
    max_depth_ = depth_;
    only_known_ = depth_ >= options_.limits.max_depth;
    stop = expand_level(first_, end);
    if (stop == StopReason::nothing) stop = settle_level(settle_candidates);
    first_ = end;
  }
  if (stop != StopReason::nothing) return stop;
  if (!options_.all && !expanders_.front()->log.empty()) return StopReason::first_violation;
  return cut_ ? StopReason::depth : StopReason::nothing;
}

bool DiskSearch::is_worth_sharing(std::uint64_t things) const {
  return threads_ > 1 && things >= options_.smallest_shared_level;
}

StopReason DiskSearch::expand_level(std::uint64_t first, std::uint64_t end) {
  for (const auto& expander : expanders_) expander->begin_level(depth_, only_known_);
  StateLog::Reader reader(states_, first, end);
  StopReason stop = StopReason::nothing;
  StateBytes state;
  Portion portion;
  for (std::uint64_t next = first; next < end && stop == StopReason::nothing;) {
    portion.bytes.clear();
    portion.ends.clear();
    portion.first = next;
    for (; next < end && portion.bytes.size() < portion_bytes; ++next) {
      reader.next(state);
      portion.bytes.insert(portion.bytes.end(), state.begin(), state.end());
      portion.ends.push_back(portion.bytes.size());
    }
    if (failed()) return StopReason::disk;
    stop = expand_portion(portion, end);
  }
  for (const auto& expander : expanders_) {
    if (expander != expanders_.front()) expanders_.front()->log.merge(expander->log);
    expander->candidates.end_level();
  }
  return stop;
}

StopReason DiskSearch::expand_portion(const Portion& portion, std::uint64_t level_end) {
  // Relaxed, here and where they are read: the crew publishes what matters.
  taken_.store(0, std::memory_order_relaxed);
  stopped_.store(StopReason::nothing, std::memory_order_relaxed);
  if (!is_worth_sharing(portion.ends.size())) return work_on(*expanders_.front(), portion, level_end);
  if (!crew_) crew_.emplace(threads_);
  crew_->together([&](std::size_t i) {
    const StopReason stop = guarded(watch_, [&] { return work_on(*expanders_[i], portion, level_end); });
    StopReason none = StopReason::nothing;
    if (stop != StopReason::nothing) stopped_.compare_exchange_strong(none, stop, std::memory_order_relaxed);
  });
  return stopped_.load(std::memory_order_relaxed);
}

StopReason DiskSearch::work_on(Expander& expander, const Portion& portion, std::uint64_t level_end) {
  const bool is_first = &expander == expanders_.front().get();
  const std::size_t count = portion.ends.size();
  for (;;) {
    const std::size_t begin = taken_.fetch_add(share, std::memory_order_relaxed);
    if (begin >= count) return StopReason::nothing;
    for (std::size_t i = begin; i < std::min(begin + share, count); ++i) {
      StopReason stop = stopped_.load(std::memory_order_relaxed);
      if (stop == StopReason::nothing && is_first) {
        stop = watch_.check();
        if (watch_.time_to_report() && options_.progress)
          options_.progress({level_end, level_end - portion.first - i, depth_, budget_.used(),
                             earlier_seconds_ + watch_.seconds(), bytes_on_disk()});
      }
      if (stop == StopReason::nothing) stop = expander.expand(portion.first + i, portion.state(i));
      if (stop != StopReason::nothing) return stop;
    }
  }
}

/// How many shards are settled together, or in how many parts one is for each thread, so that memory holds them.
DiskSearch::Grouping DiskSearch::grouping() const {
  std::uint64_t largest = 0;
  for (unsigned shard = 0; shard < disk_shards; ++shard) {
    std::uint64_t bytes = 0;
    for (const auto& expander : expanders_) bytes += expander->candidates.bytes_of(shard);
    largest = std::max(largest, bytes);
  }
  const std::uint64_t needed = Candidates::memory_to_take(largest) * threads_, room = budget_.left() / 2;
  Grouping grouping;
  while (needed / grouping.parts > room && grouping.parts < most_parts) grouping.parts *= 2;
  // Threads that meet less often wait less.
  while (grouping.parts == 1 && grouping.shards < most_shards && 2 * needed * grouping.shards <= room)
    grouping.shards *= 2;
  grouping.shards *= threads_;
  return grouping;
}

/// Hands the candidates of each shard to `settle`, and adds what is new to the log.
StopReason DiskSearch::settle_level(const Settle& settle) {
  std::uint64_t candidates = 0;
  for (const auto& expander : expanders_) {
    candidates += expander->candidates.count();
    expander->candidates.end_level();
  }
  const bool shared = is_worth_sharing(candidates);
  if (shared && !crew_) crew_.emplace(threads_);
  const Grouping each = grouping();
  for (unsigned first = 0; first < disk_shards; first += each.shards) {
    for (std::uint64_t part = 0; part < each.parts; ++part) {
      poll_stop();
      const StopReason stop = settle_shards(first, part, each, shared, settle);
      if (stop != StopReason::nothing) return stop;
    }
  }
  for (const auto& expander : expanders_) expander->candidates.clear();
  return StopReason::nothing;
}

/// From this shard on. Each thread has its own.
StopReason DiskSearch::settle_shards(unsigned first, std::uint64_t part, const Grouping& each, bool shared,
                                     const Settle& settle) {
  const unsigned count = std::min(each.shards, disk_shards - first);
  std::vector<Settled> settled(count);
  std::deque<ShardCandidates> candidates;  // as long as what is made of them
  for (unsigned i = 0; i < count; ++i) candidates.emplace_back(budget_);
  const auto settle_one = [&](std::size_t i) {
    const unsigned shard = first + static_cast<unsigned>(i);
    for (const auto& expander : expanders_)
      settled[i].has_room &= expander->candidates.take(shard, part, each.parts, candidates[i]);
    if (settled[i].has_room && !candidates[i].list.empty())
      settle(*banks_[i % threads_], shard, candidates[i].list, settled[i]);
  };
  if (shared) {
    crew_->together([&](std::size_t i) {  // fewer of them where the system has refused some
      for (std::size_t shard = 0; shard < count; ++shard) {
        if (shard % threads_ % crew_->size() == i) settle_one(shard);
      }
    });
  } else {
    for (std::size_t i = 0; i < count; ++i) settle_one(i);
  }
  for (const Settled& of_shard : settled) {
    if (!of_shard.has_room) return StopReason::memory;
    if (of_shard.is_known) return refuse("two states that are saved are one: they were written by another program");
    add(of_shard);
  }
  return failed() ? StopReason::disk : StopReason::nothing;
}

void DiskSearch::add(const Settled& settled) {
  std::span<const std::uint8_t> rest(settled.bytes);
  for (const Added& added : settled.added) {
    if (!settled.is_in_log) states_.append(rest.first(added.length), added.source);
    rest = rest.subspan(added.length);
    if (KeyFunction* const by = expanders_[added.keyed_by]->key_function.get()) by->count(added.weight);
  }
  looked_up_ += settled.transitions;
  cut_ |= settled.cut;
}

/// What is not known is new, and explored next.
void DiskSearch::settle(Bank& bank, unsigned shard, std::vector<Candidate>& all, Settled& settled) {
  // Stable: of one source the first step counts.
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
    if (!same_key(a.key, b.key)) return comes_before(a.key, b.key);
    return a.order < b.order;
  });
  // The first of those with one key counts, once sources of equal orders are compared as a whole.
  std::vector<HashedKey> doubtful;
  std::vector<std::size_t> begins;  // of the candidates with one key
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && same_key(all[i - 1].key, all[i].key)) continue;
    begins.push_back(i);
    if (bank.filter.may_have(all[i].key.hash)) doubtful.push_back(all[i].key);
  }
  std::vector<std::uint8_t> is_known;
  bank.known.find(shard, doubtful, is_known);
  std::vector<HashedKey> fresh;
  std::size_t next_doubtful = 0;
  for (std::size_t k = 0; k < begins.size(); ++k) {
    const std::size_t begin = begins[k], end = k + 1 < begins.size() ? begins[k + 1] : all.size();
    const HashedKey& key = all[begin].key;
    const bool doubted = next_doubtful < doubtful.size() && doubtful[next_doubtful].bytes.data() == key.bytes.data();
    const bool known = doubted && is_known[next_doubtful] != 0;
    next_doubtful += doubted ? 1 : 0;
    if (only_known_) {
      if (known) settled.transitions += end - begin;
      settled.cut |= !known;
      continue;
    }
    if (is_initial_) settled.transitions += end - begin;
    if (known) continue;
    const Candidate& first = least(std::span(all).subspan(begin, end - begin));
    const StateView state = first.explored();
    settled.bytes.insert(settled.bytes.end(), state.begin(), state.end());
    settled.added.push_back({first.source, static_cast<std::uint32_t>(state.size()), first.weight, first.keyed_by});
    bank.filter.add(key.hash);
    fresh.push_back(key);
  }
  bank.known.add(shard, fresh);
}

/// Of sources with one order the one with the lesser lasting bytes comes first; hardly ever asked.
const Candidate& DiskSearch::least(std::span<const Candidate> same) {
  const Candidate* best = &same.front();
  for (const Candidate& other : same.subspan(1)) {
    if (other.order != best->order) break;
    if (other.source == best->source) continue;
    const std::lock_guard lock(log_mutex_);
    const auto whole = [this](std::uint64_t source) {
      const StateBytes state = states_.load(source).state;
      return std::pair(expanders_.front()->hash_of(state), system_.lasting(state));
    };
    if (whole(other.source) < whole(best->source)) best = &other;
  }
  return *best;
}

std::uint64_t DiskSearch::bytes_on_disk() const {
  std::uint64_t bytes = states_.bytes();
  for (const auto& bank : banks_) bytes += bank->known.bytes();
  return bytes;
}

std::uint64_t DiskSearch::transitions() const {
  std::uint64_t sum = looked_up_;
  for (const auto& expander : expanders_) sum += expander->transitions;
  return sum;
}

std::uint64_t DiskSearch::expanded() const {
  std::uint64_t sum = 0;
  for (const auto& expander : expanders_) sum += expander->expanded;
  return sum;
}

Coverage DiskSearch::coverage() const {
  Coverage joint = earlier_coverage_;
  for (const auto& expander : expanders_) joint.merge(expander->coverage());
  return joint;
}

std::string objection_to_disk(const SearchOptions& options) {
  if (options.order != SearchOrder::breadth_first) return "it is depth-first";
  if (options.store != StoreKind::exact) return "its store is not exact";
  if (options.reduction != nullptr && (!options.reduction->exact() || options.reduction->floods()))
    return "its reduction may lose states";
  if (options.partial_orders) return "it leaves steps out";
  if (options.limits.max_states != Limits::none) return "it has a limit of states";
  if (options.paranoid) return "it is checked once more";
  if (options.entered || options.enough_states != Limits::none) return "its states are observed";
  if (options.ranks != nullptr) return "it is shared out among ranks";
  return "";
}

Result explore_on_disk(const System& system, const SearchOptions& options) {
  Result result;
  const Watch watch(options.limits);
  const StopReason stopped = guarded(watch, [&] {
    result = DiskSearch(system, options).run();
    return StopReason::nothing;
  });
  // Not even the first tables were to be had.
  if (stopped != StopReason::nothing) result.stopped = stopped == StopReason::refused ? StopReason::memory : stopped;
  return result;
}

}  // namespace quotient
