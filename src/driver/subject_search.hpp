#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "driver/hooks.hpp"
#include "driver/settings.hpp"
#include "driver/subject_symmetry.hpp"
#include "frontend/subject.hpp"
#include "report/check_report.hpp"
#include "search/reduce/sequential.hpp"
#include "search/search.hpp"

namespace quotient::driver {

/// One search of a subject with wrappers around its system: skipping of sequential states, partial orders. All that
/// it is given must outlive it.
class SubjectSearch {
 public:
  SubjectSearch(const Subject& subject, const CheckSettings& settings, const SubjectSymmetry& symmetry,
                const Hooks& hooks);

  /// Chooses the wrappers: takes time, and may be interrupted. Without this call there are none.
  void prepare();
  Result run(SearchOptions options);
  /// Why symmetry, which was to be chosen by itself, was not used in the end; empty where it was.
  const std::string& objection_to_symmetry() const { return objection_to_symmetry_; }

  /// What is searched, without what partial orders leave out.
  const System& system() const;
  std::uint64_t initial_steps() const;
  bool skips_sequential() const { return skipping_.has_value(); }
  /// Makes runs of the subject's own system of what a search of `system()` has found. Where there is no time for that,
  /// a violation has no run.
  void unfold_all(Result& result) const;
  /// --audit with --partial-order on: searches with partial orders up to `exact`, trying what they leave out, and
  /// compares what is wrong with what a search without them has found. A disagreement is a bug of ours and ends the
  /// program. Returns what it has seen, in words; empty where partial orders are not used.
  std::string audit_partial_orders(SearchOptions options, const Reduction& exact, const Result& whole) const;
  /// Adds remarks on how the search was done.
  void add_remarks(std::vector<Remark>& remarks) const;

 private:
  void pass_through_states();
  std::string objection_to_partial_orders();
  /// What is asked of infinite runs or along a claim, rather than of states.
  bool is_about_runs() const { return subject_.cycles || !subject_.claim.empty(); }
  bool goes_by_levels(const SearchOptions& options) const;
  SearchOptions for_trial(SearchOptions options) const;
  Result search(const System& system, SearchOptions options) const;
  Result search_all(const SearchOptions& options) const;
  bool spills(const Result& result, const SearchOptions& options) const;
  bool goes_on_spilling(const SearchOptions& options) const;
  std::string objection_to_spilling() const;
  Result search_partly(const SearchOptions& options) const;
  Result search_with_what_pays(const SearchOptions& options);
  Result search_reduced(const SearchOptions& options);
  bool takes_other_steps() const;
  bool may_try_symmetry(const SearchOptions& options) const;
  Result try_symmetry(SearchOptions& options);
  void shorten(const SearchOptions& options, Result& result);
  Result with_own_steps(const SearchOptions& options, Result found) const;
  void simplify_runs(const SearchOptions& options, Result& result) const;

  const Subject& subject_;
  const CheckSettings& settings_;
  const SubjectSymmetry& symmetry_;
  const Hooks& hooks_;
  std::optional<SequentialSystem> skipping_;
  std::unique_ptr<Independence> independence_;
  std::unique_ptr<StateOrbits> own_orbits_;  // of a claim that is watched level by level
  const StateOrbits* orbits_ = nullptr;      // where runs are searched up to symmetry and with partial orders
  std::string objection_;                    // to --partial-order on
  std::string objection_to_symmetry_;
  bool may_be_longer_ = false;
};

}  // namespace quotient::driver
