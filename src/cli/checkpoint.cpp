#include "cli/checkpoint.hpp"

#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "cli/messages.hpp"
#include "cli/version.hpp"
#include "driver/saved_run.hpp"
#include "driver/values.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

constexpr std::chrono::duration<double> usual_interval = std::chrono::minutes(10);

/// "DIR,10m"; a folder may have commas in its name where what follows the last is no time.
struct CheckpointArgument {
  std::string folder;
  std::string interval;
};

CheckpointArgument parse_checkpoint(const std::string& text) {
  const std::size_t comma = text.rfind(',');
  if (comma == std::string::npos || !driver::parse_duration(text.substr(comma + 1))) return {text, ""};
  return {text.substr(0, comma), text.substr(comma + 1)};
}

/// Those that `resume` does not take: what is left to it does not change the result.
std::vector<std::string> deciding_arguments(const Arguments& arguments) {
  return option_words(arguments, [](const driver::Option& option) {
    return (option.commands & resume_command) == 0 && option.key() != "checkpoint";
  });
}

std::string cannot_be_saved(const Settings& settings) {
  if (settings.search.order != SearchOrder::breadth_first) return "--checkpoint needs --search bfs";
  if (settings.search.store == StoreKind::bitstate) return "--checkpoint needs --store exact or compact";
  if (settings.audit) return "--checkpoint cannot be combined with --audit";
  return "";
}

/// Paths on the command line of `resume` are from where that is typed, those of the run from where it was started.
std::string absolute(const std::string& path) {
  return path == "-" || path.empty() ? path : std::filesystem::absolute(path).string();
}

std::optional<Settings> settings_of_run(const Settings& asked, const driver::SavedRun& run, std::string& error) {
  std::vector<std::string> line = run.arguments;
  const std::string folder = absolute(asked.model.path);
  line.insert(line.end(), {"--checkpoint", run.interval.empty() ? folder : folder + "," + run.interval});
  for (const auto& [name, values] : asked.arguments.options) {
    const driver::Option& option = driver::option(name);
    const bool is_path = option.value == "FILE";
    line.emplace_back(option.shown_name());
    for (const std::string& value : values) line.push_back(is_path ? absolute(value) : value);
  }
  line.insert(line.end(), {"--", run.model});
  const auto arguments = parse_arguments(*find_command("check"), line, error);
  if (!arguments || arguments->help || arguments->positional.size() != 1) {
    if (error.empty()) error = "the saved arguments are not those of a check";
    return std::nullopt;
  }
  std::error_code failure;
  std::filesystem::current_path(run.directory, failure);
  if (failure) {
    error = fmt::format("{}: {}", run.directory, failure.message());
    return std::nullopt;
  }
  std::optional<Settings> settings = make_settings(*arguments, error);
  if (!settings) return std::nullopt;
  settings->resumes = true;
  settings->deadline = asked.deadline;
  return settings;
}

std::string time_in_words(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm local{};
  char text[32] = "";
  if (localtime_r(&time, &local) != nullptr) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  return text;
}

std::string search_in_words(std::size_t number, const Manifest& manifest) {
  const SavedProgress& p = manifest.progress;
  return fmt::format("  search {}: {}, {} states, {} waiting, {} transitions, level {}, {}, {} on disk, saved {}\n",
                     number, p.complete ? "done" : "under way", with_commas(p.states), with_commas(p.waiting),
                     with_commas(p.transitions), with_commas(p.level), seconds_in_words(p.seconds),
                     bytes_in_words(manifest.bytes()), time_in_words(p.written));
}

}  // namespace

std::string checkpoint_folder(const std::string& argument) { return parse_checkpoint(argument).folder; }

void note_outcome(const Checkpoints& checkpoints, const std::string& verdict, ExitCode code) {
  // Whoever cannot read it starts a run again that is done: it ends at once, with the same outcome.
  (void)driver::write_outcome(checkpoints.folder(), {verdict, static_cast<int>(code)});
}

std::unique_ptr<Checkpoints> open_checkpoints(const Settings& settings, const driver::Model& model,
                                              std::string& error) {
  if (settings.checkpoint.empty()) return nullptr;
  const auto [folder, interval] = parse_checkpoint(settings.checkpoint);
  error = cannot_be_saved(settings);
  if (!error.empty()) return nullptr;
  const driver::SavedRun run{
      version(), std::filesystem::current_path().string(), settings.model.path, deciding_arguments(settings.arguments),
      interval,  driver::digests_of(*model.sources)};
  const auto every = interval.empty() ? usual_interval : *driver::parse_duration(interval);
  if (settings.resumes) {
    const std::optional<driver::SavedRun> saved = driver::read_saved_run(folder, error);
    if (saved) error = driver::difference(*saved, run);
    if (!error.empty()) {
      if (saved) error = fmt::format("{}: {}", folder, error);
      return nullptr;
    }
    auto checkpoints = Checkpoints::open(folder, run.digest(), every, true, error);
    if (checkpoints != nullptr) driver::remove_outcome(folder);
    return checkpoints;
  }
  if (driver::has_saved_run(folder)) {
    error =
        fmt::format("{}: contains checkpoints of a run; continue it with 'quotient resume {}', or remove the folder",
                    folder, folder);
    return nullptr;
  }
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  auto checkpoints = Checkpoints::open(folder, run.digest(), every, false, error);
  if (checkpoints == nullptr) return nullptr;
  if (const auto problem = driver::write_saved_run(folder, run)) {
    error = *problem;
    return nullptr;
  }
  return checkpoints;
}

std::optional<LastCheckpoint> last_checkpoint(const Settings& settings) {
  std::string error;
  std::optional<LastCheckpoint> last;
  for (const Manifest& search : saved_searches(checkpoint_folder(settings.checkpoint), error)) {
    if (!last) last.emplace();
    last->written = std::max(last->written, search.progress.written);
    last->bytes += search.bytes();
  }
  return last;
}

ExitCode resume(const Settings& settings) {
  std::string error;
  const auto run = driver::read_saved_run(settings.model.path, error);
  if (run) {
    if (const auto of_run = settings_of_run(settings, *run, error)) return check(*of_run);
    error = fmt::format("{}: {}", settings.model.path, error);
  }
  complain(error);
  return ExitCode::wrong_input;
}

ExitCode status(const Settings& settings) {
  std::string error;
  const std::filesystem::path folder = settings.model.path;
  const auto run = driver::read_saved_run(folder, error);
  if (!run) {
    complain(error);
    return ExitCode::wrong_input;
  }
  const std::vector<Manifest> searches = saved_searches(folder, error);
  std::string text = fmt::format("{} (in {})\n", run->model, run->directory);
  if (searches.empty() && error.empty()) text += "  no checkpoint yet\n";
  for (std::size_t i = 0; i < searches.size(); ++i) text += search_in_words(i + 1, searches[i]);
  if (const auto outcome = driver::read_outcome(folder))
    text += fmt::format("  ended: {}\n", printable(outcome->verdict));
  say(text);
  if (error.empty()) return ExitCode::verified;
  complain(error);
  return ExitCode::wrong_input;
}

}  // namespace quotient::cli
