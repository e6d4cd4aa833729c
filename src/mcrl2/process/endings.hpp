#pragma once

#include <cstdint>
#include <vector>

#include "mcrl2/check/specification.hpp"

namespace quotient::mcrl2 {

/// Which processes can come to an end, so that what is written behind a call of them is ever reached. By the text
/// alone: conditions may hold or not.
class Endings {
 public:
  explicit Endings(const Specification& spec);

  bool can_end(ProcId process) const { return ends_[process.value]; }
  /// Costs the length of the text the first time, and nothing for what was part of that.
  bool can_end(ProcExprId process);

 private:
  enum class Answer : std::uint8_t { open, no, yes };

  bool look_into(ProcExprId process);

  const Specification& spec_;
  std::vector<bool> ends_;       // by process
  std::vector<Answer> answers_;  // by expression, once all processes are settled
  bool settled_ = false;
};

}  // namespace quotient::mcrl2
