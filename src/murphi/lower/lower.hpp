#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "murphi/check/model.hpp"
#include "process/program.hpp"

namespace quotient::murphi {

/// An invariant for one choice of its parameters.
struct LoweredInvariant {
  const Rule* rule = nullptr;
  std::string text;
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
  std::vector<const Rule*> rules;            // of each statement of the program
  std::vector<LoweredInvariant> invariants;  // as Program::propositions
  std::vector<ShownCell> cells;
  /// Of the leaves of all global variables, in their order (leaf_count): whether they may be undefined in a state.
  std::vector<bool> may_be_undefined;
};

/// Nullopt after errors. `model` must outlive what is made.
std::optional<Lowered> lower(const Model& model, Diagnostics& diagnostics);

}  // namespace quotient::murphi
