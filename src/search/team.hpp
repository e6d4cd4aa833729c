#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/delayed.hpp"
#include "search/exploration.hpp"
#include "search/frontier.hpp"
#include "search/pipeline.hpp"

namespace quotient {

class ArrivalLog;

/// Threads that explore a level together. What they leave behind is what one thread would have: the same states with
/// the same parents, and a next level in the same order. For where two states lead to the same new one, the step counts
/// that one thread would have taken first, not the one that was first by the clock; the level is put in order at its
/// end.
class Team {
 public:
  /// Threads are started when the first level is worth it.
  Team(Exploration& e, DelayedArrivals& delayed);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team();

  /// Whether the level is large enough to share it out.
  bool worth_it(const Frontier& level) const;
  StopReason explore_level(Frontier& level, Frontier& next, std::uint64_t depth);
  /// Whether a step was left out because it would have gone too deep.
  bool cut() const;

 private:
  struct Member;

  void start_threads();
  void run(Member& member);
  void work(Member& member);
  StopReason join(Frontier& level, Frontier& next);
  void stop(StopReason reason);

  Exploration& e_;
  DelayedArrivals& delayed_;
  std::vector<std::unique_ptr<Member>> members_;
  std::unique_ptr<ArrivalLog> arrivals_;

  // Of the present level.
  const Frontier* level_ = nullptr;
  std::uint64_t depth_ = 0;
  std::size_t share_size_ = 1;
  std::uint64_t known_ = 0;  // states before it
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<StopReason> stopped_ = StopReason::nothing;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::uint64_t round_ = 0;
  std::size_t at_work_ = 0;
  bool dismissed_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace quotient
