#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "murphi/lower/definedness.hpp"
#include "murphi/lower/environment.hpp"
#include "murphi/lower/families.hpp"
#include "murphi/lower/layout.hpp"
#include "murphi/lower/lower.hpp"

namespace quotient::murphi {

/// Writes the code of all rules, with their parameters put in.
class Lowering {
 public:
  /// `undefined`: which variables may be undefined in a state.
  Lowering(const Model& model, Undefined undefined, Diagnostics& diagnostics);

  /// Nullopt after errors.
  std::optional<Lowered> run();
  /// What was found out about that, if all of `undefined` was true.
  const Undefined& found() const { return found_; }

 private:
  // lower.cpp
  void place_globals();
  void finish_locals();
  void rule(const Rule& r, std::size_t scope, const Environment& env);
  void instance(const Rule& r, const Environment& env);
  void note_undefined_start();
  std::string instance_text(const Rule& r, const Environment& env) const;
  /// The values of its parameters, as they are written.
  std::vector<std::string> arguments(const Rule& r, const Environment& env) const;

  // lower_place.cpp
  Place place_of(const Expression& x, const Environment& env);
  /// With indices that are computed now.
  Place captured(Place place);
  void address(const Place& p, SourceRange at);
  void load_raw(const Place& p, SourceRange at);
  void load(const Place& p, SourceRange at);
  /// The value is on the stack, above the address if the place is not fixed.
  void store_raw(const Place& p);
  void store_constant(const Place& p, std::int64_t value, SourceRange at);
  Place leaf_place(const Place& whole, const Leaf& leaf) const;
  bool surely_defined(const Place& p) const;
  void note_stored(const Place& p, bool defined);
  void note_copied(const Place& from, const Place& to);
  std::int64_t key(const Place& p) const { return p.offset * 2 + (p.local ? 1 : 0); }
  Place local_variable(const Symbol& s);
  /// A cell for something that is computed; given back in the order opposite to that in which they are taken.
  Place temporary(const Type& type);
  void give_back(const Place& p) { free_[p.type].push_back(p.offset); }

  // lower_expression.cpp
  void expression(const Expression& x, const Environment& env);
  void name(const Expression& x, const Environment& env);
  void binary(const Expression& x, const Environment& env);
  void decide(bool conjunction, CodeIndex& decided);
  void join(bool conjunction, CodeIndex decided);
  void equality(const Expression& x, const Environment& env);
  void quantified(const Expression& x, const Environment& env);
  bool instances(const Expression& x, const std::vector<std::int64_t>& values, bool may_fail, const Environment& env);
  bool can_fail(CodeIndex begin) const;
  void membership(const Expression& x, const Environment& env);
  std::optional<std::int64_t> fold(const Expression& x, const Environment& env) const;
  struct Interval {
    std::int64_t lo, hi;
  };
  Interval interval(const Expression& x, const Environment& env) const;
  /// The value is on the stack: an error where it is not of the type. `known`: what it is known to be.
  void check_fits(const Type& type, Interval known, SourceRange at);
  /// What a quantifier goes through, if that is known.
  std::optional<std::vector<std::int64_t>> values_of(const Quantifier& q, const Environment& env) const;
  std::int64_t code_of(const Symbol& constant) const;

  // lower_call.cpp
  void call(const Expression& x, const Environment& env);
  void inlined(const Expression& x, const Environment& env, bool wants_value);
  bool is_pure(const Routine& routine) const;
  bool is_pure(const std::vector<Statement>& statements) const;
  bool is_pure(const Expression& x) const;
  struct Frame {
    const std::vector<Statement>* statements;
    std::size_t next;
    SharedEnvironment env;
  };
  void pure_result(const Routine& routine, std::vector<Frame> frames);
  void pure_branches(const Routine& routine, const Statement& s, std::size_t branch, const std::vector<Frame>& rest,
                     const SharedEnvironment& env);

  // lower_branch.cpp
  bool is_convertible(const Statement& s, const Environment& env, std::size_t& assignments);
  void convert(const Statement& s, const Environment& env, const std::optional<Place>& outer);
  void assign_if(const Place& test, const Statement& s, const Environment& env);

  // lower_statement.cpp
  void statements(const std::vector<Statement>& all, const Environment& env);
  void statement(const Statement& s, const Environment& env);
  void assign(const Statement& s, const Environment& env);
  void copy(const Place& from, const Place& to, SourceRange at);
  void branch(const Statement& s, const Environment& env);
  void selection(const Statement& s, const Environment& env);
  void matches(const Expression& value, const Branch& b, const Environment& env);
  void loop(const Statement& s, const Environment& env);
  void repeat(const Statement& s, const Environment& env);
  void alias(const Statement& s, const Environment& env);
  Binding alias_binding(const Expression& value, const Environment& env);
  void give(const Statement& s, const Environment& env);
  void failure(SiteKind kind, SourceRange at, std::string message);
  void declare_locals(const Declarations& locals, const Environment& env);

  // code
  CodeIndex emit(Op op, std::int64_t b = 0, std::int64_t a = 0);
  CodeIndex jump(Op op) { return emit(op, -1); }
  void land(CodeIndex jump);
  CodeIndex here() const { return static_cast<CodeIndex>(out_.program.code.size()); }
  std::int32_t site(SiteKind kind, SourceRange at, std::string message);
  void refuse(SourceRange at, std::string message);

  const Model& model_;
  Undefined known_, found_;
  Diagnostics& diagnostics_;
  Families families_;
  Lowered out_;
  bool refused_ = false;
  std::map<const Symbol*, Place> globals_, locals_;
  std::uint32_t leaves_ = 0;
  std::vector<NamedCell> local_cells_;
  std::int64_t local_size_ = 0;
  std::map<const Type*, std::vector<std::int64_t>> temporaries_, free_;
  Assigned assigned_;
  bool starting_ = false;   // the code of a start state is written
  bool committed_ = false;  // conditions are over: cells may be written
  std::vector<std::string> instances_;
  struct Inlining {
    const Routine* routine;  // null: a rule
    std::optional<Place> result;
    std::vector<CodeIndex> exits;
    std::vector<Assigned> assigned;
  };
  std::vector<Inlining> inlining_;
};

}  // namespace quotient::murphi
