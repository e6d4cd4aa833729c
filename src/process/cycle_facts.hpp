#pragma once

#include <cstdint>
#include <vector>

#include "model/successors.hpp"
#include "process/program.hpp"
#include "process/shape.hpp"

namespace quotient {

/// The accept and progress labels that a state has: a matter of where its processes are, whichever engine takes the
/// steps. `program` must outlive it.
class CycleLabels {
 public:
  explicit CycleLabels(const Program& program);

  /// `shape` is that of the state.
  void note(const Shape& shape, StateView state, CycleFacts& facts) const;

 private:
  const Program& program_;
  std::vector<bool> labelled_;  // by process type: some location of it has a label that counts
  bool any_labelled_ = false;
  std::vector<bool> recurrent_;  // by location of the claim: an accepting one is in its strongly connected component
};

}  // namespace quotient
