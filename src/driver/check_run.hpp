#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/check.hpp"
#include "driver/phase.hpp"
#include "driver/subject_search.hpp"
#include "driver/subject_symmetry.hpp"
#include "search/reduce/orbit_audit.hpp"

namespace quotient::driver {

/// One check of a model: its subjects in turn, each through the same phases (symmetry, native code, search, report),
/// and the report that they make up together. Every phase ends when the deadline does. Used once, by one thread.
class CheckRun {
 public:
  /// All must outlive it.
  CheckRun(Deadline& deadline, const Model& model, const CheckSettings& settings, const Hooks& hooks);

  CheckOutcome run();

 private:
  /// What the search of a subject came to, as long as it is put into the report.
  struct Searched {
    std::unique_ptr<SubjectSymmetry> symmetry;
    std::unique_ptr<SubjectSearch> search;
    std::optional<OrbitAudit> audit;
    Result result;
  };

  bool is_first(const Subject& subject) const { return &subject == &model_.subjects.front(); }

  // The phases of a subject. Each returns false where the check is refused: `outcome_` then says why.
  bool check_subject(const Subject& subject, Searched& searched);
  bool find_subject_symmetry(const Subject& subject, Searched& searched);
  std::string store_objection(const Subject& subject) const;
  bool search_subject(const Subject& subject, Searched& searched);
  std::optional<OrbitAudit> audit(const Subject& subject, const Searched& searched);
  SearchOptions search_options(const Subject& subject, const SubjectSymmetry& symmetry) const;

  // What goes into the report.
  void report_first(const Subject& subject, Searched& searched);
  void report_claim(const Subject& subject, const Searched& searched);
  void report_unchecked(const Subject& last, bool violated);
  void report_all();

  Deadline& deadline_;
  const Model& model_;
  const CheckSettings& settings_;
  const Hooks& hooks_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();

  CheckOutcome outcome_;
  CheckReport report_;
  std::vector<Remark> cautions_;
  std::unique_ptr<SubjectSymmetry> first_symmetry_;  // of the first subject: what the details are drawn with
  double search_seconds_ = 0;
};

}  // namespace quotient::driver
