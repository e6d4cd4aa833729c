#include "cli/help.hpp"

#include <fmt/format.h>

#include "cli/version.hpp"

namespace quotient::cli {

namespace {

constexpr std::size_t left_column = 28, right_margin = 100;

/// Wraps at blanks, each further line indented to the right column.
std::string wrapped(std::string_view text) {
  std::string out, line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && left_column + line.size() + 1 + word.size() > right_margin) {
      out += line + "\n" + std::string(left_column, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return out + line;
}

std::string option_help(const OptionSpec& option) {
  std::string head = "  " + std::string(option.name);
  if (!option.value.empty()) head += " " + std::string(option.value);
  std::string text(option.help);
  if (!option.choices.empty()) {
    std::string choices;
    for (const char c : option.choices) {
      choices += c == '|' ? std::string(", ") : std::string(1, c);
    }
    text += fmt::format(": {}", choices);
  }
  if (!option.fallback.empty()) text += fmt::format(" (default: {})", option.fallback);
  if (option.repeatable) text += " (repeatable)";
  if (option.missing == "all") {
    text += " [not available in this version]";
  } else if (!option.missing.empty()) {
    text += " [some are not available in this version]";
  }
  if (head.size() + 2 > left_column)
    return fmt::format("{}\n{}{}\n", head, std::string(left_column, ' '), wrapped(text));
  return fmt::format("{:<{}}{}\n", head, left_column, wrapped(text));
}

}  // namespace

std::string general_help() {
  std::string text = fmt::format(
      "quotient {}: an explicit-state model checker\n"
      "\n"
      "usage: quotient COMMAND MODEL [OPTIONS]\n"
      "\n",
      version());
  for (const CommandSpec& command : all_commands()) {
    text += fmt::format("  {:<26}{}\n", fmt::format("{} {}", command.name, command.arguments), command.summary);
  }
  text +=
      "  help [COMMAND]            the options of a command, with examples\n"
      "  help --manual             the manual page; --completions SHELL: for bash, zsh or fish\n"
      "  --version                 print the version\n"
      "\n"
      "The language follows the file's ending (.pml .prom .promela .p: Promela; .pml-lite: Promela-Lite;\n"
      ".mch .ref .imp .sys: B; .mcrl2) or --language.\n"
      "Exit codes: 0 verified, 1 violated, 2 wrong input, 3 incomplete, 4 internal error.\n";
  return text;
}

std::string command_help(const CommandSpec& command) {
  std::string text = fmt::format("usage: quotient {} {} [OPTIONS]\n\n{}\noptions:\n", command.name, command.arguments,
                                 command.details);
  for (const OptionSpec& option : all_options()) {
    if ((option.commands & command.command) != 0) text += option_help(option);
  }
  return text;
}

}  // namespace quotient::cli
