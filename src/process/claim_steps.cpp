#include <algorithm>

#include "process/process_steps.hpp"
#include "process/record.hpp"

/// With a never claim a step is a move of the claim followed by a step of the program. A program that stands still is
/// taken to repeat its last state for ever, so that the claim moves on alone.
namespace quotient {

std::uint32_t ProcessSteps::claim_location(const Configuration& at) const {
  return watcher_location(program_, program_.process_types[u(program_.claim)], at.bytes.data(), program_.claim_offset);
}

void ProcessSteps::set_claim_location(Configuration& at, std::uint32_t location) const {
  set_watcher_location(program_, program_.process_types[u(program_.claim)], at.bytes.data(), program_.claim_offset,
                       location);
}

/// Whether the claim is where it is only while the program stands still.
bool ProcessSteps::claim_stands(const Configuration& at) const {
  return standing_ != 0 && claim_location(at) >= standing_;
}

void ProcessSteps::take_claim_turn(Successors& out) {
  const Configuration from = frames_[0]->at;
  timeout_wanted_ = false;
  stuttered_.assign(1, std::vector<std::uint8_t>(from.view().begin(), from.view().end()));
  move_claim(from, false, false, out);
  if (timeout_wanted_ && !given_up_) move_claim(from, true, false, out);
}

/// Every move of the claim, and after each the program's (or, while the program does not move, the claim's again).
void ProcessSteps::move_claim(const Configuration& from, bool timeout, bool stuttering, Successors& out) {
  const ProcessType& claim = program_.process_types[u(program_.claim)];
  const ControlLocation& here = claim.locations[claim_location(from)];
  CycleFacts facts;
  if (program_.claim_sees_progress) labels_.note(*from.shape, from.view(), facts);
  const bool stands = claim_stands(from);
  bool moved = false;
  for (std::uint32_t index = here.first; index < here.last; ++index) {
    const Transition& t = program_.transitions[index];
    if (t.target == 0) {
      // The claim itself ends, where it is the last to do so.
      if (stuttering && from.shape->types.empty()) {
        Configuration ended = from;
        set_claim_location(ended, 0);
        arrive(ended, 0, out);
      }
      continue;
    }
    if (!stuttering || recording_ == nullptr) label_ = claim_label_ = {t.statement};
    actor_ = no_actor;
    Moment moment;
    moment.pid = -1;
    moment.timeout = timeout;
    moment.moved = moved;
    moment.nonprogress = !stuttering && !facts.progress && !stands;
    Configuration next;
    MicroStep step{-1, index, from, {}};
    if (recording_ != nullptr) interpreter_.observe(&step.observed);
    const Outcome outcome = interpreter_.run(t.code, from, next, moment);
    if (outcome == Outcome::blocked) continue;
    moved = true;
    level_ = 0;
    if (outcome == Outcome::done) {
      set_claim_location(next, t.target);
      step.after = next;
    }
    if (recording_ != nullptr) claim_path_.push_back(step);
    if (outcome == Outcome::failed) {
      report({FindingKind::runtime, interpreter_.failure()}, 0, out);
    } else {
      report_violations(0, out);
      if (claim.locations[t.target].end) report({FindingKind::ltl, program_.claim_site}, 0, out);
      if (t.atomic) {
        move_claim(next, timeout, stuttering, out);
      } else if (stuttering) {
        arrive(next, 0, out);
        if (is_first_stutter(next)) stutter(next, out);
      } else {
        frames_[0]->at = next;
        enter(*frames_[0], -1, false);
        frames_[0]->timeout = timeout;
        explore(out);
      }
    }
    if (recording_ != nullptr) claim_path_.pop_back();
    if (given_up_ || (recording_ != nullptr && recording_->found)) return;
  }
}

/// The program stands still in `at`: the claim goes on from there, from each of its states once. Where cycles matter,
/// one move at a time, so that none of its states is passed over.
void ProcessSteps::stutter(const Configuration& at, Successors& out) {
  if (program_.claim_needs_cycles) {
    label_ = claim_label_;  // the program has tried steps in the meantime
    actor_ = no_actor;
    if (standing_ == 0 || claim_stands(at)) {
      arrive(at, 0, out);
      return;
    }
    Configuration standing = at;
    set_claim_location(standing, claim_location(at) + standing_);
    arrive(standing, 0, out);
    return;
  }
  const Configuration from = at;  // NOLINT: `at` may be what is moved
  move_claim(from, true, true, out);
}

bool ProcessSteps::is_first_stutter(const Configuration& at) {
  const StateView view = at.view();
  std::vector<std::uint8_t> state(view.begin(), view.end());
  if (std::find(stuttered_.begin(), stuttered_.end(), state) != stuttered_.end()) return false;
  stuttered_.push_back(std::move(state));
  return true;
}

}  // namespace quotient
