#pragma once

#include <span>
#include <string>

#include "cli/settings.hpp"

namespace quotient::cli {

/// What scripts rely on.
enum class ExitCode { verified = 0, violated = 1, wrong_input = 2, incomplete = 3, internal_error = 4 };

/// Runs the program; `arguments` without the program's name.
ExitCode run(std::span<const std::string> arguments);

// The commands, each in a file of its own.
ExitCode check(const Settings& settings);
ExitCode resume(const Settings& settings);
ExitCode status(const Settings& settings);
/// `launched`: what follows "--", the check or the resumption that ranks run.
ExitCode cluster(const Arguments& arguments, std::span<const std::string> launched);
ExitCode simulate(const Settings& settings);
ExitCode replay(const Settings& settings);
ExitCode repl(const Settings& settings);
ExitCode inductive(const Settings& settings);
ExitCode certify(const Settings& settings);
ExitCode lts(const Settings& settings);
ExitCode lps(const Settings& settings);
ExitCode symmetry(const Settings& settings);
ExitCode convert(const Settings& settings);
ExitCode expand(const Settings& settings);
ExitCode compare(const Settings& settings);
ExitCode report(const Settings& settings);
ExitCode studio(const Settings& settings);
ExitCode lsp();
ExitCode mcp();
ExitCode dap();

}  // namespace quotient::cli
