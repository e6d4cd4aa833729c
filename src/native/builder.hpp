#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "native/emit.hpp"
#include "native/engine.hpp"
#include "native/module.hpp"

namespace quotient::native {

/// Makes a module in a thread of its own.
class Builder {
 public:
  /// Writes the text of the module; may end early where the flag becomes true.
  using Write = std::function<ModuleText(const std::atomic<bool>*)>;
  using Ready = std::function<void(const Module&)>;
  /// Both are called by the thread, `ready` as soon as there is a module, which lives as long as the builder.
  Builder(Write write, EngineOptions options, Ready ready = {});
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder();

  /// Starts it, unless it was started before; in a hurry it does not wait for the search to have run for a while.
  /// May be called by any thread.
  void start(bool hurry);
  /// Waits for the end, or until the signal of the thread is raised (Stopped). Why there is no module, or empty.
  std::string wait();
  /// Null until it is ready. May be called by any thread; valid as long as the builder.
  const Module* module() const {
    // Pairs with the release in `run`: who sees the pointer sees the module behind it.
    return ready_.load(std::memory_order_acquire);
  }

 private:
  void run();
  std::string make();
  bool pause(std::chrono::steady_clock::time_point until);

  const Write write_;
  const EngineOptions options_;
  const Ready tell_ready_;
  std::chrono::steady_clock::time_point started_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  bool hurry_ = false;     // guarded by mutex_
  bool finished_ = false;  // guarded by mutex_
  std::string failure_;    // guarded by mutex_
  std::atomic<bool> stop_ = false;
  std::unique_ptr<Module> module_;
  std::atomic<const Module*> ready_ = nullptr;
};

}  // namespace quotient::native
