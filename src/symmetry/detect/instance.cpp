#include "symmetry/detect/instance.hpp"

#include <algorithm>

#include "system/process_steps.hpp"

namespace quotient::detect {

namespace {

constexpr std::size_t longest_set_up = 10'000;  // steps

bool contains(const Program& program, CodeIndex code, Op op) {
  bool found = false;
  visit_code(program, code, [&](const Instruction& in) { found = found || in.op == op; });
  return found;
}

/// The first transition that a process can come to from `start` on whose code contains `op`.
const Transition* find_transition(const Program& program, const ProcessType& type, std::uint32_t start, Op op) {
  for (const std::uint16_t l : reachable_locations(program, type, start)) {
    for (std::uint32_t t = type.locations[l].first; t < type.locations[l].last; ++t) {
      if (contains(program, program.transitions[t].code, op)) return &program.transitions[t];
    }
  }
  return nullptr;
}

void take_shape(const Program& program, Instance& instance) {
  Shapes shapes(program);
  const Shape& shape = shapes.of(instance.base.data());
  instance.types = shape.types;
  instance.processes = shape.processes;
  instance.first_channel = shape.first_channel;
  instance.channels = shape.channels;
}

}  // namespace

std::uint32_t Instance::location(const Program& program, std::size_t pid) const {
  const std::uint8_t* record = base.data() + processes[pid];
  return program.process_types[types[pid]].location_bytes == 1 ? record[1]
                                                               : static_cast<std::uint32_t>(record[1] | record[2] << 8);
}

std::vector<std::uint16_t> reachable_locations(const Program& program, const ProcessType& type, std::uint32_t start) {
  std::vector<bool> met(type.locations.size(), false);
  std::vector<std::uint16_t> out{static_cast<std::uint16_t>(start)};
  met[start] = true;
  for (std::size_t k = 0; k < out.size(); ++k) {
    const ControlLocation& here = type.locations[out[k]];
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      const std::uint16_t target = program.transitions[t].target;
      if (target == 0 || met[target]) continue;
      met[target] = true;
      out.push_back(target);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::optional<Instance> set_up(const Program& program, Obstacle& obstacle) {
  // A claim watches, but creates nothing.
  Program without_claim = program;
  without_claim.claim = -1;
  ProcessSteps steps(without_claim);
  Successors out;
  steps.initial(out);
  if (out.size() != 1 || !out[0].completed) {
    obstacle.reason = "the initial state is in error";
    return std::nullopt;
  }
  Instance instance;
  instance.base.assign(out[0].state.begin(), out[0].state.end());
  for (std::size_t step = 0;; ++step) {
    take_shape(program, instance);
    const Transition* creates = nullptr;
    for (std::size_t pid = 0; pid < instance.types.size() && creates == nullptr; ++pid) {
      creates = find_transition(program, program.process_types[instance.types[pid]], instance.location(program, pid),
                                Op::run);
    }
    if (creates == nullptr) break;
    const auto give_up = [&](std::string reason) {
      obstacle.reason = std::move(reason);
      obstacle.at = program.statements[creates->statement].range;
      return std::nullopt;
    };
    if (step == longest_set_up) return give_up("processes are created without end");
    steps.successors(instance.base, out);
    if (out.size() != 1 || !out[0].completed || out[0].finding || !out.findings().empty()) {
      return give_up("processes are created here while others already run (create them in one atomic sequence)");
    }
    instance.before.push_back(instance.base);
    instance.base.assign(out[0].state.begin(), out[0].state.end());
  }
  for (std::size_t pid = instance.types.size(); pid > 0 && instance.lasting == 0; --pid) {
    const ProcessType& type = program.process_types[instance.types[pid - 1]];
    if (find_transition(program, type, instance.location(program, pid - 1), Op::terminate) == nullptr) {
      instance.lasting = static_cast<std::uint32_t>(pid);
    }
  }
  return instance;
}

}  // namespace quotient::detect
