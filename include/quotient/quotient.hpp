// The checker as a library: everything is in this header, and nothing else is needed to use it.
//
//     auto model = quotient::api::Model::load({.path = "peterson.pml", .defines = {"N=4"}});
//     if (!model.ok()) ...                       // model.diagnostics() says what is wrong, and where
//     quotient::api::Symmetry s = model.symmetry();  // s.order == "24"
//     quotient::api::Result r = model.check();       // r.verdict, r.states, r.violations ...
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
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
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
  std::string path;  // of the file; where there is a text, only a name, whose folder includes are sought in
  std::optional<std::string> text;         // instead of what the file holds
  std::string language = "auto";           // "promela", "promela-lite", "b", "mcrl2"; "auto": by the ending of the path
  std::vector<std::string> defines;        // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_paths;  // searched after the folder of the including file
  std::map<std::string, std::uint32_t> set_sizes;  // of deferred sets of a B machine
  std::optional<std::int64_t> min_int, max_int;    // of a B machine
};

/// How it is explored, as `quotient help check` says it.
struct Options {
  std::vector<std::string> properties;  // "assert", "ltl:NAME", …; empty: all
  std::string symmetry = "auto";
  std::string detect = "system";
  std::string steps = "full";
  std::string search = "bfs";
  std::string store = "exact";
  std::string engine = "auto";
  bool weak_fairness = false;
  bool all_violations = false;  // go on after the first
  unsigned threads = 0;         // 0: as many as the machine has
  // Limits: beyond them the verdict is `incomplete`.
  std::optional<double> seconds;
  std::optional<std::uint64_t> memory_bytes;  // nothing: most of what is free
  std::optional<std::uint64_t> max_states, max_depth;
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
  std::vector<Event> standing;  // who has not come to a valid end there, and what each would do next
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
  std::string represents;  // number of states that these stand for, in decimal; empty: not known
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
};

/// A model that was read. Immutable: may be copied, which costs nothing, and used by several threads at once. Files
/// that it includes are read again by each call. Checks that run at the same time know nothing of each other: give each
/// its share of `threads` and `memory_bytes`.
class QUOTIENT_API Model {
 public:
  /// Reads a text and compiles it. No limit holds here; whether it is right is told by `ok`.
  static Model load(Source source);
  Model(const Model&) = default;  // moving copies, so that there is always a model
  Model& operator=(const Model&) = default;

  /// No errors. Where it is false, `symmetry` and `check` say why once more: Verdict::wrong_input.
  bool ok() const;
  /// Errors and warnings, in the order of the text.
  const std::vector<Diagnostic>& diagnostics() const;
  /// "promela", "promela-lite", "b", "mcrl2"; empty where the path does not tell.
  const std::string& language() const;
  /// Claims that `check` looks at: never claims and ltl formulas.
  const std::vector<std::string>& claims() const;

  /// Finds what is interchangeable, without exploring. Of the options `detect`, `steps` and `properties` matter.
  Symmetry symmetry(const Options& options = {}) const;
  /// Explores, in the thread that calls and as many more as `threads` says; comes back when all have ended.
  Result check(const Options& options = {}, const Watch& watch = {}) const;

 private:
  Model() = default;
  struct Loaded;
  std::shared_ptr<const Loaded> loaded_;
};

}  // namespace quotient::api
