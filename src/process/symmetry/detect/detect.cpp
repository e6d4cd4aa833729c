#include "process/symmetry/detect/detect.hpp"

#include <algorithm>
#include <map>

#include "base/time_share.hpp"
#include "process/symmetry/detect/closure.hpp"
#include "process/symmetry/detect/extract.hpp"
#include "process/symmetry/detect/kin.hpp"
#include "process/symmetry/detect/system_graph.hpp"
#include "symmetry/action/narrow.hpp"

namespace quotient {

namespace {

using detect::SystemGraph;

/// Of a graph that is worth looking at twice.
constexpr std::size_t most_vertices = 20'000;

/// How a system is looked at.
struct Look {
  bool names = true;   // of process types and variables, and numbers that are used like names, tell them apart
  bool merges = true;  // branches that only values depend on, and sends in any order, are no branches and have no order
};

/// What was seen of a system besides its group.
struct Seen {
  std::size_t vertices = 0;
  bool merged = false;
};

/// False where the code contains something that is not understood.
bool find_group(const Program& program, const Instance& instance, std::span<const Scalarset> declared, Look look,
                Symmetry& out, Seen* seen = nullptr) {
  detect::Without without;
  without.names = !look.names;
  without.merges = !look.merges;
  const std::unique_ptr<SystemGraph> graph = SystemGraph::build(program, instance, declared, without);
  if (graph == nullptr) return false;
  if (seen != nullptr) *seen = {graph->graph().vertex_count(), graph->code().decoding->merged};
  detect::extract_symmetry(program, instance, *graph, out);
  if (instance.has_beginning || out.group.is_trivial()) return true;
  const std::vector<Permutation> closed = detect::closed_generators(program, instance, out);
  if (closed.size() == out.group.generators().size()) return true;
  narrow(out, closed);
  if (instance.is_unique()) return true;
  out.broken_by.push_back(
      {"not all processes begin alike, since some run before all are created here (create them in one atomic sequence)",
       instance.created_at});
  return true;
}

/// Whether processes of different types change places.
bool mixes_types(const Instance& instance, const Symmetry& symmetry) {
  const auto type_of = [&](Point a) {
    const Atom& atom = symmetry.atoms[a];
    return atom.kind == Atom::Kind::process ? instance.types[static_cast<std::size_t>(atom.number)] : 0;
  };
  return std::any_of(symmetry.group.generators().begin(), symmetry.group.generators().end(), [&](const Permutation& g) {
    for (Point a = 0; a < g.degree(); ++a) {
      if (type_of(a) != type_of(g[a])) return true;
    }
    return false;
  });
}

/// Whether all processes of a type (or of kin) may change places: then there is nothing more to look for.
bool is_free(const Instance& instance, const std::vector<std::uint32_t>& kin, bool copies, const Symmetry& symmetry) {
  std::map<std::uint32_t, std::uint32_t> counts;
  for (const std::uint32_t type : instance.types) ++counts[copies ? kin[type] : type];
  BigNumber most = 1;
  for (const auto& [type, count] : counts) most *= factorial(count);
  std::vector<Point> processes;
  for (Point a = 0; a < symmetry.atoms.size(); ++a) {
    if (symmetry.atoms[a].kind == Atom::Kind::process) processes.push_back(a);
  }
  return symmetry.group.restricted_to(processes).order() >= most;
}

/// Looks once more in another way, and keeps what is more. Without names only where processes of different types turn
/// out to be alike: that two plain values could change places as well is not what people ask for.
void improve(const Program& program, const Instance& instance, std::span<const Scalarset> declared, Look look,
             Symmetry& best) {
  Symmetry more;
  if (!find_group(program, instance, declared, look, more) || more.group.order() <= best.group.order()) return;
  if (look.names || mixes_types(instance, more)) best = std::move(more);
}

}  // namespace

Symmetry detect_symmetry(const Program& program, std::span<const Scalarset> declared) {
  Symmetry out;
  if (program.trace >= 0) {
    out.broken_by.push_back({"a trace assertion watches the channels", std::nullopt});
    return out;
  }
  Obstacle obstacle;
  const std::optional<Instance> instance = set_up(program, obstacle);
  if (!instance) {
    out.broken_by.push_back({obstacle.reason, obstacle.at});
    return out;
  }
  Seen seen;
  if (!find_group(program, *instance, declared, {}, out, &seen)) {
    out.broken_by.push_back({"the model does something whose symmetry is not understood", std::nullopt});
    return out;
  }
  if (seen.vertices > most_vertices) return out;
  const std::vector<std::uint32_t> kin = detect::kin_types(program);
  const bool copies = declared.empty() && detect::has_kin(*instance, kin);
  // Numbers that are added up are no names, but what was merged may do as well in two ways, one of which keeps names.
  const auto improve_all = [&](const Instance& on) {
    for (const bool merges : {true, false}) {
      if (!merges && (!seen.merged || is_free(on, kin, copies, out))) return;
      if (!merges || &on != &*instance) improve(program, on, declared, {true, merges}, out);
      if (copies) improve(program, on, declared, {false, merges}, out);
    }
  };
  const auto improve_further = [&] {
    improve_all(*instance);
    if (!instance->has_beginning || (copies && is_free(*instance, kin, copies, out))) return;
    // Perhaps what it begins with is no better than what it can come to later: `turn` is 0 first, then anything.
    if (const std::optional<Instance> anyhow = without_beginning(program, *instance)) improve_all(*anyhow);
  };
  try {
    improve_further();
  } catch (const Stopped&) {
    if (!TimeShare::is_all_that_stops()) throw;
    // What was found is certified.
    out.broken_by.push_back({"looking for more symmetry was ended after a tenth of --time", std::nullopt});
  }
  return out;
}

}  // namespace quotient
