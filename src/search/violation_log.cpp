#include "search/violation_log.hpp"

#include <algorithm>
#include <utility>

#include "base/ensure.hpp"

namespace quotient {

void ViolationLog::note_state(Finding finding, StateId state, std::uint64_t depth) {
  note({finding, ViolationPlace::state, state, {}, depth, 1});
}

void ViolationLog::note_step(Finding finding, StateId source, const Successor& step, std::uint64_t depth) {
  const ViolationPlace place = step.completed ? ViolationPlace::step : ViolationPlace::broken_step;
  note({finding, place, source, StateBytes(step.state.begin(), step.state.end()), depth, 1});
}

void ViolationLog::note(Record record) {
  ++count_;
  const std::uint64_t key = static_cast<std::uint64_t>(record.finding.kind) << 32 | record.finding.site;
  const auto [at, added] = by_site_.try_emplace(key, records_.size());
  if (added) {
    records_.push_back(std::move(record));
    return;
  }
  Record& known = records_[at->second];
  record.count = known.count + 1;
  if (record.length < known.length) {
    known = std::move(record);
  } else {
    known.count = record.count;
  }
}

std::vector<Violation> ViolationLog::collect(const Store& store, bool all) const {
  std::vector<const Record*> chosen;
  for (const Record& record : records_) chosen.push_back(&record);
  if (!all && !chosen.empty()) {
    const auto shorter = [](const Record* a, const Record* b) { return a->length < b->length; };
    chosen = {*std::min_element(chosen.begin(), chosen.end(), shorter)};
  }
  std::vector<Violation> violations;
  for (const Record* record : chosen) {
    Violation violation{record->finding, record->place, {}, record->count};
    if (record->source != no_state) violation.states = path_to(store, record->source);
    if (record->place == ViolationPlace::step) violation.states.push_back(record->target);
    violations.push_back(std::move(violation));
  }
  return violations;
}

std::vector<StateBytes> path_to(const Store& store, StateId last) {
  std::vector<StateBytes> path;
  for (StateId id = last; id != no_state; id = store.parent(id)) {
    ensure(path.size() < store.size(), "the parents of a state go round in a circle");
    const StateView state = store.load(id);
    path.emplace_back(state.begin(), state.end());
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace quotient
