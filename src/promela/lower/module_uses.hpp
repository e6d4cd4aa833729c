#pragma once

#include <set>

#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// What the text uses, as far as the shape of states and steps depends on it.
struct ModuleUses {
  bool last = false, timeout = false, priorities = false, remote_variables = false, rendezvous = false;
  bool provided = false;
  bool locations = false;              // enabled(), pc_value(): where others stand
  std::set<const Variable*> observed;  // locals read by remote references
};

ModuleUses find_uses(const Module& module);

}  // namespace quotient::promela
