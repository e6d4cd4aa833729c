#include "search/disk/expander.hpp"

#include "base/ensure.hpp"
#include "search/disk/state_log.hpp"

namespace quotient {

namespace {

/// What is met again is mostly met soon: more would only take time to clear.
constexpr std::size_t most_slots = std::size_t{1} << 20;
constexpr std::size_t widest_key = 64;  // for which recent keys are given their share of memory

std::size_t slots_for(std::uint64_t bytes) {
  std::size_t slots = std::size_t{1} << 10;
  while (slots < most_slots && 2 * slots * (widest_key + SentCache::bytes_beside_key) <= bytes) slots *= 2;
  return slots;
}

}  // namespace

Expander::Expander(const System& system, const SearchOptions& options, const Watch& watch, MemoryBudget& budget,
                   std::uint64_t memory, unsigned number)
    : candidates(options.spill, disk_shards, memory / 16, budget),
      options_(options),
      watch_(watch),
      number_(number),
      generator_(system.generator()),
      recent_(budget, slots_for(memory / 8)) {
  generator_->heed(watch_);
  if (options.reduction != nullptr) key_function = options.reduction->key_function();
}

void Expander::begin_level(std::uint64_t depth, bool only_known) {
  depth_ = depth;
  only_known_ = only_known;
}

StopReason Expander::begin() {
  generator_->initial(steps_);
  if (steps_.is_cut_off()) return why_cut_off();
  note_findings(no_state, 0);
  note_findings_on_steps(no_state, 0);
  source_ = StateLog::no_parent;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].completed) add_candidate(steps_[i].state, false);
  }
  return StopReason::nothing;
}

StopReason Expander::why_cut_off() {
  if (!steps_.cut_off_reason()) return watch_.why_raised();
  too_much = steps_.cut_off_reason();
  return StopReason::effort;
}

StopReason Expander::expand(std::uint64_t number, StateView state) {
  source_ = number;
  generator_->successors(state, steps_);
  if (steps_.is_cut_off()) return why_cut_off();
  steps_.show_all();
  ++expanded;
  source_order_ = hash_of(state);
  note_findings(StateId{number}, depth_);
  if (!only_known_) note_findings_on_steps(StateId{number}, depth_ + 1);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].completed) add_candidate(steps_[i].state, !only_known_);
  }
  return StopReason::nothing;
}

void Expander::restore(std::uint64_t number, StateView state) {
  Key key{state, 0};
  if (key_function != nullptr) key = key_function->key(state);
  const KeyHash hash = hash_of(key.bytes);
  candidates.add(shard_of(hash) % disk_shards, {{hash, key.bytes}, {}, 0, number, key.weight, number_});
}

/// `may_drop`: whether what is surely no news may be dropped.
void Expander::add_candidate(StateView state, bool may_drop) {
  ensure(!steps_.has_passed(), "steps that stand for several are not explored on disk");
  if (may_drop) ++transitions;
  Key key{state, 0};
  if (key_function != nullptr) key = key_function->key(state);
  const KeyHash hash = hash_of(key.bytes);
  if (may_drop && recent_.covers(key.bytes, hash.value, depth_, source_order_, source_)) return;
  const StateView explored = key_function == nullptr ? StateView() : state;
  candidates.add(shard_of(hash) % disk_shards,
                 {{hash, key.bytes}, explored, order_of(source_order_), source_, key.weight, number_});
}

std::uint64_t Expander::order_of(KeyHash hash) const {
  if (options_.order_bits >= 31) return hash.value;
  return hash.value >> (64 - options_.order_bits) << (64 - options_.order_bits);
}

void Expander::note_findings(StateId source, std::uint64_t depth) {
  const KeyHash order = source == no_state ? KeyHash() : source_order_;
  std::uint32_t which = 0;
  for (const Finding finding : steps_.findings()) {
    if (!options_.properties.wants(finding)) continue;
    log.note_state(finding, {round_of(source), order, 0, which++}, source, depth);
  }
}

void Expander::note_findings_on_steps(StateId source, std::uint64_t depth) {
  const KeyHash order = source == no_state ? KeyHash() : source_order_;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!options_.properties.wants(steps_[i].finding)) continue;
    const Occasion moment{round_of(source), order, static_cast<std::uint32_t>(i + 1), 0};
    log.note_step(steps_[i].finding, moment, source, steps_[i], depth);
  }
}

}  // namespace quotient
