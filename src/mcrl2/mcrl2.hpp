#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "model/parity_game.hpp"
#include "model/random_steps.hpp"
#include "model/system.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {
class NameTable;
}

namespace quotient::mcrl2 {

struct Options {
  bool deadlock = true;                          // report states without steps, other than those behind Terminate
  std::vector<std::string> actions = {};         // report steps in which an action of one of these names takes part
  std::uint64_t rewrite_steps = UINT64_MAX;      // in one evaluation, before it is taken for endless
  std::uint64_t enumerated = UINT64_MAX;         // values tried for the variables of one sum or quantifier
  std::size_t memory = std::size_t{512} << 20U;  // of one generator for what it remembers, in bytes
  bool symmetry = false;  // find it while loading; terms without value (head([])) are then errors if there is some
  std::optional<FileId> formula = std::nullopt;  // to be checked: states are then positions of its game
  bool permuted_labels = false;  // labels will be renamed: numbers are taken for names only where labels stay clear
};

/// A specification, ready to explore.
class SpecificationSystem : public SystemBase {
 public:
  /// How to decide the formula; null where there is none. Valid as long as the system.
  virtual const ParityGame* game() const = 0;
  /// Null where no step is random. Valid as long as the system.
  virtual const RandomSteps* random() const = 0;
  virtual const std::vector<std::string>& action_names() const = 0;
  /// Of the components that run in parallel: actors are numbered in this order.
  virtual std::vector<std::string> process_names() const = 0;
  /// What was found while loading. Valid as long as the system.
  virtual const Symmetry& symmetry() const = 0;
  /// The part of it that the paper's Algorithm 1 finds as well, trying all permutations of the processes. `problem`
  /// says why they could not be tried.
  virtual Symmetry checked_symmetry(std::string& problem) const = 0;
  /// Whether some components are of one text, so that they might be interchangeable.
  virtual bool has_alike() const = 0;
  /// Adds to broken_by what keeps more from being interchangeable. Takes about that many seconds at most.
  virtual void explain_breaks(Symmetry& symmetry, double seconds) const = 0;
};

/// Reads, checks and linearises a specification. Null after errors, which are all in `diagnostics`. `sources` must
/// outlive the system. States are vectors of one length. An error while data are evaluated becomes a finding of kind
/// `runtime` in the state where it happened; an action of `actions` one of kind `assertion`. `names` is told what names
/// mean. With a formula nothing else is checked.
std::unique_ptr<SpecificationSystem> load(SourceMap& sources, FileId file, const Options& options,
                                          Diagnostics& diagnostics, NameTable* names = nullptr);

/// The value of a data expression as text, in a state as the system of a specification without formula writes it to
/// last; none: before the beginning. It may name the parameters of processes that have names of their own. Nullopt
/// where it is wrong or has no value, see the diagnostics.
std::optional<std::string> value_in(SourceMap& sources, FileId file, const Options& options,
                                    const std::string& expression, std::optional<std::span<const std::uint8_t>> state,
                                    Diagnostics& diagnostics);

struct LpsOptions {
  bool network = false;                // the processes as they are composed, instead of one
  std::size_t most_summands = 10'000;  // of the one
};

/// A specification as one linear process, in mCRL2 syntax: a list of summands over one list of parameters. Empty after
/// errors; too many summands are one.
std::string print_lps(SourceMap& sources, FileId file, const LpsOptions& options, Diagnostics& diagnostics);

}  // namespace quotient::mcrl2
