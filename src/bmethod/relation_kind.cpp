#include "bmethod/relation_kind.hpp"

namespace quotient::bmethod {

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
