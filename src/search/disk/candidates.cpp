#include "search/disk/candidates.hpp"

#include <cstring>
#include <new>
#include <utility>

#include "base/narrow.hpp"

namespace quotient {

namespace {

/// Before the bytes of key and state.
struct Header {
  KeyHash hash;
  std::uint64_t order, source;
  std::uint32_t weight, key_length, state_length;
  std::uint32_t unused = 0;
};

}  // namespace

Candidates::Candidates(const std::string& folder, unsigned shards, std::uint64_t most_bytes, MemoryBudget& budget)
    : budget_(budget), most_bytes_(most_bytes), file_(folder, budget), shards_(shards) {
  // Vectors that grow may have twice the room that they need.
  if (!budget_.reserve(2 * most_bytes_)) throw std::bad_alloc();
}

Candidates::~Candidates() { budget_.release(2 * most_bytes_); }

void Candidates::add(unsigned shard, const Candidate& candidate) {
  const Header header{candidate.key.hash,
                      candidate.order,
                      candidate.source,
                      candidate.weight,
                      narrow<std::uint32_t>(candidate.key.bytes.size()),
                      narrow<std::uint32_t>(candidate.state.size())};
  std::vector<std::uint8_t>& to = shards_[shard].recent;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&header);
  to.insert(to.end(), bytes, bytes + sizeof header);
  to.insert(to.end(), candidate.key.bytes.begin(), candidate.key.bytes.end());
  to.insert(to.end(), candidate.state.begin(), candidate.state.end());
  bytes_ += sizeof header + candidate.key.bytes.size() + candidate.state.size();
  if (bytes_ >= most_bytes_) spill();
}

void Candidates::spill() {
  for (Shard& shard : shards_) {
    if (shard.recent.empty()) continue;
    shard.parts.push_back({file_.size(), shard.recent.size()});
    file_.append(shard.recent);
    shard.recent = {};
  }
  bytes_ = 0;
}

bool Candidates::take(unsigned number, const std::function<void(std::vector<Candidate>&)>& visit) {
  Shard shard = std::exchange(shards_[number], Shard());
  bytes_ -= shard.recent.size();
  std::uint64_t length = shard.recent.size();
  for (const Part& part : shard.parts) length += part.length;
  // What they take as bytes, and as many again for the list of them.
  if (!budget_.reserve(2 * length)) return false;
  std::vector<std::uint8_t> bytes(length);
  std::size_t at = 0;
  for (const Part& part : shard.parts) {
    file_.read(part.offset, {bytes.data() + at, part.length});
    at += part.length;
  }
  std::copy(shard.recent.begin(), shard.recent.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
  shard.recent = {};
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < bytes.size() && file_.ok();) {
    Header header;
    std::memcpy(&header, bytes.data() + i, sizeof header);
    i += sizeof header;
    const StateView key(bytes.data() + i, header.key_length);
    i += header.key_length;
    const StateView state(bytes.data() + i, header.state_length);
    i += header.state_length;
    candidates.push_back({{header.hash, key}, state, header.order, header.source, header.weight});
  }
  if (file_.ok()) visit(candidates);
  budget_.release(2 * length);
  return true;
}

}  // namespace quotient
