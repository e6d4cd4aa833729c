#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "bmethod/project/model.hpp"

namespace quotient::bmethod {

/// What PROPERTIES say of a set that is given by its text, said of each of its elements: that can be seen in the text,
/// or be contradicted by one element.
class SpelledOut {
 public:
  explicit SpelledOut(Model& model) : model_(model), ast_(model.main->machine->ast) {}

  /// With bound variables of its own: copies may stand inside of each other.
  Expr* copy(const Expr* from) {
    std::map<const Symbol*, Symbol*> renamed;
    return copy(from, renamed);
  }
  Expr* formula(Op op, SourceRange range, std::vector<Expr*> args, TypeRef type);
  /// `%x.(P | e) : A --> B`. Where there is nothing to ask it becomes `btrue`.
  void spell_out(Expr* member);
  /// `{x | P} <: S`.
  void spell_out_part(Expr* said, Expr* whole);
  /// What the values of a recursive constant are at least: believed while its text is looked at, as each value is made
  /// of values that were made before.
  void believe(const Symbol* constant, std::int64_t least_value) { believed_[constant] = least_value; }
  /// What an integer is at least, -1 where that is not seen.
  std::int64_t least(const Expr* value, const std::vector<const Expr*>& conjuncts) const;

 private:
  Expr* copy(const Expr* from, std::map<const Symbol*, Symbol*>& renamed);
  Expr* couple(const Expr* lambda);
  Expr* for_all_of(const Expr* binder, SourceRange range, Expr* condition, Expr* consequent);
  static bool is_stated(const std::vector<const Expr*>& conjuncts, const Expr* element, const Expr* set,
                        std::set<const Expr*>& used);
  bool is_within_text(const Expr* value, const Expr* set, const std::vector<const Expr*>& conjuncts) const;

  Model& model_;
  Ast& ast_;
  std::map<const Symbol*, std::int64_t> believed_;
};

}  // namespace quotient::bmethod
