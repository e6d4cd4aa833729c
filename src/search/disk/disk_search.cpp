#include "search/disk/disk_search.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "base/ensure.hpp"
#include "search/cluster/sent_cache.hpp"
#include "search/coverage.hpp"
#include "search/disk/candidates.hpp"
#include "search/disk/key_filter.hpp"
#include "search/disk/known_keys.hpp"
#include "search/disk/state_log.hpp"
#include "search/guarded.hpp"
#include "search/levels/violation_log.hpp"
#include "search/orbit_tally.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {

namespace {

/// Many enough that the candidates of one fit into memory, few enough that each has a block or more to write.
constexpr unsigned disk_shards = 256;
constexpr std::size_t widest_key = 64;  // for which recent keys are given their share of memory

class DiskSearch {
 public:
  DiskSearch(const System& system, const SearchOptions& options)
      : system_(system),
        options_(options),
        watch_(options.limits),
        memory_(options.limits.memory == Limits::none ? default_memory_limit() : options.limits.memory),
        budget_(options.limits.memory),
        generator_(system.generator()),
        states_(options.spill, budget_),
        known_(options.spill, disk_shards, budget_),
        candidates_(options.spill, disk_shards, memory_ / 16, budget_),
        filter_(budget_, memory_ / 2),
        recent_(budget_, slots_for(memory_ / 8)) {
    generator_->heed(watch_);
    if (options.reduction != nullptr) key_functions_.push_back(options.reduction->key_function());
  }

  Result run() {
    StopReason stopped = guarded(watch_, [this] { return go_through(); });
    if (failed()) stopped = StopReason::disk;
    return result(stopped);
  }

 private:
  static std::size_t slots_for(std::uint64_t bytes) {
    std::size_t slots = std::size_t{1} << 10;
    while (2 * slots * (widest_key + SentCache::bytes_beside_key) <= bytes) slots *= 2;
    return slots;
  }

  bool failed() const { return !states_.ok() || !known_.ok() || !candidates_.ok(); }
  KeyHash hash_of(StateView state) { return key_hash(generator_->lasting_digest(state)); }

  StopReason go_through() {
    StopReason stop = begin();
    for (std::uint64_t first = 0; stop == StopReason::nothing && first < states_.size(); ++depth_) {
      const std::uint64_t end = states_.size();
      if (growth_.due(end)) growth_.note({end, end - first, depth_, budget_.used(), watch_.seconds()});
      if (!options_.all && !log_.empty()) return StopReason::first_violation;
      max_depth_ = depth_;
      only_known_ = depth_ >= options_.limits.max_depth;
      stop = expand_level(first, end);
      if (stop == StopReason::nothing) stop = settle_level();
      first = end;
    }
    if (stop != StopReason::nothing) return stop;
    if (!options_.all && !log_.empty()) return StopReason::first_violation;
    return cut_ ? StopReason::depth : StopReason::nothing;
  }

  StopReason begin() {
    generator_->initial(steps_);
    if (steps_.is_cut_off()) return why_cut_off();
    note_findings({}, no_state, 0);
    note_findings_on_steps({}, no_state, 0);
    source_ = StateLog::no_parent;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].completed) add_candidate(steps_[i].state, false);
    }
    return settle_level();
  }

  StopReason why_cut_off() {
    if (!steps_.cut_off_reason()) return watch_.why_raised();
    too_much_ = steps_.cut_off_reason();
    return StopReason::effort;
  }

  StopReason expand_level(std::uint64_t first, std::uint64_t end) {
    StateLog::Reader reader(states_, first, end);
    for (source_ = first; source_ < end; ++source_) {
      const StopReason stop = watch_.check();
      if (stop != StopReason::nothing) return stop;
      if (failed()) return StopReason::disk;
      if (watch_.time_to_report() && options_.progress)
        options_.progress({end, end - source_, depth_, budget_.used(), watch_.seconds()});
      reader.next(state_);
      generator_->successors(state_, steps_);
      if (steps_.is_cut_off()) return why_cut_off();
      steps_.show_all();
      ++expanded_;
      source_order_ = hash_of(state_);
      note_findings(source_order_, StateId{source_}, depth_);
      if (!only_known_) note_findings_on_steps(source_order_, StateId{source_}, depth_ + 1);
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (steps_[i].completed) add_candidate(steps_[i].state, !only_known_);
      }
    }
    return StopReason::nothing;
  }

  /// `may_drop`: whether what is surely no news may be dropped. Beyond the limit of depth every arrival is counted at
  /// the end of the level.
  void add_candidate(StateView state, bool may_drop) {
    ensure(!steps_.has_passed(), "steps that stand for several are not explored on disk");
    if (may_drop) ++transitions_;
    Key key{state, 0};
    if (!key_functions_.empty()) key = key_functions_.front()->key(state);
    const KeyHash hash = hash_of(key.bytes);
    if (may_drop && recent_.covers(key.bytes, hash.value, depth_, source_order_, source_)) return;
    const StateView explored = key_functions_.empty() ? StateView() : state;
    candidates_.add(shard_of(hash) % disk_shards,
                    {{hash, key.bytes}, explored, order_of(source_order_), source_, key.weight});
  }

  std::uint64_t order_of(KeyHash hash) const {
    if (options_.order_bits >= 31) return hash.value;
    return hash.value >> (64 - options_.order_bits) << (64 - options_.order_bits);
  }

  /// What the level leads to, shard by shard: what is not known is new, and explored next.
  StopReason settle_level() {
    for (unsigned shard = 0; shard < disk_shards; ++shard) {
      poll_stop();
      if (!candidates_.take(shard, [&](std::vector<Candidate>& all) { settle(shard, all); })) return StopReason::memory;
      if (failed()) return StopReason::disk;
    }
    candidates_.clear();
    return StopReason::nothing;
  }

  void settle(unsigned shard, std::vector<Candidate>& all) {
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
      if (filter_.may_have(all[i].key.hash)) doubtful.push_back(all[i].key);
    }
    std::vector<std::uint8_t> is_known;
    known_.find(shard, doubtful, is_known);
    std::vector<HashedKey> fresh;
    std::size_t next_doubtful = 0;
    for (std::size_t k = 0; k < begins.size(); ++k) {
      const std::size_t begin = begins[k], end = k + 1 < begins.size() ? begins[k + 1] : all.size();
      const HashedKey& key = all[begin].key;
      const bool doubted = next_doubtful < doubtful.size() && doubtful[next_doubtful].bytes.data() == key.bytes.data();
      const bool known = doubted && is_known[next_doubtful] != 0;
      next_doubtful += doubted ? 1 : 0;
      if (only_known_) {
        if (known) transitions_ += end - begin;
        cut_ |= !known;
        continue;
      }
      if (source_ == StateLog::no_parent) transitions_ += end - begin;
      if (known) continue;
      const Candidate& first = least(std::span(all).subspan(begin, end - begin));
      states_.append(first.explored(), first.source);
      if (!key_functions_.empty()) key_functions_.front()->count(first.weight);
      filter_.add(key.hash);
      fresh.push_back(key);
    }
    known_.add(shard, fresh);
  }

  /// Of sources with one order the one with the lesser lasting bytes comes first; hardly ever asked.
  const Candidate& least(std::span<const Candidate> same) {
    const Candidate* best = &same.front();
    for (const Candidate& other : same.subspan(1)) {
      if (other.order != best->order) break;
      if (other.source == best->source) continue;
      const auto whole = [this](std::uint64_t source) {
        const StateBytes state = states_.load(source).state;
        return std::pair(hash_of(state), system_.lasting(state));
      };
      if (whole(other.source) < whole(best->source)) best = &other;
    }
    return *best;
  }

  void note_findings(KeyHash order, StateId source, std::uint64_t depth) {
    std::uint32_t which = 0;
    for (const Finding finding : steps_.findings()) {
      if (!options_.properties.wants(finding)) continue;
      log_.note_state(finding, {round_of(source), order, 0, which++}, source, depth);
    }
  }
  void note_findings_on_steps(KeyHash order, StateId source, std::uint64_t depth) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!options_.properties.wants(steps_[i].finding)) continue;
      const Occasion moment{round_of(source), order, static_cast<std::uint32_t>(i + 1), 0};
      log_.note_step(steps_[i].finding, moment, source, steps_[i], depth);
    }
  }
  std::uint64_t round_of(StateId source) const { return source == no_state ? 0 : depth_ + 1; }

  std::vector<StateBytes> path_to(StateId last) {
    std::vector<StateBytes> path;
    for (std::uint64_t at = last.value; at != StateLog::no_parent;) {
      StateLog::Entry entry = states_.load(at);
      ensure(failed() || entry.parent == StateLog::no_parent || entry.parent < at,
             "the parents of a state go round in a circle");
      if (failed()) return {};
      path.push_back(std::move(entry.state));
      at = entry.parent;
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  Result result(StopReason stopped) {
    Result result;
    result.stopped = stopped;
    const auto path = [this](StateId source) {
      return source == no_state ? std::vector<StateBytes>() : path_to(source);
    };
    result.violations = log_.collect(path, options_.all);
    result.violation_count = log_.count();
    result.reduction_exact = options_.reduction == nullptr || options_.reduction->exact();
    result.shortcoming = system_.shortcoming();
    result.assumptions = system_.assumptions();
    result.verdict = result.judged();
    result.states = states_.size();
    result.transitions = transitions_;
    result.represents = OrbitTally(key_functions_, result.states).text();
    if (!result.complete()) result.unexpanded = result.states - expanded_;
    result.max_depth = max_depth_;
    result.memory_bytes = budget_.peak();
    result.too_much = too_much_;
    Coverage coverage;
    coverage.merge(generator_->coverage());
    result.coverage = coverage.places();
    result.seconds = watch_.seconds();
    result.growth =
        std::move(growth_).finished({result.states, 0, max_depth_, budget_.used(), result.seconds}, result.complete());
    return result;
  }

  const System& system_;
  const SearchOptions& options_;
  Watch watch_;
  const std::uint64_t memory_;
  MemoryBudget budget_;
  std::unique_ptr<StepGenerator> generator_;
  std::vector<std::unique_ptr<KeyFunction>> key_functions_;  // one, or none
  StateLog states_;
  KnownKeys known_;
  Candidates candidates_;
  KeyFilter filter_;
  SentCache recent_;
  ViolationLog log_;
  GrowthLog growth_;
  Finding too_much_;
  std::uint64_t depth_ = 0, max_depth_ = 0, transitions_ = 0, expanded_ = 0;
  bool only_known_ = false, cut_ = false;

  // Of the state that is expanded.
  Successors steps_;
  StateBytes state_;
  std::uint64_t source_ = 0;
  KeyHash source_order_;
};

}  // namespace

std::string objection_to_disk(const SearchOptions& options) {
  if (options.order != SearchOrder::breadth_first) return "it is depth-first";
  if (options.store != StoreKind::exact) return "its store is not exact";
  if (options.reduction != nullptr && (!options.reduction->exact() || options.reduction->floods()))
    return "its reduction may lose states";
  if (options.partial_orders) return "it leaves steps out";
  if (options.limits.max_states != Limits::none) return "it has a limit of states";
  if (options.paranoid) return "it is checked once more";
  if (options.entered || options.enough_states != Limits::none) return "its states are observed";
  if (options.checkpoints != nullptr) return "it has checkpoints";
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
