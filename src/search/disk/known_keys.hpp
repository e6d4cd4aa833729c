#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/disk/scratch_file.hpp"
#include "search/result.hpp"
#include "search/store/key_hash.hpp"

namespace quotient {

/// A key on its way through files: in the order of these.
struct HashedKey {
  KeyHash hash;
  StateView bytes;
};
/// The order of runs: by hash, then by the bytes.
bool comes_before(const HashedKey& a, const HashedKey& b);
bool same_key(const HashedKey& a, const HashedKey& b);

/// All keys that a search knows, on disk: for each shard sorted runs, of which some are merged now and then, so that
/// there are few. In memory there is one hash for each block of a run.
class KnownKeys {
 public:
  KnownKeys(const std::string& folder, unsigned shards, MemoryBudget& budget);
  ~KnownKeys();

  /// Says of each of these sorted keys of a shard whether it is known.
  void find(unsigned shard, std::span<const HashedKey> sorted, std::vector<std::uint8_t>& known);
  /// Adds sorted keys that are not known.
  void add(unsigned shard, std::span<const HashedKey> sorted);

  /// Of the runs; what was merged is given back.
  std::uint64_t bytes() const { return bytes_; }
  bool ok() const { return file_.ok(); }
  std::string failure() const { return file_.failure(); }

 private:
  struct Fence {
    KeyHash first;  // of the block
    std::uint64_t offset;
  };
  struct Run {
    std::uint64_t begin = 0, end = 0;
    std::vector<Fence> fences;
  };
  class RunReader;
  class RunWriter;

  void find_in(const Run& run, std::span<const HashedKey> sorted, std::vector<std::uint8_t>& known);
  void merge_last(std::vector<Run>& runs, std::size_t count);
  void account(const Run& run);
  void drop(const Run& run);

  MemoryBudget& budget_;
  std::uint64_t reserved_ = 0;
  std::uint64_t bytes_ = 0;
  ScratchFile file_;
  std::vector<std::vector<Run>> shards_;  // the largest run first
};

}  // namespace quotient
