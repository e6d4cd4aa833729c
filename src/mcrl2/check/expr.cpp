#include "mcrl2/check/expr.hpp"

namespace quotient::mcrl2 {

ExprId ExprPool::add(Expr expr) {
  std::size_t hash = (static_cast<std::size_t>(expr.kind) << 32U) ^ expr.symbol ^ (std::size_t{expr.sort.value} << 17U);
  const auto mix = [&](std::size_t part) { hash = (hash ^ part) * 0x9E3779B97F4A7C15U + (hash >> 29U); };
  for (const ExprId id : expr.arguments) mix(id.value);
  for (const VarId id : expr.variables) mix(id.value + 0x100000000U);
  const auto [first, last] = index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const Expr& other = rows_[it->second.value];
    if (other.kind == expr.kind && other.sort == expr.sort && other.symbol == expr.symbol &&
        other.arguments == expr.arguments && other.variables == expr.variables) {
      return it->second;
    }
  }
  const ExprId id{static_cast<std::uint32_t>(rows_.size())};
  rows_.push_back(std::move(expr));
  index_.emplace(hash, id);
  return id;
}

ExprId ExprPool::number(std::string digits, SortId sort, SourceRange range) {
  const auto [place, fresh] = digits_index_.try_emplace(digits, static_cast<std::uint32_t>(digits_.size()));
  if (fresh) digits_.push_back(std::move(digits));
  return add({ExprKind::number, sort, place->second, {}, {}, range});
}

}  // namespace quotient::mcrl2
