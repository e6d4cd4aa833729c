#include <algorithm>

#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/solve/encoder.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

Encoder::Boolean Encoder::all_of(const std::vector<Boolean>& parts) {
  if (parts.empty()) return truth(true);
  Boolean made = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) made = made && parts[i];
  return made;
}

Encoder::Boolean Encoder::any_of(const std::vector<Boolean>& parts) {
  if (parts.empty()) return truth(false);
  Boolean made = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) made = made || parts[i];
  return made;
}

void Encoder::post(const Node* node) {
  defined_.clear();
  instances_ = 0;
  post_where({}, node);
}

/// What cannot be encoded is left out: the solver then finds more than there is.
void Encoder::post_where(const Guards& guards, const Node* node) {
  const std::size_t before = defined_.size();
  try {
    if (node->op == Op::conjunction) {
      for (const Node* arg : node->args) post_where(guards, arg);
    } else if (node->op == Op::for_all && depends(node)) {
      Guards all = guards;
      instances(*node->plan, 0, all, [&](const Guards& here) { post_where(here, node->args[0]); });
    } else if (guards.empty() && (!depends(node) || post_distinct(node) || post_arrow(node))) {
      // Whatever the variables are; or done.
    } else {
      Boolean says = predicate(node);
      if (!guards.empty()) says = !all_of(guards) || says;
      // A candidate for which it is undefined is left to the evaluator.
      if (!defined_.empty()) says = says || !all_of(defined_);
      Gecode::rel(space_, says);
      ++posted_;
    }
  } catch (const NotEncodable&) {
  } catch (const Gecode::Exception&) {  // a number that is too large for it
  }
  defined_.erase(defined_.begin() + static_cast<std::ptrdiff_t>(before), defined_.end());
}

/// card({a, b, c}) = 3
bool Encoder::post_distinct(const Node* node) {
  if (node->op != Op::equal) return false;
  for (const std::size_t side : {0U, 1U}) {
    const Node* card = node->args[side];
    const Node* size = node->args[1 - side];
    if (card->op != Op::card || card->args[0]->op != Op::set_extension || depends(size)) continue;
    const auto& elements = card->args[0]->args;
    if (to_int(known(size)) != static_cast<std::int64_t>(elements.size())) continue;
    Gecode::IntVarArgs all;
    for (const Node* element : elements) all << as_variable(term(element));
    if (!defined_.empty()) throw NotEncodable{};
    Gecode::distinct(space_, all);
    ++posted_;
    return true;
  }
  return false;
}

/// f : A >-> B for a function that was drawn from A --> C.
bool Encoder::post_arrow(const Node* node) {
  if (node->op != Op::member || !is_arrow(node->args[1]->op)) return false;
  const Variable* function = variable(node->args[0]);
  if (function == nullptr || function->kind != Variable::Kind::function) return false;
  demand_numbers(*function);
  const Node* from = node->args[1]->args[0];
  const Node* to = node->args[1]->args[1];
  const std::vector<int> places = codes(from->type, known(from));
  const std::vector<int> values = codes(to->type, known(to));
  const RelationKind kind = relation_kind(node->args[1]->op);
  for (const auto& [place, index] : function->places) {
    const Gecode::IntVar value = integers_[static_cast<int>(function->first + index)];
    const bool inside = std::ranges::binary_search(places, place);
    std::vector<int> allowed = inside ? values : std::vector<int>{};
    if (function->partial && !(inside && kind.total)) allowed.push_back(function->undefined);
    if (allowed.empty()) {
      space_.fail();
    } else {
      Gecode::dom(space_, value, number_set(allowed));
    }
  }
  if (kind.total && std::ranges::any_of(places, [&](int place) { return !function->places.contains(place); }))
    space_.fail();
  demand(*function, node->args[1]->op, values);
  ++posted_;
  return true;
}

Encoder::Boolean Encoder::predicate(const Node* node) {
  if (!depends(node)) {
    bool holds = false, undefined = false;
    evaluator_.try_out([&] {
      holds = evaluator_.holds(node);
      undefined = evaluator_.outcome.failed();
    });
    if (undefined) throw NotEncodable{};
    return truth(holds);
  }
  const auto& args = node->args;
  switch (node->op) {
    case Op::conjunction:
    case Op::disjunction: {
      std::vector<Boolean> parts;
      for (const Node* arg : args) parts.push_back(predicate(arg));
      return node->op == Op::conjunction ? all_of(parts) : any_of(parts);
    }
    case Op::implication:
      return !predicate(args[0]) || predicate(args[1]);
    case Op::equivalence:
      return predicate(args[0]) == predicate(args[1]);
    case Op::negation:
      return !predicate(args[0]);
    case Op::if_then_else: {
      const Boolean condition = predicate(args[0]);
      return (condition && predicate(args[1])) || (!condition && predicate(args[2]));
    }
    case Op::for_all:
    case Op::exists: {
      const bool universal = node->op == Op::for_all;
      std::vector<Boolean> parts;
      Guards guards;
      instances(*node->plan, 0, guards, [&](const Guards& here) {
        const Boolean body = args.empty() ? truth(true) : predicate(args[0]);
        parts.push_back(universal ? (here.empty() ? body : !all_of(here) || body) : all_of(here) && body);
      });
      return universal ? all_of(parts) : any_of(parts);
    }
    case Op::equal:
      return equality(args[0], args[1]);
    case Op::not_equal:
      return !equality(args[0], args[1]);
    case Op::member:
    case Op::not_member: {
      if (!is_scalar(args[0]->type)) throw NotEncodable{};
      const Boolean is_in = member(term(args[0]), args[0]->type, args[1]);
      return node->op == Op::member ? is_in : !is_in;
    }
    case Op::subset:
      return set(args[0]) <= set(args[1]);
    case Op::not_subset:
      return !Boolean(set(args[0]) <= set(args[1]));
    case Op::strict_subset:
    case Op::not_strict_subset: {
      const Boolean strict = Boolean(set(args[0]) <= set(args[1])) && !Boolean(set(args[0]) == set(args[1]));
      return node->op == Op::strict_subset ? strict : !strict;
    }
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return comparison(node);
    default:
      throw NotEncodable{};
  }
}

Encoder::Boolean Encoder::comparison(const Node* node) {
  const Term left = term(node->args[0]);
  const Term right = term(node->args[1]);
  switch (node->op) {
    case Op::less:
      return left.expr < right.expr;
    case Op::less_equal:
      return left.expr <= right.expr;
    case Op::greater:
      return left.expr > right.expr;
    default:
      return left.expr >= right.expr;
  }
}

Encoder::Boolean Encoder::equality(const Node* left, const Node* right) {
  const Type* type = left->type;
  if (is_scalar(type)) return term(left).expr == term(right).expr;
  for (const auto& [one, other] : {std::pair{left, right}, std::pair{right, left}}) {
    const Variable* function = variable(one);
    if (function == nullptr || function->kind != Variable::Kind::function) continue;
    demand_numbers(*function);
    const Value value = known(other);
    std::map<int, int> pairs;
    bool fits = true;
    for_each(type, value, [&](Value pair) {
      const int at = code(type->first->first, first_of(type->first, pair));
      fits = function->places.contains(at) &&
             pairs.emplace(at, code(type->first->second, second_of(type->first, pair))).second;
      return fits;
    });
    if (!fits) return truth(false);
    std::vector<Boolean> parts;
    for (const auto& [place, index] : function->places) {
      const Gecode::IntVar at = integers_[static_cast<int>(function->first + index)];
      const auto found = pairs.find(place);
      if (found == pairs.end() && !function->partial) return truth(false);
      parts.emplace_back(at == (found == pairs.end() ? function->undefined : found->second));
    }
    return all_of(parts);
  }
  if (type->kind != Type::Kind::set || !is_scalar(type->first)) throw NotEncodable{};
  return set(left) == set(right);
}

Encoder::Boolean Encoder::is_one_of(const Term& element, const std::vector<int>& values) {
  if (values.empty()) return truth(false);
  const Gecode::BoolVar made(space_, 0, 1);
  Gecode::dom(space_, as_variable(element), number_set(values), made);
  return made;
}

Encoder::Boolean Encoder::member(const Term& element, const Type* type, const Node* node) {
  const auto& args = node->args;
  const Limits& limits = evaluator_.program.limits;
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return Boolean(element.expr >= static_cast<int>(std::max<std::int64_t>(low, -1'000'000'000))) &&
           Boolean(element.expr <= static_cast<int>(std::min<std::int64_t>(high, 1'000'000'000)));
  };
  if (node->full) return truth(true);
  switch (node->op) {
    case Op::integers:
      return truth(true);
    case Op::naturals:
      return between(0, 1'000'000'000);
    case Op::naturals1:
      return between(1, 1'000'000'000);
    case Op::int_set:
      return between(limits.min_int, limits.max_int);
    case Op::nat_set:
      return between(0, limits.max_int);
    case Op::nat1_set:
      return between(1, limits.max_int);
    case Op::interval:
      return Boolean(element.expr >= term(args[0]).expr) && Boolean(element.expr <= term(args[1]).expr);
    default:
      break;
  }
  if (!depends(node)) return is_one_of(element, codes(node->type, known(node)));
  switch (node->op) {
    case Op::set_union:
      return member(element, type, args[0]) || member(element, type, args[1]);
    case Op::intersection:
      return member(element, type, args[0]) && member(element, type, args[1]);
    case Op::difference:
      return member(element, type, args[0]) && !member(element, type, args[1]);
    case Op::set_extension: {
      std::vector<Boolean> parts;
      for (const Node* arg : args) parts.emplace_back(element.expr == term(arg).expr);
      return any_of(parts);
    }
    default:
      return Gecode::singleton(element.expr) <= set(node);
  }
}

}  // namespace quotient::bmethod
