#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <string>
#include <unistd.h>
#include <vector>

#include "base/deadline.hpp"
#include "base/diagnostics.hpp"
#include "base/ensure.hpp"
#include "cli/cli.hpp"
#include "cli/completions.hpp"
#include "cli/help.hpp"
#include "cli/interrupt.hpp"
#include "cli/manual.hpp"
#include "cli/memory_reserve.hpp"
#include "cli/messages.hpp"
#include "cli/options.hpp"
#include "cli/ranks.hpp"
#include "cli/version.hpp"
#include "driver/languages.hpp"
#include "driver/model.hpp"
#include "report/look.hpp"

namespace quotient::cli {

namespace {

std::size_t help_margin() { return Look{false, columns_of(STDOUT_FILENO)}.margin(); }

ExitCode unknown_command(const std::string& name) {
  std::vector<std::string> names = {"help"};
  for (const CommandSpec& command : all_commands()) names.emplace_back(command.name);
  if (driver::front_end_of_path(name) != nullptr || std::filesystem::is_regular_file(name)) {
    complain(fmt::format("unknown command '{0}', did you mean 'quotient check {0}'?", name));
    return ExitCode::wrong_input;
  }
  const std::string near = nearest_name(name, names);
  complain(near.empty()
               ? fmt::format("unknown command '{}'; 'quotient help' lists all", name)
               : fmt::format("unknown command '{}', did you mean '{}'? 'quotient help' lists all", name, near));
  return ExitCode::wrong_input;
}

ExitCode help(std::span<const std::string> arguments) {
  if (arguments.empty()) {
    say(general_help(help_margin()));
    return ExitCode::verified;
  }
  // What packages install.
  if (arguments[0] == "--manual") {
    print(manual_page());
    return ExitCode::verified;
  }
  if (arguments[0] == "--completions") {
    const std::string text = arguments.size() == 2 ? completions_for(arguments[1]) : "";
    if (text.empty()) {
      complain("--completions needs a shell: bash, zsh or fish");
      return ExitCode::wrong_input;
    }
    print(text);
    return ExitCode::verified;
  }
  const CommandSpec* command = find_command(arguments[0]);
  if (command == nullptr) return unknown_command(arguments[0]);
  say(command_help(*command, help_margin()));
  return ExitCode::verified;
}

ExitCode dispatch(const Settings& settings) {
  switch (settings.command->command) {
    case check_command:
      return check(settings);
    case resume_command:
      return resume(settings);
    case status_command:
      return status(settings);
    case simulate_command:
      return simulate(settings);
    case inductive_command:
      return inductive(settings);
    case certify_command:
      return certify(settings);
    case repl_command:
      return repl(settings);
    case replay_command:
      return replay(settings);
    case lts_command:
      return lts(settings);
    case lps_command:
      return lps(settings);
    case symmetry_command:
      return symmetry(settings);
    case convert_command:
      return convert(settings);
    case expand_command:
      return expand(settings);
    case compare_command:
      return compare(settings);
    case report_command:
      return report(settings);
    case refines_command:  // is `check --refinement`
    case lsp_command:
    case mcp_command:
    case dap_command:
    case studio_command:
    case cluster_command:
      break;  // run until their client ends them
  }
  report_bug("a command without a function");
}

/// Runs a command under the one deadline of all its phases. What ends a phase that has no partial result ends up here.
ExitCode run_within_limits(Settings& settings) {
  const Limits& limits = settings.search.limits;
  // The first rank says how a search on several ended: the others must not end it before that.
  const bool is_first = own_rank() == 0;
  Deadline deadline(
      {limits.time, limits.memory, &catch_interrupts(), is_first ? give_up : std::function<void(const Deadline&)>()});
  settings.deadline = &deadline;
  deadline.enter(activity_of(settings.command->command));
  const MemoryReserve reserve(deadline);
  const StopScope scope(&deadline);
  try {
    return dispatch(settings);
  } catch (const Stopped& stopped) {
    report_stop(deadline, stopped.cause);
  } catch (const std::bad_alloc&) {
    report_stop(deadline, StopCause::refused);
  }
  return ExitCode::incomplete;
}

ExitCode run_command(std::span<const std::string> arguments) {
  if (arguments.empty()) {
    complain("no command given");
    say(general_help(help_margin()));
    return ExitCode::wrong_input;
  }
  const std::string& first = arguments[0];
  if (first == "--version" || first == "-V") {
    say(fmt::format("quotient {}\n", version()));
    return ExitCode::verified;
  }
  if (first == "help" || first == "--help" || first == "-h") return help(arguments.subspan(1));
  const CommandSpec* command = find_command(first);
  if (command == nullptr) return unknown_command(first);
  std::string error;
  std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  std::vector<std::string> launched;
  if (command->command == cluster_command) {
    const auto dashes = std::find(rest.begin(), rest.end(), "--");
    if (dashes != rest.end()) launched.assign(dashes + 1, rest.end());
    rest.erase(dashes, rest.end());
  }
  const bool refines = command->command == refines_command;
  if (refines) rest.insert(rest.begin(), "--refinement");
  const auto parsed = parse_arguments(refines ? *find_command("check") : *command, rest, error);
  if (!parsed) {
    complain(error);
    return ExitCode::wrong_input;
  }
  if (parsed->help) {
    say(command_help(*command, help_margin()));
    return ExitCode::verified;
  }
  if (command->command == lsp_command) return lsp();
  if (command->command == mcp_command) return mcp();
  if (command->command == dap_command) return dap();
  if (command->command == cluster_command) return cluster(*parsed, launched);
  auto settings = make_settings(*parsed, error);
  if (!settings) {
    complain(error);
    return ExitCode::wrong_input;
  }
  if (command->command == studio_command) return studio(*settings);
  return run_within_limits(*settings);
}

}  // namespace

ExitCode run(std::span<const std::string> arguments) {
  if (has_ranks() && own_rank() != 0) {
    // The first rank prints and has the exit code, and does alone what is not shared out. Others end without a code:
    // the launcher would end the first because of it.
    fall_silent();
    const bool takes_part =
        !arguments.empty() && (arguments[0] == "check" || arguments[0] == "refines" || arguments[0] == "resume");
    if (takes_part) run_command(arguments);
    return ExitCode::verified;
  }
  const ExitCode code = run_command(arguments);
  std::string error;
  if (flush_output(error)) return code;
  // Said once: a file that is standard output has its own message.
  if (code != ExitCode::wrong_input) complain(error);
  return ExitCode::wrong_input;
}

}  // namespace quotient::cli
