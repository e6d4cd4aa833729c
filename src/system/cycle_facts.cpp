#include "system/process_steps.hpp"

/// What cycles are judged by, as SPIN's verifier has it.
namespace quotient {

/// Beside a claim only its own states accept: labels of the program are another property.
void ProcessSteps::note_labels(const Configuration& at, CycleFacts& facts) const {
  for (std::size_t pid = 0; pid < at.shape->types.size(); ++pid) {
    const ProcessType& type = program_.process_types[at.shape->types[pid]];
    const ControlLocation& here = type.locations[interpreter_.location(at, pid)];
    facts.accepting |= here.accept;
    facts.progress |= here.progress;
  }
  if (program_.claim < 0) return;
  const ProcessType& claim = program_.process_types[static_cast<std::size_t>(program_.claim)];
  facts.accepting = claim.locations[claim_location(at)].accept;
}

/// The processes on the path through `frames` frames, whoever received in a rendezvous among them. (Who waits is
/// another matter: as in pan, it is the sender who could begin a rendezvous, and nobody owes it to a receiver.)
ProcessSet ProcessSteps::moved(std::size_t frames) const {
  ProcessSet set;
  for (std::size_t level = 1; level <= frames; ++level) {
    set.insert(static_cast<std::uint32_t>(frames_[level]->entered_by));
  }
  return set;
}

}  // namespace quotient
