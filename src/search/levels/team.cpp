#include "search/levels/team.hpp"

#include <algorithm>
#include <utility>

#include "search/guarded.hpp"
#include "search/levels/level_arrivals.hpp"
#include "search/levels/pipeline.hpp"

namespace quotient {

namespace {

/// Positions that a thread takes at a time: enough that taking them costs nothing, few enough that all end together.
constexpr std::size_t largest_share = 128, shares_for_each = 8;

/// Takes part in the growth of tables, also where an exception ends that: the others would wait for ever.
class Participation {
 public:
  explicit Participation(KeyedSession& session) : session_(session) { session_.take_part(); }
  Participation(const Participation&) = delete;
  Participation& operator=(const Participation&) = delete;
  ~Participation() { session_.leave(); }

 private:
  KeyedSession& session_;
};

}  // namespace

/// One thread of the team. The first is the thread that explores the small levels alone.
struct Team::Member {
  Member(Worker& w, Exploration& e) : worker(w), pipeline(w), arrivals(e, 0) {}

  Worker& worker;
  Pipeline pipeline;
  LevelArrivals arrivals;
};

Team::Team(Exploration& e, DelayedArrivals& delayed) : e_(e), delayed_(delayed) {}

Team::~Team() = default;

bool Team::worth_it(const Frontier& level) const {
  return e_.options.threads >= 2 && !e_.as_met && !e_.options.entered &&
         level.size() >= e_.options.smallest_shared_level && !(e_.options.by_one_thread && e_.options.by_one_thread());
}

bool Team::cut() const {
  return std::any_of(members_.begin(), members_.end(), [](const auto& m) { return m->pipeline.cut(); });
}

void Team::start_threads() {
  members_.push_back(std::make_unique<Member>(e_.main(), e_));
  while (members_.size() < e_.options.threads) members_.push_back(std::make_unique<Member>(e_.add_worker(), e_));
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
  const auto store = [&](Store::Batch& batch) { return member.arrivals.store(worker, batch); };
  member.arrivals.depth = depth_;
  member.pipeline.begin(depth_);
  const std::size_t extent = level_->extent();
  StopReason reason = StopReason::nothing;
  while (reason == StopReason::nothing) {
    // Relaxed: each share is taken once, that is all.
    const std::size_t begin = taken_.fetch_add(share_size_, std::memory_order_relaxed);
    if (begin >= extent) break;
    for (std::size_t position = begin; position < std::min(begin + share_size_, extent); ++position) {
      if (level_->is_struck(position)) continue;
      worker.session.pause();
      if (reports) {
        reason = e_.watch.check();
        if (e_.watch.time_to_report()) {
          const std::uint64_t waiting = level_->size() - std::min<std::uint64_t>(level_->size(), begin);
          e_.report_progress(waiting + e_.store.size() - known_, depth_);
        }
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
  share_size_ = std::clamp<std::size_t>(level.extent() / (members_.size() * shares_for_each), 1, largest_share);
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
  if (!finish(next)) stop(StopReason::memory);
  return stopped_.load(std::memory_order_relaxed);
}

/// However the level ended, all states have parents then.
bool Team::finish(Frontier& next) {
  std::atomic<bool> refused = false;
  crew_->together([&](std::size_t i) {
    // Relaxed: read when the threads have met.
    if (!members_[i]->arrivals.settle()) refused.store(true, std::memory_order_relaxed);
  });
  std::vector<LevelArrivals*> parts;
  for (const auto& m : members_) {
    parts.push_back(&m->arrivals);
    if (&m->worker != &e_.main()) e_.main().log.merge(m->worker.log);
  }
  const bool joined = join(e_, parts, next, delayed_);
  return joined && !refused;
}

}  // namespace quotient
