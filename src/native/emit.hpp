#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "process/program.hpp"

namespace quotient::native {

/// The C of a program: translation units, to be compiled apart and linked into one module.
struct ModuleText {
  std::vector<std::string> units;
  std::uint64_t stamp = 0;  // of all of them
  std::string unsupported;  // why there are none, ready to print after a colon
};

/// Sets the stamp, once all units are there.
void stamp(ModuleText& module);

/// Writes the C of a program. The text is made of numbers and of names of ours alone: no text of the model enters it.
/// Deterministic. Where `stop` becomes true it may end early, with a text that is as good but slower.
ModuleText write_module(const Program& program, const std::atomic<bool>* stop = nullptr);

}  // namespace quotient::native
