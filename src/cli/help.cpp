#include "cli/help.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/version.hpp"
#include "report/look.hpp"

namespace quotient::cli {

using driver::Option;

namespace {

/// Where a column to the left would leave too little room, texts go below what they explain.
std::size_t left_column(std::size_t margin, std::size_t wanted) { return margin < 60 ? 6 : wanted; }

/// `head` with its description beside it, or below.
std::string entry(const std::string& head, std::string_view text, std::size_t wanted, std::size_t margin) {
  const std::size_t column = left_column(margin, wanted);
  const std::string body = wrapped(text, column, margin) + "\n";
  if (head.size() + 2 > column) return head + "\n" + std::string(column, ' ') + body;
  return fmt::format("{:<{}}{}", head, column, body);
}

/// Whether a text names each of several choices in full.
bool names_all(std::string_view text, std::string_view choices) {
  const auto in_word = [](char c) { return c == '-' || (c >= 'a' && c <= 'z'); };
  while (!choices.empty()) {
    const std::string_view choice = choices.substr(0, choices.find('|'));
    choices.remove_prefix(std::min(choices.size(), choice.size() + 1));
    bool named = false;
    for (std::size_t at = text.find(choice); at != std::string_view::npos && !named; at = text.find(choice, at + 1)) {
      const std::size_t end = at + choice.size();
      named = (at == 0 || !in_word(text[at - 1])) && (end == text.size() || !in_word(text[end]));
    }
    if (!named) return false;
  }
  return true;
}

/// Texts are written for a wide terminal, in lines; examples, which are indented, stay as they are.
std::string paragraphs(std::string_view text, std::size_t margin) {
  std::string out, paragraph;
  const auto flush = [&] {
    if (!paragraph.empty()) out += wrapped(paragraph, 0, margin) + "\n";
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty() || line.front() == ' ') {
      flush();
      out += std::string(line) + "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  flush();
  return out;
}

std::string option_help(const Option& option, std::size_t margin) {
  std::string head = "  " + std::string(option.name);
  if (!option.value.empty()) head += " " + std::string(option.value);
  std::string text(option.help);
  if (!option.choices.empty() && !names_all(option.help, option.choices)) {
    std::string choices;
    for (const char c : option.choices) {
      choices += c == '|' ? std::string(", ") : std::string(1, c);
    }
    text += fmt::format("; one of {}", choices);
  }
  if (const std::string range = bounds_in_words(option); !range.empty()) text += "; " + range;
  if (const std::string_view usual = usual_value(option); !usual.empty()) text += fmt::format(" (default: {})", usual);
  if (option.repeatable) text += " (repeatable)";
  return entry(head, text, 28, margin);
}

}  // namespace

std::string_view usual_value(const Option& option) { return option.without.empty() ? option.fallback : option.without; }

std::string bounds_in_words(const Option& option) {
  return option.bounds ? fmt::format("from {} to {}", option.bounds->least, option.bounds->most) : "";
}

std::string general_help(std::size_t margin) {
  std::string text = fmt::format(
      "quotient {}: an explicit-state model checker\n"
      "\n"
      "usage: quotient COMMAND MODEL [OPTIONS]\n"
      "\n",
      version());
  for (const CommandSpec& command : all_commands()) {
    text += entry(fmt::format("  {} {}", command.name, command.arguments), command.summary, 28, margin);
  }
  text += entry("  help [COMMAND]", "the options of a command, with examples", 28, margin);
  text += entry("  help --manual", "the manual page; --completions SHELL: for bash, zsh or fish", 28, margin);
  text += entry("  --version", "print the version", 28, margin);
  text += "\n" +
          paragraphs(
              "The language is determined by the file extension (.pml .prom .promela .p: Promela; .pml-lite: "
              "Promela-Lite;\n"
              ".mch .ref .imp .sys: B; .mcrl2; .m: Murphi), by the text where that does not say, or by --language.\n",
              margin);
  text += paragraphs("Exit codes: 0 verified, 1 violated, 2 invalid input, 3 incomplete, 4 internal error.\n", margin);
  return text;
}

std::string command_help(const CommandSpec& command, std::size_t margin) {
  std::string text = fmt::format("usage: quotient {} {} [OPTIONS]\n\n{}\noptions:\n", command.name, command.arguments,
                                 paragraphs(command.details, margin));
  for (const Option& option : driver::options()) {
    if (has(command, option)) text += option_help(option, margin);
  }
  return text;
}

}  // namespace quotient::cli
