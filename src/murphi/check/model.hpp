#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "murphi/syntax/ast.hpp"

/// A Murphi text whose names are resolved and whose types are right.
namespace quotient::murphi {

/// A type. Values of simple types are numbers, and no two of enumerations and scalarsets are the same number: a value
/// of a union is what it is in the type that it comes from. Those of scalarsets come first, from 1 on.
struct Type {
  TypeKind kind = TypeKind::range;
  std::string name;     // for people; empty: it has none
  std::int64_t lo = 0;  // of a simple type: the least and the greatest value
  std::int64_t hi = 0;
  std::int64_t count = 0;  // scalarset: of its values
  bool is_boolean = false;
  std::vector<std::string> literals;                        // of an enumeration
  std::vector<const Type*> members;                         // of a union
  std::vector<std::pair<std::string, const Type*>> fields;  // of a record
  const Type* index = nullptr;                              // of an array
  const Type* element = nullptr;

  bool is_simple() const { return kind != TypeKind::record && kind != TypeKind::array; }
  /// What a cell of a simple type holds while it is undefined: no value of the type, and 0 wherever that is none.
  std::int64_t undefined() const { return lo > 0 ? 0 : lo == 0 ? hi + 1 : lo - 1; }
  bool has(std::int64_t value) const {
    if (kind != TypeKind::set_union) return value >= lo && value <= hi;
    for (const Type* m : members) {
      if (m->has(value)) return true;
    }
    return false;
  }
  /// All values of a simple type, the least first.
  std::vector<std::int64_t> values() const;
};

/// A value of a simple type, as it is written.
std::string text_of(const Type& type, std::int64_t value);
/// What a type is called in messages.
std::string name_of(const Type& type);

/// What an operator makes of two constants; nullopt where that is an error, or needs more than 32 bits.
std::optional<std::int64_t> computed(Operator op, std::int64_t a, std::int64_t b);

struct Symbol {
  enum class Kind : std::uint8_t {
    constant,  // `value` of `type`; of an enumeration: the ordinal number
    type,
    variable,    // global, or local to what runs
    quantified,  // a parameter of a rule, of a quantifier, of a loop
    parameter,   // of a function or procedure
    alias,
    routine,
  };
  Kind kind = Kind::variable;
  std::string name;
  SourceRange at;
  const Type* type = nullptr;
  std::int64_t value = 0;
  bool is_local = false;      // a variable
  bool by_reference = false;  // a parameter
  const Expression* alias = nullptr;
  const Routine* routine = nullptr;
};

struct Model {
  std::unique_ptr<Specification> text;
  std::deque<Type> types;
  std::deque<Symbol> symbols;
  std::vector<const Symbol*> globals;
  const Type* boolean = nullptr;
  const Type* integer = nullptr;  // of numbers that are computed
};

}  // namespace quotient::murphi
