#include "process/symmetry/detect/blame.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "model/cell.hpp"
#include "process/symmetry/detect/reasons.hpp"

namespace quotient::detect {

namespace {

/// The statements that begin a step which computes with numbers, puts them in order, or names somebody other than the
/// process that takes it.
std::set<std::uint32_t> suspects(const Program& program, const SystemGraph& graph) {
  std::set<std::uint32_t> out;
  for (const Transition& t : program.transitions) {
    visit_code(program, t.code, [&](const Instruction& in) {
      const bool sorts = in.op == Op::send && (in.a & 0x8000U) != 0;
      if ((in.op >= Op::add && in.op <= Op::greater_equal) || sorts) out.insert(t.statement);
    });
  }
  const SystemCode& code = graph.code();
  const auto names_somebody = [&](const Node& n) {
    if (n.kind == NodeKind::remote || n.kind == NodeKind::at_location) return true;
    if (n.kind == NodeKind::operation) return n.op == Op::enabled || n.op == Op::process_count;
    if (n.kind == NodeKind::effect) return n.op == Op::set_priority;
    if (n.kind == NodeKind::cell || n.kind == NodeKind::store_cell) {
      const Variable& v = graph.variables().all[graph.variables().cells[n.number].variable];
      return !n.identity &&
             std::any_of(v.indices.begin(), v.indices.end(), [&](Class c) { return graph.is_permuted(c); });
    }
    return n.kind == NodeKind::constant && !n.identity && !n.blank && graph.is_permuted(n.type);
  };
  for (const CodeStep& step : code.steps) {
    const std::uint32_t statement = program.transitions[step.transition].statement;
    std::set<NodeId> met{step.code};
    std::vector<NodeId> waiting{step.code};
    while (!waiting.empty() && out.count(statement) == 0) {
      const Node& n = code.decoding->nodes[waiting.back()];
      waiting.pop_back();
      if (names_somebody(n)) out.insert(statement);
      for (const NodeId a : n.args) {
        if (met.insert(a).second) waiting.push_back(a);
      }
    }
  }
  return out;
}

/// Parameters of which several processes of a type are given the same, but not all: these are no names for processes.
std::set<std::uint32_t> given_differently(const Instance& instance, const SystemGraph& graph) {
  std::map<std::uint32_t, std::map<std::int32_t, std::size_t>> counts;
  std::map<std::uint32_t, std::size_t> holders;
  for (const Variable& v : graph.variables().all) {
    if (v.process == global || v.assigned || v.cells.size() != 1) continue;
    const Cell& cell = graph.variables().cells[v.cells.front()];
    ++counts[v.declaration][load_cell(instance.base().data() + cell.offset, v.type.kind)];
    ++holders[v.declaration];
  }
  std::set<std::uint32_t> out;
  for (const auto& [declaration, values] : counts) {
    if (values.size() > 1 && values.size() < holders[declaration]) out.insert(declaration);
  }
  return out;
}

/// Steps that name one value of those that are permuted, where several do: by their first statements.
std::vector<std::set<std::uint32_t>> namings(const Program& program, const SystemGraph& graph) {
  const SystemCode& code = graph.code();
  std::map<std::pair<Class, std::int32_t>, std::set<std::uint32_t>> statements;
  for (const CodeStep& step : code.steps) {
    std::set<NodeId> met{step.code};
    std::vector<NodeId> waiting{step.code};
    while (!waiting.empty()) {
      const Node& n = code.decoding->nodes[waiting.back()];
      waiting.pop_back();
      if (n.kind == NodeKind::constant && !n.identity && !n.blank && graph.is_permuted(n.type) &&
          !code.classes.is_channel(n.type))
        statements[{graph.root(n.type), n.value}].insert(program.transitions[step.transition].statement);
      for (const NodeId a : n.args) {
        if (met.insert(a).second) waiting.push_back(a);
      }
    }
  }
  std::set<std::vector<std::uint32_t>> known;
  std::vector<std::set<std::uint32_t>> out;
  for (const auto& [value, each] : statements) {
    if (each.size() > 1 && known.insert({each.begin(), each.end()}).second) out.push_back(each);
  }
  return out;
}

}  // namespace

/// All processes of a type are given what the first of them is.
Instance given_alike(const Instance& instance, const SystemGraph& graph, const std::set<std::uint32_t>& parameters) {
  Instance out = instance;
  std::map<std::uint32_t, std::uint32_t> first;  // by declaration: where it is
  for (const Variable& v : graph.variables().all) {
    if (v.process == global || parameters.count(v.declaration) == 0) continue;
    const std::uint32_t offset = graph.variables().cells[v.cells.front()].offset;
    const std::uint32_t from = first.try_emplace(v.declaration, offset).first->second;
    for (auto& base : out.bases) std::copy_n(base.begin() + from, v.type.size(), base.begin() + offset);
  }
  return out;
}

/// What processes do, what is said about them, what they begin with, how they end: what comes first is blamed last.
std::vector<Part> parts_of(const Program& program, const Instance& instance, const SystemGraph& graph) {
  std::vector<Part> parts;
  const std::set<std::uint32_t> suspect = suspects(program, graph);
  const auto add_statements = [&](bool of_claims, bool suspects_only) {
    for (std::uint32_t s = 0; s < program.statements.size(); ++s) {
      const ProgramStatement& statement = program.statements[s];
      if (program.process_types[statement.process_type].watches != of_claims) continue;
      if ((suspect.count(s) != 0) != suspects_only) continue;
      parts.push_back(
          {{statement.text, statement.range}, [s](Without& w) { w.statements.insert(s); }, suspects_only, s});
    }
  };
  add_statements(false, false);
  add_statements(false, true);
  for (std::uint32_t t = 0; t < program.process_types.size(); ++t) {
    if (program.process_types[t].provided == 0) continue;
    parts.push_back({{fmt::format("the condition after 'provided' of {}", program.process_types[t].name), std::nullopt},
                     [t](Without& w) { w.provided.insert(t); }});
  }
  add_statements(true, false);
  add_statements(true, true);
  for (const std::set<std::uint32_t>& all : namings(program, graph)) {
    const ProgramStatement& statement = program.statements[*all.begin()];
    parts.push_back({{statement.text, statement.range},
                     [all](Without& w) { w.statements.insert(all.begin(), all.end()); },
                     true,
                     *all.begin(),
                     {},
                     false,
                     {std::next(all.begin()), all.end()}});
  }
  std::map<std::uint32_t, std::string> variables;
  for (const Variable& v : graph.variables().all) {
    // A constant that stands for a channel is how the text names that.
    if (v.assigned || !graph.code().classes.is_channel(v.content)) variables.emplace(v.declaration, v.name);
  }
  for (const auto& [number, name] : variables) {
    const std::uint32_t declaration = number;
    parts.push_back({{fmt::format("the initial value of {}", name), std::nullopt},
                     [declaration](Without& w) { w.initial.insert(declaration); },
                     true,
                     {},
                     declaration});
  }
  for (const std::uint32_t declaration : given_differently(instance, graph)) {
    parts.push_back({{"what processes are given", instance.created_at},
                     [declaration](Without& w) { w.given.insert(declaration); },
                     true,
                     {},
                     declaration,
                     true});
  }
  if (reason_of_capacities(program)) {
    parts.push_back({{"the channels", std::nullopt}, [](Without& w) { w.capacities = true; }, true, {}, {}, true});
  }
  const auto add_start = [&](const char* words, bool Without::*flag) {
    parts.push_back({{words, std::nullopt}, [flag](Without& w) { w.*flag = true; }});
  };
  add_start("the messages that are there from the start", &Without::messages);
  if (program.last_offset >= 0) add_start("_last is 0 at the start", &Without::last);
  if (program.has_priorities) add_start("the priorities that processes begin with", &Without::priorities);
  if (instance.lasting < instance.types.size()) {
    add_start("processes that end disappear in the opposite order of their creation, which tells them apart",
              &Without::ages);
  }
  return parts;
}

std::vector<Blame::Blamed> Blame::find(bool singly) {
  const std::optional<BigNumber> now = freedom_({});
  if (!now) return {};
  if (singly) blame_each(*now, true);
  if (singly && blamed_.empty()) blame_each(*now, false);
  if (blamed_.empty()) blame_together(*now);
  return blamed_;
}

std::optional<BigNumber> Blame::freedom() const {
  Without w;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (left_out_[p]) parts_[p].leave_out(w);
  }
  return freedom_(w);
}

void Blame::blame_each(const BigNumber& now, bool suspects) {
  std::vector<std::pair<BigNumber, std::size_t>> gains;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (parts_[p].suspect != suspects) continue;
    Without w;
    parts_[p].leave_out(w);
    const std::optional<BigNumber> then = freedom_(w);
    if (!then) break;
    if (*then > now) gains.emplace_back(*then, p);
  }
  std::stable_sort(gains.begin(), gains.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  // What uses that in which processes and channels differ is not to blame for it.
  const auto differs = [&](const auto& gain) { return parts_[gain.second].given && gain.first == gains.front().first; };
  if (std::any_of(gains.begin(), gains.end(), differs)) std::erase_if(gains, std::not_fn(differs));
  for (const auto& [then, p] : gains) blamed_.push_back({p, then});
}

void Blame::blame_together(const BigNumber& now) {
  left_out_.assign(parts_.size(), true);
  const std::optional<BigNumber> most = freedom();
  if (!most || *most <= now) return;
  best_ = *most;
  put_back(0, parts_.size());
  // Of what has to stay out for the most that is possible, as much as can be is put back that gives more than now.
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (!left_out_[p]) continue;
    left_out_[p] = false;
    const std::optional<BigNumber> still = freedom();
    if (!still) break;
    if (*still <= now) left_out_[p] = true;
  }
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (left_out_[p]) blamed_.push_back({p, best_});
  }
  if (blamed_.size() > most_together_) blamed_.clear();
}

void Blame::put_back(std::size_t first, std::size_t last) {
  if (first == last) return;
  for (std::size_t p = first; p < last; ++p) left_out_[p] = false;
  const std::optional<BigNumber> now = freedom();
  if (!now || *now >= best_) return;
  for (std::size_t p = first; p < last; ++p) left_out_[p] = true;
  if (last - first == 1) return;
  const std::size_t middle = first + (last - first) / 2;
  put_back(first, middle);
  put_back(middle, last);
}

}  // namespace quotient::detect
