#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "system/system.hpp"

namespace quotient::mcrl2 {

struct Options {
  bool deadlock = true;                          // report states without steps, other than those behind Terminate
  std::vector<std::string> actions = {};         // report steps in which an action of one of these names takes part
  std::uint64_t rewrite_steps = 20'000'000;      // in one evaluation, before it is taken for endless
  std::uint64_t enumerated = 10'000'000;         // values tried for the variables of one sum or quantifier
  std::size_t memory = std::size_t{512} << 20U;  // of one generator for what it remembers, in bytes
};

/// Reads, checks and linearises a specification. Null after errors, which are all in `diagnostics`. `sources` must
/// outlive the system. States are vectors of one length. An error while data are evaluated becomes a finding of kind
/// `runtime` in the state where it happened; an action of `actions` one of kind `assertion`.
std::unique_ptr<System> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics);

/// The linear process of a specification in mCRL2 syntax: sequential processes with their summands, and the parallel
/// composition as it was written. Empty after errors.
std::string print_lps(SourceMap& sources, FileId file, Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
