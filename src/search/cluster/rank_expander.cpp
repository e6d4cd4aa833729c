#include "search/cluster/rank_expander.hpp"

#include "base/ensure.hpp"
#include "search/cluster/exchange.hpp"
#include "search/store/key_cache.hpp"

namespace quotient {

RankExpander::RankExpander(const System& system, const SearchOptions& options, const Watch& watch, MemoryBudget& budget,
                           KeyFunction* keys, unsigned number, bool has_numbers)
    : generator(system.generator()),
      key_function(keys),
      system_(system),
      options_(options),
      watch_(watch),
      number_(number),
      rank_(options.ranks->rank()),
      ranks_(options.ranks->size()),
      has_numbers_(has_numbers),
      sent_states_(budget),
      sent_keys_(budget) {
  generator->heed(watch);
}

StateView RankExpander::sent_bytes(StateView state, StateBytes& room) const {
  if (!has_numbers_) return state;
  room = system_.lasting(state);
  return room;
}

StateBytes RankExpander::received_state(StateView bytes) const {
  if (!has_numbers_) return {bytes.begin(), bytes.end()};
  std::optional<StateBytes> recalled = system_.recall(bytes);
  if (!recalled) report_bug("a state that a rank has sent is none of this model");
  return std::move(*recalled);
}

void RankExpander::begin_level(std::uint64_t depth, bool only_known) {
  depth_ = depth;
  only_known_ = only_known;
  asking.clear();
  to_mark.clear();
}

StopReason RankExpander::expand(std::size_t position, std::uint32_t id, StateView sent, std::uint32_t groups,
                                std::uint32_t ask) {
  source_ = received_state(sent);
  source_id_ = id;
  source_order_ = hash_of(source_);
  generator->successors(source_, steps_);
  if (steps_.is_cut_off()) {
    if (!steps_.cut_off_reason()) return watch_.why_raised();
    too_much = steps_.cut_off_reason();
    return StopReason::effort;
  }
  if (!options_.partial_orders) steps_.show_all();
  std::uint32_t steps_before = 0;
  if (groups == 1) {
    ++expanded;
    partly_expanded += steps_.is_partial() ? 1 : 0;
    note_findings();
  }
  for (std::uint32_t group = 1; group < groups; ++group) {
    steps_before += static_cast<std::uint32_t>(steps_.size());
    steps_.advance();
  }
  if (groups > 1) {
    ++provisos;
    if (!steps_.has_more()) --partly_expanded;
  }
  if (ask != 0) asking[ask - 1].has_more = steps_.has_more();
  const bool asks = options_.partial_orders && !only_known_ && (steps_.has_more() || groups > 1);
  if (options_.partial_orders && !asks && !only_known_) to_mark.push_back(source_id_);
  if (only_known_ && steps_.has_more()) cut = true;
  if (!only_known_) note_findings_on_steps(steps_before);
  if (asks && ask == 0) {
    asking.push_back({static_cast<std::uint32_t>(position)});
    ask = static_cast<std::uint32_t>(asking.size());
  }
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].completed) send(i, asks ? ask : 0);
  }
  return StopReason::nothing;
}

/// Whoever finds a state computes its key; the owner follows from a hash of the key's lasting bytes.
void RankExpander::send(std::size_t step, std::uint32_t ask) {
  const StateView state = steps_[step].state;
  const std::uint32_t later = steps_.passed(step);
  const bool may_skip = ask == 0 && later == 0;
  if (later == 0 && !only_known_) ++transitions;
  // What was sent to be looked up only need not be known to its owner.
  if (may_skip && !only_known_ &&
      sent_states_.covers(state, KeyCache::hash_of(state), depth_, source_order_, source_id_))
    return;
  const Key key = key_of(state);
  const KeyHash hash = hash_of(key.bytes);
  if (may_skip && !only_known_ && key_function != nullptr &&
      sent_keys_.covers(key.bytes, hash.value, depth_, source_order_, source_id_))
    return;
  const StateView key_bytes = sent_bytes(key.bytes, key_room_);
  const bool same = key_function == nullptr;
  const StateView state_bytes = same ? StateView() : sent_bytes(state, state_room_);
  std::uint64_t order = source_order_.value;
  if (options_.order_bits < 31) order = order >> (64 - options_.order_bits) << (64 - options_.order_bits);
  const StepRecord record{order,
                          source_id_,
                          key.weight,
                          ask,
                          later,
                          static_cast<std::uint32_t>(step),
                          static_cast<std::uint32_t>(key_bytes.size()),
                          same ? StepRecord::is_key : static_cast<std::uint32_t>(state_bytes.size()),
                          number_};
  const unsigned owner = owner_of(hash);
  Transport::Bytes& buffer = (*buffers_)[owner];
  append_record(buffer, record, key_bytes, state_bytes);
  if (buffer.size() >= Exchange::full) flush_(owner);
}

void RankExpander::note_findings() {
  std::uint32_t which = 0;
  for (const Finding finding : steps_.findings()) {
    if (!options_.properties.wants(finding)) continue;
    log.note_state(finding, {depth_ + 1, source_order_, 0, which++}, source(), depth_);
  }
}

void RankExpander::note_findings_on_steps(std::uint32_t steps_before) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!options_.properties.wants(steps_[i].finding)) continue;
    const Occasion moment{depth_ + 1, source_order_, steps_before + static_cast<std::uint32_t>(i + 1), 0};
    log.note_step(steps_[i].finding, moment, source(), steps_[i], depth_ + 1);
  }
}

}  // namespace quotient
