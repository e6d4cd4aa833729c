#include "symmetry/scalarset/scalarset.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

#include "symmetry/detect/instance.hpp"
#include "symmetry/scd/certify.hpp"
#include "system/cell.hpp"

namespace quotient {

namespace {

using detect::Instance;

/// The processes of each member: those of the first owner, of the second, …
using Members = std::map<std::int32_t, std::vector<std::uint32_t>>;

Members members_of(const Program& program, const Instance& instance, const Scalarset& set) {
  Members members;
  for (const Scalarset::Owner& owner : set.owners) {
    for (std::uint32_t pid = 0; pid < instance.types.size(); ++pid) {
      const ProcessType& type = program.process_types[instance.types[pid]];
      if (type.name != owner.process_type) continue;
      auto value = static_cast<std::int32_t>(pid);
      if (!owner.parameter.empty()) {
        const auto cell = std::find_if(type.cells.begin(), type.cells.end(),
                                       [&](const NamedCell& c) { return c.name == owner.parameter; });
        if (cell == type.cells.end()) continue;
        value = load_cell(instance.base.data() + instance.processes[pid] + cell->offset, cell->type.kind);
      }
      std::vector<std::uint32_t>& processes = members[value];
      if (std::find(processes.begin(), processes.end(), pid) == processes.end()) processes.push_back(pid);
    }
  }
  return members;
}

class DeclaredSymmetry {
 public:
  explicit DeclaredSymmetry(const Symmetry& whole) : whole_(whole), out_(whole) {
    for (Point a = 0; a < whole.atoms.size(); ++a) {
      if (whole.atoms[a].kind == Atom::Kind::process) processes_[whole.atoms[a].number] = a;
    }
    out_.broken_by.clear();
  }

  void add(const Program& program, const Instance& instance, const Scalarset& set) {
    for (const Scalarset::Note& n : set.offences) {
      out_.broken_by.push_back({fmt::format("scalarset '{}': {}", set.name, n.text), n.at});
    }
    if (!set.offences.empty()) return;
    const Members members = members_of(program, instance, set);
    if (members.size() < 2) {
      const char* why = members.empty() ? "no process is known by its members" : "it has one member only";
      out_.broken_by.push_back({fmt::format("scalarset '{}': {}", set.name, why), set.at});
      return;
    }
    // Members that can be exchanged with one another, one group after the other.
    std::vector<std::vector<std::int32_t>> alike;
    for (const auto& [value, pids] : members) {
      const std::int32_t member = value;
      const auto joins = std::find_if(alike.begin(), alike.end(), [&](std::vector<std::int32_t>& group) {
        const auto g = exchange(members, group.back(), member);
        if (g) generators_.push_back(*g);
        return g.has_value();
      });
      if (joins != alike.end()) {
        joins->push_back(member);
      } else {
        alike.push_back({member});
      }
    }
    if (alike.size() == 1) return;
    std::string groups;
    for (const auto& group : alike)
      groups += fmt::format("{}{{{}}}", groups.empty() ? "" : " ", fmt::join(group, ", "));
    out_.broken_by.push_back(
        {fmt::format("scalarset '{}': only some are interchangeable: {}", set.name, groups), set.at});
    for (const Scalarset::Note& n : set.names) {
      out_.broken_by.push_back({fmt::format("scalarset '{}': {}", set.name, n.text), n.at});
    }
  }

  Symmetry finish() {
    narrow(out_, generators_);
    return std::move(out_);
  }

 private:
  std::optional<Permutation> exchange(const Members& members, std::int32_t a, std::int32_t b) const {
    if (members.at(a).size() != members.at(b).size()) return std::nullopt;
    std::vector<Point> points, images;
    for (const auto& [value, pids] : members) {
      const std::vector<std::uint32_t>& other = value == a ? members.at(b) : value == b ? members.at(a) : pids;
      for (std::size_t k = 0; k < pids.size(); ++k) {
        const auto from = processes_.find(static_cast<std::int32_t>(pids[k]));
        const auto to = processes_.find(static_cast<std::int32_t>(other[k]));
        if (from == processes_.end() && pids[k] == other[k]) continue;  // nothing moves it
        if (from == processes_.end() || to == processes_.end()) return std::nullopt;
        points.push_back(from->second);
        images.push_back(to->second);
      }
    }
    return whole_.group.with_base(points).element_with_first_images(images);
  }

  const Symmetry& whole_;
  Symmetry out_;
  std::map<std::int32_t, Point> processes_;
  std::vector<Permutation> generators_;
};

}  // namespace

Symmetry declared_symmetry(const Program& program, const Symmetry& whole, std::span<const Scalarset> sets) {
  DeclaredSymmetry declared(whole);
  detect::Obstacle obstacle;
  const std::optional<Instance> instance = detect::set_up(program, obstacle);
  if (!instance) {
    Symmetry none;
    none.broken_by.push_back({obstacle.reason, obstacle.at});
    return none;
  }
  for (const Scalarset& set : sets) declared.add(program, *instance, set);
  Symmetry out = declared.finish();
  if (sets.empty()) out.broken_by.push_back({"no declaration is marked /*@ scalarset */", std::nullopt});
  return out;
}

}  // namespace quotient
