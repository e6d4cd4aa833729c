#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/layout.hpp"

namespace quotient::bmethod {

/// The text with its lines indented: clauses at the margin, what they hold by a level, what stands between BEGIN, PRE,
/// ANY and so on and its END by another. Lines that go on with a formula keep their place beside its first line. The
/// text may have errors.
std::optional<std::string> laid_out(std::string_view text, const LayoutOptions& options);

}  // namespace quotient::bmethod
