#pragma once

#include <vector>

#include "bmethod/evaluate/program.hpp"
#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// The permutations of elements of enumerated sets under which the text of a model stays the same, up to the order of
/// what has none: members of `{a, b, c}`, operands of `&`, `or`, `\/`, `+`, `=` and their like. For each generator, for
/// each given set, the image of each element; empty where it moves none.
///
/// Elements of sets that the program distinguishes stay in their places, and so do those that it names at a place which
/// is no part of the text of the model.
std::vector<ElementPermutation> text_symmetries(const Model& model, const Program& program);

}  // namespace quotient::bmethod
