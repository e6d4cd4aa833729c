#include "mcrl2/check/sorts.hpp"

#include <algorithm>
#include <cstdlib>

namespace quotient::mcrl2 {

SortTable::SortTable() {
  rows_ = {{SortKind::unknown, {}, "?"}, {SortKind::boolean, {}, "Bool"}, {SortKind::pos, {}, "Pos"},
           {SortKind::nat, {}, "Nat"},   {SortKind::integer, {}, "Int"},  {SortKind::real, {}, "Real"}};
}

SortId SortTable::intern(SortKind kind, std::vector<SortId> arguments) {
  const auto [place, fresh] =
      interned_.try_emplace({kind, arguments}, SortId{static_cast<std::uint32_t>(rows_.size())});
  if (fresh) rows_.push_back({kind, std::move(arguments), {}});
  return place->second;
}

SortId SortTable::container(SortKind kind, SortId element) { return intern(kind, {element}); }

SortId SortTable::function(std::vector<SortId> domain, SortId codomain) {
  domain.push_back(codomain);
  return intern(SortKind::function, std::move(domain));
}

SortId SortTable::declare(std::string name) {
  rows_.push_back({SortKind::user, {}, std::move(name)});
  return {static_cast<std::uint32_t>(rows_.size() - 1)};
}

std::string SortTable::text(SortId sort) const {
  const Row& row = rows_[sort.value];
  const auto containing = [&](const char* name) { return std::string(name) + "(" + text(row.arguments[0]) + ")"; };
  switch (row.kind) {
    case SortKind::list:
      return containing("List");
    case SortKind::set:
      return containing("Set");
    case SortKind::fset:
      return containing("FSet");
    case SortKind::bag:
      return containing("Bag");
    case SortKind::fbag:
      return containing("FBag");
    case SortKind::function: {
      std::string out;
      for (std::size_t i = 0; i + 1 < row.arguments.size(); ++i) {
        const bool nested = kind(row.arguments[i]) == SortKind::function;
        out += (i > 0 ? " # " : "");
        out += nested ? "(" + text(row.arguments[i]) + ")" : text(row.arguments[i]);
      }
      return out + " -> " + text(row.arguments.back());
    }
    default:
      return row.name;
  }
}

std::optional<int> SortTable::distance(SortId from, SortId to) const {
  if (from == to) return 0;
  const Row& a = rows_[from.value];
  const Row& b = rows_[to.value];
  if (a.kind == SortKind::unknown || b.kind == SortKind::unknown) return 0;
  if (numeric(a.kind) && numeric(b.kind)) {
    const int steps = static_cast<int>(b.kind) - static_cast<int>(a.kind);
    return steps >= 0 ? std::optional(steps) : std::nullopt;
  }
  const bool same = a.kind == b.kind;
  switch (a.kind) {
    case SortKind::list:
    case SortKind::set:
    case SortKind::bag:
      return same ? distance(a.arguments[0], b.arguments[0]) : std::nullopt;
    case SortKind::fset:
    case SortKind::fbag: {
      const bool widened = b.kind == (a.kind == SortKind::fset ? SortKind::set : SortKind::bag);
      if (!same && !widened) return std::nullopt;
      const auto inside = distance(a.arguments[0], b.arguments[0]);
      return inside ? std::optional(*inside + (widened ? 1 : 0)) : std::nullopt;
    }
    case SortKind::function: {
      if (!same || a.arguments.size() != b.arguments.size()) return std::nullopt;
      auto total = distance(a.arguments.back(), b.arguments.back());
      for (std::size_t i = 0; total && i + 1 < a.arguments.size(); ++i) {
        const auto step = distance(b.arguments[i], a.arguments[i]);
        total = step ? std::optional(*total + *step) : std::nullopt;
      }
      return total;
    }
    default:
      return std::nullopt;
  }
}

std::optional<SortId> SortTable::join(SortId a, SortId b) {
  if (kind(a) == SortKind::unknown) return b;
  if (kind(b) == SortKind::unknown) return a;
  const SortKind ka = kind(a);
  const SortKind kb = kind(b);
  const auto family = [](SortKind k) {
    return k == SortKind::fset ? SortKind::set : k == SortKind::fbag ? SortKind::bag : k;
  };
  // Part by part: what is unknown in one of them (the element of an empty list) may be known in the other.
  if (family(ka) == family(kb) && ka >= SortKind::list && ka <= SortKind::fbag) {
    const auto inside = join(element(a), element(b));
    return inside ? std::optional(container(ka == kb ? ka : family(ka), *inside)) : std::nullopt;
  }
  if (distance(a, b)) return distance(b, a) && text(b).find('?') != std::string::npos ? a : b;
  return distance(b, a) ? std::optional(a) : std::nullopt;
}

SortId SortTable::widest(SortId sort) {
  const std::vector<SortId> parts = rows_[sort.value].arguments;
  switch (kind(sort)) {
    case SortKind::pos:
    case SortKind::nat:
    case SortKind::integer:
      return basic(SortKind::real);
    case SortKind::list:
      return container(SortKind::list, widest(parts.front()));
    case SortKind::set:
    case SortKind::fset:
      return container(SortKind::set, widest(parts.front()));
    case SortKind::bag:
    case SortKind::fbag:
      return container(SortKind::bag, widest(parts.front()));
    case SortKind::function: {
      std::vector<SortId> domain;
      for (std::size_t i = 0; i + 1 < parts.size(); ++i) domain.push_back(widest(parts[i]));
      return function(std::move(domain), widest(parts.back()));
    }
    default:
      return sort;
  }
}

}  // namespace quotient::mcrl2
