#pragma once

#include <string>
#include <vector>

#include "mcrl2/check/specification.hpp"

namespace quotient::mcrl2 {

/// Why some numbers are no names, in words.
struct KeptNumbers {
  std::string reason;
  SourceRange at;
};

/// Numbers that are only names: P(1) || P(2), where 1 and 2 are passed on and compared for equality, and no more. They
/// become constants of sorts of their own, so that they can be interchanged. Which numbers those are is found by
/// following where they can go: through variables, arguments, results, fields, elements and communications. Computing
/// with a number, counting by it and comparing it with `<` to what is not a fixed number leaves it a number, and all
/// that it meets. States and transitions stay the same, one by one, and labels are written alike.
///
/// With `labels`, only where names in labels cannot be taken for other numbers, so that labels can be permuted.
///
/// Returns what keeps numbers (and truth values) that processes are called by from being names.
std::vector<KeptNumbers> take_numbers_for_names(Specification& spec, bool labels);

}  // namespace quotient::mcrl2
