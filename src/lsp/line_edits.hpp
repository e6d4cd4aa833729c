#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace quotient::lsp {

/// The edits that make one text of another, by whole lines: one for each line that differs where there are as many
/// lines, else one from the first to the last that does. An empty list where the texts are the same.
nlohmann::json line_edits(std::string_view before, std::string_view after);

}  // namespace quotient::lsp
