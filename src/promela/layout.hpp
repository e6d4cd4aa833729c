#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/layout.hpp"

namespace quotient::promela {

/// The text with its lines indented: what is in braces by a level, options of `do` and `if` below these words, and
/// their statements behind the two colons. Lines within brackets, and those that go on with an expression, keep their
/// place beside the line that they go on with. The text may have errors.
std::optional<std::string> laid_out(std::string_view text, const LayoutOptions& options);

}  // namespace quotient::promela
