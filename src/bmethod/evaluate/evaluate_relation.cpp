#include <algorithm>

#include "bmethod/evaluate/evaluator.hpp"

namespace quotient::bmethod {

namespace {

bool is_restriction(Op op) {
  return op == Op::image || op == Op::domain_restriction || op == Op::domain_subtraction ||
         op == Op::range_restriction || op == Op::range_subtraction;
}

/// Of r[S], S <| r, r |> S and their like: where S stands.
std::size_t restricting(Op op) { return op == Op::domain_restriction || op == Op::domain_subtraction ? 0 : 1; }

}  // namespace

/// r[S], S <| r and their like, where S is infinite and can only be asked.
Value Evaluator::restrict_by_test(const Node* node, const Node* relation, const Node* set) {
  const Type* type = relation->type;
  const bool by_first = node->op != Op::range_restriction && node->op != Op::range_subtraction;
  const bool keep = node->op != Op::domain_subtraction && node->op != Op::range_subtraction;
  const Value value = eval(relation);
  SetBuilder made(arena, scratch, node->type);
  for_each(type, value, [&](Value pair) {
    const Value first = first_of(type->first, pair);
    const Value second = second_of(type->first, pair);
    if (contains(set, by_first ? first : second) == keep) made.add(node->op == Op::image ? second : pair);
    return true;
  });
  return made.finish();
}

Value Evaluator::eval_relation(const Node* node) {
  const auto& args = node->args;
  if (is_restriction(node->op)) {
    const std::size_t set = restricting(node->op);
    if (args[set]->infinite) return restrict_by_test(node, args[1 - set], args[set]);
  }
  const Value left = eval(args[0]);
  const Type* type = args[0]->type;
  const Type* result = node->type;
  switch (node->op) {
    case Op::domain:
      return domain_of(work, type, result, left);
    case Op::range:
      return range_of(work, type, result, left);
    case Op::inverse:
      return invert(work, type, result, left);
    case Op::image:
      return image_of(work, type, args[1]->type, result, left, eval(args[1]));
    case Op::composition:
      return compose(work, type, args[1]->type, result, left, eval(args[1]));
    case Op::domain_restriction:
      return restrict_domain(work, result, type, eval(args[1]), left, true);
    case Op::domain_subtraction:
      return restrict_domain(work, result, type, eval(args[1]), left, false);
    case Op::range_restriction:
      return restrict_range(work, result, args[1]->type, left, eval(args[1]), true);
    case Op::range_subtraction:
      return restrict_range(work, result, args[1]->type, left, eval(args[1]), false);
    case Op::override_relation:
      if (args.size() == 3) {  // f(x) := y
        const Value x = eval(args[1]);
        return override_one(work, result, left, x, eval(args[2]));
      }
      return override_with(work, result, left, eval(args[1]));
    case Op::direct_product: {
      const Value right = eval(args[1]);
      const Type* other = args[1]->type;
      SetBuilder made(arena, scratch, result);
      for_each(type, left, [&](Value p) {
        return for_each(other, right, [&](Value q) {
          const Value x = first_of(type->first, p);
          if (equal(type->first->first, x, first_of(other->first, q))) {
            const Value couple =
                make_pair(arena, result->first->second, second_of(type->first, p), second_of(other->first, q));
            made.add(make_pair(arena, result->first, x, couple));
          }
          return true;
        });
      });
      return made.finish();
    }
    case Op::parallel_product: {
      const Value right = eval(args[1]);
      const Type* other = args[1]->type;
      const Type* pair = result->first;
      SetBuilder made(arena, scratch, result);
      for_each(type, left, [&](Value p) {
        return for_each(other, right, [&](Value q) {
          const Value from = make_pair(arena, pair->first, first_of(type->first, p), first_of(other->first, q));
          const Value to = make_pair(arena, pair->second, second_of(type->first, p), second_of(other->first, q));
          made.add(make_pair(arena, pair, from, to));
          return true;
        });
      });
      return made.finish();
    }
    case Op::projection1:
    case Op::projection2: {
      const Value right = eval(args[1]);
      SetBuilder made(arena, scratch, result);
      for_each(type, left, [&](Value x) {
        return for_each(args[1]->type, right, [&](Value y) {
          const Value couple = make_pair(arena, result->first->first, x, y);
          made.add(make_pair(arena, result->first, couple, node->op == Op::projection1 ? x : y));
          return true;
        });
      });
      return made.finish();
    }
    case Op::identity: {
      SetBuilder made(arena, scratch, result);
      for_each(type, left, [&](Value x) {
        made.add(make_pair(arena, result->first, x, x));
        return true;
      });
      return made.finish();
    }
    case Op::iterate: {
      const std::int64_t times = number(args[1]);
      if (times < 0) return failure(node);
      Value power = times == 0 ? identity_for(node, left) : left;
      for (std::int64_t i = 1; i < times; ++i) {
        const Value next = compose(work, type, type, result, power, left);
        // Periodic from here on; the usual case is the empty relation or a fixpoint.
        if (equal(result, next, power) || !go_on(node->site)) break;
        power = next;
      }
      return power;
    }
    case Op::closure:
    case Op::closure1: {
      Value reached = left;
      Value frontier = left;
      while (frontier != 0) {
        const Value next = compose(work, type, type, result, frontier, left);
        frontier = subtract(work, result, next, reached);
        reached = unite(work, result, reached, frontier);
      }
      return node->op == Op::closure1 ? reached : unite(work, result, reached, identity_for(node, left));
    }
    case Op::to_function: {
      const Type* image = result->first->second;
      SetBuilder made(arena, scratch, result);
      for_each(type, left, [&](Value pair) {
        const Value x = first_of(type->first, pair);
        SetBuilder row(arena, scratch, image);
        for_each(type, left, [&](Value other) {
          if (equal(type->first->first, first_of(type->first, other), x)) row.add(second_of(type->first, other));
          return true;
        });
        const Value set = row.finish();
        made.add(make_pair(arena, result->first, x, set));
        return true;
      });
      return made.finish();
    }
    case Op::to_relation: {
      SetBuilder made(arena, scratch, result);
      for_each(type, left, [&](Value pair) {
        const Value x = first_of(type->first, pair);
        return for_each(type->first->second, second_of(type->first, pair), [&](Value y) {
          made.add(make_pair(arena, result->first, x, y));
          return true;
        });
      });
      return made.finish();
    }
    default:
      report_bug("not a relational operator");
  }
}

/// The identity that closure( ) and iterate(r, 0) hold: over the whole type where that is finite and small, otherwise
/// over the field of the relation.
Value Evaluator::identity_for(const Node* node, Value relation) {
  const Type* type = node->type;
  const Type* element = type->first->first;
  SetBuilder made(arena, scratch, type);
  if (element->flat() && element->cardinality <= 4096) {
    for (Value x = 0; x < element->cardinality; ++x) made.add(make_pair(arena, type->first, x, x));
  } else {
    for_each(type, relation, [&](Value pair) {
      const Value x = first_of(type->first, pair);
      const Value y = second_of(type->first, pair);
      made.add(make_pair(arena, type->first, x, x));
      made.add(make_pair(arena, type->first, y, y));
      return true;
    });
  }
  return made.finish();
}

}  // namespace quotient::bmethod
