#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "model/successors.hpp"

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

/// A line of a trail: who moves, and the number of the statement, as the tool counts that reads trails (SPIN).
struct TrailLine {
  std::int32_t process = 0;
  std::int32_t statement = 0;
};

/// One statement (Promela), operation (B) or multi-action (mCRL2) of a run, ready to print.
struct TraceEvent {
  std::string process;    // "client(2)"; empty where the language has no processes
  std::string statement;  // as the user wrote it, on one line
  Location at;
  std::vector<CellChange> changes;
  std::vector<MessageEvent> messages;
  std::vector<std::string> output;  // of printf and its like
  std::optional<TrailLine> trail = std::nullopt;
  /// The components that take this step together, where `process` does not say who does: those that synchronise.
  std::vector<std::string> participants = {};
};

/// A cell of a state by name, ready to print.
struct CellValue {
  std::string cell;
  std::string value;
};

/// The value of a cell that is not read any more before it is assigned again: the state does not keep it.
inline constexpr std::string_view no_value = "–";

/// A part of a formula that speaks of single states, and whether it holds in one.
struct Proposition {
  std::string text;
  bool holds = false;
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

/// Describes states, steps and findings of a system to people, in the names of its text. Immutable; any thread may call
/// it. Costs do not matter as much as in a search: a call may compute the steps of a state again, and allocates.
///
/// Every question is pure here, so that no wrapper can forget one. `NarratorBase` has the default answers of a language
/// that has nothing to say.
class Narrator {
 public:
  virtual ~Narrator() = default;

  /// The statements between two neighbouring states of a run: `from` is a state, `to` one of its successors. Where
  /// several steps lead there, the first in the generator's order; a finding other than `none` asks for the first step
  /// that has it (`to` is then the state after it, or empty where the step did not complete).
  virtual std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const = 0;
  /// The same where several steps lead there, for the one of this number, from 0: processes are told apart by who
  /// moves. Where a language has none, the first will do.
  virtual std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const = 0;
  /// The same for an initial state: how it came about (constants chosen, initialisation).
  virtual std::vector<TraceEvent> explain_initial(StateView to) const = 0;
  /// When a step belongs to the beginning and is none that the user counts: "in the initial state". `from` and `to` are
  /// empty where there is no such state. Empty for all other steps.
  virtual std::string beginning(StateView from, StateView to) const = 0;
  /// The cells of a state, in the order of the text.
  virtual std::vector<CellValue> describe(StateView state) const = 0;
  virtual FindingText describe(Finding finding) const = 0;
  /// Who has not come to a valid end, where that one is, and what it would do next. Empty where the language has no
  /// processes.
  virtual std::vector<TraceEvent> standing(StateView state) const = 0;
  /// The propositions of the formula that the system runs with, in the order of its text, and which of them hold here.
  /// Some are about steps ("the next action is a"): `next` is the state after this one on the run, and empty where the
  /// run has no further step, so that these are false.
  /// Empty where there is no formula, or the language does not say.
  virtual std::vector<Proposition> propositions(StateView state, StateView next) const = 0;
  /// The text of a label for state graphs (.aut, .dot).
  virtual std::string label(StepLabel label) const = 0;
  /// What a complete search with this coverage never reached.
  virtual std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const = 0;
  /// Whether `unreached` can name this place of the coverage: the user wrote it.
  virtual bool names_place(std::size_t place) const = 0;
};

/// A narrator of a language without processes and without a beginning of its own.
class NarratorBase : public Narrator {
 public:
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t) const override {
    return explain(from, to, {});
  }
  std::vector<TraceEvent> explain_initial(StateView) const override { return {}; }
  std::string beginning(StateView, StateView) const override { return {}; }
  std::vector<TraceEvent> standing(StateView) const override { return {}; }
  std::vector<Proposition> propositions(StateView, StateView) const override { return {}; }
  bool names_place(std::size_t) const override { return true; }
};

/// Forwards every question to another narrator, which must outlive it. A wrapper overrides what it answers differently.
class NarratorDecorator : public Narrator {
 public:
  explicit NarratorDecorator(const Narrator& inner) : inner_(inner) {}

  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const override {
    return inner_.explain(from, to, finding);
  }
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const override {
    return inner_.explain_parallel(from, to, which);
  }
  std::vector<TraceEvent> explain_initial(StateView to) const override { return inner_.explain_initial(to); }
  std::string beginning(StateView from, StateView to) const override { return inner_.beginning(from, to); }
  std::vector<CellValue> describe(StateView state) const override { return inner_.describe(state); }
  FindingText describe(Finding finding) const override { return inner_.describe(finding); }
  std::vector<TraceEvent> standing(StateView state) const override { return inner_.standing(state); }
  std::vector<Proposition> propositions(StateView state, StateView next) const override {
    return inner_.propositions(state, next);
  }
  std::string label(StepLabel label) const override { return inner_.label(label); }
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t> coverage) const override {
    return inner_.unreached(coverage);
  }
  bool names_place(std::size_t place) const override { return inner_.names_place(place); }

 private:
  const Narrator& inner_;
};

}  // namespace quotient
