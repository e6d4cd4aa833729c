#pragma once

#include <optional>
#include <string>

namespace quotient {

/// A drawing by Graphviz's `dot`, found in the folders of PATH and started without a shell. Nothing, and why in
/// `error`, where it is not installed or fails.
std::optional<std::string> draw_svg(const std::string& dot_text, std::string& error);

}  // namespace quotient
