#include "driver/translate.hpp"

#include <fmt/format.h>
#include <utility>

#include "driver/languages.hpp"

namespace quotient::driver {

namespace {

/// Reads the model and hands it to `translate(front end, file, loaded)`; `none` is said where a language has no such
/// form.
template <typename Translate>
Translation translated(const ModelSettings& settings, std::string_view none, Translate translate) {
  Translation out;
  std::optional<std::string> text = read_text_file(settings.path, out.problem);
  if (!text) return out;
  const FrontEnd* front_end = front_end_for(settings, *text);
  out.sources = std::make_unique<SourceMap>();
  const FileId file = out.sources->add(settings.path, std::move(*text));
  Loaded loaded{*out.sources, out.diagnostics, {}, {}};
  std::optional<std::string> made;
  if (front_end != nullptr) made = translate(*front_end, file, loaded);
  if (made) {
    out.text = std::move(*made);
  } else {
    out.problem = fmt::format("'{}' {}", settings.path, none);
  }
  return out;
}

}  // namespace

Translation to_promela(const ModelSettings& settings) {
  return translated(settings, "is not a Promela-Lite specification (.pml-lite); nothing else can be converted",
                    [&](const FrontEnd& language, FileId file, Loaded& loaded) {
                      return language.in_promela(settings, file, loaded);
                    });
}

Translation to_linear_process(const ModelSettings& settings, const LinearProcessSettings& asked) {
  return translated(settings, "is not an mCRL2 specification (.mcrl2); nothing else has a linear process",
                    [&](const FrontEnd& language, FileId file, Loaded& loaded) {
                      return language.linear_process(asked, file, loaded);
                    });
}

}  // namespace quotient::driver
