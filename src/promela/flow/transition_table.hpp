#pragma once

#include <cstdint>
#include <vector>

#include "promela/flow/flow.hpp"

namespace quotient::promela {

/// What a process can do at a control location.
struct TableTransition {
  enum class Action : std::uint8_t { pass, otherwise, statement, d_step };
  Action action = Action::pass;
  const Element* element = nullptr;
  std::vector<const Element*> merged;  // statement: what is executed with it, in order
  std::uint32_t target = 0;            // 0: none, the process has ended
  std::uint32_t escape = 0;            // taken from the escape sequence that begins at this location
  bool atomic = false;
  std::vector<const Variable*> dead_after;  // see condense; reset when all is done
  std::vector<std::uint32_t> escapes;       // locations where the escapes around it begin
};

struct TableLocation {
  std::vector<TableTransition> transitions;
  bool end = false, accept = false, progress = false;
};

struct TransitionTable {
  std::vector<TableLocation> locations;  // by number; 0 unused
  std::uint32_t start = 0;
};

/// The transitions of a flow, with selections and blocks dissolved into the statements they begin with, and escapes put
/// in front of what they interrupt.
TransitionTable build_transition_table(Flow& flow);

}  // namespace quotient::promela
