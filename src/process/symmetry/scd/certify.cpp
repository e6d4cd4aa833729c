#include "process/symmetry/scd/certify.hpp"

#include <fmt/format.h>
#include <map>

#include "symmetry/action/narrow.hpp"

namespace quotient {

namespace {

class Certification {
 public:
  explicit Certification(const Symmetry& whole) : based_(whole.group) {
    std::vector<Point> base;
    for (Point a = 0; a < whole.atoms.size(); ++a) {
      const Atom& atom = whole.atoms[a];
      if (atom.kind == Atom::Kind::process) {
        processes_[atom.number] = a;
      } else if (atom.kind == Atom::Kind::channel) {
        channels_[atom.name] = a;
      } else {
        continue;
      }
      base.push_back(a);
    }
    leading_ = base.size();
    based_ = whole.group.with_base(base);
  }

  /// An element of the whole group that does this to processes and channels, and anything to values.
  std::optional<Permutation> find(const ItemPermutation& permutation) const {
    std::vector<Point> images = based_.base();
    std::map<Point, Point> moved;
    if (!note(processes_, permutation.processes, moved) || !note(channels_, permutation.channels, moved))
      return std::nullopt;
    for (std::size_t i = 0; i < leading_; ++i) {
      const auto found = moved.find(images[i]);
      if (found != moved.end()) images[i] = found->second;
    }
    images.resize(leading_);
    return based_.element_with_first_images(images);
  }

 private:
  /// False where something moves that no certified permutation moves.
  template <typename Key>
  static bool note(const std::map<Key, Point>& atoms, const std::vector<std::pair<Key, Key>>& moves,
                   std::map<Point, Point>& moved) {
    for (const auto& [from, to] : moves) {
      const auto a = atoms.find(from), b = atoms.find(to);
      if (a == atoms.end() || b == atoms.end()) return false;
      moved[a->second] = b->second;
    }
    return true;
  }

  Group based_;
  std::size_t leading_ = 0;  // base points that are processes and channels
  std::map<std::int32_t, Point> processes_;
  std::map<std::string, Point> channels_;
};

}  // namespace

Symmetry certified_part(const Symmetry& whole, std::span<const ItemPermutation> permutations) {
  Symmetry part = whole;
  std::vector<Permutation> generators;
  const Certification certification(whole);
  for (const ItemPermutation& permutation : permutations) {
    if (auto element = certification.find(permutation)) {
      generators.push_back(std::move(*element));
    } else {
      part.broken_by.push_back(
          {fmt::format("{} does not preserve the behaviour of the model, and is not used", permutation.text), {}});
    }
  }
  narrow(part, generators);
  return part;
}

std::vector<ItemPermutation> permutations_of(const Outline& outline, const Group& group) {
  std::vector<ItemPermutation> out;
  for (const Permutation& g : group.generators()) {
    ItemPermutation permutation;
    for (const std::vector<Point>& cycle : g.cycles()) {
      std::string names;
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const Point from = cycle[i], to = cycle[(i + 1) % cycle.size()];
        names += (names.empty() ? "" : " ") + outline.item_name(from);
        if (from < outline.processes.size()) {
          permutation.processes.push_back({outline.processes[from].pid, outline.processes[to].pid});
        } else if (outline.channels[from - outline.processes.size()].mentioned) {
          permutation.channels.push_back({outline.item_name(from), outline.item_name(to)});
        }
      }
      permutation.text += "(" + names + ")";
    }
    if (!permutation.processes.empty() || !permutation.channels.empty()) out.push_back(std::move(permutation));
  }
  return out;
}

}  // namespace quotient
