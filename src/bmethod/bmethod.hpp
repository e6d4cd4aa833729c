#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "bmethod/project/options.hpp"
#include "bmethod/temporal/read_formula.hpp"
#include "bmethod/values/domains.hpp"
#include "model/system.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {
class NameTable;
}

namespace quotient::bmethod {

/// A loaded machine. What holds for System holds here: immutable, shared by all threads.
class MachineSystem : public SystemBase {
 public:
  /// The elements that are interchangeable, how permutations of them act on states, and what breaks symmetry. Its
  /// action must not outlive this.
  virtual Symmetry symmetry() const = 0;
  /// The same machine with all its initial states, whatever Options::up_to_symmetry says.
  virtual const System& whole() const = 0;
  virtual const std::vector<SetSize>& set_sizes() const = 0;
  /// Definitions that ProB takes for formulas to check (ASSERT_LTL…, ASSERT_CTL…), by their names, that have something
  /// in them that is not supported here: a verdict must say so.
  virtual const std::vector<FindingText>& unchecked_formulas() const = 0;
  /// The formulas to be checked on it, their propositions valid as long as the machine. Model and symmetry are for the
  /// caller to fill in.
  virtual const std::vector<temporal::LoweredFormula>& formulas() const = 0;
  /// Names of operations: actors are numbered in this order.
  virtual std::vector<std::string> operation_names() const = 0;
};

/// Reads the machine and all machines it refers to. Null where there is an error, which is then among the diagnostics.
/// The sources are not needed once this returns. `names` is told what names mean.
std::unique_ptr<MachineSystem> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics,
                                    NameTable* names = nullptr, const TemporalOptions& formulas = {});

/// The value of an expression, or TRUE or FALSE for a predicate, as text, in a state of the machine as its system
/// writes it to last; none: before anything has a value. Nullopt where it is wrong or has no value, see the
/// diagnostics.
std::optional<std::string> value_in(SourceMap& sources, FileId file, const Options& options,
                                    const std::string& expression, std::optional<std::span<const std::uint8_t>> state,
                                    Diagnostics& diagnostics);

/// The value of a closed expression, or TRUE or FALSE for a predicate, as text; nothing where it is wrong (see the
/// diagnostics) or undefined. `declarations` may hold clauses such as SETS that it refers to.
std::optional<std::string> evaluate(const std::string& formula, const std::string& declarations, const Options& options,
                                    Diagnostics& diagnostics);

}  // namespace quotient::bmethod
