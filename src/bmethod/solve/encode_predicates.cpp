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

void Encoder::guard_defined(std::size_t from, const Truth& when) {
  if (defined_.size() == from || when.known() == true) return;
  const Truth once = reused(when);
  for (std::size_t i = from; i < defined_.size(); ++i) defined_[i] = reused(!once || defined_[i]);
}

void Encoder::constrain(const Truth& says) {
  if (says.known() == true) return;
  if (says.known()) {
    space_.fail();
  } else {
    Gecode::rel(space_, says.says());
  }
}

void Encoder::demand_truth(const Truth& says) {
  constrain(says);
  if (says.known() != true) count_posted();
}

void Encoder::count_posted() {
  ++posted_;
  may_hide_undefined_ = may_hide_undefined_ || left_out_may_fail_;
}

/// What cannot be encoded is left out: the solver then finds more than there is.
void Encoder::post_where(const Guards& guards, const Node* node) {
  defined_.clear();
  const Truth before = undefined_;
  try {
    if (node->op == Op::conjunction) {
      for (const Node* arg : node->args) post_where(guards, arg);
    } else if (node->op == Op::for_all && depends(node)) {
      post_instances(guards, node);
    } else if (guards.hold.empty() && undefined_.known() == false && (post_distinct(node) || post_arrow(node))) {
      // Done.
    } else {
      const Truth says = predicate(node);
      defined_.insert(defined_.end(), guards.defined.begin(), guards.defined.end());
      const Truth fails = reused(guards.all(*this) && !all_of(defined_));
      // A candidate for which it is undefined is left to the evaluator.
      demand_truth(!guards.all(*this) || says || fails || undefined_);
      undefined_ = reused(undefined_ || fails);
    }
  } catch (const NotEncodable&) {
    undefined_ = before;
    leave_out(guards, node);
  } catch (const Gecode::Exception&) {  // a number that is too large for it
    undefined_ = before;
    leave_out(guards, node);
  }
  defined_.clear();
}

/// A formula for all values is false where one instance is, whatever becomes of the others.
void Encoder::post_instances(const Guards& guards, const Node* node) {
  const Truth before = undefined_;
  std::vector<Truth> after{before};
  Guards all = guards;
  instances(*node->plan, 0, all, [&](const Guards& here) {
    undefined_ = before;
    post_where(here, node->args[0]);
    if (undefined_.known() != false) after.push_back(undefined_);
  });
  undefined_ = after.size() == 1 ? before : reused(any_of(after));
}

/// Of a formula that cannot be encoded at least where it is defined, so that the evaluator sees where it is not.
void Encoder::leave_out(const Guards& guards, const Node* node) {
  defined_.clear();
  try {
    demand_definition(node);
    undefined_ = reused(undefined_ || (guards.all(*this) && !all_of(defined_)));
  } catch (const NotEncodable&) {
    left_out_may_fail_ = true;
  } catch (const Gecode::Exception&) {
    left_out_may_fail_ = true;
  }
  defined_.clear();
}

/// Adds what must hold for a formula to be defined, and perhaps more.
void Encoder::demand_definition(const Node* node) {
  if (!reads_.may_be_undefined(node)) return;
  if (!depends(node)) {
    static_cast<void>(node->type == nullptr ? surely_holds(node) : known(node) != 0);
    return;
  }
  const std::vector<Truth> before = defined_;
  try {
    if (node->type == nullptr) {
      static_cast<void>(predicate(node));
    } else if (node->type->kind == Type::Kind::set) {
      static_cast<void>(set(node));
    } else {
      static_cast<void>(term(node));
    }
    return;
  } catch (const NotEncodable&) {
    defined_ = before;  // whatever it was in the middle of
  }
  if (node->plan != nullptr || may_be_undefined(node->op)) throw NotEncodable{};
  for (const Node* arg : node->args) demand_definition(arg);
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
    count_posted();
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
  count_posted();
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
      // What has been decided is asked no further.
      const bool is_and = node->op == Op::conjunction;
      std::vector<Truth> parts;
      for (const Node* arg : args) {
        const std::size_t before = defined_.size();
        const Truth part = predicate(arg);
        if (defined_.size() > before) guard_defined(before, is_and ? all_of(parts) : !any_of(parts));
        parts.push_back(part);
      }
      return is_and ? all_of(parts) : any_of(parts);
    }
    case Op::implication: {
      const Truth left = predicate(args[0]);
      const std::size_t before = defined_.size();
      const Truth right = predicate(args[1]);
      guard_defined(before, left);
      return !left || right;
    }
    case Op::equivalence:
      return predicate(args[0]) == predicate(args[1]);
    case Op::negation:
      return !predicate(args[0]);
    case Op::if_then_else: {
      const Truth condition = reused(predicate(args[0]));
      const std::size_t before = defined_.size();
      const Truth one = predicate(args[1]);
      guard_defined(before, condition);
      const std::size_t between = defined_.size();
      const Truth other = predicate(args[2]);
      guard_defined(between, !condition);
      return (condition && one) || (!condition && other);
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
    const std::size_t before = defined_.size();
    const Truth body = node->args.empty() ? Truth(true) : predicate(node->args[0]);
    if (defined_.size() > before) guard_defined(before, here.all(*this));
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
  if (left->op == Op::maplet && right->op == Op::maplet) {
    const Truth first = equality(left->args[0], right->args[0]);
    return first && equality(left->args[1], right->args[1]);
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

/// e : {x | P}, where the set has no value of its own.
Truth Encoder::satisfies(const Node* element, const Node* set) {
  const std::int32_t slot = set->pattern->slot;
  if (slot < 0) throw NotEncodable{};
  if (!depends(element)) {
    evaluator_.slots[static_cast<std::size_t>(slot)] = known(element);
    return predicate(set->args[1]);
  }
  bind(slot, element);
  try {
    const Truth made = predicate(set->args[1]);
    variables_.erase(slot);
    return made;
  } catch (...) {
    variables_.erase(slot);
    throw;
  }
}

Truth Encoder::membership(const Node* element, const Node* in) {
  if (in->op == Op::comprehension && in->test_only) return satisfies(element, in);
  if (is_scalar(element->type)) return member(term(element), in);
  if (!is_power_set(in)) {
    if (depends(element)) return is_couple(element, in);
    const Members all = set(in);
    const auto found = all.find(code(element->type, known(element)));
    return found == all.end() ? Truth(false) : found->second;
  }
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
