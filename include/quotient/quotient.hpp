// The checker as a library: everything is in this header, and nothing else is needed to use it.
//
//     auto model = quotient::api::Model::load({.path = "peterson.pml", .defines = {"N=4"}});
//     if (!model.ok()) ...                       // model.diagnostics() says what is wrong, and where
//     quotient::api::Symmetry s = model.symmetry();  // s.order == "24"
//     quotient::api::Result r = model.check();       // r.verdict, r.states, r.violations ...
//     for (const auto& visit : model.explorer().reachable()) ...  // states, one of every orbit
//
// Words in options ("canonical", "bfs") are those of the command line: `quotient help check` lists them.
//
// Nothing here prints, ends the program or touches its signal handlers. What is wrong with a model, a file or an option
// is a value, never an exception. A mistake of the library itself becomes Verdict::internal_error; one that a second
// searching thread meets ends the program by std::terminate, since there is nobody to hand it to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#if defined(__GNUC__)
#define QUOTIENT_API __attribute__((visibility("default")))
#else
#define QUOTIENT_API
#endif

namespace quotient::api {

/// "0.2.0".
QUOTIENT_API std::string version();

/// A place in a text. Lines and columns count from 1, columns in bytes; line 0: no place.
struct Place {
  std::string file;
  std::uint32_t line = 0, column = 0;
};

/// Something to know about the text of a model. `end` is just behind the last byte that is meant.
struct Diagnostic {
  struct Note {
    Place begin, end;
    std::string message;
  };
  bool is_error = true;  // else a warning
  Place begin, end;
  std::string message;
  std::vector<Note> notes;
  std::string suggestion;  // completes "did you mean …?"; empty: none
};

/// Which model.
struct Source {
  std::string path = {};  // of the file; where there is a text, only a name, whose folder includes are sought in
  std::optional<std::string> text = {};  // instead of what the file holds
  std::string language = "auto";         // "promela", "promela-lite", "b", "mcrl2", "murphi"; "auto": by ending or text
  std::vector<std::string> defines = {};                   // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_paths = {};             // searched after the folder of the including file
  std::map<std::string, std::uint32_t> set_sizes = {};     // of deferred sets (B), of constants and types (Murphi)
  std::optional<std::int64_t> min_int = {}, max_int = {};  // of a B machine
  bool refinement = false;                                 // explore a B refinement together with what it refines
  std::string goal = {}, scope = {};  // predicates of a B machine: what is looked for, and where states are explored
  bool solver = true;                 // for predicates of a B machine with too many candidates
};

/// How it is explored. Words, defaults and bounds are those of `quotient help check`, where all of this is explained.
struct Options {
  std::vector<std::string> properties = {};  // "assert", "ltl:NAME", …; empty: all
  std::vector<std::string> ltl = {};       // linear temporal formulas (docs/temporal.md): files, or as they are written
  std::vector<std::string> ctl = {};       // branching temporal formulas, likewise
  std::vector<std::string> formulas = {};  // of mCRL2: files that end in .mcf, or modal formulas as they are written

  // Symmetry: how it is used, and how the group is found.
  std::string symmetry = "auto";
  std::string main_array = {};  // symmetry "sorted-main": the sort key; empty: chosen automatically
  std::string rules = {};       // symmetry "rules": a file; empty: the rules in the model
  bool check_rules = false;     // symmetry "rules": check each rule on all reachable states
  bool audit = false;           // compare with a canonical search: Result::audit
  std::string detect = "system";
  bool conjugates = true;  // detect "scd": try random conjugates
  double patience = 10;    // detect "scd": limit of the coset search, in seconds

  // The search.
  std::string steps = "full";
  std::string skip_sequential = "auto";
  std::string partial_order = "auto";
  std::string search = "bfs";
  std::string store = "exact";
  std::string engine = "auto";
  bool weak_fairness = false;
  bool strong_fairness = false;           // before weak_fairness, where both are set
  std::vector<std::string> fair_to = {};  // fairness is to these operations (B) or processes (mCRL2) alone; empty: all
  bool all_violations = false;            // go on after the first
  unsigned threads = 0;                   // 0: as many as the machine has
  bool paranoid = false;                  // run all internal checks
  bool graph = false;                     // Result::graph, where it is small

  // Limits: beyond them the verdict is `incomplete`.
  std::optional<double> seconds = {};              // of the whole call
  std::optional<std::uint64_t> memory_bytes = {};  // nothing: most of what is free
  std::optional<std::uint64_t> max_states = {}, max_depth = {};
  /// Where memory does not suffice, states are kept in files in this folder; empty: they are not.
  std::string spill = {};

  std::string for_every = {};  // Murphi: verify for every number of elements of this family
  std::optional<std::uint64_t> views =
      {};  // for_every: how many of them are looked at together; nothing: 1, then 2, then 3
};

/// How far a search has come.
struct Progress {
  std::uint64_t states = 0, waiting = 0, depth = 0, memory_bytes = 0;
  double seconds = 0;
};

/// How a check is followed and ended.
struct Watch {
  /// Called a few times a second, on the thread that called `check`. What it throws ends the search, and comes out of
  /// `check`.
  std::function<void(const Progress&)> progress;
  /// Asking it to stop ends the search as `incomplete`, from any thread.
  std::stop_token stop;
};

/// The numbers are the exit codes of the command line.
enum class Verdict { verified = 0, violated = 1, wrong_input = 2, incomplete = 3, internal_error = 4 };
/// "verified", "violated", …
QUOTIENT_API std::string name_of(Verdict verdict);

/// What is interchangeable in a model, alone or together with one of its claims.
struct SymmetryGroup {
  std::string claim;                               // empty: the program alone
  std::string order;                               // number of its permutations, in decimal
  std::string structure;                           // "S3 × (S2 ≀ S3)"
  std::vector<std::vector<std::string>> families;  // what some permutation takes to one another, by name
  std::vector<std::string> generators;             // "(1 2)(link1 link2)"; processes are their numbers
  std::vector<std::string> broken_by;              // what keeps it from being more
};
struct Symmetry {
  std::string error;  // why there is no answer; else empty
  std::vector<SymmetryGroup> groups;
  std::string order() const { return groups.empty() ? "1" : groups.front().order; }
};

/// A value by the name of its cell, and how a step changes one.
struct Value {
  std::string name, value;
};
struct Change {
  std::string name, before, after;
};

/// A statement, operation or multi-action of a run.
struct Event {
  std::string process;  // "client(2)"; empty where the language has no processes
  std::string statement;
  Place at;
  std::vector<Change> changes;
  std::vector<std::string> output;  // of printf and its like
};
struct Step {
  std::vector<Event> events;
  std::vector<bool> propositions;  // which of Violation::propositions hold afterwards
};

/// Something wrong, and a run of the model that leads there: how it begins, then a step each.
struct Violation {
  std::string kind;   // "assertion", "deadlock", "invariant", "progress", "acceptance", "ltl", "runtime"
  std::string claim;  // that was violated; empty: none
  std::string message;
  Place at;
  std::uint64_t length = 0;  // in steps
  std::vector<Step> steps;
  std::optional<std::size_t> cycle_start;  // the steps behind this one repeat for ever
  std::vector<Value> last_state;
  std::vector<std::string> propositions;  // of the formula that is violated; empty: none is
  std::vector<Event> standing;            // who has not come to a valid end there, and what each would do next
};

/// What Options::audit found: how many orbits the strategy lost.
struct Audit {
  bool complete = true;                   // else the figures are of what was seen until a limit was reached
  Verdict verdict = Verdict::incomplete;  // of the canonical search
  std::uint64_t orbits = 0;               // that there are
  std::uint64_t met = 0;                  // by the strategy
  std::uint64_t lost = 0;
  std::uint64_t repeated = 0;  // states stored beyond one for each orbit
};

/// What Options::for_every came to.
struct ForEvery {
  bool shown = false;        // the verdict is for every number of elements
  std::uint32_t viewed = 0;  // elements in a view; 0: none were closed
  std::uint32_t needed = 0;  // elements that a step depends on
  std::uint32_t size = 0;    // elements in the states that were looked at
  std::uint64_t views = 0;
};

/// States by number, the initial ones first, and the steps between them.
struct Graph {
  struct Edge {
    std::size_t source = 0, target = 0;
    std::string label;
  };
  std::size_t initial_count = 0;
  std::vector<std::vector<Value>> states;  // none: there are too many
  std::vector<Edge> edges;
};
/// What Options::graph asks for: at most 2,000 states of each.
struct Graphs {
  Graph reduced;                   // one state of every orbit; empty where nothing is reduced
  Graph whole;                     // without reduction
  std::vector<std::size_t> orbit;  // of each state of the whole graph: the reduced one that represents it
  std::string remark;              // why something is missing
};

/// Something to know beside the verdict.
struct Remark {
  std::string kind;  // "assumed_size", "not_checked", "vacuous", "unreached", …: as in the JSON of the command line
  std::string message;
  Place at;
  bool bears_on_verdict = false;  // the verdict would be misread without it
};

struct Result {
  Verdict verdict = Verdict::incomplete;
  std::string reason;                   // in one line
  std::vector<Diagnostic> diagnostics;  // of the model
  bool exact = true;                    // no state can have been missed
  std::uint64_t states = 0, transitions = 0, max_depth = 0;
  std::string represents;  // number of states that these represent, in decimal; empty: not known
  double seconds = 0;
  std::uint64_t memory_bytes = 0;
  struct Reduction {
    std::string strategy = "off", order = "1";
    std::vector<std::string> generators, broken_by;
  } symmetry;
  struct Claim {
    std::string name;
    Verdict verdict = Verdict::incomplete;
    std::uint64_t states = 0, transitions = 0;
  };
  std::vector<Claim> claims;
  std::vector<std::string> not_checked;  // names of claims and the like that the check did not come to
  std::vector<Violation> violations;     // at most one, unless all are asked for
  std::string assumed;          // for what the verdict holds: "PERSON = 2, assumed; try --set PERSON=3"; else empty
  std::vector<Remark> remarks;  // all there is to know: assumptions, vacuous formulas, what was never reached
  std::vector<std::string> warnings;  // the same as lines of text
  std::optional<Audit> audit;         // Options::audit
  std::optional<Graphs> graph;        // Options::graph
  std::optional<ForEvery> for_every;  // Options::for_every
};

/// A state of a model as an opaque value: to compare, to hash, and to hand back to the Explorer that it comes from, or
/// a copy of that. It keeps alive what it needs. States of explorers that are not copies of each other are never equal.
class QUOTIENT_API State {
 public:
  State() = default;  // no state
  explicit operator bool() const { return model_ != nullptr; }
  friend bool operator==(const State&, const State&) = default;
  std::size_t hash() const { return std::hash<std::string>()(bytes_); }

 private:
  friend class Explorer;
  friend class Reachable;
  State(std::shared_ptr<const void> model, std::string bytes) : model_(std::move(model)), bytes_(std::move(bytes)) {}
  std::shared_ptr<const void> model_;
  std::string bytes_;
};

/// Something wrong in a state or along a step.
struct Finding {
  std::string kind;  // as of a Violation
  std::string message;
  Place at;
};

/// A step from a state.
struct Successor {
  State state;                     // no state where the step ended in an error, which `finding` has
  std::string label;               // as in state graphs: a statement, an operation, a multi-action
  std::string actor;               // the process that moves, "client(2)"; empty where the language has no processes
  std::optional<Finding> finding;  // wrong along the step
};
struct Successors {
  std::vector<Successor> steps;   // in a fixed order; one listed twice is two transitions
  std::vector<Finding> findings;  // wrong in the state itself: deadlock, invariant
  std::string incomplete;         // why there are no steps although there may be some: a limit; else empty
};

/// The reachable states, breadth-first, or one of every orbit: an input range, to be gone through once, by one thread.
///
///     auto states = explorer.reachable();
///     for (const auto& [state, depth, orbit_size] : states) ...
///     if (!states.incomplete().empty()) ...      // a limit, or a strategy that may lose orbits
class QUOTIENT_API Reachable {
 public:
  struct Visit {
    State state;
    std::uint64_t depth = 0;  // steps from an initial state, at least
    std::string orbit_size;   // number of states that it represents, in decimal; empty: not known
  };
  class iterator {
   public:
    using value_type = Visit;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;
    const Visit& operator*() const { return *range_->visit_; }
    const Visit* operator->() const { return &*range_->visit_; }
    iterator& operator++() {
      range_->advance();
      return *this;
    }
    void operator++(int) { range_->advance(); }
    bool operator==(std::default_sentinel_t) const { return !range_->visit_; }

   private:
    friend class Reachable;
    explicit iterator(Reachable* range) : range_(range) {}
    Reachable* range_;
  };

  Reachable(Reachable&&) noexcept;
  Reachable& operator=(Reachable&&) noexcept;
  ~Reachable();

  /// At the state where the range is; the first time at the first.
  iterator begin();
  std::default_sentinel_t end() const { return {}; }
  /// Why some reachable state may not have been visited; empty where all were. To be asked at the end.
  std::string incomplete() const;

 private:
  friend class Explorer;
  struct Walk;
  explicit Reachable(std::unique_ptr<Walk> walk);
  void advance();
  std::unique_ptr<Walk> walk_;
  std::optional<Visit> visit_;
};

/// Steps through the states of a model, without its claims. Made by Model::explorer. For one thread at a time: another
/// one takes a copy, which has the same states, and costs some scratch memory. A mistake of the library itself is
/// thrown as std::logic_error, and so is the caller's, who hands over a state of another explorer.
class QUOTIENT_API Explorer {
 public:
  Explorer(const Explorer&);
  Explorer& operator=(const Explorer&);
  Explorer(Explorer&&) noexcept;
  Explorer& operator=(Explorer&&) noexcept;
  ~Explorer();

  /// Why there is nothing to explore: the model has errors, an option is wrong, a limit was reached; else empty. All
  /// else is for explorers without an error.
  const std::string& error() const;
  /// Of the group up to which `reachable` visits states: "1" where it visits all.
  const std::string& order() const;

  /// The initial states, as steps from nowhere. Up to symmetry, some may be missing that are symmetric to others.
  Successors initial() const;
  /// All steps from a state, each described, which takes most of the time.
  Successors successors(const State& state) const;
  /// Only where they lead, of those that complete, in the same order: ten times as fast.
  std::vector<State> next(const State& state) const;
  /// What happens in a step of this number: statements, where they are, what they change.
  Step explain(const State& state, std::size_t step) const;
  /// The values of all variables, in the order of the text.
  std::vector<Value> describe(const State& state) const;
  Reachable reachable() const;

 private:
  friend class Model;
  friend class Reachable;
  struct Core;
  struct Scratch;
  explicit Explorer(std::shared_ptr<const Core> core);
  void expand(const State* state) const;  // null: from nowhere
  Successors described(const State* state) const;
  std::vector<Event> events_of(const State* state, std::size_t step) const;
  std::shared_ptr<const Core> core_;
  std::unique_ptr<Scratch> scratch_;
};

/// A model that was read. Immutable: may be copied, which costs nothing, and used by several threads at once. Checks
/// that run at the same time know nothing of each other: give each its share of `threads` and `memory_bytes`.
///
/// What was loaded is kept, and used again by a call that loads in the same way: `load` does so for the default
/// options. Another way of loading is asked for by `properties`, `weak_fairness`, `strong_fairness`, `steps`,
/// `symmetry` "off" or "rules", `detect`, `rules`, `engine`, `paranoid` and `graph`, and each time by calls that run at
/// once. Then, and after a search that could not evaluate something, files that the model includes are read anew, but
/// never its own text. A few loaded models are kept at most, until the last copy of this is gone.
class QUOTIENT_API Model {
 public:
  /// Reads a text and compiles it. No limit holds here; whether it is right is reported by `ok`.
  static Model load(Source source);
  Model(const Model&) = default;  // moving copies, so that there is always a model
  Model& operator=(const Model&) = default;

  /// No errors. Where it is false, all others say why once more: Verdict::wrong_input.
  bool ok() const;
  /// Errors and warnings, in the order of the text.
  const std::vector<Diagnostic>& diagnostics() const;
  /// "promela", "promela-lite", "b", "mcrl2"; empty where neither the path nor the text decides it.
  const std::string& language() const;
  /// Claims that `check` looks at: never claims and ltl formulas.
  const std::vector<std::string>& claims() const;

  /// Finds what is interchangeable, without exploring. Of the options those of symmetry, `steps` and `properties`
  /// matter.
  Symmetry symmetry(const Options& options = {}) const;
  /// Explores, in the thread that calls and as many more as `threads` says; comes back when all have ended.
  Result check(const Options& options = {}, const Watch& watch = {}) const;
  /// For programs that look at states themselves. Of the options `steps`, `engine`, those of symmetry and the limits
  /// matter: `seconds` is for this call, for each call of the Explorer, and for each walk over reachable states.
  Explorer explorer(const Options& options = {}) const;

 private:
  Model() = default;
  struct Loaded;
  std::shared_ptr<const Loaded> loaded_;
};

}  // namespace quotient::api

template <>
struct std::hash<quotient::api::State> {
  std::size_t operator()(const quotient::api::State& state) const { return state.hash(); }
};
