#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "base/stop_signal.hpp"
#include "system/successors.hpp"

namespace quotient {

/// What a step wrote: a cell by its name for people, before and after.
struct CellChange {
  std::string cell;
  std::string before;
  std::string after;
};

/// A message that a step sent or received.
struct MessageEvent {
  enum class Kind { send, receive, handshake };
  Kind kind = Kind::send;
  std::string channel;
  std::string message;  // the fields, separated by commas
  std::string sender;   // process names; empty where unknown
  std::string receiver;
};

/// One statement (Promela), operation (B) or multi-action (mCRL2) of a run, ready to print.
struct TraceEvent {
  std::string process;    // "client(2)"; empty where the language has no processes
  std::string statement;  // as the user wrote it, on one line
  Location at;
  std::vector<CellChange> changes;
  std::vector<MessageEvent> messages;
  std::vector<std::string> output;  // of printf and its like
};

/// A cell of a state by name, ready to print.
struct CellValue {
  std::string cell;
  std::string value;
};

/// A violation in words.
struct FindingText {
  std::string message;
  Location at;
};

/// A part of the model (process type, operation) and the places in it that no explored step reached.
struct UnreachedPart {
  struct Place {
    Location at;
    std::string statement;     // on one line; empty where the part as a whole is meant
    bool without_way = false;  // nothing in the text leads there, such as the end of a loop that is never left
    friend bool operator==(const Place&, const Place&) = default;
  };
  std::string part;
  std::vector<Place> places;
};

/// Computes steps. One for each thread: it owns scratch memory. A call costs no allocation once warm.
/// States handed out are valid until the next call with the same `Successors`.
class StepGenerator {
 public:
  virtual ~StepGenerator() = default;

  /// Clears `out` and fills it with the initial states.
  virtual void initial(Successors& out) = 0;
  /// Clears `out` and fills it with every step from `state`, in a fixed order, and with what is wrong in `state` itself
  /// (deadlock, invariant) or along a step (assertion, run-time error). A step listed twice is two transitions.
  virtual void successors(StateView state, Successors& out) = 0;
  /// One byte for each place of the model that a step can reach (statement, operation, action), not 0 once this
  /// generator took a step there. Search joins those of all threads and hands them to System::unreached.
  virtual std::span<const std::uint8_t> coverage() const = 0;
  /// Where a single state may take long: to be asked meanwhile. Once it is raised, the steps are cut off. The signal
  /// must outlive the generator.
  virtual void heed(const StopSignal&) {}
};

/// What a front end delivers and search explores: immutable once built, shared by all threads.
/// A state is a vector of bytes; equal bytes mean the same state. Lengths may differ between states of one system.
class System {
 public:
  virtual ~System() = default;

  /// The generator must not outlive the system.
  virtual std::unique_ptr<StepGenerator> generator() const = 0;
  /// The same steps in the same order, and with them what cycles are judged by. Null where the language knows of no
  /// acceptance and no progress.
  virtual std::unique_ptr<StepGenerator> cycle_generator() const { return nullptr; }

  /// The statements between two neighbouring states of a run: `from` is a state, `to` one of its successors. Where
  /// several steps lead there, the first in the generator's order; a finding other than `none` asks for the first step
  /// that has it (`to` is then the state after it, or empty where the step did not complete).
  virtual std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const = 0;
  /// The same where several steps lead there, for the one of this number, from 0: processes are told apart by who
  /// moves. Where a language has none, the first will do.
  virtual std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t) const {
    return explain(from, to, {});
  }
  /// The same for an initial state: how it came about (constants chosen, initialisation).
  virtual std::vector<TraceEvent> explain_initial(StateView to) const = 0;
  /// When a step belongs to the beginning and is none that the user counts: "in the initial state". `from` and `to` are
  /// empty where there is no such state. Empty for all other steps.
  virtual std::string beginning(StateView /*from*/, StateView /*to*/) const { return {}; }
  /// The cells of a state, in the order of the text.
  virtual std::vector<CellValue> describe(StateView state) const = 0;
  virtual FindingText describe(Finding finding) const = 0;
  /// The state as bytes that mean the same in every run of the program. Those of the state itself, unless it holds
  /// numbers that were given out on the way.
  virtual std::vector<std::uint8_t> lasting(StateView state) const { return {state.begin(), state.end()}; }
  /// Who has not come to a valid end, where that one is, and what it would do next. Empty where the language has no
  /// processes.
  virtual std::vector<TraceEvent> standing(StateView) const { return {}; }
  /// The text of a label for state graphs (.aut, .dot).
  virtual std::string label(StepLabel label) const = 0;
  /// What a complete search with this coverage never reached.
  virtual std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const = 0;
};

}  // namespace quotient
