#pragma once

#include <string>
#include <vector>

namespace quotient::bmethod {

// For "did you mean …?".

/// The words that begin a clause: "VARIABLES", "INVARIANT".
std::vector<std::string> clause_names();
/// What is written like a function: "card", "dom".
std::vector<std::string> function_names();

}  // namespace quotient::bmethod
