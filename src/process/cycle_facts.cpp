#include "process/cycle_facts.hpp"

#include <algorithm>

#include "process/process_steps.hpp"
#include "process/record.hpp"

/// What cycles are judged by, as SPIN's verifier has it.
namespace quotient {

namespace {

std::vector<std::uint32_t> targets_of(const Program& program, const ControlLocation& location) {
  std::vector<std::uint32_t> targets;
  for (std::uint32_t t = location.first; t < location.last; ++t) {
    targets.push_back(program.transitions[t].target);
    if (program.transitions[t].escape != 0) targets.push_back(program.transitions[t].escape);
  }
  return targets;
}

/// For each location of a claim whether it is in one strongly connected component with an accepting one: by the
/// definition of components, since claims have few locations; where one has many, it may be anywhere. A location
/// without a way back to itself is a component, too: a claim that cannot go on stays where it is.
std::vector<bool> recurrent_locations(const Program& program, const ProcessType& claim) {
  constexpr std::size_t few = 256;
  const std::size_t count = claim.locations.size();
  if (count > few) return std::vector<bool>(count, true);
  std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
  for (std::size_t from = 0; from < count; ++from) {
    std::vector<std::size_t> waiting = {from};
    reaches[from][from] = true;
    while (!waiting.empty()) {
      const std::size_t at = waiting.back();
      waiting.pop_back();
      for (const std::uint32_t target : targets_of(program, claim.locations[at])) {
        if (reaches[from][target]) continue;
        reaches[from][target] = true;
        waiting.push_back(target);
      }
    }
  }
  std::vector<bool> recurrent(count, false);
  for (std::size_t from = 0; from < count; ++from) {
    for (std::size_t at = 0; at < count && !recurrent[from]; ++at) {
      recurrent[from] = claim.locations[at].accept && reaches[from][at] && reaches[at][from];
    }
  }
  return recurrent;
}

}  // namespace

/// Beside a claim only its own states accept: labels of the program are another property.
CycleLabels::CycleLabels(const Program& program) : program_(program) {
  for (const ProcessType& type : program.process_types) {
    labelled_.push_back(std::any_of(type.locations.begin(), type.locations.end(), [&](const ControlLocation& l) {
      return l.progress || (l.accept && program.claim < 0);
    }));
    any_labelled_ = any_labelled_ || (labelled_.back() && !type.watches);
  }
  if (program.claim >= 0) {
    recurrent_ = recurrent_locations(program, program.process_types[static_cast<std::size_t>(program.claim)]);
  }
}

void CycleLabels::note(const Shape& shape, StateView state, CycleFacts& facts) const {
  for (std::size_t pid = 0; any_labelled_ && pid < shape.types.size(); ++pid) {
    if (!labelled_[shape.types[pid]]) continue;
    const ProcessType& type = program_.process_types[shape.types[pid]];
    const ControlLocation& here = type.locations[location_in(program_, type, state.data() + shape.processes[pid])];
    facts.accepting |= here.accept;
    facts.progress |= here.progress;
  }
  if (program_.claim < 0) return;
  const ProcessType& claim = program_.process_types[static_cast<std::size_t>(program_.claim)];
  const std::uint32_t at = watcher_location(program_, claim, state.data(), program_.claim_offset);
  facts.accepting = claim.locations[at].accept;
  facts.recurrent = recurrent_[at];
}

/// The processes on the path through `frames` frames, whoever received in a rendezvous among them. (Who waits is
/// another matter: as in pan, it is the sender who could begin a rendezvous, and nobody owes it to a receiver.)
ProcessSet ProcessSteps::moved(std::size_t frames) const {
  return frames == 0 ? ProcessSet() : frames_[frames]->blocks;
}

}  // namespace quotient
