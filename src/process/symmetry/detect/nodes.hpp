#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "process/program.hpp"
#include "process/symmetry/detect/classes.hpp"

/// What a process does, as a graph: expressions as trees over cells and constants, steps as chains of effects.
namespace quotient::detect {

using NodeId = std::uint32_t;

enum class NodeKind : std::uint8_t {
  constant,       // value
  cell,           // cell `number`, read
  element,        // variable `number`, read at the indices given by args
  operation,      // `op` of args; `detail` tells apart what the operation alone does not
  table,          // `op` of args[0] and the constant `value`, which is on the left if detail is 1
  conjunction,    // of args
  disjunction,    // of args
  conditional,    // args[0] ? args[1] : args[2]
  location,       // where process `number` is
  at_location,    // whether process `number` is at `value`
  remote,         // variable declared as `detail` of process args[0], at the indices given by the other args; the last
                  // one is what is read where there is no such process
  effect,         // `op` with args; the last arg is what happens next, except at the end
  store_cell,     // cell `number` becomes args[0]
  parallel,       // stores to different cells, none of which reads what another writes
  store_element,  // variable `number` becomes the last but one arg at the indices before; then the last arg
  branch,         // args[0] ? go on with args[1] : with args[2]
  choice,   // go on with one of the options args[0] whose condition holds, it does not matter which; else with args[1]
  options,  // of a choice
  option,   // where args[0] holds: args[1]
  select,   // go on with any of the options args[0] whose condition holds; where none does with args[1], if it is there
  pass,     // nothing: go on with args[0]
  truncation,  // args[0] as it comes out of a cell of the type `detail`
  extreme,     // the least of args, or the greatest where detail is 1
  sending,     // a message of the values args[1] … goes into the channel args[0]
  broadcast,   // all of args[0] are sent, or it is an error; then args[1]
  arrival,     // the step is taken, and leads process `number` to the location `value`
};

struct Node {
  NodeKind kind = NodeKind::constant;
  Op op = Op::done;
  std::uint32_t detail = 0;
  std::uint32_t number = 0;
  std::int32_t value = 0;
  Class type = 0;               // of its value
  bool unordered = false;       // args may change places
  bool identity = false;        // constant, or the index of a cell: follows from which process this is
  bool blank = false;           // constant: nobody reads it, so that it is none of the values of its class
  bool truth = false;           // the value is 0 or 1
  bool may_fail = false;        // evaluating it can be a run-time error
  std::uint32_t statement = 0;  // that it was read from, for people
  std::vector<NodeId> args;
};

/// What a table has for a value; nothing where that is a run-time error.
std::optional<std::int32_t> table_entry(const Node& table, std::int32_t value);

}  // namespace quotient::detect
