#include "process/symmetry/detect/extract.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"

namespace quotient::detect {

namespace {

using Vertex = SystemGraph::Vertex;

class Extraction {
 public:
  Extraction(const Program& program, const Instance& instance, const SystemGraph& graph,
             std::vector<Permutation> generators)
      : program_(program), instance_(instance), graph_(graph), generators_(std::move(generators)) {}

  void run(Symmetry& out) {
    moved_.assign(graph_.graph().vertex_count(), false);
    for (const Permutation& g : generators_) {
      poll_stop();
      for (Vertex v = 0; v < g.degree(); ++v) {
        if (g[v] != v) moved_[v] = true;
      }
    }
    name_atoms(out);
    make_group(out);
    if (out.group.is_trivial()) {
      out.atoms.clear();
      return;
    }
    out.creators = instance_.creators;
    add_processes(out);
    add_channels(out);
    add_cells(out);
    keep_effective(out);
    if (!out.group.is_trivial()) add_step_orbits(out);
  }

 private:
  // --- atoms ---------------------------------------------------------------------------------------------------------

  void add_atom(Symmetry& out, Vertex v, Atom::Kind kind, std::string name, std::int32_t number) {
    if (!moved_[v]) return;
    atoms_[v] = static_cast<Point>(out.atoms.size());
    out.atoms.push_back({kind, std::move(name), number});
  }

  void name_atoms(Symmetry& out) {
    for (std::size_t pid = 0; pid < graph_.processes.size(); ++pid) {
      add_atom(out, graph_.processes[pid], Atom::Kind::process, process_name(pid), static_cast<std::int32_t>(pid));
    }
    for (std::size_t c = 0; c < graph_.channels.size(); ++c) {
      add_atom(out, graph_.channels[c], Atom::Kind::channel, channel_name(c), static_cast<std::int32_t>(c + 1));
    }
    for (const auto& [value, v] : graph_.values) {
      const auto set = graph_.set_names.find(value.first);
      if (set == graph_.set_names.end()) {
        add_atom(out, v, Atom::Kind::value, fmt::format("{}", value.second), value.second);
      } else {
        add_atom(out, v, Atom::Kind::element, fmt::format("{}={}", set->second, value.second), value.second);
      }
    }
    for (const auto& [number, v] : graph_.named_variables) {
      std::string name = graph_.variables().all[number].name;
      if (name.ends_with("[]")) name.resize(name.size() - 2);
      add_atom(out, v, Atom::Kind::element, std::move(name), static_cast<std::int32_t>(number));
    }
    if (!locations_move()) return;
    for (std::size_t pid = 0; pid < graph_.locations.size(); ++pid) {
      for (const auto& [l, v] : graph_.locations[pid]) {
        add_atom(out, v, Atom::Kind::location, fmt::format("{}@{}", process_name(pid), l),
                 static_cast<std::int32_t>(l));
      }
    }
  }

  std::string process_name(std::size_t pid) const {
    return fmt::format("{}({})", program_.process_types[instance_.types[pid]].name, pid);
  }

  std::string channel_name(std::size_t c) const {
    if (c < program_.channels.size()) return program_.channels[c].name;
    std::size_t pid = 0;
    while (pid + 1 < instance_.types.size() && instance_.first_channel[pid + 1] <= c) ++pid;
    return fmt::format("{}:{}", process_name(pid),
                       program_.process_types[instance_.types[pid]].channels[c - instance_.first_channel[pid]].name);
  }

  /// Whether a process can be taken to another control location than the one of the same number.
  bool locations_move() const {
    constexpr std::uint32_t none = 0xffff'ffff;
    std::vector<std::uint32_t> numbers(graph_.graph().vertex_count(), none);
    for (const auto& locations : graph_.locations) {
      for (const auto& [l, v] : locations) numbers[v] = l;
    }
    return std::any_of(generators_.begin(), generators_.end(), [&](const Permutation& g) {
      for (Vertex v = 0; v < numbers.size(); ++v) {
        if (numbers[v] != none && numbers[g[v]] != numbers[v]) return true;
      }
      return false;
    });
  }

  void make_group(Symmetry& out) {
    std::vector<Permutation> on_atoms;
    for (const Permutation& g : generators_) {
      poll_stop();
      std::vector<Point> images(out.atoms.size());
      for (const auto& [v, atom] : atoms_) images[atom] = atoms_.at(g[v]);
      on_atoms.emplace_back(std::move(images));
    }
    out.group = Group(out.atoms.size(), on_atoms);
  }

  /// Automorphisms that exchange like steps and nothing else have no part in the group.
  void add_step_orbits(Symmetry& out) const {
    std::vector<Permutation> moving;
    for (const Permutation& g : generators_) {
      if (std::any_of(atoms_.begin(), atoms_.end(), [&](const auto& atom) { return g[atom.first] != atom.first; }))
        moving.push_back(g);
    }
    out.step_orbits = step_orbits(graph_.steps, moving);
  }

  /// Permutations that leave every state as it is are of no use (channels that are never used change places freely).
  static void keep_effective(Symmetry& out) {
    std::vector<bool> effective(out.atoms.size(), false);
    for (const Place& place : out.places) {
      for (const Point a : place.atoms) effective[a] = true;
      if (place.value_class == no_class) continue;
      for (const auto& [value, atom] : out.classes[place.value_class].atoms) effective[atom] = true;
    }
    std::vector<Permutation> useful;
    for (const Permutation& g : out.group.generators()) {
      bool does_something = false;
      for (Point a = 0; a < g.degree(); ++a) does_something = does_something || (effective[a] && g[a] != a);
      if (does_something) useful.push_back(g);
    }
    if (useful.empty()) {
      out.atoms.clear();
      out.places.clear();
      out.pattern_names.clear();
      out.classes.clear();
      out.group = Group(0);
      return;
    }
    if (useful.size() < out.group.generators().size()) out.group = Group(out.atoms.size(), useful);
    // Values that no cell ever holds (what `x + 1` is while `(x + 1) % 3` is computed) must not count as movement.
    std::vector<Point> kept, number(out.atoms.size(), 0);
    std::vector<Atom> atoms;
    for (Point a = 0; a < out.atoms.size(); ++a) {
      const bool has_name = out.atoms[a].kind == Atom::Kind::process || out.atoms[a].kind == Atom::Kind::channel;
      if (!effective[a] && !has_name) continue;
      number[a] = static_cast<Point>(kept.size());
      kept.push_back(a);
      atoms.push_back(out.atoms[a]);
    }
    Group on_kept = out.group.restricted_to(kept);
    if (on_kept.order() == out.group.order()) return;
    out.atoms = std::move(atoms);
    out.group = std::move(on_kept);
    for (Place& place : out.places) {
      for (Point& a : place.atoms) a = number[a];
    }
    for (ValueClass& values : out.classes) {
      for (auto& [value, atom] : values.atoms) atom = number[atom];
    }
  }

  // --- places --------------------------------------------------------------------------------------------------------

  /// What tells the places of one template from those of another, and their atoms.
  struct Key {
    std::vector<std::int64_t> parts;
    std::vector<Point> atoms;
  };

  void add_part(Key& key, Vertex v, std::int64_t number) const {
    const auto atom = atoms_.find(v);
    if (atom == atoms_.end()) {
      key.parts.push_back(number);
    } else {
      key.parts.push_back(-1);
      key.atoms.push_back(atom->second);
    }
  }

  Place& add_place(Symmetry& out, Key key, std::uint32_t offset, CellType type, PatternName name = {}) {
    Place p;
    p.offset = offset;
    p.type = type;
    p.pattern = patterns_.try_emplace(key.parts, static_cast<std::uint32_t>(patterns_.size())).first->second;
    if (p.pattern == out.pattern_names.size()) out.pattern_names.push_back(std::move(name));
    p.atoms = std::move(key.atoms);
    out.places.push_back(std::move(p));
    return out.places.back();
  }

  /// The values of a class that are atoms; made once for each class.
  std::uint32_t value_class(Symmetry& out, Class c) {
    if (!graph_.is_permuted(c)) return no_class;
    const Class root = graph_.root(c);
    const auto known = value_classes_.find(root);
    if (known != value_classes_.end()) return known->second;
    ValueClass values;
    for (auto it = graph_.values.lower_bound({root, INT32_MIN}); it != graph_.values.end() && it->first.first == root;
         ++it) {
      const auto atom = atoms_.find(it->second);
      if (atom != atoms_.end()) values.atoms.push_back({it->first.second, atom->second});
    }
    std::uint32_t index = no_class;
    if (!values.atoms.empty()) {
      index = static_cast<std::uint32_t>(out.classes.size());
      out.classes.push_back(std::move(values));
    }
    value_classes_[root] = index;
    return index;
  }

  void add_processes(Symmetry& out) {
    for (std::size_t pid = 0; pid < graph_.processes.size(); ++pid) {
      const ProcessType& type = program_.process_types[instance_.types[pid]];
      std::uint32_t locations = no_class;
      ValueClass own;
      for (const auto& [l, v] : graph_.locations[pid]) {
        if (const auto atom = atoms_.find(v); atom != atoms_.end()) own.atoms.push_back({l, atom->second});
      }
      if (!own.atoms.empty()) {
        locations = static_cast<std::uint32_t>(out.classes.size());
        out.classes.push_back(std::move(own));
      }
      if (atoms_.count(graph_.processes[pid]) == 0 && locations == no_class) continue;
      const auto place = [&](std::int64_t which, std::uint32_t offset, CellType cell) -> Place& {
        Key key{{0, graph_.code().kin[instance_.types[pid]], which}, {}};
        add_part(key, graph_.processes[pid], static_cast<std::int64_t>(pid));
        const auto kind = which == 0 ? PatternName::Kind::control : PatternName::Kind::other;
        return add_place(out, std::move(key), instance_.processes[pid] + offset, cell, {kind, type.name + ".pc"});
      };
      const CellType number = type.location_bytes == 1   ? CellType{CellKind::byte, 8}
                              : type.location_bytes == 2 ? CellType{CellKind::unsigned_16, 16}
                                                         : CellType{CellKind::unsigned_32, 32};
      place(0, program_.type_bytes, number).value_class = locations;
      if (type.priority_offset >= 0) {
        place(1, static_cast<std::uint32_t>(type.priority_offset), {CellKind::byte, 8});
      }
    }
    if (program_.last_offset >= 0) {
      const std::uint32_t values = value_class(out, graph_.process_numbers());
      if (values != no_class) {
        add_place(out, {{1}, {}}, program_.head_size() + static_cast<std::uint32_t>(program_.last_offset),
                  program_.id_type)
            .value_class = values;
      }
    }
  }

  void add_channels(Symmetry& out) {
    for (std::size_t c = 0; c < graph_.channels.size(); ++c) {
      const ChannelPlace& channel = instance_.channels[c];
      const ChannelKind& kind = program_.channel_kinds[channel.kind];
      if (kind.capacity == 0) continue;
      const bool moves = atoms_.count(graph_.channels[c]) != 0;
      const auto place = [&](std::int64_t slot, std::int64_t field, std::uint32_t offset, CellType cell) -> Place& {
        Key key{{2, slot, field}, {}};
        add_part(key, graph_.channels[c], static_cast<std::int64_t>(c));
        return add_place(out, std::move(key), channel.offset + offset, cell);
      };
      if (moves) {
        place(-1, 0, 0, kind.length_size() == 1 ? CellType{CellKind::byte, 8} : CellType{CellKind::unsigned_16, 16});
      }
      for (std::uint32_t slot = 0; slot < kind.capacity; ++slot) {
        poll_stop();
        std::uint32_t offset = kind.length_size() + slot * kind.message_size;
        for (std::size_t f = 0; f < kind.fields.size(); ++f) {
          const std::uint32_t values = value_class(out, graph_.fields()[c][f]);
          if (moves || values != no_class) {
            Place& p = place(slot, static_cast<std::int64_t>(f), offset, kind.fields[f]);
            p.value_class = values;
            p.queue = channel.offset;
            p.slot = static_cast<std::int32_t>(slot);
            p.length_size = static_cast<std::uint8_t>(kind.length_size());
          }
          offset += kind.fields[f].size();
        }
      }
    }
  }

  /// Cells that no step writes are the same in all states: they stay as they are.
  void add_cells(Symmetry& out) {
    for (const detect::Cell& cell : graph_.variables().cells) {
      poll_stop();
      const detect::Variable& v = graph_.variables().all[cell.variable];
      if (!v.written) continue;
      Key key{{3, v.declaration}, {}};
      const auto named = graph_.named_variables.find(cell.variable);
      if (named != graph_.named_variables.end() && atoms_.count(named->second) != 0) {
        key.parts = {4, pack(v.type)};
        add_part(key, named->second, cell.variable);
      }
      if (v.process != detect::global) {
        add_part(key, graph_.processes[static_cast<std::size_t>(v.process)], v.process);
      }
      for (std::size_t d = 0; d < v.indices.size(); ++d) {
        const auto value = graph_.values.find({graph_.root(v.indices[d]), static_cast<std::int32_t>(cell.indices[d])});
        if (value == graph_.values.end()) {
          key.parts.push_back(cell.indices[d]);
        } else {
          add_part(key, value->second, cell.indices[d]);
        }
      }
      const std::uint32_t values = value_class(out, v.content);
      if (key.atoms.empty() && values == no_class) continue;
      add_place(out, std::move(key), cell.offset, v.type, name_of(v)).value_class = values;
    }
  }

  PatternName name_of(const detect::Variable& v) const {
    std::string text = v.name;
    if (text.ends_with("[]")) text.resize(text.size() - 2);
    if (v.process == detect::global) return {PatternName::Kind::global, std::move(text)};
    const std::size_t type = instance_.types[static_cast<std::size_t>(v.process)];
    return {PatternName::Kind::local, program_.process_types[type].name + "." + text};
  }

  const Program& program_;
  const Instance& instance_;
  const SystemGraph& graph_;
  std::vector<Permutation> generators_;
  std::vector<bool> moved_;
  std::map<Vertex, Point> atoms_;
  std::map<std::vector<std::int64_t>, std::uint32_t> patterns_;
  std::map<Class, std::uint32_t> value_classes_;
};

}  // namespace

void extract_symmetry(const Program& program, const Instance& instance, const SystemGraph& graph, Symmetry& out) {
  Extraction(program, instance, graph, graph.automorphisms()).run(out);
}

}  // namespace quotient::detect
