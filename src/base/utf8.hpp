#pragma once

#include <cstddef>
#include <string_view>

namespace quotient {

/// Bytes of the character that begins at byte `at`. A byte that is no part of UTF-8, as in texts of older encodings, is
/// a character of its own.
std::size_t character_length(std::string_view text, std::size_t at);

/// Columns that a text takes, roughly: one for each character.
std::size_t character_count(std::string_view text);

/// The byte of a column, from 1, of a line; the length of the line where it has no such column.
std::size_t byte_of_column(std::string_view line, std::size_t column);

}  // namespace quotient
