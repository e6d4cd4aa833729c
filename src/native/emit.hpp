#pragma once

#include <string>
#include <vector>

#include "system/program.hpp"

namespace quotient::native {

/// The C of a program: translation units, to be compiled apart and linked into one module.
struct ModuleText {
  std::vector<std::string> units;
  std::uint64_t stamp = 0;  // of all of them
  std::string unsupported;  // why there are none, ready to print after a colon
};

/// Writes the C of a program. The text is made of numbers and of names of ours alone: no text of the model enters it.
/// Deterministic.
ModuleText write_module(const Program& program);

}  // namespace quotient::native
