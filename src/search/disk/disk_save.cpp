#include <algorithm>
#include <utility>

#include "search/disk/level_search.hpp"
#include "search/guarded.hpp"
#include "search/persist/moment.hpp"

namespace quotient {

void DiskSearch::begin_saving() {
  if (options_.checkpoints != nullptr) journal_ = options_.checkpoints->next_search();
}

StopReason DiskSearch::refuse(const std::string& why) {
  journal_->refuse(options_.checkpoints->folder().string() + ": " + why);
  return StopReason::interrupted;
}

/// The journal may be one that a search in memory has written: it is the same.
StopReason DiskSearch::restore() {
  if (!journal_->refusal().empty()) return StopReason::interrupted;
  JournalReader& saved = *journal_->saved();
  const Manifest& manifest = saved.manifest();
  was_complete_ = manifest.progress.complete;
  StopReason stop = restore_states(saved);
  if (stop == StopReason::nothing) stop = restore_moment(saved);
  saved_states_ = states_.size();
  first_ = states_.size() - std::min(states_.size(), manifest.progress.waiting);
  return stop;
}

StopReason DiskSearch::restore_states(JournalReader& saved) {
  // Of keys that are sorted at once.
  const std::uint64_t most_bytes = 4 * memory_;
  std::uint64_t bytes = 0;
  Expander& expander = *expanders_.front();
  while (const auto state = saved.next()) {
    const StopReason stop = watch_.check();
    if (stop != StopReason::nothing) return stop;
    if (failed()) return StopReason::disk;
    if (watch_.time_to_report() && options_.progress)
      options_.progress({states_.size(), 0, 0, budget_.used(), watch_.seconds(), bytes_on_disk()});
    const auto recalled = system_.recall(state->lasting);
    const bool has_parent = state->parent != JournalReader::no_parent;
    if (!recalled || (has_parent && state->parent >= states_.size()))
      return refuse("a state that is saved is none of this model");
    expander.restore(states_.size(), *recalled);
    states_.append(*recalled, has_parent ? state->parent : StateLog::no_parent);
    bytes += recalled->size();
    if (bytes < most_bytes) continue;
    const StopReason learnt = learn_restored();
    if (learnt != StopReason::nothing) return learnt;
    bytes = 0;
  }
  if (!saved.failure().empty()) return refuse(saved.failure());
  return learn_restored();
}

StopReason DiskSearch::learn_restored() {
  return settle_level([](Bank& bank, unsigned shard, std::vector<Candidate>& all, Settled& settled) {
    settled.is_in_log = true;
    std::sort(all.begin(), all.end(),
              [](const Candidate& a, const Candidate& b) { return comes_before(a.key, b.key); });
    std::vector<HashedKey> keys;
    std::vector<std::uint8_t> is_known;
    for (const Candidate& candidate : all) {
      settled.is_known |= !keys.empty() && same_key(keys.back(), candidate.key);
      keys.push_back(candidate.key);
      bank.filter.add(candidate.key.hash);
      settled.added.push_back({candidate.source, 0, candidate.weight, candidate.keyed_by});
    }
    bank.known.find(shard, keys, is_known);
    settled.is_known |= std::ranges::find(is_known, std::uint8_t{1}) != is_known.end();
    if (!settled.is_known) bank.known.add(shard, keys);
  });
}

StopReason DiskSearch::restore_moment(JournalReader& saved) {
  const auto in = saved.moment();
  MomentFigures figures;
  figures.load(*in);
  earlier_coverage_.load(*in);
  growth_.load(*in);
  const RecalledNames names{
      [this](std::uint64_t number) { return number < states_.size() ? std::optional(StateId{number}) : std::nullopt; },
      [this](std::span<const std::uint8_t> bytes) { return system_.recall(bytes); }};
  Expander& expander = *expanders_.front();
  expander.log.load(*in, names);
  if (in->ok() && in->get<std::uint64_t>() != 0)
    in->fail("holds steps that stand for several, which are not explored on disk");
  in->get<std::uint64_t>();   // of searches for infinite runs
  in->get_bytes(in->left());  // marks of partial orders; those are not used here
  in->expect_end();
  if (in->ok() && (!figures.is_in_order() || figures.partly_expanded != 0 || figures.flooded != 0))
    in->fail("is of another kind of search");
  if (!in->ok()) {
    journal_->refuse(*in->failure());
    return StopReason::interrupted;
  }
  depth_ = figures.depth;
  max_depth_ = figures.max_depth;
  cut_ = figures.cut;
  expander.transitions = figures.transitions;
  expander.expanded = figures.expanded;
  earlier_seconds_ = figures.seconds;
  return StopReason::nothing;
}

/// The level from this state to before that one is about to be explored, and all before is.
StopReason DiskSearch::save_level(std::uint64_t first, std::uint64_t end) {
  if (journal_ == nullptr || journal_->failure()) return StopReason::nothing;
  StateLog::Reader reader(states_, first, end);
  StateBytes state;
  for (std::uint64_t number = first; number < end; ++number) {
    poll_stop();
    const std::uint64_t parent = reader.next(state);
    if (!states_.ok()) return StopReason::disk;
    journal_->add(parent == StateLog::no_parent ? JournalReader::no_parent : parent, system_.lasting(state));
  }
  mark(end - first, false);
  return StopReason::nothing;
}

/// See LevelJournal::mark.
void DiskSearch::mark(std::uint64_t waiting, bool complete) {
  MomentFigures figures{depth_, max_depth_, depth_, cut_};
  figures.transitions = transitions();
  figures.expanded = expanded();
  figures.seconds = earlier_seconds_ + watch_.seconds();
  std::vector<std::uint8_t> moment;
  SegmentWriter out(moment);
  figures.save(out);
  coverage().save(out);
  growth_.save(out);
  expanders_.front()->log.save(out, {[](StateId id) { return id == no_state ? JournalReader::no_parent : id.value; },
                                     [this](StateView state) { return system_.lasting(state); }});
  out.put(std::uint64_t{0});  // nothing waits for later levels
  out.put(std::uint64_t{0});  // of searches for infinite runs
  out.put_bytes({});          // no marks
  journal_->mark(std::move(moment),
                 {states_.size(), figures.transitions, waiting, depth_, figures.seconds, 0, complete});
}

void DiskSearch::end_saving(StopReason stop) {
  if (journal_ == nullptr) return;
  if (stop == StopReason::nothing && !was_complete_) mark(0, true);
  journal_->commit();
  options_.checkpoints->ended(*journal_);
}

}  // namespace quotient
