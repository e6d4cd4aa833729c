#pragma once

#include <optional>

#include "bmethod/model.hpp"
#include "bmethod/program.hpp"

namespace quotient::bmethod {

/// Whether the text of a set promises no end of it, as far as that can be seen: wrong answers cost time, or a verdict
/// that is incomplete, nothing else.
bool looks_infinite(const TypeTable& types, const Expr* set);

/// A set that certainly has no end, whatever its parts are.
bool is_surely_infinite(const Node* set);

/// Whether the first of two infinite sets is within the second, or equal to it; nothing where their structure does not
/// tell.
std::optional<bool> is_within(const Node* set, const Node* other);
std::optional<bool> is_same(const Node* set, const Node* other);

/// Constants that PROPERTIES say to be infinite sets (`C = NATURAL`, `f = %x.(x : INTEGER | x + 1)`) are no values:
/// their text takes their place wherever they are named, where it can be asked what a value would have to be cut for.
/// They are no constants of the model any more.
void inline_infinite_constants(Model& model);

}  // namespace quotient::bmethod
