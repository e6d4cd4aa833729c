#include <algorithm>

#include "bmethod/solve/encoder.hpp"

namespace quotient::bmethod {

/// A function as the set of its couples.
Encoder::Members Encoder::couples_of(const Variable& drawn) {
  const Type* pair = drawn.type->first;
  Members made;
  for (std::size_t index = 0; index < drawn.arguments.size(); ++index) {
    const Gecode::IntVar at = value_at(drawn, index);
    work(at.size());
    for (Gecode::IntVarValues value(at); value(); ++value) {
      if (drawn.partial && value.val() == drawn.undefined) continue;
      const Value couple =
          make_pair(evaluator_.arena, pair, drawn.arguments[index], value_of(pair->second, value.val()));
      made.emplace(code(pair, couple), reused(Gecode::BoolExpr(at == value.val())));
    }
  }
  return made;
}

template <typename Made>
Encoder::Members Encoder::of_couples(const Node* relation, Made made) {
  const Type* pair = relation->type->first;
  std::map<int, std::vector<Truth>> conditions;
  for (const auto& [number, inside] : set(relation)) {
    const Value couple = value_of(pair, number);
    made(first_of(pair, couple), second_of(pair, couple), inside, conditions);
  }
  return united(conditions);
}

/// Operators of relations, couple by couple.
Encoder::Members Encoder::relation(const Node* node) {
  const auto& args = node->args;
  using Conditions = std::map<int, std::vector<Truth>>;
  const auto in = [](const Members& members, int number) {
    const auto found = members.find(number);
    return found == members.end() ? Truth(false) : found->second;
  };
  const auto pair_of = [&](std::size_t at) { return args[at]->type->first; };
  switch (node->op) {
    case Op::domain:
      return of_couples(args[0], [&](Value first, Value, const Truth& inside, Conditions& made) {
        made[code(pair_of(0)->first, first)].push_back(inside);
      });
    case Op::range:
      return of_couples(args[0], [&](Value, Value second, const Truth& inside, Conditions& made) {
        made[code(pair_of(0)->second, second)].push_back(inside);
      });
    case Op::inverse:
      return of_couples(args[0], [&](Value first, Value second, const Truth& inside, Conditions& made) {
        const Type* turned = node->type->first;
        made[code(turned, make_pair(evaluator_.arena, turned, second, first))].push_back(inside);
      });
    case Op::image: {
      const Members arguments = set(args[1]);
      return of_couples(args[0], [&](Value first, Value second, const Truth& inside, Conditions& made) {
        made[code(pair_of(0)->second, second)].push_back(inside && in(arguments, code(pair_of(0)->first, first)));
      });
    }
    case Op::domain_restriction:
    case Op::domain_subtraction:
    case Op::range_restriction:
    case Op::range_subtraction: {
      const bool of_domain = node->op == Op::domain_restriction || node->op == Op::domain_subtraction;
      const bool keeps = node->op == Op::domain_restriction || node->op == Op::range_restriction;
      const std::size_t at = of_domain ? 1 : 0;
      const Members chosen = set(args[1 - at]);
      const Type* pair = node->type->first;
      return of_couples(args[at], [&](Value first, Value second, const Truth& inside, Conditions& made) {
        const Truth named = in(chosen, of_domain ? code(pair->first, first) : code(pair->second, second));
        made[code(pair, make_pair(evaluator_.arena, pair, first, second))].push_back(inside &&
                                                                                     (keeps ? named : !named));
      });
    }
    case Op::composition: {
      // The couples of the second by their first components.
      const Type* second_pair = pair_of(1);
      std::map<int, std::vector<std::pair<Value, Truth>>> onwards;
      for (const auto& [number, inside] : set(args[1])) {
        const Value couple = value_of(second_pair, number);
        onwards[code(second_pair->first, first_of(second_pair, couple))].emplace_back(second_of(second_pair, couple),
                                                                                      inside);
      }
      return of_couples(args[0], [&](Value first, Value between, const Truth& inside, Conditions& made) {
        const auto found = onwards.find(code(pair_of(0)->second, between));
        if (found == onwards.end()) return;
        work(found->second.size());
        for (const auto& [last, there] : found->second) {
          const Type* pair = node->type->first;
          made[code(pair, make_pair(evaluator_.arena, pair, first, last))].push_back(inside && there);
        }
      });
    }
    case Op::override_relation: {
      const Type* pair = node->type->first;
      std::map<int, std::vector<Truth>> replaced;
      const Members other = set(args[1]);
      for (const auto& [number, inside] : other)
        replaced[code(pair->first, first_of(pair, value_of(pair, number)))].push_back(inside);
      const Members domain = united(replaced);
      std::map<int, std::vector<Truth>> made;
      for (const auto& [number, inside] : set(args[0]))
        made[number].push_back(inside && !in(domain, code(pair->first, first_of(pair, value_of(pair, number)))));
      for (const auto& [number, inside] : other) made[number].push_back(inside);
      return united(made);
    }
    case Op::product: {
      const Type* pair = node->type->first;
      const Members right = set(args[1]);
      std::map<int, std::vector<Truth>> made;
      for (const auto& [left_number, left] : set(args[0])) {
        work(right.size());
        for (const auto& [number, inside] : right) {
          const Value couple =
              make_pair(evaluator_.arena, pair, value_of(pair->first, left_number), value_of(pair->second, number));
          made[code(pair, couple)].push_back(left && inside);
        }
      }
      return united(made);
    }
    case Op::identity: {
      const Type* pair = node->type->first;
      std::map<int, std::vector<Truth>> made;
      for (const auto& [number, inside] : set(args[0])) {
        const Value element = value_of(pair->first, number);
        made[code(pair, make_pair(evaluator_.arena, pair, element, element))].push_back(inside);
      }
      return united(made);
    }
    default:
      throw NotEncodable{};
  }
}

/// `e |-> d : r`, where the parts are numbers and the couple is none.
Truth Encoder::is_couple(const Node* couple, const Node* relation) {
  const Type* pair = couple->type;
  if (couple->op != Op::maplet || !is_scalar(pair->first) || !is_scalar(pair->second)) throw NotEncodable{};
  const Term first = term(couple->args[0]), second = term(couple->args[1]);
  std::vector<Truth> parts;
  for (const auto& [number, inside] : set(relation)) {
    const Value each = value_of(pair, number);
    const Truth here = compared(Op::equal, first, this->number(code(pair->first, first_of(pair, each)))) &&
                       compared(Op::equal, second, this->number(code(pair->second, second_of(pair, each))));
    parts.push_back(inside && here);
  }
  return any_of(parts);
}

}  // namespace quotient::bmethod
