#include <algorithm>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "process/symmetry/detect/graph_builder.hpp"

namespace quotient::detect {

// Channels with their messages, and cells.

using Vertex = SystemGraph::Vertex;

void GraphBuilder::add_channels() {
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
void GraphBuilder::add_first_messages(std::size_t c, Vertex channel) {
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
std::set<std::uint32_t> GraphBuilder::looked_up() const {
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
void GraphBuilder::link_channels() {
  for (const auto& [value, vertex] : out_->values) {
    const auto number = static_cast<std::size_t>(value.second);
    if (!code_->classes.is_channel(value.first) || value.second < 1 || number > out_->channels.size()) continue;
    edge(vertex, out_->channels[number - 1]);
  }
}

/// The vertex of a value; one that stays what it is where it is none of its class.
Vertex GraphBuilder::value_vertex_of(Class c, std::int32_t value) {
  const auto found = out_->values.find({code_->classes.find(c), value});
  return found != out_->values.end() ? found->second : constant(value);
}

/// Global variables that only their names tell apart.
void GraphBuilder::add_variables() {
  for (std::uint32_t v = 0; v < code_->variables->all.size(); ++v) {
    const Variable& variable = code_->variables->all[v];
    if (variable.process != global || !variable.written || is_of_claim(variable)) continue;
    out_->named_variables[v] =
        add({variable_vertex, pack(variable.type), static_cast<std::int64_t>(variable.indices.size()),
             static_cast<std::int64_t>(variable.cells.size())});
  }
}

void GraphBuilder::add_cells() {
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

}  // namespace quotient::detect
