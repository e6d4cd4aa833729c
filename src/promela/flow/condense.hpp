#pragma once

#include <set>
#include <span>
#include <vector>

#include "promela/flow/flow_edges.hpp"
#include "promela/flow/transition_table.hpp"

/// What `--steps full` does beyond SPIN: fewer control states, and no dead values.
namespace quotient::promela {

struct CondenseOptions {
  /// Steps may be merged: the model cannot observe at which statement another process is.
  bool merge = true;
  bool has_rendezvous = false;
  /// Local variables that are read from outside of their process.
  std::set<const Variable*> observed;
};

/// Takes along, with every transition, the statements that follow it without a choice and that no other process can
/// observe.
void merge_followers(const Flow& flow, const Visibility& visibility, const CondenseOptions& options,
                     TransitionTable& table);

/// Writes into each transition the local variables that are dead where it leads (and may not be blank there), and
/// returns those that are dead at the start. In every state a dead variable is then blank, so that states which
/// differ in dead variables only are one, and a dead variable holds no process.
/// `locals` are the variables that the proctype declares.
std::vector<const Variable*> mark_dead_after(std::span<const Variable* const> locals, const Flow& flow,
                                             const CondenseOptions& options, TransitionTable& table);

}  // namespace quotient::promela
