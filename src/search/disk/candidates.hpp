#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/disk/known_keys.hpp"
#include "search/disk/scratch_file.hpp"

namespace quotient {

/// What a step of a level leads to: perhaps a new state.
struct Candidate {
  HashedKey key;
  StateView state;       // empty where that is the key
  std::uint64_t order;   // of the source
  std::uint64_t source;  // its number
  std::uint32_t weight;  // see Key

  StateView explored() const { return state.empty() ? key.bytes : state; }
};

/// The candidates of a level by the shard of their keys: in memory while there is room, then in a file.
class Candidates {
 public:
  /// `most_bytes` of them in memory.
  Candidates(const std::string& folder, unsigned shards, std::uint64_t most_bytes, MemoryBudget& budget);
  ~Candidates();

  void add(unsigned shard, const Candidate& candidate);
  /// Hands over the candidates of a shard, those of one source in the order in which they came, and forgets them. False
  /// where there is no memory for all of them at once.
  [[nodiscard]] bool take(unsigned shard, const std::function<void(std::vector<Candidate>&)>& visit);
  /// When all shards were taken.
  void clear() { file_.clear(); }

  bool ok() const { return file_.ok(); }
  std::string failure() const { return file_.failure(); }
  std::uint64_t bytes_on_disk() const { return file_.size(); }

 private:
  struct Part {
    std::uint64_t offset, length;
  };
  struct Shard {
    std::vector<std::uint8_t> recent;
    std::vector<Part> parts;  // in the file, before these
  };

  void spill();

  MemoryBudget& budget_;
  const std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  // in memory
  ScratchFile file_;
  std::vector<Shard> shards_;
};

}  // namespace quotient
