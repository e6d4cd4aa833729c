#pragma once

#include <optional>

#include "base/diagnostics.hpp"
#include "temporal/formula.hpp"

namespace quotient::temporal {

enum class Logic : std::uint8_t { linear, branching };

/// Reads the formula that stands in this range. ProB's syntax: `{predicate}`, `[step]`, words; `not`, then `U W R S T`,
/// then `&` and `or`, then `=>`, then `<=>`, all from the left; `G F X`, `H O Y`; `!x.({P} => f)` and `#x.({P} & f)`;
/// in branching formulas `AG EF AX …`, `EX[step] f`, `A[f U g]`. What `spin -f` writes otherwise (`[] <> ! && || ->`)
/// is read as well. On errors adds to `found` and returns nothing. A formula is at most 500 levels deep, and a
/// row of operators at most 1,000 long.
std::optional<Syntax> parse(const SourceMap& sources, SourceRange range, Logic logic, Diagnostics& found);

}  // namespace quotient::temporal
