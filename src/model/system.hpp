#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "model/assumptions.hpp"
#include "model/independence.hpp"
#include "model/narrator.hpp"
#include "model/successors.hpp"

namespace quotient {

/// Computes steps. One for each thread: it owns scratch memory. A call costs no allocation once warm.
/// States handed out are valid until the next call with the same `Successors`.
///
/// Every question is pure here, so that no generator around another can forget one. That of a language derives from
/// `StepGeneratorBase`.
class StepGenerator {
 public:
  virtual ~StepGenerator() = default;

  /// Clears `out` and fills it with the initial states.
  virtual void initial(Successors& out) = 0;
  /// Clears `out` and fills it with every step from `state`, in a fixed order, and with what is wrong in `state` itself
  /// (deadlock, invariant) or along a step (assertion, run-time error). A step listed twice is two transitions.
  virtual void successors(StateView state, Successors& out) = 0;
  /// The same for the steps of these actors alone: whatever else `successors` lists is left out. What is wrong in
  /// `state` itself is there as always. Costs as much as all steps, unless a language knows better.
  virtual void successors_of(StateView state, std::span<const Actor> actors, Successors& out) = 0;
  /// Bytes to hash a state by: the same for this state in every run, thread and process. Those of the state itself,
  /// unless it holds numbers that were given out on the way; then digests of what these stand for take their place, so
  /// that two states share theirs only where 64-bit hashes collide. Cheaper than System::lasting, and without a
  /// way back. Valid until the next call; costs no allocation once warm.
  virtual StateView lasting_digest(StateView state) = 0;
  /// One byte for each place of the model that a step can reach (statement, operation, action), not 0 once this
  /// generator took a step there. Search joins those of all threads and hands them to Narrator::unreached.
  virtual std::span<const std::uint8_t> coverage() const = 0;
  /// To be polled while a single state takes long. Once it is raised, the steps are cut off. The signal
  /// must outlive the generator.
  virtual void heed(const StopSignal& signal) = 0;
};

/// Of a language whose states hold nothing but what they mean, and whose steps take no time worth mentioning.
class StepGeneratorBase : public StepGenerator {
 public:
  void successors_of(StateView state, std::span<const Actor> actors, Successors& out) override {
    successors(state, out);
    out.keep_steps_of(actors);
  }
  StateView lasting_digest(StateView state) override { return state; }
  void heed(const StopSignal&) override {}
};

/// Why exploring all states of a system does not verify it: values that were not tried, terms that were not evaluated,
/// parts of the text that are not checked.
struct Shortcoming {
  FindingText first;     // to be reported
  std::size_t more = 0;  // others; the diagnostics of loading list them
  /// Steps may be missing from those that generators computed; else all are there, and only checks are missing.
  bool loses_steps = false;
};

/// The waist: what a front end delivers, and all that search, symmetry and driver know of a model. Immutable once
/// built, shared by all threads. A state is a vector of bytes; equal bytes mean the same state. Lengths may differ
/// between states of one system.
///
/// Every question is pure here, so that no wrapper can forget one: a wrapper derives from `SystemDecorator` and is
/// complete when it compiles. A language derives from `SystemBase`, which does not know what a language need not know.
class System {
 public:
  virtual ~System() = default;

  /// The generator must not outlive the system.
  virtual std::unique_ptr<StepGenerator> generator() const = 0;
  /// The same steps in the same order, and with them what cycles are judged by. Null where the language knows of no
  /// acceptance and no progress.
  virtual std::unique_ptr<StepGenerator> cycle_generator() const = 0;
  /// The same without what fairness is judged by, unless that costs little: who waits, who moved. For most steps of a
  /// search nobody asks, and that may be much faster. Where it is left out nobody moves on any step.
  virtual std::unique_ptr<StepGenerator> label_generator() const = 0;
  /// How to describe it to people. As long as the system.
  virtual const Narrator& narrator() const = 0;
  /// The state as bytes that mean the same in every run of the program. Those of the state itself, unless it holds
  /// numbers that were given out on the way.
  virtual std::vector<std::uint8_t> lasting(StateView state) const = 0;
  /// The inverse: the state whose lasting bytes these are, in this run. The bytes may come from anywhere: nullopt where
  /// no state of this system can have them, so that whatever is returned can be expanded and described; whether it can
  /// be reached is another matter. Nullopt for all bytes where a language does not know.
  virtual std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const = 0;
  /// Whether anything was left out that a verdict would have to rest on. To be asked once all generators are done:
  /// what they have met since the system was built counts. Search asks, and does not say `verified` then.
  virtual std::optional<Shortcoming> shortcoming() const = 0;
  /// What steps read and write, for partial orders; null where the language does not say. Takes a moment, and must not
  /// outlive the system.
  virtual std::unique_ptr<Independence> independence() const = 0;
  /// What the text leaves open, as it was chosen. Search passes it on with its result.
  virtual Assumptions assumptions() const = 0;
};

/// A system that knows nothing but its steps.
class SystemBase : public System {
 public:
  std::unique_ptr<StepGenerator> cycle_generator() const override { return nullptr; }
  std::unique_ptr<StepGenerator> label_generator() const override { return cycle_generator(); }
  std::vector<std::uint8_t> lasting(StateView state) const override { return {state.begin(), state.end()}; }
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t>) const override { return std::nullopt; }
  std::optional<Shortcoming> shortcoming() const override { return std::nullopt; }
  std::unique_ptr<Independence> independence() const override { return nullptr; }
  Assumptions assumptions() const override { return {}; }
};

/// Hands on to another system, which must outlive it, what is asked about states, words and verdicts. What a wrapper
/// answers differently it overrides. Steps are what wrappers are for, and the three generators and what is independent
/// must be about the same ones: these four questions stay pure.
class SystemDecorator : public System {
 public:
  explicit SystemDecorator(const System& inner) : inner_(inner) {}

  const Narrator& narrator() const override { return inner_.narrator(); }
  std::vector<std::uint8_t> lasting(StateView state) const override { return inner_.lasting(state); }
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const override {
    return inner_.recall(bytes);
  }
  std::optional<Shortcoming> shortcoming() const override { return inner_.shortcoming(); }
  Assumptions assumptions() const override { return inner_.assumptions(); }

 protected:
  const System& inner() const { return inner_; }

 private:
  const System& inner_;
};

}  // namespace quotient
