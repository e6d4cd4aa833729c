#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/counted.hpp"
#include "base/source.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"

namespace quotient {

std::string_view name_of(Verdict verdict);
/// As in JSON: "assertion", "deadlock", …
std::string_view name_of(FindingKind kind);
/// `none` where there is no kind of this name.
FindingKind finding_kind(std::string_view name);

/// "17 bytes", "1.2 KB", "3.4 GB"; powers of 1024.
std::string bytes_in_words(std::uint64_t bytes);
std::string seconds_in_words(double seconds);
/// "99.3 % of the states". Never 100 %: that is for the exact store to promise.
std::string percent_in_words(double part);

/// What ended a search, as the end of a sentence: "the time limit of 60 s was reached".
std::string in_words(StopReason reason, const Limits& limits);
/// "model.pml:12"; empty where there is no place.
std::string in_words(const Location& place);

/// Control characters, which could drive a terminal, become blanks.
std::string printable(std::string_view text);
/// Columns that a UTF-8 text takes, roughly: one for each code point.
std::size_t width(std::string_view text);

/// In double quotes, as .aut and .dot want it.
std::string in_quotes(std::string_view text);

}  // namespace quotient
