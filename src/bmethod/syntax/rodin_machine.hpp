#pragma once

#include <vector>

#include "bmethod/syntax/parser.hpp"

namespace quotient::bmethod {

/// A machine or context of Event-B as the words of a classical machine: events are operations with SELECT, contexts are
/// machines that are seen, theorems are assertions. Each formula is a file of its own ("M.bum inv1"), so that messages
/// name its label. Empty where the file cannot be read, which is then reported.
std::vector<Token> rodin_tokens(FileFinder& files, FileId file, Diagnostics& diagnostics);

}  // namespace quotient::bmethod
