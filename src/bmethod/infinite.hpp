#pragma once

#include <optional>

#include "bmethod/model.hpp"
#include "bmethod/program.hpp"

namespace quotient::bmethod {

/// Whether a set made by this operator has no end, where `endless(i)` says whether its argument has none; nothing where
/// that takes more to tell.
template <typename Endless>
std::optional<bool> is_endless(Op op, Endless endless) {
  switch (op) {
    case Op::integers:
    case Op::naturals:
    case Op::naturals1:
    case Op::string_set:
    case Op::seq:
    case Op::seq1:
      return true;
    case Op::intersection:
      return endless(0) && endless(1);
    case Op::difference:
      return endless(0);
    default:
      return std::nullopt;
  }
}

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
