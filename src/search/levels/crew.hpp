#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace quotient {

/// A pool of threads that run one job after another together. The calling thread is the first of them.
class Crew {
 public:
  /// Starts fewer threads if the system refuses more.
  explicit Crew(std::size_t size);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  std::size_t size() const { return threads_.size() + 1; }
  /// Calls `work(i)` for all `i` below `size`, each in its own thread, and returns when all are done. What one of
  /// them throws is thrown here then.
  void together(const std::function<void(std::size_t)>& work);

 private:
  void follow(std::size_t i);
  void work_on(std::size_t i);
  template <typename Done>
  void wait_until(Done done);
  void wake_all();

  const std::function<void(std::size_t)>* work_ = nullptr;  // of this round
  std::atomic<std::uint64_t> round_ = 0;
  std::atomic<std::size_t> at_work_ = 0;
  std::atomic<bool> dismissed_ = false;
  std::mutex mutex_;  // for those that sleep until one of these changes
  std::condition_variable changed_;
  std::exception_ptr thrown_;  // first of this round; guarded by mutex_
  std::vector<std::thread> threads_;
};

}  // namespace quotient
