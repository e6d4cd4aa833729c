#include "process/process_steps.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "process/record.hpp"
#include "process/standing_claim.hpp"

namespace quotient {

namespace {

bool same(const Configuration& a, const Configuration& b) {
  return a.shape == b.shape && a.handshake == b.handshake &&
         std::memcmp(a.bytes.data(), b.bytes.data(), a.shape->size) == 0;
}

}  // namespace

ProcessSteps::ProcessSteps(const Program& program, bool cycles)
    : program_(program),
      cycles_(cycles),
      labels_(program),
      interpreter_(program),
      standing_(first_standing_location(program)) {
  frames_.push_back(std::make_unique<Frame>());
  start();
}

/// The initial state, before any process has moved.
void ProcessSteps::start() {
  Configuration& c = initial_;
  c.shape = &interpreter_.shapes().empty();
  c.bytes.assign(c.shape->size, 0);
  c.hidden.assign(program_.hidden_size, 0);
  const auto initialise = [&](CodeIndex code, std::int32_t pid) {
    Moment moment;
    moment.pid = pid;
    if (code != 0 && !initial_error_ && interpreter_.run(code, c, c, moment) == Outcome::failed) {
      initial_error_ = {FindingKind::runtime, interpreter_.failure()};
    }
  };
  initialise(program_.initialise, -1);
  if (program_.trace >= 0) {
    const ProcessType& trace = program_.process_types[u(program_.trace)];
    set_watcher_location(program_, trace, c.bytes.data(), program_.trace_offset, trace.start);
  }
  if (program_.claim >= 0) set_claim_location(c, program_.process_types[u(program_.claim)].start);
  if (program_.claim >= 0) initialise(program_.process_types[u(program_.claim)].initialise, -1);
  for (std::size_t pid = 0; pid < program_.initial_processes.size(); ++pid) {
    const std::uint32_t type = program_.initial_processes[pid];
    ensure(interpreter_.create_process(c, type, nullptr, 0) >= 0, "more processes at the start than can be numbered");
    const ProcessType& t = program_.process_types[type];
    if (t.priority_offset >= 0) {
      c.bytes[c.shape->processes[pid] + u(t.priority_offset)] = program_.initial_priorities[pid];
    }
    initialise(t.initialise, static_cast<std::int32_t>(pid));
  }
}

void ProcessSteps::initial(Successors& out) {
  out.clear();
  if (initial_error_) {
    out.add({}, {}, initial_error_, false);
  } else {
    out.add(initial_.view(), {});
  }
}

void ProcessSteps::successors(StateView state, Successors& out) {
  out.clear();
  Frame& root = *frames_[0];
  if (root.at.bytes.size() < state.size()) root.at.bytes.resize(state.size() + 64);
  std::memcpy(root.at.bytes.data(), state.data(), state.size());
  root.at.shape = &interpreter_.shapes().of(root.at.bytes.data());
  root.at.handshake = 0;
  root.at.hidden = initial_.hidden;
  if (cycles_) labels_.note(*root.at.shape, state, out.cycle_facts);
  given_up_ = false;
  too_long_ = {};
  if (program_.claim >= 0) {
    take_claim_turn(out);
  } else {
    enter(root, -1, false);
    level_ = 0;
    explore(out);
  }
  if (given_up_) out.cut_off(too_long_);
}

void ProcessSteps::enter(Frame& frame, std::int32_t only, bool inside) {
  frame.inside = inside;
  frame.only = only;
  frame.timeout = false;
  frame.any = false;
  frame.process = only >= 0 ? only + 1 : static_cast<std::int32_t>(frame.at.shape->types.size());
  frame.transition = frame.last_transition = 0;
}

/// Depth first through everything that is not stored, with the frames as explicit stack.
void ProcessSteps::explore(Successors& out) {
  while (true) {
    Frame& frame = *frames_[level_];
    if (frame.transition == frame.last_transition) {
      if (next_process(frame)) continue;
      if (exhausted(level_, out)) continue;
      if (level_ == 0 || (recording_ != nullptr && recording_->found)) return;
      forget(level_);
      leave(level_--, out);
      continue;
    }
    if (frames_.size() <= level_ + 1) frames_.push_back(std::make_unique<Frame>());
    Frame& next = *frames_[level_ + 1];
    const std::uint32_t index = frame.transition;
    const Transition& t = program_.transitions[index];
    ++frame.transition;
    if (frame.escape != 0 && frame.escape != t.escape) {
      frame.transition = frame.last_transition;  // an escape was taken: nothing else is
      continue;
    }
    if (level_ == 0) begin_step({t.statement}, u(frame.process));

    Moment moment;
    moment.pid = frame.process;
    moment.timeout = frame.timeout;
    moment.moved = frame.moved;
    next.entered_by = frame.process;
    next.entered_with = index;
    if (cycles_) {
      next.blocks = level_ == 0 ? ProcessSet() : frame.blocks;
      next.blocks.insert(u(frame.process));
    }
    if (recording_ != nullptr) {
      next.observed = {};
      next.at = frame.at;  // what is shown where the step fails before it writes anything
      interpreter_.observe(&next.observed);
    }
    const Outcome outcome = interpreter_.run(t.code, frame.at, next.at, moment);
    if (outcome == Outcome::blocked) continue;
    if (outcome == Outcome::failed) {
      frame.any = true;
      report({FindingKind::runtime, interpreter_.failure()}, level_ + 1, out);
      continue;
    }
    report_violations(level_ + 1, out);
    const ProcessType& type = program_.process_types[frame.at.shape->types[u(frame.process)]];
    if (type.deterministic && frame.moved) {
      report({FindingKind::runtime, type.determinism_site}, level_ + 1, out);
    }
    if (t.target != 0) interpreter_.set_location(next.at, u(frame.process), t.target);
    if (program_.last_offset >= 0) {
      store_cell(next.at.bytes.data() + program_.head_size() + u(program_.last_offset), program_.id_type,
                 frame.process);
    }
    frame.escape = t.escape;
    if (next.at.handshake == 0) {
      if (cycles_ && level_ == 0) out.cycle_facts.waiting.insert(u(frame.process));
      frame.moved = true;
      if (!t.atomic) {
        frame.any = true;
        arrive(next.at, level_ + 1, out);
        if (recording_ != nullptr && recording_->found) return;
        continue;
      }
      enter(next, frame.process, true);
    } else {
      enter(next, -1, true);
    }
    ++level_;
    next.handshakes = frame.handshakes + (next.at.handshake != 0 ? 1 : 0);
    const bool long_way = ++places_ > long_step;
    if (repeats(level_) || (long_way && leads_nowhere_new(level_, out))) {
      if (given_up_) return;
      // A cycle inside an atomic sequence: it never ends, and leads nowhere new.
      next.any = true;
      leave(level_--, out);
    }
  }
}

bool ProcessSteps::next_process(Frame& frame) {
  const std::int32_t lowest = frame.only >= 0 ? frame.only : 0;
  while (--frame.process >= lowest) {
    if (frame.at.handshake != 0 && frame.at.sender == frame.process) continue;
    if (!may_move(frame)) continue;
    const ProcessType& type = program_.process_types[frame.at.shape->types[u(frame.process)]];
    const ControlLocation& here = type.locations[interpreter_.location(frame.at, u(frame.process))];
    if (here.first == here.last) continue;
    frame.transition = here.first;
    frame.last_transition = here.last;
    frame.escape = 0;
    frame.moved = false;
    return true;
  }
  return false;
}

/// The provided clause holds, and no process of higher priority could move.
bool ProcessSteps::may_move(const Frame& frame) {
  const auto provided = [&](std::int32_t pid) {
    const CodeIndex code = program_.process_types[frame.at.shape->types[u(pid)]].provided;
    if (code == 0) return true;
    Moment moment;
    moment.pid = pid;
    moment.timeout = frame.timeout;
    return interpreter_.evaluate(code, frame.at, moment) != 0;
  };
  if (!provided(frame.process)) return false;
  if (!program_.has_priorities) return true;
  const std::uint8_t mine = interpreter_.priority(frame.at, u(frame.process));
  for (std::int32_t pid = 0; u(pid) < frame.at.shape->types.size(); ++pid) {
    if (pid == frame.process || interpreter_.priority(frame.at, u(pid)) <= mine || !provided(pid)) continue;
    Moment moment;
    moment.timeout = frame.timeout;
    if (interpreter_.process_enabled(pid, frame.at, moment)) return false;
  }
  return true;
}

/// After everything below `level` was explored: tell the frame above whether its step was one.
void ProcessSteps::leave(std::size_t level, Successors& out) {
  const Frame& done = *frames_[level];
  Frame& above = *frames_[level - 1];
  if (done.at.handshake != 0 && !done.any) {
    above.escape = 0;  // nobody received: the send was not executable
    return;
  }
  above.any = true;
  above.moved = true;
  if (cycles_ && level == 1) out.cycle_facts.waiting.insert(u(above.process));
}

/// No transition is left in a frame. True where its search begins anew.
bool ProcessSteps::exhausted(std::size_t level, Successors& out) {
  Frame& frame = *frames_[level];
  if (frame.any || frame.at.handshake != 0) return false;
  if (frame.at.shape->types.empty() && program_.claim < 0) return false;
  if (frame.inside) {
    arrive(frame.at, level, out);  // blocked inside an atomic sequence: control is lost here
    frame.any = true;
    return false;
  }
  if (program_.claim >= 0) {
    if (!frame.timeout && program_.has_timeout) {
      timeout_wanted_ = true;
    } else {
      stutter(frame.at, out);
    }
    return false;
  }
  if (!frame.timeout && program_.has_timeout) {
    frame.timeout = true;
    frame.process = static_cast<std::int32_t>(frame.at.shape->types.size());
    return true;
  }
  out.cycle_facts.stands_still = true;
  if (!is_valid_end(frame.at)) {
    const Finding deadlock{FindingKind::deadlock, 0};
    out.add_finding(deadlock);
  }
  return false;
}

bool ProcessSteps::is_valid_end(const Configuration& at) const {
  for (std::size_t pid = 0; pid < at.shape->types.size(); ++pid) {
    const ProcessType& type = program_.process_types[at.shape->types[pid]];
    if (!type.locations[interpreter_.location(at, pid)].end) return false;
  }
  if (program_.trace >= 0) {
    const ProcessType& trace = program_.process_types[u(program_.trace)];
    return trace.locations[watcher_location(program_, trace, at.bytes.data(), program_.trace_offset)].end;
  }
  return true;
}

/// Whether the newest frame repeats one below it. Compared with one frame only, which moves on at powers of two
/// [Brent]: a cycle without a choice is found within a few times its length, and a path without one pays a comparison a
/// step. Not where there was a rendezvous meanwhile: who has moved makes a difference, and while it is under way there
/// is more to it than the bytes of its state.
bool ProcessSteps::repeats(std::size_t level) const {
  if (level < 4) return false;
  const std::size_t mark = std::bit_floor(level - 1);
  return frames_[mark]->only == frames_[level]->only && same(frames_[mark]->at, frames_[level]->at) &&
         frames_[mark]->handshakes == frames_[level]->handshakes;
}

void ProcessSteps::begin_step(StepLabel label, Actor actor) {
  label_ = label;
  actor_ = actor;
  places_ = 0;
  if (history_.size() > 0) history_.clear();
}

/// Whether the newest frame is where this step has been already, of which all is remembered from now on. True as well
/// where the step is given up.
bool ProcessSteps::leads_nowhere_new(std::size_t level, const Successors& out) {
  if (places_ % long_step == 0) {
    if (signal_ == nullptr) poll_stop();
    given_up_ |= signal_ != nullptr && signal_->raised();
  }
  if (std::max({level, history_.size(), out.size()}) > too_long_step) {
    given_up_ = true;
    too_long_ = {FindingKind::runtime, static_cast<std::uint32_t>(program_.sites.size()) + label_.value};
  }
  if (given_up_) return true;
  const auto enter = [this](std::size_t l) {
    const Frame& frame = *frames_[l];
    if (frame.at.handshake != 0) return false;
    return history_.enter(frame.at.view(), frame.only, cycles_ ? &frame.blocks : nullptr);
  };
  for (std::size_t l = 1; places_ == long_step + 1 && l < level; ++l) enter(l);
  return enter(level);
}

void ProcessSteps::forget(std::size_t level) {
  if (level == 0 || history_.size() == 0) return;
  const Frame& frame = *frames_[level];
  if (frame.at.handshake != 0) return;
  history_.leave(frame.at.view(), frame.only, cycles_ ? &frame.blocks : nullptr);
}

void ProcessSteps::arrive(const Configuration& at, std::size_t frames, Successors& out) {
  if (recording_ == nullptr) {
    out.add(at.view(), label_, {}, true, actor_);
    if (cycles_) out.add_moved(moved(frames));
    return;
  }
  const StateView reached = at.view();
  if (recording_->finding || !std::ranges::equal(reached, recording_->to)) return;
  if (recording_->before == 0)
    keep_path(frames);
  else
    --recording_->before;
}

void ProcessSteps::report(Finding finding, std::size_t frames, Successors& out) {
  if (recording_ == nullptr) {
    out.add({}, label_, finding, false, actor_);
    if (cycles_) out.add_moved(moved(frames));
  } else if (finding == recording_->finding) {
    keep_path(frames);
  }
}

void ProcessSteps::report_violations(std::size_t frames, Successors& out) {
  for (const std::uint32_t site : interpreter_.violations()) {
    const bool assertion = program_.sites[site].kind == SiteKind::assertion;
    report({assertion ? FindingKind::assertion : FindingKind::runtime, site}, frames, out);
  }
}

void ProcessSteps::keep_path(std::size_t level) {
  if (recording_->found) return;
  recording_->found = true;
  recording_->steps = claim_path_;
  for (std::size_t l = 1; l <= level; ++l) {
    const Frame& f = *frames_[l];
    recording_->steps.push_back({f.entered_by, f.entered_with, f.at, f.observed});
  }
}

std::vector<MicroStep> ProcessSteps::record(StateView from, StateView to, Finding finding, std::size_t which) {
  Recording recording{to, finding, which, false, {}};
  recording_ = &recording;
  Successors ignored;
  successors(from, ignored);
  recording_ = nullptr;
  interpreter_.observe(nullptr);
  return std::move(recording.steps);
}

}  // namespace quotient
