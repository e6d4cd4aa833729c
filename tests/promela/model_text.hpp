#pragma once

#include <memory>
#include <string>

#include "base/diagnostics.hpp"
#include "promela/read_module.hpp"

/// A model given as text, parsed and checked, with all that the result points into.
namespace quotient::promela {

struct ModelText {
  explicit ModelText(std::string text, const ReadOptions& options = {}) {
    file = sources.add("model.pml", std::move(text));
    module = read_module(sources, file, options, diagnostics);
  }

  /// All messages, one on a line, as `line:column: error: message`.
  std::string messages() const {
    std::string all;
    for (const Diagnostic& d : diagnostics.all()) {
      const LineColumn at = sources.locate(d.range).position;
      all += std::to_string(at.line) + ":" + std::to_string(at.column) +
             (d.severity == Severity::error ? ": error: " : ": warning: ") + d.message + "\n";
    }
    return all;
  }

  SourceMap sources;
  Diagnostics diagnostics;
  FileId file;
  std::unique_ptr<Module> module;
};

}  // namespace quotient::promela
