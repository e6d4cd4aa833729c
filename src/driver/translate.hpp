#pragma once

#include <memory>
#include <string>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "frontend/front_end.hpp"

/// Models rewritten in another form of text, without exploring them.
namespace quotient::driver {

struct Translation {
  std::unique_ptr<SourceMap> sources;
  Diagnostics diagnostics;  // of the text that was read
  std::string text;         // meaningless after errors
  std::string problem;      // of no place in the text; else empty

  explicit operator bool() const { return problem.empty() && !diagnostics.has_errors(); }
};

/// In Promela: SPIN reads it and finds the same states.
Translation to_promela(const ModelSettings& settings);

/// As one linear process.
Translation to_linear_process(const ModelSettings& settings, const LinearProcessSettings& asked);

}  // namespace quotient::driver
