#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bmethod/syntax/ast.hpp"
#include "bmethod/values/domains.hpp"

namespace quotient::bmethod {

/// The types of one model, with unification. A type is INTEGER, BOOL, STRING, a given set, POW(t), t * u, a record, or
/// a variable that later unification binds. Predicates have a type of their own, so that mixing them up is an ordinary
/// type error.
class TypeTable {
 public:
  enum class Kind : std::uint8_t { variable, integer, boolean, string, predicate, given, set, pair, record };
  using Field = std::pair<std::string, TypeRef>;

  explicit TypeTable(const std::vector<GivenSet>& sets);

  TypeRef integer() const { return {1}; }
  TypeRef boolean() const { return {2}; }
  TypeRef string() const { return {3}; }
  TypeRef predicate() const { return {4}; }
  TypeRef given(std::uint32_t set);
  TypeRef set(TypeRef element);
  TypeRef pair(TypeRef first, TypeRef second);
  TypeRef record(std::vector<Field> fields);  // in any order
  TypeRef fresh();

  Kind kind(TypeRef type) const { return node(type).kind; }
  TypeRef element(TypeRef set) const { return node(set).first; }
  TypeRef first(TypeRef pair) const { return node(pair).first; }
  TypeRef second(TypeRef pair) const { return node(pair).second; }
  std::uint32_t given_set(TypeRef type) const { return node(type).given; }
  const std::vector<Field>& fields(TypeRef record) const { return fields_[node(record).given]; }

  /// Makes the two equal, or says false; what was bound on the way stays bound.
  bool unify(TypeRef a, TypeRef b);
  /// No variable left inside.
  bool is_ground(TypeRef type) const;
  /// As people write it: POW(Session * INTEGER). Unknown parts are `_`.
  std::string text(TypeRef type) const;

 private:
  struct Node {
    Kind kind = Kind::variable;
    TypeRef first, second;    // `first` of a bound variable leads on
    std::uint32_t given = 0;  // of a given set; of a record the index of its fields
    bool bound = false;
  };
  TypeRef find(TypeRef type) const;
  const Node& node(TypeRef type) const { return nodes_[find(type).value]; }
  TypeRef add(Node node);
  bool occurs(TypeRef variable, TypeRef in) const;
  std::string text(TypeRef type, bool operand) const;

  const std::vector<GivenSet>& sets_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Field>> fields_;
};

}  // namespace quotient::bmethod
