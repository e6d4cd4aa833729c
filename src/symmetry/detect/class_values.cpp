#include "symmetry/detect/class_values.hpp"

#include <algorithm>
#include <optional>

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
    // What is found out of one class can change what is known of others.
    while (!find_all()) {
    }
    return std::move(found_);
  }

 private:
  /// False where a class turned out to be of another kind, so that all has to begin anew.
  bool find_all() {
    found_ = {};
    note_cells();
    note_code();
    return fill_tables() && all_fit();
  }

  /// What cells, channels and indices have from the start.
  void note_cells() {
    for (const Variable& v : code_.variables->all) {
      for (const std::uint32_t c : v.cells) {
        const Cell& cell = code_.variables->cells[c];
        for (const auto& base : instance_.bases) {
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
        if (code_.classes.is_renamed(c)) found_.values[code_.classes.find(c)];
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
      if (n.kind == NodeKind::constant && code_.classes.is_channel(n.type)) note_value(n.type, n.value);
    }
    // Constants that nothing of these is ever compared with or assigned to are numbers.
    for (const Node& n : code_.decoding->nodes) {
      if (n.kind == NodeKind::constant && found_.values.count(code_.classes.find(n.type)) != 0)
        mention(n.type, n.value);
      if (n.kind != NodeKind::cell && n.kind != NodeKind::store_cell) continue;
      const Cell& cell = code_.variables->cells[n.number];
      const Variable& v = code_.variables->all[cell.variable];
      for (std::size_t d = 0; d < v.indices.size(); ++d) {
        if (code_.classes.is_renamed(v.indices[d])) mention(v.indices[d], static_cast<std::int32_t>(cell.indices[d]));
      }
    }
  }

  /// Whether every value of a class fits into all of its cells. A class of which that is not so is one of numbers.
  bool all_fit() {
    bool fit = true;
    const auto check = [&](Class c, CellType type) {
      if (!code_.classes.is_renamed(c)) return;
      for (const std::int32_t value : found_.values[code_.classes.find(c)]) {
        if (fits(value, type)) continue;
        code_.classes.make_numeric(c);
        fit = false;
        return;
      }
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
    for (bool grew = true; grew;) {
      grew = false;
      for (const Node& n : code_.decoding->nodes) {
        if (n.kind != NodeKind::table) continue;
        const Class from = code_.classes.find(code_.decoding->nodes[n.args[0]].type);
        if (!code_.classes.is_renamed(from)) {
          if (code_.classes.is_numeric(n.type)) continue;
          code_.classes.make_numeric(n.type);
          return false;
        }
        if (found_.values[from].empty()) {
          code_.classes.make_numeric(from);  // no cell has any: nothing is known of what comes here
          return false;
        }
        if (code_.classes.is_numeric(n.type)) continue;
        if (!code_.classes.is_renamed(n.type)) {
          code_.classes.make_identity(n.type);
          return false;
        }
        const std::set<std::int32_t> arguments = found_.values[from];  // may be of the class of the results
        for (const std::int32_t value : arguments) {
          const std::optional<std::int32_t> result = table_entry(n, value);
          if (!result || found_.mentioned.count({code_.classes.find(n.type), *result}) != 0) continue;
          mention(n.type, *result);
          grew = true;
        }
        if (found_.values[code_.classes.find(n.type)].size() > most_values) {
          code_.classes.make_numeric(n.type);
          return false;
        }
      }
    }
    return true;
  }

  void note_value(Class c, std::int32_t value) {
    if (code_.classes.is_renamed(c)) found_.values[code_.classes.find(c)].insert(value);
  }

  void mention(Class c, std::int32_t value) {
    note_value(c, value);
    found_.mentioned.insert({code_.classes.find(c), value});
  }

  const Program& program_;
  const Instance& instance_;
  SystemCode& code_;
  ClassValues found_;
};

}  // namespace

ClassValues find_class_values(const Program& program, const Instance& instance, SystemCode& code) {
  return ValueFinder(program, instance, code).run();
}

}  // namespace quotient::detect
