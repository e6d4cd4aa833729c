#pragma once

#include <gecode/minimodel.hh>
#include <optional>
#include <utility>

namespace quotient::bmethod {

/// Whether a formula holds, for the solver. What is known stays out of its constraints.
class Truth {
 public:
  Truth(bool known) : known_(known) {}
  Truth(Gecode::BoolVar says) : says_(says) {}
  Truth(Gecode::BoolExpr says) : says_(std::move(says)) {}

  std::optional<bool> known() const { return known_; }
  /// Where it is not known.
  const Gecode::BoolExpr& says() const { return says_; }

  friend Truth operator!(const Truth& a) { return a.known_ ? Truth(!*a.known_) : Truth(!a.says_); }
  friend Truth operator&&(const Truth& a, const Truth& b) {
    if (a.known_) return *a.known_ ? b : a;
    if (b.known_) return *b.known_ ? a : b;
    return a.says_ && b.says_;
  }
  friend Truth operator||(const Truth& a, const Truth& b) { return !(!a && !b); }
  friend Truth operator==(const Truth& a, const Truth& b) {
    if (a.known_) return *a.known_ ? b : !b;
    if (b.known_) return *b.known_ ? a : !a;
    return a.says_ == b.says_;
  }

 private:
  std::optional<bool> known_;
  Gecode::BoolExpr says_;
};

}  // namespace quotient::bmethod
