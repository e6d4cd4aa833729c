#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "bmethod/syntax/ast.hpp"
#include "bmethod/values/value.hpp"
#include "model/successors.hpp"

namespace quotient::bmethod {

struct Plan;
struct Pattern;

/// A compiled formula. `op` as in the text; `identifier` reads a slot, `number` is any literal.
///
/// A set has three lives: as a value (eval), as a test (contains) and as a source of elements (enumerate). The last two
/// follow the structure of the node, so that `f : A --> B` or `x : POW(S)` builds no set.
struct Node {
  Op op = Op::btrue;
  bool constant = false;       // `value` is what it evaluates to
  bool full = false;           // a set of all values of its element type
  bool closed = false;         // reads no slot
  bool infinite = false;       // as a source of elements it is cut at MININT and MAXINT
  bool test_only = false;      // has no value: there is a comprehension inside that was compiled to be tested
  const Type* type = nullptr;  // null for predicates
  Value value = 0;
  std::int32_t slot = -1;  // of an identifier; the number of a field, or of an external function
  std::uint32_t site = 0;  // what to report where it is undefined
  std::vector<const Node*> args;
  const Plan* plan = nullptr;        // of quantified formulas: all solutions of the predicate
  const Pattern* pattern = nullptr;  // takes an element of a comprehension apart
};

/// Takes a value apart: binds slots, compares with what is known already.
struct Pattern {
  std::int32_t slot = -1;
  const Node* expected = nullptr;
  const Pattern* first = nullptr;
  const Pattern* second = nullptr;
  const Type* type = nullptr;
};

/// One step of a plan.
struct Step {
  enum class Kind : std::uint8_t {
    filter,       // go on where `node` holds
    soft_filter,  // as filter, but where `node` is undefined go on: it is asked again in its own place
    match,        // the value of `node` taken apart
    enumerate,    // each element of `node`
    lookup,       // each second component of the relation `node` at `key`
    split,        // the sequence `node` as a couple of which `how` makes it
    range,        // the integers between the bounds
    every,        // each value of a flat type
    narrowed,  // each element of `node`; as `otherwise` does where `key` is false, or either is undefined or infinite
  };
  Kind kind = Kind::filter;
  bool believed =
      false;  // a filter that lets through what cannot be decided, as an infinite set would have to be tried
  const Node* node = nullptr;
  const Node* key = nullptr;
  const Pattern* pattern = nullptr;
  /// Bounds, both included: of an integer, or of the number of elements of a subset that is drawn.
  std::vector<const Node*> lower, upper;
  /// Relations that the one drawn must hold; the predicate is asked again.
  std::vector<const Node*> held;
  /// Filters behind it that see a function only by its values at arguments: they may say no while it is half built.
  std::vector<const Node*> early;
  const Type* type = nullptr;  // of what is drawn, of `every` and `split`
  Op how = Op::concatenate;    // or prepend, append
  std::uint32_t site = 0;      // what to report where there are too many values
  std::uint32_t cut = 0;       // what to report where values were left out; 0 where none can be
  const Step* otherwise = nullptr;
  std::int32_t flag = -1;  // slot that says whether values were narrowed

  /// Whether it tries several values; the others only say yes or no, or know the one value.
  bool draws() const { return kind > Kind::match; }
};

/// All solutions of a predicate for some variables, in an order fixed when the model was loaded.
struct Plan {
  std::vector<Step> steps;
  /// The first step that draws, where a constraint solver may do better than to try all values; and what is drawn.
  std::optional<std::size_t> hard_from = std::nullopt;
  std::vector<std::int32_t> drawn = {};
  const Expr* refuted = nullptr;  // a conjunct that is false, whatever the variables are; only while loading
};

/// A compiled substitution.
struct Action {
  enum class Kind : std::uint8_t {
    skip,
    assign,  // slots[i] := nodes[i]
    parallel,
    sequence,
    guard,    // nodes[0] must hold, else this way does not exist
    require,  // nodes[0] must hold, else it is a violation
    select,
    conditional,
    choice,
    any,   // plan, then parts[0]
    bind,  // slots[i] of its own become nodes[i] at once, then parts[0]
    loop,  // while nodes[0]; nodes[1] is its invariant, nodes[2] its variant, null where there is none
  };
  Kind kind = Kind::skip;
  bool deterministic = true;  // exactly one outcome, or none
  bool merges = false;        // parts that run in parallel may write to the same `slots`
  FindingKind finding = FindingKind::runtime;
  std::uint32_t site = 0;
  std::vector<std::int32_t> slots;
  std::vector<const Node*> nodes;
  std::vector<const Action*> parts;
  const Plan* plan = nullptr;
  std::vector<std::int32_t> changed_at_places;  // of the slots that are merged: functions, only as in f(x) := e
};

constexpr std::size_t deepest_recursion = 1000;

/// A constant that is given by a text which applies it: `body` is its value at `parameter`.
struct Recursion {
  std::int32_t parameter = -1;
  std::int32_t first_slot = 0, end_slot = 0;  // what evaluating the body may write to
  const Node* body = nullptr;
  std::uint32_t too_deep = 0;  // what to report
};

/// Something that may be reported, in words.
struct Site {
  SourceRange range;
  std::string message;
};

/// A constant or variable in the state.
struct Cell {
  std::string name;
  const Type* type = nullptr;
  SourceRange range;
  std::uint32_t machine = 0;  // of a product: the place of its machine in Program::machines
  bool fixed = false;         // a constant that has `value` in every solution: no part of the state
  Value value = 0;
};

struct CheckedPredicate {
  const Node* node = nullptr;
  std::uint32_t site = 0;
};

/// What an operation refines, one level up: its steps must include one with the same results for each of the
/// refinement.
struct RefinedOperation {
  SourceRange range;
  std::vector<std::int32_t> parameters, results;  // slots, which may be those of the refinement
  std::vector<CheckedPredicate> preconditions;
  const Action* body = nullptr;
  // What to report:
  std::uint32_t impossible = 0;     // it has no outcome
  std::uint32_t other_results = 0;  // none has these results
  std::uint32_t not_glued = 0;      // none leads to a state that the gluing invariant allows
};

/// A conjunct of the guard of an operation, to be asked alone.
struct GuardPart {
  const Expr* text = nullptr;  // only while loading
  const Node* node = nullptr;  // null: it cannot be asked alone
  std::int32_t drawn = -1;     // where it is `p : S`, with S the same in every state: the number of the parameter p
  const Node* drawn_from = nullptr;  // … and S
};

struct CompiledOperation {
  std::string name;
  SourceRange range;
  std::vector<std::int32_t> parameters, results;  // slots
  std::vector<const Type*> parameter_types, result_types;
  const Plan* guard = nullptr;
  std::vector<GuardPart> guard_parts;  // in the order of the text
  const Action* body = nullptr;
  // Of a refinement that is explored together with what it refines:
  std::vector<RefinedOperation> refines;            // the nearest first
  const Plan* demanded = nullptr;                   // for which parameters it must be possible to call it; null: none
  std::vector<CheckedPredicate> own_preconditions;  // which must hold for these
};

/// An element of an enumerated set, and a place where the text names it.
struct NamedElement {
  std::uint32_t index = 0;
  SourceRange at;
};

/// A variable that is a function from a range of numbers, which may be no more than names.
struct NumberedElements {
  std::string variable;
  SourceRange at;
};

/// For each given set the images of its elements; empty where none of them moves.
using ElementPermutation = std::vector<std::vector<std::uint32_t>>;

/// A model ready to run. Slots 0 … constants.size()-1 are the constants, then the variables, then locals.
struct Program {
  std::deque<Node> nodes;
  std::deque<Plan> plans;
  std::deque<Step> last_resorts;  // see Step::otherwise
  std::deque<Pattern> patterns;
  std::deque<Action> actions;
  std::deque<Recursion> recursions;
  std::vector<Site> sites;
  Arena literals;
  Limits limits;
  const Types* types = nullptr;    // says how values are written
  std::vector<const Type*> slots;  // what each holds
  std::vector<Cell> constants, variables;
  bool has_properties = false;
  bool properties_rest_on_sizes = false;  // that were only assumed: where nothing satisfies them, another size may
  const Plan* properties = nullptr;
  const Action* initialisation = nullptr;
  std::vector<CompiledOperation> operations;
  std::vector<CheckedPredicate> invariant, assertions;
  // For each given set: where its elements are named; where something distinguishes all of them.
  std::vector<std::vector<NamedElement>> named_elements;
  std::vector<std::optional<SourceRange>> told_apart;
  std::vector<ElementPermutation> text_symmetries;  // of elements that are named, see text_graph.hpp
  std::vector<NumberedElements> numbered_elements;
  CheckedPredicate goal, scope;
  std::uint32_t too_many_steps = 0;  // what to report where limits.max_steps or max_initial leaves some out
  // Of a refinement that is explored together with what it refines:
  const Action* refined_initialisation = nullptr;
  std::uint32_t no_refined_initialisation = 0;        // what to report where none fits
  std::vector<std::string> machines;                  // the refinement, what it refines, …
  std::vector<std::vector<CheckedPredicate>> gluing;  // for each level that is refined, the nearest first

  bool is_product() const { return refined_initialisation != nullptr; }
};

/// The parts of a state: where it stands on the way to an initialised machine, the constants, the variables.
enum class Phase : std::uint8_t { root, constants, initialised };

// Sites that every program has, in this order; the compiler adds the rest.
inline constexpr std::uint32_t deadlock_site = 0;
inline constexpr std::uint32_t no_constants_site = 1;
inline constexpr std::uint32_t no_initialisation_site = 2;
inline constexpr std::uint32_t no_tried_constants_site = 3;
inline constexpr std::uint32_t left_out_site = 4;
inline constexpr std::uint32_t hidden_undefined_site = 5;

}  // namespace quotient::bmethod
