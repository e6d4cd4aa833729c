#include "process/symmetry/detect/class_values.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "base/stop_signal.hpp"

namespace quotient::detect {

namespace {

constexpr std::size_t most_values = 300;  // of a class; a counter has more, and is one of numbers

bool fits(std::int32_t value, CellType type) {
  std::uint8_t bytes[4] = {};
  store_cell(bytes, type, value);
  return load_cell(bytes, type.kind) == value;
}

class ValueFinder {
 public:
  ValueFinder(const Program& program, const Instance& instance, SystemCode& code)
      : program_(program), instance_(instance), code_(code) {}

  ClassValues run() {
    for (NodeId id = 0; id < code_.decoding->nodes.size(); ++id) {
      if (node(id).kind == NodeKind::table) tables_.push_back(id);
    }
    // What is found out of one class can change what is known of others.
    do {
      settle_kinds();
      found_ = {};
      note_cells();
      note_code();
    } while (!fill_tables() || !all_fit());
    return std::move(found_);
  }

 private:
  const Node& node(NodeId id) const { return code_.decoding->nodes[id]; }
  Class argument_class(const Node& table) const { return code_.classes.find(node(table.args[0]).type); }

  /// What a table has for names are names, unless something computes with them; what it has for numbers are numbers.
  void settle_kinds() {
    std::unordered_map<Class, std::vector<NodeId>> by_argument;
    for (const NodeId t : tables_) by_argument[argument_class(node(t))].push_back(t);
    const auto spread = [&](const auto& reaches, const auto& mark) {
      std::vector<NodeId> waiting = tables_;
      while (!waiting.empty()) {
        const Node& table = node(waiting.back());
        waiting.pop_back();
        if (!reaches(table)) continue;
        mark(table.type);
        const auto next = by_argument.find(code_.classes.find(table.type));
        if (next != by_argument.end()) waiting.insert(waiting.end(), next->second.begin(), next->second.end());
      }
    };
    spread(
        [&](const Node& t) {
          return code_.classes.is_permuted(argument_class(t)) && !code_.classes.is_numeric(t.type) &&
                 !code_.classes.is_permuted(t.type);
        },
        [&](Class c) { code_.classes.make_identity(c); });
    spread(
        [&](const Node& t) {
          return !code_.classes.is_permuted(argument_class(t)) && !code_.classes.is_numeric(t.type);
        },
        [&](Class c) { code_.classes.make_numeric(c); });
  }

  /// What cells, channels and indices have from the start.
  void note_cells() {
    for (const Variable& v : code_.variables->all) {
      for (const std::uint32_t c : v.cells) {
        const Cell& cell = code_.variables->cells[c];
        for (const auto& base : instance_.bases) {
          if (cell.blank) {
            if (code_.classes.is_permuted(v.content)) found_.values[code_.classes.find(v.content)];
            break;
          }
          note_value(v.content, load_cell(base.data() + cell.offset, v.type.kind));
        }
        for (std::size_t d = 0; d < v.indices.size(); ++d) {
          note_value(v.indices[d], static_cast<std::int32_t>(cell.indices[d]));
        }
      }
    }
    for (std::size_t pid = 0; pid < instance_.types.size(); ++pid) {
      mention(code_.decoding->processes, static_cast<std::int32_t>(pid));
    }
    for (const auto& fields : code_.decoding->fields) {
      for (const Class c : fields) {
        if (code_.classes.is_permuted(c)) found_.values[code_.classes.find(c)];
      }
    }
    for (const auto& base : instance_.bases) {
      for (std::size_t c = 0; c < instance_.channels.size(); ++c) {
        for_each_message_field(program_, instance_, base, c, [&](std::uint32_t, std::size_t field, std::int32_t value) {
          note_value(code_.decoding->fields[c][field], value);
        });
      }
    }
  }

  /// What steps speak of.
  void note_code() {
    for (const Node& n : code_.decoding->nodes) {
      poll_stop();
      if (n.kind == NodeKind::constant && !n.blank && code_.classes.is_channel(n.type)) note_value(n.type, n.value);
    }
    // Constants that nothing of these is ever compared with or assigned to are numbers.
    for (const Node& n : code_.decoding->nodes) {
      poll_stop();
      if (n.kind == NodeKind::constant && !n.blank && found_.values.count(code_.classes.find(n.type)) != 0)
        mention(n.type, n.value);
      if (n.kind != NodeKind::cell && n.kind != NodeKind::store_cell) continue;
      const Cell& cell = code_.variables->cells[n.number];
      const Variable& v = code_.variables->all[cell.variable];
      for (std::size_t d = 0; d < v.indices.size(); ++d) {
        if (code_.classes.is_permuted(v.indices[d])) mention(v.indices[d], static_cast<std::int32_t>(cell.indices[d]));
      }
    }
  }

  /// Whether every value of a class fits into all of its cells. A class of which that is not so is one of numbers.
  bool all_fit() {
    bool fit = true;
    const auto check = [&](Class c, CellType type) {
      if (!code_.classes.is_permuted(c)) return;
      const std::set<std::int32_t>& values = found_.values[code_.classes.find(c)];
      // What a cell can hold is a range.
      if (values.empty() || (fits(*values.begin(), type) && fits(*values.rbegin(), type))) return;
      code_.classes.make_numeric(c);
      fit = false;
    };
    for (const Variable& v : code_.variables->all) {
      if (v.written) check(v.content, v.type);
    }
    for (std::size_t c = 0; c < instance_.channels.size(); ++c) {
      const ChannelKind& kind = program_.channel_kinds[instance_.channels[c].kind];
      for (std::size_t f = 0; f < kind.fields.size(); ++f) check(code_.decoding->fields[c][f], kind.fields[f]);
    }
    if (program_.last_offset >= 0) check(code_.decoding->processes, program_.id_type);
    return fit;
  }

  /// Notes what the tables lead to from the values known so far. False where a class turned out to be of another kind,
  /// so that all has to begin anew.
  bool fill_tables() {
    // Tables that do the same to the same class need to be looked at once.
    std::set<std::tuple<Class, Class, Op, std::uint32_t, std::int32_t>> seen;
    std::unordered_map<Class, std::vector<NodeId>> by_argument;
    std::vector<Class> waiting;
    for (const NodeId id : tables_) {
      const Node& t = node(id);
      const Class from = argument_class(t), to = code_.classes.find(t.type);
      if (!code_.classes.is_permuted(from) || !seen.insert({from, to, t.op, t.detail, t.value}).second) continue;
      if (by_argument[from].empty()) waiting.push_back(from);
      by_argument[from].push_back(id);
    }
    bool kinds_hold = true;
    while (!waiting.empty()) {
      const Class from = waiting.back();
      waiting.pop_back();
      const std::set<std::int32_t> arguments = found_.values[from];  // may be of the class of the results
      for (const NodeId id : by_argument[from]) {
        poll_stop();
        const Node& t = node(id);
        const Class to = code_.classes.find(t.type);
        if (code_.classes.is_numeric(to)) continue;
        const std::size_t before = found_.values[to].size();
        for (const std::int32_t value : arguments) {
          if (const std::optional<std::int32_t> result = table_entry(t, value)) mention(to, *result);
        }
        const std::size_t now = found_.values[to].size();
        if (now > most_values) {
          code_.classes.make_numeric(to);
          kinds_hold = false;
        } else if (now > before && by_argument.count(to) != 0) {
          waiting.push_back(to);
        }
      }
    }
    if (!kinds_hold) return false;
    for (const auto& [from, tables] : by_argument) {
      if (!found_.values[from].empty()) continue;
      code_.classes.make_numeric(from);  // no cell has any: nothing is known of what comes here
      kinds_hold = false;
    }
    return kinds_hold;
  }

  void note_value(Class c, std::int32_t value) {
    if (code_.classes.is_permuted(c)) found_.values[code_.classes.find(c)].insert(value);
  }

  void mention(Class c, std::int32_t value) {
    note_value(c, value);
    found_.mentioned.insert({code_.classes.find(c), value});
  }

  const Program& program_;
  const Instance& instance_;
  SystemCode& code_;
  std::vector<NodeId> tables_;
  ClassValues found_;
};

}  // namespace

ClassValues find_class_values(const Program& program, const Instance& instance, SystemCode& code) {
  return ValueFinder(program, instance, code).run();
}

}  // namespace quotient::detect
