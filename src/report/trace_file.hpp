#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/trace.hpp"

namespace quotient {

/// What a saved trace says besides the choices: enough to load the same model in the same way.
struct SavedTrace {
  Trace trace;
  std::string version;  // of the program that wrote it
  std::string model;
  std::string language;
  std::string claim;                   // beside which the program ran; empty where there was none
  std::vector<std::string> arguments;  // of the command line, as far as they say what the model is
  std::string message;                 // of the violation, for people
};

std::string trace_file_text(const SavedTrace& saved);

/// Reads what trace_file_text has written. `text` may be anything: where it is no trace, returns nothing and says in
/// `error` what is wrong and where, ready to print. `path` is only for that message.
std::optional<SavedTrace> read_trace(const std::string& text, const std::string& path, std::string& error);

}  // namespace quotient
