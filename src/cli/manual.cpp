#include "cli/manual.hpp"

#include <fmt/format.h>

#include "cli/help.hpp"
#include "cli/options.hpp"
#include "cli/version.hpp"

namespace quotient::cli {

using driver::Option;

namespace {

/// As it is, whatever its characters mean to troff.
std::string plain(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    at_start = c == '\n';
  }
  return out;
}

std::string describe(const CommandSpec& command) {
  // Paragraphs first, then examples, which are indented.
  const std::size_t gap = command.details.find("\n\n");
  std::string text =
      fmt::format(".SS {} {}\n{}\n", command.name, plain(command.arguments), plain(command.details.substr(0, gap)));
  if (gap != std::string_view::npos) {
    text += fmt::format(".PP\n.nf\n{}.fi\n", plain(command.details.substr(gap + 2)));
  }
  return text;
}

std::string describe(const Option& option) {
  std::string text = ".TP\n";
  std::string names;
  for (const char c : option.name) names += c == ',' ? std::string("\\fR, \\fB") : plain(std::string_view(&c, 1));
  text += fmt::format("\\fB{}\\fR", names);
  if (!option.value.empty()) text += fmt::format(" \\fI{}\\fR", plain(option.value));
  text += "\n" + plain(option.help);
  if (!option.choices.empty()) {
    std::string choices;
    for (const char c : option.choices) choices += c == '|' ? std::string(", ") : plain(std::string_view(&c, 1));
    text += fmt::format(": {}", choices);
  }
  if (const std::string range = bounds_in_words(option); !range.empty()) text += "; " + plain(range);
  if (const std::string_view usual = usual_value(option); !usual.empty()) {
    text += fmt::format(" (default: {})", plain(usual));
  }
  if (option.repeatable) text += " (repeatable)";
  text += ".\n.br\nOf:";
  for (const CommandSpec& command : all_commands()) {
    if (has(command, option)) text += fmt::format(" {}", command.name);
  }
  return text + "\n";
}

}  // namespace

std::string manual_page() {
  std::string text = fmt::format(
      ".\\\" Made by: quotient help --manual\n"
      ".TH QUOTIENT 1 \"\" \"quotient {}\" \"User Commands\"\n"
      ".SH NAME\n"
      "quotient \\- check models of concurrent systems up to symmetry\n"
      ".SH SYNOPSIS\n"
      ".B quotient\n"
      ".I COMMAND MODEL\n"
      "[\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\n"
      "Reads Promela (.pml .prom .promela .p), Promela\\-Lite (.pml\\-lite), B machines (.mch .ref .imp .sys),\n"
      "mCRL2 specifications (.mcrl2) and Murphi models (.m) as they are, detects their symmetry automatically, and\n"
      "explores one state of every orbit. It prints a verdict, and a counterexample that is a run of the\n"
      "model.\n"
      ".SH COMMANDS\n",
      version());
  for (const CommandSpec& command : all_commands()) text += describe(command);
  text += ".SS help [\\fICOMMAND\\fR]\nThe options of a command, with examples.\n.SH OPTIONS\n";
  for (const Option& option : driver::options()) text += describe(option);
  text +=
      ".SH EXIT STATUS\n"
      ".TP\n0\nverified\n"
      ".TP\n1\nviolated\n"
      ".TP\n2\nthe command line, the model or a file is wrong\n"
      ".TP\n3\nincomplete: a limit was reached, or an approximate search found nothing\n"
      ".TP\n4\nan internal error: a bug, with what to report\n"
      ".SH ENVIRONMENT\n"
      ".TP\n\\fBNO_COLOR\\fR\nno colours, as with \\-\\-color never\n"
      ".TP\n\\fBXDG_CACHE_HOME\\fR\nwhere compiled models are kept, in a folder quotient; otherwise in ~/.cache\n";
  return text;
}

}  // namespace quotient::cli
