#pragma once

#include <string>
#include <vector>

#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/trace.hpp"
#include "system/system.hpp"

namespace quotient {

/// A violation told in full.
struct ToldViolation {
  FindingKind kind = FindingKind::none;
  FindingText text;
  std::uint64_t count = 1;
  std::size_t length = 0;
  Trace trace;
  ToldRun run;
  /// Cells of the first and the last state of the run; empty where it has none.
  std::vector<CellValue> first_state;
  std::vector<CellValue> last_state;
};

/// How symmetry was used.
struct SymmetryReport {
  std::string strategy = "off";
  std::string detect = "system";
  std::string order = "1";
  bool exact = true;
  std::string represents;  // number of states that the stored ones stand for
  std::vector<std::string> generators;
  std::vector<std::string> broken_by;
};

/// All that is said about one check.
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
  SymmetryReport symmetry;

  Result result;
  std::vector<ToldViolation> violations;
  /// Filled only where all states were explored.
  std::vector<UnreachedPart> unreached;
};

/// Runs each violation of the result again, and puts all into words.
CheckReport make_check_report(const System& system, Result result);

/// Why the verdict is what it is, in one line.
std::string reason_of(const CheckReport& report);

}  // namespace quotient
