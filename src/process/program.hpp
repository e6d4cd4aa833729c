#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/cell.hpp"

/// The compiled form of a model of communicating processes: what the interpreter runs and native code is written from.
/// Plain tables, no pointers; built once by a front end and never changed.
namespace quotient {

/// A stack machine with 32-bit values. `a` and `b` are the operands of an instruction; "pop x y" names the values taken
/// from the stack, the last one named was on top.
enum class Op : std::uint8_t {
  done,    // the step is taken
  commit,  // all conditions hold: from here on the state is written
  block,   // the step cannot be taken
  fail,    // run-time error of site b; the step does not complete
  push,    // b
  duplicate,
  drop,
  // cells: a packs the CellType (kind | bits << 8), b the offset
  load_global,
  load_local,
  store_global,
  store_local,     // store: pop value
  address_global,  // push offset b
  address_local,   // push offset b within the record of this process
  address_remote,  // pop pid; push offset b in its record, or -1 where it is not an instance of process type a
  index,           // pop address index; push address + index * a, index in 0 .. bound - 1; b: IndexCheck
  in_range,        // pop value; push it; run-time error where it is not lo .. hi; b: ValueCheck
  load,
  store,  // pop address; pop address value
  load_hidden,
  store_hidden,  // as load and store, in the memory that is no part of the state
  zero_local,    // b: offset, a: bytes
  blank_local,   // the same with all bits set: where 0 could be a process, a value that none has
  // arithmetic
  add,
  subtract,
  multiply,
  divide,
  modulo,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,  // divide, modulo: site b
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  negate,
  logical_not,
  complement,
  to_bool,
  // control
  jump,
  jump_zero,
  jump_nonzero,      // to instruction b; the latter two pop
  block_zero,        // pop; as `block` where it is 0
  not_in_handshake,  // as `block` while a rendezvous is under way
  no_handshake,      // run-time error of site b where a rendezvous is under way
  otherwise,         // else: as `block` where another option of this process was taken
  // process state
  pid,
  process_count,
  last,
  timeout,
  nonprogress,
  own_channel,      // push the number of channel b of those that came with this process
  run,              // pop arguments (a of them); create a process as Creation b says; push its pid
  terminate_check,  // as `block` unless this is the youngest process
  terminate,
  location_of,   // pop pid; push its control location, 0 where there is none
  find_process,  // push the pid of the oldest instance of type b, -1 where there is none
  enabled,       // pop pid; push whether it could move; site b where that is asked in a circle
  get_priority,
  set_priority,  // pop pid; pop pid priority
  // channels; `channel numbers` count from 1
  length,
  full,
  not_full,
  empty,
  not_empty,      // pop channel; b: site
  send_ready,     // pop channel; push whether it has room; b: site
  send,           // pop channel field …; a: fields given, plus 0x8000 where sorted; b: site
  receive_match,  // pop value … channel; b: ReceivePattern; push whether a message matches, and remember it
  poll_match,     // the same without remembering it; of a random one push its place in the queue, from 1 on
  field,          // push field b of the message remembered
  take,           // remove the message remembered; a handshake is then complete
  // events, while a trace assertion watches a send or receive
  event_channel,  // pop channel; push whether the event is on it, and a send (a = 0) or receive (a = 1)
  event_field,    // push field b of the message
  // observation
  assertion,  // pop value; a violation of site b where it is 0
  print,      // pop a arguments; b: site
  reached,    // mark place b for coverage
};

struct Instruction {
  Op op = Op::done;
  std::uint16_t a = 0;
  std::int32_t b = 0;
};

/// The operand `b` where it numbers something.
constexpr std::uint32_t u(std::int32_t b) { return static_cast<std::uint32_t>(b); }

constexpr bool is_jump(Op op) { return op == Op::jump || op == Op::jump_zero || op == Op::jump_nonzero; }

using CodeIndex = std::uint32_t;

/// What the checked indexing of an array needs to know.
struct IndexCheck {
  std::int32_t bound = 0;
  std::uint32_t site = 0;
};

/// What a value must be.
struct ValueCheck {
  std::int32_t lo = 0, hi = 0;
  std::uint32_t site = 0;
};

struct ReceivePattern {
  bool random = false;                 // ??
  bool peek = false;                   // ?< >
  std::vector<std::uint32_t> matched;  // the fields compared with the values on the stack, in that order
  std::uint32_t given = 0;             // how many fields the statement names
  std::uint32_t site = 0;
};

/// What `run` creates, and where it fails when there are too many processes or channels.
struct Creation {
  std::uint32_t type = 0;
  std::uint32_t site = 0;
};

struct Transition {
  CodeIndex code = 0;
  std::uint32_t target = 0;     // control location; 0: none (the process has ended)
  std::uint32_t escape = 0;     // from the escape sequence of an unless: its first location, else 0
  bool atomic = false;          // the process keeps control afterwards
  std::uint32_t statement = 0;  // in Program::statements: what is executed first
};

/// A control location: its transitions are Program::transitions[first] up to [last].
struct ControlLocation {
  std::uint32_t first = 0, last = 0;
  bool end = false, accept = false, progress = false;
};

/// For people and for coverage: a statement that a step can execute.
struct ProgramStatement {
  SourceRange range;
  std::string text;
  std::uint32_t process_type = 0;
  bool written = true;  // by the user, rather than made by us: coverage speaks of those only
  /// The number that `spin -a` gives it, which stands in trails; -1 where it has no line of its own there (inside of a
  /// d_step, jumps), or where it is not known.
  std::int32_t trail_number = -1;
};

/// A named cell, for showing states and, later, for symmetry.
struct NamedCell {
  std::string name;  // with indices and fields: "a[2].b"
  CellType type;
  std::uint32_t offset = 0;  // in the globals, or in the process record
  bool is_channel = false, is_process = false;
  std::int32_t mtype = -1;  // in Program::mtypes; -1: a number
  /// What is declared to hold the same kind of values, where a language says so: then a value means the same in all of
  /// them. Of the content, and of each index in the name; -1, or not there: not said.
  std::int32_t family = -1;
  std::vector<std::int32_t> index_families = {};
};

struct ChannelKind {
  std::uint32_t capacity = 0;  // 0: rendezvous
  std::vector<CellType> fields;
  std::vector<std::int32_t> field_mtypes;    // as NamedCell::mtype
  std::vector<std::uint8_t> field_channels;  // not 0: the field holds a channel
  std::uint32_t message_size = 0;
  /// A queue is its length, then the messages, oldest first; unused places are zero.
  std::uint32_t length_size() const { return capacity == 0 ? 0 : capacity > 255 ? 2 : 1; }
  std::uint32_t size() const { return length_size() + capacity * message_size; }
};

/// A channel that exists from the start of its owner (the system, or a process) on.
struct ChannelInstance {
  std::uint32_t kind = 0;
  std::string name;
};

struct ProcessType {
  std::string name;
  std::uint32_t record_size = 0;     // type, control location, then parameters and locals
  std::uint32_t location_bytes = 1;  // 1, 2 or 4
  std::uint32_t start = 0;
  std::vector<ControlLocation> locations;  // by number; 0 is unused
  std::vector<CellType> parameters;
  std::vector<std::uint32_t> parameter_offsets;
  std::vector<ChannelInstance> channels;
  CodeIndex initialise = 0;  // run once when an instance is created
  CodeIndex provided = 0;    // 0: always
  bool deterministic = false;
  bool watches = false;  // a claim or trace assertion rather than a process
  std::uint32_t determinism_site = 0;
  std::int32_t priority_offset = -1;
  std::vector<NamedCell> cells;
};

enum class SiteKind : std::uint8_t { assertion, runtime, print };

/// A place where something can go wrong, or be printed.
struct Site {
  SiteKind kind = SiteKind::assertion;
  SourceRange range;
  std::string message;
};

/// A part of a formula that speaks of one state: its text, and code that leaves its value on the stack.
struct ProgramProposition {
  std::string text;
  CodeIndex code = 0;
};

struct Program {
  std::vector<Instruction> code = std::vector<Instruction>(1);  // [0]: done
  std::vector<Transition> transitions;
  std::vector<ProcessType> process_types;
  std::vector<std::uint32_t> initial_processes;  // their types, by pid
  std::vector<std::uint8_t> initial_priorities;
  std::vector<ChannelKind> channel_kinds;
  std::vector<ChannelInstance> channels;  // global
  std::vector<IndexCheck> index_checks;
  std::vector<ValueCheck> value_checks;
  std::vector<ReceivePattern> patterns;
  std::vector<Creation> creations;
  std::vector<Site> sites;
  std::vector<ProgramStatement> statements;
  std::vector<std::vector<std::string>> mtypes;  // [family][value - 1]
  /// What holds the number of a process or of a channel, and how many processes there are: a byte, as in SPIN, or wider
  /// where that does not suffice. The greatest value is the most there can be of them.
  CellType id_type;
  std::uint32_t most_processes = 255, most_channels = 255;
  std::uint32_t type_bytes = 1;   // of the type of a process: 1, 2 or 4
  std::uint32_t stack_depth = 0;  // values that code has on the stack at most, without what it calls
  std::uint32_t global_size = 0;  // bytes of the global cells
  std::uint32_t hidden_size = 0;
  std::vector<NamedCell> hidden_cells;
  CodeIndex initialise = 0;       // of the global cells
  std::vector<NamedCell> cells;   // global
  std::int32_t last_offset = -1;  // of the cell that holds _last, where the model uses it
  std::int32_t claim = -1;        // the process type of the never claim
  bool has_priorities = false;
  bool has_rendezvous = false;
  bool has_timeout = false;
  bool claim_needs_cycles = false;        // reaching its end is not all it can mean: it also accepts infinite runs
  bool claim_ignores_stuttering = false;  // it is of a formula without next
  bool claim_sees_progress =
      false;                     // np_ looks at progress labels; as in pan, it does not where only finite runs count
  std::uint32_t claim_site = 0;  // of its violation
  /// Of the claim, where it is a formula: for people only. Without a claim: those of a formula that somebody else
  /// checks, and permutations of the program leave each as it is.
  std::vector<ProgramProposition> propositions;
  /// By statement: the class of its steps. No permutation exchanges steps of different classes; empty: there is one.
  std::vector<std::uint32_t> label_classes;
  std::int32_t trace = -1;  // the process type of the trace (or notrace) assertion
  bool trace_is_negated = false;
  std::uint32_t trace_offset = 0;  // where its control location is kept, within the globals
  std::uint32_t trace_end = 0;
  std::uint32_t trace_site = 0, trace_choice_site = 0;
  CodeIndex trace_scope = 0;       // whether an event is one that the assertion speaks of
  std::uint32_t claim_offset = 0;  // where the claim's control location is kept, within the globals

  /// Bytes before the global cells: the number of processes.
  std::uint32_t head_size() const { return id_type.size(); }
};

}  // namespace quotient
