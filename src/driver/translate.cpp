#include "driver/translate.hpp"

#include <fmt/format.h>

#include "driver/model.hpp"
#include "mcrl2/mcrl2.hpp"
#include "promela/promela.hpp"
#include "report/output_file.hpp"

namespace quotient::driver {

namespace {

/// Reads the model and hands it to `translate(sources, file, diagnostics)`.
template <typename Translate>
Translation translated(const std::string& path, Translate translate) {
  Translation out;
  std::optional<std::string> text = read_text_file(path, out.problem);
  if (!text) return out;
  out.sources = std::make_unique<SourceMap>();
  const FileId file = out.sources->add(path, std::move(*text));
  out.text = translate(*out.sources, file, out.diagnostics);
  return out;
}

}  // namespace

Translation to_promela(const ModelSettings& settings) {
  if (language_of(settings.path) != "promela-lite" && settings.language != "promela-lite") {
    Translation out;
    out.problem = fmt::format("'{}' is no Promela-Lite specification (.pml-lite), and nothing else can be converted",
                              settings.path);
    return out;
  }
  promela::Options options;
  options.defines = settings.defines;
  options.include_dirs = settings.include_dirs;
  return translated(settings.path, [&](SourceMap& sources, FileId file, Diagnostics& diagnostics) {
    return promela::convert_lite(sources, file, options, diagnostics);
  });
}

Translation to_linear_process(const ModelSettings& settings, const LinearProcessSettings& asked) {
  mcrl2::LpsOptions options;
  options.network = asked.network;
  if (asked.most_summands) options.most_summands = *asked.most_summands;
  return translated(settings.path, [&](SourceMap& sources, FileId file, Diagnostics& diagnostics) {
    return mcrl2::print_lps(sources, file, options, diagnostics);
  });
}

}  // namespace quotient::driver
