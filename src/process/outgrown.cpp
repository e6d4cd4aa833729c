#include "process/outgrown.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"
#include "process/process_steps.hpp"
#include "process/record.hpp"

namespace quotient {

namespace {

/// So many steps without more processes than ever before, and no more are expected. Not "without a new process": those
/// of a model that creates one whenever another has ended are new for ever.
constexpr int most_idle_steps = 200;

bool is_out_of_numbers(const Program& program, Finding finding) {
  return finding.kind == FindingKind::runtime &&
         std::any_of(program.creations.begin(), program.creations.end(),
                     [finding](const Creation& c) { return c.site == finding.site; });
}

}  // namespace

bool is_outgrown(const Program& program) {
  // Without a loop around it each `run` counts once for each process that can come to it; that few are not worth a try.
  if (program.creations.empty()) return false;
  ProcessSteps steps(program);
  Successors out;
  steps.initial(out);
  if (out.size() != 1 || !out[0].completed) return false;
  std::vector<std::uint8_t> state(out[0].state.begin(), out[0].state.end());
  std::uint32_t record = process_count(program, state.data());
  for (int idle = 0; idle < most_idle_steps; ++idle) {
    poll_stop();
    steps.successors(state, out);
    // The last of those that lead to most processes: the oldest process comes last, and it is who creates the others.
    std::size_t best = out.size();
    std::uint32_t most = 0;
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (is_out_of_numbers(program, out[k].finding)) return true;
      if (!out[k].completed) continue;
      const std::uint32_t count = process_count(program, out[k].state.data());
      if (count < most) continue;
      most = count;
      best = k;
    }
    if (best == out.size()) return false;
    if (most > record) {
      record = most;
      idle = 0;
    }
    state.assign(out[best].state.begin(), out[best].state.end());
  }
  return false;
}

}  // namespace quotient
