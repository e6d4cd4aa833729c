#include "process/symmetry/detect/reasons.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "model/cell.hpp"

namespace quotient::detect {

namespace {

constexpr std::size_t most_listed = 3;

bool orders_numbers(Op op) { return op >= Op::less && op <= Op::greater_equal; }
bool counts_numbers(Op op) { return op >= Op::add && op <= Op::shift_right; }

/// "a[]" with index 2 → "a[2]".
std::string element_name(const Variable& v, const Cell& cell) {
  std::string out;
  std::size_t next = 0;
  for (const char c : v.name) {
    out += c;
    if (c == '[' && next < cell.indices.size()) out += std::to_string(cell.indices[next++]);
  }
  return out;
}

std::string array_name(const Variable& v) {
  std::string out = v.name;
  if (out.ends_with("[]")) out.resize(out.size() - 2);
  return out;
}

/// "a[1], a[2] and others"
std::string listed(const std::set<std::string>& names) {
  std::string out;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count == most_listed) return out + " and others";
    out += (count++ == 0 ? "" : ", ") + name;
  }
  return out;
}

/// Gathers what in the code of some steps does not treat all alike.
class Evidence {
 public:
  /// `first`: the statement that the steps begin with.
  Evidence(const Program& program, const Instance& instance, const SystemGraph& graph, std::uint32_t first)
      : program_(program), instance_(instance), graph_(graph), first_(first), nodes_(graph.code().decoding->nodes) {}

  void read(const CodeStep& step) {
    std::vector<NodeId> waiting{step.code};
    while (!waiting.empty()) {
      const NodeId id = waiting.back();
      waiting.pop_back();
      if (!met_.insert(id).second) continue;
      const Node& n = nodes_[id];
      note(n);
      waiting.insert(waiting.end(), n.args.begin(), n.args.end());
    }
  }

  Reason best() const {
    if (counted_) {
      return {counted_,
              fmt::format("an index of {} is counted with, so that its elements are visited in order", counted_array_),
              "put a loop over all of them into one atomic or d_step"};
    }
    if (computed_) return {computed_, computed_how_, computed_remedy_};
    for (const auto& [variable, use] : elements_) {
      const Variable& v = graph_.variables().all[variable];
      if (use.named.size() >= v.cells.size()) continue;
      std::set<std::string> left_out;
      for (const std::uint32_t c : v.cells) {
        const std::string name = element_name(v, graph_.variables().cells[c]);
        if (use.named.count(name) == 0) left_out.insert(name);
      }
      return {use.statement(first_),
              fmt::format("it is about {}, and not about {}", listed(use.named), listed(left_out)),
              fmt::format("treat all elements of {} alike", array_name(v))};
    }
    for (const auto& [array, use] : channels_) {
      std::set<std::string> left_out;
      for (const ChannelInstance& c : program_.channels) {
        if (c.name.starts_with(array + "[") && use.named.count(c.name) == 0) left_out.insert(c.name);
      }
      if (left_out.empty()) continue;
      return {use.statement(first_),
              fmt::format("it is about {}, and not about {}", listed(use.named), listed(left_out)),
              fmt::format("treat all channels of {} alike", array)};
    }
    if (const std::optional<Reason> named = named_value()) return *named;
    if (sends_ && !channels_.empty()) {
      return {sends_, "messages are sent one after the other, and a channel may be full by then",
              "send in a d_step that begins with a test for room in all channels"};
    }
    for (const auto& [variable, use] : elements_) {
      const Variable& v = graph_.variables().all[variable];
      return {use.statement(first_),
              fmt::format("it goes through the elements of {} in the order of their numbers, which makes a difference",
                          array_name(v)),
              "let the model choose any of them"};
    }
    return {std::nullopt, "", ""};
  }

 private:
  struct Use {
    std::set<std::string> named;
    std::map<std::uint32_t, std::set<std::string>> by_statement;

    void add(const std::string& name, std::uint32_t statement) {
      named.insert(name);
      by_statement[statement].insert(name);
    }
    /// The statement that names most of them, rather not the one that the step begins with.
    std::uint32_t statement(std::uint32_t first) const {
      std::uint32_t best = by_statement.begin()->first;
      const auto weight = [&](std::uint32_t s) { return std::pair(by_statement.at(s).size(), s != first); };
      for (const auto& [s, names] : by_statement) {
        if (weight(s) > weight(best)) best = s;
      }
      return best;
    }
  };

  bool is_process_number(Class c) const { return graph_.root(c) == graph_.root(graph_.process_numbers()); }

  void note(const Node& n) {
    const Classes& classes = graph_.code().classes;
    switch (n.kind) {
      case NodeKind::table:
      case NodeKind::operation: {
        if (n.args.empty()) break;
        const Class c = nodes_[n.args[0]].type;
        if (!classes.is_identity(c) || (!orders_numbers(n.op) && !counts_numbers(n.op))) break;
        const char* what =
            is_process_number(c) ? "numbers of processes" : "numbers that tell processes or elements apart";
        computed_ = n.statement;
        computed_how_ = orders_numbers(n.op) ? fmt::format("{} are put in order here", what)
                                             : fmt::format("{} are computed with here", what);
        computed_remedy_ = "assign such numbers and test them for equality only";
        break;
      }
      case NodeKind::cell:
      case NodeKind::store_cell: {
        if (n.identity) break;
        const Cell& cell = graph_.variables().cells[n.number];
        const Variable& v = graph_.variables().all[cell.variable];
        if (v.process != global || v.cells.size() < 2) break;
        if (std::none_of(v.indices.begin(), v.indices.end(), [&](Class c) { return graph_.is_permuted(c); })) break;
        elements_[cell.variable].add(element_name(v, cell), n.statement);
        break;
      }
      case NodeKind::element:
      case NodeKind::store_element: {
        const Variable& v = graph_.variables().all[n.number];
        for (std::size_t d = 0; d < v.indices.size() && d < n.args.size(); ++d) {
          if (!classes.is_identity(v.indices[d]) || graph_.is_permuted(v.indices[d])) continue;
          counted_ = n.statement;
          counted_array_ = array_name(v);
        }
        break;
      }
      case NodeKind::constant:
        if (n.identity || n.blank || !graph_.is_permuted(n.type)) break;
        if (classes.is_channel(n.type)) {
          if (n.value < 1 || u(n.value) > program_.channels.size()) break;
          const std::string& name = program_.channels[u(n.value) - 1].name;
          if (name.ends_with(']')) channels_[name.substr(0, name.find('['))].add(name, n.statement);
          break;
        }
        if (graph_.values.count({graph_.root(n.type), n.value}) == 0) break;
        constants_[n.value].insert(n.statement);
        break;
      case NodeKind::effect:
      case NodeKind::sending:
        if (n.kind == NodeKind::sending || n.op == Op::send) sends_ = n.statement;
        break;
      default:
        break;
    }
  }

  bool all_are_named(std::uint32_t type) const {
    for (std::size_t pid = 0; pid < instance_.types.size(); ++pid) {
      if (instance_.types[pid] == type && constants_.count(static_cast<std::int32_t>(pid)) == 0) return false;
    }
    return true;
  }

  /// A number that is a process as well.
  std::optional<Reason> named_value() const {
    for (const auto& [value, statements] : constants_) {
      if (value < 0 || u(value) >= instance_.types.size() || all_are_named(instance_.types[u(value)])) continue;
      const std::string& type = program_.process_types[instance_.types[u(value)]].name;
      if (value == 0) {
        return Reason{*statements.rbegin(), fmt::format("0 is also the number of process {}(0)", type),
                      "start ids at 1, or use 255 for nobody"};
      }
      return Reason{*statements.rbegin(), fmt::format("{} names process {}({})", value, type, value),
                    "let the model choose any of them"};
    }
    return std::nullopt;
  }

  const Program& program_;
  const Instance& instance_;
  const SystemGraph& graph_;
  std::uint32_t first_;
  const std::vector<Node>& nodes_;
  std::set<NodeId> met_;
  std::optional<std::uint32_t> computed_, counted_, sends_;
  std::string counted_array_;
  std::string computed_how_, computed_remedy_;
  std::map<std::uint32_t, Use> elements_;  // by variable
  std::map<std::string, Use> channels_;    // by array
  std::map<std::int32_t, std::set<std::uint32_t>> constants_;
};

}  // namespace

Reason reason_of_statement(const Program& program, const Instance& instance, const SystemGraph& graph,
                           std::uint32_t statement) {
  Evidence evidence(program, instance, graph, statement);
  for (const CodeStep& step : graph.code().steps) {
    if (program.transitions[step.transition].statement == statement) evidence.read(step);
  }
  return evidence.best();
}

Reason reason_of_initial(const Program& program, const Instance& instance, const SystemGraph& graph,
                         std::uint32_t declaration) {
  for (const Variable& v : graph.variables().all) {
    if (v.declaration != declaration) continue;
    std::set<std::int32_t> values;
    for (const std::uint32_t c : v.cells) {
      values.insert(load_cell(instance.base().data() + graph.variables().cells[c].offset, v.type.kind));
    }
    if (values.size() > 1) return {std::nullopt, "its elements begin differently", "let all begin alike"};
    const std::int32_t value = *values.begin();
    if (!graph.is_permuted(v.content) || value < 0 || u(value) >= instance.types.size()) continue;
    const std::string& type = program.process_types[instance.types[u(value)]].name;
    if (value == 0) {
      return {std::nullopt, fmt::format("it is 0, which is also the number of process {}(0)", type),
              "start ids at 1, or use 255 for nobody"};
    }
    return {std::nullopt, fmt::format("it is {}, which names process {}({})", value, type, value),
            "let the model choose any of them first"};
  }
  return {std::nullopt, "", ""};
}

}  // namespace quotient::detect
