#include "process/symmetry/detect/system_graph.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "process/symmetry/detect/class_values.hpp"
#include "process/symmetry/detect/sequences.hpp"
#include "symmetry/graph/named_automorphisms.hpp"

namespace quotient::detect {

namespace {

using Vertex = SystemGraph::Vertex;

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

}  // namespace

class GraphBuilder {
 public:
  GraphBuilder(const Program& program, const Instance& instance, std::span<const Scalarset> declared,
               const Without& without)
      : program_(program),
        instance_(instance),
        declared_(declared),
        without_(without),
        out_(std::make_unique<SystemGraph>()) {}

  std::unique_ptr<SystemGraph> run() {
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

 private:
  /// Values of declared scalarsets tell something apart, even where that is no process.
  void mark_declared() {
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

  const std::string& type_name(std::size_t pid) const { return program_.process_types[instance_.types[pid]].name; }

  std::int32_t base_value(const Cell& cell) const {
    return load_cell(instance_.base().data() + cell.offset, code_->variables->all[cell.variable].type.kind);
  }

  // --- vertices ------------------------------------------------------------------------------------------------------

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

  void add_classes() {
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

  void add_processes() {
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

  std::map<std::uint32_t, Vertex> add_locations(Vertex process, const ProcessType& type, std::int64_t type_number,
                                                std::span<const std::uint32_t> locations, std::uint32_t start,
                                                bool numbered) {
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

  void link_value(Class c, std::int32_t value, Vertex to) {
    const auto found = out_->values.find({code_->classes.find(c), value});
    if (found != out_->values.end()) edge(found->second, to);
  }

  void add_channels() {
    for (const Node& n : code_->decoding->nodes) {
      if (n.kind == NodeKind::constant && code_->classes.is_channel(n.type) && !code_->classes.is_permuted(n.type)) {
        channels_are_numbers_ = true;
      }
    }
    std::set<std::int32_t> spoken_of;
    for (const auto& [value, vertex] : out_->values) {
      if (code_->classes.is_channel(value.first)) spoken_of.insert(value.second);
    }
    for (std::size_t c = 0; c < instance_.channels.size(); ++c) {
      const ChannelPlace& place = instance_.channels[c];
      const ChannelKind& kind = program_.channel_kinds[place.kind];
      std::vector<std::int64_t> key{channel_vertex, without_.capacities ? -1 : std::int64_t{kind.capacity}};
      for (const CellType& type : kind.fields) key.push_back(pack(type));
      // Channels that come with a process belong to it, each in its own way.
      std::size_t owner = instance_.types.size();
      for (std::size_t pid = 0; pid < instance_.types.size(); ++pid) {
        const std::size_t own = program_.process_types[instance_.types[pid]].channels.size();
        if (c >= instance_.first_channel[pid] && c < instance_.first_channel[pid] + own) {
          owner = pid;
          key.insert(key.end(), {-1, static_cast<std::int64_t>(c - instance_.first_channel[pid])});
        }
      }
      // One that no step speaks of stays what it is, or goes with its process.
      const bool is_anyones = owner == instance_.types.size();
      if (channels_are_numbers_ || (is_anyones && spoken_of.count(static_cast<std::int32_t>(c + 1)) == 0))
        key.push_back(static_cast<std::int64_t>(c));
      const Vertex channel = add(key);
      out_->channels.push_back(channel);
      if (instance_.has_beginning && !without_.messages) add_first_messages(c, channel);
      if (owner < instance_.types.size()) edge(channel, out_->processes[owner]);
      for (std::size_t f = 0; f < kind.fields.size(); ++f) {
        const Class type = code_->decoding->fields[c][f];
        if (code_->classes.is_permuted(type)) {
          edge(channel, field_role + static_cast<std::int64_t>(f), class_vertices_.at(code_->classes.find(type)));
        }
      }
    }
  }

  /// Messages that are there from the start.
  void add_first_messages(std::size_t c, Vertex channel) {
    for_each_message_field(
        program_, instance_, instance_.base(), c, [&](std::uint32_t slot, std::size_t field, std::int32_t value) {
          const Class type = code_->decoding->fields[c][field];
          const bool permuted = code_->classes.is_permuted(type);
          const Vertex there = add({message_vertex, slot, static_cast<std::int64_t>(field), permuted ? -1 : value});
          edge(channel, there);
          if (permuted) edge(there, out_->values.at({code_->classes.find(type), value}));
        });
  }

  /// Variables that are read with an index, or from outside, so that it matters which cell has which value even where
  /// no step writes them. Other constants have been put in where they are used.
  std::set<std::uint32_t> looked_up() const {
    std::set<std::uint32_t> numbers, declarations;
    for (const Node& n : code_->decoding->nodes) {
      if (n.kind == NodeKind::element) numbers.insert(n.number);
      if (n.kind == NodeKind::remote) declarations.insert(n.detail);
    }
    for (std::uint32_t v = 0; v < code_->variables->all.size(); ++v) {
      if (declarations.count(code_->variables->all[v].declaration) != 0) numbers.insert(v);
    }
    return numbers;
  }

  /// Values that are numbers of channels stand for these channels, wherever they occur.
  void link_channels() {
    for (const auto& [value, vertex] : out_->values) {
      const auto number = static_cast<std::size_t>(value.second);
      if (!code_->classes.is_channel(value.first) || value.second < 1 || number > out_->channels.size()) continue;
      edge(vertex, out_->channels[number - 1]);
    }
  }

  /// The vertex of a value; one that stays what it is where it is none of its class.
  Vertex value_vertex_of(Class c, std::int32_t value) {
    const auto found = out_->values.find({code_->classes.find(c), value});
    return found != out_->values.end() ? found->second : constant(value);
  }

  /// Global variables that only their names tell apart.
  void add_variables() {
    for (std::uint32_t v = 0; v < code_->variables->all.size(); ++v) {
      const Variable& variable = code_->variables->all[v];
      if (variable.process != global || !variable.written || is_of_claim(variable)) continue;
      out_->named_variables[v] =
          add({variable_vertex, pack(variable.type), static_cast<std::int64_t>(variable.indices.size()),
               static_cast<std::int64_t>(variable.cells.size())});
    }
  }

  /// The variables of a never claim come after those of all processes.
  bool is_of_claim(const Variable& v) const { return v.declaration >= program_.cells.size(); }

  void add_cells() {
    const std::set<std::uint32_t> needed = looked_up();
    if (without_.names) add_variables();
    for (const Cell& cell : code_->variables->cells) {
      poll_stop();
      const Variable& v = code_->variables->all[cell.variable];
      if (!v.written && needed.count(cell.variable) == 0) {
        cells_.push_back(constant(0));  // never looked at
        continue;
      }
      const auto named = out_->named_variables.find(cell.variable);
      const bool has_vertex = named != out_->named_variables.end();
      std::vector<std::int64_t> key{cell_vertex, has_vertex ? -1 : std::int64_t{v.declaration}, v.written};
      const bool permuted = code_->classes.is_permuted(v.content);
      const bool starts_anyhow = (v.written && !instance_.has_beginning) || without_.initial.count(v.declaration) != 0;
      key.push_back(permuted || starts_anyhow ? -1 : base_value(cell));
      for (std::size_t d = 0; d < v.indices.size(); ++d) {
        key.push_back(code_->classes.is_permuted(v.indices[d]) ? -1 : cell.indices[d]);
      }
      const Vertex vertex = add(key);
      cells_.push_back(vertex);
      if (v.process != global) edge(vertex, out_->processes[static_cast<std::size_t>(v.process)]);
      if (has_vertex) edge(vertex, named->second);
      if (permuted) {
        edge(vertex, content, class_vertices_.at(code_->classes.find(v.content)));
        if (!starts_anyhow) edge(vertex, initial, value_vertex_of(v.content, base_value(cell)));
      }
      for (std::size_t d = 0; d < v.indices.size(); ++d) {
        if (!code_->classes.is_permuted(v.indices[d])) continue;
        edge(vertex, index_role + static_cast<std::int64_t>(d),
             out_->values.at({code_->classes.find(v.indices[d]), static_cast<std::int32_t>(cell.indices[d])}));
      }
    }
  }

  // --- steps ---------------------------------------------------------------------------------------------------------

  /// Escapes are tried in order, so where there is one the order of all steps counts.
  bool has_escapes(const ControlLocation& here) const {
    for (std::uint32_t k = here.first; k < here.last; ++k) {
      if (program_.transitions[k].escape != 0) return true;
    }
    return false;
  }

  void add_steps() {
    const ControlLocation* known = nullptr;
    bool ordered = false;
    for (const CodeStep& step : code_->steps) {
      poll_stop();
      const bool is_claim = step.process == claim_process;
      const auto pid = static_cast<std::size_t>(std::max(step.process, 0));
      const Transition& t = program_.transitions[step.transition];
      const std::size_t type_number = is_claim ? static_cast<std::size_t>(program_.claim) : instance_.types[pid];
      const ProcessType& type = program_.process_types[type_number];
      const auto& locations = is_claim ? claim_locations_ : out_->locations[pid];
      // Not the youngest while it lasts: it never dies. But it comes to its end.
      if (!is_claim && t.target == 0 && pid < instance_.lasting) {
        out_->steps.push_back(with_statements(locations.at(step.location), step.transition, type, false));
        continue;
      }
      if (never_taken(step.code)) continue;
      const ControlLocation& here = type.locations[step.location];
      if (known != &here) ordered = has_escapes(here);
      known = &here;
      const bool keeps_control = t.atomic && !step.arrives;
      const Vertex vertex =
          add({step_vertex, keeps_control, ordered ? step.transition - here.first : -1, t.target == 0});
      out_->steps.push_back(with_statements(vertex, step.transition, type, step.arrives));
      edge(vertex, locations.at(step.location));
      if (t.target != 0 && !step.arrives) edge(vertex, target, locations.at(t.target));
      if (t.escape != 0) {
        const auto found = locations.find(t.escape);
        edge(vertex, escape, found != locations.end() ? found->second : constant(static_cast<std::int32_t>(t.escape)));
      }
      edge(vertex, code, node(step.code));
      finish_nodes();
    }
    for (const auto& [pid, condition] : code_->provided) {
      if (pid == claim_process) continue;
      edge(out_->processes[static_cast<std::size_t>(pid)], provided, node(condition));
      finish_nodes();
    }
    for (std::size_t i = 0; i < code_->propositions.size(); ++i) {
      edge(add({proposition_vertex, static_cast<std::int64_t>(i)}), code, node(code_->propositions[i]));
      finish_nodes();
    }
  }

  const std::vector<bool>& passed_of(const ProcessType& type) {
    const auto [known, is_new] = passed_.try_emplace(&type);
    if (is_new) known->second = passed_locations(program_, type);
    return known->second;
  }

  /// A step with the statements that coverage counts.
  StepVertex with_statements(Vertex vertex, std::uint32_t transition, const ProcessType& type, bool arrives) {
    StepVertex step{vertex, {}, transition, true};
    std::set<std::uint32_t> statements;
    const auto add_code = [&](CodeIndex code) {
      visit_code(program_, code, [&](const Instruction& in) {
        if (in.op == Op::reached) statements.insert(static_cast<std::uint32_t>(in.b));
        if (in.op == Op::jump_zero || in.op == Op::jump_nonzero) step.one_way = false;
      });
    };
    add_code(program_.transitions[transition].code);
    if (arrives) {
      step.one_way = false;
      for (const std::uint32_t t : followers(program_, type, program_.transitions[transition], passed_of(type))) {
        add_code(program_.transitions[t].code);
      }
    }
    step.places.assign(statements.begin(), statements.end());
    return step;
  }

  /// Whether the step begins with a condition that is known to be false.
  bool never_taken(NodeId first) const {
    const Node* n = &code_->decoding->nodes[first];
    while (n->kind == NodeKind::effect && n->op == Op::not_in_handshake) n = &code_->decoding->nodes[n->args.back()];
    return n->kind == NodeKind::effect && n->op == Op::block;
  }

  Vertex constant(std::int32_t value) {
    const auto [known, is_new] = constants_.try_emplace(value, 0);
    if (is_new) known->second = add({constant_vertex, value});
    return known->second;
  }

  /// The vertex of a node; its edges are drawn later, so that chains of any length and loops are no trouble.
  Vertex node(NodeId id) {
    while (code_->decoding->nodes[id].kind == NodeKind::pass) id = code_->decoding->nodes[id].args[0];
    const Node& n = code_->decoding->nodes[id];
    if (n.kind == NodeKind::constant) {
      return value_vertex_of(n.type, n.value);
    }
    const auto [known, is_new] = nodes_.try_emplace(id, 0);
    if (is_new) {
      std::vector<std::int64_t> key{
          node_vertex, static_cast<std::int64_t>(n.kind),       static_cast<std::int64_t>(n.op), n.detail,
          n.unordered, static_cast<std::int64_t>(n.args.size())};
      if (n.kind == NodeKind::element || n.kind == NodeKind::store_element) {
        const bool has_vertex = out_->named_variables.count(n.number) != 0;
        key.push_back(has_vertex ? -1 : std::int64_t{code_->variables->all[n.number].declaration});
      }
      // Different computations with the same results are the same.
      if (n.kind == NodeKind::table && code_->classes.is_permuted(code_->decoding->nodes[n.args[0]].type)) {
        key = {node_vertex, static_cast<std::int64_t>(n.kind)};
      }
      known->second = add(key);
      unfinished_.push_back(id);
    }
    return known->second;
  }

  void finish_nodes() {
    while (!unfinished_.empty()) {
      poll_stop();
      const NodeId id = unfinished_.back();
      unfinished_.pop_back();
      finish(id);
    }
  }

  void finish(NodeId id) {
    const Node n = code_->decoding->nodes[id];
    const Vertex vertex = nodes_.at(id);
    if (n.kind == NodeKind::table && add_table(n, vertex)) return;
    switch (n.kind) {
      case NodeKind::cell:
      case NodeKind::store_cell:
        edge(vertex, cells_[n.number]);
        break;
      case NodeKind::element:
      case NodeKind::store_element: {
        const std::int32_t owner = code_->variables->all[n.number].process;
        if (owner != global) edge(vertex, out_->processes[static_cast<std::size_t>(owner)]);
        const auto named = out_->named_variables.find(n.number);
        if (named != out_->named_variables.end()) edge(vertex, named->second);
        break;
      }
      case NodeKind::location:
        edge(vertex, out_->processes[n.number]);
        break;
      case NodeKind::arrival:
        edge(vertex, out_->locations[n.number].at(static_cast<std::uint32_t>(n.value)));
        break;
      case NodeKind::at_location: {
        const auto& locations = out_->locations[n.number];
        const auto found = locations.find(static_cast<std::uint32_t>(n.value));
        // A place that the process never comes to.
        edge(vertex, found != locations.end() ? found->second : constant(n.value));
        break;
      }
      default:
        break;
    }
    if (n.unordered) {
      std::map<Vertex, std::int64_t> counts;
      for (const NodeId a : n.args) ++counts[node(a)];
      for (const auto& [arg, count] : counts) {
        if (count == 1) {
          edge(vertex, arg);
        } else {
          const Vertex between = add({repeated_vertex, count});
          edge(vertex, between);
          edge(between, arg);
        }
      }
      return;
    }
    for (std::size_t k = 0; k < n.args.size(); ++k) {
      edge(vertex, index_role + static_cast<std::int64_t>(k), node(n.args[k]));
    }
  }

  /// A table is what it has for each value. False where the argument is a number: then it is an operation like others.
  bool add_table(const Node& table, Vertex vertex) {
    const Class from = code_->classes.find(code_->decoding->nodes[table.args[0]].type);
    if (!code_->classes.is_permuted(from)) {
      edge(vertex, index_role + 1 + table.detail, constant(table.value));
      return false;
    }
    edge(vertex, node(table.args[0]));
    const bool permuted = code_->classes.is_permuted(table.type);
    for (const std::int32_t value : values_.values.at(from)) {
      const std::optional<std::int32_t> entry = table_entry(table, value);
      std::vector<std::int64_t> key{entry_vertex, entry.has_value()};
      if (entry && !permuted) key.push_back(*entry);
      const Vertex between = add(key);
      edge(vertex, between);
      edge(between, out_->values.at({from, value}));
      if (entry && permuted) edge(between, result, out_->values.at({code_->classes.find(table.type), *entry}));
    }
    return true;
  }

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
