#include "process/partial_order/program_independence.hpp"

#include <algorithm>
#include <utility>

#include "base/stop_signal.hpp"
#include "process/partial_order/abstract_value.hpp"
#include "process/queue.hpp"
#include "process/record.hpp"

namespace quotient {

namespace {

bool contains_otherwise(const Program& program, CodeIndex code) {
  bool found = false;
  visit_code(program, code, [&](const Instruction& in) { found = found || in.op == Op::otherwise; });
  return found;
}

/// Whether some option of a location can be taken only where others cannot: `else`, or what an escape goes before. Then
/// whoever makes one of these possible takes the other away.
bool ranks_options(const Program& program, const ControlLocation& here) {
  for (std::uint32_t t = here.first; t < here.last; ++t) {
    const Transition& transition = program.transitions[t];
    if (transition.escape != 0 || contains_otherwise(program, transition.code)) return true;
  }
  return false;
}

/// Whether an atomic sequence may come back to where it was before control is given up.
bool comes_back(const Program& program, const ProcessType& type, std::uint32_t from) {
  std::vector<bool> reached(type.locations.size(), false);
  std::vector<std::uint32_t> waiting = {from};
  while (!waiting.empty()) {
    const ControlLocation& here = type.locations[waiting.back()];
    waiting.pop_back();
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      const Transition& transition = program.transitions[t];
      if (!transition.atomic || transition.target == 0 || reached[transition.target]) continue;
      reached[transition.target] = true;
      waiting.push_back(transition.target);
    }
  }
  return reached[from];
}

/// What is done somewhere within a step.
struct Part {
  std::uint32_t location = 0;
  Effects effects;
};

/// Whether this part of a step can go on just where it could if the step began with it: then the channels say so before
/// the step (Independence::Position::waits). Not where the step itself sends or receives before, or more than once.
bool waits_at_once(const Program& program, const ProcessType& type, std::span<const Part> parts, std::size_t which,
                   const SharedThings& things) {
  const Part& part = parts[which];
  bool alone = true, uses = false;
  const auto look = [&](std::uint32_t end) {
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (!parts[k].effects.writes.contains(end)) continue;
      alone = alone && k == which;
      uses = true;
    }
  };
  for (const std::uint32_t c : part.effects.sends) look(things.send_end(c));
  for (const std::uint32_t c : part.effects.receives) look(things.receive_end(c));
  return alone && !(uses && comes_back(program, type, part.location));
}

/// Locations that an atomic sequence passes. Where it cannot go on, others may move in between: so that is seen.
std::vector<bool> passed_atomically(const Program& program, const ProcessType& type) {
  std::vector<bool> passed(type.locations.size(), false);
  for (const ControlLocation& here : type.locations) {
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      if (program.transitions[t].atomic) passed[program.transitions[t].target] = true;
    }
  }
  return passed;
}

}  // namespace

std::unique_ptr<Independence> find_independence(const Program& program) {
  if (program.has_priorities || program.last_offset >= 0 || program.trace >= 0) return nullptr;
  if (program.claim >= 0 && !program.claim_ignores_stuttering) return nullptr;
  const auto is_provided = [](const ProcessType& type) { return type.provided != 0; };
  if (std::any_of(program.process_types.begin(), program.process_types.end(), is_provided)) return nullptr;
  Obstacle obstacle;
  std::optional<Instance> instance = set_up(program, obstacle);
  // A number that one process gives up and another gets would be two actors.
  if (!instance || instance->some_died || instance->types.size() < 2) return nullptr;
  auto independence = std::make_unique<ProgramIndependence>(program, std::move(*instance));
  return independence->claim_sees_everything() ? nullptr : std::move(independence);
}

ProgramIndependence::ProgramIndependence(const Program& program, Instance instance)
    : program_(program),
      instance_(std::move(instance)),
      things_(program.global_size, static_cast<std::uint32_t>(instance_.channels.size())) {
  const EffectFinder finder(program_, instance_);
  for (std::uint32_t pid = 0; pid < instance_.types.size(); ++pid) {
    first_place_.push_back(static_cast<std::uint32_t>(actor_of_.size()));
    const ProcessType& type = program_.process_types[instance_.types[pid]];
    actor_of_.resize(actor_of_.size() + type.locations.size(), pid);
  }
  Effects none;
  none.reads = none.writes = ThingSet(things_.count());
  now_.assign(actor_of_.size(), none);
  later_.resize(actor_of_.size());
  const AnchorFinder anchors(program_, instance_, finder);
  claim_sees_everything_ = anchors.sees_everything();
  std::vector<Ends> ends;
  for (std::uint32_t pid = 0; pid < instance_.types.size(); ++pid) ends.push_back(find_effects(pid, finder));
  find_anchors(anchors, ends);
}

/// Processes of one type of which the same is seen have the same anchors: so a permutation of processes, which leaves
/// alone what is seen, takes anchors to anchors.
void ProgramIndependence::find_anchors(const AnchorFinder& finder, std::span<const Ends> ends) {
  std::vector<std::vector<bool>> seen, found;
  for (std::uint32_t pid = 0; pid < ends.size(); ++pid) {
    const auto now = std::span(now_).subspan(first_place_[pid], ends[pid].size());
    seen.push_back(finder.seen_of(pid, now, ends[pid]));
    found.push_back(seen.back());
    AnchorFinder::add_circles(now, ends[pid], found.back());
  }
  for (std::uint32_t pid = 0; pid < ends.size(); ++pid) {
    std::vector<bool> all = found[pid];
    for (std::uint32_t other = 0; other < ends.size(); ++other) {
      if (instance_.types[other] != instance_.types[pid] || seen[other] != seen[pid]) continue;
      for (std::size_t l = 0; l < all.size(); ++l) all[l] = all[l] || found[other][l];
    }
    anchors_.insert(anchors_.end(), all.begin(), all.end());
  }
}

void ProgramIndependence::forget_claim(std::span<std::uint8_t> state) const {
  if (program_.claim < 0) return;
  const ProcessType& type = program_.process_types[u(program_.claim)];
  set_watcher_location(program_, type, state.data(), program_.claim_offset, type.start);
}

ProgramIndependence::Ends ProgramIndependence::find_effects(std::uint32_t pid, const EffectFinder& finder) {
  const ProcessType& type = program_.process_types[instance_.types[pid]];
  const std::vector<bool> passed = passed_atomically(program_, type);
  Ends ends(type.locations.size());
  for (const std::uint32_t location : instance_.locations[pid]) {
    poll_stop();
    const std::uint32_t place = place_of(pid, location);
    // Of options that lie ahead; of those that a process has now at its location, whoever could take one away uses the
    // same end of a channel, or is waited for.
    const bool is_condition = passed[location] || ranks_options(program_, type.locations[location]);
    ends[location] = add_step(pid, location, finder, now_[place]);
    for (std::uint32_t t = type.locations[location].first; t < type.locations[location].last; ++t) {
      const Transition& transition = program_.transitions[t];
      Later later{transition.target, finder.of(transition.code, pid, false)};
      if (is_condition) later.effects.read_as_condition(things_);
      if (later.effects.can_be_taken) later_[place].push_back(std::move(later));
    }
  }
  return ends;
}

std::vector<std::uint32_t> ProgramIndependence::add_step(std::uint32_t pid, std::uint32_t location,
                                                         const EffectFinder& finder, Effects& into) const {
  const ProcessType& type = program_.process_types[instance_.types[pid]];
  std::vector<std::uint32_t> waiting = {location}, ends;
  std::vector<Part> parts;
  std::vector<bool> visited(type.locations.size(), false);
  visited[location] = true;
  while (!waiting.empty()) {
    const std::uint32_t here = waiting.back();
    waiting.pop_back();
    for (std::uint32_t t = type.locations[here].first; t < type.locations[here].last; ++t) {
      const Transition& transition = program_.transitions[t];
      parts.push_back({here, finder.of(transition.code, pid, true)});
      append_new(ends, {transition.target});  // an atomic sequence may wait there
      if (!transition.atomic) continue;
      if (transition.target == 0 || visited[transition.target]) continue;
      visited[transition.target] = true;
      waiting.push_back(transition.target);
    }
  }
  const bool begins_anew = comes_back(program_, type, location);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    Effects effects = parts[k].effects;
    // Where a step cannot go on, others move in between: so that is seen.
    const bool is_within = begins_anew || parts[k].location != location;
    if (is_within && (effects.meets || !waits_at_once(program_, type, parts, k, things_)))
      effects.read_as_condition(things_);
    into.add(effects);
  }
  return ends;
}

class ProgramIndependence::StateLocator final : public Locator {
 public:
  explicit StateLocator(const ProgramIndependence& of) : of_(of) {}
  bool locate(StateView state, std::span<Position> out) override { return of_.locate(state, out); }

 private:
  const ProgramIndependence& of_;
};

std::unique_ptr<Independence::Locator> ProgramIndependence::locator() const {
  return std::make_unique<StateLocator>(*this);
}

bool ProgramIndependence::locate(StateView state, std::span<Position> out) const {
  const std::uint8_t* bytes = state.data();
  const auto creates = [bytes](const Creator& creator) { return creator.may_create(bytes); };
  if (std::any_of(instance_.creators.begin(), instance_.creators.end(), creates)) return false;
  const std::uint32_t living = process_count(program_, bytes);
  if (living > instance_.types.size()) return false;
  for (std::uint32_t pid = 0; pid < instance_.types.size(); ++pid) {
    out[pid] = {};
    if (pid >= living) continue;
    const std::uint8_t* record = bytes + instance_.processes[pid];
    if (type_in(program_, record) != instance_.types[pid]) return false;
    const ProcessType& type = program_.process_types[instance_.types[pid]];
    const std::uint32_t location = location_in(program_, type, record);
    if (type.locations[location].first == type.locations[location].last) continue;
    out[pid].place = place_of(pid, location);
    out[pid].waits = waits(out[pid].place, state, living);
    out[pid].waits_for_all = now_[out[pid].place].waits_for_all;
    out[pid].anchors = anchors_[out[pid].place];
    out[pid].meets = now_[out[pid].place].meets;
  }
  return true;
}

/// Whether it wants to send to a channel that is full, or to receive from one that is empty.
bool ProgramIndependence::waits(std::uint32_t place, StateView state, std::uint32_t living) const {
  const Effects& now = now_[place];
  const auto is_blocked = [&](std::uint32_t channel, bool sends) {
    const ChannelPlace& at = instance_.channels[channel];
    if (living < instance_.types.size() && channel >= instance_.first_channel[living]) return true;  // gone
    const ChannelKind& kind = program_.channel_kinds[at.kind];
    const std::uint32_t length = queue_length(state.data() + at.offset, kind);
    return sends ? length >= kind.capacity : length == 0;
  };
  return std::any_of(now.sends.begin(), now.sends.end(), [&](std::uint32_t c) { return is_blocked(c, true); }) ||
         std::any_of(now.receives.begin(), now.receives.end(), [&](std::uint32_t c) { return is_blocked(c, false); });
}

std::vector<std::uint64_t> ProgramIndependence::interfering(Position at) const {
  std::vector<std::uint64_t> bits((actor_of_.size() + 63) / 64, 0);
  const auto set = [&bits](std::uint32_t place) { bits[place / 64] |= std::uint64_t{1} << (place % 64); };
  Effects now = now_[at.place];
  if (at.waits) {
    // Others may make room, or send what it waits for.
    for (const std::uint32_t c : now.sends) now.reads.insert(things_.receive_end(c));
    for (const std::uint32_t c : now.receives) now.reads.insert(things_.send_end(c));
  }
  for (std::uint32_t pid = 0; pid < instance_.types.size(); ++pid) {
    if (pid == actor_of_[at.place]) continue;
    const ProcessType& type = program_.process_types[instance_.types[pid]];
    std::vector<std::vector<std::uint32_t>> sources(type.locations.size());
    std::vector<bool> seen(type.locations.size(), false);
    std::vector<std::uint32_t> waiting;
    for (const std::uint32_t location : instance_.locations[pid]) {
      bool meets = false;
      for (const Later& later : later_[place_of(pid, location)]) {
        meets = meets || now.interferes(later.effects);
        if (later.target != 0) sources[later.target].push_back(location);
      }
      if (!meets) continue;
      seen[location] = true;
      waiting.push_back(location);
    }
    // From all locations that lead to one of these.
    while (!waiting.empty()) {
      const std::uint32_t location = waiting.back();
      waiting.pop_back();
      set(place_of(pid, location));
      for (const std::uint32_t source : sources[location]) {
        if (seen[source]) continue;
        seen[source] = true;
        waiting.push_back(source);
      }
    }
  }
  return bits;
}

}  // namespace quotient
