#pragma once

#include <string>

#include "base/source.hpp"
#include "mcrl2/steps/shared_tables.hpp"
#include "mcrl2/symmetry/items.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient::mcrl2 {

/// A symmetry, and what its atoms are.
struct Detected {
  Symmetry symmetry;
  SymmetryItems items;
};

/// The symmetries of a specification: the automorphisms of its CodeGraph, as permutations of processes, constants and
/// control locations. Atoms that follow others (the processes where constants name them all) are of kind `value`.
/// `model` and `shared` must outlive the symmetry.
Detected detect_symmetry(const Model& model, SharedTables& shared);

/// Algorithm 1 of [Adyanthaya 2010]: every permutation of the process instances is tried, and taken where it keeps
/// types, associations (functions between constants) and parameters. It does not look at what processes do, so that of
/// what it finds only the part is kept that `found` confirms. `problem` says why nothing could be tried.
Symmetry checked_permutations(const Model& model, const Detected& found, std::string& problem);

/// Whether some processes have names that differ in numbers alone, so that people expect them to be interchangeable.
bool has_alike_processes(const Model& model);

/// What keeps processes and constants from being interchangeable: steps, equations and what processes are given,
/// without which more of them would be, each with the reason and what to write instead. Added to symmetry.broken_by.
/// Tries one after the other, within about `seconds`.
void explain_breaks(const Model& model, const SourceMap& sources, Symmetry& symmetry, double seconds);

}  // namespace quotient::mcrl2
