#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/detect/kin.hpp"
#include "process/symmetry/detect/reasons.hpp"
#include "process/symmetry/detect/system_graph.hpp"
#include "symmetry/group/point_action.hpp"

namespace quotient {

namespace {

using detect::Class;
using detect::SystemGraph;
using detect::Without;
using Kin = std::vector<std::uint32_t>;

/// How freely the processes of each type are moved: the product of the orders of what is done to each. Where processes
/// of two types go in pairs, that is as free as can be. points[pid]: the process, among those that the generators move.
BigNumber freedom(std::span<const Permutation> generators, const std::vector<std::optional<Point>>& points,
                  const Instance& instance, const Kin& kin) {
  std::map<std::uint32_t, std::vector<Point>> by_type;
  for (std::size_t pid = 0; pid < points.size(); ++pid) {
    if (points[pid]) by_type[kin[instance.types[pid]]].push_back(*points[pid]);
  }
  BigNumber product = 1;
  for (const auto& [type, members] : by_type) {
    product *= Group(members.size(), restricted_to(generators, members).generators).order();
  }
  return product;
}

BigNumber freedom(const SystemGraph& graph, const Instance& instance, const Kin& kin) {
  const std::vector<std::optional<Point>> points(graph.processes.begin(), graph.processes.end());
  return freedom(graph.automorphisms(), points, instance, kin);
}

BigNumber freedom(const Symmetry& symmetry, const Instance& instance, const Kin& kin) {
  std::vector<std::optional<Point>> points(instance.types.size());
  for (Point a = 0; a < symmetry.atoms.size(); ++a) {
    if (symmetry.atoms[a].kind == Atom::Kind::process) points[static_cast<std::size_t>(symmetry.atoms[a].number)] = a;
  }
  return freedom(symmetry.group.generators(), points, instance, kin);
}

/// Where all processes of a type may change places.
BigNumber most_freedom(const Instance& instance, const Kin& kin) {
  std::map<std::uint32_t, std::uint32_t> counts;
  for (const std::uint32_t type : instance.types) ++counts[kin[type]];
  BigNumber product = 1;
  for (const auto& [type, count] : counts) product *= factorial(count);
  return product;
}

/// Whether processes of different types may be alike: some are, or there is one of each only.
bool names_matter_not(const Program& program, const Instance& instance, const Symmetry& symmetry) {
  if (!detect::has_kin(instance, detect::kin_types(program))) return false;
  const auto type_of = [&](Point a) {
    const Atom& atom = symmetry.atoms[a];
    return atom.kind == Atom::Kind::process ? std::int64_t{instance.types[static_cast<std::size_t>(atom.number)]} : -1;
  };
  for (const Permutation& g : symmetry.group.generators()) {
    for (Point a = 0; a < g.degree(); ++a) {
      if (type_of(a) != type_of(g[a])) return true;
    }
  }
  return std::set<std::uint32_t>(instance.types.begin(), instance.types.end()).size() == instance.types.size();
}

/// A part of the model that can be left out.
struct Part {
  Symmetry::Break words;
  std::function<void(Without&)> leave_out;
  bool suspect = true;  // it names somebody, or counts; else it treats all alike by itself
  std::optional<std::uint32_t> statement = {}, declaration = {};  // that it is, or whose initial value
};

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
  const detect::SystemCode& code = graph.code();
  const auto names_somebody = [&](const detect::Node& n) {
    if (n.kind == detect::NodeKind::remote || n.kind == detect::NodeKind::at_location) return true;
    if (n.kind == detect::NodeKind::operation) return n.op == Op::enabled || n.op == Op::process_count;
    if (n.kind == detect::NodeKind::effect) return n.op == Op::set_priority;
    if (n.kind == detect::NodeKind::cell || n.kind == detect::NodeKind::store_cell) {
      const detect::Variable& v = graph.variables().all[graph.variables().cells[n.number].variable];
      return !n.identity &&
             std::any_of(v.indices.begin(), v.indices.end(), [&](Class c) { return graph.is_permuted(c); });
    }
    return n.kind == detect::NodeKind::constant && !n.identity && !n.blank && graph.is_permuted(n.type);
  };
  for (const detect::CodeStep& step : code.steps) {
    const std::uint32_t statement = program.transitions[step.transition].statement;
    std::set<detect::NodeId> met{step.code};
    std::vector<detect::NodeId> waiting{step.code};
    while (!waiting.empty() && out.count(statement) == 0) {
      const detect::Node& n = code.decoding->nodes[waiting.back()];
      waiting.pop_back();
      if (names_somebody(n)) out.insert(statement);
      for (const detect::NodeId a : n.args) {
        if (met.insert(a).second) waiting.push_back(a);
      }
    }
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
  std::map<std::uint32_t, std::string> variables;
  for (const detect::Variable& v : graph.variables().all) variables.emplace(v.declaration, v.name);
  for (const auto& [number, name] : variables) {
    const std::uint32_t declaration = number;
    parts.push_back({{fmt::format("the initial value of {}", name), std::nullopt},
                     [declaration](Without& w) { w.initial.insert(declaration); },
                     true,
                     {},
                     declaration});
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

/// Finds out which parts to blame by leaving them out. First each alone: what then gives more symmetry is to blame,
/// whatever the rest does. Where more is lost than that, all are left out and put back as long as symmetry stays what
/// it is, and of those that cannot be, a least set that has to be left out together is blamed.
class Blame {
 public:
  /// The freedom without some parts; nothing once time is out.
  using Freedom = std::function<std::optional<BigNumber>(const Without&)>;

  /// `most_together`: more parts than that are no reason to a person.
  Blame(const std::vector<Part>& parts, std::size_t most_together, Freedom freedom)
      : parts_(parts), most_together_(most_together), freedom_(std::move(freedom)), left_out_(parts.size(), false) {}

  struct Blamed {
    std::size_t part = 0;
    BigNumber then = 1;  // the freedom without it (and without the others, where they are to blame together)
  };

  /// What matters most comes first. `singly`: there is time to look at each part alone.
  std::vector<Blamed> find(bool singly) {
    const std::optional<BigNumber> now = freedom_({});
    if (!now) return {};
    if (singly) blame_each(*now, true);
    if (singly && blamed_.empty()) blame_each(*now, false);
    if (blamed_.empty()) blame_together(*now);
    return blamed_;
  }

 private:
  std::optional<BigNumber> freedom() const {
    Without w;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (left_out_[p]) parts_[p].leave_out(w);
    }
    return freedom_(w);
  }

  void blame_each(const BigNumber& now, bool suspects) {
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
    for (const auto& [then, p] : gains) blamed_.push_back({p, then});
  }

  void blame_together(const BigNumber& now) {
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

  void put_back(std::size_t first, std::size_t last) {
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

  const std::vector<Part>& parts_;
  std::size_t most_together_;
  Freedom freedom_;
  std::vector<bool> left_out_;
  std::vector<Blamed> blamed_;
  BigNumber best_ = 1;
};

/// "6 times", or nothing where that is hard to say.
std::string gain(const BigNumber& now, const BigNumber& then) {
  const std::string less = now.to_string(), more = then.to_string();
  if (less.size() > 18 || more.size() > 18) return "";
  const std::uint64_t times = std::stoull(more) / std::stoull(less);
  return times < 2 ? "" : fmt::format("; without this, up to {} times fewer states", times);
}

/// A part with the reason why it is to blame: the statement itself, where several are taken in one step.
Symmetry::Break in_words(const Program& program, const Instance& instance, const SystemGraph& graph, const Part& part,
                         const std::string& gained) {
  Symmetry::Break out = part.words;
  detect::Reason reason;
  if (part.statement) reason = detect::reason_of_statement(program, instance, graph, *part.statement);
  if (part.declaration) reason = detect::reason_of_initial(program, instance, graph, *part.declaration);
  if (reason.statement && *reason.statement < program.statements.size()) {
    out = {program.statements[*reason.statement].text, program.statements[*reason.statement].range};
  }
  if (!reason.why.empty()) out.reason += ": " + reason.why;
  if (!reason.remedy.empty()) out.reason += fmt::format(" ({})", reason.remedy);
  out.reason += gained;
  return out;
}

/// Where no part is to blame by itself: which processes are not alike.
std::optional<Symmetry::Break> unlike_processes(const Program& program, const Instance& instance) {
  for (std::size_t a = 0; a < instance.types.size(); ++a) {
    for (std::size_t b = a + 1; b < instance.types.size(); ++b) {
      if (instance.types[a] != instance.types[b]) continue;
      const std::string& name = program.process_types[instance.types[a]].name;
      return Symmetry::Break{
          fmt::format("{0}({1}) and {0}({2}) do different things with what they were given, or with their numbers, "
                      "in several places",
                      name, a, b),
          std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

void explain_breaks(const Program& program, Symmetry& symmetry, std::span<const Scalarset> declared, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  Obstacle obstacle;
  std::optional<Instance> instance = set_up(program, obstacle);
  if (!instance || program.trace >= 0) return;
  const bool names = declared.empty() && names_matter_not(program, *instance, symmetry);
  Kin kin = detect::kin_types(program);
  if (!names) std::iota(kin.begin(), kin.end(), 0U);
  const BigNumber now = freedom(symmetry, *instance, kin);
  if (now == most_freedom(*instance, kin)) return;
  const auto begun = Clock::now();
  Without nothing;
  nothing.names = names;
  const auto build = [&](const Without& without) {
    auto graph = SystemGraph::build(program, *instance, declared, without);
    if (graph != nullptr || !without.names) return graph;
    Without with_names = without;
    with_names.names = false;
    return SystemGraph::build(program, *instance, declared, with_names);
  };
  auto whole = build(nothing);
  if (whole == nullptr) return;
  if (whole->code().decoding->merged && now > freedom(*whole, *instance, kin)) {
    nothing.merges = true;
    whole = build(nothing);
    if (whole == nullptr) return;
  }
  if (now > freedom(*whole, *instance, kin)) {
    // What it begins with is not to blame.
    instance = without_beginning(program, *instance);
    if (instance) whole = build(nothing);
    if (!instance || whole == nullptr) return;
  }
  const std::vector<Part> parts = parts_of(program, *instance, *whole);
  const auto order = [&](Without without) -> std::optional<BigNumber> {
    if (Clock::now() > end) return std::nullopt;
    without.names = nothing.names;
    without.merges = nothing.merges;
    const auto graph = build(without);
    return graph != nullptr ? freedom(*graph, *instance, kin) : BigNumber(1);
  };
  const auto once = Clock::now() - begun;  // with the group, about
  const bool singly = once * (2 * parts.size()) < (end - begun);
  std::set<std::pair<std::string, std::uint32_t>> told;
  for (const Blame::Blamed& b : Blame(parts, names ? 3 : parts.size(), order).find(singly)) {
    Symmetry::Break words = in_words(program, *instance, *whole, parts[b.part], gain(now, b.then));
    if (told.insert({words.reason, words.at ? words.at->begin : 0}).second)
      symmetry.broken_by.push_back(std::move(words));
  }
  if (!symmetry.broken_by.empty() || Clock::now() > end) return;
  if (const auto unlike = unlike_processes(program, *instance)) symmetry.broken_by.push_back(*unlike);
}

}  // namespace quotient
