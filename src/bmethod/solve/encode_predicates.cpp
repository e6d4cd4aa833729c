#include <algorithm>

#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/solve/encoder.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

/// The same as one variable of the solver: a formula that stands in several places is posted in each of them.
Truth Encoder::reused(const Truth& says) const {
  return says.known() ? says : Truth(Gecode::expr(space_, says.says()));
}

Truth Encoder::all_of(const std::vector<Truth>& parts) const {
  constexpr std::size_t few = 4;
  std::vector<Truth> open;
  for (const Truth& part : parts) {
    if (part.known() == false) return false;
    if (!part.known()) open.push_back(part);
  }
  if (open.size() > few) {  // no deep formulas
    Gecode::BoolVarArgs all;
    for (const Truth& part : open) all << Gecode::expr(space_, part.says());
    const Gecode::BoolVar made(space_, 0, 1);
    Gecode::rel(space_, Gecode::BOT_AND, all, made);
    return made;
  }
  Truth made = true;
  for (const Truth& part : open) made = made && part;
  return made;
}

Truth Encoder::any_of(const std::vector<Truth>& parts) const {
  std::vector<Truth> negated;
  negated.reserve(parts.size());
  for (const Truth& part : parts) negated.push_back(!part);
  return !all_of(negated);
}

void Encoder::post(const Node* node) {
  defined_.clear();
  instances_ = 0;
  post_where({}, node);
}

void Encoder::demand_truth(const Truth& says) {
  if (says.known() == true) return;
  if (says.known()) {
    space_.fail();
  } else {
    Gecode::rel(space_, says.says());
  }
  ++posted_;
}

/// What cannot be encoded is left out: the solver then finds more than there is.
void Encoder::post_where(const Guards& guards, const Node* node) {
  defined_.clear();
  try {
    if (node->op == Op::conjunction) {
      for (const Node* arg : node->args) post_where(guards, arg);
    } else if (node->op == Op::for_all && depends(node)) {
      Guards all = guards;
      instances(*node->plan, 0, all, [&](const Guards& here) { post_where(here, node->args[0]); });
    } else if (guards.hold.empty() && (!depends(node) || post_distinct(node) || post_arrow(node))) {
      // Whatever the variables are; or done.
    } else {
      const Truth says = predicate(node);
      // A candidate for which it is undefined is left to the evaluator.
      demand_truth(!guards.all(*this) || says || !all_of(defined_) || !all_of(guards.defined));
    }
  } catch (const NotEncodable&) {
  } catch (const Gecode::Exception&) {  // a number that is too large for it
  }
  defined_.clear();
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
    for (const Node* element : elements) all << as_variable(defined_term(element));
    Gecode::distinct(space_, all);
    ++posted_;
    return true;
  }
  return false;
}

/// f : A >-> B for a function that was drawn from A --> C.
bool Encoder::post_arrow(const Node* node) {
  if (node->op != Op::member || !is_arrow(node->args[1]->op)) return false;
  const Variable* drawn = function(node->args[0]);
  if (drawn == nullptr) return false;
  demand_numbers(*drawn);
  const Node* from = node->args[1]->args[0];
  const Node* to = node->args[1]->args[1];
  const std::vector<int> places = codes(from->type, known(from));
  std::vector<int> values = codes(to->type, known(to));
  if (drawn->partial) std::erase(values, drawn->undefined);  // it never has this one as a value
  const RelationKind kind = relation_kind(node->args[1]->op);
  for (const auto& [place, index] : drawn->places) {
    const bool inside = std::ranges::binary_search(places, place);
    std::vector<int> allowed = inside ? values : std::vector<int>{};
    if (drawn->partial && !(inside && kind.total)) allowed.push_back(drawn->undefined);
    if (allowed.empty()) {
      space_.fail();
    } else {
      Gecode::dom(space_, value_at(*drawn, index), number_set(allowed));
    }
  }
  if (kind.total && std::ranges::any_of(places, [&](int place) { return !drawn->places.contains(place); }))
    space_.fail();
  demand(*drawn, node->args[1]->op, codes(to->type, known(to)));
  ++posted_;
  return true;
}

/// Of a formula that no variable of the solver is in.
bool Encoder::surely_holds(const Node* node) {
  bool holds = false, undefined = false;
  evaluator_.try_out([&] {
    evaluator_.search.missed = false;
    holds = evaluator_.holds(node);
    undefined = evaluator_.outcome.failed() || evaluator_.search.missed;
  });
  if (undefined) throw NotEncodable{};
  return holds;
}

Truth Encoder::predicate(const Node* node) {
  work(1);
  if (!depends(node)) return surely_holds(node);
  const auto& args = node->args;
  switch (node->op) {
    case Op::conjunction:
    case Op::disjunction: {
      std::vector<Truth> parts;
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
      const Truth condition = reused(predicate(args[0]));
      return (condition && predicate(args[1])) || (!condition && predicate(args[2]));
    }
    case Op::for_all:
    case Op::exists:
      return quantified(node);
    case Op::equal:
      return equality(args[0], args[1]);
    case Op::not_equal:
      return !equality(args[0], args[1]);
    case Op::member:
      return membership(args[0], args[1]);
    case Op::not_member:
      return !membership(args[0], args[1]);
    case Op::subset:
      return included(set(args[0]), set(args[1]));
    case Op::not_subset:
      return !included(set(args[0]), set(args[1]));
    case Op::strict_subset:
    case Op::not_strict_subset: {
      const Members a = set(args[0]), b = set(args[1]);
      const Truth strict = included(a, b) && !same(a, b);
      return node->op == Op::strict_subset ? strict : !strict;
    }
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: {
      const Term left = term(args[0]), right = term(args[1]);
      return compared(node->op, left, right);
    }
    default:
      throw NotEncodable{};
  }
}

Truth Encoder::quantified(const Node* node) {
  const bool universal = node->op == Op::for_all;
  std::vector<Truth> parts;
  Guards guards;
  instances(*node->plan, 0, guards, [&](const Guards& here) {
    const Truth body = node->args.empty() ? Truth(true) : predicate(node->args[0]);
    parts.push_back(universal ? !here.all(*this) || body : here.all(*this) && body);
    defined_.insert(defined_.end(), here.defined.begin(), here.defined.end());
  });
  return universal ? all_of(parts) : any_of(parts);
}

Truth Encoder::compared(Op op, const Term& left, const Term& right) {
  switch (op) {
    case Op::less:
      if (left.high < right.low) return true;
      if (left.low >= right.high) return false;
      return Gecode::BoolExpr(left.expr < right.expr);
    case Op::less_equal:
      return !compared(Op::less, right, left);
    case Op::greater:
      return compared(Op::less, right, left);
    case Op::greater_equal:
      return !compared(Op::less, left, right);
    default:
      if (left.high < right.low || right.high < left.low) return false;
      if (left.low == left.high && right.low == right.high) return true;
      return Gecode::BoolExpr(left.expr == right.expr);
  }
}

Truth Encoder::equality(const Node* left, const Node* right) {
  if (is_scalar(left->type)) {
    const Term a = term(left), b = term(right);
    return compared(Op::equal, a, b);
  }
  for (const auto& [one, other] : {std::pair{left, right}, std::pair{right, left}}) {
    if (const Variable* drawn = function(one); drawn != nullptr && !depends(other)) return equals(*drawn, other);
  }
  return same(set(left), set(right));
}

Truth Encoder::equals(const Variable& drawn, const Node* other) {
  demand_numbers(drawn);
  const Type* pair_type = drawn.type->first;
  std::map<int, int> pairs;
  bool fits = true;
  for_each(drawn.type, known(other), [&](Value pair) {
    const int at = code(pair_type->first, first_of(pair_type, pair));
    const int value = code(pair_type->second, second_of(pair_type, pair));
    fits = drawn.places.contains(at) && !(drawn.partial && value == drawn.undefined) && pairs.emplace(at, value).second;
    return fits;
  });
  if (!fits) return false;
  std::vector<Truth> parts;
  for (const auto& [place, index] : drawn.places) {
    const auto found = pairs.find(place);
    if (found == pairs.end() && !drawn.partial) return false;
    parts.emplace_back(
        Gecode::BoolExpr(value_at(drawn, index) == (found == pairs.end() ? drawn.undefined : found->second)));
  }
  return all_of(parts);
}

Truth Encoder::is_one_of(const Term& element, const std::vector<int>& values) {
  if (values.empty()) return false;
  work(values.size());
  const Gecode::BoolVar made(space_, 0, 1);
  Gecode::dom(space_, as_variable(element), number_set(values), made);
  return made;
}

Truth Encoder::membership(const Node* element, const Node* in) {
  if (is_scalar(element->type)) return member(term(element), in);
  if (!is_power_set(in)) throw NotEncodable{};
  const Members elements = set(element);
  const Truth inside = included(elements, set(in->args[0]));
  if (in->op != Op::pow1 && in->op != Op::fin1) return inside;
  return inside && !same(elements, {});
}

Truth Encoder::member(const Term& element, const Node* node) {
  const Limits& limits = evaluator_.program.limits;
  const auto between = [&](const Term& low, const Term& high) {
    return compared(Op::less_equal, low, element) && compared(Op::less_equal, element, high);
  };
  const auto at_least = [&](std::int64_t low) { return compared(Op::less_equal, number(low), element); };
  if (node->full) return true;
  switch (node->op) {
    case Op::integers:
      return true;
    case Op::naturals:
      return at_least(0);
    case Op::naturals1:
      return at_least(1);
    case Op::int_set:
      return between(number(limits.min_int), number(limits.max_int));
    case Op::nat_set:
      return between(number(0), number(limits.max_int));
    case Op::nat1_set:
      return between(number(1), number(limits.max_int));
    case Op::interval: {
      const Term low = term(node->args[0]), high = term(node->args[1]);
      return between(low, high);
    }
    case Op::set_union:
      return member(element, node->args[0]) || member(element, node->args[1]);
    case Op::intersection:
      return member(element, node->args[0]) && member(element, node->args[1]);
    case Op::difference:
      return member(element, node->args[0]) && !member(element, node->args[1]);
    case Op::set_extension: {
      std::vector<Truth> parts;
      for (const Node* arg : node->args) parts.push_back(compared(Op::equal, element, term(arg)));
      return any_of(parts);
    }
    default:
      break;
  }
  if (!depends(node)) return is_one_of(element, codes(node->type, known(node)));
  std::vector<Truth> parts;
  for (const auto& [value, inside] : set(node)) parts.push_back(inside && compared(Op::equal, element, number(value)));
  return any_of(parts);
}

}  // namespace quotient::bmethod
