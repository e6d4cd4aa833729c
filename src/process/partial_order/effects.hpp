#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace quotient {

/// Things that processes share, numbered: each byte of the globals, two ends of each channel, and the list of processes
/// that live.
///
/// A send writes the end for sends, a receive that for receives; so the two accord. Whoever asks how full a channel is
/// reads both. What is more than that (a rendezvous, a sorted send, a receive that looks through the queue) writes or
/// reads both as well.
class SharedThings {
 public:
  SharedThings(std::uint32_t global_bytes, std::uint32_t channels) : bytes_(global_bytes), channels_(channels) {}

  std::uint32_t count() const { return bytes_ + 2 * channels_ + 1; }
  std::uint32_t byte(std::uint32_t offset) const { return offset; }
  /// Channels from 0.
  std::uint32_t send_end(std::uint32_t channel) const { return bytes_ + 2 * channel; }
  std::uint32_t receive_end(std::uint32_t channel) const { return bytes_ + 2 * channel + 1; }
  std::uint32_t lives() const { return bytes_ + 2 * channels_; }
  std::uint32_t byte_count() const { return bytes_; }
  std::uint32_t channel_count() const { return channels_; }

 private:
  std::uint32_t bytes_, channels_;
};

/// A set of shared things.
class ThingSet {
 public:
  explicit ThingSet(std::uint32_t count = 0) : words_((count + 63) / 64, 0) {}
  void insert(std::uint32_t thing) { words_[thing / 64] |= std::uint64_t{1} << (thing % 64); }
  void insert(const ThingSet& other) {
    for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
  }
  std::size_t size() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  bool contains(std::uint32_t thing) const { return (words_[thing / 64] >> (thing % 64) & 1) != 0; }
  bool meets(const ThingSet& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      if ((words_[w] & other.words_[w]) != 0) return true;
    }
    return false;
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// What a piece of code reads and writes of what is shared, whatever way it goes.
struct Effects {
  ThingSet reads, writes;
  bool everything = false;  // something that nobody here understands: it interferes with all others
  bool can_be_taken = true;
  bool meets = false;          // it may be one half of a rendezvous
  bool waits_for_all = false;  // some way through it is open only where nobody else can move (timeout)
  bool changes_own = false;    // it writes or clears variables of the process itself
  /// Channels, from 0, that it sends to or receives from: whether it waits depends on how full they are.
  std::vector<std::uint32_t> sends, receives;

  void add(const Effects& other);
  /// Whether it can go on is seen: not only that it waits, but that something else happens meanwhile. So it reads how
  /// full channels are, and of a rendezvous where others stand.
  void read_as_condition(const SharedThings& things);
  bool interferes(const Effects& other) const {
    return everything || other.everything || writes.meets(other.writes) || writes.meets(other.reads) ||
           reads.meets(other.writes);
  }
};

}  // namespace quotient
