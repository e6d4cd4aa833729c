#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace quotient::nets {

/// Damages a file: bits and bytes, lengths, words exchanged or replaced, numbers at the ends of their types, deep
/// nesting, lines and keys that come twice, parts of another file. The same for the same state of the dice.
class Mutation {
 public:
  /// `others` are files of the same kind, to take parts from.
  Mutation(std::mt19937_64& dice, const std::vector<std::string>& others) : dice_(dice), others_(others) {}

  /// One to four damages.
  std::string damage(std::string text);

 private:
  struct Range {
    std::size_t begin = 0, end = 0;
  };
  /// Words, numbers and single signs of a text.
  static std::vector<Range> tokens(const std::string& text);

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : static_cast<std::size_t>(dice_() % bound); }
  Range piece(const std::string& text, std::size_t longest);

  void flip_bit(std::string& text);
  void put_byte(std::string& text);
  void truncate(std::string& text);
  void remove_piece(std::string& text);
  void repeat_piece(std::string& text);
  void exchange_tokens(std::string& text);
  void replace_token(std::string& text);
  void replace_number(std::string& text);
  void nest(std::string& text);
  void repeat_line(std::string& text);
  void splice(std::string& text);

  std::mt19937_64& dice_;
  const std::vector<std::string>& others_;
};

}  // namespace quotient::nets
