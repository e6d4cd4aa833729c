#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "base/stop_signal.hpp"
#include "model/system.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/reduction.hpp"

namespace quotient {
class NameTable;
}

namespace quotient::bmethod {

/// Which states stand before the first initialised one. ProB's published records count as `constants`; the figures of
/// its user interface, and of [Leuschel & Massart 2007], as `root`.
enum class SetupStates : std::uint8_t {
  none,       // an initial state is an initialised one
  constants,  // one state for each solution of the constants, where the model has PROPERTIES or constants
  root,       // besides, one state before everything
};

struct Options {
  std::vector<std::string> include_folders;
  std::map<std::string, std::uint32_t> set_sizes;  // of deferred sets, by name; come before whatever the text says
  std::optional<std::int64_t> min_int, max_int;    // come before SET_PREF_… in the text
  std::uint32_t default_set_size = 2;
  SetupStates setup = SetupStates::constants;
  bool invariant = true;
  bool assertions = true;
  bool deadlock = true;
  bool goal = true;
  std::uint64_t max_enumeration = std::uint64_t{1} << 24;  // values tried for a predicate before giving up; 16 times as
                                                           // many for the PROPERTIES
  bool up_to_symmetry = false;  // of solutions of the PROPERTIES that are permutations of one another, only one is set
                                // up: for searches that merge such states anyway
  const StopSignal* stop = nullptr;  // asked while loading: once it is raised, constants are left to whoever explores
  bool flat = true;  // false keeps every pair and set out of machine words: slow, the reference for tests
};

/// How large a given set is, and who said so, ready to print.
struct SetSize {
  std::string name;
  std::uint32_t size = 0;
  std::string reason;
  bool deferred = true;
  /// Where nobody said so and the text allows others: one of these, a larger one if there is any.
  std::optional<std::uint32_t> other = std::nullopt;
};

/// Whether MachineSystem::reduction knows a strategy of this name.
bool is_strategy(std::string_view strategy);

/// A loaded machine. What holds for System holds here: immutable, shared by all threads.
class MachineSystem : public SystemBase {
 public:
  /// The elements that are interchangeable, and what breaks symmetry. Its places are not filled: `reduction` knows
  /// them.
  virtual Symmetry symmetry() const = 0;
  /// Merges states by a strategy of this name ("canonical", "enumerate", "flooding", "approx-markers"). Null where
  /// there is none of that name for machines, or it would have to try too many permutations. Must not outlive this.
  virtual std::unique_ptr<Reduction> reduction(std::string_view strategy) const = 0;
  /// The same machine with all its initial states, whatever Options::up_to_symmetry says.
  virtual const System& whole() const = 0;
  virtual const std::vector<SetSize>& set_sizes() const = 0;
  /// Definitions that ProB takes for formulas to check (ASSERT_LTL…, ASSERT_CTL…), by their names: nobody checks them
  /// here, and a verdict must say so.
  virtual const std::vector<FindingText>& unchecked_formulas() const = 0;
};

/// Reads the machine and all machines it refers to. Null where there is an error, which is then among the diagnostics.
/// The sources are not needed once this returns. `names` is told what names mean.
std::unique_ptr<MachineSystem> load(SourceMap& sources, FileId file, const Options& options, Diagnostics& diagnostics,
                                    NameTable* names = nullptr);

/// The value of a closed expression, or TRUE or FALSE for a predicate, as text; nothing where it is wrong (see the
/// diagnostics) or undefined. `declarations` may hold clauses such as SETS that it refers to.
std::optional<std::string> evaluate(const std::string& formula, const std::string& declarations, const Options& options,
                                    Diagnostics& diagnostics);

}  // namespace quotient::bmethod
