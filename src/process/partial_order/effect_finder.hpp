#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "process/instance.hpp"
#include "process/partial_order/effects.hpp"
#include "process/program.hpp"

namespace quotient {

/// What a claim looks at in processes.
struct Looks {
  /// Whether process `pid` is at `location`: one that it is compared with, or any.
  struct AtLocation {
    std::uint32_t pid = 0, location = any;
    static constexpr std::uint32_t any = 0xffff'ffff;
  };
  std::vector<AtLocation> locations;
  std::vector<std::uint32_t> types;  // of whose processes it reads variables
};

/// Finds the effects of code by running it on sets of values. Cells that no step changes once all processes exist are
/// constants, each process with its own: so an array indexed by the number of a process is told apart by element.
class EffectFinder {
 public:
  EffectFinder(const Program& program, const Instance& instance);

  const SharedThings& things() const { return things_; }
  /// Of one step's code as this process runs it. `timeout_holds`: it may be that nobody else can move.
  Effects of(CodeIndex code, std::uint32_t pid, bool timeout_holds) const;
  /// Of code of a claim, which belongs to no process; `looks` gets what it looks at in processes. Where `everything` is
  /// set, it cannot be said what it sees.
  Effects of_claim(CodeIndex code, Looks& looks) const;

 private:
  class Run;
  friend class Run;

  void find_constants();

  const Program& program_;
  const Instance& instance_;
  SharedThings things_;
  bool constants_known_ = false;
  ThingSet global_changes_;
  std::vector<std::vector<std::uint8_t>> local_changes_;  // by pid, by byte of the record
};

}  // namespace quotient
