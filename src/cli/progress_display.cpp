#include "cli/progress_display.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

#include "report/look.hpp"
#include "report/text.hpp"

namespace quotient::cli {

ProgressDisplay::ProgressDisplay(const Settings& settings) : terminal_(isatty(STDERR_FILENO) == 1) {
  wanted_ = settings.progress == When::always || (settings.progress == When::automatic && terminal_ && !settings.quiet);
}

void ProgressDisplay::take_away() {
  if (shown_ && terminal_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void ProgressDisplay::clear() {
  take_away();
  last_ = 0;
  outlook_ = {};
}

std::function<void(const Progress&)> ProgressDisplay::hook() {
  if (!wanted_) return {};
  return [this](const Progress& progress) {
    if (!terminal_ && progress.seconds - last_ < 1) return;
    last_ = progress.seconds;
    shown_ = true;
    const std::optional<double> left = outlook_.add(progress);
    if (terminal_) {
      // A line that is wrapped could not be taken back.
      const std::size_t columns = columns_of(STDERR_FILENO);
      const std::string line = progress_line(progress, left);
      fmt::print(stderr, "\r{}\033[K", columns == 0 ? line : line.substr(0, columns - 1));
    } else {
      fmt::print(stderr, "{}\n", progress_line(progress, left));
    }
    std::fflush(stderr);
  };
}

}  // namespace quotient::cli
