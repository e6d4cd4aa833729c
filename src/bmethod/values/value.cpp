#include "bmethod/values/value.hpp"

#include <algorithm>
#include <cstring>

namespace quotient::bmethod {

void Arena::grow(std::size_t count) {
  constexpr std::size_t usual = std::size_t{1} << 15;
  if (chunk_ < chunks_.size()) ++chunk_;
  used_ = 0;
  // A chunk too small for this request is passed over and serves the next.
  while (chunk_ < chunks_.size() && chunks_[chunk_].size < count) ++chunk_;
  if (chunk_ == chunks_.size()) {
    const std::size_t size = std::max(usual, count);
    chunks_.push_back({std::make_unique_for_overwrite<Value[]>(size), size});
  }
}

std::string_view string_at(Value value) {
  if (value == 0) return {};
  const Value* words = words_at(value);
  return {reinterpret_cast<const char*>(words + 1), static_cast<std::size_t>(words[0])};
}

Value make_string(Arena& arena, std::string_view text) {
  if (text.empty()) return 0;
  Value* words = arena.words(1 + (text.size() + sizeof(Value) - 1) / sizeof(Value));
  words[0] = text.size();
  std::memcpy(words + 1, text.data(), text.size());
  return address(words);
}

int compare_slow(const Type* type, Value a, Value b) {
  if (type->words) return compare(type, a, b);
  if (a == b) return 0;
  switch (type->kind) {
    case Type::Kind::string: {
      const int order = string_at(a).compare(string_at(b));
      return order < 0 ? -1 : (order > 0 ? 1 : 0);
    }
    case Type::Kind::pair: {
      const int order = compare(type->first, words_at(a)[0], words_at(b)[0]);
      return order != 0 ? order : compare(type->second, words_at(a)[1], words_at(b)[1]);
    }
    case Type::Kind::set: {
      const auto x = items(a);
      const auto y = items(b);
      if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (const int order = compare(type->first, x[i], y[i]); order != 0) return order;
      }
      return 0;
    }
    default:
      return compare(type, a, b);
  }
}

Value SetBuilder::finish(bool sorted) {
  finished_ = true;  // the scratch is given back here, not later: the outer builder may go on at once
  if (set_->mask) return mask_;
  const auto begin = scratch_.begin() + static_cast<std::ptrdiff_t>(begin_);
  auto end = scratch_.end();
  if (begin == end) return 0;
  if (!sorted) {
    const Type* element = set_->first;
    if (element->flat()) {
      std::sort(begin, end);
      end = std::unique(begin, end);
    } else {
      std::sort(begin, end, [element](Value a, Value b) { return compare(element, a, b) < 0; });
      end = std::unique(begin, end, [element](Value a, Value b) { return equal(element, a, b); });
    }
  }
  const auto count = static_cast<std::size_t>(end - begin);
  Value* words = arena_.words(count + 1);
  words[0] = count;
  std::copy(begin, end, words + 1);
  scratch_.resize(begin_);
  return address(words);
}

Value default_value(Arena& arena, const Type* type) {
  if (type->kind != Type::Kind::pair || type->flat()) return 0;
  const Value first = default_value(arena, type->first);
  return make_pair(arena, type, first, default_value(arena, type->second));
}

Value copy_value(Arena& arena, const Type* type, Value value) {
  if (type->words) return value;
  switch (type->kind) {
    case Type::Kind::string:
      return make_string(arena, string_at(value));
    case Type::Kind::pair: {
      const Value first = copy_value(arena, type->first, words_at(value)[0]);
      return make_pair(arena, type, first, copy_value(arena, type->second, words_at(value)[1]));
    }
    default: {
      const auto from = items(value);
      if (from.empty()) return 0;
      Value* words = arena.words(from.size() + 1);
      words[0] = from.size();
      for (std::size_t i = 0; i < from.size(); ++i) words[i + 1] = copy_value(arena, type->first, from[i]);
      return address(words);
    }
  }
}

namespace {

void put_fixed(Value value, std::uint64_t largest, std::vector<std::uint8_t>& out) {
  for (; largest != 0; largest >>= 8, value >>= 8) out.push_back(static_cast<std::uint8_t>(value));
}

Value take_fixed(std::uint64_t largest, const std::uint8_t*& bytes, const std::uint8_t* end) {
  Value value = 0;
  for (unsigned shift = 0; largest != 0; largest >>= 8, shift += 8) {
    ensure(bytes != end, "a B state ends in the middle of a value");
    value |= static_cast<Value>(*bytes++) << shift;
  }
  return value;
}

void put_number(std::uint64_t value, std::vector<std::uint8_t>& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
  out.push_back(static_cast<std::uint8_t>(value));
}

std::uint64_t take_number(const std::uint8_t*& bytes, const std::uint8_t* end) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    ensure(bytes != end, "a B state ends in the middle of a number");
    const std::uint8_t byte = *bytes++;
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  report_bug("a number in a B state is too long");
}

std::uint64_t largest_of(const Type* type) {
  if (type->flat()) return type->cardinality - 1;
  return low_bits(type->first->cardinality);  // a mask that is too wide to be flat
}

}  // namespace

void encode(const Type* type, Value value, std::vector<std::uint8_t>& out) {
  if (type->flat() || type->mask) return put_fixed(value, largest_of(type), out);
  switch (type->kind) {
    case Type::Kind::integer: {  // small numbers of either sign in one byte
      const std::int64_t number = to_int(value);
      return put_number((static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63), out);
    }
    case Type::Kind::string: {
      const std::string_view text = string_at(value);
      put_number(text.size(), out);
      out.insert(out.end(), text.begin(), text.end());
      return;
    }
    case Type::Kind::pair:
      encode(type->first, words_at(value)[0], out);
      return encode(type->second, words_at(value)[1], out);
    default:
      put_number(items(value).size(), out);
      for (Value element : items(value)) encode(type->first, element, out);
  }
}

Value decode(Arena& arena, const Type* type, const std::uint8_t*& bytes, const std::uint8_t* end) {
  if (type->flat() || type->mask) return take_fixed(largest_of(type), bytes, end);
  switch (type->kind) {
    case Type::Kind::integer: {
      const std::uint64_t folded = take_number(bytes, end);
      return (folded >> 1) ^ (~(folded & 1) + 1);
    }
    case Type::Kind::string: {
      const std::uint64_t length = take_number(bytes, end);
      ensure(length <= static_cast<std::uint64_t>(end - bytes), "a B state ends in the middle of a string");
      const Value made = make_string(arena, {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length)});
      bytes += length;
      return made;
    }
    case Type::Kind::pair: {
      const Value first = decode(arena, type->first, bytes, end);
      return make_pair(arena, type, first, decode(arena, type->second, bytes, end));
    }
    default: {
      const std::uint64_t count = take_number(bytes, end);
      if (count == 0) return 0;
      Value* words = arena.words(static_cast<std::size_t>(count) + 1);
      words[0] = count;
      for (std::uint64_t i = 0; i < count; ++i) words[i + 1] = decode(arena, type->first, bytes, end);
      return address(words);
    }
  }
}

namespace {

std::optional<Value> recall_fixed(std::uint64_t largest, std::span<const std::uint8_t>& bytes) {
  Value value = 0;
  unsigned shift = 0;
  for (std::uint64_t rest = largest; rest != 0; rest >>= 8, shift += 8) {
    if (bytes.empty()) return std::nullopt;
    value |= static_cast<Value>(bytes.front()) << shift;
    bytes = bytes.subspan(1);
  }
  if (value > largest) return std::nullopt;
  return value;
}

/// In as few bytes as can be, as put_number writes it.
std::optional<std::uint64_t> recall_number(std::span<const std::uint8_t>& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (bytes.empty()) return std::nullopt;
    const std::uint8_t byte = bytes.front();
    bytes = bytes.subspan(1);
    if (shift == 63 && byte > 1) return std::nullopt;
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte >= 0x80) continue;
    if (byte == 0 && shift != 0) return std::nullopt;
    return value;
  }
  return std::nullopt;
}

/// Elements come in order, each once. So memory is taken for what is there, not for what is promised.
std::optional<Value> recall_set(Arena& arena, const Type* type, std::span<const std::uint8_t>& bytes) {
  const std::optional<std::uint64_t> count = recall_number(bytes);
  if (!count) return std::nullopt;
  std::vector<Value> elements;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const std::optional<Value> element = recall(arena, type->first, bytes);
    if (!element || (i > 0 && compare(type->first, elements.back(), *element) >= 0)) return std::nullopt;
    elements.push_back(*element);
  }
  if (elements.empty()) return 0;
  Value* words = arena.words(elements.size() + 1);
  words[0] = elements.size();
  std::copy(elements.begin(), elements.end(), words + 1);
  return address(words);
}

}  // namespace

std::optional<Value> recall(Arena& arena, const Type* type, std::span<const std::uint8_t>& bytes) {
  if (type->flat() || type->mask) return recall_fixed(largest_of(type), bytes);
  switch (type->kind) {
    case Type::Kind::integer: {
      const std::optional<std::uint64_t> folded = recall_number(bytes);
      if (!folded) return std::nullopt;
      return (*folded >> 1) ^ (~(*folded & 1) + 1);
    }
    case Type::Kind::string: {
      const std::optional<std::uint64_t> length = recall_number(bytes);
      if (!length || *length > bytes.size()) return std::nullopt;
      const auto count = static_cast<std::size_t>(*length);
      const Value made = make_string(arena, {reinterpret_cast<const char*>(bytes.data()), count});
      bytes = bytes.subspan(count);
      return made;
    }
    case Type::Kind::pair: {
      const std::optional<Value> first = recall(arena, type->first, bytes);
      const std::optional<Value> second = first ? recall(arena, type->second, bytes) : std::nullopt;
      if (!second) return std::nullopt;
      return make_pair(arena, type, *first, *second);
    }
    default:
      return recall_set(arena, type, bytes);
  }
}

}  // namespace quotient::bmethod
