#pragma once

#include <string>

#include "base/deadline.hpp"
#include "base/stop_signal.hpp"
#include "cli/options.hpp"

namespace quotient::cli {

/// From now on Ctrl-C, SIGTERM and SIGHUP raise the signal that is returned, once; a second one of them ends the
/// program at once, and with it what must not outlive it. SIGHUP stays ignored where it was (nohup).
const StopSignal& catch_interrupts();

/// The next line of standard input; false at its end. Throws Stopped where one of these signals ends the waiting: the
/// deadline may not have seen it yet.
bool read_answer(std::string& line);

/// What a command does once its model is there: "simulating".
const char* activity_of(Command command);

/// For phases that go on although they are to end: prints what is known, and ends the program with the exit code for
/// incomplete results; if nothing can be printed, with that of an output that cannot be written.
[[noreturn]] void give_up(const Deadline& deadline);

/// "incomplete: the time limit of 5 s was reached while reading the model". On standard output, as every verdict.
void report_stop(const Deadline& deadline, StopCause cause);

}  // namespace quotient::cli
