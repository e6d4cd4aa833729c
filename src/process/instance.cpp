#include "process/instance.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/stop_signal.hpp"
#include "process/process_steps.hpp"

namespace quotient {

namespace {

bool contains(const Program& program, CodeIndex code, Op op) {
  bool found = false;
  visit_code(program, code, [&](const Instruction& in) { found = found || in.op == op; });
  return found;
}

/// The first transition that a process can come to from some locations on whose code contains `op`.
const Transition* find_transition(const Program& program, const ProcessType& type,
                                  std::span<const std::uint32_t> starts, Op op) {
  for (const std::uint32_t l : reachable_locations(program, type, starts)) {
    for (std::uint32_t t = type.locations[l].first; t < type.locations[l].last; ++t) {
      if (contains(program, program.transitions[t].code, op)) return &program.transitions[t];
    }
  }
  return nullptr;
}

std::uint32_t location_of(const Program& program, const Shape& shape, const std::vector<std::uint8_t>& state,
                          std::size_t pid) {
  return location_in(program, program.process_types[shape.types[pid]], state.data() + shape.processes[pid]);
}

/// The control locations of a type from which it can still create processes: those with a step that does so, and,
/// backwards, all that lead to one of them.
std::vector<bool> creating_locations(const Program& program, const ProcessType& type) {
  std::vector<bool> creating(type.locations.size(), false);
  std::vector<std::size_t> waiting;
  for (std::size_t l = 1; l < type.locations.size(); ++l) {
    poll_stop();
    for (std::uint32_t t = type.locations[l].first; t < type.locations[l].last && !creating[l]; ++t) {
      if (contains(program, program.transitions[t].code, Op::run)) creating[l] = true;
    }
    if (creating[l]) waiting.push_back(l);
  }
  if (waiting.empty()) return creating;
  std::vector<std::vector<std::size_t>> sources(type.locations.size());
  for (std::size_t l = 1; l < type.locations.size(); ++l) {
    for (std::uint32_t t = type.locations[l].first; t < type.locations[l].last; ++t) {
      sources[program.transitions[t].target].push_back(l);
    }
  }
  while (!waiting.empty()) {
    const std::size_t reached = waiting.back();
    waiting.pop_back();
    for (const std::size_t source : sources[reached]) {
      if (creating[source]) continue;
      creating[source] = true;
      waiting.push_back(source);
    }
  }
  return creating;
}

std::vector<std::vector<bool>> creating_locations(const Program& program) {
  std::vector<std::vector<bool>> out;
  for (const ProcessType& type : program.process_types) out.push_back(creating_locations(program, type));
  return out;
}

/// All states up to the first in which nobody can create processes any more.
class SetUp {
 public:
  SetUp(const Program& program, Obstacle& obstacle)
      : program_(program),
        steps_(program),
        shapes_(program),
        obstacle_(obstacle),
        creating_(creating_locations(program)) {}

  std::optional<Instance> run() {
    steps_.initial(out_);
    if (out_.size() != 1 || !out_[0].completed) {
      obstacle_.reason = "the initial state is in error";
      return std::nullopt;
    }
    if (!enter(out_[0].state)) return std::nullopt;
    for (std::size_t k = 0; k < before_.size(); ++k) {
      poll_stop();
      if (k == most_states)
        return give_up(
            "processes are created here again and again, so that their numbers depend on which of them have ended by "
            "then (create all of them in one atomic sequence, and let each wait until it is needed)");
      steps_.successors(before_[k], out_);
      for (std::size_t s = 0; s < out_.size(); ++s) {
        if (!out_[s].completed || out_[s].finding) return give_up("something is wrong before all processes exist");
      }
      if (!out_.findings().empty()) return give_up("something is wrong before all processes exist");
      const std::size_t count = out_.size();
      std::vector<std::vector<std::uint8_t>> next;
      for (std::size_t s = 0; s < count; ++s) next.emplace_back(out_[s].state.begin(), out_[s].state.end());
      for (const auto& state : next) {
        instance_.some_died =
            instance_.some_died || process_count(program_, state.data()) < process_count(program_, before_[k].data());
        if (!enter(state)) return std::nullopt;
      }
    }
    if (instance_.bases.empty()) return give_up("processes are created without end");
    for (const auto& state : before_) {
      const Shape& shape = shapes_.of(state.data());
      if (!std::equal(shape.types.begin(), shape.types.end(), instance_.types.begin(),
                      instance_.types.begin() +
                          static_cast<std::ptrdiff_t>(std::min(shape.types.size(), instance_.types.size()))) ||
          shape.types.size() > instance_.types.size()) {
        return give_up("which processes there are depends on what happens here");
      }
    }
    finish();
    return std::move(instance_);
  }

 private:
  std::optional<Instance> give_up(std::string reason) {
    obstacle_.reason = std::move(reason);
    obstacle_.at = instance_.created_at;
    return std::nullopt;
  }

  /// Notes a state where it is new. False where processes are not those of the states before.
  bool enter(StateView seen) {
    std::vector<std::uint8_t> state(seen.begin(), seen.end());
    if (!met_.emplace(state.begin(), state.end()).second) return true;
    const Shape& shape = shapes_.of(state.data());
    for (std::size_t pid = 0; pid < shape.types.size(); ++pid) {
      const std::uint32_t l = location_of(program_, shape, state, pid);
      if (!creating_[shape.types[pid]][l]) continue;
      const auto [creates, is_new] = creates_.try_emplace({shape.types[pid], l}, nullptr);
      if (is_new) {
        const ProcessType& type = program_.process_types[shape.types[pid]];
        creates->second = find_transition(program_, type, std::span(&l, 1), Op::run);
      }
      instance_.created_at = program_.statements[creates->second->statement].range;
      before_.push_back(std::move(state));
      return true;
    }
    if (instance_.bases.empty()) {
      instance_.types.assign(shape.types.begin(), shape.types.end());
      instance_.processes.assign(shape.processes.begin(), shape.processes.end());
      instance_.first_channel.assign(shape.first_channel.begin(), shape.first_channel.end());
      instance_.channels.assign(shape.channels.begin(), shape.channels.end());
    } else if (!std::ranges::equal(instance_.types, shape.types)) {
      give_up("which processes there are depends on what happens here");
      return false;
    }
    instance_.bases.push_back(std::move(state));
    return true;
  }

  void finish() {
    for (std::size_t pid = 0; pid < instance_.types.size(); ++pid) {
      const std::uint32_t type = instance_.types[pid];
      std::set<std::uint32_t> starts;
      for (const auto& base : instance_.bases) starts.insert(location_of(program_, shapes_.of(base.data()), base, pid));
      const std::vector<std::uint32_t> all(starts.begin(), starts.end());
      instance_.locations.push_back(reachable_locations(program_, program_.process_types[type], all));
      if (find_transition(program_, program_.process_types[type], all, Op::terminate) == nullptr) {
        instance_.lasting = static_cast<std::uint32_t>(pid + 1);
      }
      if (std::find(creating_[type].begin(), creating_[type].end(), true) == creating_[type].end()) continue;
      instance_.creators.push_back({static_cast<std::uint32_t>(pid), instance_.processes[pid] + program_.type_bytes,
                                    program_.process_types[type].location_bytes, program_.head_size(),
                                    creating_[type]});
    }
  }

  static constexpr std::size_t most_states = 10'000;

  const Program& program_;
  ProcessSteps steps_;
  Shapes shapes_;
  Obstacle& obstacle_;
  std::vector<std::vector<bool>> creating_;                                       // by type and location
  std::map<std::pair<std::uint32_t, std::uint32_t>, const Transition*> creates_;  // the first that does, the same way
  Successors out_;
  std::unordered_set<std::string> met_;
  std::vector<std::vector<std::uint8_t>> before_;
  Instance instance_;
};

}  // namespace

std::uint32_t Instance::location(const Program& program, std::size_t pid) const {
  return location_in(program, program.process_types[types[pid]], base().data() + processes[pid]);
}

std::vector<std::uint32_t> reachable_locations(const Program& program, const ProcessType& type,
                                               std::span<const std::uint32_t> starts) {
  std::vector<bool> met(type.locations.size(), false);
  std::vector<std::uint32_t> out(starts.begin(), starts.end());
  for (const std::uint32_t start : starts) met[start] = true;
  for (std::size_t k = 0; k < out.size(); ++k) {
    const ControlLocation& here = type.locations[out[k]];
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      const std::uint32_t target = program.transitions[t].target;
      if (target == 0 || met[target]) continue;
      met[target] = true;
      out.push_back(target);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<Instance> without_beginning(const Program& program, const Instance& instance) {
  std::optional<Instance> out = instance;
  Obstacle obstacle;
  // It matters what a claim has seen on the way.
  if (program.claim >= 0) out = SetUp(program, obstacle).run();
  if (out) out->has_beginning = false;
  return out;
}

std::optional<Instance> set_up(const Program& program, Obstacle& obstacle) {
  // A claim watches, but creates nothing.
  Program without_claim = program;
  without_claim.claim = -1;
  std::optional<Instance> instance = SetUp(without_claim, obstacle).run();
  if (!instance || instance->is_unique()) return instance;
  return without_beginning(program, *instance);
}

}  // namespace quotient
