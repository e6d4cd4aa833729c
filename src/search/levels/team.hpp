#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/levels/crew.hpp"
#include "search/levels/delayed.hpp"
#include "search/levels/exploration.hpp"
#include "search/levels/frontier.hpp"

namespace quotient {

/// Threads that explore a level together. What they leave behind is what one thread would have: the same states with
/// the same parents. For where several states lead to the same new one, the step counts whose source has the least
/// order, not the one that was first by the clock. In which order the next level has its states does not matter.
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
  void explore(Member& member);
  bool finish(Frontier& next);
  void stop(StopReason reason);

  Exploration& e_;
  DelayedArrivals& delayed_;
  std::vector<std::unique_ptr<Member>> members_;

  // Of the present level.
  const Frontier* level_ = nullptr;
  std::uint64_t depth_ = 0;
  std::size_t share_size_ = 1;
  std::uint64_t known_ = 0;  // states before it
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<StopReason> stopped_ = StopReason::nothing;

  std::unique_ptr<Crew> crew_;  // last: its threads end before what they work with
};

}  // namespace quotient
