#pragma once

#include <vector>

#include "base/diagnostics.hpp"
#include "process/scalarset.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// The scalarsets of a checked model: what comments /*@ scalarset */ declare, with all that flows into it, and where
/// the restrictions of scalarsets are broken (Ip and Dill: members are assigned, compared for equality, sent, and used
/// as indices; nothing else). Such a comment stands before the name of what it marks: a variable or a parameter, whose
/// values it means, or a proctype, for the ids of its processes. One that stands before nothing is an error.
std::vector<Scalarset> find_scalarsets(const Module& module, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace quotient::promela
