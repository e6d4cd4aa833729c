#include "search/cluster/rank_search.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <utility>

#include "base/ensure.hpp"
#include "search/cluster/cluster_search.hpp"
#include "search/guarded.hpp"

namespace quotient {

namespace {

/// States expanded between two looks at what has arrived.
constexpr std::size_t states_between_polls = 16;

std::uint64_t share_of(std::uint64_t memory, unsigned ranks) {
  return memory == Limits::none ? memory : memory / ranks;
}

/// Whether states hold numbers that a process gives out on its way, so that their bytes mean nothing to another rank.
/// Which parts of a state do is a matter of the model; the one state that a product with a formula has before the first
/// has none, so those behind it are looked at as well.
bool holds_numbers(const System& system) {
  const std::unique_ptr<StepGenerator> generator = system.generator();
  const auto any_has = [&](const Successors& steps) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const StateView state = steps[i].state;
      if (steps[i].completed && !std::ranges::equal(generator->lasting_digest(state), state)) return true;
    }
    return false;
  };
  Successors initial, next;
  generator->initial(initial);
  if (any_has(initial)) return true;
  for (std::size_t i = 0; i < initial.size(); ++i) {
    if (!initial[i].completed) continue;
    generator->successors(initial[i].state, next);
    return any_has(next);
  }
  return false;
}

}  // namespace

std::string objection_to_ranks(const System& system, const SearchOptions& options) {
  if (options.order != SearchOrder::breadth_first) return "it is depth-first";
  if (options.store != StoreKind::exact) return "its store is not exact";
  if (options.reduction != nullptr && (!options.reduction->exact() || options.reduction->floods()))
    return "its reduction may lose states";
  if (options.limits.max_states != Limits::none) return "it has a limit of states";
  if (options.paranoid) return "it is checked once more";
  if (options.entered || options.enough_states != Limits::none) return "its states are observed";
  // A key is the least of the states of an orbit, and which is the least may depend on such numbers.
  if (options.reduction != nullptr && holds_numbers(system)) return "its keys depend on the process that computes them";
  return "";
}

Result explore_on_ranks(const System& system, const SearchOptions& options) {
  if (objection_to_ranks(system, options).empty()) {
    RankSearch search(system, options);
    return search.run();
  }
  SearchOptions alone = options;
  alone.ranks = nullptr;
  return search_on_first_rank(*options.ranks, system, [&] { return explore(system, alone); });
}

RankSearch::RankSearch(const System& system, const SearchOptions& options)
    : system_(system),
      options_(options),
      ranks_(*options.ranks),
      has_numbers_(holds_numbers(system)),
      watch_(options.limits),
      budget_(share_of(options.limits.memory, options.ranks->ranks_on_machine())),
      owned_(budget_, options.reduction != nullptr, ranks_.rank(), ranks_.size()),
      exchange_(ranks_),
      numbers_(budget_) {
  for (unsigned thread = 0; thread < std::max(1U, options.threads_of_rank); ++thread) {
    if (options.reduction != nullptr) key_functions_.push_back(options.reduction->key_function());
    KeyFunction* const keys = options.reduction != nullptr ? key_functions_.back().get() : nullptr;
    expanders_.push_back(std::make_unique<RankExpander>(system, options, watch_, budget_, keys, thread, has_numbers_));
  }
  first().send_through(exchange_.buffers(), [this](unsigned to) { exchange_.flush(to); });
}

Result RankSearch::run() {
  StopReason stopped = go_through();
  if (stopped == StopReason::nothing && totals_.cut > 0) stopped = StopReason::depth;
  end_saving(stopped);
  return result(stopped);
}

StopReason RankSearch::go_through() {
  if (begin_saving()) {
    restore();
  } else if (stop_ == StopReason::nothing) {
    stop_ = guarded(watch_, [this] {
      store_initial();
      return stop_;
    });
  }
  agree();
  for (; totals_.stopped() == StopReason::nothing && totals_.next + totals_.later > 0; ++depth_) {
    if (totals_.next == 0) depth_ = totals_.first_later;
    if (growth_.due(totals_.states)) {
      growth_.note(
          {totals_.states, totals_.next + totals_.later, depth_, totals_.memory, earlier_seconds_ + watch_.seconds()});
    }
    if (!options_.all && totals_.violations > 0) return StopReason::first_violation;
    if (depth_ > options_.limits.max_depth) {
      owned_.release_known();
      agree();
      return totals_.cut > 0 ? StopReason::depth : totals_.stopped();
    }
    if (totals_.later > 0) release_later();
    if (totals_.next == 0 || totals_.stopped() != StopReason::nothing) continue;
    try {
      explore_level();
    } catch (const std::bad_alloc&) {
      ranks_.abandon();  // outside of what is guarded: in the midst of a round
    }
  }
  return totals_.stopped();
}

void RankSearch::agree() {
  const Totals own{owned_.next_size(),
                   owned_.later_size(),
                   owned_.size(),
                   first().log.count(),
                   sum(&RankExpander::cut) > 0 || owned_.cut() ? 1U : 0U,
                   owned_.ties().size(),
                   busy_,
                   budget_.used(),
                   owned_.first_later(),
                   static_cast<std::uint64_t>(stop_)};
  totals_ = sum_up(ranks_, own);
}

/// All ranks compute the initial states, and each stores those that it owns.
void RankSearch::store_initial() {
  RankExpander& own = first();
  Successors steps;
  own.generator->initial(steps);
  if (steps.is_cut_off()) {
    own.too_much = steps.cut_off_reason();
    stop_ = own.too_much ? StopReason::effort : watch_.why_raised();
    return;
  }
  const bool notes = ranks_.rank() == 0;
  std::uint32_t which = 0;
  for (const Finding finding : steps.findings()) {
    if (notes && options_.properties.wants(finding)) own.log.note_state(finding, {0, {}, 0, which++}, no_state, 0);
  }
  for (std::uint32_t i = 0; i < steps.size() && stop_ == StopReason::nothing; ++i) {
    const Successor step = steps[i];
    if (notes && options_.properties.wants(step.finding))
      own.log.note_step(step.finding, {0, {}, i + 1, 0}, no_state, step, 0);
    if (!step.completed) continue;
    const Key key = own.key_of(step.state);
    if (own.owner_of(own.hash_of(key.bytes)) != ranks_.rank()) continue;
    const StateView key_bytes = own.sent_bytes(key.bytes, key_room_);
    const StateView state_bytes = own.sent_bytes(step.state, state_room_);
    ++own.transitions;
    stop_ = owned_.add_initial(key_bytes, state_bytes, key.weight);
  }
}

void RankSearch::release_later() {
  const StopReason stop = guarded(watch_, [this] { return owned_.release(depth_); });
  if (stop_ == StopReason::nothing) stop_ = stop;
  agree();
}

void RankSearch::explore_level() {
  only_known_ = depth_ >= options_.limits.max_depth;
  owned_.advance();
  if (!std::exchange(was_restored_, false)) save_level();
  max_depth_ = depth_;
  to_mark_.clear();
  for (const auto& expander : expanders_) expander->begin_level(depth_, only_known_);
  const auto round = [this](auto work) {
    exchange_.begin([this](unsigned from, std::span<const std::uint8_t> message) {
      if (stop_ != StopReason::nothing) return;  // the search ends: what comes now is lost, and said to be
      if (message.size() == 1) {                 // another rank had to stop: what this one finds is of no use
        stop_ = static_cast<StopReason>(message.front());
        stop_is_known_ = true;
        return;
      }
      stop_ = guarded(watch_, [&] { return owned_.accept(from, message, depth_, only_known_); });
    });
    const StopReason stop = guarded(watch_, [&] {
      work();
      return StopReason::nothing;
    });
    if (stop_ == StopReason::nothing) stop_ = stop;
    if (stop_ != StopReason::nothing && !std::exchange(stop_is_known_, true))
      exchange_.tell_all(static_cast<std::uint8_t>(stop_));
    exchange_.finish();
  };
  const bool together = expanders_.size() > 1 && owned_.level().size() >= options_.smallest_shared_level;
  round([&] { together ? expand_together() : expand_level(); });
  end_level_of_threads();
  if (options_.partial_orders && !only_known_) {
    exchange_answers();
    agree();
    while (totals_.busy > 0 && totals_.stopped() == StopReason::nothing) {
      round([this] { take_more_steps(); });
      exchange_answers();
      agree();
    }
    busy_ = 0;
  }
  settle_level();
}

void RankSearch::expand_level() {
  for (std::size_t position = 0; position < owned_.level().size() && stop_ == StopReason::nothing; ++position) {
    stop_ = watch_.check();
    if (stop_ != StopReason::nothing) return;
    if (position % states_between_polls == 0) exchange_.poll();
    if (watch_.time_to_report()) report_progress();
    if (stop_ == StopReason::nothing)
      stop_ = first().expand(position, owned_.level()[position].id, owned_.state(position), 1, 0);
  }
}

void RankSearch::report_progress() {
  if (!options_.progress) return;
  // What the others have found by now is not known; keys are spread evenly.
  const std::uint64_t found = owned_.next_size() * ranks_.size();
  options_.progress(
      {totals_.states + found, totals_.next + found, depth_, totals_.memory, earlier_seconds_ + watch_.seconds()});
}

/// The level proviso (docs/partial-orders.md): a state none of whose steps leads to the next level or to a mark takes
/// the next group of them. Owners know which states are of the next level, and say so when the round has ended.
void RankSearch::take_more_steps() {
  for (const auto& expander : expanders_) {
    // What this thread does in the name of another goes where its own goes.
    expander->send_through(exchange_.buffers(), [this](unsigned to) { exchange_.flush(to); });
    for (std::uint32_t i = 0; i < expander->asking.size() && stop_ == StopReason::nothing; ++i) {
      RankExpander::Asking& asking = expander->asking[i];
      if (!asking.has_more || asking.leads_on || asking.leads_to_mark) continue;
      const std::size_t position = asking.position;
      stop_ = expander->expand(position, owned_.level()[position].id, owned_.state(position), ++asking.groups, i + 1);
      if (i % states_between_polls == 0) exchange_.poll();
    }
  }
}

void RankSearch::exchange_answers() {
  exchange_.begin([this](unsigned, std::span<const std::uint8_t> message) {
    for_each_in<OwnedStates::Answer>(message, [this](const OwnedStates::Answer& answer) {
      RankExpander::Asking& asking = expanders_[answer.thread]->asking[answer.ask - 1];
      asking.leads_on |= answer.leads_on;
      asking.leads_to_mark |= answer.leads_to_mark;
    });
  });
  for (unsigned to = 0; to < ranks_.size(); ++to) {
    for (const OwnedStates::Answer& answer : owned_.answers()[to]) append_value(exchange_.buffer(to), answer);
    owned_.answers()[to].clear();
    exchange_.appended(to);
  }
  exchange_.finish();
  busy_ = 0;
  for (const auto& expander : expanders_) {
    busy_ += static_cast<std::uint64_t>(std::ranges::count_if(expander->asking, [](const auto& asking) {
      return asking.has_more && !asking.leads_on && !asking.leads_to_mark;
    }));
  }
}

void RankSearch::settle_level() {
  agree();
  if (totals_.ties > 0) resolve_ties();
  owned_.ties().clear();
  owned_.settle();
  if (options_.partial_orders) spread_marks();
  agree();
}

/// A source of which all steps were taken, or one of them leads to a mark, is marked, and so are those that it was met
/// from. These may belong to other ranks: one round for each step back.
void RankSearch::spread_marks() {
  for (const auto& expander : expanders_) {
    to_mark_.insert(to_mark_.end(), expander->to_mark.begin(), expander->to_mark.end());
    for (const RankExpander::Asking& asking : expander->asking) {
      if (!asking.has_more || asking.leads_to_mark) to_mark_.push_back(owned_.level()[asking.position].id);
    }
  }
  do {
    std::vector<std::uint32_t> arrived;
    exchange_.begin([&](unsigned, std::span<const std::uint8_t> message) {
      for_each_in<std::uint32_t>(message, [&](std::uint32_t id) { arrived.push_back(id); });
    });
    while (!to_mark_.empty()) {
      const std::uint32_t id = to_mark_.back();
      to_mark_.pop_back();
      const RankedState parent = owned_.mark(id) ? owned_.parent(id) : no_ranked_state;
      if (parent == no_ranked_state) continue;
      if (parent.rank == ranks_.rank()) {
        to_mark_.push_back(parent.id);
      } else {
        append_value(exchange_.buffer(parent.rank), parent.id);
        exchange_.appended(parent.rank);
      }
    }
    exchange_.finish();
    to_mark_ = std::move(arrived);
    busy_ = to_mark_.size();
    agree();
  } while (totals_.busy > 0);
  busy_ = 0;
}

/// Parents whose orders are the same are compared by the whole of their hashes, then by their lasting bytes: each rank
/// asks for those that it has to compare. Hardly ever needed, so that it does not matter how long it takes.
void RankSearch::resolve_ties() {
  Transport::Bytes wanted;
  for (const OwnedStates::Tie& tie : owned_.ties()) {
    append_value(wanted, tie.parent);
    append_value(wanted, owned_.next_parent(tie.position));
  }
  Transport::Bytes known;
  for (const Transport::Bytes& part : ranks_.gather(wanted)) {
    for_each_in<RankedState>(part, [&](RankedState state) {
      if (state.rank != ranks_.rank() || state == no_ranked_state) return;
      const StateView bytes = owned_.state_of(state.id);
      append_value(known, state);
      append_value(known, static_cast<std::uint64_t>(bytes.size()));
      known.insert(known.end(), bytes.begin(), bytes.end());
    });
  }
  std::map<RankedState, std::pair<KeyHash, StateBytes>> parents;
  for (const Transport::Bytes& part : ranks_.gather(known)) {
    for (std::span<const std::uint8_t> rest(part); !rest.empty();) {
      RankedState state;
      std::uint64_t length = 0;
      std::memcpy(&state, rest.data(), sizeof state);
      std::memcpy(&length, rest.data() + sizeof state, sizeof length);
      const auto bytes = rest.subspan(sizeof state + sizeof length, length);
      const StateBytes lasting(bytes.begin(), bytes.end());
      parents[state] = {first().hash_of(first().received_state(lasting)), lasting};
      rest = rest.subspan(sizeof state + sizeof length + length);
    }
  }
  for (const OwnedStates::Tie& tie : owned_.ties()) {
    const RankedState rival = owned_.next_parent(tie.position);
    // A lower order may have come since.
    if (rival == tie.parent || !owned_.still_tied(tie)) continue;
    if (parents[tie.parent] < parents[rival] && stop_ == StopReason::nothing) stop_ = owned_.prefer(tie);
  }
}

}  // namespace quotient
