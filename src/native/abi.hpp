#pragma once

#include <cstddef>
#include <cstdint>

#include "model/successors.hpp"
#include "symmetry/reduce/cell_code.hpp"

/// What a compiled module and its caller agree on. The C side is written by emit_runtime.cpp and emit_cells.cpp;
/// whoever changes one side changes the other, and the version.
namespace quotient::native {

inline constexpr std::uint32_t abi_version = 4;

/// What a call returns.
enum class CallStatus : std::uint32_t {
  done,
  full,     // the room does not suffice: give more and call again
  give_up,  // something rare: let the interpreter do this state
};

/// The part of a module's context that the caller sees; the module keeps its own things behind it. Not shared between
/// threads.
struct Context {
  std::uint8_t* bytes;  // where successors are written
  std::uint8_t* limit;  // the end of that room
  std::uint8_t* top;
  std::uint8_t* floor;
  Successors::Entry* entries;
  std::uint32_t entry_count;
  std::uint32_t entry_capacity;
  std::uint8_t* coverage;
  std::uint32_t status;
  std::uint32_t label;
  std::uint32_t deadlock;  // not 0: the expanded state is an invalid end state
  std::uint32_t timeout;
  Actor actor;
  std::uint32_t endless;  // not 0: an atomic sequence was left where it repeats itself
};
static_assert(sizeof(Context) == 80 && offsetof(Context, actor) == 72 && offsetof(Context, coverage) == 48);
static_assert(sizeof(Successors::Entry) == 32 && offsetof(Successors::Entry, length) == 8 &&
              offsetof(Successors::Entry, label) == 12 && offsetof(Successors::Entry, finding) == 16 &&
              offsetof(Successors::Entry, completed) == 24 && offsetof(Successors::Entry, actor) == 28);
static_assert(sizeof(Finding) == 8 && offsetof(Finding, site) == 4);

static_assert(sizeof(Findings::Relation) == 24 && offsetof(Findings::Relation, first) == 8 &&
              offsetof(Findings::Relation, count) == 12 && offsetof(Findings::Relation, holders) == 16);
static_assert(sizeof(FoundInCells) == 32 && offsetof(FoundInCells, related) == 16 &&
              offsetof(FoundInCells, relation_count) == 24);
static_assert(sizeof(CellFunctions) == 3 * sizeof(void*));

/// The one symbol of a module. It is for the steps of a program or for the cells of states: what it is not for is null.
struct ModuleTable {
  std::uint32_t version;       // abi_version
  std::uint32_t context_size;  // bytes; all zero at first
  std::uint64_t stamp;         // of the text that the module was compiled from
  /// CallStatus. `state` is not written to.
  std::uint32_t (*successors)(Context* context, const std::uint8_t* state);
  CellFunctions cells;
};
inline constexpr const char* module_symbol = "quotient_module";

}  // namespace quotient::native
