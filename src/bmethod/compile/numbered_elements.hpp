#pragma once

#include <vector>

#include "bmethod/evaluate/program.hpp"
#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// Variables that the invariant declares as functions from a range of numbers: `owner : 1..3 +-> BOX`. Such numbers are
/// often only names, but numbers have an order, and no two of them are interchangeable.
std::vector<NumberedElements> numbered_elements(const Model& model);

}  // namespace quotient::bmethod
