#include "search/store/record_store.hpp"

#include <algorithm>

#include "search/segment/segment.hpp"
#include "search/store/code_record.hpp"
#include "search/store/recoding.hpp"
#include "search/store/record_session.hpp"

namespace quotient {

namespace {

/// Time is worth more than memory until one part in so many of the budget is used.
constexpr std::uint64_t plenty = 4;

std::uint64_t record_hash(const std::uint8_t* record, std::size_t bytes, std::uint32_t length) {
  return code_hash(code_in(record, bytes), length);
}

}  // namespace

RecordStore::RecordStore(MemoryBudget& budget, StoreKind kind)
    : Store(kind), budget_(budget), records_(budget, record_hash, RecordTable::Links::yes, kind == StoreKind::exact) {
  if (kind == StoreKind::exact) codes_.emplace(budget);
}

std::unique_ptr<Store::Session> RecordStore::session() { return std::make_unique<Worker>(*this); }

StateId RecordStore::parent(StateId id) const {
  // Relaxed: it was published together with the state.
  return Link::from_raw(records_.link(local(id)).load(std::memory_order_relaxed)).parent();
}

void RecordStore::set_parent(StateId id, StateId parent) {
  // Relaxed: threads meet before it is read.
  records_.link(local(id)).store(Link::to(parent).raw(), std::memory_order_relaxed);
}

void RecordStore::settle(std::span<const Arrival> arrivals, std::uint8_t* counts) {
  constexpr std::size_t ahead = 16;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    if (i + ahead < arrivals.size()) records_.prefetch_link(arrivals[i + ahead].id);
    const Arrival& arrival = arrivals[i];
    RecordTable::Link& link = records_.link(arrival.id);
    // Relaxed: no two arrivals at a state have the same order, so that one thread alone changes this link, and what
    // others read of it is not theirs either way.
    counts[i] = link.load(std::memory_order_relaxed) == arrival.order;
    if (counts[i] != 0) link.store(arrival.source, std::memory_order_relaxed);
  }
}

bool RecordStore::is_of_next_level(StateId id) const {
  // Relaxed: an order may become a lower one meanwhile, but neither a parent nor the other way round.
  return Link::from_raw(records_.link(local(id)).load(std::memory_order_relaxed)).is_order();
}

std::uint64_t RecordStore::size() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = left_behind_;
  for (const Worker* worker : workers_) sum += worker->added();
  return sum;
}

void RecordStore::for_each(const std::function<void(StateId)>& visit) const {
  records_.for_each([&](std::uint32_t id) { visit(StateId{id}); });
}

void RecordStore::grow() {
  if (codes_) {
    codes_->nodes.grow(standstill_);
    if (budget_.used() > budget_.limit() / plenty) codes_->economise();
    codes_->renew([this](Packing& before, Packing& after) { return recode(before, after); },
                  [this](const Packing& packing) { return sample(packing); });
  }
  if (records_.wants_growth()) records_.grow(standstill_);
}

/// From all parts of the table.
StateSample RecordStore::sample(const Packing& packing) {
  constexpr std::uint64_t most_bytes = 8U << 20, most = 1U << 17;
  const std::uint64_t wanted = std::clamp<std::uint64_t>(most_bytes / (packing.length() + 1), 1024, most);
  StateCoder coder(*codes_);
  std::uint64_t states = 0, at = 0;
  records_.for_each_of(packing.length(), [&](std::uint32_t) { ++states; });
  const std::uint64_t stride = std::max<std::uint64_t>(1, states / wanted);
  StateSample some{packing.length(), states, {}};
  OpenState open;
  records_.for_each_of(packing.length(), [&](std::uint32_t id) {
    if (at++ % stride != 0) return;
    coder.decode(code_in(records_.record(id), records_.record_bytes(id)), packing, open);
    some.bytes.insert(some.bytes.end(), open.bytes.begin(), open.bytes.begin() + open.length);
  });
  return some;
}

/// All states of one length get the codes of another packing. If memory runs out, everything is undone.
std::optional<std::uint64_t> RecordStore::recode(Packing& before, Packing& after) {
  const std::uint32_t length = before.length();
  const std::size_t bytes_before = Code::bytes_for(before), bytes_after = Code::bytes_for(after);
  if (bytes_after > bytes_before && !records_.resize(length, bytes_after)) return std::nullopt;
  Recoding recoding(*codes_, records_, standstill_, length);
  const bool complete = recoding.turn(before, after);
  if (!complete) recoding.turn_back(before, after);
  // Where there is no memory to move them to, records stay as wide as they are.
  if (complete && bytes_after < bytes_before) (void)records_.resize(length, bytes_after);
  records_.index_anew(length, standstill_);
  if (!complete) return std::nullopt;
  return recoding.states();
}

double RecordStore::expected_omissions() const {
  if (codes_) return 0;
  const double n = static_cast<double>(size());
  return n * (n - 1) / 2 / static_cast<double>(std::uint64_t{1} << (8 * compact_code_bytes));
}

std::size_t RecordStore::record_bytes(std::uint32_t length) {
  return codes_ ? codes_->code_bytes(length) : compact_code_bytes;
}

void RecordStore::save(SegmentWriter& out) const {
  out.put(static_cast<std::uint8_t>(kind()));
  out.put(size());
  if (codes_) codes_->save(out);
  records_.save(out);
}

std::optional<std::string> RecordStore::load(SegmentReader& in) {
  static constexpr std::uint8_t exact_sizes[] = {8, 16, 24}, compact_sizes[] = {compact_code_bytes};
  if (in.get<std::uint8_t>() != static_cast<std::uint8_t>(kind())) in.fail("holds a store of another kind");
  const auto states = in.get<std::uint64_t>();
  if (!in.ok()) return in.failure();
  if (codes_) {
    if (auto wrong = codes_->load(in, standstill_)) return wrong;
  }
  const std::span<const std::uint8_t> sizes = codes_ ? std::span<const std::uint8_t>(exact_sizes) : compact_sizes;
  if (auto wrong = records_.load(in, sizes, standstill_)) return wrong;
  if (states > records_.size()) in.fail("holds a number that cannot be true");
  if (!has_sound_records() || !has_sound_parents()) in.fail("holds states that cannot be");
  left_behind_ = states;
  admit_saved(states);
  return in.failure();
}

/// Whether every record can be decoded.
bool RecordStore::has_sound_records() const {
  constexpr std::uint32_t longest_state = 1U << 24;  // to decode, and never met so far
  bool sound = true;
  CodeTables::Scratch scratch;
  records_.for_each([&](std::uint32_t id) {
    const std::uint32_t length = records_.kind(id);
    const std::size_t bytes = records_.record_bytes(id);
    sound = sound && length <= longest_state;
    if (!sound) return;
    sound = codes_ ? codes_->has_meaning(code_in(records_.record(id), bytes), bytes, length, scratch) : length == 0;
  });
  return sound;
}

/// Whether the parents of every state lead to an initial one.
bool RecordStore::has_sound_parents() const {
  enum : std::uint8_t { unknown, on_the_way, sound };
  std::vector<std::uint64_t> begin;  // of each chunk, where states are counted one by one
  std::uint64_t total = 0;
  for (std::uint32_t c = 0; c < records_.chunk_count(); ++c) {
    begin.push_back(total);
    total += records_.used(c);
  }
  std::vector<std::uint8_t> marks(total, unknown);
  const auto mark = [&](std::uint32_t id) -> std::uint8_t& {
    return marks[begin[id >> RecordTable::chunk_bits] + (id & ((1U << RecordTable::chunk_bits) - 1))];
  };
  bool all = true;
  std::vector<std::uint32_t> way;
  records_.for_each([&](std::uint32_t start) {
    way.clear();
    StateId id{start};
    while (all && id != no_state && mark(local(id)) == unknown) {
      mark(local(id)) = on_the_way;
      way.push_back(local(id));
      const Link link = Link::from_raw(records_.link(local(id)).load(std::memory_order_relaxed));
      id = link.parent();
      all = !link.is_order() && (id == no_state || records_.contains(local(id)));
    }
    all = all && (id == no_state || mark(local(id)) == sound);
    for (const std::uint32_t passed : way) mark(passed) = sound;
  });
  return all;
}

}  // namespace quotient
