#pragma once

#include <string>

#include "search/search.hpp"
#include "symmetry/action/symmetry.hpp"
#include "symmetry/reduce/measured.hpp"

namespace quotient::driver {

/// The beginning of a search with symmetry, to find out whether that pays: what keys cost and save is counted, not
/// timed, and one thread searches, so that the answer is the same on every machine.
class SymmetryTrial {
 public:
  /// Nobody may know of this symmetry what it costs: then there is no trial.
  static bool is_possible(const Reduction& reduction) { return MeasuredReduction::can_measure(reduction); }

  /// Both must outlive it.
  SymmetryTrial(const Symmetry& symmetry, const Reduction& reduction) : symmetry_(symmetry), measured_(reduction) {}

  /// Those of the search, for the trial. They refer to this and to `options`.
  SearchOptions options(const SearchOptions& options);
  /// Whether the trial was long enough, and there is more to search.
  bool goes_on() const { return enough_.raised(); }
  /// Why symmetry is not worth what it costs; empty where it is.
  std::string objection() const;

 private:
  /// Raised when the trial was long enough.
  class Enough final : public StopSignal {
   public:
    explicit Enough(const MeasuredReduction& measured) : measured_(measured) {}
    bool raised() const override;

   private:
    const MeasuredReduction& measured_;
    mutable bool raised_ = false;
  };
  /// Ends the trial: that, or whatever would end the search.
  class End final : public StopSignal {
   public:
    explicit End(const StopSignal& enough) : enough_(enough) {}
    bool raised() const override { return enough_.raised() || (outer != nullptr && outer->raised()); }
    StopCause cause() const override {
      return outer != nullptr && outer->raised() ? outer->cause() : StopSignal::cause();
    }
    const StopSignal* outer = nullptr;

   private:
    const StopSignal& enough_;
  };

  const Symmetry& symmetry_;
  MeasuredReduction measured_;
  Enough enough_{measured_};
  End end_{enough_};
};

}  // namespace quotient::driver
