#include <algorithm>

#include "base/stop_signal.hpp"
#include "process/symmetry/detect/graph_builder.hpp"
#include "process/symmetry/detect/sequences.hpp"

namespace quotient::detect {

// Steps, and what they do.

using Vertex = SystemGraph::Vertex;

/// Escapes are tried in order, so where there is one the order of all steps counts.
bool GraphBuilder::has_escapes(const ControlLocation& here) const {
  for (std::uint32_t k = here.first; k < here.last; ++k) {
    if (program_.transitions[k].escape != 0) return true;
  }
  return false;
}

void GraphBuilder::add_steps() {
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
    const std::uint32_t label = program_.label_classes.empty() ? 0 : program_.label_classes[t.statement];
    const Vertex vertex =
        add({step_vertex, keeps_control, ordered ? step.transition - here.first : -1, t.target == 0, label});
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

const std::vector<bool>& GraphBuilder::passed_of(const ProcessType& type) {
  const auto [known, is_new] = passed_.try_emplace(&type);
  if (is_new) {
    const auto number = static_cast<std::uint32_t>(&type - program_.process_types.data());
    known->second = passed_locations(program_, type, code_->stays[number]);
  }
  return known->second;
}

/// A step with the statements that coverage counts.
StepVertex GraphBuilder::with_statements(Vertex vertex, std::uint32_t transition, const ProcessType& type,
                                         bool arrives) {
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
bool GraphBuilder::never_taken(NodeId first) const {
  const Node* n = &code_->decoding->nodes[first];
  while (n->kind == NodeKind::effect && n->op == Op::not_in_handshake) n = &code_->decoding->nodes[n->args.back()];
  return n->kind == NodeKind::effect && n->op == Op::block;
}

Vertex GraphBuilder::constant(std::int32_t value) {
  const auto [known, is_new] = constants_.try_emplace(value, 0);
  if (is_new) known->second = add({constant_vertex, value});
  return known->second;
}

/// The vertex of a node; its edges are drawn later, so that chains of any length and loops are no trouble.
Vertex GraphBuilder::node(NodeId id) {
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

void GraphBuilder::finish_nodes() {
  while (!unfinished_.empty()) {
    poll_stop();
    const NodeId id = unfinished_.back();
    unfinished_.pop_back();
    finish(id);
  }
}

void GraphBuilder::finish(NodeId id) {
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
bool GraphBuilder::add_table(const Node& table, Vertex vertex) {
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

}  // namespace quotient::detect
