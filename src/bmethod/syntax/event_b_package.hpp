#pragma once

#include <vector>

#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {

/// Whether a text is a package of Event-B as Rodin exports it for ProB (`.eventb`), or one component of it.
bool is_event_b_package(std::string_view text);

/// The first machine of a package, or else its first context, as the words of a classical machine, in the way of
/// `rodin_tokens`. The other components become files of their own, which are found where they are seen or refined.
/// Empty where the file cannot be read, which is then reported.
std::vector<Token> package_tokens(FileFinder& files, FileId file, Diagnostics& diagnostics);

}  // namespace quotient::bmethod
