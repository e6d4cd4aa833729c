#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "search/store/record_table.hpp"
#include "search/store/standstill.hpp"
#include "search/store/state_coder.hpp"

namespace quotient {

/// Gives all states of one length the codes of another packing, in their records, while all threads stand still: these
/// help.
class Recoding {
 public:
  Recoding(CodeTables& codes, RecordTable& records, Standstill& helpers, std::uint32_t length);

  /// False if memory runs out; some states have new codes then, and others do not.
  bool turn(Packing& before, Packing& after);
  /// Undoes that. It cannot fail: the old codes are still known, and it needs no memory but for one state.
  void turn_back(Packing& before, Packing& after);
  /// How many states there are.
  std::uint64_t states() const;

 private:
  /// The records of a chunk, the first of which have new codes.
  struct Part {
    std::uint32_t chunk;
    std::uint32_t used;
    std::uint32_t turned = 0;
  };
  enum class Trouble : std::uint8_t { none, full, refused };

  /// What one thread does of it.
  void turn_parts(Packing& before, Packing& after);

  CodeTables& codes_;
  RecordTable& records_;
  Standstill& helpers_;
  StateCoder way_back_;  // made before it is needed: memory is lacking then
  std::vector<Part> parts_;
  // Relaxed, both: each part is taken once, and who stops a little later has done a little more.
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<Trouble> trouble_ = Trouble::none;
};

}  // namespace quotient
