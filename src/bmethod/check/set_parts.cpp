#include "bmethod/check/set_parts.hpp"

#include <algorithm>

#include "bmethod/syntax/operators.hpp"

namespace quotient::bmethod {
namespace {

void list_parts(const Expr* set, std::vector<const Expr*>& into) {
  if (set->op != Op::set_union) return into.push_back(set);
  for (const Expr* part : set->args) list_parts(part, into);
}

}  // namespace

SetParts::SetParts(const Model& model, const std::vector<const Expr*>& conjuncts, const Number& number)
    : model_(model), number_(number) {
  for (const Expr* each : conjuncts) read(each);
}

const Symbol* SetParts::constant(const Expr* expr) const {
  const bool fits = expr->op == Op::identifier && expr->symbol->kind == Symbol::Kind::constant;
  return fits ? expr->symbol : nullptr;
}

void SetParts::set_apart(const Expr* a, const Expr* b) {
  const Symbol* x = constant(a);
  const Symbol* y = constant(b);
  if (x == nullptr || y == nullptr || x == y) return;
  apart_.insert({x, y});
  apart_.insert({y, x});
}

void SetParts::bound_size(const Expr* set, Op relation, std::int64_t size) {
  const Symbol* symbol = constant(set);
  if (symbol == nullptr) return;
  Bounds& bounds = sizes_[symbol];
  const auto at_most = [&](std::int64_t most) { bounds.most = std::min(bounds.most.value_or(most), most); };
  if (relation == Op::equal || relation == Op::greater_equal) bounds.least = std::max(bounds.least, size);
  if (relation == Op::greater) bounds.least = std::max(bounds.least, size + 1);
  if (relation == Op::equal || relation == Op::less_equal) at_most(size);
  if (relation == Op::less) at_most(size - 1);
}

void SetParts::read(const Expr* property) {
  if (property->op == Op::negation) {
    const Expr* denied = property->args[0];
    if (denied->op == Op::equal && denied->args[1]->op == Op::empty_set) bound_size(denied->args[0], Op::greater, 0);
    const bool of_elements =
        denied->op == Op::equal && model_.types.kind(denied->args[0]->type) == TypeTable::Kind::given;
    if (of_elements) set_apart(denied->args[0], denied->args[1]);
    return;
  }
  if (property->args.size() != 2) return;
  const Expr* left = property->args[0];
  const Expr* right = property->args[1];
  switch (property->op) {
    case Op::not_equal:
      if (right->op == Op::empty_set) bound_size(left, Op::greater, 0);
      if (left->op == Op::empty_set) bound_size(right, Op::greater, 0);
      if (model_.types.kind(left->type) == TypeTable::Kind::given) set_apart(left, right);
      break;
    case Op::not_member:
      if (constant(left) != nullptr && constant(right) != nullptr) excluded_.insert({constant(left), constant(right)});
      break;
    case Op::member:  // a : S, s : POW1(S), card(s) : 2..3
      if (right->op == Op::pow1 || right->op == Op::fin1) bound_size(left, Op::greater, 0);
      if (constant(right) != nullptr) bound_size(right, Op::greater, 0);
      if (left->op == Op::card && right->op == Op::interval) {
        if (const auto low = number_(right->args[0])) bound_size(left->args[0], Op::greater_equal, *low);
        if (const auto high = number_(right->args[1])) bound_size(left->args[0], Op::less_equal, *high);
      }
      break;
    case Op::equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      for (const std::size_t side : {0u, 1u}) {
        const Expr* one = property->args[side];
        const Expr* other = property->args[1 - side];
        if (one->op == Op::intersection && other->op == Op::empty_set) set_apart(one->args[0], one->args[1]);
        if (property->op == Op::equal && constant(one) != nullptr && other->op == Op::set_extension) {
          const Bounds listed = size_of(other);
          bound_size(one, Op::greater_equal, listed.least);
          bound_size(one, Op::less_equal, *listed.most);
        }
        if (one->op != Op::card) continue;
        const auto size = number_(other);
        if (!size) continue;
        const Op relation = side == 0 ? property->op : mirrored(property->op);
        bound_size(one->args[0], relation, *size);
        const bool all_differ = property->op == Op::equal && one->args[0]->op == Op::set_extension &&
                                *size == static_cast<std::int64_t>(one->args[0]->args.size());
        if (!all_differ) continue;
        for (const Expr* a : one->args[0]->args) {
          for (const Expr* b : one->args[0]->args) set_apart(a, b);
        }
      }
      break;
    default:
      break;
  }
}

bool SetParts::is_apart(const Expr* a, const Expr* b) const {
  const Symbol* x = constant(a);
  const Symbol* y = constant(b);
  return x != nullptr && y != nullptr && apart_.contains({x, y});
}

bool SetParts::is_disjoint(const Expr* a, const Expr* b) const {
  if (is_apart(a, b)) return true;
  if (a->op != Op::set_extension) return b->op == Op::set_extension && is_disjoint(b, a);
  return std::ranges::all_of(a->args, [&](const Expr* element) {
    if (b->op == Op::set_extension)
      return std::ranges::all_of(b->args, [&](const Expr* other) { return is_apart(element, other); });
    return excluded_.contains({constant(element), constant(b)});
  });
}

/// The largest weight of symbols that are pairwise apart, as far as taking them one by one finds it from each start.
template <typename Apart, typename Weight>
std::int64_t SetParts::weigh(const std::vector<const Symbol*>& symbols, Apart apart, Weight weight) const {
  constexpr std::size_t most_starts = 50;
  std::int64_t largest = 0;
  for (std::size_t start = 0; start < std::min(symbols.size(), most_starts); ++start) {
    std::vector<const Symbol*> chosen;
    std::int64_t sum = 0;
    for (std::size_t i = start; i < symbols.size(); ++i) {
      const Symbol* symbol = symbols[i];
      const bool fits = std::ranges::all_of(chosen, [&](const Symbol* other) { return apart(symbol, other); });
      if (!fits) continue;
      chosen.push_back(symbol);
      sum += weight(symbol);
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

SetParts::Bounds SetParts::size_of_part(const Expr* part) const {
  Bounds bounds;
  if (part->op == Op::set_extension) {
    std::vector<const Symbol*> symbols;
    for (const Expr* element : part->args) {
      if (const Symbol* symbol = constant(element)) symbols.push_back(symbol);
    }
    const auto apart = [&](const Symbol* a, const Symbol* b) { return apart_.contains({a, b}); };
    bounds.least = std::max<std::int64_t>(1, weigh(symbols, apart, [](const Symbol*) { return 1; }));
    bounds.most = static_cast<std::int64_t>(part->args.size());
    bounds.listed = true;
  } else if (part->op == Op::empty_set) {
    bounds.most = 0;
  } else if (const Symbol* symbol = constant(part)) {
    const auto found = sizes_.find(symbol);
    if (found != sizes_.end()) bounds = found->second;
  }
  return bounds;
}

SetParts::Bounds SetParts::size_of(const Expr* set) const {
  std::vector<const Expr*> parts;
  list_parts(set, parts);
  Bounds sum;
  sum.most = 0;
  sum.listed = true;
  std::int64_t largest = 0;
  bool disjoint = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Bounds part = size_of_part(parts[i]);
    for (std::size_t j = 0; j < i; ++j) disjoint = disjoint && is_disjoint(parts[i], parts[j]);
    sum.least += part.least;
    largest = std::max(largest, part.least);
    sum.most = sum.most && part.most ? std::optional(*sum.most + *part.most) : std::nullopt;
    sum.listed = sum.listed && part.listed;
  }
  if (!disjoint) sum.least = largest;
  return sum;
}

std::int64_t SetParts::least_size(std::uint32_t given) const {
  std::vector<const Symbol*> elements, subsets;
  for (const Symbol* symbol : model_.constants) {
    const auto is_it = [&](TypeRef type) {
      return model_.types.kind(type) == TypeTable::Kind::given && model_.types.given_set(type) == given;
    };
    if (is_it(symbol->type)) elements.push_back(symbol);
    if (model_.types.kind(symbol->type) == TypeTable::Kind::set && is_it(model_.types.element(symbol->type)))
      subsets.push_back(symbol);
  }
  const auto apart = [&](const Symbol* a, const Symbol* b) { return apart_.contains({a, b}); };
  const auto least = [&](const Symbol* subset) {
    const auto found = sizes_.find(subset);
    return found == sizes_.end() ? 0 : found->second.least;
  };
  std::int64_t needed = std::max(weigh(elements, apart, [](const Symbol*) { return 1; }), weigh(subsets, apart, least));
  for (const Symbol* subset : subsets) needed = std::max(needed, least(subset));
  return needed;
}

}  // namespace quotient::bmethod
