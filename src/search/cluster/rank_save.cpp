#include "base/ensure.hpp"
#include "search/cluster/rank_search.hpp"
#include "search/persist/checkpoints.hpp"
#include "search/persist/moment.hpp"

namespace quotient {

/// A state on its way to the first rank, which writes; its lasting bytes follow.
struct RankSearch::SavedState {
  std::uint32_t parent;  // its number and one more; 0: there is none
  std::uint32_t length;
};

std::vector<std::uint64_t> RankSearch::ask_ranks(const std::vector<Question>& questions,
                                                 const std::function<std::uint64_t(std::uint32_t)>& answer) {
  struct Asked {
    std::uint32_t index, what;
  };
  struct Answered {
    std::uint64_t answer;
    std::uint32_t index, unused;
  };
  std::vector<std::vector<Answered>> answers(ranks_.size());
  exchange_.begin([&](unsigned from, std::span<const std::uint8_t> message) {
    for_each_in<Asked>(message, [&](Asked asked) { answers[from].push_back({answer(asked.what), asked.index, 0}); });
  });
  for (std::uint32_t i = 0; i < questions.size(); ++i) {
    append_value(exchange_.buffer(questions[i].rank), Asked{i, questions[i].what});
    exchange_.appended(questions[i].rank);
  }
  exchange_.finish();
  std::vector<std::uint64_t> found(questions.size(), 0);
  exchange_.begin([&](unsigned, std::span<const std::uint8_t> message) {
    for_each_in<Answered>(message, [&](const Answered& a) { found[a.index] = a.answer; });
  });
  for (unsigned to = 0; to < ranks_.size(); ++to) {
    for (const Answered& a : answers[to]) {
      append_value(exchange_.buffer(to), a);
      exchange_.appended(to);
    }
  }
  exchange_.finish();
  return found;
}

bool RankSearch::set_number(std::uint32_t id, std::uint64_t number) {
  if (id >= numbers_.size() && !numbers_.resize(std::max<std::size_t>(id + std::size_t{1}, owned_.id_bound()), 0))
    return false;
  numbers_[id] = static_cast<std::uint32_t>(number);
  return true;
}

/// States are numbered rank by rank, and sent to the first rank in that order: the journal is the one that a process
/// alone would write, up to the order of states within a level.
void RankSearch::save_level() {
  if (!saves_) return;
  const auto& level = owned_.level();
  std::uint64_t first = saved_states_, waiting = 0;
  std::vector<std::uint8_t> own;
  append_value(own, static_cast<std::uint64_t>(level.size()));
  const std::vector<Transport::Bytes> sizes = ranks_.gather(own);
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    for_each_in<std::uint64_t>(sizes[rank], [&](std::uint64_t size) {
      if (rank < ranks_.rank()) first += size;
      waiting += size;
    });
  }
  std::vector<Question> questions;
  for (const OwnedStates::Waiting& state : level) {
    if (state.parent != no_ranked_state) questions.push_back({state.parent.rank, state.parent.id});
  }
  const std::vector<std::uint64_t> parents = ask_ranks(questions, [this](std::uint32_t id) { return numbers_[id]; });
  for (std::size_t position = 0; position < level.size() && stop_ == StopReason::nothing; ++position) {
    if (!set_number(level[position].id, first + position)) stop_ = StopReason::memory;
  }
  saved_states_ += waiting;
  agree();
  totals_.next = waiting;                                // which have become the present level
  if (totals_.stopped() != StopReason::nothing) return;  // not all have numbers
  for (unsigned turn = 0; turn < ranks_.size(); ++turn) send_level(turn, parents);
  save_moment(waiting, false);
}

void RankSearch::send_level(unsigned turn, const std::vector<std::uint64_t>& parents) {
  exchange_.begin([this](unsigned, std::span<const std::uint8_t> message) {
    while (!message.empty()) {
      SavedState saved;
      std::memcpy(&saved, message.data(), sizeof saved);
      const std::uint64_t parent = saved.parent == 0 ? JournalReader::no_parent : saved.parent - 1;
      journal_->add(parent, message.subspan(sizeof saved, saved.length));
      message = message.subspan(sizeof saved + saved.length);
    }
  });
  const auto& level = owned_.level();
  std::size_t asked = 0;
  for (std::size_t position = 0; position < level.size() && turn == ranks_.rank(); ++position) {
    const bool has_parent = level[position].parent != no_ranked_state;
    const std::uint32_t parent = has_parent ? static_cast<std::uint32_t>(parents[asked++] + 1) : 0;
    const StateBytes lasting = system_.lasting(first().received_state(owned_.state(position)));
    Transport::Bytes& buffer = exchange_.buffer(0);
    append_value(buffer, SavedState{parent, static_cast<std::uint32_t>(lasting.size())});
    buffer.insert(buffer.end(), lasting.begin(), lasting.end());
    exchange_.appended(0);
  }
  exchange_.finish();
}

/// What one rank contributes to a moment, and the first one puts together: see LevelJournal::mark for the layout.
Transport::Bytes RankSearch::own_moment() {
  std::vector<Question> sources;
  for (const auto& [level, arrivals] : owned_.later()) {
    for (const OwnedStates::Later& later : arrivals) sources.push_back({later.source.rank, later.source.id});
  }
  const std::vector<std::uint64_t> numbers = ask_ranks(sources, [this](std::uint32_t id) { return numbers_[id]; });
  Transport::Bytes bytes;
  SegmentWriter out(bytes);
  for (const std::uint64_t count :
       {sum(&RankExpander::transitions) + owned_.transitions(), sum(&RankExpander::expanded),
        sum(&RankExpander::partly_expanded), sum(&RankExpander::provisos)})
    out.put(count);
  coverage().save(out);
  first().log.save(out, {[this](StateId id) { return number_in_log(id); },
                         [this](StateView state) { return system_.lasting(state); }});
  const std::vector<std::uint32_t> marked = owned_.take_marked();
  out.put(static_cast<std::uint64_t>(marked.size()));
  for (const std::uint32_t id : marked) out.put(numbers_[id]);
  out.put(static_cast<std::uint64_t>(sources.size()));
  std::size_t asked = 0;
  for (const auto& [level, arrivals] : owned_.later()) {
    for (const OwnedStates::Later& later : arrivals) {
      out.put(level);
      out.put(numbers[asked++]);
      out.put(later.order);
      out.put(later.choice);
      out.put_bytes(system_.lasting(first().received_state(later.state)));
    }
  }
  return bytes;
}

/// A violation that was restored is known by a state of another rank: its number came with it.
std::uint64_t RankSearch::number_in_log(StateId id) const {
  const auto at = restored_sources_.find(id.value);
  return at == restored_sources_.end() ? numbers_[local(id)] : at->second;
}

void RankSearch::save_moment(std::uint64_t waiting, bool complete) {
  const std::vector<Transport::Bytes> parts = ranks_.gather(own_moment());
  if (journal_ == nullptr) return;
  // Parents are always in order here.
  MomentFigures figures{depth_, max_depth_, depth_, totals_.cut > 0};
  figures.seconds = earlier_seconds_ + watch_.seconds();
  std::uint64_t later_count = 0;
  Coverage coverage;
  ViolationLog log;
  std::vector<std::uint8_t> later;
  SegmentWriter later_out(later);
  for (const Transport::Bytes& part : parts) {
    SegmentReader in(part);
    for (std::uint64_t* sum : {&figures.transitions, &figures.expanded, &figures.partly_expanded, &figures.provisos})
      *sum += in.get<std::uint64_t>();
    Coverage other;
    other.load(in);
    coverage.merge(other);
    ViolationLog of_rank;
    of_rank.load(in, {[](std::uint64_t number) { return StateId{number}; },
                      [this](std::span<const std::uint8_t> bytes) { return system_.recall(bytes); }});
    log.merge(of_rank);
    const auto marks = in.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < marks; ++i) {
      const auto number = in.get<std::uint32_t>();
      if (number / 8 >= marked_.size()) marked_.resize(number / 8 + 1, 0);
      marked_[number / 8] |= static_cast<std::uint8_t>(1U << (number % 8));
    }
    later_count += in.get<std::uint64_t>();
    std::vector<std::uint8_t> rest(in.left());
    in.read(rest);
    later_out.write(rest);
    ensure(in.ok(), "a rank reports a violation that cannot be");
  }
  std::vector<std::uint8_t> moment;
  SegmentWriter out(moment);
  figures.save(out);
  coverage.save(out);
  growth_.save(out);
  log.save(out, {[](StateId id) { return id.value; }, [this](StateView state) { return system_.lasting(state); }});
  out.put(later_count);
  out.write(later);
  out.put(std::uint64_t{0});  // of searches for infinite runs
  out.put_bytes(marked_);
  journal_->mark(std::move(moment),
                 {totals_.states, figures.transitions, waiting, depth_, figures.seconds, 0, complete});
}

void RankSearch::end_saving(StopReason stop) {
  if (saves_ && stop == StopReason::nothing && !was_complete_) save_moment(0, true);
  if (journal_ == nullptr) return;
  journal_->commit();
  options_.checkpoints->ended(*journal_);
}

}  // namespace quotient
