#include "process/symmetry/detect/reasons.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "process/symmetry/detect/owners.hpp"

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
      note(id);
      waiting.insert(waiting.end(), n.args.begin(), n.args.end());
    }
  }

  Reason best() const {
    if (counted_ && is_selected(counted_by_)) {
      return {counted_,
              fmt::format("{} gets its value by select, which tries one number after the other where others can see it",
                          graph_.variables().all[graph_.variables().cells[*counted_by_].variable].name),
              "select into a local variable"};
    }
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
    if (const std::optional<Reason> own = folded()) return *own;
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
  struct NamedValue {
    Class values;
    std::int32_t value;
    std::uint32_t statement;
    NodeId node;
  };
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

  /// Whether a cell is stored to by a select.
  bool is_selected(std::optional<std::uint32_t> cell) const {
    return cell && std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& n) {
             return n.kind == NodeKind::store_cell && n.number == *cell && n.statement < program_.statements.size() &&
                    program_.statements[n.statement].text.starts_with("select");
           });
  }
  bool is_process_number(Class c) const { return graph_.root(c) == graph_.root(graph_.process_numbers()); }

  void note(NodeId id) {
    const Node& n = nodes_[id];
    const Classes& classes = graph_.code().classes;
    met_statements_.insert(n.statement);
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
          const Node& index = nodes_[n.args[d]];
          counted_by_ = index.kind == NodeKind::cell ? std::optional(index.number) : std::nullopt;
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
        named_values_.push_back({graph_.root(n.type), n.value, n.statement, id});
        break;
      case NodeKind::effect:
      case NodeKind::sending:
        if (n.kind == NodeKind::sending || n.op == Op::send) sends_ = n.statement;
        break;
      default:
        break;
    }
  }

  /// A number that is a process (or what one was given) as well, where not all of these are named.
  std::optional<Reason> named_value() const {
    std::set<std::pair<Class, std::int32_t>> named;
    for (const NamedValue& v : named_values_) named.insert({v.values, v.value});
    for (const NamedValue& v : named_values_) {
      const Owners owners = owners_of(instance_, graph_, v.values);
      const auto owner = owners.find(v.value);
      if (owner == owners.end()) continue;
      const auto is_named = [&](const auto& other) {
        return instance_.types[other.second] != instance_.types[owner->second] ||
               named.count({v.values, other.first}) != 0;
      };
      if (std::all_of(owners.begin(), owners.end(), is_named)) continue;
      const std::string who = process_name(program_, instance_, owner->second);
      const auto origin = graph_.code().decoding->origins.find(v.node);
      if (origin != graph_.code().decoding->origins.end()) {
        return Reason{v.statement,
                      fmt::format("{} is {} all the time, which names process {}",
                                  graph_.variables().all[origin->second].name, v.value, who),
                      "let the model choose any of them"};
      }
      if (v.value == 0) {
        return Reason{v.statement, fmt::format("0 is also the number of process {}", who),
                      "start ids at 1, or use 255 for nobody"};
      }
      return Reason{v.statement, fmt::format("{} names process {}", v.value, who), "let the model choose any of them"};
    }
    return std::nullopt;
  }

  /// What a condition on the process itself does to some of them alone: it has no part in what the others do.
  std::optional<Reason> folded() const {
    std::map<std::uint32_t, std::set<std::int32_t>> meant, compared;  // by statement: processes
    std::map<std::uint32_t, NodeId> tested;
    std::optional<std::uint32_t> sorted, computed, shifted;
    for (const auto& [id, folding] : graph_.code().decoding->foldings) {
      const std::uint32_t statement = nodes_[id].statement;
      if (statement != first_ && met_statements_.count(statement) == 0) continue;
      const auto least = [&](std::optional<std::uint32_t>& of) { of = std::min(of.value_or(statement), statement); };
      if (orders_numbers(folding.op)) least(sorted);
      if (folding.op == Op::shift_left) least(shifted);
      if (counts_numbers(folding.op)) least(computed);
      const bool tests = folding.op == Op::equal || folding.op == Op::not_equal;
      if (!tests || nodes_[folding.left].identity == nodes_[folding.right].identity) continue;
      compared[statement].insert(folding.process);
      if ((nodes_[id].value != 0) != (folding.op == Op::equal)) continue;
      meant[statement].insert(folding.process);
      tested[statement] = nodes_[folding.left].identity ? folding.right : folding.left;
    }
    for (const auto& [statement, processes] : meant) {
      if (processes.size() == compared[statement].size()) continue;
      std::vector<std::string> names;
      for (const std::int32_t each : processes)
        names.push_back(process_name(program_, instance_, static_cast<std::size_t>(each)));
      const NodeId value = tested[statement];
      const auto& origins = graph_.code().decoding->origins;
      if (const auto origin = origins.find(value); origin != origins.end()) {
        return Reason{statement,
                      fmt::format("this is about {} alone, since {} is {} all the time", in_a_row(names),
                                  graph_.variables().all[origin->second].name, nodes_[value].value),
                      "let the model choose what it is"};
      }
      if (processes.size() == 1) {
        return Reason{statement, fmt::format("{} names process {}", nodes_[value].value, names.front()),
                      "let the model choose any of them, in a variable"};
      }
      return Reason{statement, fmt::format("this is about {} alone", in_a_row(names)),
                    "let the processes differ in a variable that they set themselves"};
    }
    if (sorted) {
      return Reason{*sorted, "numbers that tell processes apart are put in order here",
                    "test such numbers for equality only"};
    }
    if (shifted) {
      return Reason{*shifted, "the bits of a number stand for processes here, which is not followed",
                    "use an array of bits with an element for each process"};
    }
    if (!computed) return std::nullopt;
    return Reason{*computed, "numbers of other processes are computed from that of the process here",
                  "where any other process will do, let the model choose one"};
  }

  const Program& program_;
  const Instance& instance_;
  const SystemGraph& graph_;
  std::uint32_t first_;
  const std::vector<Node>& nodes_;
  std::set<NodeId> met_;
  std::optional<std::uint32_t> computed_, counted_, sends_;
  std::optional<std::uint32_t> counted_by_;  // a cell
  std::string counted_array_;
  std::string computed_how_, computed_remedy_;
  std::map<std::uint32_t, Use> elements_;  // by variable
  std::map<std::string, Use> channels_;    // by array
  std::vector<NamedValue> named_values_;
  std::set<std::uint32_t> met_statements_;
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

}  // namespace quotient::detect
