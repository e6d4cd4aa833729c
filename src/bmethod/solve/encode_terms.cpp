#include <algorithm>

#include "bmethod/solve/encoder.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::int64_t largest_term = 1'000'000'000;  // Gecode's integers have 32 bits

}  // namespace

Encoder::Term Encoder::bounded(Gecode::LinIntExpr expr, std::int64_t low, std::int64_t high) {
  if (low < -largest_term || high > largest_term) throw NotEncodable{};
  return {std::move(expr), low, high};
}

Encoder::Term Encoder::number(std::int64_t value) {
  if (value < -largest_term || value > largest_term) throw NotEncodable{};
  return {Gecode::LinIntExpr(static_cast<int>(value)), value, value};
}

Gecode::IntVar Encoder::as_variable(const Term& term) const {
  if (term.low == term.high) return {space_, static_cast<int>(term.low), static_cast<int>(term.high)};
  return Gecode::expr(space_, term.expr);
}

Encoder::Term Encoder::term(const Node* node) {
  work(1);
  if (!is_scalar(node->type)) throw NotEncodable{};
  if (!depends(node)) return number(code(node->type, known(node)));
  const auto& args = node->args;
  switch (node->op) {
    case Op::identifier: {
      const Variable& found = *variable(node);
      if (found.kind == Variable::Kind::alias) return term(found.node);
      if (found.kind != Variable::Kind::scalar) throw NotEncodable{};
      const Gecode::IntVar& made = integers_[static_cast<int>(found.first)];
      return {made, made.min(), made.max()};
    }
    case Op::add: {
      const Term a = term(args[0]), b = term(args[1]);
      return bounded(a.expr + b.expr, a.low + b.low, a.high + b.high);
    }
    case Op::minus: {
      const Term a = term(args[0]), b = term(args[1]);
      return bounded(a.expr - b.expr, a.low - b.high, a.high - b.low);
    }
    case Op::times: {
      const Term a = term(args[0]), b = term(args[1]);
      const std::int64_t ends[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
      const auto [low, high] = std::ranges::minmax(ends);
      if (a.low == a.high) return bounded(static_cast<int>(a.low) * b.expr, low, high);
      if (b.low == b.high) return bounded(static_cast<int>(b.low) * a.expr, low, high);
      return bounded(a.expr * b.expr, low, high);
    }
    case Op::negate: {
      const Term a = term(args[0]);
      return {-a.expr, -a.high, -a.low};
    }
    case Op::divide:
    case Op::modulo: {
      Term a = term(args[0]), b = term(args[1]);
      const bool is_modulo = node->op == Op::modulo;
      const auto up_to = [](const Term& of, int least) { return Gecode::IntSet(least, static_cast<int>(of.high)); };
      if (is_modulo && a.low < 0) a = where_allowed(a, up_to(a, 0));
      if (is_modulo && b.low < 1) b = where_allowed(b, up_to(b, 1));
      if (!is_modulo && b.low <= 0 && b.high >= 0) {
        const int ranges[][2] = {{static_cast<int>(std::min<std::int64_t>(b.low, -1)), -1},
                                 {1, static_cast<int>(std::max<std::int64_t>(b.high, 1))}};
        b = where_allowed(b, Gecode::IntSet(ranges, 2));
      }
      if (is_modulo) return {a.expr % b.expr, 0, std::min(a.high, b.high - 1)};
      const std::int64_t most = std::max(std::abs(a.low), std::abs(a.high));
      return {a.expr / b.expr, a.low >= 0 && b.low >= 0 ? 0 : -most, most};
    }
    case Op::card: {
      std::int64_t surely = 0;
      Gecode::BoolVarArgs open;
      for (const auto& [value, inside] : set(args[0])) {
        if (inside.known()) {
          ++surely;
        } else {
          open << Gecode::expr(space_, inside.says());
        }
      }
      if (open.size() == 0) return number(surely);
      const Gecode::IntVar counted(space_, 0, open.size());
      Gecode::linear(space_, open, Gecode::IRT_EQ, counted);
      return {counted + static_cast<int>(surely), surely, surely + open.size()};
    }
    case Op::sigma: {
      Gecode::IntVarArgs open;
      std::int64_t low = 0, high = 0, surely = 0;
      Guards guards;
      instances(*node->plan, 0, guards, [&](const Guards& here) {
        const std::size_t before = defined_.size();
        const Term each = term(args[0]);
        const Truth counts = here.all(*this);
        guard_defined(before, counts);
        defined_.insert(defined_.end(), here.defined.begin(), here.defined.end());
        if (counts.known() == false) return;
        if (counts.known() && each.low == each.high) {
          surely += each.low;
          return;
        }
        low += counts.known() ? each.low : std::min<std::int64_t>(0, each.low);
        high += counts.known() ? each.high : std::max<std::int64_t>(0, each.high);
        open << Gecode::expr(space_,
                             counts.known() ? each.expr : Gecode::ite(counts.says(), each.expr, number(0).expr));
      });
      if (open.size() == 0) return number(surely);
      static_cast<void>(bounded({}, low, high));
      return bounded(Gecode::sum(open) + static_cast<int>(number(surely).low), low + surely, high + surely);
    }
    case Op::apply:
      return application(node);
    case Op::maplet: {
      const Term a = term(args[0]), b = term(args[1]);
      const auto width = static_cast<std::int64_t>(node->type->second->cardinality);
      if (width == 0 || width > largest_term) throw NotEncodable{};
      return bounded(static_cast<int>(width) * a.expr + b.expr, a.low * width + b.low, a.high * width + b.high);
    }
    case Op::bool_of: {
      const Truth says = predicate(args[0]);
      if (says.known()) return number(*says.known() ? 1 : 0);
      const Gecode::IntVar made(space_, 0, 1);
      Gecode::channel(space_, Gecode::expr(space_, says.says()), made);
      return {made, 0, 1};
    }
    case Op::if_then_else: {
      const Truth condition = reused(predicate(args[0]));
      const std::size_t before = defined_.size();
      const Term a = term(args[1]);
      guard_defined(before, condition);
      const std::size_t between = defined_.size();
      const Term b = term(args[2]);
      guard_defined(between, !condition);
      if (condition.known()) return *condition.known() ? a : b;
      return {Gecode::ite(condition.says(), a.expr, b.expr), std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    default:
      throw NotEncodable{};
  }
}

/// The same number where it is one of those allowed; elsewhere what it is used for is undefined.
Encoder::Term Encoder::where_allowed(const Term& of, const Gecode::IntSet& allowed) {
  if (allowed.size() == 0) throw NotEncodable{};
  const Gecode::IntVar any = as_variable(of);
  const Gecode::IntVar inside(space_, allowed);
  const Gecode::BoolVar is_there(space_, 0, 1);
  Gecode::dom(space_, any, allowed, is_there);
  const Gecode::BoolExpr outside = !Gecode::BoolExpr(is_there);
  Gecode::rel(space_, outside || Gecode::BoolExpr(any == inside));
  defined_.emplace_back(is_there);
  return {inside, inside.min(), inside.max()};
}

/// The value at a place among `at`, sorted; for any other place it is undefined.
Encoder::Term Encoder::element_at(const Term& place, const std::vector<int>& at, const Gecode::IntVarArgs& values) {
  if (at.empty()) throw NotEncodable{};
  const Gecode::IntVar argument = as_variable(place);
  const Gecode::IntSet places = number_set(at);
  bool surely = true;
  for (Gecode::IntVarValues value(argument); value() && surely; ++value)
    surely = std::ranges::binary_search(at, value.val());
  const Gecode::IntVar inside = surely ? argument : as_variable(where_allowed(place, places));
  const Gecode::IntVar index(space_, 0, static_cast<int>(at.size()) - 1);
  Gecode::element(space_, Gecode::IntSharedArray(Gecode::IntArgs(at)), index, inside);
  int low = values[0].min(), high = values[0].max();
  for (const Gecode::IntVar& value : values) {
    low = std::min(low, value.min());
    high = std::max(high, value.max());
  }
  const Gecode::IntVar made(space_, low, high);
  Gecode::element(space_, values, index, made);
  return {made, low, high};
}

Encoder::Term Encoder::application(const Node* node) {
  const Node* applied = node->args[0];
  const Node* argument = node->args[1];
  if (const Variable* drawn = function(applied); drawn != nullptr) {
    Term made;
    if (!depends(argument)) {
      const auto place = place_of(*drawn, argument->type, known(argument));
      if (!place) throw NotEncodable{};  // undefined
      const Gecode::IntVar value = value_at(*drawn, *place);
      made = {value, value.min(), value.max()};
    } else {
      demand_numbers(*drawn);
      std::vector<int> at;
      Gecode::IntVarArgs values;
      for (const auto& [place, index] : drawn->places) {
        at.push_back(place);
        values << value_at(*drawn, index);
      }
      made = element_at(term(argument), at, values);
    }
    if (drawn->partial) defined_.emplace_back(Gecode::BoolExpr(made.expr != drawn->undefined));
    return made;
  }
  const Type* type = applied->type;
  std::map<int, int> pairs;
  const Value relation = known(applied);
  if (size_of(type, relation) > 10'000) throw NotEncodable{};
  for_each(type, relation, [&](Value pair) {
    const int at = code(type->first->first, first_of(type->first, pair));
    if (!pairs.emplace(at, code(type->first->second, second_of(type->first, pair))).second) throw NotEncodable{};
    return true;
  });
  std::vector<int> at;
  Gecode::IntVarArgs values;
  for (const auto& [place, value] : pairs) {
    at.push_back(place);
    values << Gecode::IntVar(space_, value, value);
  }
  return element_at(term(argument), at, values);
}

}  // namespace quotient::bmethod
