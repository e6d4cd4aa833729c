#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/stop_signal.hpp"

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
  std::string goal_name = "GOAL";     // what diagnostics call that text
  std::string goal_text, scope_text;  // in place of the definitions GOAL and SCOPE of the machine; empty: those
  bool solver = true;                 // for predicates with too many candidates
  std::uint64_t patience = 4096;      // values tried for one before the solver is asked; tests have less
  bool refinement = false;  // explore a refinement together with what it refines, and check that each step is one of it
  std::uint64_t max_enumeration = std::uint64_t{1} << 24;  // values tried for a predicate before giving up; 16 times as
                                                           // many for the PROPERTIES
  bool up_to_symmetry = false;  // of solutions of the PROPERTIES that are permutations of one another, only one is set
                                // up: for searches that merge such states anyway
  const StopSignal* stop = nullptr;  // asked while loading: once it is raised, constants are left to whoever explores
  bool flat = true;  // false keeps every pair and set out of machine words: slow, the reference for tests
};

}  // namespace quotient::bmethod
