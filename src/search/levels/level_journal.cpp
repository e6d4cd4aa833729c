#include "search/levels/level_journal.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/stop_signal.hpp"
#include "search/persist/moment.hpp"

namespace quotient {

namespace {

constexpr std::uint32_t unnumbered = std::numeric_limits<std::uint32_t>::max();

/// Inserted together, so that the memory fetches what storing them will read.
constexpr std::size_t restored_at_once = 64;

}  // namespace

LevelJournal::LevelJournal(Exploration& e, DelayedArrivals& delayed) : e_(e), delayed_(delayed), numbers_(e.budget) {
  const SearchOptions& options = e.options;
  const bool is_trial = options.enough_states != Limits::none;
  const bool can_be_saved = options.store != StoreKind::bitstate && !options.entered;
  if (options.checkpoints != nullptr && can_be_saved && !is_trial) journal_ = options.checkpoints->next_search();
}

StopReason LevelJournal::objection() const {
  const bool refused = journal_ != nullptr && !journal_->refusal().empty();
  return refused ? StopReason::interrupted : StopReason::nothing;
}

std::uint64_t LevelJournal::number_of(StateId id) const {
  return id == no_state ? JournalReader::no_parent : numbers_[local(id)];
}

bool LevelJournal::set_number(StateId id, std::uint64_t number) {
  const std::size_t place = local(id);
  if (place >= numbers_.size() && !numbers_.resize(std::max<std::size_t>(place + 1, e_.store.id_bound()), unnumbered))
    return false;
  numbers_[place] = static_cast<std::uint32_t>(number);
  return true;
}

/// Restores states in the order in which they were found.
class LevelJournal::Restoring {
 public:
  Restoring(LevelJournal& journal, Frontier& level)
      : own_(journal), e_(journal.e_), saved_(*journal.journal_->saved()), level_(level), ids_(e_.budget) {
    const Manifest& manifest = saved_.manifest();
    first_waiting_ = manifest.records() - std::min(manifest.records(), manifest.progress.waiting);
  }

  StopReason run() {
    while (const auto state = saved_.next()) {
      const StopReason stop = e_.watch.check();
      if (stop != StopReason::nothing) return stop;
      if (e_.watch.time_to_report()) e_.report_progress(0, 0);
      if (!take(*state)) return stop_;
    }
    if (!saved_.failure().empty()) return refuse(saved_.failure());
    return flush() ? StopReason::nothing : stop_;
  }
  const BudgetedVector<std::uint32_t>& ids() const { return ids_; }

 private:
  bool take(const JournalReader::State& state) {
    const bool has_parent = state.parent != JournalReader::no_parent;
    // The parent may be among those that wait to be inserted.
    const bool must_wait = has_parent && state.parent >= ids_.size();
    if ((must_wait || parents_.size() == restored_at_once) && !flush()) return false;
    const auto recalled = e_.system.recall(state.lasting);
    if (!recalled || (has_parent && state.parent >= ids_.size())) {
      stop_ = refuse("a state that is saved is none of this model");
      return false;
    }
    batch_.steps.add(*recalled, {});
    parents_.push_back(has_parent ? StateId{ids_[state.parent]} : no_state);
    return true;
  }

  /// Inserts what waits.
  bool flush() {
    if (parents_.empty()) return true;
    e_.main().session.prepare(batch_);
    e_.main().session.approach(batch_);
    fresh_ = 0;
    stop_ = e_.main().arrive(batch_, 0, *this);
    if (stop_ == StopReason::nothing && fresh_ != parents_.size()) {
      stop_ = refuse("two states that are saved are one: they were written by another program");
    }
    batch_.steps.clear();
    parents_.clear();
    return stop_ == StopReason::nothing;
  }

 public:
  // For Worker::arrive:
  Link link(std::size_t i) const { return Link::to(parents_[i]); }
  Exploration::Origin origin(std::size_t i) const { return {parents_[i], 0}; }
  bool fresh(std::size_t i, StateId id) {
    ++fresh_;
    const std::uint64_t number = ids_.size();
    if (!ids_.push(local(id)) || !own_.set_number(id, number)) return false;
    return number < first_waiting_ || level_.push(id, batch_.steps[i].state);
  }

 private:
  StopReason refuse(const std::string& why) {
    own_.journal_->refuse(e_.options.checkpoints->folder().string() + ": " + why);
    return StopReason::interrupted;
  }

  LevelJournal& own_;
  Exploration& e_;
  JournalReader& saved_;
  Frontier& level_;
  BudgetedVector<std::uint32_t> ids_;  // by number
  std::uint64_t first_waiting_ = 0;
  Store::Batch batch_;
  std::vector<StateId> parents_;  // of the states in the batch
  std::size_t fresh_ = 0;
  StopReason stop_ = StopReason::nothing;
};

StopReason LevelJournal::restore(Frontier& level, std::uint64_t& depth) {
  Restoring restoring(*this, level);
  was_complete_ = journal_->saved()->manifest().progress.complete;
  const StopReason stop = restoring.run();
  if (stop != StopReason::nothing) return stop;
  const Manifest& manifest = journal_->saved()->manifest();
  const std::uint64_t expanded = manifest.records() - std::min(manifest.records(), manifest.progress.waiting);
  const StopReason of_steps = restore_steps(restoring.ids(), expanded);
  if (of_steps != StopReason::nothing) return of_steps;
  const auto in = journal_->saved()->moment();
  if (load_moment(*in, restoring.ids(), depth)) return StopReason::nothing;
  if (in->ok()) return StopReason::memory;
  journal_->refuse(*in->failure());
  return StopReason::interrupted;
}

void LevelJournal::begin_level(const Frontier& level, std::uint64_t depth, bool cut) {
  if (journal_ == nullptr || journal_->failure() || is_full_) return;
  OpenState open;
  for (std::size_t position = 0; position < level.extent(); ++position) {
    if (level.is_struck(position)) continue;
    poll_stop();
    const StateId id = level.id(position);
    if (!e_.keeps_states()) e_.main().session.load(id, open);
    const StateView state = e_.keeps_states() ? level.state(position) : open.state();
    const std::uint64_t number = journal_->add(number_of(e_.store.parent(id)), e_.system.lasting(state));
    if (set_number(id, number)) continue;
    is_full_ = true;
    return;
  }
  mark(level.size(), depth, cut, false);
}

void LevelJournal::end(StopReason stop, std::uint64_t depth, bool cut) {
  if (journal_ == nullptr) return;
  if (stop == StopReason::nothing && !is_full_ && !was_complete_) mark(0, depth, cut, true);
  journal_->commit();
  e_.options.checkpoints->ended(*journal_);
}

/// Of a search for infinite runs, which needs to know where the steps of each state lead.
void LevelJournal::save_steps() {
  if (e_.archive == nullptr) return;
  SavedSteps saved;
  e_.archive->visit_new([&](const StepArchive::Steps& steps) {
    saved.source = numbers_[steps.source];
    saved.flags = steps.flags;
    saved.targets.clear();
    for (const std::uint32_t target : steps.targets) saved.targets.push_back(numbers_[target]);
    journal_->add_steps(saved);
  });
}

/// Each state that was expanded has its steps, once.
StopReason LevelJournal::restore_steps(const BudgetedVector<std::uint32_t>& ids, std::uint64_t expanded) {
  const auto refuse = [this](const std::string& why) {
    journal_->refuse(e_.options.checkpoints->folder().string() + ": " + why);
    return StopReason::interrupted;
  };
  JournalReader& reader = *journal_->saved();
  SavedSteps saved;
  std::vector<bool> seen(e_.archive == nullptr ? 0 : expanded);
  std::uint64_t count = 0;
  std::vector<std::uint32_t> targets;
  for (; reader.next_steps(saved); ++count) {
    const StopReason stop = e_.watch.check();
    if (stop != StopReason::nothing) return stop;
    bool sound = saved.source < seen.size() && !seen[saved.source];
    targets.clear();
    for (const std::uint64_t target : saved.targets) {
      sound = sound && target < ids.size();
      if (sound) targets.push_back(ids[target]);
    }
    if (!sound) return refuse("steps that are saved are none of this search");
    seen[saved.source] = true;
    if (!e_.archive->restore({ids[saved.source], saved.flags, targets})) return StopReason::memory;
  }
  if (!reader.failure().empty()) return refuse(reader.failure());
  return count == seen.size() ? StopReason::nothing : refuse("not all steps are saved");
}

/// Everything but the states: see load_moment.
void LevelJournal::mark(std::uint64_t waiting, std::uint64_t depth, bool cut, bool complete) {
  save_steps();
  MomentFigures figures{depth, e_.max_depth, e_.ordered_depth, cut};
  figures.seconds = e_.progress(0, 0).seconds;
  for (const auto& worker : e_.workers) {
    figures.transitions += worker->transitions;
    figures.expanded += worker->expanded;
    figures.flooded += worker->flooded;
    figures.partly_expanded += worker->partly_expanded;
    figures.provisos += worker->provisos;
  }
  std::vector<std::uint8_t> moment;
  SegmentWriter out(moment);
  figures.save(out);
  e_.coverage().save(out);
  e_.growth.save(out);
  const LastingNames names{[this](StateId id) { return number_of(id); },
                           [this](StateView state) { return e_.system.lasting(state); }};
  e_.main().log.save(out, names);
  save_delayed(out);
  out.put(e_.archive == nullptr ? std::uint64_t{0} : e_.archive->due());
  save_marks(out);
  journal_->mark(std::move(moment),
                 {e_.store.size(), figures.transitions, waiting, depth, figures.seconds, 0, complete});
}

void LevelJournal::save_delayed(SegmentWriter& out) const {
  out.put(delayed_.size());
  delayed_.for_each([&](const DelayedArrival& arrival) {
    out.put(arrival.level);
    out.put(number_of(arrival.source));
    out.put(arrival.order.value);
    out.put(arrival.choice);
    out.put_bytes(e_.system.lasting(arrival.state()));
  });
}

/// By the numbers of the states, a bit for each.
void LevelJournal::save_marks(SegmentWriter& out) {
  if (e_.marks) {
    for (const StateId id : e_.marks->take_news()) {
      const std::uint64_t number = number_of(id);
      if (number / 8 >= marked_.size()) marked_.resize(number / 8 + 1, 0);
      marked_[number / 8] |= static_cast<std::uint8_t>(1U << (number % 8));
    }
  }
  out.put_bytes(marked_);
}

bool LevelJournal::load_marks(SegmentReader& in, const RecalledNames& names) {
  marked_ = in.get_bytes(in.left());
  for (std::uint64_t number = 0; number < 8 * marked_.size() && e_.marks; ++number) {
    if ((marked_[number / 8] >> (number % 8) & 1) == 0) continue;
    const std::optional<StateId> id = names.id(number);
    if (!id) {
      in.fail("marks a state that is not saved");
      return true;
    }
    if (!e_.marks->add_alone(*id)) return false;
  }
  return true;
}

bool LevelJournal::load_moment(SegmentReader& in, const BudgetedVector<std::uint32_t>& ids, std::uint64_t& depth) {
  const RecalledNames names{
      [&ids](std::uint64_t number) { return number < ids.size() ? std::optional(StateId{ids[number]}) : std::nullopt; },
      [this](std::span<const std::uint8_t> bytes) { return e_.system.recall(bytes); }};
  MomentFigures figures;
  figures.load(in);
  depth = figures.depth;
  e_.max_depth = figures.max_depth;
  e_.ordered_depth = figures.ordered_depth;
  was_cut_ = figures.cut;
  Worker& main = e_.main();
  main.transitions = figures.transitions;
  main.expanded = figures.expanded;
  main.flooded = figures.flooded;
  main.partly_expanded = figures.partly_expanded;
  main.provisos = figures.provisos;
  e_.earlier.seconds = figures.seconds;
  e_.earlier.coverage.load(in);
  e_.growth.load(in);
  main.log.load(in, names);
  if (!load_delayed(in, names)) return false;
  const auto due = in.get<std::uint64_t>();
  if (e_.archive != nullptr) e_.archive->restore_due(due);
  const bool has_room = load_marks(in, names);
  if (has_room) in.expect_end();
  return has_room && in.ok();
}

bool LevelJournal::load_delayed(SegmentReader& in, const RecalledNames& names) {
  const auto count = in.get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const auto level = in.get<std::uint64_t>();
    const std::optional<StateId> source = names.id(in.get<std::uint64_t>());
    const KeyHash order{in.get<std::uint64_t>()};
    const auto choice = in.get<std::uint32_t>();
    const std::optional<StateBytes> state = names.state(in.get_bytes(in.left()));
    if (in.ok() && (!source || !state)) in.fail("holds a state that is none of this model");
    if (!in.ok()) return true;
    DelayedArrival arrival = DelayedArrivals::make(e_.budget, *state);
    if (arrival.bytes == nullptr) return false;
    arrival.level = level;
    arrival.source = *source;
    arrival.order = order;
    arrival.choice = choice;
    delayed_.push(std::move(arrival));
  }
  return true;
}

}  // namespace quotient
