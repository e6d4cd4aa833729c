#include "process/symmetry/detect/variables.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace quotient::detect {

namespace {

/// "a[2].b[1]" → "a[].b[]" and 2, 1.
std::string without_indices(const std::string& name, std::vector<std::uint32_t>& indices) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    out += name[i];
    if (name[i] != '[') continue;
    std::uint32_t index = 0;
    while (i + 1 < name.size() && name[i + 1] != ']') index = index * 10 + static_cast<std::uint32_t>(name[++i] - '0');
    indices.push_back(index);
  }
  return out;
}

/// What the code that a process begins with leaves blank, as offsets in its record. None where the process has moved
/// before all exist: then it may hold anything.
std::set<std::uint32_t> blank_at_start(const Program& program, const Instance& instance, std::size_t pid) {
  const ProcessType& type = program.process_types[instance.types[pid]];
  std::set<std::uint32_t> out;
  const auto stays = [&](const auto& base) {
    return location_in(program, type, base.data() + instance.processes[pid]) == type.start;
  };
  if (type.initialise == 0 || !std::all_of(instance.bases.begin(), instance.bases.end(), stays)) return out;
  visit_code(program, type.initialise, [&](const Instruction& in) {
    for (std::uint32_t k = 0; in.op == Op::blank_local && k < in.a; ++k) out.insert(u(in.b) + k);
  });
  return out;
}

}  // namespace

std::int32_t blank_value(CellKind kind) {
  constexpr std::uint8_t bytes[4] = {0xff, 0xff, 0xff, 0xff};
  return load_cell(bytes, kind);
}

Variables::Variables(const Program& program, const Instance& instance, const std::vector<std::uint32_t>& kin,
                     Classes& classes) {
  gather(program.cells, global, program.head_size(), 0, classes);
  std::vector<std::uint32_t> declarations;  // by type: where its variables begin
  auto next = static_cast<std::uint32_t>(program.cells.size() + 1);
  for (const ProcessType& type : program.process_types) {
    declarations.push_back(next);
    next += static_cast<std::uint32_t>(type.cells.size());
  }
  for (std::size_t pid = 0; pid < instance.types.size(); ++pid) {
    const std::uint32_t type = instance.types[pid];
    gather(program.process_types[type].cells, static_cast<std::int32_t>(pid), instance.processes[pid],
           declarations[kin[type]], classes);
    for (const std::uint32_t offset : blank_at_start(program, instance, pid)) {
      const auto found = by_offset_.find(instance.processes[pid] + offset);
      if (found == by_offset_.end()) continue;
      const Cell& cell = cells[found->second];
      const CellKind kind = all[cell.variable].type.kind;
      const bool blank = std::all_of(instance.bases.begin(), instance.bases.end(), [&](const auto& base) {
        return load_cell(base.data() + cell.offset, kind) == blank_value(kind);
      });
      cells[found->second].blank = blank;
    }
  }
  if (program.claim >= 0) {
    const auto claim = static_cast<std::size_t>(program.claim);
    gather(program.process_types[claim].cells, global, program.head_size() + program.claim_offset, declarations[claim],
           classes);
  }
}

/// Of the values of a family, which tell something apart; a class of its own where there is none.
Class Variables::class_of(std::int32_t family, Classes& classes) {
  if (family < 0) return classes.fresh();
  const auto [known, is_new] = families_.try_emplace(family, 0);
  if (is_new) {
    known->second = classes.fresh();
    classes.make_identity(known->second);
  }
  return known->second;
}

void Variables::gather(const std::vector<NamedCell>& named, std::int32_t process, std::uint32_t origin,
                       std::uint32_t first_declaration, Classes& classes) {
  // Blocks may declare the same name again: a cell with indices that were there before begins a new variable.
  std::map<std::string, std::uint32_t> current;
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, bool> taken;
  for (std::size_t k = 0; k < named.size(); ++k) {
    Cell cell;
    const std::string name = without_indices(named[k].name, cell.indices);
    const auto known = current.find(name);
    bool is_new = known == current.end();
    if (!is_new) is_new = taken.count({known->second, cell.indices}) != 0;
    if (is_new) {
      current[name] = static_cast<std::uint32_t>(all.size());
      Variable v;
      v.process = process;
      v.declaration = first_declaration + static_cast<std::uint32_t>(k);
      v.name = name;
      v.type = named[k].type;
      v.content = class_of(named[k].family, classes);
      // What a process is given stands for a channel, even where it is never used as one.
      if (named[k].is_channel && process != global) classes.make_channel(v.content);
      for (std::size_t d = 0; d < cell.indices.size(); ++d) {
        const bool said = d < named[k].index_families.size();
        v.indices.push_back(class_of(said ? named[k].index_families[d] : -1, classes));
        classes.make_identity(v.indices.back());  // elements are alike until something computes with their numbers
      }
      all.push_back(std::move(v));
    }
    cell.variable = current[name];
    taken[{cell.variable, cell.indices}] = true;
    cell.offset = origin + named[k].offset;
    by_offset_[cell.offset] = static_cast<std::uint32_t>(cells.size());
    all[cell.variable].cells.push_back(static_cast<std::uint32_t>(cells.size()));
    cells.push_back(std::move(cell));
  }
}

}  // namespace quotient::detect
