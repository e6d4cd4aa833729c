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
  std::uint32_t weight, keyed_by, key_length, state_length;

  std::size_t size() const { return sizeof(Header) + key_length + state_length; }
};

Header header_at(std::span<const std::uint8_t> bytes, std::size_t i) {
  Header header;
  std::memcpy(&header, bytes.data() + i, sizeof header);
  return header;
}

/// In the order of hashes. Those of one shard differ in the first four bits, and behind the twelve that shards go by.
std::uint64_t part_of(KeyHash hash, std::uint64_t parts) {
  if (parts == 1) return 0;
  constexpr unsigned above = 4;
  const std::uint64_t place = hash.value >> (64 - above) << (32 - above) | (hash.value << shard_bits >> (32 + above));
  return place * parts >> 32;
}

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
                      candidate.keyed_by,
                      narrow<std::uint32_t>(candidate.key.bytes.size()),
                      narrow<std::uint32_t>(candidate.state.size())};
  std::vector<std::uint8_t>& to = shards_[shard].recent;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&header);
  to.insert(to.end(), bytes, bytes + sizeof header);
  to.insert(to.end(), candidate.key.bytes.begin(), candidate.key.bytes.end());
  to.insert(to.end(), candidate.state.begin(), candidate.state.end());
  bytes_ += sizeof header + candidate.key.bytes.size() + candidate.state.size();
  ++count_;
  if (bytes_ >= most_bytes_) spill();
}

void Candidates::spill() {
  for (Shard& shard : shards_) {
    if (shard.recent.empty()) continue;
    shard.spilled.push_back({file_.size(), shard.recent.size()});
    file_.append(shard.recent);
    shard.recent = {};
  }
  bytes_ = 0;
}

std::uint64_t Candidates::bytes_of(unsigned number) const {
  const Shard& shard = shards_[number];
  std::uint64_t bytes = shard.recent.size();
  for (const Piece& piece : shard.spilled) bytes += piece.length;
  return bytes;
}

bool Candidates::take(unsigned number, std::uint64_t part, std::uint64_t parts, ShardCandidates& into) {
  Shard& shard = shards_[number];
  std::vector<std::uint8_t> bytes;
  std::size_t count = 0;
  std::uint64_t reserved = 0;
  const auto keep = [&](std::span<const std::uint8_t> block) {
    for (std::size_t i = 0; i < block.size();) {
      const std::size_t size = header_at(block, i).size();
      if (part_of(header_at(block, i).hash, parts) == part) {
        bytes.insert(bytes.end(), block.begin() + static_cast<std::ptrdiff_t>(i),
                     block.begin() + static_cast<std::ptrdiff_t>(i + size));
        ++count;
      }
      i += size;
    }
  };
  // As bytes, as many again for the list of them, and for what of them is new.
  const auto reserve = [&](std::uint64_t more) {
    if (!budget_.reserve(memory_to_take(more))) return false;
    reserved += memory_to_take(more);
    return true;
  };
  bool has_room = reserve(bytes_of(number) / parts);
  bytes.reserve(has_room ? bytes_of(number) / parts : 0);
  for (const Piece& piece : shard.spilled) {
    if (!has_room || !file_.ok()) break;
    std::vector<std::uint8_t> block(piece.length);
    file_.read(piece.offset, block);
    if (file_.ok()) keep(block);
  }
  if (has_room && file_.ok()) keep(shard.recent);
  if (part + 1 == parts) shard = Shard();
  // Hashes are spread evenly, but not exactly.
  if (has_room && memory_to_take(bytes.size()) > reserved)
    has_room = reserve(bytes.size() - reserved / memory_to_take(1));
  into.reserved_ += reserved;
  if (!has_room || !file_.ok()) return has_room;
  into.list.reserve(into.list.size() + count);
  into.bytes_.push_back(std::move(bytes));
  const std::span<const std::uint8_t> all(into.bytes_.back());
  for (std::size_t i = 0; i < all.size();) {
    const Header header = header_at(all, i);
    i += sizeof header;
    const StateView key = all.subspan(i, header.key_length);
    i += header.key_length;
    const StateView state = all.subspan(i, header.state_length);
    i += header.state_length;
    into.list.push_back({{header.hash, key}, state, header.order, header.source, header.weight, header.keyed_by});
  }
  return true;
}

void Candidates::end_level() { file_.flush(); }

void Candidates::clear() {
  file_.clear();
  bytes_ = count_ = 0;
}

}  // namespace quotient
