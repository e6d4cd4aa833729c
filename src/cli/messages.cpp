#include "cli/messages.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "cli/interrupt.hpp"
#include "report/look.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

void write(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

/// Why writing to standard output failed first. The stream only knows that it did.
std::atomic<int> first_output_error = 0;

}  // namespace

void complain(std::string_view message) {
  // Names of files and arguments may hold anything.
  const std::string line = "quotient: " + printable(message) + "\n";
  write(stderr, speaks_utf8() ? line : in_ascii(line));
}

void say(std::string_view text) {
  if (speaks_utf8()) {
    print(text);
  } else {
    print(in_ascii(text));
  }
}

void print(std::string_view text) {
  errno = 0;
  write(stdout, text);
  int none = 0;
  if (std::ferror(stdout) != 0) first_output_error.compare_exchange_strong(none, errno);
}

bool flush_output(std::string& error) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  error = output_error();
  return false;
}

std::string output_error() {
  const int now = errno, before = first_output_error;
  return fmt::format("cannot write to standard output: {}", std::strerror(before != 0 ? before : now != 0 ? now : EIO));
}

void show(const Diagnostics& diagnostics, const SourceMap& sources, const Settings& settings) {
  // Several passes have found them; people read them beside the text.
  std::vector<const Diagnostic*> in_order;
  for (const Diagnostic& d : diagnostics.all()) in_order.push_back(&d);
  std::stable_sort(in_order.begin(), in_order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::pair(a->range.file.value, a->range.begin) < std::pair(b->range.file.value, b->range.begin);
  });
  const bool colour = settings.colour_on(STDERR_FILENO);
  std::size_t errors = 0;
  std::string text;
  for (const Diagnostic* d : in_order) {
    if (d->severity == Severity::warning && settings.quiet) continue;
    if (d->severity == Severity::error) ++errors;
    // What is evaluated again and again is warned of each time.
    if (std::string before = std::exchange(text, render(sources, *d, colour)); before == text) continue;
    write(stderr, speaks_utf8() ? text : in_ascii(text));
  }
  if (diagnostics.error_count() > errors) complain(counted(diagnostics.error_count() - errors, "more error"));
}

driver::Model load_and_show(const ModelSettings& model, const Settings& settings) {
  driver::Model loaded = driver::load_model(model, settings.deadline);
  show(loaded.diagnostics, *loaded.sources, settings);
  if (!loaded.problem.empty()) complain(loaded.problem);
  // A check reports that as every result; the other commands have none.
  const Command command = settings.command->command;
  if (loaded.stopped != StopCause::none && command != check_command) throw Stopped{loaded.stopped};
  if (settings.deadline != nullptr) settings.deadline->enter(activity_of(command));
  return loaded;
}

}  // namespace quotient::cli
