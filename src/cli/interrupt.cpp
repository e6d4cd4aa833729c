#include "cli/interrupt.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <iostream>
#include <string>
#include <string_view>
#include <unistd.h>

#include "base/leftovers.hpp"
#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

// A signal handler can reach nothing but a global.
StopFlag interrupted;
std::atomic<std::int64_t> first_interrupt = 0;  // in milliseconds of the monotonic clock; 0: none yet
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// timeout(1) and its like send a signal to a process and then to its group: two signals that mean one.
constexpr std::int64_t same_wish = 200;  // milliseconds

std::int64_t now_in_milliseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

/// Calls only what POSIX allows in a signal handler. Relaxed: no other memory is published by the time.
void on_signal(int number) {
  const std::int64_t now = now_in_milliseconds();
  std::int64_t first = 0;
  if (first_interrupt.compare_exchange_strong(first, now, std::memory_order_relaxed)) {
    interrupted.raise();
    return;
  }
  if (now - first < same_wish) return;
  end_leftovers();
  std::signal(number, SIG_DFL);
  raise(number);  // takes effect when the handler returns
}

std::string stop_line(const Deadline& deadline, StopCause cause) {
  Limits limits;
  limits.time = deadline.options().time;
  limits.memory = deadline.options().memory;
  std::string text = "incomplete: ";
  text += cause == StopCause::interrupt ? "interrupted" : in_words(stop_reason(cause), limits);
  if (*deadline.phase() != '\0') text += fmt::format(" while {}", deadline.phase());
  return text + "\n";
}

/// Writes past the buffer of the stream. On failure `error` says what flush_output would have said.
bool write_at_once(int descriptor, std::string_view text, std::string& error) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      error = output_error();
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

const StopSignal& catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    if (number == SIGHUP && sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(number, &action, nullptr);
  }
  return interrupted;
}

bool read_answer(std::string& line) {
  if (std::getline(std::cin, line)) return true;
  say("\n");
  if (interrupted.raised()) throw Stopped{StopCause::interrupt};
  return false;
}

const char* activity_of(Command command) {
  switch (command) {
    case simulate_command:
      return "simulating";
    case inductive_command:
      return "looking at steps";
    case certify_command:
      return "checking the certificate";
    case repl_command:
      return "evaluating";
    case replay_command:
      return "replaying";
    case lts_command:
      return "exploring";
    case lps_command:
      return "linearising";
    case symmetry_command:
      return "looking for symmetry";
    case convert_command:
      return "converting";
    case expand_command:
      return "expanding";
    case compare_command:
      return "comparing";
    case report_command:
      return "making the page";
    case check_command:
    case refines_command:
    case lsp_command:
    case mcp_command:
    case dap_command:
    case studio_command:
    case resume_command:
    case status_command:
    case cluster_command:
      break;
  }
  return "";
}

void report_stop(const Deadline& deadline, StopCause cause) { say(stop_line(deadline, cause)); }

void give_up(const Deadline& deadline) {
  // Not through the buffers of the streams, whose locks the work may hold.
  ExitCode code = ExitCode::incomplete;
  if (std::string error; !write_at_once(STDOUT_FILENO, stop_line(deadline, deadline.cause()), error)) {
    code = ExitCode::wrong_input;
    write_at_once(STDERR_FILENO, "quotient: " + error + "\n", error);
  }
  end_leftovers();
  std::_Exit(static_cast<int>(code));
}

}  // namespace quotient::cli
