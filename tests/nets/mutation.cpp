#include "mutation.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace quotient::nets {

namespace {

constexpr std::size_t largest_file = 1 << 20;

constexpr std::array<std::string_view, 26> extremes = {"0",
                                                       "-0",
                                                       "1",
                                                       "-1",
                                                       "127",
                                                       "128",
                                                       "255",
                                                       "256",
                                                       "65535",
                                                       "65536",
                                                       "2147483647",
                                                       "2147483648",
                                                       "4294967279",
                                                       "4294967280",
                                                       "4294967295",
                                                       "4294967296",
                                                       "4000000000",
                                                       "9223372036854775807",
                                                       "9223372036854775808",
                                                       "18446744073709551615",
                                                       "18446744073709551616",
                                                       "99999999999999999999999999999999999999999999",
                                                       "1e999",
                                                       "-1e999",
                                                       "0.5",
                                                       "1e3"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::vector<Mutation::Range> Mutation::tokens(const std::string& text) {
  std::vector<Range> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at++;
    if (std::isspace(static_cast<unsigned char>(text[begin])) != 0) continue;
    while (is_word(text[begin]) && at < text.size() && is_word(text[at])) ++at;
    out.push_back({begin, at});
  }
  return out;
}

Mutation::Range Mutation::piece(const std::string& text, std::size_t longest) {
  const std::size_t begin = below(text.size() + 1);
  return {begin, std::min(text.size(), begin + 1 + below(longest))};
}

void Mutation::flip_bit(std::string& text) {
  if (text.empty()) return;
  char& at = text[below(text.size())];
  at = static_cast<char>(at ^ (1 << below(8)));
}

void Mutation::put_byte(std::string& text) {
  constexpr std::string_view odd("\0\x01\x7f\x80\xc3\xff\n\r\"\\{}[](),:;@*/<>=-.", 28);
  text.insert(below(text.size() + 1), 1, odd[below(odd.size())]);
}

void Mutation::truncate(std::string& text) { text.resize(below(text.size() + 1)); }

void Mutation::remove_piece(std::string& text) {
  const Range range = piece(text, below(4) == 0 ? 400 : 12);
  text.erase(range.begin, range.end - range.begin);
}

void Mutation::repeat_piece(std::string& text) {
  const Range range = piece(text, below(4) == 0 ? 400 : 12);
  const std::string copy = text.substr(range.begin, range.end - range.begin);
  const std::size_t times = below(20) == 0 ? 1 + below(1000) : 1;
  std::string copies;
  for (std::size_t k = 0; k < times; ++k) copies += copy;
  text.insert(below(2) == 0 ? range.end : below(text.size() + 1), copies);
}

void Mutation::exchange_tokens(std::string& text) {
  const std::vector<Range> all = tokens(text);
  if (all.size() < 2) return;
  Range a = all[below(all.size())], b = all[below(all.size())];
  if (a.begin == b.begin) return;
  if (b.begin < a.begin) std::swap(a, b);
  const std::string first = text.substr(a.begin, a.end - a.begin), second = text.substr(b.begin, b.end - b.begin);
  text.replace(b.begin, b.end - b.begin, first);
  text.replace(a.begin, a.end - a.begin, second);
}

void Mutation::replace_token(std::string& text) {
  const std::vector<Range> all = tokens(text);
  if (all.empty()) return;
  const Range to = all[below(all.size())], from = all[below(all.size())];
  text.replace(to.begin, to.end - to.begin, text.substr(from.begin, from.end - from.begin));
}

void Mutation::replace_number(std::string& text) {
  std::vector<Range> numbers = tokens(text);
  std::erase_if(numbers, [&text](const Range& r) { return !is_digit(text[r.begin]); });
  if (numbers.empty()) return;
  const Range at = numbers[below(numbers.size())];
  text.replace(at.begin, at.end - at.begin, extremes[below(extremes.size())]);
}

void Mutation::nest(std::string& text) {
  struct Pair {
    std::string_view open, close;
  };
  constexpr std::array<Pair, 5> pairs = {{{"[", "]"}, {"(", ")"}, {"{", "}"}, {"{\"a\":", "}"}, {"-", ""}}};
  constexpr std::array<std::size_t, 4> depths = {3, 40, 1000, 100'000};
  const Pair& pair = pairs[below(pairs.size())];
  const std::size_t depth = depths[below(depths.size())];
  std::string open, close;
  for (std::size_t k = 0; k < depth; ++k) open += pair.open, close += pair.close;
  const std::vector<Range> all = tokens(text);
  const Range at = all.empty() ? Range{} : all[below(all.size())];
  text.insert(at.end, below(4) == 0 ? "" : close);
  text.insert(at.begin, open);
}

void Mutation::repeat_line(std::string& text) {
  std::vector<Range> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back({at, end});
    at = end;
  }
  if (lines.empty()) return;
  const Range from = lines[below(lines.size())], to = lines[below(lines.size())];
  text.insert(to.begin, text.substr(from.begin, from.end - from.begin));
}

void Mutation::splice(std::string& text) {
  const std::string& other = others_[below(others_.size())];
  const Range from = piece(other, 400), to = piece(text, 200);
  text.replace(to.begin, to.end - to.begin, other.substr(from.begin, from.end - from.begin));
}

std::string Mutation::damage(std::string text) {
  using Way = void (Mutation::*)(std::string&);
  constexpr std::array<Way, 14> ways = {
      &Mutation::flip_bit,      &Mutation::flip_bit,       &Mutation::put_byte,        &Mutation::truncate,
      &Mutation::remove_piece,  &Mutation::repeat_piece,   &Mutation::exchange_tokens, &Mutation::exchange_tokens,
      &Mutation::replace_token, &Mutation::replace_number, &Mutation::replace_number,  &Mutation::nest,
      &Mutation::repeat_line,   &Mutation::splice};
  const std::size_t times = 1 + (below(2) == 0 ? 0 : below(4));
  for (std::size_t k = 0; k < times; ++k) (this->*ways[below(ways.size())])(text);
  if (text.size() > largest_file) text.resize(largest_file);
  return text;
}

}  // namespace quotient::nets
