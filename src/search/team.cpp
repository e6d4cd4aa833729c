#include "search/team.hpp"

#include <algorithm>
#include <utility>

#include "base/ensure.hpp"
#include "search/arrival_log.hpp"

namespace quotient {

namespace {

/// Positions that a thread takes at a time: enough that taking them costs nothing, few enough that all end together.
constexpr std::size_t largest_share = 128, shares_for_each = 8;

}  // namespace

/// One thread of the team. The first is the thread that explores the small levels alone.
struct Team::Member {
  explicit Member(Worker& w) : worker(w), pipeline(w) {}

  /// Where in the list the arrivals from one share begin.
  struct Share {
    std::size_t number;
    std::size_t begin;
  };

  Worker& worker;
  Pipeline pipeline;
  ArrivalLog::List list;
  std::vector<Share> shares;
  std::vector<std::pair<std::uint64_t, DelayedArrival>> delayed;  // by the key of their step
};

Team::Team(Exploration& e, DelayedArrivals& delayed) : e_(e), delayed_(delayed) {}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    dismissed_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Team::worth_it(const Frontier& level) const {
  if (e_.options.threads < 2 || e_.store.kind() == StoreKind::bitstate || e_.floods || e_.options.entered ||
      level.size() < e_.options.smallest_shared_level)
    return false;
  // Near the limit of states one thread decides which are the last: else it would be the clock.
  const std::uint64_t most = e_.options.limits.max_states;
  return most == Limits::none || level.size() < (most - std::min(most, e_.store.size())) / 16;
}

bool Team::cut() const {
  return std::any_of(members_.begin(), members_.end(), [](const auto& m) { return m->pipeline.cut(); });
}

void Team::start_threads() {
  arrivals_ = std::make_unique<ArrivalLog>(e_.budget, e_.keeps_states());
  members_.push_back(std::make_unique<Member>(e_.main()));
  while (members_.size() < e_.options.threads) members_.push_back(std::make_unique<Member>(e_.add_worker()));
  for (std::size_t i = 1; i < members_.size(); ++i) threads_.emplace_back([this, i] { run(*members_[i]); });
}

void Team::run(Member& member) {
  std::uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return dismissed_ || round_ != seen; });
      if (dismissed_) return;
      seen = round_;
    }
    member.worker.session.take_part();
    work(member);
    member.worker.session.leave();
    const std::lock_guard lock(mutex_);
    if (--at_work_ == 0) changed_.notify_all();
  }
}

void Team::stop(StopReason reason) {
  // Relaxed: the first reason stays, and nothing is published by it.
  StopReason none = StopReason::nothing;
  stopped_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
}

void Team::work(Member& member) {
  Worker& worker = member.worker;
  const bool reports = &member == members_.front().get();
  struct Arrivals {
    ArrivalLog& log;
    Member& member;
    const Store& store;
    MemoryBudget& budget;
    std::uint64_t depth;
    const Store::Batch* batch = nullptr;
    std::uint64_t key(std::size_t i) const { return ArrivalLog::step_key(batch->position, i); }
    std::uint32_t link(std::size_t i) { return log.offer(member.list, key(i), batch->source.value); }
    void found(std::size_t i, StateId id) {
      const std::uint32_t link = store.link(id);
      if (ArrivalLog::is_arrival(link)) log.lower(link, key(i));
    }
    bool fresh(std::size_t i, StateId id) { return log.accept(member.list, id, batch->steps[i].state); }
    bool later(std::size_t i, std::uint32_t steps) {
      DelayedArrival arrival = DelayedArrivals::make(budget, *batch, i, depth + 1 + steps);
      if (arrival.bytes == nullptr) return false;
      member.delayed.emplace_back(key(i), std::move(arrival));
      return true;
    }
  } arrivals{*arrivals_, member, e_.store, e_.budget, depth_};
  const auto store = [&](Store::Batch& batch) {
    const std::size_t share = batch.position / share_size_;
    if (member.shares.empty() || member.shares.back().number != share)
      member.shares.push_back({share, member.list.size});
    arrivals.batch = &batch;
    return worker.arrive(batch, depth_ + 1, arrivals);
  };

  member.pipeline.begin(depth_);
  const std::size_t size = level_->size();
  StopReason reason = StopReason::nothing;
  while (reason == StopReason::nothing) {
    // Relaxed: each share is taken once, that is all.
    const std::size_t begin = taken_.fetch_add(share_size_, std::memory_order_relaxed);
    if (begin >= size) break;
    for (std::size_t position = begin; position < std::min(begin + share_size_, size); ++position) {
      worker.session.pause();
      if (reports) {
        reason = e_.watch.check();
        if (e_.watch.time_to_report())
          e_.report_progress(size - std::min(size, begin) + e_.store.size() - known_, depth_);
      }
      // Relaxed: to stop a little later does no harm.
      if (stopped_.load(std::memory_order_relaxed) != StopReason::nothing) return;
      if (reason == StopReason::nothing) reason = member.pipeline.expand(*level_, position, store);
      if (reason != StopReason::nothing) break;
    }
  }
  if (reason == StopReason::nothing) reason = member.pipeline.finish(store);
  if (reason != StopReason::nothing) stop(reason);
}

StopReason Team::explore_level(Frontier& level, Frontier& next, std::uint64_t depth) {
  if (members_.empty()) start_threads();
  level_ = &level;
  depth_ = depth;
  known_ = e_.store.size();
  share_size_ = std::clamp<std::size_t>(level.size() / (members_.size() * shares_for_each), 1, largest_share);
  taken_.store(0, std::memory_order_relaxed);  // the lock below publishes all of these
  stopped_.store(StopReason::nothing, std::memory_order_relaxed);
  {
    const std::lock_guard lock(mutex_);
    at_work_ = threads_.size();
    ++round_;
  }
  changed_.notify_all();
  work(*members_.front());
  // Others may need the tables to grow before they are done: the first takes no part in that while it waits.
  e_.main().session.leave();
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return at_work_ == 0; });
  }
  e_.main().session.take_part();
  const StopReason joined = join(level, next);
  const StopReason stopped = stopped_.load(std::memory_order_relaxed);
  return stopped != StopReason::nothing ? stopped : joined;
}

/// Puts the new states in order, and gives them their parents. A thread takes its shares, and the states in them, in
/// order; so its arrivals are in order but for those to which another thread knows an earlier step. These are few: they
/// are sorted, and merged with the others.
StopReason Team::join(Frontier& level, Frontier& next) {
  struct Arrival {
    std::uint64_t key;
    ArrivalLog::Block* block;
    std::size_t i;
    bool operator<(const Arrival& other) const { return key < other.key; }
  };
  struct Piece {
    std::size_t share;
    Member* member;
    std::size_t begin, end;
  };
  std::vector<Piece> pieces;
  for (const auto& m : members_) {
    for (std::size_t i = 0; i < m->shares.size(); ++i) {
      const std::size_t end = i + 1 < m->shares.size() ? m->shares[i + 1].begin : m->list.size;
      pieces.push_back({m->shares[i].number, m.get(), m->shares[i].begin, end});
    }
  }
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.share < b.share; });
  const auto each = [&](auto visit) {
    for (const Piece& piece : pieces) {
      for (std::size_t i = piece.begin; i < piece.end; ++i) {
        ArrivalLog::Block& block = *piece.member->list.blocks[i / ArrivalLog::block_size];
        const std::size_t at = i % ArrivalLog::block_size;
        const std::uint64_t key = block.keys[at].load(std::memory_order_relaxed);  // the threads have met
        visit(Arrival{key, &block, at}, ArrivalLog::position_of(key) / share_size_ == piece.share);
      }
    }
  };
  std::vector<Arrival> moved;
  each([&](const Arrival& arrival, bool in_place) {
    if (!in_place) moved.push_back(arrival);
  });
  std::sort(moved.begin(), moved.end());

  bool refused = false, cut_off = false;
  Worker& worker = e_.main();
  Successors steps;
  const auto enter = [&](const Arrival& arrival, bool in_place) {
    const std::uint32_t position = ArrivalLog::position_of(arrival.key);
    const StateId id = arrival.block->ids[arrival.i];
    e_.store.set_link(id, level.id(position).value);
    StateView state;
    if (e_.keeps_states()) {
      if (in_place) {
        state = arrival.block->state(arrival.i);
      } else {
        // What was kept is where the later step leads: another state with the same key.
        worker.generator->successors(level.state(position), steps);
        if (steps.is_cut_off()) {  // time is up: the level is never explored
          cut_off = true;
          return;
        }
        state = steps[ArrivalLog::step_of(arrival.key)].state;
        ensure(e_.store.kind() != StoreKind::exact || worker.session.find(state) == id,
               "the steps of a state were listed in another order than before");
      }
    }
    refused |= !next.push(id, state);
  };
  auto earlier = moved.begin();
  each([&](const Arrival& arrival, bool in_place) {
    if (!in_place) return;
    for (; earlier != moved.end() && *earlier < arrival; ++earlier) enter(*earlier, false);
    enter(arrival, true);
  });
  for (; earlier != moved.end(); ++earlier) enter(*earlier, false);

  std::vector<std::pair<std::uint64_t, DelayedArrival>> delayed;
  for (const auto& m : members_) {
    std::move(m->delayed.begin(), m->delayed.end(), std::back_inserter(delayed));
    m->delayed.clear();
    m->shares.clear();
    m->list = {};
    if (&m->worker != &worker) worker.log.take(m->worker.log);
  }
  arrivals_->clear();
  std::sort(delayed.begin(), delayed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [key, arrival] : delayed) delayed_.push(std::move(arrival));
  if (cut_off) return worker.why_cut_off(steps);
  return refused ? StopReason::memory : StopReason::nothing;
}

}  // namespace quotient
