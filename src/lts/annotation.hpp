#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "lts/lts.hpp"
#include "symmetry/group/permutation.hpp"

namespace quotient {

/// What a label of a quotient says: the step s → t with π(t) standing for t is written π(action) @ π. Several steps
/// that come out as the same are one, with all their permutations.
struct Annotation {
  std::string action;
  std::vector<Permutation> by;
  std::vector<Permutation> fixing;  // generate what leaves the state behind the step alone; said once for each state
};

/// "lock(p1, f2) @ (p1 p2)(f1 f2)", "a(p1) @ (), (p1 p2) fixing (p3 p4)".
std::string annotated_label(const Annotation& annotation, std::span<const std::string> names);

/// The labels of a quotient, taken apart.
struct Annotations {
  std::vector<std::string> names;  // of the points
  std::vector<Annotation> labels;  // by label; those without `by` have no annotation
  bool any = false;
};
/// What is wrong with annotations, and in which label: its number, and how many bytes of it come before.
struct AnnotationProblem {
  std::string message;
  std::optional<std::uint32_t> label;
  std::size_t at = 0;
};
/// Of labels without annotation the action is the whole text. What is wrong with one is said in `problem`, and nothing
/// is returned.
std::optional<Annotations> read_annotations(std::span<const std::string> labels, AnnotationProblem& problem);

}  // namespace quotient
