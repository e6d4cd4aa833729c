#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

#include "cli/checkpoint.hpp"
#include "cli/cli.hpp"
#include "cli/interrupt.hpp"
#include "cli/launcher.hpp"
#include "cli/messages.hpp"
#include "driver/saved_run.hpp"
#include "driver/values.hpp"

namespace quotient::cli {

namespace {

using Clock = std::chrono::steady_clock;

/// So often in a row a job may die without having saved anything new before fewer ranks are tried.
constexpr unsigned most_vain_attempts = 2;

/// What ranks are to do: begin a check, or go on with its checkpoints.
struct Job {
  std::vector<std::string> begin;    // arguments of the program
  std::vector<std::string> options;  // those for `resume`, without the limit of time
  std::optional<double> seconds;     // that limit
  std::filesystem::path folder;
};

void append_options(std::vector<std::string>& line, const Arguments& arguments, bool resumed) {
  for (const auto& [name, values] : arguments.options) {
    const driver::Option& option = driver::option(name);
    if (name == "time" || name == "checkpoint" || (resumed && (option.commands & resume_command) == 0)) continue;
    const std::string shown(option.shown_name());
    if (values.empty()) line.push_back(shown);
    for (const std::string& value : values) {
      if (option.kind == driver::ValueKind::flag) {
        line.push_back(shown + "=" + value);
      } else {
        line.insert(line.end(), {shown, value});
      }
    }
  }
}

std::optional<Job> job_of(const Arguments& given, std::span<const std::string> launched, std::string& error) {
  if (launched.empty()) {
    error = "what to run is missing: quotient cluster -n 4 --checkpoint DIR -- check MODEL";
    return std::nullopt;
  }
  const CommandSpec* command = find_command(launched.front());
  if (command == nullptr || (command->command & (check_command | refines_command)) == 0) {
    error = fmt::format("ranks run check and refines, not '{}'", launched.front());
    return std::nullopt;
  }
  auto inner = parse_arguments(*command, launched.subspan(1), error);
  if (!inner) return std::nullopt;
  if (inner->help || inner->options.contains("checkpoint")) {
    error = "--checkpoint belongs before the --";
    return std::nullopt;
  }
  const std::optional<Settings> settings = make_settings(*inner, error);
  if (!settings) return std::nullopt;
  const std::string& checkpoint = given.options.at("checkpoint").front();
  Job job;
  job.folder = checkpoint_folder(checkpoint);
  job.begin = {launched.front()};
  // What launchers give ranks as standard output says nothing about ours.
  const std::string colour = settings->colour_on(STDOUT_FILENO) ? "always" : "never";
  inner->options["color"] = {colour};
  append_options(job.begin, *inner, false);
  job.begin.insert(job.begin.end(), {"--checkpoint", checkpoint, "--"});
  job.begin.insert(job.begin.end(), inner->positional.begin(), inner->positional.end());
  append_options(job.options, *inner, true);
  if (const auto at = inner->options.find("time"); at != inner->options.end()) {
    job.seconds = driver::parse_duration(at->second.front())->count();
  }
  return job;
}

/// Changes whenever something new was saved.
std::uint64_t saved_so_far(const std::filesystem::path& folder) {
  std::string ignored;
  std::uint64_t bytes = 0;
  for (const Manifest& search : saved_searches(folder, ignored)) bytes += 1 + search.bytes() + search.progress.level;
  return bytes;
}

/// The code of a job that needs no other attempt: it ended by itself, or would end in the same way again.
std::optional<ExitCode> final_code(const Job& job, int code) {
  const auto outcome = driver::read_outcome(job.folder);
  const bool died = code > static_cast<int>(ExitCode::internal_error);
  // When a rank dies, the launcher interrupts the others: that the first one ends as incomplete then is no end of the
  // job.
  if (outcome && (!died || outcome->exit_code < static_cast<int>(ExitCode::wrong_input))) {
    return static_cast<ExitCode>(outcome->exit_code);
  }
  // 1 is also what launchers say of themselves; a check that ended with it has said so in the folder.
  if (died || code == static_cast<int>(ExitCode::violated)) return std::nullopt;
  return static_cast<ExitCode>(code);
}

class Attempts {
 public:
  Attempts(Job job, Launcher launcher, std::size_t ranks, std::string hosts)
      : job_(std::move(job)), launcher_(std::move(launcher)), ranks_(ranks), hosts_(std::move(hosts)) {}

  ExitCode run() {
    const StopSignal& stop = catch_interrupts();
    for (;;) {
      const std::uint64_t saved = saved_so_far(job_.folder);
      std::string error;
      const auto line = next_line();
      if (!line) {
        say("incomplete: the time limit was reached; the last checkpoint is kept\n");
        return ExitCode::incomplete;
      }
      driver::remove_outcome(job_.folder);
      const auto launch = Launch::start(launcher_.line(ranks_, hosts_, *line), error);
      if (!launch) {
        complain(error);
        return ExitCode::wrong_input;
      }
      const int code = launch->wait(stop, hosts_.empty());
      const auto last = final_code(job_, code);
      if (last || stop.raised()) {
        print(launch->output());
        return last.value_or(ExitCode::incomplete);
      }
      if (!try_again(code, saved_so_far(job_.folder) != saved)) return ExitCode::incomplete;
    }
  }

 private:
  /// Nullopt where no time is left.
  std::optional<std::vector<std::string>> next_line() const {
    std::error_code failure;
    std::vector<std::string> line = {std::filesystem::read_symlink("/proc/self/exe", failure).string()};
    const bool resumes = driver::has_saved_run(job_.folder);
    if (resumes) {
      line.push_back("resume");
      line.insert(line.end(), job_.options.begin(), job_.options.end());
    }
    std::vector<std::string> limit;
    if (job_.seconds) {
      const double left = *job_.seconds - std::chrono::duration<double>(Clock::now() - begun_).count();
      if (left <= 0) return std::nullopt;
      limit = {"--time", fmt::format("{:.3f}s", left)};
    }
    if (resumes) {
      line.insert(line.end(), limit.begin(), limit.end());
      line.insert(line.end(), {"--", job_.folder.string()});
    } else {
      line.push_back(job_.begin.front());
      line.insert(line.end(), limit.begin(), limit.end());
      line.insert(line.end(), job_.begin.begin() + 1, job_.begin.end());
    }
    return line;
  }

  bool try_again(int code, bool progressed) {
    vain_ = progressed ? 0 : vain_ + 1;
    const std::string died = fmt::format("the job died (exit code {})", code);
    if (vain_ > most_vain_attempts) {
      if (ranks_ == 1) {
        complain(died + " again and again without saving anything new; it is not started again");
        return false;
      }
      ranks_ /= 2;
      vain_ = 1;
    }
    complain(fmt::format("{}; starting again {} with {} rank{}", died,
                         driver::has_saved_run(job_.folder) ? "from the last checkpoint" : "from the beginning", ranks_,
                         ranks_ == 1 ? "" : "s"));
    return true;
  }

  const Job job_;
  const Launcher launcher_;
  std::size_t ranks_;
  const std::string hosts_;
  unsigned vain_ = 0;  // attempts in a row that saved nothing
  const Clock::time_point begun_ = Clock::now();
};

}  // namespace

ExitCode cluster(const Arguments& arguments, std::span<const std::string> launched) {
  std::string error;
  for (const char* needed : {"n", "checkpoint"}) {
    if (!arguments.options.contains(needed)) {
      error = fmt::format("{} is missing: quotient cluster -n 4 --checkpoint DIR -- check MODEL",
                          driver::option(needed).shown_name());
    }
  }
  std::optional<Job> job;
  if (error.empty()) job = job_of(arguments, launched, error);
  std::optional<Launcher> launcher;
  if (error.empty()) launcher = Launcher::find(error);
  if (!launcher) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const auto hosts = arguments.options.find("hosts");
  const std::size_t ranks = *driver::parse_count(arguments.options.at("n").front());
  return Attempts(*job, *launcher, ranks, hosts == arguments.options.end() ? "" : hosts->second.front()).run();
}

}  // namespace quotient::cli
