#pragma once

#include <optional>
#include <vector>

#include "bmethod/values/value.hpp"

namespace quotient::bmethod {

/// Where set and relation operators put their results and keep what they need on the way.
struct Workspace {
  Arena& arena;
  std::vector<Value>& scratch;
};

// Sets. `set` is the type of the operands and the result.
bool has_element(const Type* set, Value value, Value element);
bool is_subset(const Type* set, Value a, Value b);
Value unite(Workspace work, const Type* set, Value a, Value b);
Value intersect(Workspace work, const Type* set, Value a, Value b);
Value subtract(Workspace work, const Type* set, Value a, Value b);
/// `set` is the type of the result, its elements pairs.
Value cartesian(Workspace work, const Type* set, const Type* left, Value a, const Type* right, Value b);

// Relations. `relation` is the type of the relation, POW(A * B).
Value domain_of(Workspace work, const Type* relation, const Type* result, Value r);
Value range_of(Workspace work, const Type* relation, const Type* result, Value r);
Value invert(Workspace work, const Type* relation, const Type* result, Value r);
Value image_of(Workspace work, const Type* relation, const Type* arguments, const Type* result, Value r, Value set);
Value compose(Workspace work, const Type* left, const Type* right, const Type* result, Value r, Value s);
/// `keep` says whether the pairs with their component in `set` stay or go.
Value restrict_domain(Workspace work, const Type* relation, const Type* arguments, Value r, Value set, bool keep);
Value restrict_range(Workspace work, const Type* relation, const Type* results, Value r, Value set, bool keep);
Value override_with(Workspace work, const Type* relation, Value r, Value s);
/// r <+ {x |-> y}
Value override_one(Workspace work, const Type* relation, Value r, Value x, Value y);
/// The one y with x |-> y in r; nothing where there is none or more than one.
std::optional<Value> apply_relation(const Type* relation, Value r, Value x);
/// The pairs of a relation that is no mask whose first component is x.
std::span<const Value> pairs_at(const Type* relation, Value r, Value x);
bool in_domain(const Type* relation, Value r, Value x);
bool is_function(const Type* relation, Value r);
bool is_injective(Workspace work, const Type* relation, Value r);

// Sequences are relations POW(INTEGER * A).
bool is_sequence(const Type* sequence, Value s);

}  // namespace quotient::bmethod
