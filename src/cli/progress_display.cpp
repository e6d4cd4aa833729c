#include "cli/progress_display.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "report/look.hpp"
#include "report/text.hpp"
#include "report/words.hpp"

namespace quotient::cli {

ProgressDisplay::ProgressDisplay(const Settings& settings)
    : settings_(settings), terminal_(isatty(STDERR_FILENO) == 1 && !settings.progress_json) {
  wanted_ = settings.progress_json || settings.progress == When::always ||
            (settings.progress == When::automatic && terminal_ && !settings.quiet);
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

/// In its folder, as `quotient status` does.
void ProgressDisplay::look_for_checkpoint(double seconds) {
  constexpr double between_looks = 5;
  if (settings_.checkpoint.empty() || (looked_ >= 0 && seconds - looked_ < between_looks)) return;
  looked_ = seconds;
  checkpoint_ = last_checkpoint(settings_);
}

std::string ProgressDisplay::line(const Progress& progress, std::optional<double> left) const {
  std::string text = progress_line(progress, left);
  if (checkpoint_) {
    text += fmt::format(", checkpoint {} ago, {} on disk",
                        seconds_in_words(static_cast<double>(std::time(nullptr) - checkpoint_->written)),
                        bytes_in_words(checkpoint_->bytes));
  }
  return text;
}

std::string ProgressDisplay::json_line(const Progress& progress, std::optional<double> left) const {
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.states) / progress.seconds : 0;
  nlohmann::ordered_json out = {{"states", progress.states},
                                {"states_per_second", std::floor(rate)},
                                {"waiting", progress.waiting},
                                {"depth", progress.depth},
                                {"memory_bytes", progress.memory_bytes},
                                {"disk_bytes", progress.disk_bytes},
                                {"seconds", progress.seconds},
                                {"seconds_left", nullptr},
                                {"checkpoint", nullptr}};
  if (left) out["seconds_left"] = *left;
  if (checkpoint_) out["checkpoint"] = {{"written", checkpoint_->written}, {"bytes", checkpoint_->bytes}};
  return out.dump();
}

std::function<void(const Progress&)> ProgressDisplay::hook() {
  if (!wanted_) return {};
  return [this](const Progress& progress) {
    if (!terminal_ && progress.seconds - last_ < 1) return;
    last_ = progress.seconds;
    shown_ = true;
    const std::optional<double> left = outlook_.add(progress);
    look_for_checkpoint(progress.seconds);
    if (settings_.progress_json) {
      fmt::print(stderr, "{}\n", json_line(progress, left));
    } else if (terminal_) {
      // A line that is wrapped could not be taken back.
      const std::size_t columns = columns_of(STDERR_FILENO);
      const std::string text = line(progress, left);
      fmt::print(stderr, "\r{}\033[K", columns == 0 ? text : text.substr(0, columns - 1));
    } else {
      fmt::print(stderr, "{}\n", line(progress, left));
    }
    std::fflush(stderr);
  };
}

}  // namespace quotient::cli
