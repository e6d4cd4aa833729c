#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ensure.hpp"
#include "bmethod/values/domains.hpp"

namespace quotient::bmethod {

/// One word; its static type says how to read it:
///
///   flat type           a number below `cardinality` (elements of given sets, BOOL, pairs and sets of these while they
///   fit) INTEGER             the number itself, as int64 set over ≤ 64       a mask, bit i for the i-th element (also
///   where the set itself is no longer flat) any other set       address of a sorted array without doubles, its first
///   word the length; 0 is the empty set any other pair      address of two words STRING              address of a
///   length in bytes and the bytes; 0 is the empty string
///
/// Every value has exactly one representation up to addresses, so equality needs no normalisation and the order is the
/// same in every thread and every run.
using Value = std::uint64_t;

/// A ground type with its representation.
struct Type {
  enum class Kind : std::uint8_t { integer, boolean, string, given, pair, set };
  Kind kind = Kind::integer;
  bool mask = false;   // a set that is a mask
  bool words = false;  // equal values are equal words: no addresses inside
  std::uint32_t given = 0;
  std::uint64_t cardinality = 0;  // number of values where flat; 0 where not
  const Type* first = nullptr;    // element of a set
  const Type* second = nullptr;
  std::vector<std::string> fields;  // of a record, which is a pair of its first field and the rest

  bool flat() const { return cardinality != 0; }
};

/// The ground types of one model. Immutable once loading is done.
class Types {
 public:
  /// `flat` false keeps pairs and sets out of words: the plain representation that the fast one is tested against.
  Types(const std::vector<GivenSet>& sets, bool flat);

  const Type* integer() const { return integer_; }
  const Type* boolean() const { return boolean_; }
  const Type* string() const { return string_; }
  const Type* given(std::uint32_t set);
  const Type* set(const Type* element);
  const Type* pair(const Type* first, const Type* second);
  /// A record with these fields: its values are those of `pairs`, the first field and a pair of the rest.
  const Type* record(const Type* pairs, std::vector<std::string> fields);

  const std::vector<GivenSet>& sets() const { return sets_; }
  std::string text(const Type* type, Value value) const;

 private:
  const Type* intern(Type type);
  void print(std::string& out, const Type* type, Value value, bool operand) const;

  const std::vector<GivenSet>& sets_;
  bool flat_;
  std::deque<Type> all_;
  const Type* integer_;
  const Type* boolean_;
  const Type* string_;
};

/// Memory for structured values, given back all at once or down to a mark.
class Arena {
 public:
  struct Mark {
    std::size_t chunk = 0;
    std::size_t used = 0;
  };

  Value* words(std::size_t count) {
    if (chunk_ == chunks_.size() || used_ + count > chunks_[chunk_].size) grow(count);
    Value* result = chunks_[chunk_].words.get() + used_;
    used_ += count;
    return result;
  }
  Mark mark() const { return {chunk_, used_}; }
  void rewind(Mark mark) {
    chunk_ = mark.chunk;
    used_ = mark.used;
  }

 private:
  struct Chunk {
    std::unique_ptr<Value[]> words;
    std::size_t size;
  };
  void grow(std::size_t count);

  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;
  std::size_t used_ = 0;
};

inline Value address(const Value* words) { return reinterpret_cast<Value>(words); }          // NOLINT
inline const Value* words_at(Value value) { return reinterpret_cast<const Value*>(value); }  // NOLINT

inline Value from_int(std::int64_t number) { return static_cast<Value>(number); }
inline std::int64_t to_int(Value value) { return static_cast<std::int64_t>(value); }

/// The lowest `count` bits, for 0 to 64.
inline Value low_bits(std::uint64_t count) { return count >= 64 ? ~Value{0} : (Value{1} << count) - 1; }

/// The elements of a set that is no mask.
inline std::span<const Value> items(Value set) {
  if (set == 0) return {};
  const Value* words = words_at(set);
  return {words + 1, static_cast<std::size_t>(words[0])};
}

inline Value first_of(const Type* pair, Value value) {
  return pair->flat() ? value / pair->second->cardinality : words_at(value)[0];
}
inline Value second_of(const Type* pair, Value value) {
  return pair->flat() ? value % pair->second->cardinality : words_at(value)[1];
}
inline Value make_pair(Arena& arena, const Type* pair, Value first, Value second) {
  if (pair->flat()) return first * pair->second->cardinality + second;
  Value* words = arena.words(2);
  words[0] = first;
  words[1] = second;
  return address(words);
}

int compare_slow(const Type* type, Value a, Value b);

/// Total order of the values of a type: negative, 0, positive.
inline int compare(const Type* type, Value a, Value b) {
  if (type->flat() || type->mask) return a < b ? -1 : (a > b ? 1 : 0);
  if (type->kind == Type::Kind::integer) return to_int(a) < to_int(b) ? -1 : (a == b ? 0 : 1);
  return compare_slow(type, a, b);
}
inline bool equal(const Type* type, Value a, Value b) { return type->words ? a == b : compare_slow(type, a, b) == 0; }

std::string_view string_at(Value value);
Value make_string(Arena& arena, std::string_view text);

/// A value of the type that is always there: what an undefined expression yields so that evaluation can go on to the
/// place where the error is handled.
Value default_value(Arena& arena, const Type* type);

/// Copies whatever the value needs into another arena.
Value copy_value(Arena& arena, const Type* type, Value value);

/// Calls f(element) for each element in order; f returns false to stop. Says whether it went to the end.
template <typename F>
bool for_each(const Type* set, Value value, F&& f) {
  if (set->mask) {
    for (Value rest = value; rest != 0; rest &= rest - 1) {
      if (!f(static_cast<Value>(std::countr_zero(rest)))) return false;
    }
    return true;
  }
  for (Value element : items(value)) {
    if (!f(element)) return false;
  }
  return true;
}

inline std::uint64_t size_of(const Type* set, Value value) {
  return set->mask ? static_cast<std::uint64_t>(std::popcount(value)) : items(value).size();
}

/// Makes a set from elements in any order. Builders may nest: an inner one is finished before the outer goes on.
class SetBuilder {
 public:
  SetBuilder(Arena& arena, std::vector<Value>& scratch, const Type* set)
      : arena_(arena), scratch_(scratch), set_(set), begin_(scratch.size()) {}
  ~SetBuilder() {
    if (!finished_) scratch_.resize(begin_);
  }
  SetBuilder(const SetBuilder&) = delete;
  SetBuilder& operator=(const SetBuilder&) = delete;

  void add(Value element) {
    if (set_->mask) {
      mask_ |= Value{1} << element;
    } else {
      scratch_.push_back(element);
    }
  }
  std::size_t size() const { return scratch_.size() - begin_; }
  /// `sorted` promises that elements came in ascending order without doubles.
  Value finish(bool sorted = false);

 private:
  Arena& arena_;
  std::vector<Value>& scratch_;
  const Type* set_;
  std::size_t begin_;
  Value mask_ = 0;
  bool finished_ = false;
};

/// The bytes of a value in a state: the same for equal values, different for different ones, without addresses.
void encode(const Type* type, Value value, std::vector<std::uint8_t>& out);
/// Reads what encode wrote and moves `bytes` past it.
Value decode(Arena& arena, const Type* type, const std::uint8_t*& bytes, const std::uint8_t* end);
/// The same from bytes that nobody vouches for: nullopt unless they begin with what encode writes for some value.
std::optional<Value> recall(Arena& arena, const Type* type, std::span<const std::uint8_t>& bytes);

}  // namespace quotient::bmethod
