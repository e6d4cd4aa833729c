#include "process/symmetry/scalarset/scalarset.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "model/cell.hpp"
#include "process/instance.hpp"
#include "symmetry/action/narrow.hpp"

namespace quotient {

namespace {

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
        value = load_cell(instance.base().data() + instance.processes[pid] + cell->offset, cell->type.kind);
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
    if (members.empty()) {
      add_plain_values(set);
      return;
    }
    if (members.size() == 1) {
      out_.broken_by.push_back({fmt::format("scalarset '{}': it has one member only", set.name), set.at});
      return;
    }
    std::vector<std::int32_t> values;
    for (const auto& [value, pids] : members) values.push_back(value);
    exchange_all(set, values, [&](std::int32_t a, std::int32_t b) { return exchange(members, a, b); });
  }

  Symmetry finish() {
    narrow(out_, generators_);
    return std::move(out_);
  }

 private:
  /// Members that are nobody's number, just values: those of the class that the variables hold.
  void add_plain_values(const Scalarset& set) {
    std::map<std::int32_t, Point> members;
    for (const Place& place : whole_.places) {
      if (place.value_class == no_class) continue;
      const PatternName& name = whole_.pattern_names[place.pattern];
      const std::size_t dot = name.kind == PatternName::Kind::local ? name.text.find('.') : std::string::npos;
      const std::string owner = dot == std::string::npos ? "" : name.text.substr(0, dot);
      const std::string variable = dot == std::string::npos ? name.text : name.text.substr(dot + 1);
      if (std::none_of(set.holders.begin(), set.holders.end(),
                       [&](const Scalarset::Holder& h) { return is_held_by(h, owner, variable); })) {
        continue;
      }
      for (const auto& [value, atom] : whole_.classes[place.value_class].atoms) members.emplace(value, atom);
    }
    std::vector<Point> points;
    std::set<std::int32_t> values;
    for (const auto& [value, atom] : members) {
      values.insert(value);
      points.push_back(atom);
    }
    for (const Scalarset::Name& n : set.names) values.insert(n.value);  // those that nothing moves
    const Group based = whole_.group.with_base(points);
    exchange_all(set, {values.begin(), values.end()},
                 [&](std::int32_t a, std::int32_t b) -> std::optional<Permutation> {
                   if (members.count(a) == 0 || members.count(b) == 0) return std::nullopt;
                   std::vector<Point> images = points;
                   for (Point& image : images) {
                     if (image == members.at(a)) {
                       image = members.at(b);
                     } else if (image == members.at(b)) {
                       image = members.at(a);
                     }
                   }
                   return based.element_with_first_images(images);
                 });
  }

  void note_names(const Scalarset& set) {
    for (const Scalarset::Name& n : set.names) {
      out_.broken_by.push_back({fmt::format("scalarset '{}': {} is named here", set.name, n.value), n.at});
    }
  }

  /// Exchanges members as far as that is certified, one group of alike ones after the other.
  template <typename Exchange>
  void exchange_all(const Scalarset& set, const std::vector<std::int32_t>& members, Exchange exchange_two) {
    std::vector<std::vector<std::int32_t>> alike;
    for (const std::int32_t member : members) {
      const auto joins = std::find_if(alike.begin(), alike.end(), [&](std::vector<std::int32_t>& group) {
        const auto g = exchange_two(group.back(), member);
        if (g) generators_.push_back(*g);
        return g.has_value();
      });
      if (joins != alike.end()) {
        joins->push_back(member);
      } else {
        alike.push_back({member});
      }
    }
    if (alike.size() <= 1) return;
    std::string groups;
    for (const auto& group : alike)
      groups += fmt::format("{}{{{}}}", groups.empty() ? "" : " ", fmt::join(group, ", "));
    out_.broken_by.push_back(
        {fmt::format("scalarset '{}': only some are interchangeable: {}", set.name, groups), set.at});
    note_names(set);
  }

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
  Obstacle obstacle;
  const std::optional<Instance> instance = set_up(program, obstacle);
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
