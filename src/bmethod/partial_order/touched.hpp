#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bmethod/project/model.hpp"
#include "bmethod/values/domains.hpp"
#include "bmethod/values/value.hpp"

namespace quotient::bmethod {

/// Which part of a variable is meant: of a set, whether one element is in it; of a relation, what it holds of one first
/// component; or all of it.
struct Portion {
  enum class Kind : std::uint8_t {
    whole,
    parameter,  // the element that parameter `index` of the operation is
    literal,    // the element `value`
    each,       // of a formula that is a conjunction over elements: the element of one conjunct
  };
  Kind kind = Kind::whole;
  std::uint32_t index = 0;
  Value value = 0;

  friend bool operator==(const Portion&, const Portion&) = default;
};

/// A part of the variable with this number.
struct Touch {
  std::uint32_t variable = 0;
  Portion part;

  friend bool operator==(const Touch&, const Touch&) = default;
};

/// What a piece of text may read and write of the variables, whatever way it goes.
struct Touched {
  std::vector<Touch> reads, writes;
  bool everything = false;  // something that nobody here understands
};

/// Finds what formulas and substitutions touch. The text says so: what is evaluated in another order, or not at all,
/// reads no more.
class TouchFinder {
 public:
  explicit TouchFinder(const Model& model) : model_(model) {}

  /// The parts that locals stand for: parameters of an operation, or what a formula is quantified over.
  std::map<const Symbol*, Portion> locals;

  void read(const Expr* expr, Touched& into);
  /// A conjunct of an invariant or the like: taken apart into conjuncts for single elements where it is one.
  void observe(const Expr* predicate, Touched& into);
  void run(const Stmt* stmt, const Instance& instance, Touched& into);

 private:
  Portion part_of(const Expr* element) const;
  Portion part_of_member(const Expr* member) const;
  const Symbol* variable(const Expr* expr) const;
  bool holds_pairs(TypeRef set) const;
  /// Whether something with this part is a member of the set.
  void read_at(const Expr* set, const Portion& part, Touched& into);
  bool observe_each(const Expr* predicate, Touched& into);
  bool is_over_elements(const Expr* quantifier) const;
  bool updates(const Expr* expr, const Symbol* changed, std::vector<Portion>& parts, Touched& into);
  bool add_listed(const Expr* extension, bool members, std::vector<Portion>& parts, Touched& into);
  void assign(const Expr* target, const Expr* value, Touched& into);
  void call(const Stmt* stmt, const Instance& instance, Touched& into);

  const Model& model_;
};

}  // namespace quotient::bmethod
