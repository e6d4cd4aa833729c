#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/detect/system_graph.hpp"
#include "symmetry/group/point_action.hpp"

namespace quotient {

namespace {

using detect::SystemGraph;
using detect::Without;

/// How freely the processes of each type are moved: the product of the orders of what is done to each. Where processes
/// of two types go in pairs, that is as free as can be. points[pid]: the process, among those that the generators move.
BigNumber freedom(std::span<const Permutation> generators, const std::vector<std::optional<Point>>& points,
                  const Instance& instance) {
  std::map<std::uint32_t, std::vector<Point>> by_type;
  for (std::size_t pid = 0; pid < points.size(); ++pid) {
    if (points[pid]) by_type[instance.types[pid]].push_back(*points[pid]);
  }
  BigNumber product = 1;
  for (const auto& [type, members] : by_type) {
    product *= Group(members.size(), restricted_to(generators, members).generators).order();
  }
  return product;
}

BigNumber freedom(const SystemGraph& graph, const Instance& instance) {
  const std::vector<std::optional<Point>> points(graph.processes.begin(), graph.processes.end());
  return freedom(graph.automorphisms(), points, instance);
}

BigNumber freedom(const Symmetry& symmetry, const Instance& instance) {
  std::vector<std::optional<Point>> points(instance.types.size());
  for (Point a = 0; a < symmetry.atoms.size(); ++a) {
    if (symmetry.atoms[a].kind == Atom::Kind::process) points[static_cast<std::size_t>(symmetry.atoms[a].number)] = a;
  }
  return freedom(symmetry.group.generators(), points, instance);
}

/// Where all processes of a type may change places.
BigNumber most_freedom(const Instance& instance) {
  std::map<std::uint32_t, std::uint32_t> counts;
  for (const std::uint32_t type : instance.types) ++counts[type];
  BigNumber product = 1;
  for (const auto& [type, count] : counts) product *= factorial(count);
  return product;
}

/// A part of the model that can be left out.
struct Part {
  Symmetry::Break words;
  std::function<void(Without&)> leave_out;
};

/// The statements that begin a step which computes with numbers, or puts them in order.
std::set<std::uint32_t> computing_statements(const Program& program) {
  std::set<std::uint32_t> out;
  for (const Transition& t : program.transitions) {
    visit_code(program, t.code, [&](const Instruction& in) {
      if (in.op >= Op::add && in.op <= Op::greater_equal) out.insert(t.statement);
    });
  }
  return out;
}

/// What processes do, what is said about them, what they begin with, how they end: what comes first is blamed last.
std::vector<Part> parts_of(const Program& program, const Instance& instance, const SystemGraph& graph) {
  std::vector<Part> parts;
  const std::set<std::uint32_t> computing = computing_statements(program);
  const auto add_statements = [&](bool of_claims, bool that_compute) {
    for (std::uint32_t s = 0; s < program.statements.size(); ++s) {
      const ProgramStatement& statement = program.statements[s];
      if (program.process_types[statement.process_type].watches != of_claims) continue;
      if ((computing.count(s) != 0) != that_compute) continue;
      parts.push_back({{statement.text, statement.range}, [s](Without& w) { w.statements.insert(s); }});
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
                     [declaration](Without& w) { w.initial.insert(declaration); }});
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

/// Puts parts back one after the other as long as symmetry stays what it is. Where it does not, the part is blamed, and
/// left out for good. Parts that are harmless together are put back together.
class Blame {
 public:
  Blame(const std::vector<Part>& parts, std::function<std::optional<BigNumber>(const Without&)> order)
      : parts_(parts), order_(std::move(order)), kept_out_(parts.size(), true) {}

  std::vector<std::size_t> find() {
    if (const std::optional<BigNumber> best = order_(without())) {
      best_ = *best;
      put_back(0, parts_.size());
    }
    return blamed_;
  }

 private:
  Without without() const {
    Without w;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (kept_out_[p]) parts_[p].leave_out(w);
    }
    return w;
  }

  void put_back(std::size_t first, std::size_t last) {
    if (first == last) return;
    for (std::size_t p = first; p < last; ++p) kept_out_[p] = false;
    const std::optional<BigNumber> now = order_(without());
    if (!now) return;  // out of time
    if (*now >= best_) {
      best_ = *now;
      return;
    }
    for (std::size_t p = first; p < last; ++p) kept_out_[p] = true;
    if (last - first == 1) {
      blamed_.push_back(first);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    put_back(first, middle);
    put_back(middle, last);
  }

  const std::vector<Part>& parts_;
  std::function<std::optional<BigNumber>(const Without&)> order_;
  std::vector<bool> kept_out_;
  std::vector<std::size_t> blamed_;
  BigNumber best_ = 1;
};

}  // namespace

void explain_breaks(const Program& program, Symmetry& symmetry, std::span<const Scalarset> declared, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  Obstacle obstacle;
  std::optional<Instance> instance = set_up(program, obstacle);
  if (!instance || program.trace >= 0) return;
  const BigNumber now = freedom(symmetry, *instance);
  if (now == most_freedom(*instance)) return;
  auto whole = SystemGraph::build(program, *instance, declared);
  if (whole == nullptr) return;
  if (now > freedom(*whole, *instance)) {
    // What it begins with is not to blame.
    instance = without_beginning(program, *instance);
    if (instance) whole = SystemGraph::build(program, *instance, declared);
    if (!instance || whole == nullptr) return;
  }
  const std::vector<Part> parts = parts_of(program, *instance, *whole);
  const auto order = [&](const Without& without) -> std::optional<BigNumber> {
    if (Clock::now() > end) return std::nullopt;
    const auto graph = SystemGraph::build(program, *instance, declared, without);
    return graph != nullptr ? freedom(*graph, *instance) : BigNumber(1);
  };
  for (const std::size_t p : Blame(parts, order).find()) symmetry.broken_by.push_back(parts[p].words);
}

}  // namespace quotient
