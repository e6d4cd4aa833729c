#include <fmt/format.h>

#include "bmethod/values/value.hpp"

namespace quotient::bmethod {
namespace {

// One bit below the sign, so that sums of indices never wrap.
constexpr std::uint64_t most_flat = std::uint64_t{1} << 62;

}  // namespace

Types::Types(const std::vector<GivenSet>& sets, bool flat) : sets_(sets), flat_(flat) {
  Type integer;
  integer.words = true;
  integer_ = intern(integer);
  Type boolean;
  boolean.kind = Type::Kind::boolean;
  boolean.cardinality = 2;
  boolean.words = true;
  boolean_ = intern(boolean);
  Type string;
  string.kind = Type::Kind::string;
  string_ = intern(string);
}

const Type* Types::intern(Type type) {
  for (const Type& known : all_) {
    if (known.kind == type.kind && known.given == type.given && known.first == type.first &&
        known.second == type.second && known.fields == type.fields) {
      return &known;
    }
  }
  all_.push_back(std::move(type));
  return &all_.back();
}

const Type* Types::given(std::uint32_t set) {
  Type type;
  type.kind = Type::Kind::given;
  type.given = set;
  type.cardinality = sets_[set].size;
  type.words = true;
  ensure(type.cardinality != 0, "the size of a given set is not known yet");
  return intern(std::move(type));
}

const Type* Types::set(const Type* element) {
  Type type;
  type.kind = Type::Kind::set;
  type.first = element;
  type.mask = flat_ && element->flat() && element->cardinality <= 64;
  if (type.mask && element->cardinality < 62) type.cardinality = std::uint64_t{1} << element->cardinality;
  type.words = type.mask;
  return intern(std::move(type));
}

const Type* Types::pair(const Type* first, const Type* second) {
  Type type;
  type.kind = Type::Kind::pair;
  type.first = first;
  type.second = second;
  if (flat_ && first->flat() && second->flat() && first->cardinality <= most_flat / second->cardinality) {
    type.cardinality = first->cardinality * second->cardinality;
    type.words = true;
  }
  return intern(std::move(type));
}

const Type* Types::record(const Type* pairs, std::vector<std::string> fields) {
  Type made = *pairs;
  made.fields = std::move(fields);
  return intern(std::move(made));
}

std::string Types::text(const Type* type, Value value) const {
  std::string out;
  print(out, type, value, false);
  return out;
}

void Types::print(std::string& out, const Type* type, Value value, bool operand) const {
  if (!type->fields.empty()) {
    out += "rec(";
    const Type* rest = type;
    for (std::size_t i = 0; i < type->fields.size(); ++i) {
      const bool last = i + 1 == type->fields.size();
      out += fmt::format("{}{}: ", i == 0 ? "" : ", ", type->fields[i]);
      if (last && i == 0) {  // a record of one field is the field
        Type plain = *type;
        plain.fields.clear();
        print(out, &plain, value, false);
      } else {
        print(out, last ? rest : rest->first, last ? value : first_of(rest, value), false);
      }
      if (!last) {
        value = second_of(rest, value);
        rest = rest->second;
      }
    }
    out += ")";
    return;
  }
  switch (type->kind) {
    case Type::Kind::integer:
      out += fmt::format("{}", to_int(value));
      return;
    case Type::Kind::boolean:
      out += value != 0 ? "TRUE" : "FALSE";
      return;
    case Type::Kind::string:
      out += fmt::format("\"{}\"", string_at(value));
      return;
    case Type::Kind::given:
      out += sets_[type->given].elements[static_cast<std::size_t>(value)];
      return;
    case Type::Kind::pair:
      if (operand) out += "(";
      print(out, type->first, first_of(type, value), true);
      out += "|->";
      print(out, type->second, second_of(type, value), true);
      if (operand) out += ")";
      return;
    case Type::Kind::set: {
      out += "{";
      bool comma = false;
      for_each(type, value, [&](Value element) {
        if (comma) out += ",";
        comma = true;
        print(out, type->first, element, type->first->kind == Type::Kind::pair && type->first->fields.empty());
        return true;
      });
      out += "}";
      return;
    }
  }
}

}  // namespace quotient::bmethod
