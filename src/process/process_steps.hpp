#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "process/cycle_facts.hpp"
#include "process/interpreter.hpp"
#include "process/program.hpp"
#include "process/step_history.hpp"

namespace quotient {

/// One statement (with what is merged into it) on the way from one stored state to the next.
struct MicroStep {
  std::int32_t pid = 0;          // -1: the never claim
  std::uint32_t transition = 0;  // in Program::transitions
  Configuration after;
  Observer observed;
};

/// The steps of a system of processes: interleaving, rendezvous, atomic sequences, else, timeout, unless, as SPIN's
/// verifier has them. A step leads from a state outside of any atomic sequence to the next such state (or to one where
/// the sequence is blocked and control is lost); everything in between is explored here and never stored.
class ProcessSteps final : public StepGeneratorBase {
 public:
  /// `cycles`: also fill in what cycles are judged by.
  explicit ProcessSteps(const Program& program, bool cycles = false);

  void initial(Successors& out) override;
  void successors(StateView state, Successors& out) override;
  std::span<const std::uint8_t> coverage() const override { return interpreter_.coverage(); }
  void heed(const StopSignal& signal) override { signal_ = &signal; }

  /// A step through more places than this inside of atomic sequences is long: then it is remembered which these are.
  static constexpr std::uint64_t long_step = 8192;
  /// And one through more than this is too long.
  static constexpr std::size_t too_long_step = std::size_t{1} << 20;

  /// What the variables that are no part of the state hold when a step begins.
  std::span<const std::uint8_t> initial_hidden() const { return initial_.hidden; }

  /// The micro-steps of the first step from `from` that leads to `to`, or, where a finding is asked for, up to it.
  /// Empty where there is none.
  std::vector<MicroStep> record(StateView from, StateView to, Finding finding, std::size_t which = 0);

 private:
  struct Frame {
    Configuration at;
    bool inside = false;     // in an atomic sequence or a rendezvous: not a state that is stored
    std::int32_t only = -1;  // the process that holds control, or -1
    bool timeout = false;
    // the search through its transitions
    std::int32_t process = -1;
    std::uint32_t transition = 0, last_transition = 0;
    std::uint32_t escape = 0;
    bool moved = false;  // this process has taken an option
    bool any = false;    // some process has moved
    // how it was entered
    std::int32_t entered_by = -1;
    std::uint32_t entered_with = 0;
    std::uint32_t handshakes = 0;  // on the way here
    ProcessSet blocks;             // the same, where cycles are asked for
    Observer observed;
  };

  void start();
  void take_claim_turn(Successors& out);
  void move_claim(const Configuration& from, bool timeout, bool stuttering, Successors& out);
  void stutter(const Configuration& at, Successors& out);
  bool is_first_stutter(const Configuration& at);
  std::uint32_t claim_location(const Configuration& at) const;
  void set_claim_location(Configuration& at, std::uint32_t location) const;
  bool claim_stands(const Configuration& at) const;
  void explore(Successors& out);
  bool next_process(Frame& frame);
  bool may_move(const Frame& frame);
  void enter(Frame& frame, std::int32_t only, bool inside);
  void leave(std::size_t level, Successors& out);
  bool exhausted(std::size_t level, Successors& out);
  /// `frames`: how many frames above the root the path to here goes through.
  void arrive(const Configuration& at, std::size_t frames, Successors& out);
  void report(Finding finding, std::size_t frames, Successors& out);
  ProcessSet moved(std::size_t frames) const;
  void report_violations(std::size_t frames, Successors& out);
  bool is_valid_end(const Configuration& at) const;
  void begin_step(StepLabel label, Actor actor);
  bool repeats(std::size_t level) const;
  bool leads_nowhere_new(std::size_t level, const Successors& out);
  void forget(std::size_t level);
  void keep_path(std::size_t level);

  struct Recording {
    StateView to;
    Finding finding;
    std::size_t before = 0;  // steps to the same state that are not meant
    bool found = false;
    std::vector<MicroStep> steps;
  };

  const Program& program_;
  bool cycles_;
  CycleLabels labels_;
  Interpreter interpreter_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::size_t level_ = 0;
  StepLabel label_;
  Actor actor_ = no_actor;
  Configuration initial_;
  Finding initial_error_;
  const StopSignal* signal_ = nullptr;
  // the present step
  std::uint64_t places_ = 0;  // inside of atomic sequences
  StepHistory history_;       // once it is long
  bool given_up_ = false;     // a signal was raised, or it is too long
  Finding too_long_;
  Recording* recording_ = nullptr;
  // the never claim
  std::uint32_t standing_;  // its first location for a program that stands still; 0 where there is none
  bool timeout_wanted_ = false;
  StepLabel claim_label_;                             // of its last move
  std::vector<MicroStep> claim_path_;                 // while recording: its moves before the program's
  std::vector<std::vector<std::uint8_t>> stuttered_;  // claim moves already made while the program does not move
};

}  // namespace quotient
