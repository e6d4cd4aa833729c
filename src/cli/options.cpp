#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/diagnostics.hpp"

namespace quotient::cli {

using driver::Option;
using driver::ValueKind;

namespace {

std::string unexpected(const CommandSpec& command, const std::string& argument) {
  if (argument.size() < 2 || argument[0] != '-') return fmt::format("unexpected argument '{}'", argument);
  std::vector<std::string> names;
  for (const Option& option : driver::options()) {
    if (has(command, option)) names.emplace_back(option.shown_name());
    if (option.shown_name() == argument && !has(command, option)) {
      return fmt::format("{} is no option of '{}'", argument, command.name);
    }
  }
  const std::string near = nearest_name(argument.substr(0, argument.find('=')), names);
  return fmt::format("unknown option '{}'{}", argument, near.empty() ? "" : fmt::format(", did you mean '{}'?", near));
}

}  // namespace

std::optional<Arguments> parse_arguments(const CommandSpec& command, std::span<const std::string> arguments,
                                         std::string& error) {
  Arguments result;
  result.command = &command;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", result.help);
  struct Given {
    const Option* spec;
    CLI::Option* option;
  };
  std::vector<Given> known;
  std::vector<std::vector<std::string>> values(driver::options().size());
  for (std::size_t i = 0; i < driver::options().size(); ++i) {
    const Option& spec = driver::options()[i];
    if (!has(command, spec)) continue;
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
    const Option& spec = *given.spec;
    std::vector<std::string> given_values;
    if (spec.kind != ValueKind::flag || !spec.choices.empty()) given_values = given.option->results();
    if (!spec.repeatable && given_values.size() > 1) {
      error = fmt::format("{} is given {} times", spec.shown_name(), given_values.size());
    }
    if (spec.kind == ValueKind::flag) std::erase(given_values, "true");  // what the parser takes a bare flag for
    for (const std::string& value : given_values) {
      if (error.empty()) driver::parse_value(spec, value, error);
    }
    if (!error.empty()) return std::nullopt;
    result.options[std::string(spec.key())] = std::move(given_values);
  }
  const bool files = (command.command & (expand_command | compare_command)) != 0;
  const bool certifies = command.command == certify_command;
  const bool of_runs = (command.command & (resume_command | status_command)) != 0;
  const std::size_t wanted = (command.command & (replay_command | compare_command | certify_command)) != 0          ? 2
                             : (command.command & (lsp_command | mcp_command | dap_command | cluster_command)) != 0 ? 0
                                                                                                                    : 1;
  if (result.positional.size() < wanted && command.command != studio_command) {
    error = fmt::format("{} is missing: quotient {} {}",
                        files                                          ? "FILE"
                        : of_runs                                      ? "DIR"
                        : wanted == 2 && result.positional.size() == 1 ? (certifies ? "FILE" : "TRACE")
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

std::vector<std::string> option_words(const Arguments& arguments,
                                      const std::function<bool(const driver::Option&)>& wanted) {
  std::vector<std::string> words;
  for (const auto& [name, values] : arguments.options) {
    const driver::Option& option = driver::option(name);
    if (!wanted(option)) continue;
    const std::string shown(option.shown_name());
    if (values.empty()) words.push_back(shown);  // a flag
    for (const std::string& value : values) {
      if (option.kind == driver::ValueKind::flag) {
        words.push_back(shown + "=" + value);
      } else {
        words.push_back(shown);
        words.push_back(value);
      }
    }
  }
  return words;
}

}  // namespace quotient::cli
