#include "process/symmetry/detect/owners.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "model/cell.hpp"

namespace quotient::detect {

std::string process_name(const Program& program, const Instance& instance, std::size_t pid) {
  return fmt::format("{}({})", program.process_types[instance.types[pid]].name, pid);
}

std::int32_t initial_value(const Instance& instance, const SystemGraph& graph, std::uint32_t number) {
  const Cell& cell = graph.variables().cells[number];
  return load_cell(instance.base().data() + cell.offset, graph.variables().all[cell.variable].type.kind);
}

Owners owners_of(const Instance& instance, const SystemGraph& graph, Class values) {
  Owners out;
  for (const Variable& v : graph.variables().all) {
    if (v.process == global || v.assigned || v.cells.size() != 1 || graph.root(v.content) != values) continue;
    out.emplace(initial_value(instance, graph, v.cells.front()), static_cast<std::size_t>(v.process));
  }
  const std::vector<Class>& own = graph.code().decoding->own_numbers;
  const auto holds_them = [&](Class c) { return graph.root(c) == values; };
  if (!out.empty() || (!holds_them(graph.process_numbers()) && std::none_of(own.begin(), own.end(), holds_them)))
    return out;
  for (std::size_t pid = 0; pid < instance.types.size(); ++pid) out[static_cast<std::int32_t>(pid)] = pid;
  return out;
}

std::string in_a_row(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k)
    out += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return out;
}

}  // namespace quotient::detect
