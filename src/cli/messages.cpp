#include "cli/messages.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "report/look.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

void write(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

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

void print(std::string_view text) { write(stdout, text); }

void show(const Diagnostics& diagnostics, const SourceMap& sources, const Settings& settings) {
  // Several passes have found them; people read them beside the text.
  std::vector<const Diagnostic*> in_order;
  for (const Diagnostic& d : diagnostics.all()) in_order.push_back(&d);
  std::stable_sort(in_order.begin(), in_order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::pair(a->range.file.value, a->range.begin) < std::pair(b->range.file.value, b->range.begin);
  });
  const bool colour = settings.colour_on(STDERR_FILENO);
  std::size_t errors = 0;
  for (const Diagnostic* d : in_order) {
    if (d->severity == Severity::warning && settings.quiet) continue;
    if (d->severity == Severity::error) ++errors;
    const std::string text = render(sources, *d, colour);
    write(stderr, speaks_utf8() ? text : in_ascii(text));
  }
  if (diagnostics.error_count() > errors) complain(counted(diagnostics.error_count() - errors, "more error"));
}

driver::Model load_and_show(const driver::ModelSettings& model, const Settings& settings) {
  driver::Model loaded = driver::load_model(model, settings.search.limits);
  show(loaded.diagnostics, *loaded.sources, settings);
  if (!loaded.problem.empty()) complain(loaded.problem);
  return loaded;
}

}  // namespace quotient::cli
