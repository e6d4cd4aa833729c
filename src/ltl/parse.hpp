#pragma once

#include <optional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "ltl/formula.hpp"

namespace quotient::ltl {

/// Reads a formula as `spin -f` does: `[] <> ! X`, then `U V W`, then `&& || -> <->`, each binary group of one
/// precedence and associating to the left; `true`, `false` and parentheses. `W` and `X` are ours (`spin -f` refuses
/// them). Propositions are p0, p1, …
///
/// `text` lies at `offset` in `file`. On errors adds to `found` and returns nothing.
std::optional<Formula> parse_formula(Formulas& formulas, std::string_view text, FileId file, std::uint32_t offset,
                                     Diagnostics& found);

}  // namespace quotient::ltl
