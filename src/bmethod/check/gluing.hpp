#pragma once

#include <map>

#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// Variables of refined machines that are no part of the state, and what the gluing invariant says they are:
/// `abstract = e` in an invariant says what a variable is that the refinement has given up.
class Gluing {
 public:
  Gluing() = default;
  explicit Gluing(const Model& model);

  /// What a variable is; null where nobody says so.
  const Expr* find(const Symbol* symbol) const;
  /// Whether a formula names a variable that is no part of the state; `glued` ones may be among the others.
  bool mentions_abstract(const Expr* expr, bool glued = true) const;

 private:
  std::map<const Symbol*, const Expr*> known_;
};

}  // namespace quotient::bmethod
