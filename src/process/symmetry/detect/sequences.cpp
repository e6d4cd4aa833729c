#include "process/symmetry/detect/sequences.hpp"

#include <algorithm>
#include <initializer_list>

namespace quotient::detect {

bool reads_hidden(const Program& program) {
  const std::vector<Instruction>& code = program.code;
  const auto is = [&](std::size_t at, std::initializer_list<Op> ops) {
    return at < code.size() && std::find(ops.begin(), ops.end(), code[at].op) != ops.end();
  };
  for (std::size_t k = 0; k < code.size(); ++k) {
    if (code[k].op != Op::load_hidden) continue;
    const bool counts = is(k + 1, {Op::push}) && is(k + 2, {Op::add, Op::subtract}) && is(k + 3, {Op::store_hidden});
    if (!counts && !is(k + 1, {Op::print})) return true;
  }
  return false;
}

namespace {

/// Messages may be handed to another process in the middle, what is enabled may depend on others, and processes may
/// come and go: none of that is a matter of one process.
bool stays_alone(const Program& program, CodeIndex code) {
  bool alone = true, uses_hidden = false;
  visit_code(program, code, [&](const Instruction& in) {
    switch (in.op) {
      case Op::send:
      case Op::receive_match:
      case Op::take:
      case Op::run:
      case Op::terminate_check:
      case Op::terminate:
      case Op::timeout:
      case Op::enabled:
      case Op::set_priority:
        alone = false;
        break;
      case Op::store_hidden:
      case Op::load_hidden:
        uses_hidden = true;
        break;
      default:
        break;
    }
  });
  return alone && (!uses_hidden || !reads_hidden(program));
}

}  // namespace

std::vector<bool> passed_locations(const Program& program, const ProcessType& type,
                                   const std::set<std::uint32_t>& stays) {
  std::vector<bool> passed(type.locations.size(), false);
  // A claim moves between the statements of an atomic sequence, and a process may be kept from moving there.
  if (program.claim >= 0 || program.has_priorities || type.provided != 0 || type.deterministic || type.watches)
    return passed;
  for (std::size_t l = 1; l < type.locations.size(); ++l) {
    const ControlLocation& here = type.locations[l];
    if (here.accept || here.progress || here.first == here.last) continue;
    bool alone = stays.count(static_cast<std::uint32_t>(l)) == 0;
    for (std::uint32_t t = here.first; t < here.last && alone; ++t) {
      const Transition& step = program.transitions[t];
      alone = step.escape == 0 && step.target != 0 && stays_alone(program, step.code);
    }
    passed[l] = alone;
  }
  return passed;
}

bool goes_on(const Program& program, const Transition& t, const std::vector<bool>& passed) {
  if (!t.atomic || t.target == 0 || t.escape != 0 || !passed[t.target]) return false;
  return !program.has_rendezvous || stays_alone(program, t.code);
}

std::vector<std::uint32_t> resting_locations(const Program& program, const ProcessType& type,
                                             std::span<const std::uint32_t> starts, const std::vector<bool>& passed) {
  std::vector<bool> rests(type.locations.size(), false), met(type.locations.size(), false);
  std::vector<std::uint32_t> waiting(starts.begin(), starts.end());
  for (const std::uint32_t l : starts) rests[l] = true;
  while (!waiting.empty()) {
    const std::uint32_t l = waiting.back();
    waiting.pop_back();
    if (met[l]) continue;
    met[l] = true;
    for (std::uint32_t t = type.locations[l].first; t < type.locations[l].last; ++t) {
      const Transition& step = program.transitions[t];
      if (step.target == 0) continue;
      if (!goes_on(program, step, passed)) rests[step.target] = true;
      waiting.push_back(step.target);
      if (step.escape != 0) waiting.push_back(step.escape);
    }
  }
  std::vector<std::uint32_t> out;
  for (std::uint32_t l = 0; l < rests.size(); ++l) {
    if (rests[l]) out.push_back(l);
  }
  return out;
}

std::set<std::uint32_t> followers(const Program& program, const ProcessType& type, const Transition& first,
                                  const std::vector<bool>& passed) {
  std::set<std::uint32_t> out;
  std::vector<const Transition*> waiting{&first};
  while (!waiting.empty()) {
    const Transition& t = *waiting.back();
    waiting.pop_back();
    if (!goes_on(program, t, passed)) continue;
    for (std::uint32_t next = type.locations[t.target].first; next < type.locations[t.target].last; ++next) {
      if (out.insert(next).second) waiting.push_back(&program.transitions[next]);
    }
  }
  return out;
}

}  // namespace quotient::detect
