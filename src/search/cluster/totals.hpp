#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "search/cluster/transport.hpp"
#include "search/limits.hpp"

namespace quotient {

/// Where a search on ranks stands between two rounds: what one rank knows, or all together.
struct Totals {
  std::uint64_t next = 0;   // states of the next level
  std::uint64_t later = 0;  // steps that lead behind it
  std::uint64_t states = 0;
  std::uint64_t violations = 0;
  std::uint64_t cut = 0;   // not 0: something was left out beyond the limit of depth
  std::uint64_t ties = 0;  // parents with the same order
  std::uint64_t busy = 0;  // sources that must take further steps, or marks that go on
  std::uint64_t memory = 0;
  std::uint64_t first_later = Limits::none;  // the least
  std::uint64_t stop = 0;                    // the greatest; a StopReason

  void add(const Totals& other) {
    for (auto member : {&Totals::next, &Totals::later, &Totals::states, &Totals::violations, &Totals::cut,
                        &Totals::ties, &Totals::busy, &Totals::memory}) {
      this->*member += other.*member;
    }
    first_later = std::min(first_later, other.first_later);
    stop = std::max(stop, other.stop);
  }
  StopReason stopped() const { return static_cast<StopReason>(stop); }
};

/// The same on all ranks. A gathering: one for each level, or a few.
inline Totals sum_up(Transport& transport, const Totals& own) {
  std::array<std::uint8_t, sizeof(Totals)> bytes;
  std::memcpy(bytes.data(), &own, sizeof own);
  Totals all;
  for (const Transport::Bytes& part : transport.gather(bytes)) {
    Totals other;
    std::memcpy(&other, part.data(), sizeof other);
    all.add(other);
  }
  return all;
}

}  // namespace quotient
