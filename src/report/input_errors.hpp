#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"

namespace quotient {

/// Why there is no result: what is wrong with a model or with the options, for programs to read.
struct InputErrors {
  std::string version, model, language;
  std::string reason;  // in one line

  struct Entry {
    bool is_error = true;  // else a warning
    Location begin, end;   // without a file: of no place. `end` is just behind the last byte
    std::string message;
    std::string suggestion;  // completes "did you mean …?"; empty: none
    struct Note {
      Location at;
      std::string message;
    };
    std::vector<Note> notes;
  };
  std::vector<Entry> entries;  // in the order of the text
};

/// `problem`: of no place in the text, such as a file that cannot be read, or an option that does not fit; may be
/// empty.
InputErrors make_input_errors(const Diagnostics& diagnostics, const SourceMap& sources, const std::string& problem);

/// By docs/input_errors.schema.json, ended by a line break.
std::string input_errors_json(const InputErrors& errors);

}  // namespace quotient
