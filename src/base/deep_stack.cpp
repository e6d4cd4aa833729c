#include "base/deep_stack.hpp"

#include <exception>
#include <new>
#include <pthread.h>

#include "base/stop_signal.hpp"

namespace quotient {

namespace {

struct Job {
  const std::function<void()>* work;
  const StopSignal* stop;
  std::exception_ptr thrown;
};

void* run(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  const StopScope scope(job.stop);
  try {
    (*job.work)();
  } catch (...) {
    job.thrown = std::current_exception();
  }
  return nullptr;
}

/// Where the address space is limited (ulimit -v), less has to do.
bool started(pthread_t& thread, Job& job) {
  for (std::size_t megabytes = 512; megabytes >= 64; megabytes /= 2) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, megabytes << 20U);
    const bool success = pthread_create(&thread, &attributes, run, &job) == 0;
    pthread_attr_destroy(&attributes);
    if (success) return true;
  }
  return false;
}

}  // namespace

void with_deep_stack(const std::function<void()>& work) {
  Job job{&work, current_stop(), nullptr};
  pthread_t thread{};
  if (!started(thread, job)) throw std::bad_alloc();
  pthread_join(thread, nullptr);
  if (job.thrown) std::rethrow_exception(job.thrown);
}

}  // namespace quotient
