#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/syntax/library.hpp"

namespace quotient::bmethod {
namespace {

/// Strings are sequences of characters in UTF-8.
std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> result;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    result.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return result;
}

std::int64_t code_of(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0);
  std::int64_t code = byte(0) & (0x7F >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3F);
  return code;
}

bool append_code(std::int64_t code, std::string& text) {
  if (code < 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  const auto add = [&](std::int64_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) {
    add(code);
    return true;
  }
  const int more = code < 0x800 ? 1 : (code < 0x10000 ? 2 : 3);
  add((0xFF00 >> (more + 1) & 0xFF) | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) add(0x80 | (code >> (6 * i) & 0x3F));
  return true;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// With an optional sign; nothing where it needs more than 64 bits.
std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == text.size()) return false;
  return std::ranges::all_of(text.substr(0, dot), is_digit) && std::ranges::all_of(text.substr(dot + 1), is_digit);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = separator.empty() ? std::string_view::npos : text.find(separator); at != std::string_view::npos;
       at = text.find(separator)) {
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts.push_back(text);
  return parts;
}

std::string join(const std::vector<std::string_view>& parts, std::string_view between) {
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += between;
    result += parts[i];
  }
  return result;
}

std::string decimal(std::int64_t number, std::size_t places) {
  const std::uint64_t size = number < 0 ? ~static_cast<std::uint64_t>(number) + 1 : static_cast<std::uint64_t>(number);
  std::string digits = fmt::format("{:0{}}", size, places + 1);
  if (places > 0) digits.insert(digits.size() - places, ".");
  return number < 0 ? "-" + digits : digits;
}

}  // namespace

/// Functions whose value is a text or a sequence of texts.
Value Evaluator::eval_text(const Node* node) {
  const auto& args = node->args;
  const auto text = [&](std::size_t i) { return std::string(string_at(eval(args[i]))); };
  const auto made = [&](std::string_view result) { return make_string(arena, result); };
  // The elements of a sequence in their order; nothing where it is none.
  const auto elements = [&](std::size_t i) -> std::optional<std::vector<Value>> {
    const Value sequence = eval(args[i]);
    if (!is_sequence(args[i]->type, sequence)) return std::nullopt;
    std::vector<Value> result;
    for (Value pair : items(sequence)) result.push_back(second_of(args[i]->type->first, pair));
    return result;
  };
  const auto texts = [&](std::size_t i) -> std::optional<std::vector<std::string_view>> {
    const auto values = elements(i);
    if (!values) return std::nullopt;
    std::vector<std::string_view> result;
    for (Value value : *values) result.push_back(string_at(value));
    return result;
  };
  const auto sequence_of = [&](const std::vector<std::string_view>& parts) {
    SetBuilder result(arena, scratch, node->type);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      result.add(make_pair(arena, node->type->first, i + 1, make_string(arena, parts[i])));
    }
    return result.finish(true);
  };
  const auto written = [&](const Type* type, Value value) {
    return type->kind == Type::Kind::string ? std::string(string_at(value)) : program.types->text(type, value);
  };
  switch (static_cast<External>(node->slot)) {
    case External::string_append: {
      const std::string first = text(0);
      return made(first + text(1));
    }
    case External::string_conc: {
      const auto parts = texts(0);
      return parts ? made(join(*parts, "")) : failure(node);
    }
    case External::string_join: {
      const auto parts = texts(0);
      return parts ? made(join(*parts, text(1))) : failure(node);
    }
    case External::string_split: {
      const std::string whole = text(0);
      const std::string separator = text(1);
      return sequence_of(split(whole, separator));
    }
    case External::string_chars: {
      const std::string whole = text(0);
      return sequence_of(characters(whole));
    }
    case External::codes_to_string: {
      const auto codes = elements(0);
      if (!codes) return failure(node);
      std::string result;
      for (Value code : *codes) {
        if (!append_code(to_int(code), result)) return failure(node);
      }
      return made(result);
    }
    case External::string_rev: {
      const std::string whole = text(0);
      auto parts = characters(whole);
      std::ranges::reverse(parts);
      return made(join(parts, ""));
    }
    case External::string_padleft: {
      const std::string whole = text(0);
      const std::int64_t width = number(args[1]);
      const std::string padding = text(2);
      if (characters(padding).size() != 1 || width > 1'000'000) return failure(node);
      std::string result;
      for (auto i = static_cast<std::int64_t>(characters(whole).size()); i < width; ++i) result += padding;
      return made(result + whole);
    }
    case External::string_to_upper:
    case External::string_to_lower: {
      std::string whole = text(0);
      const bool upper = static_cast<External>(node->slot) == External::string_to_upper;
      for (char& c : whole) {
        if (static_cast<unsigned char>(c) >= 0x80) return failure(node);
        if (is_letter(c)) c = static_cast<char>(upper ? c & ~0x20 : c | 0x20);
      }
      return made(whole);
    }
    case External::string_replace: {
      const std::string whole = text(0);
      const std::string from = text(1);
      if (from.empty()) return failure(node);
      return made(join(split(whole, from), text(2)));
    }
    case External::sub_string: {
      const std::string whole = text(0);
      const std::int64_t first = number(args[1]);
      const std::int64_t length = number(args[2]);
      if (first < 1 || length < 0) return failure(node);
      const auto all = characters(whole);
      const auto begin = std::min(static_cast<std::size_t>(first) - 1, all.size());
      const auto count = std::min(static_cast<std::size_t>(length), all.size() - begin);
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(begin);
      return made(join({from, from + static_cast<std::ptrdiff_t>(count)}, ""));
    }
    case External::int_to_string:
      return made(fmt::format("{}", number(args[0])));
    case External::int_to_dec_string: {
      const std::int64_t value = number(args[0]);
      const std::int64_t places = number(args[1]);
      return places < 0 || places > 18 ? failure(node) : made(decimal(value, static_cast<std::size_t>(places)));
    }
    case External::int_to_hex_string:
      return made(fmt::format("{:x}", number(args[0])));
    case External::to_string:
      return made(written(args[0]->type, eval(args[0])));
    case External::format_to_string: {
      const std::string format = text(0);
      const auto values = elements(1);
      if (!values) return failure(node);
      std::string result;
      std::size_t next = 0;
      for (std::size_t i = 0; i < format.size(); ++i) {
        const char what = format[i] == '~' && i + 1 < format.size() ? format[i + 1] : ' ';
        if (what == 'w' || what == 'p') {
          if (next == values->size()) return failure(node);
          result += written(args[1]->type->first->second, (*values)[next++]);
          ++i;
        } else if (what == 'n' || what == '~') {
          result += what == 'n' ? '\n' : '~';
          ++i;
        } else {
          result += format[i];
        }
      }
      return made(result);
    }
    default:
      report_bug("not a function to texts");
  }
}

Value Evaluator::eval_external(const Node* node) {
  const auto& args = node->args;
  const auto text = [&](std::size_t i) { return string_at(eval(args[i])); };
  const auto rounded = [&](double value) {
    return std::isfinite(value) && std::abs(value) < 9e18 ? from_int(std::llround(value)) : failure(node);
  };
  switch (static_cast<External>(node->slot)) {
    case External::string_length:
      return characters(text(0)).size();
    case External::string_codes: {
      SetBuilder result(arena, scratch, node->type);
      Value position = 0;
      for (const std::string_view each : characters(text(0))) {
        result.add(make_pair(arena, node->type->first, ++position, from_int(code_of(each))));
      }
      return result.finish(true);
    }
    case External::string_to_int: {
      const auto value = integer(text(0));
      return value ? from_int(*value) : failure(node);
    }
    case External::string_is_int: {
      std::string_view digits = text(0);
      if (digits.starts_with('-')) digits.remove_prefix(1);
      return !digits.empty() && std::ranges::all_of(digits, is_digit) ? 1 : 0;
    }
    case External::string_is_decimal:
      return is_decimal(text(0)) ? 1 : 0;
    case External::string_is_alphanumeric: {
      const std::string_view whole = text(0);
      return !whole.empty() && std::ranges::all_of(whole, [](char c) { return is_digit(c) || is_letter(c); }) ? 1 : 0;
    }
    case External::string_contains: {
      const std::string_view whole = text(0);
      return whole.find(text(1)) != std::string_view::npos ? 1 : 0;
    }
    case External::string_to_enum: {
      const std::string_view name = text(0);
      if (node->type->kind == Type::Kind::boolean && (name == "TRUE" || name == "FALSE")) return name == "TRUE" ? 1 : 0;
      if (node->type->kind != Type::Kind::given) return failure(node);
      const auto& names = program.types->sets()[node->type->given].elements;
      const auto found = std::ranges::find(names, name);
      return found != names.end() ? static_cast<Value>(found - names.begin()) : failure(node);
    }
    case External::to_int: {
      const Value value = eval(args[0]);
      const Type::Kind kind = args[0]->type->kind;
      if (kind == Type::Kind::integer || kind == Type::Kind::boolean) return value;
      return kind == Type::Kind::given ? value + 1 : failure(node);
    }
    case External::choose:
    case External::mu: {
      const Value set = eval(args[0]);
      const bool any = static_cast<External>(node->slot) == External::choose;
      const std::uint64_t size = size_of(args[0]->type, set);
      if (size == 0 || (!any && size != 1)) return failure(node);
      Value first = 0;
      for_each(args[0]->type, set, [&](Value element) {
        first = element;
        return false;
      });
      return first;
    }
    case External::sort:
    case External::squash: {
      const bool pairs = static_cast<External>(node->slot) == External::squash;
      const Type* type = args[0]->type;
      const Value set = eval(args[0]);
      SetBuilder result(arena, scratch, node->type);
      Value position = 0;
      for_each(type, set, [&](Value element) {
        const Value put = pairs ? second_of(type->first, element) : element;
        result.add(make_pair(arena, node->type->first, ++position, put));
        return true;
      });
      return result.finish(true);
    }
    case External::assert_expr:
      return eval(args[0]) != 0 ? eval(args[2]) : failure(node);
    case External::gcd: {
      const std::int64_t left = number(args[0]);
      const std::int64_t right = number(args[1]);
      return from_int(std::gcd(left, right));
    }
    case External::msb: {
      const std::int64_t value = number(args[0]);
      return value > 0 ? static_cast<Value>(std::bit_width(static_cast<std::uint64_t>(value)) - 1) : failure(node);
    }
    case External::sinx:
    case External::cosx:
    case External::tanx: {
      const auto precision = static_cast<double>(number(args[0]));
      const double angle = static_cast<double>(number(args[1])) / precision;
      if (precision <= 0) return failure(node);
      const auto function = static_cast<External>(node->slot);
      return rounded(precision * (function == External::sinx   ? std::sin(angle)
                                  : function == External::cosx ? std::cos(angle)
                                                               : std::tan(angle)));
    }
    case External::logx: {
      const auto precision = static_cast<double>(number(args[0]));
      const auto base = static_cast<double>(number(args[1]));
      const auto value = static_cast<double>(number(args[2]));
      if (precision <= 0 || base <= 0 || value <= 0) return failure(node);
      return rounded(precision * std::log(value / precision) / std::log(base / precision));
    }
    case External::bit_and: {
      const Value left = eval(args[0]);
      return left & eval(args[1]);
    }
    case External::bit_or: {
      const Value left = eval(args[0]);
      return left | eval(args[1]);
    }
    case External::bit_xor: {
      const Value left = eval(args[0]);
      return left ^ eval(args[1]);
    }
    case External::shift_left:
    case External::shift_right: {
      const std::int64_t value = number(args[0]);
      const std::int64_t distance = number(args[1]);
      if (distance < 0) return failure(node);
      const std::int64_t bits = std::min<std::int64_t>(distance, 63);
      if (static_cast<External>(node->slot) == External::shift_right) return from_int(value >> bits);
      if (value == 0) return 0;
      const auto shifted = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << bits);
      return distance == bits && shifted >> bits == value ? from_int(shifted) : failure(node);
    }
    default:
      return eval_text(node);
  }
}

}  // namespace quotient::bmethod
