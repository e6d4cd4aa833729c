#include "search/disk/known_keys.hpp"

#include <algorithm>
#include <new>
#include <queue>
#include <utility>

#include "base/narrow.hpp"

namespace quotient {

namespace {

constexpr std::uint64_t block_bytes = std::uint64_t{1} << 14;
/// A run is merged with those before it that are not this many times as large.
constexpr std::uint64_t tier = 3;

}  // namespace

bool comes_before(const HashedKey& a, const HashedKey& b) {
  if (a.hash != b.hash) return a.hash < b.hash;
  return std::ranges::lexicographical_compare(a.bytes, b.bytes);
}

bool same_key(const HashedKey& a, const HashedKey& b) {
  return a.hash == b.hash && std::ranges::equal(a.bytes, b.bytes);
}

/// The keys of a run, one after the other, from some block on.
class KnownKeys::RunReader {
 public:
  RunReader(ScratchFile& file, std::uint64_t begin, std::uint64_t end) : reader_(file, begin, end) { next(); }

  bool done() const { return done_; }
  HashedKey key() const { return {hash_, {bytes_.data(), bytes_.size()}}; }
  void next() {
    done_ = reader_.done();
    if (done_) return;
    hash_ = reader_.value<KeyHash>();
    bytes_.resize(reader_.value<std::uint32_t>());
    reader_.read(bytes_);
  }

 private:
  ScratchReader reader_;
  KeyHash hash_;
  StateBytes bytes_;
  bool done_ = false;
};

class KnownKeys::RunWriter {
 public:
  explicit RunWriter(ScratchFile& file) : file_(file) { run_.begin = run_.end = file.size(); }

  void add(const HashedKey& key) {
    const std::uint64_t at = file_.size();
    if (run_.fences.empty() || at - run_.fences.back().offset >= block_bytes) run_.fences.push_back({key.hash, at});
    file_.append_value(key.hash);
    file_.append_value(narrow<std::uint32_t>(key.bytes.size()));
    file_.append(key.bytes);
  }
  Run finish() {
    run_.end = file_.size();
    run_.fences.shrink_to_fit();
    return std::move(run_);
  }

 private:
  ScratchFile& file_;
  Run run_;
};

KnownKeys::KnownKeys(const std::string& folder, unsigned shards, MemoryBudget& budget)
    : budget_(budget), file_(folder, budget), shards_(shards) {}

KnownKeys::~KnownKeys() { budget_.release(reserved_); }

void KnownKeys::find(unsigned shard, std::span<const HashedKey> sorted, std::vector<std::uint8_t>& known) {
  known.assign(sorted.size(), 0);
  for (const Run& run : shards_[shard]) find_in(run, sorted, known);
}

/// Reads the blocks in which one of the keys would be, in order, each once.
void KnownKeys::find_in(const Run& run, std::span<const HashedKey> sorted, std::vector<std::uint8_t>& known) {
  std::size_t i = 0;
  while (i < sorted.size()) {
    if (known[i] != 0) {
      ++i;
      continue;
    }
    // The last block that begins with a lesser hash, since those with the same one may begin in it.
    const auto after = std::partition_point(run.fences.begin(), run.fences.end(),
                                            [&](const Fence& fence) { return fence.first < sorted[i].hash; });
    const auto block = after == run.fences.begin() ? after : after - 1;
    if (block == run.fences.end()) return;
    // Keys that come soon after are looked for in the same pass.
    const auto end_of = [&run](auto fence) { return fence + 1 == run.fences.end() ? run.end : (fence + 1)->offset; };
    auto last = block;
    std::size_t j = i;
    for (; j < sorted.size(); ++j) {
      auto end = last;
      while (end + 1 != run.fences.end() && !(sorted[j].hash < (end + 1)->first)) ++end;
      if (j > i && end > last + 1) break;  // blocks between would be read for nothing
      last = end;
    }
    RunReader reader(file_, block->offset, end_of(last));
    for (; i < j; ++i) {
      while (!reader.done() && comes_before(reader.key(), sorted[i])) reader.next();
      if (!reader.done() && same_key(reader.key(), sorted[i])) known[i] = 1;
    }
  }
}

void KnownKeys::add(unsigned shard, std::span<const HashedKey> sorted) {
  if (sorted.empty()) return;
  RunWriter writer(file_);
  for (const HashedKey& key : sorted) writer.add(key);
  std::vector<Run>& runs = shards_[shard];
  runs.push_back(writer.finish());
  account(runs.back());
  std::size_t count = 1;
  std::uint64_t bytes = runs.back().end - runs.back().begin;
  while (count < runs.size()) {
    const Run& before = runs[runs.size() - count - 1];
    const std::uint64_t of_before = before.end - before.begin;
    if (of_before > tier * bytes) break;
    bytes += of_before;
    ++count;
  }
  // A few small ones cost less than merging them at once does.
  if (count > 3) merge_last(runs, count);
}

void KnownKeys::merge_last(std::vector<Run>& runs, std::size_t count) {
  const auto first = runs.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<RunReader> readers;
  readers.reserve(count);
  for (auto run = first; run != runs.end(); ++run) readers.emplace_back(file_, run->begin, run->end);
  RunWriter writer(file_);
  // Few enough that the least is found by looking at all of them.
  for (;;) {
    RunReader* least = nullptr;
    for (RunReader& reader : readers) {
      if (!reader.done() && (least == nullptr || comes_before(reader.key(), least->key()))) least = &reader;
    }
    if (least == nullptr || !file_.ok()) break;
    writer.add(least->key());
    least->next();
  }
  Run merged = writer.finish();
  for (auto run = first; run != runs.end(); ++run) drop(*run);
  runs.erase(first, runs.end());
  account(merged);
  runs.push_back(std::move(merged));
}

void KnownKeys::account(const Run& run) {
  const std::uint64_t bytes = run.fences.size() * sizeof(Fence);
  if (!budget_.reserve(bytes)) throw std::bad_alloc();
  reserved_ += bytes;
  bytes_ += run.end - run.begin;
}

void KnownKeys::drop(const Run& run) {
  const std::uint64_t bytes = run.fences.size() * sizeof(Fence);
  budget_.release(bytes);
  reserved_ -= bytes;
  bytes_ -= run.end - run.begin;
  file_.forget(run.begin, run.end - run.begin);
}

}  // namespace quotient
