#pragma once

#include <string>
#include <vector>

#include "driver/check.hpp"
#include "quotient/quotient.hpp"

namespace quotient::api {

Place place_of(const Location& at);
std::vector<Value> values_of(const std::vector<CellValue>& cells);
Event event_of(const TraceEvent& event);

/// In the order of the text.
std::vector<Diagnostic> converted(const Diagnostics& diagnostics, const SourceMap& sources);
/// What a model says about itself, with what has no place in its text.
std::vector<Diagnostic> diagnostics_of(const driver::Model& model, const std::string& path);
/// The message of the first error.
std::string first_error(const std::vector<Diagnostic>& diagnostics);
/// All of a result but its diagnostics.
Result converted(const CheckReport& report);
/// An error without a place.
Diagnostic error_about(const std::string& file, std::string message);

}  // namespace quotient::api
