#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "promela/syntax/ast.hpp"

/// The control flow of one proctype as a graph of elements, shaped as SPIN shapes it: state counts depend on which
/// points of the text are control states, and on which of them an atomic sequence ends. [Holzmann, The SPIN Model
/// Checker]
namespace quotient::promela {

enum class ElementKind : std::uint8_t {
  condition,
  assign,
  send,
  receive,
  assertion,
  print,
  set_priority,
  otherwise,   // else
  jump,        // goto, and break as the user writes it
  join,        // where the options of a selection come together
  leave,       // where the breaks of a loop come together
  selection,   // if
  repetition,  // do
  unless,
  atomic,
  d_step,
  block,
  end,  // the closing brace of the body
};

struct Element;

struct Sequence {
  Element* first = nullptr;
  Element* last = nullptr;
  Element* extent = nullptr;  // the last element when the sequence was closed
};

struct Element {
  ElementKind kind = ElementKind::condition;
  std::uint32_t number = 0;              // the control location
  const Statement* statement = nullptr;  // none for join, leave, end
  SourceRange range;
  bool no_effect = false;  // the place of a declaration whose variable starts at zero by itself

  Element* next = nullptr;
  std::vector<Sequence*> options;  // selection, repetition: one each; unless: what is normally done, then the escape
  Sequence* body = nullptr;        // atomic, d_step, block
  std::vector<Sequence*> escapes;  // of the unless around it, innermost last attached first
  Element* target = nullptr;       // jump

  // Atomicity: of an element inside an atomic sequence; of its last one; inside a d_step.
  bool in_atomic = false;
  bool ends_atomic = false;
  bool in_d_step = false;
  bool remotely_referenced = false;
  bool labelled = false;

  // By dead_variables and merge (see there).
  std::vector<const Variable*> dead;
  std::uint32_t merge = 0, merge_start = 0, merge_single = 0;
  std::uint32_t arrivals = 0;  // by merge: edges of the flow graph that lead to its location
};

struct FlowLabel {
  std::string name;
  std::string scope;
  Element* element = nullptr;
};

/// The flow of one proctype. Owns its elements and the statements made for it (loops are spelled out here).
struct Flow {
  const Proctype* proctype = nullptr;
  Sequence* body = nullptr;
  std::deque<Element> elements;
  std::deque<Sequence> sequences;
  std::deque<Statement> statements;
  std::deque<Variable> variables;                     // counters of loops over channels
  std::vector<FlowLabel> labels;                      // in the order of the text
  std::vector<const Variable*> initialised_at_start;  // by their declarations, when a process is created
  std::uint32_t location_count = 1;
  bool chooses_at_once = false;  // some `select` is one step here, and not in SPIN
  std::optional<std::uint32_t>
      trail_base;  // added to the number of an element: its number in SPIN's trails, where known

  Element* start() const { return body->first; }
  /// The label of that name a remote reference means, or null.
  const FlowLabel* find_label(const std::string& name) const;
};

/// `choices_at_once`: it cannot be observed how many steps a `select` among constants takes, so it takes one.
std::unique_ptr<Flow> build_flow(const Proctype& proctype, bool choices_at_once);

/// Whether a `select` is one of plain numbers, which SPIN's lexer turns into an `if` with an option for each value: its
/// variable is then not read.
bool is_choice_of_numbers(const Statement& select);

/// Makes a remotely referenced label a control state of its own. Call once for each reference, before any analysis.
void expose_label(Flow& flow, const std::string& name);

/// Where control really is after moving to `element`: jumps, joins and loop ends take no step of their own. `in_atomic`
/// is that of the element we come from: a step does not leave its atomic sequence unseen. Stops early at location
/// `stop`.
Element* settle(Element* element, bool in_atomic, std::uint32_t stop = 0);

/// The element where an option, block or escape begins.
Element* first_of(Element* element);

}  // namespace quotient::promela
