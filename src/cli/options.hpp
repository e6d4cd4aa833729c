#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/options.hpp"

namespace quotient::cli {

using driver::Command;
using enum driver::Command;

struct CommandSpec {
  Command command;
  std::string_view name;
  std::string_view arguments;  // "MODEL TRACE"
  std::string_view summary;
  std::string_view details;  // several lines, with examples
};

std::span<const CommandSpec> all_commands();
const CommandSpec* find_command(std::string_view name);
/// Whether a command has an option of the table.
inline bool has(const CommandSpec& command, const driver::Option& option) {
  return (option.commands & command.command) != 0;
}

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

/// The options that were given, as words of a command line, as far as they are wanted.
std::vector<std::string> option_words(const Arguments& arguments,
                                      const std::function<bool(const driver::Option&)>& wanted);

}  // namespace quotient::cli
