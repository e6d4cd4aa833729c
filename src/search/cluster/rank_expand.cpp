#include "base/ensure.hpp"
#include "search/cluster/rank_search.hpp"
#include "search/store/key_cache.hpp"

namespace quotient {

StateView RankSearch::sent_bytes(StateView state, StateBytes& room) const {
  if (!has_numbers_) return state;
  room = system_.lasting(state);
  return room;
}

StateBytes RankSearch::received_state(StateView bytes) const {
  if (!has_numbers_) return {bytes.begin(), bytes.end()};
  std::optional<StateBytes> recalled = system_.recall(bytes);
  if (!recalled) report_bug("a state that a rank has sent is none of this model");
  return std::move(*recalled);
}

StopReason RankSearch::expand(std::size_t position, std::uint32_t groups, Asking* asking, std::uint32_t ask) {
  source_ = received_state(owned_.state(position));
  source_id_ = owned_.level()[position].id;
  source_order_ = hash_of(source_);
  generator_->successors(source_, steps_);
  if (steps_.is_cut_off()) {
    if (!steps_.cut_off_reason()) return watch_.why_raised();
    too_much_ = steps_.cut_off_reason();
    return StopReason::effort;
  }
  if (!options_.partial_orders) steps_.show_all();
  std::uint32_t steps_before = 0;
  if (groups == 1) {
    ++expanded_;
    partly_expanded_ += steps_.is_partial() ? 1 : 0;
    note_findings();
  }
  for (std::uint32_t group = 1; group < groups; ++group) {
    steps_before += static_cast<std::uint32_t>(steps_.size());
    steps_.advance();
  }
  if (groups > 1) {
    ++provisos_;
    if (!steps_.has_more()) --partly_expanded_;
  }
  if (asking != nullptr) asking->has_more = steps_.has_more();
  const bool asks = options_.partial_orders && !only_known_ && (steps_.has_more() || groups > 1);
  if (options_.partial_orders && !asks && !only_known_) to_mark_.push_back(source_id_);
  if (only_known_ && steps_.has_more()) cut_ = true;
  if (!only_known_) note_findings_on_steps(steps_before);
  if (asks && asking == nullptr) {
    asking_.push_back({static_cast<std::uint32_t>(position)});
    ask = static_cast<std::uint32_t>(asking_.size());
  }
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].completed) send(i, asks ? ask : 0);
  }
  return StopReason::nothing;
}

/// Whoever finds a state computes its key; the owner follows from a hash of the key's lasting bytes.
void RankSearch::send(std::size_t step, std::uint32_t ask) {
  const StateView state = steps_[step].state;
  const std::uint32_t later = steps_.passed(step);
  const bool may_skip = ask == 0 && later == 0;
  if (later == 0 && !only_known_) ++transitions_;
  // What was sent to be looked up only need not be known to its owner.
  if (may_skip && !only_known_ &&
      sent_states_.covers(state, KeyCache::hash_of(state), depth_, source_order_, source_id_))
    return;
  Key key{state, 0};
  if (!key_functions_.empty()) key = key_functions_.front()->key(state);
  const KeyHash hash = hash_of(key.bytes);
  if (may_skip && !only_known_ && !key_functions_.empty() &&
      sent_keys_.covers(key.bytes, hash.value, depth_, source_order_, source_id_))
    return;
  const StateView key_bytes = sent_bytes(key.bytes, key_room_);
  const bool same = key_functions_.empty();
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
                          same ? StepRecord::is_key : static_cast<std::uint32_t>(state_bytes.size())};
  const unsigned owner = owner_of(hash);
  append_record(exchange_.buffer(owner), record, key_bytes, state_bytes);
  exchange_.appended(owner);
}

void RankSearch::note_findings() {
  std::uint32_t which = 0;
  const StateId source{std::uint64_t{ranks_.rank()} << 32 | source_id_};
  for (const Finding finding : steps_.findings()) {
    if (!options_.properties.wants(finding)) continue;
    log_.note_state(finding, {depth_ + 1, source_order_, 0, which++}, source, depth_);
  }
}

void RankSearch::note_findings_on_steps(std::uint32_t steps_before) {
  const StateId source{std::uint64_t{ranks_.rank()} << 32 | source_id_};
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (!options_.properties.wants(steps_[i].finding)) continue;
    const Occasion moment{depth_ + 1, source_order_, steps_before + static_cast<std::uint32_t>(i + 1), 0};
    log_.note_step(steps_[i].finding, moment, source, steps_[i], depth_ + 1);
  }
}

}  // namespace quotient
