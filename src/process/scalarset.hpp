#pragma once

#include <cstdint>
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
  /// A variable that holds members.
  struct Holder {
    std::string process_type;  // whose local it is; empty: a global one, or a field of a structure
    std::string name;
    bool is_field = false;  // of some structure
  };
  struct Note {
    SourceRange at;
    std::string text;
  };

  std::string name;  // of what was declared
  SourceRange at;
  std::vector<Owner> owners;
  std::vector<Holder> holders;
  std::vector<Note> offences;  // uses that a scalarset does not allow
  /// Where one member is named by a constant: harmless only if all are, in the same way.
  struct Name {
    SourceRange at;
    std::int32_t value = 0;
  };
  std::vector<Name> names;
};

/// Whether a variable, as cells are named but without indices ("a[].b[]"), is one that holds members.
bool is_held_by(const Scalarset::Holder& holder, const std::string& process_type, const std::string& variable);

}  // namespace quotient
