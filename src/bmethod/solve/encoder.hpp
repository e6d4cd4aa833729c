#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/solve/constraint_space.hpp"
#include "bmethod/solve/truth.hpp"

namespace quotient::bmethod {

inline constexpr std::int64_t largest_number = 1'000'000'000;  // of any term: Gecode's integers have 32 bits
inline constexpr std::int64_t widest_domain = 10'000'000;
inline constexpr std::size_t most_elements = 10'000;  // of a known set that is a domain

/// Thrown where a formula cannot be handed to the solver; never leaves this folder.
struct NotEncodable {};

/// For each node the slots that it reads, those that it binds itself included. Shared by all encoders of a thread.
class SlotsRead {
 public:
  const std::vector<std::int32_t>& of(const Node* node);
  /// Whether evaluating it may meet something undefined.
  bool may_be_undefined(const Node* node);

 private:
  bool fails_somewhere(const Node* node);
  bool fails_somewhere(const Plan& plan);
  void add(const Node* node, std::vector<std::int32_t>& into);
  void add(const Plan& plan, std::vector<std::int32_t>& into);
  void add(const Step& step, std::vector<std::int32_t>& into);
  void add(const Pattern* pattern, std::vector<std::int32_t>& into);
  std::unordered_map<const Node*, std::vector<std::int32_t>> known_;
  std::unordered_map<const Node*, bool> undefined_;
};

/// Whether an operator has operands for which it is undefined.
bool may_be_undefined(Op op);

/// Whether a value is one number for the solver: an integer, or anything flat that is no set.
inline bool is_scalar(const Type* type) {
  return type->kind == Type::Kind::integer || (type->flat() && type->kind != Type::Kind::set);
}

/// Turns what remains of a plan into variables and constraints, such that no solution is lost, and nothing undefined:
/// - The domain of a variable holds every value that its step may draw.
/// - `predicate`, `term` and `set` say exactly what the formula says wherever it is defined (`defined_`), or throw.
/// What
///   they constrain besides has a solution for any values of the variables, so that a negation excludes no more than it
///   says; this is why sets are made of truths of their members, and not of set variables.
/// - A filter is posted as "holds, or is undefined, or one before it is undefined" (`undefined_`): where values are
/// tried
///   one by one, a formula is asked before those behind it can exclude the candidate, and what is undefined is
///   reported. What is drawn after that has one value. What cannot be encoded is not posted.
/// So the solver finds too much, never too little, and each candidate is evaluated again.
class Encoder {
 public:
  Encoder(Evaluator& evaluator, SlotsRead& reads, ConstraintSpace& space)
      : evaluator_(evaluator), reads_(reads), space_(space) {}

  /// A step that draws: its variable with a domain that holds every value which the step may draw.
  void declare(const Step& step);
  /// A variable that another step determines.
  void match(const Step& step);
  /// Constrains the variables, as far as the formula can be encoded.
  void post(const Node* predicate);
  /// To be called once all are declared and posted: what is branched on.
  void finish();
  std::size_t posted() const { return posted_; }
  /// Whether a candidate may have been excluded for which a formula before is undefined.
  bool may_hide_undefined() const { return may_hide_undefined_; }

  /// Puts a solution into the slots.
  void decode(const ConstraintSpace& solution);

 private:
  /// A number, with bounds that hold in every solution. Of integer variables only: of Gecode 6.2, "a sum of Boolean
  /// variables with equal factors differs from a number, or does not" has no solution where it does not.
  struct Term {
    Gecode::LinIntExpr expr;
    std::int64_t low = 0, high = 0;
  };
  /// What a slot is for the solver.
  struct Variable {
    enum class Kind : std::uint8_t { scalar, subset, function, table, alias };
    Kind kind = Kind::scalar;
    const Type* type = nullptr;
    std::size_t first = 0;              // its place among the integers or the members
    std::vector<int> elements;          // that a subset may have, in order
    std::vector<Value> arguments;       // of a function, in order
    std::map<int, std::size_t> places;  // of the arguments, by their numbers, where they have any
    bool partial = false;
    int undefined = 0;           // the number that stands for no value: none that the function may have
    const Node* node = nullptr;  // of an alias
    std::vector<Variable> rows;  // of a table, a function to functions: each is one, in the order of its arguments
  };
  /// What must hold where an instance of a quantified formula counts, and for that to be defined.
  struct Guards {
    std::vector<Truth> hold, defined;
    Truth all(const Encoder& encoder) const { return encoder.all_of(hold); }
  };
  /// A set: which elements it may have, and when it has them. It has no others.
  using Members = std::map<int, Truth>;

  void work(std::size_t steps);
  bool depends(const Node* node) { return depends(reads_.of(node)); }
  bool depends(const std::vector<std::int32_t>& slots) const;
  const Variable* variable(const Node* node) const;
  const Variable* function(const Node* node);
  Value known(const Node* node);
  bool surely_holds(const Node* node);
  int code(const Type* type, Value value);
  Value value_of(const Type* type, int code) const;
  std::vector<int> codes(const Type* set, Value value);
  Gecode::IntVar new_integer(int low, int high);
  void alias(const Step& step);
  void bind(std::int32_t slot, const Node* node);
  Variable& add(const Step& step, Variable::Kind kind, const Type* type);
  void declare_set(const Step& step);
  void declare_relation(const Step& step);
  void declare_subset(const Step& step, const Type* type, std::vector<int> elements, bool not_empty);
  void declare_function(const Step& step);
  void declare_table(const Step& step);
  void add_values(Variable& function, const Node* arrow, Value arguments, const std::vector<int>& values);
  Value value_of(const Variable& function, const ConstraintSpace& solution);
  void declare_scalar(const Step& step);
  Term defined_term(const Node* node);

  void post_where(const Guards& guards, const Node* predicate);
  void post_instances(const Guards& guards, const Node* predicate);
  void leave_out(const Guards& guards, const Node* predicate);
  void demand_definition(const Node* node);
  void guard_defined(std::size_t from, const Truth& when);
  void draw_once_where_undefined(Gecode::IntVar value);
  bool may_be_settled() const { return undefined_.known() != false; }
  void count_posted();
  void constrain(const Truth& says);
  void demand_truth(const Truth& says);
  bool post_distinct(const Node* predicate);
  bool post_arrow(const Node* predicate);
  static void demand_numbers(const Variable& function);
  Gecode::IntVar value_at(const Variable& function, std::size_t index) const {
    return integers_[static_cast<int>(function.first + index)];
  }
  std::optional<std::size_t> place_of(const Variable& function, const Type* type, Value argument) const;
  void demand(const Variable& function, Op arrow, const std::vector<int>& to);
  Truth reused(const Truth& says) const;
  Truth all_of(const std::vector<Truth>& parts) const;
  Truth any_of(const std::vector<Truth>& parts) const;
  Truth predicate(const Node* node);
  Truth quantified(const Node* node);
  static Truth compared(Op op, const Term& left, const Term& right);
  Truth equality(const Node* left, const Node* right);
  Truth equals(const Variable& function, const Node* other);
  Truth satisfies(const Node* element, const Node* set);
  Truth membership(const Node* element, const Node* set);
  Truth member(const Term& element, const Node* set);
  Truth is_one_of(const Term& element, const std::vector<int>& values);
  void instances(const Plan& plan, std::size_t at, Guards& guards, const std::function<void(const Guards&)>& each);
  bool fits(const Pattern* pattern, Value value);
  void add_defined(Guards& guards, const std::vector<Truth>& defined);
  void filtered_instances(const Plan& plan, std::size_t at, Guards& guards,
                          const std::function<void(const Guards&)>& each);
  std::vector<Value> all_drawn(const Step& step);

  Term term(const Node* node);
  static Term number(std::int64_t value);
  static Term bounded(Gecode::LinIntExpr expr, std::int64_t low, std::int64_t high);
  Gecode::IntVar as_variable(const Term& term) const;
  Term where_allowed(const Term& of, const Gecode::IntSet& allowed);
  Term application(const Node* node);
  Term element_at(const Term& place, const std::vector<int>& at, const Gecode::IntVarArgs& values);
  Members set(const Node* node);
  Members united(const std::map<int, std::vector<Truth>>& conditions);
  Members range_of(const Variable& function, const Members* arguments);
  Members couples_of(const Variable& function);
  Members relation(const Node* node);
  /// Of the couples of a relation those that count, each as `made` makes it.
  template <typename Made>
  Members of_couples(const Node* relation, Made made);
  Truth is_couple(const Node* couple, const Node* relation);
  Truth included(const Members& a, const Members& b);
  Truth same(const Members& a, const Members& b);

  Evaluator& evaluator_;
  SlotsRead& reads_;
  ConstraintSpace& space_;
  std::map<std::int32_t, Variable> variables_;
  /// Values that are no numbers: couples of integers, sets, strings, … The number of one is its place.
  std::map<std::string, int> numbers_;
  std::vector<Value> numbered_;
  Gecode::IntVarArgs integers_;
  Gecode::BoolVarArgs members_;
  std::vector<Truth> defined_;       // what must hold for the formula being encoded to be defined
  Truth undefined_ = false;          // a formula that was posted is undefined: it is reported, whatever comes later
  bool left_out_may_fail_ = false;   // a formula that was not posted may be undefined …
  bool may_hide_undefined_ = false;  // … and one behind it was posted
  std::size_t posted_ = 0;
  std::size_t instances_ = 0;
  std::size_t work_ = 0;
};

}  // namespace quotient::bmethod
