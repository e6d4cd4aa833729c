#pragma once

#include <memory>

#include "symmetry/reduce/reduction.hpp"
#include "symmetry/reduce/scanner.hpp"

namespace quotient {

/// Markers of blocks, Definition 4 of [Bosnacki 2009], for several families and what is inside of them at once: digests
/// of how each block is used in the state that `scanner` has read. `colours` is filled.
void mark(const Scanner& scanner, std::vector<std::uint64_t>& colours);

/// One more round: which colours a block refers to (`local` in Algorithm 5.1). `refined` is filled.
void mark_locally(const Scanner& scanner, std::span<const std::uint64_t> colours, std::vector<std::uint64_t>& refined);

/// m_exact (`--symmetry exact-markers`): blocks in the order of their markers, ties as they fall. Complete, since a key
/// is a permuted state; an orbit can have several.
std::unique_ptr<Reduction> exact_markers_reduction(std::unique_ptr<Scheme> scheme);

/// Whether a state is determined by what it says of each block for itself, so that blocks with equal markers can change
/// places without a difference: no array is both indexed by blocks and holds them, no value relates two of them. Then m
/// and m_exact are the same (Proposition 2 of [Bosnacki 2009]).
bool markers_are_precise(const Scheme& scheme);

/// m (`--symmetry approx-markers`): what refers to one of several tied blocks refers to the last of them. One key for
/// every orbit, but different orbits can have the same. Where markers are precise, it is m_exact.
std::unique_ptr<Reduction> approx_markers_reduction(std::unique_ptr<Scheme> scheme);

}  // namespace quotient
