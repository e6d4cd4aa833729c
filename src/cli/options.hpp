#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quotient::cli {

/// Commands, as bits.
enum Command : std::uint32_t {
  check_command = 1,
  simulate_command = 2,
  replay_command = 4,
  lts_command = 8,
  lps_command = 16,
  symmetry_command = 32,
  convert_command = 4096,
  expand_command = 8192,
  compare_command = 16384,
  report_command = 32768,
  lsp_command = 65536
};

struct CommandSpec {
  Command command;
  std::string_view name;
  std::string_view arguments;  // "MODEL TRACE"
  std::string_view summary;
  std::string_view details;  // several lines, with examples
};

/// A flag that has choices may be given one of them, as `--flag=choice`.
enum class ValueKind { flag, text, choice, count, size, duration, define };

/// One option. Parser, checks and help all come from this.
struct OptionSpec {
  std::string_view name;  // "--steps"; "-o,--output" where there is a letter
  ValueKind kind;
  std::string_view value;     // what the value is called in help
  std::string_view choices;   // "full|spin|plain", the default first
  std::string_view missing;   // those of the choices, or "all", that are not built yet
  std::string_view fallback;  // what holds without the option, for help
  std::uint32_t commands;
  bool repeatable;
  std::string_view help;
};

std::span<const CommandSpec> all_commands();
std::span<const OptionSpec> all_options();
const CommandSpec* find_command(std::string_view name);
/// The parts of a text like "full|spin|plain".
std::vector<std::string> split(std::string_view text, char separator);

/// Arguments as given. Options by their long name without dashes ("steps", "D"), only those that were given.
struct Arguments {
  const CommandSpec* command = nullptr;
  std::vector<std::string> positional;
  std::map<std::string, std::vector<std::string>, std::less<>> options;
  bool help = false;
};

/// Reads what follows a command's name, and checks each value against the table. On failure says why in `error`.
std::optional<Arguments> parse_arguments(const CommandSpec& command, std::span<const std::string> arguments,
                                         std::string& error);

}  // namespace quotient::cli
