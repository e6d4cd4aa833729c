#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "cli/values.hpp"

namespace quotient::cli {

namespace {

/// "-o,--output" is kept as "output", "-D" as "D".
std::string key_of(const OptionSpec& option) {
  const std::string_view longest = option.name.substr(option.name.rfind(',') + 1);
  return std::string(longest.substr(longest.find_first_not_of('-')));
}

std::string shown_name(const OptionSpec& option) { return std::string(option.name.substr(option.name.rfind(',') + 1)); }

std::string or_list(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

/// Why a value cannot be accepted; empty where it can.
std::string objection(const OptionSpec& option, const std::string& value) {
  const std::string name = shown_name(option);
  const auto expected = [&](std::string_view what) { return fmt::format("{} {}: {} is expected", name, value, what); };
  switch (option.kind) {
    case ValueKind::count:
      return parse_count(value) ? "" : expected("a whole number");
    case ValueKind::size:
      return parse_size(value) ? "" : expected("a size like 200M or 8G");
    case ValueKind::duration:
      return parse_duration(value) ? "" : expected("a time like 60s, 5m or 1h");
    case ValueKind::define:
      return is_define(value) ? "" : expected("NAME or NAME=VALUE");
    case ValueKind::flag:
    case ValueKind::choice: {
      std::vector<std::string> choices = split(option.choices, '|');
      if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
        const std::string near = nearest_name(value, choices);
        return expected(or_list(choices)) + (near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near));
      }
      const std::vector<std::string> missing = split(option.missing, '|');
      if (std::find(missing.begin(), missing.end(), value) == missing.end()) return "";
      std::erase_if(
          choices, [&](const std::string& c) { return std::find(missing.begin(), missing.end(), c) != missing.end(); });
      return fmt::format("{} {} is not available in this version; use {}", name, value, or_list(choices));
    }
    case ValueKind::text:
      break;
  }
  return "";
}

std::string unexpected(const CommandSpec& command, const std::string& argument) {
  if (argument.size() < 2 || argument[0] != '-') return fmt::format("unexpected argument '{}'", argument);
  std::vector<std::string> names;
  for (const OptionSpec& option : all_options()) {
    if ((option.commands & command.command) != 0) names.push_back(shown_name(option));
    if (shown_name(option) == argument && (option.commands & command.command) == 0) {
      return fmt::format("{} is no option of '{}'", argument, command.name);
    }
  }
  const std::string near = nearest_name(argument.substr(0, argument.find('=')), names);
  return fmt::format("unknown option '{}'{}", argument, near.empty() ? "" : fmt::format(", did you mean '{}'?", near));
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::optional<Arguments> parse_arguments(const CommandSpec& command, std::span<const std::string> arguments,
                                         std::string& error) {
  Arguments result;
  result.command = &command;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", result.help);
  struct Given {
    const OptionSpec* spec;
    CLI::Option* option;
  };
  std::vector<Given> known;
  std::vector<std::vector<std::string>> values(all_options().size());
  for (std::size_t i = 0; i < all_options().size(); ++i) {
    const OptionSpec& spec = all_options()[i];
    if ((spec.commands & command.command) == 0) continue;
    const std::string name(spec.name);
    // One value for each time it is given, so that a model after "-D N=4" stays a model.
    CLI::Option* option = spec.kind == ValueKind::flag ? app.add_flag(name)->disable_flag_override(spec.choices.empty())
                                                       : app.add_option(name, values[i])->allow_extra_args(false);
    known.push_back({&spec, option});
  }
  app.add_option("arguments", result.positional);

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::ArgumentMismatch& e) {
    const std::string what = e.what();
    error = fmt::format("{} needs a value", what.substr(0, what.find(':')));
    return std::nullopt;
  } catch (const CLI::ParseError& e) {
    error = e.what();
    return std::nullopt;
  }
  if (result.help) return result;
  std::vector<std::string> extras = app.remaining();
  std::erase(extras, "--");
  if (!extras.empty()) {
    error = unexpected(command, extras.front());
    return std::nullopt;
  }
  for (const Given& given : known) {
    if (given.option->count() == 0) continue;
    const OptionSpec& spec = *given.spec;
    std::vector<std::string> given_values;
    if (spec.kind != ValueKind::flag || !spec.choices.empty()) given_values = given.option->results();
    if (spec.missing == "all") {
      error = fmt::format("{} is not available in this version", shown_name(spec));
    } else if (!spec.repeatable && given_values.size() > 1) {
      error = fmt::format("{} is given {} times", shown_name(spec), given_values.size());
    }
    if (spec.kind == ValueKind::flag) std::erase(given_values, "true");  // what the parser takes a bare flag for
    for (const std::string& value : given_values) {
      if (error.empty()) error = objection(spec, value);
    }
    if (!error.empty()) return std::nullopt;
    result.options[key_of(spec)] = std::move(given_values);
  }
  const bool files = (command.command & (expand_command | compare_command)) != 0;
  const std::size_t wanted = (command.command & (replay_command | compare_command)) != 0 ? 2
                             : command.command == lsp_command                            ? 0
                                                                                         : 1;
  if (result.positional.size() < wanted) {
    error = fmt::format("{} is missing: quotient {} {}",
                        files                                          ? "FILE"
                        : wanted == 2 && result.positional.size() == 1 ? "TRACE"
                                                                       : "MODEL",
                        command.name, command.arguments);
    return std::nullopt;
  }
  if (result.positional.size() > wanted) {
    error = unexpected(command, result.positional[wanted]);
    return std::nullopt;
  }
  return result;
}

}  // namespace quotient::cli
