#pragma once

#include <vector>

#include "mcrl2/check/specification.hpp"

namespace quotient::mcrl2 {

/// Which processes can come to an end, so that what is written behind a call of them is ever reached. By the text
/// alone: conditions may hold or not.
class Endings {
 public:
  explicit Endings(const Specification& spec);

  bool can_end(ProcId process) const { return ends_[process.value]; }
  bool can_end(ProcExprId process) const;

 private:
  const Specification& spec_;
  std::vector<bool> ends_;  // by process
};

}  // namespace quotient::mcrl2
