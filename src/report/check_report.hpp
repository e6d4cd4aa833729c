#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "report/diagram.hpp"
#include "report/graph_report.hpp"
#include "report/remark.hpp"
#include "search/limits.hpp"
#include "search/reduce/orbit_audit.hpp"
#include "search/result.hpp"
#include "search/trace.hpp"

namespace quotient {

/// A violation with its run in full.
struct ToldViolation {
  FindingKind kind = FindingKind::none;
  FindingText text;
  std::string claim;  // that the program ran with; empty: none
  std::uint64_t count = 1;
  std::size_t length = 0;
  std::string untold;     // why there is no run (and no trace): a limit was reached. Else empty
  std::string beginning;  // when, in words, where that is before any step that counts
  Trace trace;
  ToldRun run;
  /// For each step of the run what it left otherwise than its statements say: a dead variable is
  /// reset, a process that has ended is gone. Without a value before or after where the cell was or is not there.
  struct Afterwards {
    std::string cell;
    std::optional<std::string> before, after;
  };
  std::vector<std::vector<Afterwards>> afterwards;
  /// Cells of the first and the last state of the run; empty where it has none.
  std::vector<CellValue> first_state;
  std::vector<CellValue> last_state;
  std::vector<TraceEvent> standing;  // who is where at the end
  /// The propositions of the formula that is violated, and for each state of the run whether they hold there: the last
  /// known values where a step did not complete. Those about steps speak of the next one. Empty where no formula is; a
  /// row is empty while the model is being set up.
  std::vector<std::string> propositions;
  std::vector<std::vector<bool>> truth;  // [step][proposition]
};

/// Rewrite rules, and how they are known to be right.
struct RuleReport {
  std::size_t instances = 0;              // 0: there are none
  std::size_t shown = 0;                  // by the graph of the system, without exploring it
  std::optional<std::uint64_t> tried_on;  // as many states: all of them, and all instances; nothing where none was
};

/// How symmetry was used.
struct SymmetryReport {
  std::string strategy = "off";
  std::string detect = "system";
  std::string order = "1";
  bool exact = true;
  std::string represents;  // number of states that the stored ones represent; empty: not known
  std::string loss;        // what a strategy that is not exact does wrong
  RuleReport rules;        // of --symmetry rules
  std::vector<std::string> generators;
  std::vector<std::string> broken_by;
  std::string structure;  // of the group: "S3 × (S2 ≀ S3)"; empty where there is none

  /// What some permutation moves and people have a name for.
  struct Moved {
    std::string name;   // "client(2)"
    std::string token;  // as generators have it: "2"
    std::string kind;   // "process", "channel" or "element"
    std::uint32_t orbit = 0;
  };
  std::vector<Moved> moved;
};

/// A file that the model was read from.
struct SourceText {
  std::string file;
  std::string text;
};

/// What --audit found out about a strategy.
struct AuditReport {
  std::string strategy;
  bool complete = true;  // else the figures are of what was seen until a limit was reached
  Verdict exact_verdict = Verdict::incomplete;
  std::uint64_t orbits = 0, met = 0, merged = 0, behind = 0, repeated = 0;
  struct Example {
    std::vector<CellValue> state;
    std::vector<CellValue> taken_for;  // empty: not reached at all
  };
  std::vector<Example> examples;
};

/// How symmetry was used beside a claim, which may name processes.
struct ClaimSymmetry {
  std::string strategy = "off";
  std::string order = "1";
  std::string represents;           // as in a SymmetryReport
  std::string order_without_claim;  // of the group of the program alone; empty: not known, or no claim
  std::string remark;               // why no symmetry is used although it was not switched off; else empty
  RuleReport rules;                 // of --symmetry rules
};

/// The part of a game that shows who wins, in words. See GameEvidence.
struct GameReport {
  struct Move {
    std::size_t to = 0;
    std::string label;
  };
  struct Position {
    std::vector<CellValue> cells;
    bool universal = false;
    std::uint32_t priority = 0;
    std::vector<Move> moves;
    bool cut_short = false;
  };
  std::vector<Position> positions;
  bool holds = false;
};

/// What the search of the program together with one claim, or for cycles by its labels, came to.
struct ClaimReport {
  std::string name;
  bool has_claim = true;
  Verdict verdict = Verdict::incomplete;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double seconds = 0;
  ClaimSymmetry symmetry;
  bool leads = false;             // the figures of the report are its own
  bool skips_sequential = false;  // states from which only one step leads on were passed through
  std::optional<GameReport> game = std::nullopt;
};

/// What --for-every came to.
struct ForEveryReport {
  std::string family;
  bool shown = false;        // for every number of elements
  std::uint32_t viewed = 0;  // elements in a view; 0: no views were closed
  std::uint32_t needed = 0;  // elements that a step depends on
  std::uint32_t size = 0;    // elements in the states that were looked at
  std::uint64_t views = 0, states = 0, steps = 0;
  struct Searched {
    std::uint32_t size = 0;
    Verdict verdict = Verdict::incomplete;
    std::uint64_t states = 0;
  };
  std::vector<Searched> searched;  // by themselves; the figures of the report are those of the last
  std::string obstacle;            // where it is not shown, and no limit was reached: what stands against it
  std::string left_out;            // what is not covered
};

/// Everything that is reported about one check. Every channel (terminal, JSON, page, language server, library) renders
/// the whole of it: what is not a figure is a remark.
struct CheckReport {
  std::string version;
  std::string model;
  std::string language;
  Limits limits;
  struct Seconds {
    double total = 0;
    double load = 0;
    double symmetry = 0;
    double search = 0;
  } seconds;
  unsigned threads = 1;
  std::string order = "bfs";           // of the first search: "bfs" or "dfs"
  bool skips_sequential = false;       // of the first search: states from which only one step leads on are not stored
  std::vector<std::string> arguments;  // that say what the model is
  std::vector<std::string> command;    // the command line, for people; empty where there was none
  std::string store = "exact";
  SymmetryReport symmetry;
  std::optional<AuditReport> audit;
  std::optional<ForEveryReport> for_every;

  /// Of the first search. The verdict is that of all of them, and so is what stopped it.
  Result result;
  bool first_complete = false;  // the first search looked at all of its states
  std::vector<ClaimReport> claims;
  /// What was being done when a limit ended the command, where it was not the search: "reading the model". Else empty.
  std::string stopped_while;
  /// Why the verdict is `incomplete` although no limit that was set ended a search; else empty.
  std::string shortcoming;
  std::vector<ToldViolation> violations;
  std::vector<Remark> remarks;

  // What a page shows besides. Filled where a result is written.
  std::vector<SourceText> sources;
  std::optional<ChannelDiagram> diagram;
  std::optional<GraphReport> graph;
};

/// Runs each violation of the result again, and describes everything. Where the signal of the thread ends that, a
/// violation is reported without its run; `limits` are for the messages.
CheckReport make_check_report(const System& system, Result result, const Limits& limits = {});

/// Adds what an audit came to. Violations that only the exact search has met are taken over.
void add_audit(CheckReport& report, const System& system, const OrbitAudit& audit);

/// A search that met every state and yet verifies nothing, for the reason given.
void admit_shortcoming(CheckReport& report, const std::string& shortcoming);

/// Adds what a search for more than the program's own states found. `name` is what people call it; `claim` is the claim
/// that the program ran with, empty where there was none.
void add_claim(CheckReport& report, const System& system, const std::string& name, const std::string& claim,
               const Result& result, ClaimSymmetry symmetry = {}, const Limits& limits = {});

/// Takes out what makes a report large: the runs of its violations, the text of the model, its graphs.
void shorten(CheckReport& report, const std::string& why);

/// "12 steps", or for a lasso its stem and its cycle apart.
std::string length_in_words(const ToldViolation& violation);

/// Why the verdict is what it is, in one line.
std::string reason_of(const CheckReport& report);

}  // namespace quotient
