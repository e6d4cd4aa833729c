#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace quotient {

/// What is known about the place where a text is read.
struct Look {
  bool colour = false;
  /// Of a terminal; 0: a file or a pipe, where lines may be as long as they like.
  std::size_t columns = 0;

  /// For what is wrapped at blanks: longer lines than this are hard to read however wide the terminal is.
  std::size_t margin() const;
};

enum class Paint { green, red, yellow, bold, dim };

/// In a colour, where colours are wanted.
std::string paint(std::string_view text, Paint with, bool colour);

/// Whether a stream of this file descriptor should be coloured by itself: it is a terminal, and NO_COLOR is not set.
bool wants_colour(int file_descriptor);

/// What COLUMNS says, else what the terminal says; 0 where neither says anything.
std::size_t columns_of(int file_descriptor);

/// Whether the user's locale (LC_ALL, LC_CTYPE, LANG, the first that is set) has UTF-8.
bool speaks_utf8();

/// Our own signs in letters that every terminal has: "->" for an arrow. What a model brings along stays as it is.
std::string in_ascii(std::string_view text);

/// `text` on lines of at most `columns`, broken at blanks; each line but the first begins with `indent` blanks, and
/// the first has room for what stands there before it. A word that is too long stays whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns);

}  // namespace quotient
