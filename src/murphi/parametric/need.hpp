#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "murphi/syntax/ast.hpp"

namespace quotient::murphi {

/// On how many elements of a family something depends, besides those that are there anyway.
struct Count {
  std::uint32_t elements = 0;
  const Expression* unbounded = nullptr;  // the quantifier for which there is no bound; else null

  friend Count operator+(Count a, Count b) {
    return {a.elements + b.elements, a.unbounded != nullptr ? a.unbounded : b.unbounded};
  }
  bool is_zero() const { return elements == 0 && unbounded == nullptr; }
};

inline Count most(Count a, Count b) {
  return {std::max(a.elements, b.elements), a.unbounded != nullptr ? a.unbounded : b.unbounded};
}
inline std::optional<Count> most(std::optional<Count> a, std::optional<Count> b) {
  return a && b ? most(*a, *b) : a ? a : b;
}
inline std::optional<Count> behind(Count before, std::optional<Count> error) {
  return error ? std::optional<Count>(before + *error) : std::nullopt;
}

/// Of an expression: the elements that must be there for it to be true, false, an error as it is in the whole family.
/// Where it is no condition, `yes` and `no` are both what its value needs.
struct Need {
  Count yes, no;
  std::optional<Count> error;  // nullopt: it cannot be one

  Count both() const { return most(yes, no); }
};

/// The same of statements, one after the other.
struct Effect {
  Count need;
  std::optional<Count> error;

  void then(const Need& x) { then({x.both(), x.error}); }
  void then(const Effect& x) {
    error = most(error, behind(need, x.error));
    need = need + x.need;
  }
};

}  // namespace quotient::murphi
