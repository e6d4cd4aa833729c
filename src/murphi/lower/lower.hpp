#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "model/successors.hpp"
#include "murphi/check/model.hpp"
#include "process/program.hpp"

namespace quotient::murphi {

/// An invariant for one choice of its parameters.
struct LoweredInvariant {
  const Rule* rule = nullptr;
  std::string text;
};

/// A rule, or a start state, for one choice of its parameters.
struct LoweredRule {
  const Rule* rule = nullptr;
  std::vector<std::string> arguments;  // as values are written
};

/// A variable's cell, for people.
struct ShownCell {
  std::string name;
  const Type* type = nullptr;
  CellType cell;
  std::uint32_t offset = 0;  // in the state
};

/// A specification as a program of one process that goes round in one place: each rule is a step for each choice of its
/// parameters. It begins before the start states, which are its first steps.
struct Lowered {
  Program program;
  std::vector<LoweredRule> rules;            // of each statement of the program
  std::vector<LoweredInvariant> invariants;  // as Program::propositions; none where these are those of a formula
  std::vector<Actor> actors;                 // of each statement, where somebody asks who moves
  std::vector<ShownCell> cells;
  /// Of the leaves of all global variables, in their order (leaf_count): whether they may be undefined in a state.
  std::vector<bool> may_be_undefined;
};

/// Nullopt after errors. `model` must outlive what is made.
std::optional<Lowered> lower(const Model& model, Diagnostics& diagnostics);

}  // namespace quotient::murphi
