#pragma once

#include <functional>

#include "base/deadline.hpp"
#include "driver/hooks.hpp"

namespace quotient::driver {

/// What each phase is called where a limit ends it there: "… was reached while …".
namespace phases {
inline constexpr const char* loading = "reading the model";
inline constexpr const char* symmetry = "looking for symmetry";
inline constexpr const char* compiling = "compiling native code";
inline constexpr const char* search = "searching";
inline constexpr const char* closing = "closing views";
inline constexpr const char* telling = "rebuilding the counterexample";
inline constexpr const char* explaining = "explaining what breaks symmetry";
inline constexpr const char* vacuity = "looking for conditions that never hold";
inline constexpr const char* details = "drawing the state graph";
inline constexpr const char* writing = "writing the result";
}  // namespace phases

/// Runs a phase in which `poll_stop` asks the deadline. False where that, or memory that the system refuses, ended it:
/// what `work` was making is then not to be used. This is where Stopped and std::bad_alloc are caught.
bool run_phase(Deadline& deadline, const char* phase, const std::function<void()>& work);

/// The same for a phase that has a signal of its own.
bool run_guarded(Deadline& deadline, const StopSignal& signal, const std::function<void()>& work);

/// The limits of a search within a command: its deadline stands for the limit of time.
void use_deadline(Limits& limits, const Hooks& hooks);

/// The deadline of a job that is to end as the limits say, or when `interrupt` is raised.
Deadline::Options deadline_options(const Limits& limits, const StopSignal* interrupt = nullptr);

}  // namespace quotient::driver
