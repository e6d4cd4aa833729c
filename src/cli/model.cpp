#include "cli/model.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <utility>

#include "base/diagnostics.hpp"
#include "cli/messages.hpp"
#include "promela/promela.hpp"

namespace quotient::cli {

namespace {

promela::StepMode step_mode(const std::string& name) {
  if (name == "plain") return promela::StepMode::plain;
  return name == "spin" ? promela::StepMode::spin : promela::StepMode::full;
}

std::unique_ptr<System> load_promela(const ModelSettings& settings, SourceMap& sources, FileId file,
                                     Diagnostics& diagnostics) {
  promela::Options options;
  options.steps = step_mode(settings.steps);
  options.defines = settings.defines;
  options.include_dirs = settings.include_dirs;
  return promela::load(sources, file, options, diagnostics);
}

void show(const Diagnostics& diagnostics, const SourceMap& sources, bool quiet, bool colour) {
  std::size_t errors = 0;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::warning && quiet) continue;
    if (d.severity == Severity::error) ++errors;
    fmt::print(stderr, "{}", render(sources, d, colour));
  }
  if (diagnostics.error_count() > errors) complain(fmt::format("{} more errors", diagnostics.error_count() - errors));
}

}  // namespace

std::string language_of(const std::string& path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> endings = {{{".pml", "promela"},
                                                                                     {".prom", "promela"},
                                                                                     {".promela", "promela"},
                                                                                     {".p", "promela"},
                                                                                     {".mch", "b"},
                                                                                     {".ref", "b"},
                                                                                     {".mcrl2", "mcrl2"}}};
  for (const auto& [ending, language] : endings) {
    if (path.ends_with(ending)) return std::string(language);
  }
  return {};
}

Model load_model(const ModelSettings& settings, bool quiet, bool colour) {
  const auto begin = std::chrono::steady_clock::now();
  Model model;
  model.language = settings.language == "auto" ? language_of(settings.path) : settings.language;
  std::string error;
  std::optional<std::string> text = read_text_file(settings.path, error);
  if (!text) {
    complain(error);
    return model;
  }
  if (model.language.empty()) {
    complain(fmt::format("the ending of '{}' names no language; say --language promela", settings.path));
    return model;
  }
  if (model.language != "promela") {
    complain(fmt::format("'{}': models in {} cannot be loaded by this version", settings.path,
                         model.language == "b" ? "B" : model.language));
    return model;
  }
  model.sources = std::make_unique<SourceMap>();
  Diagnostics diagnostics;
  const FileId file = model.sources->add(settings.path, std::move(*text));
  model.system = load_promela(settings, *model.sources, file, diagnostics);
  show(diagnostics, *model.sources, quiet, colour);
  if (diagnostics.has_errors()) model.system.reset();
  model.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return model;
}

}  // namespace quotient::cli
