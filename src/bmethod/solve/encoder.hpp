#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/solve/constraint_space.hpp"

namespace quotient::bmethod {

/// Thrown where a formula cannot be handed to the solver; never leaves this folder.
struct NotEncodable {};

/// For each node the slots that it reads, those that it binds itself included. Shared by all encoders of a thread.
class SlotsRead {
 public:
  const std::vector<std::int32_t>& of(const Node* node);

 private:
  void add(const Node* node, std::vector<std::int32_t>& into);
  void add(const Plan& plan, std::vector<std::int32_t>& into);
  void add(const Step& step, std::vector<std::int32_t>& into);
  void add(const Pattern* pattern, std::vector<std::int32_t>& into);
  std::unordered_map<const Node*, std::vector<std::int32_t>> known_;
};

/// Whether a value is one number for the solver: an integer, or anything flat that is no set.
inline bool is_scalar(const Type* type) {
  return type->kind == Type::Kind::integer || (type->flat() && type->kind != Type::Kind::set);
}

/// Turns what remains of a plan into variables and constraints.
class Encoder {
 public:
  Encoder(Evaluator& evaluator, SlotsRead& reads, ConstraintSpace& space)
      : evaluator_(evaluator), reads_(reads), space_(space) {}

  /// A step that draws: its variable with a domain that holds every value which the step may draw.
  void declare(const Step& step);
  /// A variable that another step determines.
  void alias(const Step& step);
  /// Constrains the variables, as far as the formula can be encoded.
  void post(const Node* predicate);
  /// To be called once all are declared and posted: what is branched on.
  void finish();
  std::size_t posted() const { return posted_; }

  /// Puts a solution into the slots.
  void decode(const ConstraintSpace& solution);

 private:
  using Boolean = Gecode::BoolExpr;
  struct Term {
    Gecode::LinIntExpr expr;
    std::int64_t low = 0, high = 0;
  };
  /// What a slot is for the solver.
  struct Variable {
    enum class Kind : std::uint8_t { scalar, subset, function, alias };
    Kind kind = Kind::scalar;
    const Type* type = nullptr;
    std::size_t first = 0;              // its place among the integers or the sets
    std::vector<Value> arguments;       // of a function, in order
    std::map<int, std::size_t> places;  // of the arguments, by their numbers, where they have any
    bool partial = false;
    int undefined = 0;           // the number that stands for no value
    const Node* node = nullptr;  // of an alias
  };
  using Guards = std::vector<Boolean>;

  bool depends(const Node* node) { return depends(reads_.of(node)); }
  bool depends(const std::vector<std::int32_t>& slots) const;
  const Variable* variable(const Node* node) const;
  Value known(const Node* node);
  static int code(const Type* type, Value value);
  static Value value_of(const Type* type, int code);
  std::vector<int> codes(const Type* set, Value value) const;
  Gecode::IntVar new_integer(int low, int high);
  Variable& add(const Step& step, Variable::Kind kind, const Type* type);
  void declare_set(const Step& step);
  void declare_function(const Step& step);
  void declare_scalar(const Step& step);

  void post_where(const Guards& guards, const Node* predicate);
  bool post_distinct(const Node* predicate);
  bool post_arrow(const Node* predicate);
  static void demand_numbers(const Variable& function);
  std::optional<std::size_t> place_of(const Variable& function, const Type* type, Value argument) const;
  void demand(const Variable& function, Op arrow, const std::vector<int>& to);
  Boolean truth(bool value) { return Gecode::BoolVar(space_, value ? 1 : 0, value ? 1 : 0); }
  Boolean predicate(const Node* node);
  Boolean all_of(const std::vector<Boolean>& parts);
  Boolean any_of(const std::vector<Boolean>& parts);
  Boolean comparison(const Node* node);
  Boolean equality(const Node* left, const Node* right);
  Boolean member(const Term& element, const Type* type, const Node* set);
  Boolean is_one_of(const Term& element, const std::vector<int>& values);
  void instances(const Plan& plan, std::size_t at, Guards& guards, const std::function<void(const Guards&)>& each);

  Term term(const Node* node);
  Term number(std::int64_t value);
  static Term bounded(Gecode::LinIntExpr expr, std::int64_t low, std::int64_t high);
  Gecode::IntVar as_variable(const Term& term);
  Term application(const Node* node);
  Term element_at(const Term& place, const std::vector<int>& at, const Gecode::IntVarArgs& values);
  Gecode::SetExpr set(const Node* node);
  Gecode::SetVar set_where(const std::map<int, std::vector<Boolean>>& members);

  Evaluator& evaluator_;
  SlotsRead& reads_;
  ConstraintSpace& space_;
  std::map<std::int32_t, Variable> variables_;
  Gecode::IntVarArgs integers_;
  Gecode::SetVarArgs sets_;
  std::vector<Boolean> defined_;  // what must hold for the formula being encoded to be defined
  std::size_t posted_ = 0;
  std::size_t instances_ = 0;
};

}  // namespace quotient::bmethod
