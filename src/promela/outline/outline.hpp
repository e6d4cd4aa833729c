#pragma once

#include <string>

#include "process/outline.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// What a checked model says about its processes and channels ([Donaldson & Miller 2009]: Definition 11 and
/// section 7.2, with the restrictions of section 8.1), together with one of its claims where `claim` names one.
Outline make_outline(const Module& module, const std::string& claim);

}  // namespace quotient::promela
