#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "search/cluster/rank_search.hpp"
#include "search/guarded.hpp"

namespace quotient {

namespace {

constexpr std::size_t states_in_share = 32;
/// Buffers that wait to be sent, for each thread: then threads wait, too.
constexpr std::size_t most_waiting = 16;

}  // namespace

/// Some states of the level, as ranks send them.
struct RankSearch::Share {
  std::size_t first = 0;  // position
  std::vector<std::uint32_t> ids;
  std::vector<StateBytes> states;
};

/// Where the threads of a rank meet. The first one alone knows the other ranks and the states that this one owns: it
/// hands out states, sends what the others have found, takes what arrives, and expands states when there is nothing
/// else to do.
struct RankSearch::Desk {
  struct Full {
    unsigned to;
    Transport::Bytes bytes;
  };

  std::mutex mutex;  // of these
  std::deque<Share> shares;
  std::deque<Full> full;  // of a thread in the order in which it filled them
  bool no_more_shares = false;
  std::size_t followers_done = 0;

  std::atomic<StopReason> stopped = StopReason::nothing;

  void stop(StopReason reason) {
    // Relaxed: the first reason stays, and nothing is published by it.
    StopReason none = StopReason::nothing;
    if (reason != StopReason::nothing) stopped.compare_exchange_strong(none, reason, std::memory_order_relaxed);
  }
  bool is_stopped() const { return stopped.load(std::memory_order_relaxed) != StopReason::nothing; }
  std::optional<Share> take_share() {
    const std::lock_guard lock(mutex);
    if (shares.empty()) return std::nullopt;
    Share share = std::move(shares.front());
    shares.pop_front();
    return share;
  }
};

void RankSearch::expand_together() {
  if (!crew_) crew_.emplace(expanders_.size());
  Desk desk;
  crew_->together([&](std::size_t i) {
    if (i > 0) return follow(desk, *expanders_[i]);
    lead(desk);
  });
  const StopReason stopped = desk.stopped.load(std::memory_order_relaxed);
  if (stop_ == StopReason::nothing) stop_ = stopped;
}

/// However it ends, the others learn that there is nothing more to do, and their last buffers are sent.
void RankSearch::lead(Desk& desk) {
  const StopReason ended = guarded(watch_, [&] {
    std::size_t next = 0;
    const std::size_t size = owned_.level().size();
    while (stop_ == StopReason::nothing && !desk.is_stopped()) {
      stop_ = watch_.check();
      hand_out(desk, next);
      deliver_full(desk);
      exchange_.poll();
      if (watch_.time_to_report()) report_progress();
      const std::optional<Share> share = desk.take_share();
      if (!share && next == size) break;
      for (std::size_t i = 0; share && i < share->ids.size() && stop_ == StopReason::nothing; ++i) {
        if (i % 8 == 0) deliver_full(desk);
        stop_ = first().expand(share->first + i, share->ids[i], share->states[i], 1, 0);
      }
    }
    return StopReason::nothing;
  });
  if (stop_ == StopReason::nothing) stop_ = ended;
  desk.stop(stop_);
  {
    const std::lock_guard lock(desk.mutex);
    desk.no_more_shares = true;
  }
  for (bool done = false; !done;) {
    {
      const std::lock_guard lock(desk.mutex);
      done = desk.followers_done == crew_->size() - 1;  // before it is looked whether anything is left
    }
    deliver_full(desk);
    exchange_.poll();
    if (!done) std::this_thread::yield();
  }
}

void RankSearch::hand_out(Desk& desk, std::size_t& next) {
  const auto& level = owned_.level();
  for (;;) {
    {
      const std::lock_guard lock(desk.mutex);
      if (next == level.size() || desk.shares.size() >= 2 * expanders_.size()) return;
    }
    Share share;
    share.first = next;
    for (; next < level.size() && share.ids.size() < states_in_share; ++next) {
      const StateView state = owned_.state(next);
      share.ids.push_back(level[next].id);
      share.states.emplace_back(state.begin(), state.end());
    }
    const std::lock_guard lock(desk.mutex);
    desk.shares.push_back(std::move(share));
  }
}

/// Sends the buffers that other threads have filled.
void RankSearch::deliver_full(Desk& desk) {
  for (;;) {
    Desk::Full full;
    {
      const std::lock_guard lock(desk.mutex);
      if (desk.full.empty()) return;
      full = std::move(desk.full.front());
      desk.full.pop_front();
    }
    exchange_.send(full.to, std::move(full.bytes));
  }
}

void RankSearch::follow(Desk& desk, RankExpander& expander) {
  std::vector<Transport::Bytes> buffers(ranks_.size());
  const auto flush = [&](unsigned to) {
    for (;;) {
      {
        const std::lock_guard lock(desk.mutex);
        if (desk.full.size() < most_waiting * expanders_.size() || desk.no_more_shares) {
          desk.full.push_back({to, std::exchange(buffers[to], {})});
          return;
        }
      }
      std::this_thread::yield();
    }
  };
  expander.send_through(buffers, flush);
  desk.stop(guarded(watch_, [&] {
    while (!desk.is_stopped()) {
      const std::optional<Share> share = desk.take_share();
      if (!share) {
        const std::lock_guard lock(desk.mutex);
        if (desk.no_more_shares && desk.shares.empty()) break;
      }
      if (!share) std::this_thread::yield();
      for (std::size_t i = 0; share && i < share->ids.size() && !desk.is_stopped(); ++i) {
        const StopReason stop = expander.expand(share->first + i, share->ids[i], share->states[i], 1, 0);
        if (stop != StopReason::nothing) return stop;
      }
    }
    return StopReason::nothing;
  }));
  for (unsigned to = 0; to < buffers.size(); ++to) {
    if (!buffers[to].empty()) flush(to);
  }
  const std::lock_guard lock(desk.mutex);
  ++desk.followers_done;
}

/// What the threads have found apart is from now on with the first one.
void RankSearch::end_level_of_threads() {
  for (const auto& expander : expanders_) {
    if (expander != expanders_.front()) first().log.merge(expander->log);
  }
}

}  // namespace quotient
