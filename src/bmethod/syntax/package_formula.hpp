#pragma once

#include <string>

#include "bmethod/syntax/prolog_term.hpp"

namespace quotient::bmethod {

/// A formula or action of a package of Event-B in the words of classical B. Where something in it has no counterpart,
/// `error` says so.
struct ClassicalText {
  std::string text;
  std::string error;
};
ClassicalText classical_text(const PrologTerm& formula);
/// The name of an identifier. One that classical B reserves has an underscore behind it.
std::string classical_name(const PrologTerm& identifier);

}  // namespace quotient::bmethod
