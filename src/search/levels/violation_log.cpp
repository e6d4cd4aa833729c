#include "search/levels/violation_log.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace quotient {

void ViolationLog::note_state(Finding finding, Occasion moment, StateId state, std::uint64_t depth) {
  note({finding, ViolationPlace::state, moment, moment, state, {}, depth, 1});
}

void ViolationLog::note_step(Finding finding, Occasion moment, StateId source, const Successor& step,
                             std::uint64_t depth) {
  const ViolationPlace place = step.completed ? ViolationPlace::step : ViolationPlace::broken_step;
  note({finding, place, moment, moment, source, StateBytes(step.state.begin(), step.state.end()), depth, 1});
}

void ViolationLog::take(ViolationLog& other) {
  for (Record& record : other.records_) note(std::move(record));
  other.records_.clear();
  other.by_site_.clear();
  other.count_ = 0;
}

void ViolationLog::note(Record record) {
  count_ += record.count;
  const std::uint64_t key = static_cast<std::uint64_t>(record.finding.kind) << 32 | record.finding.site;
  const auto [at, added] = by_site_.try_emplace(key, records_.size());
  if (added) {
    records_.push_back(std::move(record));
    return;
  }
  Record& known = records_[at->second];
  record.count += known.count;
  record.first = std::min(record.first, known.first);
  if (std::tie(record.length, record.moment) < std::tie(known.length, known.moment)) {
    known = std::move(record);
  } else {
    known.count = record.count;
    known.first = record.first;
  }
}

std::vector<Violation> ViolationLog::collect(const std::function<std::vector<StateBytes>(StateId)>& path_to,
                                             bool all) const {
  std::vector<const Record*> chosen;
  for (const Record& record : records_) chosen.push_back(&record);
  if (!all && !chosen.empty()) {
    const auto before = [](const Record* a, const Record* b) {
      return std::tie(a->length, a->moment) < std::tie(b->length, b->moment);
    };
    chosen = {*std::min_element(chosen.begin(), chosen.end(), before)};
  }
  std::stable_sort(chosen.begin(), chosen.end(), [](const Record* a, const Record* b) { return a->first < b->first; });
  std::vector<Violation> violations;
  for (const Record* record : chosen) {
    Violation violation{record->finding, record->place, {}, record->count};
    if (record->source != no_state) violation.states = path_to(record->source);
    violation.without_run = record->source != no_state && violation.states.empty();
    if (record->place == ViolationPlace::step && !violation.without_run) violation.states.push_back(record->target);
    violations.push_back(std::move(violation));
  }
  return violations;
}

}  // namespace quotient
