#pragma once

#include <optional>

#include "bmethod/syntax/ast.hpp"

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

}  // namespace quotient::bmethod
