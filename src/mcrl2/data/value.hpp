#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace quotient::mcrl2 {

struct Node;

/// A datum in normal form. Small integers, truth values and constructors without arguments (as their index) are stored
/// in the word itself, anything else is a node of a TermStore. Which of these an integer means is known from its sort.
/// Values of one store are equal exactly if their bits are.
class Value {
 public:
  Value() = default;
  static Value small(std::int64_t n) { return Value((static_cast<std::uint64_t>(n) << 1U) | 1U); }
  static Value truth(bool b) { return small(b ? 1 : 0); }
  static Value of(const Node* node) { return Value(reinterpret_cast<std::uintptr_t>(node)); }
  static Value raw(std::uint64_t bits) { return Value(bits); }
  static bool fits(std::int64_t n) { return n >= -(std::int64_t{1} << 61) && n < (std::int64_t{1} << 61); }

  bool is_small() const { return (bits_ & 1U) != 0; }
  std::int64_t small() const { return static_cast<std::int64_t>(bits_) >> 1; }
  const Node* node() const { return reinterpret_cast<const Node*>(bits_); }  // NOLINT: a tagged pointer
  std::uint64_t bits() const { return bits_; }
  bool is_true() const { return bits_ == 3; }
  bool is_false() const { return bits_ == 1; }
  friend bool operator==(Value, Value) = default;

 private:
  explicit Value(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_ = 1;
};

/// What a node is. Numbers from `first_function` on are applications of the function with that FuncId.
namespace node_op {
inline constexpr std::uint32_t big = 0;        // sign (0 or 1), then limbs, raw
inline constexpr std::uint32_t rational = 1;   // numerator, denominator > 1, without common factor
inline constexpr std::uint32_t cons = 2;       // head, tail; the empty list is the small integer 0
inline constexpr std::uint32_t set = 3;        // finite: elements in increasing order
inline constexpr std::uint32_t co_set = 4;     // everything but these elements
inline constexpr std::uint32_t set_of = 5;     // those for which a function yields true
inline constexpr std::uint32_t set_union = 6;  // of two sets of which one is a set_of
inline constexpr std::uint32_t set_intersection = 7;
inline constexpr std::uint32_t set_complement = 8;
inline constexpr std::uint32_t bag = 9;             // elements in increasing order, each with its count > 0
inline constexpr std::uint32_t bag_of = 10;         // a function yields the counts
inline constexpr std::uint32_t closure = 11;        // index of the lambda, captured values
inline constexpr std::uint32_t function = 12;       // FuncId
inline constexpr std::uint32_t update = 13;         // function, then arguments in increasing order, each with its value
inline constexpr std::uint32_t stuck_apply = 14;    // sort of the function, function, arguments: no rule applies
inline constexpr std::uint32_t stuck_builtin = 15;  // Builtin, sorts of the first and the second argument, arguments
inline constexpr std::uint32_t tuple = 16;          // the arguments of an action
inline constexpr std::uint32_t first_function = 17;
}  // namespace node_op

struct Node {
  std::uint32_t op;
  std::uint32_t size : 31;
  /// Made of numbers, constructors, lists and finite collections alone, all through: different nodes are different
  /// data. Functions may be equal without being made alike, and of terms that no rule could be applied to nothing is
  /// known.
  std::uint32_t plain : 1;
  std::uint64_t hash;

  std::span<const Value> arguments() const { return {reinterpret_cast<const Value*>(this + 1), size}; }
  Value operator[](std::size_t i) const { return arguments()[i]; }
};

/// Keeps every node once. For one thread. Nothing is freed but all at once: `clear` makes every value of the store
/// invalid, small ones aside.
class TermStore {
 public:
  TermStore();

  Value make(std::uint32_t op, std::span<const Value> arguments);
  /// Functions (by FuncId) whose applications are terms that no rule could be applied to. Holds for nodes made
  /// afterwards.
  void set_maps(std::vector<bool> maps) { maps_ = std::move(maps); }
  Value cons(Value head, Value tail) {
    const Value both[] = {head, tail};
    return make(node_op::cons, both);
  }
  void clear();
  std::size_t bytes() const { return bytes_ + table_.size() * sizeof(Node*); }  // NOLINT: a table of pointers

 private:
  void grow();
  bool is_plain(std::uint32_t op, std::span<const Value> arguments) const;

  std::vector<bool> maps_;
  std::vector<std::unique_ptr<std::uint64_t[]>> blocks_;
  std::size_t block_used_ = 0;  // words of the last block
  std::size_t block_size_ = 0;
  std::size_t bytes_ = 0;
  std::vector<const Node*> table_;
  std::size_t count_ = 0;
};

inline bool is_op(Value value, std::uint32_t op) { return !value.is_small() && value.node()->op == op; }
inline Value empty_list() { return Value::small(0); }

/// A total order that does not depend on where values are stored or when they were made: numbers by size, constructors
/// by their place in the declaration, then their arguments from left to right; lists as in a dictionary.
/// `index_of` gives the place of a constructor by FuncId. Uses no recursion.
int compare(Value a, Value b, std::span<const std::uint32_t> index_of);

/// As bytes that mean the same in every store, and back. Uses no recursion.
void serialise(Value value, std::vector<std::uint8_t>& out);
Value deserialise(std::span<const std::uint8_t> bytes, TermStore& store);

}  // namespace quotient::mcrl2
