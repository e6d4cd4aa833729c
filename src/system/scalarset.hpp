#pragma once

#include <string>
#include <vector>

#include "base/source.hpp"

namespace quotient {

/// Values that the user has declared to be interchangeable, by the comment /*@ scalarset */ on a declaration, and what
/// in the text contradicts that. Front ends make it; `--detect scalarset` reads it.
struct Scalarset {
  /// Processes whose own number is a member: their process id, or a parameter.
  struct Owner {
    std::string process_type;
    std::string parameter;  // empty: the process id
  };
  struct Note {
    SourceRange at;
    std::string text;
  };

  std::string name;  // of what was declared
  SourceRange at;
  std::vector<Owner> owners;
  std::vector<Note> offences;  // uses that a scalarset does not allow
  std::vector<Note> names;     // where one member is named by a constant: harmless only if all are, in the same way
};

}  // namespace quotient
