#include "cli/completions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

#include "cli/options.hpp"

namespace quotient::cli {

using driver::Option;
using driver::split;
using driver::ValueKind;

namespace {

std::string replaced(std::string_view text, char from, std::string_view to) {
  std::string out;
  for (const char c : text) {
    if (c == from) {
      out += to;
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string> choices_of(const Option& option) { return split(option.choices, '|'); }

bool names_a_file(const Option& option) { return option.value == "FILE"; }

/// Commands that take an option, in the order of the help.
std::vector<std::string> commands_of(const Option& option) {
  std::vector<std::string> out;
  for (const CommandSpec& command : all_commands()) {
    if (has(command, option)) out.emplace_back(command.name);
  }
  return out;
}

std::vector<std::string> command_names() {
  std::vector<std::string> out;
  for (const CommandSpec& command : all_commands()) out.emplace_back(command.name);
  out.emplace_back("help");
  return out;
}

std::string bash() {
  std::string values, options;
  for (const Option& option : driver::options()) {
    if (option.kind == ValueKind::flag) continue;
    const std::string names = replaced(option.name, ',', "|");
    if (!option.choices.empty()) {
      values += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", names,
                            fmt::join(choices_of(option), " "));
    } else {
      const std::string_view action = option.value == "DIR" ? "-d" : names_a_file(option) ? "-f" : "";
      if (action.empty()) {
        values += fmt::format("    {}) return ;;\n", names);
      } else {
        values += fmt::format("    {}) COMPREPLY=($(compgen {} -- \"$word\")); return ;;\n", names, action);
      }
    }
  }
  for (const CommandSpec& command : all_commands()) {
    std::vector<std::string> names = {"--help"};
    for (const Option& option : driver::options()) {
      if (!has(command, option)) continue;
      for (std::string& name : split(option.name, ',')) names.push_back(std::move(name));
    }
    options +=
        fmt::format("      {}) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;\n", command.name, fmt::join(names, " "));
  }
  return fmt::format(
      "# Completes command lines of quotient. Made by: quotient help --completions bash\n"
      "_quotient() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    COMPREPLY=($(compgen -W '{} --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $before in\n"
      "    help) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n"
      "{}"
      "  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    case $command in\n"
      "{}"
      "    esac\n"
      "    return\n"
      "  fi\n"
      "  COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "}}\n"
      "complete -o filenames -F _quotient quotient\n",
      fmt::join(command_names(), " "), fmt::join(command_names(), " "), values, options);
}

/// Within single quotes, and within a specification of _arguments.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_option(const Option& option) {
  std::string out;
  const std::vector<std::string> names = split(option.name, ',');
  for (const std::string& name : names) {
    std::string spec;
    if (option.repeatable) {
      spec = "*";
    } else if (names.size() > 1) {
      spec = fmt::format("({})", fmt::join(names, " "));
    }
    spec += fmt::format("{}[{}]", name, zsh_text(option.help));
    if (option.kind != ValueKind::flag) {
      std::string action;
      if (!option.choices.empty()) action = fmt::format("({})", fmt::join(choices_of(option), " "));
      if (option.value == "DIR") action = "_files -/";
      if (names_a_file(option)) action = "_files";
      spec += fmt::format(":{}:{}", zsh_text(option.value), action);
    }
    out += fmt::format(" \\\n        '{}'", spec);
  }
  return out;
}

std::string zsh() {
  std::string described, cases;
  for (const CommandSpec& command : all_commands()) {
    described += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
    std::string options;
    for (const Option& option : driver::options()) {
      if (has(command, option)) options += zsh_option(option);
    }
    cases += fmt::format("    {})\n      _arguments '--help[say what it does]'{} \\\n        '*:file:_files' ;;\n",
                         command.name, options);
  }
  return fmt::format(
      "#compdef quotient\n"
      "# Completes command lines of quotient. Made by: quotient help --completions zsh\n"
      "_quotient() {{\n"
      "  local -a commands=(\n{}    'help:the options of a command, with examples'\n  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $command in\n"
      "    help) _describe command commands ;;\n"
      "{}"
      "  esac\n"
      "}}\n"
      "_quotient \"$@\"\n",
      described, cases);
}

std::string fish_text(std::string_view text) { return replaced(replaced(text, '\\', "\\\\"), '\'', "\\'"); }

std::string fish() {
  std::string out = "# Completes command lines of quotient. Made by: quotient help --completions fish\n";
  for (const CommandSpec& command : all_commands()) {
    out += fmt::format("complete -c quotient -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                       fish_text(command.summary));
  }
  out += "complete -c quotient -n __fish_use_subcommand -f -a help -d 'the options of a command, with examples'\n";
  out += fmt::format("complete -c quotient -n '__fish_seen_subcommand_from help' -f -a '{}'\n",
                     fmt::join(command_names(), " "));
  for (const Option& option : driver::options()) {
    std::string line =
        fmt::format("complete -c quotient -n '__fish_seen_subcommand_from {}'", fmt::join(commands_of(option), " "));
    for (const std::string& name : split(option.name, ',')) {
      line += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2)) : fmt::format(" -s {}", name.substr(1));
    }
    if (option.kind != ValueKind::flag) line += names_a_file(option) || option.value == "DIR" ? " -r" : " -x";
    if (!option.choices.empty()) line += fmt::format(" -a '{}'", fmt::join(choices_of(option), " "));
    out += fmt::format("{} -d '{}'\n", line, fish_text(option.help));
  }
  return out;
}

}  // namespace

std::string completions_for(std::string_view shell) {
  if (shell == "bash") return bash();
  if (shell == "zsh") return zsh();
  if (shell == "fish") return fish();
  return {};
}

}  // namespace quotient::cli
