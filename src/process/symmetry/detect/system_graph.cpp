#include <algorithm>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "process/symmetry/detect/graph_builder.hpp"
#include "symmetry/graph/named_automorphisms.hpp"

namespace quotient::detect {

// The graph, and what is drawn first: values, processes and their locations.

using Vertex = SystemGraph::Vertex;

std::unique_ptr<SystemGraph> GraphBuilder::run() {
  code_ = read_system(program_, instance_, without_);
  if (!code_) return nullptr;
  mark_declared();
  values_ = find_class_values(program_, instance_, *code_);
  add_classes();
  add_processes();
  add_channels();
  link_channels();
  add_cells();
  add_steps();
  out_->graph_ = std::make_unique<ColouredGraph>(EdgeKind::directed, std::move(colours_), edges_);
  out_->code_ = std::move(code_);
  return std::move(out_);
}

/// Values of declared scalarsets tell something apart, even where that is no process.
void GraphBuilder::mark_declared() {
  for (const Scalarset& set : declared_) {
    for (const Variable& v : code_->variables->all) {
      const std::string owner = v.process == global ? "" : type_name(static_cast<std::size_t>(v.process));
      const auto holds = [&](const Scalarset::Holder& h) { return is_held_by(h, owner, v.name); };
      if (std::none_of(set.holders.begin(), set.holders.end(), holds)) continue;
      code_->classes.make_identity(v.content);
      if (set.owners.empty()) out_->set_names[code_->classes.find(v.content)] = set.name;
    }
  }
}

std::int32_t GraphBuilder::base_value(const Cell& cell) const {
  return load_cell(instance_.base().data() + cell.offset, code_->variables->all[cell.variable].type.kind);
}

void GraphBuilder::add_classes() {
  for (const auto& [c, values] : values_.values) {
    const Vertex whole = add({class_vertex});
    class_vertices_[c] = whole;
    for (const std::int32_t value : values) {
      // A value that no step speaks of stays what it is.
      const bool spoken_of = values_.mentioned.count({c, value}) != 0;
      const Vertex v = add({value_vertex, spoken_of || code_->classes.is_channel(c) ? -1 : value});
      out_->values[{c, value}] = v;
      edge(v, whole);
    }
  }
}

void GraphBuilder::add_processes() {
  for (std::size_t pid = 0; pid < instance_.types.size(); ++pid) {
    const ProcessType& type = program_.process_types[instance_.types[pid]];
    const std::uint32_t kin = code_->kin[instance_.types[pid]];
    std::vector<std::int64_t> key{process_vertex, kin};
    if (type.priority_offset >= 0 && !without_.priorities && instance_.has_beginning) {
      key.push_back(instance_.base()[instance_.processes[pid] + static_cast<std::uint32_t>(type.priority_offset)]);
    }
    // Processes die from the youngest on: those that can are told apart by their age. So are all where something
    // computes with their numbers.
    if ((pid >= instance_.lasting && !without_.ages) || !code_->classes.is_permuted(code_->decoding->processes))
      key.insert(key.end(), {-1, static_cast<std::int64_t>(pid)});
    const Vertex process = add(key);
    out_->processes.push_back(process);
    const std::uint32_t start = instance_.has_beginning ? instance_.location(program_, pid) : 0;
    out_->locations.push_back(
        add_locations(process, type, kin, code_->locations[pid], start, code_->decoding->locations_are_numbers));
    link_value(code_->decoding->processes, static_cast<std::int32_t>(pid), process);
  }
  if (program_.last_offset >= 0 && instance_.has_beginning && !without_.last) {
    const std::uint32_t place = program_.head_size() + static_cast<std::uint32_t>(program_.last_offset);
    const std::int32_t last = load_cell(instance_.base().data() + place, program_.id_type.kind);
    link_value(code_->decoding->processes, last, add({last_vertex}));
  }
  if (program_.claim >= 0) {
    const ProcessType& claim = program_.process_types[static_cast<std::size_t>(program_.claim)];
    claim_ = add({claim_vertex});
    const auto locations = reachable_locations(program_, claim, std::span(&claim.start, 1));
    claim_locations_ = add_locations(claim_, claim, program_.claim, locations, claim.start, true);
  }
}

std::map<std::uint32_t, Vertex> GraphBuilder::add_locations(Vertex process, const ProcessType& type,
                                                            std::int64_t type_number,
                                                            std::span<const std::uint32_t> locations,
                                                            std::uint32_t start, bool numbered) {
  std::map<std::uint32_t, Vertex> out;
  for (const std::uint32_t l : locations) {
    const ControlLocation& location = type.locations[l];
    std::vector<std::int64_t> key{location_vertex, type_number,       location.end,
                                  location.accept, location.progress, l == start};
    if (numbered) key.push_back(l);
    out[l] = add(key);
    edge(out[l], process);
  }
  return out;
}

void GraphBuilder::link_value(Class c, std::int32_t value, Vertex to) {
  const auto found = out_->values.find({code_->classes.find(c), value});
  if (found != out_->values.end()) edge(found->second, to);
}

std::vector<Permutation> SystemGraph::automorphisms() const {
  std::vector<Vertex> named = processes;
  named.insert(named.end(), channels.begin(), channels.end());
  for (const auto& [value, vertex] : values) named.push_back(vertex);
  for (const auto& [variable, vertex] : named_variables) named.push_back(vertex);
  return named_automorphisms(*graph_, named);
}

std::unique_ptr<SystemGraph> SystemGraph::build(const Program& program, const Instance& instance,
                                                std::span<const Scalarset> declared, const Without& without) {
  return GraphBuilder(program, instance, declared, without).run();
}

}  // namespace quotient::detect
