#pragma once

#include <functional>

#include "base/deadline.hpp"
#include "report/look.hpp"
#include "search/search.hpp"

namespace quotient::driver {

/// How the caller of a check follows it, and ends it. All are optional.
struct Hooks {
  /// Of the whole command or job, loading included. Must outlive the check. Without it the limits of the settings
  /// count from the beginning of the check on.
  Deadline* deadline = nullptr;
  /// Called a few times a second by the thread that searches.
  std::function<void(const Progress&)> progress;
  /// One of the searches of a check has ended; calls that follow belong to the next.
  std::function<void()> search_ended;
  /// For runs that are shown before there is a report.
  Look look = {};
  /// Called with the states of the first search, one after the other: it then has a single thread.
  std::function<void(const System&, StateView)> entered = {};
};

}  // namespace quotient::driver
