#pragma once

#include "bmethod/syntax/ast.hpp"

namespace quotient::bmethod {

bool is_arrow(Op op);

/// What an arrow (`<->`, `+->`, `>->>`, …) asks of the relations that are its elements.
struct RelationKind {
  bool functional, total, injective, surjective;
};
RelationKind relation_kind(Op arrow);

}  // namespace quotient::bmethod
