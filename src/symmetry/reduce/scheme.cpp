#include "symmetry/reduce/scheme.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace quotient {

namespace {

constexpr std::size_t most_blocks = 4096;
constexpr std::size_t largest_table = 1 << 22;
constexpr std::uint32_t nothing = 0xffff'ffff;

}  // namespace

void Scheme::Table::add(const Named& name, std::size_t block_count, std::uint32_t what) {
  blocks_ = block_count;
  if (rows_.size() <= name.pattern) rows_.resize(name.pattern + 1);
  std::size_t size = 1, at = 0;
  for (const BlockId m : name.blocks) {
    size *= block_count;
    at = at * block_count + m;
  }
  if (rows_[name.pattern].size() < size) rows_[name.pattern].resize(size, nothing);
  rows_[name.pattern][at] = what;
}

std::unique_ptr<Scheme> Scheme::build(const Symmetry& symmetry) {
  auto scheme = std::make_unique<Scheme>();
  scheme->symmetry_ = &symmetry;
  scheme->atoms_.resize(symmetry.atoms.size());
  scheme->atom_is_named_.resize(symmetry.atoms.size(), false);
  const Structure structure = recognise_structure(symmetry.group);
  if (!scheme->add_factors(structure.factors, -1, {})) return nullptr;
  if (scheme->blocks_.empty() || scheme->blocks_.size() > most_blocks) return nullptr;
  if (!scheme->add_induced(structure.induced)) return nullptr;
  scheme->name_fixed_atoms();
  if (std::find(scheme->atom_is_named_.begin(), scheme->atom_is_named_.end(), false) != scheme->atom_is_named_.end()) {
    return nullptr;
  }
  if (!scheme->name_places()) return nullptr;
  scheme->fill_tables();
  return scheme;
}

std::uint32_t Scheme::pattern_number(std::vector<std::uint32_t> key) {
  const auto found = std::find(patterns_.begin(), patterns_.end(), key);
  if (found != patterns_.end()) return static_cast<std::uint32_t>(found - patterns_.begin());
  patterns_.push_back(std::move(key));
  return static_cast<std::uint32_t>(patterns_.size() - 1);
}

/// `path` says which factor this is: corresponding factors inside of siblings have the same.
bool Scheme::add_factors(std::span<const Factor> factors, std::int32_t outer, const std::vector<std::uint32_t>& path) {
  for (std::uint32_t f = 0; f < factors.size(); ++f) {
    const Factor& factor = factors[f];
    if (factor.kind != FactorKind::symmetric || factor.slots.empty()) return false;
    std::vector<std::uint32_t> here = path;
    here.push_back(f);
    auto family = std::find(families_.begin(), families_.end(), here);
    if (family == families_.end()) family = families_.insert(families_.end(), here);
    const auto family_number = static_cast<std::uint32_t>(family - families_.begin());
    const auto set = static_cast<std::uint32_t>(sets_.size());
    sets_.emplace_back();
    for (const Slot& slot : factor.slots) {
      const auto block = static_cast<BlockId>(blocks_.size());
      blocks_.push_back({set, family_number, outer});
      sets_[set].push_back(block);
      for (std::uint32_t k = 0; k < slot.points.size(); ++k) {
        atoms_[slot.points[k]] = {pattern_number({0, family_number, k}), {block}};
        atom_is_named_[slot.points[k]] = true;
      }
    }
    for (std::size_t s = 0; s < factor.slots.size(); ++s) {
      if (!add_factors(factor.slots[s].inside, static_cast<std::int32_t>(sets_[set][s]), here)) return false;
    }
  }
  return true;
}

/// Atoms whose movement follows from that of several blocks: the channel from one process to another. Each orbit is
/// named from one member, whose blocks are found by trying which exchanges of blocks leave it alone.
bool Scheme::add_induced(std::span<const std::vector<Point>> orbits) {
  if (orbits.empty()) return true;
  // Exchanges of two siblings as elements of the group: what is inside goes along in order.
  const Group& group = symmetry_->group;
  std::vector<Point> placed;
  for (Point a = 0; a < atoms_.size(); ++a) {
    if (atom_is_named_[a]) placed.push_back(a);
  }
  const Group based = group.with_base(placed);
  const std::vector<Point> base = based.base();
  std::map<std::pair<std::uint32_t, std::vector<BlockId>>, Point> by_name;
  for (const Point a : placed) by_name[{atoms_[a].pattern, atoms_[a].blocks}] = a;
  std::map<BlockId, std::vector<BlockId>> inside;  // in order
  for (BlockId m = 0; m < blocks_.size(); ++m) {
    if (blocks_[m].outer >= 0) inside[static_cast<BlockId>(blocks_[m].outer)].push_back(m);
  }
  struct Exchange {
    BlockId a, b;
    std::vector<BlockId> blocks;
    Permutation atoms;
  };
  std::vector<Exchange> exchanges;
  for (const auto& set : sets_) {
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = i + 1; j < set.size(); ++j) {
        Exchange x{set[i], set[j], {}, {}};
        x.blocks.resize(blocks_.size());
        for (BlockId m = 0; m < blocks_.size(); ++m) x.blocks[m] = m;
        std::vector<std::pair<BlockId, BlockId>> pairs{{set[i], set[j]}};
        while (!pairs.empty()) {
          const auto [a, b] = pairs.back();
          pairs.pop_back();
          x.blocks[a] = b;
          x.blocks[b] = a;
          if (inside[a].size() != inside[b].size()) return false;
          for (std::size_t k = 0; k < inside[a].size(); ++k) pairs.push_back({inside[a][k], inside[b][k]});
        }
        std::vector<Point> images;
        for (const Point point : base) {
          if (!atom_is_named_[point]) return false;
          std::vector<BlockId> moved;
          for (const BlockId m : atoms_[point].blocks) moved.push_back(x.blocks[m]);
          images.push_back(by_name.at({atoms_[point].pattern, moved}));
        }
        const std::optional<Permutation> element = based.element_with_base_images(images);
        if (!element) return false;
        x.atoms = *element;
        exchanges.push_back(std::move(x));
      }
    }
  }
  // Of each set, blocks that may be exchanged without moving the atom are of one class. All classes but the largest
  // tell which atom it is.
  const auto support = [&](Point atom) {
    std::vector<BlockId> classes(blocks_.size());
    for (BlockId m = 0; m < classes.size(); ++m) classes[m] = m;
    for (const Exchange& x : exchanges) {
      if (x.atoms[atom] != atom) continue;
      const BlockId from = std::max(classes[x.a], classes[x.b]), to = std::min(classes[x.a], classes[x.b]);
      std::replace(classes.begin(), classes.end(), from, to);
    }
    std::vector<BlockId> needed;
    for (const auto& set : sets_) {
      const auto size = [&](BlockId m) {
        return std::count_if(set.begin(), set.end(), [&](BlockId other) { return classes[other] == classes[m]; });
      };
      const BlockId rest =
          classes[*std::max_element(set.begin(), set.end(), [&](BlockId m, BlockId n) { return size(m) < size(n); })];
      std::copy_if(set.begin(), set.end(), std::back_inserter(needed), [&](BlockId m) { return classes[m] != rest; });
    }
    return needed;
  };
  for (std::uint32_t o = 0; o < orbits.size(); ++o) {
    const Point first = orbits[o].front();
    const std::vector<BlockId> needed = support(first);
    const std::uint32_t pattern = pattern_number({1, o});
    atoms_[first] = {pattern, needed};
    atom_is_named_[first] = true;
    std::set<std::vector<BlockId>> names{needed};
    std::vector<Point> waiting{first};
    while (!waiting.empty()) {
      const Point a = waiting.back();
      waiting.pop_back();
      for (const Exchange& x : exchanges) {
        const Point image = x.atoms[a];
        std::vector<BlockId> moved;
        for (const BlockId m : atoms_[a].blocks) moved.push_back(x.blocks[m]);
        if (!atom_is_named_[image]) {
          if (!names.insert(moved).second) return false;  // more than the blocks tells which it is
          atoms_[image] = {pattern, moved};
          atom_is_named_[image] = true;
          waiting.push_back(image);
        } else if (atoms_[image].blocks != moved) {
          return false;  // the blocks are not an ordered choice
        }
      }
    }
  }
  return true;
}

/// What no element of the group moves is in no factor, and belongs to no block.
void Scheme::name_fixed_atoms() {
  const std::span<const Permutation> generators = symmetry_->group.generators();
  for (Point a = 0; a < atoms_.size(); ++a) {
    if (atom_is_named_[a]) continue;
    if (std::any_of(generators.begin(), generators.end(), [a](const Permutation& g) { return g[a] != a; })) continue;
    atoms_[a] = {pattern_number({3, a}), {}};
    atom_is_named_[a] = true;
  }
}

/// A place belongs to the blocks of its atoms, each named once.
bool Scheme::name_places() {
  for (const Place& place : symmetry_->places) {
    Named name;
    std::vector<std::uint32_t> key{2, place.pattern};
    for (const Point a : place.atoms) {
      key.push_back(atoms_[a].pattern);
      for (const BlockId m : atoms_[a].blocks) {
        const auto found = std::find(name.blocks.begin(), name.blocks.end(), m);
        key.push_back(static_cast<std::uint32_t>(found - name.blocks.begin()));
        if (found == name.blocks.end()) name.blocks.push_back(m);
      }
    }
    name.pattern = pattern_number(std::move(key));
    places_.push_back(std::move(name));
  }
  const auto fits = [this](const Named& name) {
    std::size_t size = 1;
    for (std::size_t k = 0; k < name.blocks.size(); ++k) size = std::min(size * blocks_.size(), largest_table);
    return size < largest_table;
  };
  return std::all_of(places_.begin(), places_.end(), fits) && std::all_of(atoms_.begin(), atoms_.end(), fits);
}

void Scheme::fill_tables() {
  for (std::uint32_t p = 0; p < places_.size(); ++p) place_table_.add(places_[p], blocks_.size(), p);
  for (Point a = 0; a < atoms_.size(); ++a) atom_table_.add(atoms_[a], blocks_.size(), a);
}

}  // namespace quotient
