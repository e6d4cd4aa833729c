#include "studio/simulation.hpp"

#include <fmt/format.h>
#include <random>

#include "report/json_remarks.hpp"
#include "report/json_trace.hpp"
#include "report/words.hpp"
#include "search/run.hpp"
#include "search/trace.hpp"

namespace quotient::studio {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_enabled = 600;
constexpr std::uint64_t most_random = 1000;
constexpr std::size_t longest_run = 20'000;

OrderedJson finding_json(const Narrator& narrator, Finding finding) {
  const FindingText text = narrator.describe(finding);
  return {{"kind", name_of(finding.kind)}, {"message", text.message}, {"at", place_json(text.at)}};
}

class Walk {
 public:
  explicit Walk(const driver::Model& model)
      : system_(model.system()), narrator_(model.system().narrator()), run_(model.system()) {}

  /// False, with a note, where there is no such step, or it did not complete.
  bool take(std::uint32_t choice, bool is_told) {
    if (choice >= run_.choice_count()) {
      note_ = fmt::format("the run ends after {} steps: the model has changed", taken_.empty() ? 0 : taken_.size() - 1);
      return false;
    }
    OrderedJson step;
    const Finding finding = run_.choice(choice).finding;
    if (!is_told) {
      step["events"] = OrderedJson::array();
      for (const TraceEvent& e : told(choice).events) step["events"].push_back(event_json(e));
      if (finding) step["finding"] = finding_json(narrator_, finding);
    }
    const bool completed = run_.take(choice);
    if (!is_told) {
      if (completed) step["state"] = cells_json(narrator_.describe(run_.state()));
      steps_.push_back(std::move(step));
    }
    taken_.push_back(choice);
    if (!completed) ended_ = true;
    return completed;
  }

  void go_on_by_chance(std::uint64_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::uint64_t i = 0; i < count && !ended_ && run_.choice_count() > 0 && taken_.size() < longest_run; ++i) {
      // Not std::uniform_int_distribution: the same seed gives the same run everywhere.
      const std::size_t choice = run_.with_its_error(random() % run_.choice_count());
      const bool is_wrong = static_cast<bool>(run_.choice(choice).finding);
      if (!take(static_cast<std::uint32_t>(choice), false) || is_wrong || !run_.findings().empty()) break;
    }
  }

  /// The first step, where there is no choice.
  void begin() {
    if (taken_.empty() && run_.choice_count() == 1) take(0, false);
  }

  OrderedJson answer() {
    OrderedJson enabled = OrderedJson::array(), findings = OrderedJson::array();
    if (!ended_) {
      for (std::size_t i = 0; i < run_.choice_count() && i < most_enabled; ++i) enabled.push_back(choice_json(i));
      if (run_.started()) {
        for (const Finding f : run_.findings()) findings.push_back(finding_json(narrator_, f));
      }
      if (const Finding reason = run_.too_much()) note_ = "incomplete: " + narrator_.describe(reason).message;
    }
    OrderedJson out = {{"choices", taken_},
                       {"steps", std::move(steps_)},
                       {"enabled", std::move(enabled)},
                       {"enabled_count", ended_ ? 0 : run_.choice_count()},
                       {"findings", std::move(findings)},
                       {"note", note_}};
    if (run_.started() && !ended_) out["standing"] = standing_json(narrator_.standing(run_.state()));
    return out;
  }

 private:
  ToldStep told(std::size_t choice) const {
    const StateBytes from(run_.state().begin(), run_.state().end());
    return tell(system_, run_.started() ? &from : nullptr, run_.choice(choice), run_.parallel_before(choice));
  }

  OrderedJson choice_json(std::size_t i) const {
    const ToldStep step = told(i);
    OrderedJson entry = {{"choice", i}, {"process", ""}, {"statement", ""}, {"at", OrderedJson()}, {"finding", ""}};
    if (step.events.empty()) {
      entry["statement"] = run_.started() ? narrator_.label(run_.choice(i).label) : "initial state";
    } else {
      entry["process"] = step.events.front().process;
      entry["at"] = place_json(step.events.front().at);
    }
    std::string statement;
    for (const TraceEvent& e : step.events) statement += (statement.empty() ? "" : "; ") + e.statement;
    if (!statement.empty()) entry["statement"] = statement;
    if (const Finding f = run_.choice(i).finding) {
      entry["finding"] = narrator_.describe(f).message;
    } else if (run_.with_its_error(i) != i) {
      entry["passes_over"] = true;  // the step before it, as if it were not wrong
    }
    return entry;
  }

  const System& system_;
  const Narrator& narrator_;
  Run run_;
  std::vector<std::uint32_t> taken_;
  OrderedJson steps_ = OrderedJson::array();
  std::string note_;
  bool ended_ = false;  // by a step that did not complete
};

}  // namespace

OrderedJson simulate(const driver::Model& model, const SimulationRequest& request) {
  Walk walk(model);
  bool complete = true;
  for (std::size_t i = 0; complete && i < std::min(request.choices.size(), longest_run); ++i) {
    complete = walk.take(request.choices[i], i < request.known);
  }
  if (request.choices.empty()) walk.begin();
  if (complete) walk.go_on_by_chance(std::min(request.random, most_random), request.seed);
  return walk.answer();
}

}  // namespace quotient::studio
