#include "native/plan.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_set>

#include "model/cell.hpp"
#include "process/process_steps.hpp"

namespace quotient::native {

namespace {

/// States looked at to learn which processes usually exist, and how many in a row with the same ones are enough.
/// Mostly these are the first, and then it takes the interpreter a millisecond or two, else about ten.
constexpr std::size_t sample_states = 3000, settled_states = 400;

/// Of a program that is compiled: about 20,000 statements.
constexpr std::size_t most_instructions = 150'000;

}  // namespace

CodeIndex end_of(const Program& program, CodeIndex code) {
  // Code is written front to back with a single `done`, which no jump goes beyond.
  CodeIndex furthest = code;
  for (CodeIndex at = code;; ++at) {
    const Instruction& in = program.code[at];
    if (is_jump(in.op)) furthest = std::max(furthest, static_cast<CodeIndex>(in.b));
    if (in.op == Op::done && at >= furthest) return at + 1;
  }
}

Plan::Plan(const Program& given, const std::atomic<bool>* stop)
    : program(given), stop_(stop), shapes_(std::make_unique<Shapes>(given)) {
  find_unsupported();
  if (!unsupported.empty()) return;
  find_reachable();
  if (!unsupported.empty()) return;
  written.assign(program.global_size, false);
  Successors out;
  ProcessSteps steps(program);
  steps.initial(out);
  if (out.size() == 1 && out[0].completed) initial.assign(out[0].state.begin(), out[0].state.end());
  if (initial.empty()) {
    unsupported = "the initial state cannot be computed";
    return;
  }
  const auto reads_hidden = [](const Instruction& in) { return in.op == Op::load_hidden; };
  if (std::any_of(program.code.begin(), program.code.end(), reads_hidden)) {
    hidden.assign(steps.initial_hidden().begin(), steps.initial_hidden().end());
  }
  if (changes_shape) {
    find_common_shape();
  } else {
    fixed = &shapes_->of(initial.data());
  }
}

std::optional<std::uint32_t> Plan::only_kind() const {
  return kinds.size() == 1 ? std::optional(kinds[0]) : std::nullopt;
}

std::optional<std::int32_t> Plan::constant(std::uint32_t offset, CellType type) const {
  for (std::uint32_t k = offset; k < offset + type.size(); ++k) {
    if (k >= written.size() || written[k]) return std::nullopt;
  }
  return load_cell(initial.data() + 1 + offset, type.kind);
}

void Plan::find_reachable() {
  const auto& types = program.process_types;
  reachable.resize(types.size());
  std::deque<std::uint32_t> waiting(program.initial_processes.begin(), program.initial_processes.end());
  if (program.claim >= 0) waiting.push_back(static_cast<std::uint32_t>(program.claim));
  bool may_run = false;
  std::vector<bool> may_end(types.size());
  while (!waiting.empty()) {
    const std::uint32_t t = waiting.front();
    waiting.pop_front();
    if (!reachable[t].empty()) continue;
    reachable[t].assign(types[t].locations.size(), false);
    std::vector<std::uint32_t> todo{types[t].start};
    reachable[t][types[t].start] = true;
    const auto scan = [&](CodeIndex code) {
      const CodeIndex end = end_of(program, code);
      for (CodeIndex at = code; at < end; ++at) {
        const Instruction& in = program.code[at];
        if (in.op == Op::run) {
          may_run = true;
          waiting.push_back(program.creations[u(in.b)].type);
        }
        if (in.op == Op::terminate) may_end[t] = true;
      }
    };
    if (types[t].initialise != 0) scan(types[t].initialise);
    while (!todo.empty()) {
      const ControlLocation& here = types[t].locations[todo.back()];
      todo.pop_back();
      for (std::uint32_t k = here.first; k < here.last; ++k) {
        const Transition& transition = program.transitions[k];
        scan(transition.code);
        if (transition.target == 0 || reachable[t][transition.target]) continue;
        reachable[t][transition.target] = true;
        todo.push_back(transition.target);
      }
    }
    for (const ChannelInstance& c : types[t].channels) kinds.push_back(c.kind);
  }
  for (const ChannelInstance& c : program.channels) kinds.push_back(c.kind);
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  for (const std::uint32_t k : kinds) {
    const ChannelKind& kind = program.channel_kinds[k];
    rendezvous |= kind.capacity == 0;
    most_fields = std::max(most_fields, static_cast<std::uint32_t>(kind.fields.size()));
  }
  for (const ReceivePattern& p : program.patterns) most_fields = std::max(most_fields, p.given);
  // Only the youngest process can end, so that where it cannot, none can.
  changes_shape = may_run || (!program.initial_processes.empty() && may_end[program.initial_processes.back()]);
}

void Plan::find_unsupported() {
  if (program.code.size() > most_instructions) unsupported = "it is so long that compiling it would take minutes";
  if (program.trace >= 0) unsupported = "it has a trace assertion";
  if (program.has_priorities) unsupported = "it uses priorities";
  if (program.initial_processes.empty()) unsupported = "it has no process";
  if (program.head_size() > 1) unsupported = "it has more than 255 processes or channels";
  if (program.type_bytes > 1) unsupported = "it has more than 256 process types";
  for (const ProcessType& type : program.process_types) {
    if (type.location_bytes > 2) unsupported = "it has a process type of more than 65536 control locations";
  }
  if (program.claim >= 0 && !program.process_types[static_cast<std::size_t>(program.claim)].cells.empty()) {
    unsupported = "its never claim has variables";
  }
  for (const Instruction& in : program.code) {
    if (in.op == Op::enabled) unsupported = "it uses enabled()";
    if (in.op == Op::nonprogress && program.claim_sees_progress) unsupported = "it uses np_";
    if (in.op == Op::event_channel || in.op == Op::event_field) unsupported = "it has a trace assertion";
    if (in.op == Op::get_priority || in.op == Op::set_priority) unsupported = "it uses priorities";
  }
}

/// The list of processes that is the only one after a while, else the most frequent one among the first states. Where
/// no list is frequent, none is fixed.
void Plan::find_common_shape() {
  ProcessSteps steps(program);
  Successors out;
  const auto text_of = [](StateView bytes) { return std::string(bytes.begin(), bytes.end()); };
  std::unordered_set<std::string> seen{text_of(initial)};
  std::deque<const std::string*> waiting{&*seen.begin()};
  std::map<const Shape*, std::size_t> frequency;
  const Shape* last = nullptr;
  std::size_t alike = 0;
  for (std::size_t expanded = 0; expanded < sample_states && !waiting.empty(); ++expanded) {
    if (is_stopped() || alike == settled_states) break;
    const std::vector<std::uint8_t> state(waiting.front()->begin(), waiting.front()->end());
    waiting.pop_front();
    const Shape* const shape = &shapes_->of(state.data());
    ++frequency[shape];
    alike = shape == last ? alike + 1 : 1;
    last = shape;
    steps.successors(state, out);
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (!out[k].completed) continue;
      const auto [at, is_new] = seen.insert(text_of(out[k].state));
      if (is_new) waiting.push_back(&*at);
    }
  }
  if (alike == settled_states) {
    fixed = last->types.empty() ? nullptr : last;
    return;
  }
  std::size_t total = 0, most = 0;
  for (const auto& [shape, count] : frequency) {
    total += count;
    // Equal numbers: the larger shape, then the one whose processes come first, whatever the addresses.
    const bool better = count > most || (count == most && fixed != nullptr &&
                                         std::ranges::lexicographical_compare(fixed->types, shape->types));
    if (better) {
      fixed = shape;
      most = count;
    }
  }
  if (most * 4 < total || (fixed != nullptr && fixed->types.empty())) fixed = nullptr;
}

}  // namespace quotient::native
