#pragma once

#include <cstdint>

#include "model/successors.hpp"

namespace quotient {

/// Which infinite runs are violations.
enum class CycleKind : std::uint8_t {
  acceptance,    // those that pass accepting states again and again
  non_progress,  // those that from some point on pass no progress state
};

/// Which infinite runs count. Processes stand for whatever takes steps (Successor::actor).
enum class Fairness : std::uint8_t {
  none,
  weak,    // no process can move from some point on without ever doing so
  strong,  // no process can move again and again without ever doing so from some point on
};

/// Who must move on a cycle that visits states where these can move: those of all states, or of any of them.
class OwedMoves {
 public:
  explicit OwedMoves(Fairness fairness)
      : fairness_(fairness), able_(fairness == Fairness::weak ? ProcessSet::everything() : ProcessSet()) {}

  void visit(const ProcessSet& waiting) {
    if (fairness_ == Fairness::weak) able_ &= waiting;
    if (fairness_ == Fairness::strong) able_ |= waiting;
  }
  void move(const ProcessSet& moved) { moved_ |= moved; }
  bool has_moved(std::uint32_t process) const { return moved_.contains(process); }
  /// Those who have not moved, though they must.
  ProcessSet left() const {
    ProcessSet set = able_;
    return set -= moved_;
  }

 private:
  Fairness fairness_;
  ProcessSet able_, moved_;
};

struct CycleProperty {
  CycleKind kind = CycleKind::acceptance;
  Fairness fairness = Fairness::none;
  /// As which a cycle is reported.
  Finding finding;
};

}  // namespace quotient
