#include "search/levels/violation_log.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "search/segment/segment.hpp"

namespace quotient {

void ViolationLog::note_state(Finding finding, Occasion moment, StateId state, std::uint64_t depth) {
  note({finding, ViolationPlace::state, moment, moment, state, {}, depth, 1});
}

void ViolationLog::note_step(Finding finding, Occasion moment, StateId source, const Successor& step,
                             std::uint64_t depth) {
  const ViolationPlace place = step.completed ? ViolationPlace::step : ViolationPlace::broken_step;
  note({finding, place, moment, moment, source, StateBytes(step.state.begin(), step.state.end()), depth, 1});
}

void ViolationLog::merge(ViolationLog& other) {
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
  // Two states may have the same order, if hardly ever: then it is up to where the steps lead.
  if (std::tie(record.length, record.moment, record.target) < std::tie(known.length, known.moment, known.target)) {
    known = std::move(record);
  } else {
    known.count = record.count;
    known.first = record.first;
  }
}

namespace {

void save_occasion(const Occasion& occasion, SegmentWriter& out) {
  out.put(occasion.round);
  out.put(occasion.order.value);
  out.put(occasion.step);
  out.put(occasion.which);
}

Occasion load_occasion(SegmentReader& in) {
  Occasion occasion;
  occasion.round = in.get<std::uint64_t>();
  occasion.order.value = in.get<std::uint64_t>();
  occasion.step = in.get<std::uint32_t>();
  occasion.which = in.get<std::uint32_t>();
  return occasion;
}

}  // namespace

void ViolationLog::save(SegmentWriter& out, const LastingNames& names) const {
  out.put(static_cast<std::uint64_t>(records_.size()));
  for (const Record& record : records_) {
    out.put(static_cast<std::uint8_t>(record.finding.kind));
    out.put(record.finding.site);
    out.put(static_cast<std::uint8_t>(record.place));
    save_occasion(record.first, out);
    save_occasion(record.moment, out);
    out.put(record.source == no_state ? no_state.value : names.number(record.source));
    // A step that led nowhere has whatever bytes there were; only a state can be recalled.
    const bool has_target = record.place == ViolationPlace::step;
    out.put_bytes(has_target ? names.lasting(record.target) : record.target);
    out.put(record.length);
    out.put(record.count);
  }
}

void ViolationLog::load(SegmentReader& in, const RecalledNames& names) {
  const auto count = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    Record record;
    const auto kind = in.get<std::uint8_t>();
    record.finding = {static_cast<FindingKind>(kind), in.get<std::uint32_t>()};
    const auto place = in.get<std::uint8_t>();
    record.place = static_cast<ViolationPlace>(place);
    record.first = load_occasion(in);
    record.moment = load_occasion(in);
    const auto source = in.get<std::uint64_t>();
    const std::optional<StateId> id = source == no_state.value ? no_state : names.id(source);
    record.target = in.get_bytes(in.left());
    std::optional<StateBytes> target = record.target;
    if (record.place == ViolationPlace::step) target = names.state(record.target);
    record.length = in.get<std::uint64_t>();
    record.count = in.get<std::uint64_t>();
    const bool sound = kind > 0 && kind <= static_cast<std::uint8_t>(FindingKind::runtime) &&
                       place <= static_cast<std::uint8_t>(ViolationPlace::broken_step) && record.count > 0 && id &&
                       target;
    if (!sound) in.fail("holds a violation that cannot be");
    if (!in.ok()) return;
    record.source = *id;
    record.target = std::move(*target);
    note(std::move(record));
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
