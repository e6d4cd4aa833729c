#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "process/outline.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// The form of init that detection by channel diagrams asks for: runs in one atomic sequence, then assignments of
/// constants to different variables; anything may come after that sequence.
struct InitForm {
  const Proctype* init = nullptr;
  std::vector<const Expression*> runs;
  std::vector<const Statement*> assignments;
  std::vector<const Statement*> rest;
};

/// The place that a statement assigns a constant to, whatever the state: a variable, and fields and indices in it.
/// Empty for other statements.
using ConstantPlace = std::pair<const Variable*, std::vector<std::int64_t>>;
std::optional<ConstantPlace> constant_assignment(const Statement& statement);

/// Takes init apart and objects to whatever breaks the restrictions of [Donaldson & Miller 2009], section 8.1: how
/// processes are created, and how channels are.
InitForm check_restrictions(const Module& module, std::vector<Outline::Objection>& objections);

}  // namespace quotient::promela
