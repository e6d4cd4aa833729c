#include "search/levels/team.hpp"

#include <algorithm>
#include <utility>

#include "search/guarded.hpp"
#include "search/levels/arrival_list.hpp"
#include "search/levels/pipeline.hpp"

namespace quotient {

namespace {

/// Positions that a thread takes at a time: enough that taking them costs nothing, few enough that all end together.
constexpr std::size_t largest_share = 128, shares_for_each = 8;

/// Takes part in the growth of tables, also where an exception ends that: the others would wait for ever.
class Participation {
 public:
  explicit Participation(Store::Session& session) : session_(session) { session_.take_part(); }
  Participation(const Participation&) = delete;
  Participation& operator=(const Participation&) = delete;
  ~Participation() { session_.leave(); }

 private:
  Store::Session& session_;
};

}  // namespace

/// One thread of the team. The first is the thread that explores the small levels alone.
struct Team::Member {
  Member(Worker& w, Exploration& e) : worker(w), pipeline(w), arrivals(e.budget, e.keeps_states()) {}

  /// Where in the list the arrivals from one share begin.
  struct Begin {
    std::size_t share;
    std::size_t at;
  };

  Worker& worker;
  Pipeline pipeline;
  ArrivalList arrivals;
  std::vector<Begin> shares;
  std::vector<std::pair<std::uint64_t, DelayedArrival>> delayed;  // by their step: its source's position, its number
};

Team::Team(Exploration& e, DelayedArrivals& delayed) : e_(e), delayed_(delayed) {}

Team::~Team() = default;

bool Team::worth_it(const Frontier& level) const {
  const bool shares = e_.options.threads >= 2 && level.size() >= e_.options.smallest_shared_level;
  if ((!shares && !e_.options.partial_orders) || e_.store.kind() == StoreKind::bitstate || e_.floods ||
      e_.options.entered || level.size() > ArrivalList::position_bound)
    return false;
  // Near the limit of states one thread decides which are the last: else it would be the clock.
  const std::uint64_t most = e_.options.limits.max_states;
  return most == Limits::none || level.size() < (most - std::min(most, e_.store.size())) / 16;
}

bool Team::cut() const {
  return std::any_of(members_.begin(), members_.end(), [](const auto& m) { return m->pipeline.cut(); });
}

void Team::start_threads() {
  members_.push_back(std::make_unique<Member>(e_.main(), e_));
  while (members_.size() < e_.options.threads) members_.push_back(std::make_unique<Member>(e_.add_worker(), e_));
  for (const auto& m : members_) m->worker.session.expect_to_lower_links();
  crew_ = std::make_unique<Crew>(members_.size());
}

void Team::stop(StopReason reason) {
  // Relaxed: the first reason stays, and nothing is published by it.
  StopReason none = StopReason::nothing;
  stopped_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
}

void Team::explore(Member& member) {
  Worker& worker = member.worker;
  const bool reports = &member == members_.front().get();
  struct Arrivals {
    ArrivalList& list;
    Store& store;
    MemoryBudget& budget;
    std::vector<std::pair<std::uint64_t, DelayedArrival>>& delayed;
    std::uint64_t depth;
    bool refused = false;
    bool leads_on = false;  // a step of the batch leads to the next level
    const Store::Batch* batch = nullptr;
    std::uint32_t link(std::size_t) const { return ArrivalList::link_of(batch->position); }
    bool enter(std::size_t i, StateId id) {
      if (list.push(batch->position, id, batch->steps[i].state)) return true;
      store.set_link(id, batch->source.value);  // nobody else will
      return false;
    }
    void found(std::size_t i, StateId id) {
      leads_on = leads_on || ArrivalList::is_of_next_level(store, id);
      if (ArrivalList::comes_first(store, id, batch->position)) refused |= !enter(i, id);
    }
    bool fresh(std::size_t i, StateId id) {
      leads_on = true;
      return enter(i, id);
    }
    bool later(std::size_t i, std::uint32_t steps) {
      DelayedArrival arrival = DelayedArrivals::make(budget, *batch, i, depth + 1 + steps);
      if (arrival.bytes == nullptr) return false;
      delayed.emplace_back(std::uint64_t{batch->position} << 32 | i, std::move(arrival));
      return true;
    }
  } arrivals{member.arrivals, e_.store, e_.budget, member.delayed, depth_};
  const auto store = [&](Store::Batch& batch) {
    const std::size_t share = batch.position / share_size_;
    if (member.shares.empty() || member.shares.back().share != share)
      member.shares.push_back({share, member.arrivals.size()});
    arrivals.batch = &batch;
    arrivals.leads_on = false;
    StopReason reason = worker.arrive(batch, depth_ + 1, arrivals);
    // The level proviso: what is left out must not be so for ever. Which states are of the next level does not depend
    // on threads, so neither does this.
    while (reason == StopReason::nothing && batch.steps.has_more() && !arrivals.leads_on) {
      worker.advance(batch);
      reason = worker.arrive(batch, depth_ + 1, arrivals);
    }
    return arrivals.refused ? StopReason::memory : reason;
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
  taken_.store(0, std::memory_order_relaxed);  // the crew publishes all of these
  stopped_.store(StopReason::nothing, std::memory_order_relaxed);
  e_.main().session.leave();
  crew_->together([this](std::size_t i) {
    // Where others need the tables to grow before they are done, who is done takes no part in that.
    const Participation part(members_[i]->worker.session);
    const StopReason ended = guarded(e_.watch, [&] {
      explore(*members_[i]);
      return StopReason::nothing;
    });
    if (ended != StopReason::nothing) stop(ended);
  });
  e_.main().session.take_part();
  if (!join(next)) stop(StopReason::memory);
  return stopped_.load(std::memory_order_relaxed);
}

/// Puts the new states in order, and gives them their parents. A thread takes its shares, and the states in them, in
/// order; so it is enough to take the shares in order, and of each what came first.
bool Team::join(Frontier& next) {
  std::vector<Share> shares = shares_in_order();
  std::atomic<std::size_t> taken = 0;
  const auto share_out = [&](std::size_t parts, auto work) {
    taken.store(0, std::memory_order_relaxed);  // each part is taken once, that is all
    crew_->together([&](std::size_t) {
      for (std::size_t part = 0; (part = taken.fetch_add(1, std::memory_order_relaxed)) < parts;) work(part);
    });
  };
  share_out(shares.size(), [&](std::size_t i) { strike_late_arrivals(shares[i]); });
  std::size_t count = 0;
  for (Share& share : shares) {
    share.before = count;
    count += share.count;
  }
  std::atomic<bool> refused = !next.make_room(count);
  Frontier* const room = refused ? nullptr : &next;
  share_out(Frontier::blocks_for(count), [&](std::size_t block) {
    const std::size_t begin = block * Frontier::block_size;
    const bool entered = enter_block(shares, begin, std::min(begin + Frontier::block_size, count), room);
    if (!entered) refused.store(true, std::memory_order_relaxed);  // read when the threads have met
  });
  hand_over();
  return !refused;
}

std::vector<Team::Share> Team::shares_in_order() const {
  std::vector<Share> shares;
  for (const auto& m : members_) {
    for (std::size_t i = 0; i < m->shares.size(); ++i) {
      const std::size_t end = i + 1 < m->shares.size() ? m->shares[i + 1].at : m->arrivals.size();
      shares.push_back({m->shares[i].share, m.get(), m->shares[i].at, end});
    }
  }
  std::sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) { return a.number < b.number; });
  return shares;
}

void Team::strike_late_arrivals(Share& share) {
  ArrivalList& arrivals = share.member->arrivals;
  for (std::size_t i = share.begin; i < share.end; ++i) {
    if (e_.store.link(arrivals.id(i)) == ArrivalList::link_of(arrivals.position(i))) {
      ++share.count;
    } else {
      arrivals.strike(i);
    }
  }
}

/// Without room for the next level the states get their parents all the same.
bool Team::enter_block(const std::vector<Share>& shares, std::size_t begin, std::size_t end, Frontier* room) {
  bool entered = room != nullptr;
  // The last share that does not begin behind the block.
  auto share = std::upper_bound(shares.begin(), shares.end(), begin,
                                [](std::size_t position, const Share& s) { return position < s.before; }) -
               1;
  for (; share != shares.end() && share->before < end; ++share) {
    const ArrivalList& arrivals = share->member->arrivals;
    std::size_t at = share->before;
    for (std::size_t i = share->begin; i < share->end && at < end; ++i) {
      if (arrivals.is_struck(i)) continue;
      if (at >= begin) {
        const StateId id = arrivals.id(i);
        e_.store.set_link(id, level_->id(arrivals.position(i)).value);
        entered = entered && room->fill(at, id, e_.keeps_states() ? arrivals.state(i) : StateView());
      }
      ++at;
    }
  }
  return entered;
}

/// What else the threads have gathered, to where one thread would have put it.
void Team::hand_over() {
  Worker& worker = e_.main();
  std::vector<std::pair<std::uint64_t, DelayedArrival>> delayed;
  for (const auto& m : members_) {
    std::move(m->delayed.begin(), m->delayed.end(), std::back_inserter(delayed));
    m->delayed.clear();
    m->shares.clear();
    m->arrivals.clear();
    if (&m->worker != &worker) worker.log.take(m->worker.log);
  }
  std::sort(delayed.begin(), delayed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [key, arrival] : delayed) delayed_.push(std::move(arrival));
}

}  // namespace quotient
