#include <algorithm>

#include "base/ensure.hpp"
#include "search/cluster/rank_search.hpp"
#include "search/guarded.hpp"
#include "search/persist/checkpoints.hpp"
#include "search/persist/moment.hpp"

namespace quotient {

/// A state of the journal on its way to its owner; key and state follow.
struct RankSearch::RestoredState {
  std::uint32_t number, parent;  // of the parent one more; 0: there is none
  std::uint32_t weight, key_length, state_length;
};

/// The first rank has the journal, and with it what was saved; the others learn which checkpoint it has chosen, and
/// read that as well. False where there is nothing to go on from.
bool RankSearch::begin_saving() {
  std::vector<std::uint8_t> bytes;
  SegmentWriter out(bytes);
  if (ranks_.rank() == 0 && options_.checkpoints != nullptr) {
    journal_ = options_.checkpoints->next_search();
    const bool refused = !journal_->refusal().empty();
    JournalReader* const saved = journal_->saved();
    out.put(static_cast<std::uint8_t>(refused ? 3 : saved != nullptr ? 2 : 1));
    out.put(saved != nullptr ? saved->manifest().moment : std::uint64_t{0});
    const std::string folder = saved != nullptr ? saved->folder().string() : "";
    out.put_bytes({reinterpret_cast<const std::uint8_t*>(folder.data()), folder.size()});
  }
  const Transport::Bytes first = ranks_.gather(bytes).front();
  if (first.empty()) return false;
  saves_ = true;
  owned_.keep_marked();
  SegmentReader in(first);
  const auto kind = in.get<std::uint8_t>();
  const auto moment = in.get<std::uint64_t>();
  const std::vector<std::uint8_t> folder = in.get_bytes(in.left());
  if (kind == 3) stop_ = StopReason::interrupted;
  if (kind != 2) return false;
  if (ranks_.rank() == 0) return true;
  const std::filesystem::path path(std::string(folder.begin(), folder.end()));
  for (Manifest& manifest : all_manifests(path)) {
    if (manifest.moment == moment) reader_ = std::make_unique<JournalReader>(path, std::move(manifest));
  }
  return true;
}

/// Each rank reads all of the journal, and computes the keys of its share of the states, which it sends to their
/// owners. Parents are numbers there; who owns a number is known to the rank that the number itself names.
void RankSearch::restore() {
  JournalReader* const reader = ranks_.rank() == 0 ? journal_->saved() : reader_.get();
  std::string refusal = reader == nullptr ? "rank " + std::to_string(ranks_.rank()) + " cannot read it" : "";
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parents;  // of a state of this id, the number
  const std::uint64_t records = reader == nullptr ? 0 : reader->manifest().records();
  const std::uint64_t first_waiting =
      reader == nullptr ? 0 : records - std::min(records, reader->manifest().progress.waiting);
  exchange_.begin([&](unsigned from, std::span<const std::uint8_t> message) {
    const StopReason stop = guarded(watch_, [&] {
      while (!message.empty() && refusal.empty()) {
        RestoredState r;
        std::memcpy(&r, message.data(), sizeof r);
        const StateView key = message.subspan(sizeof r, r.key_length);
        const StateView state = message.subspan(sizeof r + r.key_length, r.state_length);
        std::optional<std::uint32_t> id;
        const StopReason why = owned_.restore(from, key, state, r.weight, r.number >= first_waiting, id);
        if (why != StopReason::nothing) return why;
        if (!id) refusal = "two states that are saved are one: they were written by another program";
        if (id && !set_number(*id, r.number)) return StopReason::memory;
        if (id) restored_.push_back(*id);
        if (id && r.parent != 0) parents.emplace_back(*id, r.parent - 1);
        message = message.subspan(sizeof r + r.key_length + r.state_length);
      }
      return StopReason::nothing;
    });
    if (stop_ == StopReason::nothing) stop_ = stop;
  });
  const StopReason stop = guarded(watch_, [&] {
    if (refusal.empty()) read_states(*reader, refusal);
    return StopReason::nothing;
  });
  if (stop_ == StopReason::nothing) stop_ = stop;
  exchange_.finish();
  if (refused(refusal)) return;
  agree();
  if (totals_.stopped() != StopReason::nothing) return;
  saved_states_ = records;
  build_directory(parents, records);
  restore_moment(*reader);
}

void RankSearch::read_states(JournalReader& reader, std::string& refusal) {
  for (std::uint64_t number = 0; stop_ == StopReason::nothing && refusal.empty(); ++number) {
    const auto saved = reader.next();
    if (!saved) {
      refusal = reader.failure();
      return;
    }
    if (number % ranks_.size() != ranks_.rank()) continue;
    stop_ = watch_.check();
    if (stop_ != StopReason::nothing) return;
    const std::optional<StateBytes> state = system_.recall(saved->lasting);
    const bool has_parent = saved->parent != JournalReader::no_parent;
    if (!state || (has_parent && saved->parent >= number)) {
      refusal = "a state that is saved is none of this model";
      return;
    }
    const Key key = first().key_of(*state);
    const unsigned owner = first().owner_of(first().hash_of(key.bytes));
    const StateView key_bytes = first().sent_bytes(key.bytes, key_room_);
    const StateView state_bytes = first().sent_bytes(*state, state_room_);
    Transport::Bytes& buffer = exchange_.buffer(owner);
    append_value(buffer, RestoredState{static_cast<std::uint32_t>(number),
                                       has_parent ? static_cast<std::uint32_t>(saved->parent + 1) : 0, key.weight,
                                       static_cast<std::uint32_t>(key_bytes.size()),
                                       static_cast<std::uint32_t>(state_bytes.size())});
    buffer.insert(buffer.end(), key_bytes.begin(), key_bytes.end());
    buffer.insert(buffer.end(), state_bytes.begin(), state_bytes.end());
    exchange_.appended(owner);
    if (number / ranks_.size() % 16 == 0) exchange_.poll();
  }
}

/// Whether a rank could not read what is saved. The first one says why.
bool RankSearch::refused(const std::string& why) {
  const std::vector<Transport::Bytes> all =
      ranks_.gather({reinterpret_cast<const std::uint8_t*>(why.data()), why.size()});
  for (const Transport::Bytes& text : all) {
    if (text.empty()) continue;
    stop_ = StopReason::interrupted;
    totals_.stop = static_cast<std::uint64_t>(stop_);
    if (journal_ != nullptr)
      journal_->refuse(options_.checkpoints->folder().string() + ": " + std::string(text.begin(), text.end()));
    return true;
  }
  return false;
}

void RankSearch::build_directory(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& parents,
                                 std::uint64_t records) {
  struct Entry {
    std::uint32_t number, id;
  };
  directory_.assign(records / ranks_.size() + 1, 0);
  exchange_.begin([&](unsigned from, std::span<const std::uint8_t> message) {
    for_each_in<Entry>(
        message, [&](Entry entry) { directory_[entry.number / ranks_.size()] = std::uint64_t{from} << 32 | entry.id; });
  });
  // Ids that have no state have no number, so they would claim the number 0: only those that were restored are sent.
  for (const std::uint32_t id : restored_) {
    const unsigned to = numbers_[id] % ranks_.size();
    append_value(exchange_.buffer(to), Entry{numbers_[id], id});
    exchange_.appended(to);
  }
  exchange_.finish();
  std::vector<Question> questions;
  for (const auto& [id, number] : parents) questions.push_back({number % ranks_.size(), number});
  const std::vector<std::uint64_t> found = owners_of(questions);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    owned_.set_parent(parents[i].first,
                      {static_cast<std::uint32_t>(found[i] >> 32), static_cast<std::uint32_t>(found[i])});
  }
}

std::vector<std::uint64_t> RankSearch::owners_of(const std::vector<Question>& questions) {
  return ask_ranks(questions, [this](std::uint32_t number) { return directory_[number / ranks_.size()]; });
}

/// Everything but the states. Figures are added up at the end: the first rank alone goes on from those saved.
void RankSearch::restore_moment(JournalReader& reader) {
  const auto in = reader.moment();
  MomentFigures figures;
  figures.load(*in);
  depth_ = figures.depth;
  Coverage coverage;
  coverage.load(*in);
  growth_.load(*in);
  const bool is_first = ranks_.rank() == 0;
  max_depth_ = figures.max_depth;
  was_complete_ = reader.manifest().progress.complete;
  // Sources of violations are numbers until their owners are known.
  ViolationLog saved;
  std::vector<Question> sources;
  saved.load(*in,
             {[&](std::uint64_t number) {
                sources.push_back({static_cast<unsigned>(number % ranks_.size()), static_cast<std::uint32_t>(number)});
                return number < saved_states_ ? std::optional(StateId{number}) : std::nullopt;
              },
              [this](std::span<const std::uint8_t> bytes) { return system_.recall(bytes); }});
  struct Arrival {
    std::uint64_t level, order;
    std::uint32_t choice;
    StateBytes state;
  };
  std::vector<Arrival> arrivals;
  const std::size_t violations = sources.size();
  const auto later = in->get<std::uint64_t>();
  for (std::uint64_t i = 0; i < later && in->ok(); ++i) {
    Arrival arrival;
    arrival.level = in->get<std::uint64_t>();
    const auto number = in->get<std::uint64_t>();
    if (number >= saved_states_) in->fail("holds a state that is not saved");
    sources.push_back({static_cast<unsigned>(number % ranks_.size()), static_cast<std::uint32_t>(number)});
    arrival.order = in->get<std::uint64_t>();
    arrival.choice = in->get<std::uint32_t>();
    const auto state = system_.recall(in->get_bytes(in->left()));
    if (!state) in->fail("holds a state that is none of this model");
    if (!in->ok()) break;
    arrival.state = *state;
    arrivals.push_back(std::move(arrival));
  }
  in->get<std::uint64_t>();  // of searches for infinite runs
  const std::vector<std::uint8_t> marked = in->get_bytes(in->left());
  in->expect_end();
  std::string refusal = in->ok() ? "" : *in->failure();
  if (in->ok() && !figures.is_in_order())
    refusal = "one process has written it, of more states than it keeps in order; resume it without ranks";
  if (refused(refusal)) return;
  const std::vector<std::uint64_t> owners = owners_of(sources);
  if (is_first) {
    first().transitions = figures.transitions;
    first().expanded = figures.expanded;
    first().partly_expanded = figures.partly_expanded;
    first().provisos = figures.provisos;
    first().cut = figures.cut;
    earlier_coverage_ = std::move(coverage);
    marked_ = marked;
    std::size_t next = 0;
    std::vector<std::uint8_t> bytes;
    SegmentWriter out(bytes);
    const auto same = [](StateId id) { return id.value; };
    saved.save(out, {same, [this](StateView state) { return system_.lasting(state); }});
    SegmentReader again(bytes);
    first().log.load(again, {[&](std::uint64_t number) {
                               const StateId id{owners[next++]};
                               restored_sources_[id.value] = static_cast<std::uint32_t>(number);
                               return std::optional(id);
                             },
                             [this](std::span<const std::uint8_t> lasting) { return system_.recall(lasting); }});
  }
  earlier_seconds_ = figures.seconds;
  stop_ = guarded(watch_, [&] {
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
      const std::uint64_t source = owners[violations + i];
      const Key key = first().key_of(arrivals[i].state);
      if (first().owner_of(first().hash_of(key.bytes)) != ranks_.rank()) continue;
      const StateView key_bytes = first().sent_bytes(key.bytes, key_room_);
      const StateView state_bytes = first().sent_bytes(arrivals[i].state, state_room_);
      const StopReason stop = owned_.add_later(
          arrivals[i].level, {arrivals[i].order,
                              {static_cast<std::uint32_t>(source >> 32), static_cast<std::uint32_t>(source)},
                              arrivals[i].choice,
                              ranks_.rank(),
                              key.weight,
                              StateBytes(key_bytes.begin(), key_bytes.end()),
                              StateBytes(state_bytes.begin(), state_bytes.end())});
      if (stop != StopReason::nothing) return stop;
    }
    for (const std::uint32_t id : restored_) {
      const std::uint32_t number = numbers_[id];
      if (number / 8 < marked.size() && (marked[number / 8] >> (number % 8) & 1) != 0) owned_.mark(id);
    }
    return StopReason::nothing;
  });
  owned_.take_marked();  // these are saved
  directory_ = {};
  restored_ = {};
  was_restored_ = true;
}

}  // namespace quotient
