#include "process/symmetry/detect/system_code.hpp"

#include <algorithm>
#include <numeric>

#include "model/cell.hpp"
#include "process/symmetry/detect/kin.hpp"
#include "process/symmetry/detect/sequences.hpp"

namespace quotient::detect {

namespace {

constexpr std::size_t most_readings = 40;  // of a system, each with more locations that are not passed

/// `passed`: null where each statement is to be read alone. False where something is not understood, or where `code`
/// has got more locations that are not passed.
bool read_process(const Program& program, std::int32_t pid, const ProcessType& type,
                  std::span<const std::uint32_t> locations, const Without& without, const std::vector<bool>* passed,
                  bool merges, SystemCode& code, bool& gave_up) {
  Decoder decoder(*code.decoding, pid, passed, merges);
  const auto number = static_cast<std::uint32_t>(&type - program.process_types.data());
  bool goes_through = true;
  if (type.provided != 0 && without.provided.count(number) == 0) code.provided[pid] = decoder.expression(type.provided);
  for (const std::uint32_t l : locations) {
    for (std::uint32_t t = type.locations[l].first; t < type.locations[l].last; ++t) {
      const Transition& transition = program.transitions[t];
      if (without.statements.count(transition.statement) != 0) continue;
      const NodeId first = decoder.step(transition);
      gave_up = decoder.gave_up();
      if (!decoder.stays().empty()) {
        code.stays[number].insert(decoder.stays().begin(), decoder.stays().end());
        decoder.begin_again();
        goes_through = false;
        continue;
      }
      if (decoder.failed()) return false;
      const bool arrives = passed != nullptr && goes_on(program, transition, *passed);
      code.steps.push_back({pid, l, t, first, arrives});
    }
  }
  return goes_through;
}

/// Whether something looks into processes while they move, so that what they have in mind counts.
bool is_watched(const Program& program) {
  const bool by_propositions = program.claim < 0 && !program.propositions.empty();
  return std::any_of(program.code.begin(), program.code.end(), [&](const Instruction& in) {
    return in.op == Op::address_remote || in.op == Op::enabled || (by_propositions && in.op == Op::location_of);
  });
}

/// What somebody else asks of states: each is a property of its own, and not one of several that may change places.
bool read_propositions(const Program& program, SystemCode& code) {
  if (program.claim >= 0) return true;
  Decoder decoder(*code.decoding, claim_process);
  for (const ProgramProposition& each : program.propositions) {
    code.propositions.push_back(decoder.expression(each.code));
    if (decoder.failed()) return false;
  }
  return true;
}

/// False where something is not understood, or where `code` has got more locations that are not passed.
bool read_all(const Program& program, const Instance& instance, const Without& without, SystemCode& code) {
  const bool watched = is_watched(program);
  std::map<std::uint32_t, std::vector<bool>> passed_by_type;
  for (std::size_t pid = 0; pid < instance.types.size(); ++pid) {
    const ProcessType& type = program.process_types[instance.types[pid]];
    std::set<std::uint32_t> starts;
    for (const auto& base : instance.bases)
      starts.insert(location_in(program, type, base.data() + instance.processes[pid]));
    const std::vector<std::uint32_t> begun(starts.begin(), starts.end());
    const auto [known, is_new] = passed_by_type.try_emplace(instance.types[pid]);
    if (is_new) known->second = passed_locations(program, type, code.stays[instance.types[pid]]);
    const std::vector<bool>& passed = known->second;
    code.locations.push_back(watched ? instance.locations[pid] : resting_locations(program, type, begun, passed));
    const std::size_t before = code.steps.size();
    bool gave_up = false;
    bool done = false;
    for (const bool merges : {true, false}) {
      if (merges && without.merges) continue;
      code.steps.resize(before);
      gave_up = false;
      const std::size_t stays = code.stays[instance.types[pid]].size();
      done = read_process(program, static_cast<std::int32_t>(pid), type, code.locations[pid], without,
                          watched ? nullptr : &passed, merges, code, gave_up);
      if (code.stays[instance.types[pid]].size() > stays) return false;
      if (done || !gave_up) break;
    }
    if (done) continue;
    if (!gave_up) return false;
    // A loop without an end to be seen: it is read as one.
    code.steps.resize(before);
    code.locations[pid] = instance.locations[pid];
    if (!read_process(program, static_cast<std::int32_t>(pid), type, code.locations[pid], without, nullptr, false, code,
                      gave_up))
      return false;
  }
  if (program.claim >= 0) {
    const ProcessType& claim = program.process_types[static_cast<std::size_t>(program.claim)];
    const auto locations = reachable_locations(program, claim, std::span(&claim.start, 1));
    bool gave_up = false;
    if (!read_process(program, claim_process, claim, locations, without, nullptr, false, code, gave_up)) return false;
  }
  if (!read_propositions(program, code)) return false;
  code.decoding->join_fields();
  return true;
}

/// What is chosen before all processes exist is no constant, even where no step writes it.
void mark_chosen(const Instance& instance, Variables& variables) {
  for (const Cell& cell : variables.cells) {
    Variable& v = variables.all[cell.variable];
    for (const auto& base : instance.bases) {
      const bool chosen = load_cell(base.data() + cell.offset, v.type.kind) !=
                          load_cell(instance.base().data() + cell.offset, v.type.kind);
      v.written = v.written || chosen;
      v.assigned = v.assigned || chosen;
    }
  }
}

/// Numbers that are assigned and compared may be names as well: `owner = 1` in one process type, `owner = 2` in
/// another. False where something looks at the type of a process that only a run tells.
bool free_names(SystemCode& code) {
  for (const Node& n : code.decoding->nodes) {
    if (n.kind == NodeKind::remote) return false;
  }
  for (const Variable& v : code.variables->all) code.classes.make_identity(v.content);
  for (const auto& fields : code.decoding->fields) {
    for (const Class c : fields) code.classes.make_identity(c);
  }
  return true;
}

}  // namespace

/// Twice: the first time to see which variables are written, the second time with the others as constants.
std::unique_ptr<SystemCode> read_system(const Program& program, const Instance& instance, const Without& without) {
  std::vector<bool> written, assigned;
  std::vector<std::uint32_t> kin(program.process_types.size());
  std::iota(kin.begin(), kin.end(), 0U);
  if (without.names) kin = kin_types(program);
  std::unique_ptr<SystemCode> code;
  std::map<std::uint32_t, std::set<std::uint32_t>> stays;
  const auto begin = [&](bool fold) {
    code = std::make_unique<SystemCode>();
    code->kin = kin;
    code->stays = stays;
    code->variables = std::make_unique<Variables>(program, instance, kin, code->classes);
    for (std::size_t v = 0; v < written.size(); ++v) code->variables->all[v].written = written[v];
    for (std::size_t v = 0; v < assigned.size(); ++v) code->variables->all[v].assigned = assigned[v];
    if (!instance.is_unique()) mark_chosen(instance, *code->variables);
    code->decoding =
        std::make_unique<Decoding>(program, instance, code->classes, *code->variables, fold, without.initial);
  };
  const auto count = [](const auto& of) {
    std::size_t all = 0;
    for (const auto& [type, locations] : of) all += locations.size();
    return all;
  };
  std::size_t readings = 0;
  for (const bool fold : {false, true}) {
    for (begin(fold); !read_all(program, instance, without, *code); begin(fold)) {
      if (count(code->stays) == count(stays)) return nullptr;
      stays = code->stays;
      if (++readings < most_readings) continue;
      for (std::uint32_t t = 0; t < program.process_types.size(); ++t) {
        for (std::uint32_t l = 0; l < program.process_types[t].locations.size(); ++l) stays[t].insert(l);
      }
    }
    written.clear();
    assigned.clear();
    for (const Variable& v : code->variables->all) {
      written.push_back(v.written);
      assigned.push_back(v.assigned);
    }
  }
  if (without.names && !free_names(*code)) return nullptr;
  return code;
}

}  // namespace quotient::detect
