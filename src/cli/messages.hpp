#pragma once

#include <string_view>

#include "cli/settings.hpp"
#include "driver/model.hpp"

namespace quotient::cli {

/// "quotient: MESSAGE" on standard error: something is wrong with the command line or a file.
void complain(std::string_view message);

/// Text for people on standard output. Signs that the user's locale does not have are written in letters.
void say(std::string_view text);

/// What is a file rather than a message (a model, a script), on standard output as it is.
void print(std::string_view text);

/// Whether all that was printed on standard output is there; otherwise `error` says why not.
bool flush_output(std::string& error);

/// Why the last write to standard output failed, by errno.
std::string output_error();

/// Prints what is wrong with a text to standard error; of warnings, where the settings say --quiet, only
/// cautions.
void show(const Diagnostics& diagnostics, const SourceMap& sources, const Settings& settings);

/// Loads a model, and prints what is wrong with it. Throws Stopped where a limit ended it, unless for a check.
driver::Model load_and_show(const ModelSettings& model, const Settings& settings);

}  // namespace quotient::cli
