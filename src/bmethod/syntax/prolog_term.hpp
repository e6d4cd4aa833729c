#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quotient::bmethod {

/// A term of Prolog as ProB writes them: an atom, a number, a structure f(a, b), a list.
struct PrologTerm {
  std::string name;  // of the atom or structure, the digits of a number; empty for a list
  std::vector<PrologTerm> args;
  std::size_t begin = 0, end = 0;  // in the text

  bool is_list() const { return name.empty(); }
  bool is(std::string_view wanted) const { return name == wanted; }
};

struct PrologRead {
  PrologTerm term;
  std::string error;       // empty: it could be read
  std::size_t offset = 0;  // where it is wrong
};

/// The first term of a text; what comes after it is ignored.
PrologRead read_prolog_term(std::string_view text);

}  // namespace quotient::bmethod
