#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "process/symmetry/detect/blame.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "process/symmetry/detect/kin.hpp"
#include "process/symmetry/detect/reasons.hpp"
#include "process/symmetry/detect/system_graph.hpp"
#include "symmetry/action/gain.hpp"
#include "symmetry/group/point_action.hpp"

namespace quotient {

namespace {

using detect::Blame;
using detect::Part;
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

/// A part with the reason why it is to blame: the statement itself, where several are taken in one step.
struct Words {
  Symmetry::Break text;
  bool has_reason;
};
Words in_words(const Program& program, const Instance& instance, const SystemGraph& graph, const Part& part,
               const std::string& gained) {
  Symmetry::Break out = part.words;
  detect::Reason reason;
  if (part.given && part.declaration) {
    reason = detect::reason_of_given(program, instance, graph, *part.declaration);
  } else if (part.given) {
    reason = detect::reason_of_capacities(program).value_or(reason);
  } else if (part.declaration) {
    reason = detect::reason_of_initial(program, instance, graph, *part.declaration);
  }
  if (part.statement) reason = detect::reason_of_statement(program, instance, graph, *part.statement);
  if (reason.statement && *reason.statement < program.statements.size()) {
    out = {program.statements[*reason.statement].text, program.statements[*reason.statement].range};
  }
  if (!reason.why.empty()) out.reason += ": " + reason.why;
  if (!reason.remedy.empty()) out.reason += fmt::format(" ({})", reason.remedy);
  out.reason += gained;
  return {std::move(out), !reason.why.empty()};
}

/// Where something is known to be wrong with one part, others that would give as much are mostly those that make it
/// matter.
/// Returns whether anything is known to be wrong.
bool add_reasons(const Program& program, const Instance& instance, const SystemGraph& graph,
                 const std::vector<Part>& parts, const std::vector<Blame::Blamed>& blamed, const BigNumber& now,
                 Symmetry& symmetry) {
  std::vector<std::pair<BigNumber, Words>> all;
  std::vector<BigNumber> explained;
  for (const Blame::Blamed& b : blamed) {
    Part part = parts[b.part];
    std::vector<std::uint32_t> statements = part.others;
    statements.push_back(part.statement.value_or(0));
    for (const std::uint32_t statement : statements) {
      if (part.statement) {
        part.statement = statement;
        part.words = {program.statements[statement].text, program.statements[statement].range};
      }
      Words words = in_words(program, instance, graph, part, gain_in_words(now, b.then));
      if (!words.has_reason && !part.others.empty()) continue;  // that several name a value is no reason by itself
      all.emplace_back(b.then, std::move(words));
      if (all.back().second.has_reason) explained.push_back(b.then);
    }
  }
  std::set<std::pair<std::string, std::uint32_t>> reported;
  for (auto& [then, text] : all) {
    const auto gives_as_much = [&](const BigNumber& other) { return !(other < then); };
    if (!text.has_reason && std::any_of(explained.begin(), explained.end(), gives_as_much)) continue;
    Symmetry::Break& words = text.text;
    if (reported.insert({words.reason, words.at ? words.at->begin : 0}).second)
      symmetry.broken_by.push_back(std::move(words));
  }
  return !explained.empty();
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

/// Of process types that are mostly copies of each other: which one is not.
std::optional<Symmetry::Break> unlike_copies(const Program& program, const Instance& instance, const Kin& kin,
                                             const Symmetry& symmetry) {
  std::vector<std::size_t> alike(instance.types.size());  // by process: one that it may change places with
  std::iota(alike.begin(), alike.end(), std::size_t{0});
  for (const std::vector<Point>& orbit : symmetry.group.orbits().members) {
    for (const Point a : orbit) {
      if (symmetry.atoms[a].kind == Atom::Kind::process)
        alike[static_cast<std::size_t>(symmetry.atoms[a].number)] =
            static_cast<std::size_t>(symmetry.atoms[orbit.front()].number);
    }
  }
  for (std::size_t a = 0; a < alike.size(); ++a) {
    for (std::size_t b = 0; b < alike.size(); ++b) {
      const bool copies = alike[b] != b && kin[instance.types[a]] == kin[instance.types[b]];
      if (!copies || alike[a] != a || alike[b] == a) continue;
      const auto name = [&](std::size_t pid) { return program.process_types[instance.types[pid]].name; };
      return Symmetry::Break{fmt::format("{} does not do what {} and {} do, with names and numbers of its own", name(a),
                                         name(alike[b]), name(b)),
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
  const auto build = [&](const Instance& system, const Without& without) {
    auto graph = SystemGraph::build(program, system, declared, without);
    if (graph != nullptr || !without.names) return graph;
    Without with_names = without;
    with_names.names = false;
    return SystemGraph::build(program, system, declared, with_names);
  };
  auto whole = build(*instance, nothing);
  if (whole == nullptr) return;
  if (whole->code().decoding->merged && now > freedom(*whole, *instance, kin)) {
    nothing.merges = true;
    whole = build(*instance, nothing);
    if (whole == nullptr) return;
  }
  if (now > freedom(*whole, *instance, kin)) {
    // What it begins with is not to blame.
    instance = without_beginning(program, *instance);
    if (instance) whole = build(*instance, nothing);
    if (!instance || whole == nullptr) return;
  }
  const std::vector<Part> parts = detect::parts_of(program, *instance, *whole);
  const auto order = [&](Without without) -> std::optional<BigNumber> {
    if (Clock::now() > end) return std::nullopt;
    without.names = nothing.names;
    without.merges = nothing.merges;
    const Instance alike = without.given.empty() ? *instance : detect::given_alike(*instance, *whole, without.given);
    const auto graph = build(alike, without);
    return graph != nullptr ? freedom(*graph, *instance, kin) : BigNumber(1);
  };
  const auto once = Clock::now() - begun;  // with the group, about
  const bool singly = once * (2 * parts.size()) < (end - begun);
  const std::vector<Blame::Blamed> blamed = Blame(parts, names ? 3 : parts.size(), order).find(singly);
  const std::size_t known = symmetry.broken_by.size();
  const bool explained = add_reasons(program, *instance, *whole, parts, blamed, now, symmetry);
  if (names && !explained) {
    if (auto unlike = unlike_copies(program, *instance, kin, symmetry)) {
      symmetry.broken_by.resize(known);
      symmetry.broken_by.push_back(std::move(*unlike));
    }
  }
  if (!symmetry.broken_by.empty()) return;
  if (Clock::now() > end) {
    symmetry.broken_by.push_back(
        {fmt::format("what breaks it was not found within {:.1f} s ('quotient symmetry' takes longer)", seconds), {}});
    return;
  }
  if (const auto unlike = unlike_processes(program, *instance)) symmetry.broken_by.push_back(*unlike);
}

}  // namespace quotient
