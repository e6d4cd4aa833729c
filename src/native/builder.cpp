#include "native/builder.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <system_error>

#include "base/stop_signal.hpp"
#include "native/compiler.hpp"

namespace quotient::native {

namespace {

/// How soon it is looked whether the module is there from an earlier run: that costs a few milliseconds of another
/// core.
constexpr std::chrono::milliseconds look_up_after(40);

}  // namespace

Builder::Builder(Write write, EngineOptions options, Ready ready)
    : write_(std::move(write)), options_(std::move(options)), tell_ready_(std::move(ready)) {}

Builder::~Builder() {
  {
    const std::lock_guard lock(mutex_);
    stop_.store(true, std::memory_order_relaxed);  // the lock orders it for who waits; a poll sees it soon enough
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Builder::start(bool hurry) {
  const std::lock_guard lock(mutex_);
  if (hurry) {
    hurry_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) return;
  started_ = std::chrono::steady_clock::now();
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    failure_ = "the system gave no thread to make native code in";
    finished_ = true;
  }
}

std::string Builder::wait() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, std::chrono::milliseconds(20), [this] { return finished_; })) poll_stop();
  return failure_;
}

/// Whatever goes wrong here, the interpreter does the work: an exception that left this thread would end the program.
void Builder::run() {
  std::string failure;
  try {
    failure = make();
    if (module_ != nullptr) ready_.store(module_.get(), std::memory_order_release);
    if (module_ != nullptr && tell_ready_) tell_ready_(*module_);
  } catch (const std::bad_alloc&) {
    failure = "out of memory";  // short enough to need none
  } catch (const std::exception& e) {
    failure = e.what();
  }
  {
    const std::lock_guard lock(mutex_);
    failure_ = std::move(failure);
    finished_ = true;
  }
  changed_.notify_all();
}

/// False where it is to end.
bool Builder::pause(std::chrono::steady_clock::time_point until) {
  std::unique_lock lock(mutex_);
  const auto stopped = [this] { return stop_.load(std::memory_order_relaxed); };
  changed_.wait_until(lock, until, [&] { return stopped() || hurry_; });
  return !stopped();
}

std::string Builder::make() {
  if (!pause(started_ + std::min(look_up_after, options_.patience))) return "it was not needed";
  const ModuleText text = write_(&stop_);
  if (!text.unsupported.empty()) return "no native code can be written for this model: " + text.unsupported;
  const std::optional<Compiler> compiler = find_compiler(options_.compilers);
  if (!compiler) return "no C compiler was found (cc, gcc, clang or tcc)";
  const Cache cache(options_.cache_folder);
  PrivateFolder::remove_abandoned(cache.folder());
  const std::string key = Cache::key(text, *compiler);
  std::string error;
  if (const auto kept = cache.find(key)) {
    module_ = Module::load(*kept, text.stamp, error, cache.folder());
    if (module_ != nullptr) return {};
  }
  if (!pause(started_ + options_.patience)) return "it was not needed";
  const PrivateFolder folder = PrivateFolder::make(cache.folder());
  if (!folder) return "no folder for temporary files can be made";
  const unsigned jobs = std::max(1U, std::thread::hardware_concurrency() - 1);
  const auto made = compile(*compiler, text, folder.path(), jobs, stop_, error);
  if (!made) return error;
  module_ = Module::load(*made, text.stamp, error, folder.path());
  if (module_ == nullptr) return error;
  cache.keep(key, *made);
  return {};
}

}  // namespace quotient::native
