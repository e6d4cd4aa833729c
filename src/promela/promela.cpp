#include "promela/promela.hpp"

#include "promela/compile.hpp"
#include "promela/parse.hpp"

namespace quotient::promela {

std::unique_ptr<ProcessSystem> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics) {
  ParseOptions parse_options;
  parse_options.defines = options.defines;
  parse_options.include_dirs = options.include_dirs;
  const std::unique_ptr<Module> module = parse_model(sources, file, parse_options, diagnostics);
  if (module == nullptr || diagnostics.has_errors()) return nullptr;
  Program program = compile(sources, *module, options.steps, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  return std::make_unique<ProcessSystem>(std::move(program), sources);
}

}  // namespace quotient::promela
