#include <algorithm>
#include <utility>

#include "base/ensure.hpp"
#include "search/disk/level_search.hpp"
#include "search/orbit_tally.hpp"

namespace quotient {

std::vector<StateBytes> DiskSearch::path_to(StateId last) {
  std::vector<StateBytes> path;
  for (std::uint64_t at = last.value; at != StateLog::no_parent;) {
    StateLog::Entry entry = states_.load(at);
    ensure(failed() || entry.parent == StateLog::no_parent || entry.parent < at,
           "the parents of a state go round in a circle");
    if (failed()) return {};
    path.push_back(std::move(entry.state));
    at = entry.parent;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

Result DiskSearch::result(StopReason stopped) {
  Result result;
  result.stopped = stopped;
  const auto path = [this](StateId source) { return source == no_state ? std::vector<StateBytes>() : path_to(source); };
  // Threads that were cut short have not handed over what they found.
  ViolationLog& log = expanders_.front()->log;
  for (const auto& expander : expanders_) {
    if (expander != expanders_.front()) log.merge(expander->log);
  }
  result.violations = log.collect(path, options_.all);
  result.violation_count = log.count();
  result.reduction_exact = options_.reduction == nullptr || options_.reduction->exact();
  result.shortcoming = system_.shortcoming();
  result.assumptions = system_.assumptions();
  result.verdict = result.judged();
  result.states = states_.size();
  result.transitions = transitions();
  std::vector<std::unique_ptr<KeyFunction>> key_functions;
  for (const auto& expander : expanders_) {
    if (expander->key_function != nullptr) key_functions.push_back(std::move(expander->key_function));
    if (!result.too_much) result.too_much = expander->too_much;
  }
  result.represents = OrbitTally(key_functions, result.states).text();
  if (!result.complete()) result.unexpanded = result.states - expanded();
  result.max_depth = max_depth_;
  result.memory_bytes = budget_.peak();
  result.coverage = coverage().places();
  result.seconds = earlier_seconds_ + watch_.seconds();
  result.growth =
      std::move(growth_).finished({result.states, 0, max_depth_, budget_.used(), result.seconds}, result.complete());
  return result;
}

}  // namespace quotient
