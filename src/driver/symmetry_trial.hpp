#pragma once

#include <string>

#include "search/search.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/measured.hpp"

namespace quotient::driver {

/// The beginning of a search with symmetry, in which it is found out whether that pays: what keys cost and save is
/// counted, not timed, and one thread searches, so that the answer is the same on every machine.
class SymmetryTrial {
 public:
  /// Nobody may know of this symmetry what it costs: then there is no trial.
  static bool is_possible(const Reduction& reduction) { return MeasuredReduction::can_measure(reduction); }

  /// Both must outlive it.
  SymmetryTrial(const Symmetry& symmetry, const Reduction& reduction) : symmetry_(symmetry), measured_(reduction) {}
  SymmetryTrial(const SymmetryTrial&) = delete;
  SymmetryTrial& operator=(const SymmetryTrial&) = delete;

  /// Those of one search that begins with the trial. It goes on where symmetry pays, and ends as if interrupted where
  /// it does not. They refer to this and to `options`.
  SearchOptions options(const SearchOptions& options);
  /// Those of a search that is the trial alone, and leaves nothing behind.
  SearchOptions options_alone(const SearchOptions& options);
  /// False once it is known that symmetry is not worth what it costs.
  bool pays() const { return pays_; }
  /// Why symmetry is not worth what it costs; empty where it is, and where the search was over before that was known.
  /// After the search: takes a moment.
  std::string objection() const;

 private:
  /// Ends the search when it is known whether symmetry pays, or whatever would end it otherwise.
  class End final : public StopSignal {
   public:
    explicit End(SymmetryTrial& trial) : trial_(trial) {}
    bool raised() const override { return trial_.ends_search() || (outer != nullptr && outer->raised()); }
    StopCause cause() const override {
      return outer != nullptr && outer->raised() ? outer->cause() : StopSignal::cause();
    }
    const StopSignal* outer = nullptr;

   private:
    SymmetryTrial& trial_;
  };

  bool ends_search();
  /// Short, and never interrupted: it is asked by who wants to know whether to interrupt.
  bool is_worth_it(const MeasuredReduction::Figures& figures) const;

  const Symmetry& symmetry_;
  MeasuredReduction measured_;
  End end_{*this};
  bool is_alone_ = false;
  // Written while one thread searches; those that join it later begin behind that.
  bool is_over_ = false, pays_ = true;
  MeasuredReduction::Figures figures_;  // when it was over
};

}  // namespace quotient::driver
