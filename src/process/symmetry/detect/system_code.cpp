#include "process/symmetry/detect/system_code.hpp"

#include <numeric>

#include "model/cell.hpp"
#include "process/symmetry/detect/kin.hpp"

namespace quotient::detect {

namespace {

bool read_process(const Program& program, std::int32_t pid, const ProcessType& type,
                  std::span<const std::uint32_t> locations, const Without& without, SystemCode& code) {
  Decoder decoder(*code.decoding, pid);
  const auto number = static_cast<std::uint32_t>(&type - program.process_types.data());
  if (type.provided != 0 && without.provided.count(number) == 0) code.provided[pid] = decoder.expression(type.provided);
  for (const std::uint32_t l : locations) {
    for (std::uint32_t t = type.locations[l].first; t < type.locations[l].last; ++t) {
      if (without.statements.count(program.transitions[t].statement) != 0) continue;
      const NodeId first = decoder.step(program.transitions[t].code);
      if (decoder.failed()) return false;
      code.steps.push_back({pid, l, t, first});
    }
  }
  return true;
}

bool read_all(const Program& program, const Instance& instance, const Without& without, SystemCode& code) {
  for (std::size_t pid = 0; pid < instance.types.size(); ++pid) {
    if (!read_process(program, static_cast<std::int32_t>(pid), program.process_types[instance.types[pid]],
                      instance.locations[pid], without, code)) {
      return false;
    }
  }
  if (program.claim >= 0) {
    const ProcessType& claim = program.process_types[static_cast<std::size_t>(program.claim)];
    const auto locations = reachable_locations(program, claim, std::span(&claim.start, 1));
    if (!read_process(program, claim_process, claim, locations, without, code)) return false;
  }
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
  bool hidden_is_read = false;
  std::vector<std::uint32_t> kin(program.process_types.size());
  std::iota(kin.begin(), kin.end(), 0U);
  if (without.names) kin = kin_types(program);
  std::unique_ptr<SystemCode> code;
  for (const bool fold : {false, true}) {
    code = std::make_unique<SystemCode>();
    code->kin = kin;
    code->variables = std::make_unique<Variables>(program, instance, kin, code->classes);
    for (std::size_t v = 0; v < written.size(); ++v) code->variables->all[v].written = written[v];
    for (std::size_t v = 0; v < assigned.size(); ++v) code->variables->all[v].assigned = assigned[v];
    if (!instance.is_unique()) mark_chosen(instance, *code->variables);
    code->decoding = std::make_unique<Decoding>(program, instance, code->classes, *code->variables, fold);
    code->decoding->hidden_is_read = hidden_is_read;
    if (!read_all(program, instance, without, *code)) return nullptr;
    written.clear();
    assigned.clear();
    for (const Variable& v : code->variables->all) {
      written.push_back(v.written);
      assigned.push_back(v.assigned);
    }
    hidden_is_read = code->decoding->hidden_is_read;
  }
  if (without.names && !free_names(*code)) return nullptr;
  return code;
}

}  // namespace quotient::detect
