#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "process/symmetry/detect/class_values.hpp"
#include "process/symmetry/detect/system_graph.hpp"

namespace quotient::detect {

/// What vertices are; the other numbers of their colours tell apart what is not alike.
enum Colour : std::int64_t {
  class_vertex,
  value_vertex,
  process_vertex,
  location_vertex,
  channel_vertex,
  cell_vertex,
  constant_vertex,
  node_vertex,
  step_vertex,
  role_vertex,
  repeated_vertex,
  entry_vertex,
  last_vertex,
  message_vertex,
  claim_vertex,
  variable_vertex,
  proposition_vertex,
};

enum Role : std::int64_t {
  target,
  code,
  escape,
  provided,
  content,
  initial,
  result,
  field_role = 1000,
  index_role = 2000
};

/// Draws the graph of a system. Used once.
class GraphBuilder {
 public:
  GraphBuilder(const Program& program, const Instance& instance, std::span<const Scalarset> declared,
               const Without& without)
      : program_(program),
        instance_(instance),
        declared_(declared),
        without_(without),
        out_(std::make_unique<SystemGraph>()) {}

  std::unique_ptr<SystemGraph> run();

 private:
  using Vertex = SystemGraph::Vertex;

  void mark_declared();
  const std::string& type_name(std::size_t pid) const { return program_.process_types[instance_.types[pid]].name; }
  std::int32_t base_value(const Cell& cell) const;
  std::uint32_t colour(const std::vector<std::int64_t>& key) {
    return colour_numbers_.try_emplace(key, static_cast<std::uint32_t>(colour_numbers_.size())).first->second;
  }
  Vertex add(const std::vector<std::int64_t>& key) {
    colours_.push_back(colour(key));
    return static_cast<Vertex>(colours_.size() - 1);
  }
  void edge(Vertex from, Vertex to) { edges_.push_back({from, to}); }
  void edge(Vertex from, std::int64_t role, Vertex to) {
    const Vertex between = add({role_vertex, role});
    edge(from, between);
    edge(between, to);
  }
  void add_classes();
  void add_processes();
  std::map<std::uint32_t, Vertex> add_locations(Vertex process, const ProcessType& type, std::int64_t type_number,
                                                std::span<const std::uint32_t> locations, std::uint32_t start,
                                                bool numbered);
  void link_value(Class c, std::int32_t value, Vertex to);
  void add_channels();
  void add_first_messages(std::size_t c, Vertex channel);
  std::set<std::uint32_t> looked_up() const;
  void link_channels();
  Vertex value_vertex_of(Class c, std::int32_t value);
  void add_variables();
  /// The variables of a never claim come after those of all processes.
  bool is_of_claim(const Variable& v) const { return v.declaration >= program_.cells.size(); }
  void add_cells();
  bool has_escapes(const ControlLocation& here) const;
  void add_steps();
  const std::vector<bool>& passed_of(const ProcessType& type);
  StepVertex with_statements(Vertex vertex, std::uint32_t transition, const ProcessType& type, bool arrives);
  bool never_taken(NodeId first) const;
  Vertex constant(std::int32_t value);
  Vertex node(NodeId id);
  void finish_nodes();
  void finish(NodeId id);
  bool add_table(const Node& table, Vertex vertex);

  const Program& program_;
  const Instance& instance_;
  std::span<const Scalarset> declared_;
  const Without& without_;
  std::unique_ptr<SystemGraph> out_;
  std::unique_ptr<SystemCode> code_;
  ClassValues values_;
  std::map<Class, Vertex> class_vertices_;
  bool channels_are_numbers_ = false;  // something computes with them
  std::vector<Vertex> cells_;
  std::map<const ProcessType*, std::vector<bool>> passed_;
  Vertex claim_ = 0;
  std::map<std::uint32_t, Vertex> claim_locations_;
  std::map<std::int32_t, Vertex> constants_;
  std::map<NodeId, Vertex> nodes_;
  std::vector<NodeId> unfinished_;
  std::map<std::vector<std::int64_t>, std::uint32_t> colour_numbers_;
  std::vector<std::uint32_t> colours_;
  std::vector<Edge> edges_;
};

}  // namespace quotient::detect
