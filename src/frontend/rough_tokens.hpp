#pragma once

#include <string_view>
#include <vector>

namespace quotient {

/// Words and single characters, without blanks, comments (of any of the languages) and strings: enough to recognise in
/// which language a text is. mCRL2 begins a comment with a per cent sign, which elsewhere stands between operands: it
/// counts at the beginning of a line only.
std::vector<std::string_view> rough_tokens(std::string_view text);

/// Whether a token is a word that does not begin with a digit.
bool is_name(std::string_view token);

}  // namespace quotient
