#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/disk/known_keys.hpp"
#include "search/disk/scratch_file.hpp"

namespace quotient {

/// What a step of a level leads to: perhaps a new state.
struct Candidate {
  HashedKey key;
  StateView state;         // empty where that is the key
  std::uint64_t order;     // of the source
  std::uint64_t source;    // its number
  std::uint32_t weight;    // see Key
  std::uint32_t keyed_by;  // the number of the thread whose key function gave that

  StateView explored() const { return state.empty() ? key.bytes : state; }
};

/// Candidates of one shard in memory, and what they are views of.
class ShardCandidates {
 public:
  explicit ShardCandidates(MemoryBudget& budget) : budget_(budget) {}
  ShardCandidates(const ShardCandidates&) = delete;
  ShardCandidates& operator=(const ShardCandidates&) = delete;
  ~ShardCandidates() { budget_.release(reserved_); }

  std::vector<Candidate> list;

 private:
  friend class Candidates;

  MemoryBudget& budget_;
  std::uint64_t reserved_ = 0;
  std::vector<std::vector<std::uint8_t>> bytes_;
};

/// The candidates of a level by the shard of their keys: in memory while there is room, then in a file. For one
/// thread, but that each shard may be taken by another.
class Candidates {
 public:
  /// `most_bytes` of them in memory.
  Candidates(const std::string& folder, unsigned shards, std::uint64_t most_bytes, MemoryBudget& budget);
  ~Candidates();

  void add(unsigned shard, const Candidate& candidate);
  std::uint64_t count() const { return count_; }
  /// Nothing more is added, and shards may be taken.
  void end_level();
  /// Of a shard, on disk and in memory.
  std::uint64_t bytes_of(unsigned shard) const;
  /// What taking so many bytes of candidates needs.
  static constexpr std::uint64_t memory_to_take(std::uint64_t bytes) { return 3 * bytes; }
  /// Appends the candidates of a shard to `into`, those of one source in the order in which they came, and forgets
  /// them. Of several `parts`, by their hashes, one: they are asked for one after the other. False where there is no
  /// memory for it.
  [[nodiscard]] bool take(unsigned shard, std::uint64_t part, std::uint64_t parts, ShardCandidates& into);
  /// When all shards were taken.
  void clear();

  bool ok() const { return file_.ok(); }
  std::string failure() const { return file_.failure(); }
  std::uint64_t bytes_on_disk() const { return file_.size(); }

 private:
  struct Piece {
    std::uint64_t offset, length;
  };
  struct Shard {
    std::vector<std::uint8_t> recent;
    std::vector<Piece> spilled;  // in the file, before these
  };

  void spill();

  MemoryBudget& budget_;
  const std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  // in memory
  std::uint64_t count_ = 0;
  ScratchFile file_;
  std::vector<Shard> shards_;
};

}  // namespace quotient
