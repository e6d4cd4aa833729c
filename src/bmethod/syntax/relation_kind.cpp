#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

bool is_arrow(Op op) {
  switch (op) {
    case Op::relations:
    case Op::total_relations:
    case Op::surjective_relations:
    case Op::total_surjective_relations:
    case Op::partial_functions:
    case Op::total_functions:
    case Op::partial_injections:
    case Op::total_injections:
    case Op::partial_surjections:
    case Op::total_surjections:
    case Op::partial_bijections:
    case Op::total_bijections:
      return true;
    default:
      return false;
  }
}

RelationKind relation_kind(Op arrow) {
  switch (arrow) {
    case Op::relations:
      return {false, false, false, false};
    case Op::total_relations:
      return {false, true, false, false};
    case Op::surjective_relations:
      return {false, false, false, true};
    case Op::total_surjective_relations:
      return {false, true, false, true};
    case Op::partial_functions:
      return {true, false, false, false};
    case Op::total_functions:
      return {true, true, false, false};
    case Op::partial_injections:
      return {true, false, true, false};
    case Op::total_injections:
      return {true, true, true, false};
    case Op::partial_surjections:
      return {true, false, false, true};
    case Op::total_surjections:
      return {true, true, false, true};
    case Op::partial_bijections:
      return {true, false, true, true};
    default:
      return {true, true, true, true};
  }
}

}  // namespace quotient::bmethod
