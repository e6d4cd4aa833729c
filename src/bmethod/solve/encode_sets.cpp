#include <algorithm>

#include "bmethod/solve/encoder.hpp"

namespace quotient::bmethod {

/// The set of those numbers of which one of the conditions holds.
Gecode::SetVar Encoder::set_where(const std::map<int, std::vector<Boolean>>& members) {
  std::vector<int> all;
  for (const auto& [number, conditions] : members) all.push_back(number);
  const Gecode::SetVar made(space_, Gecode::IntSet::empty, number_set(all));
  for (const auto& [number, conditions] : members) {
    const Gecode::BoolVar is_in(space_, 0, 1);
    Gecode::dom(space_, made, Gecode::SRT_SUP, number, is_in);
    Gecode::rel(space_, Boolean(is_in) == any_of(conditions));
  }
  return made;
}

Gecode::SetExpr Encoder::set(const Node* node) {
  const Type* type = node->type;
  if (type->kind != Type::Kind::set || !is_scalar(type->first)) throw NotEncodable{};
  if (!depends(node)) {
    const std::vector<int> values = codes(type, known(node));
    return Gecode::SetExpr(number_set(values));
  }
  const auto& args = node->args;
  switch (node->op) {
    case Op::identifier: {
      const Variable& found = *variable(node);
      if (found.kind == Variable::Kind::alias) return set(found.node);
      if (found.kind != Variable::Kind::subset) throw NotEncodable{};
      return sets_[static_cast<int>(found.first)];
    }
    case Op::set_union:
      return set(args[0]) | set(args[1]);
    case Op::intersection:
      return set(args[0]) & set(args[1]);
    case Op::difference:
      return set(args[0]) - set(args[1]);
    case Op::set_extension: {
      Gecode::SetExpr made = Gecode::singleton(term(args[0]).expr);
      for (std::size_t i = 1; i < args.size(); ++i) made = made | Gecode::singleton(term(args[i]).expr);
      return made;
    }
    case Op::comprehension: {
      if (node->plan == nullptr || node->infinite) throw NotEncodable{};
      std::map<int, std::vector<Boolean>> members;
      Guards guards;
      instances(*node->plan, 0, guards,
                [&](const Guards& here) { members[code(type->first, known(args[0]))].push_back(all_of(here)); });
      return set_where(members);
    }
    case Op::domain:
    case Op::range: {
      const Variable* function = variable(args[0]);
      if (function == nullptr || function->kind != Variable::Kind::function) throw NotEncodable{};
      demand_numbers(*function);
      std::map<int, std::vector<Boolean>> members;
      for (const auto& [place, index] : function->places) {
        const Gecode::IntVar& at = integers_[static_cast<int>(function->first + index)];
        if (node->op == Op::domain) {
          members[place].push_back(function->partial ? Boolean(at != function->undefined) : truth(true));
          continue;
        }
        for (Gecode::IntVarValues value(at); value(); ++value) {
          if (!function->partial || value.val() != function->undefined)
            members[value.val()].emplace_back(at == value.val());
        }
      }
      return set_where(members);
    }
    default:
      throw NotEncodable{};
  }
}

}  // namespace quotient::bmethod
