#pragma once

#include "base/diagnostics.hpp"
#include "promela/check/check_expression.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// `for` and `select`: the variable that counts, and what is iterated over.
///
/// Which of its two meanings `for (x in y)` has depends, in SPIN, on the first names of x and y alone. A typedef goes
/// through the messages of a channel. Anything else counts through the indices of y, whatever index or field is written
/// behind y; the checker cuts these off, so that what comes later sees what is meant.
void check_iteration(Statement& statement, ExpressionChecker& expressions, Diagnostics& diagnostics);

/// Of a for_in: over the messages of a channel rather than the indices of an array.
bool goes_through_messages(const Statement& loop);

}  // namespace quotient::promela
