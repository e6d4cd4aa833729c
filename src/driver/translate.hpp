#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "driver/settings.hpp"

/// Models rewritten in another form of text, without exploring them.
namespace quotient::driver {

struct Translation {
  std::unique_ptr<SourceMap> sources;
  Diagnostics diagnostics;  // of the text that was read
  std::string text;         // meaningless after errors
  std::string problem;      // of no place in the text; else empty

  explicit operator bool() const { return problem.empty() && !diagnostics.has_errors(); }
};

/// A Promela-Lite specification in Promela: SPIN reads it and finds the same states.
Translation to_promela(const ModelSettings& settings);

struct LinearProcessSettings {
  bool network = false;                        // the processes as they are composed, instead of one
  std::optional<std::uint64_t> most_summands;  // of the one; unset: the usual
};

/// An mCRL2 specification as one linear process.
Translation to_linear_process(const ModelSettings& settings, const LinearProcessSettings& asked);

}  // namespace quotient::driver
