#include "symmetry/reduce/scanner.hpp"

#include <algorithm>
#include <cstring>

#include "system/cell.hpp"

namespace quotient {

namespace {

constexpr std::int32_t dense_values = 256;

}  // namespace

std::uint64_t unite_repeated(std::uint64_t salt, std::size_t first, std::vector<std::uint32_t>& list) {
  constexpr std::size_t longest = 24;  // each is compared with all before it
  const std::size_t count = list.size() - first;
  if (count > longest) return salt;
  std::size_t kept = first;
  for (std::size_t i = first; i < first + count; ++i) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = list.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto same = std::find(begin, end, list[i]);
    if (same == end) {
      list[kept++] = list[i];
    } else {
      salt = mix(salt + (i - first) * longest + static_cast<std::uint64_t>(same - begin) + 1);
    }
  }
  list.resize(kept);
  return salt;
}

Scanner::Scanner(const Scheme& scheme)
    : scheme_(scheme), symmetry_(scheme.symmetry()), actor_(scheme.symmetry().actor()) {
  for (std::size_t p = 0; p < symmetry_.places.size(); ++p) {
    const Place& place = symmetry_.places[p];
    const std::vector<MoverId>& movers = scheme.place(p).movers;
    cells_.push_back({place.offset, place.type.kind, place.length_size, place.slot, place.queue, place.value_class,
                      mix(scheme.place(p).pattern + 1), static_cast<std::uint32_t>(movers.size()),
                      movers.size() == 1 ? movers[0] : 0, scheme.place_row(p), place.type.size() == 1});
    if (place.value_class != no_class) with_atoms_.push_back(static_cast<std::uint32_t>(p));
  }
  for (const ValueClass& values : symmetry_.classes) {
    atoms_by_value_.emplace_back(dense_values, no_atom);
    for (const auto& [value, atom] : values.atoms) {
      const bool moves = !scheme.atom(atom).movers.empty();  // what does not is a plain value
      if (moves && value >= 0 && value < dense_values) atoms_by_value_.back()[static_cast<std::size_t>(value)] = atom;
    }
  }
  for (Point a = 0; a < symmetry_.atoms.size(); ++a) atom_salts_.push_back(mix(0x5a17U + scheme.atom(a).pattern));
  places_of_.resize(scheme.movers().size());
  for (std::uint32_t p = 0; p < cells_.size(); ++p) {
    for (const MoverId m : scheme.place(p).movers) places_of_[m].push_back(p);
  }
  nested_ = std::any_of(scheme.movers().begin(), scheme.movers().end(), [](const Mover& m) { return m.outer >= 0; });
  values_.resize(cells_.size());
  contents_.resize(cells_.size(), no_atom);
  own_.resize(scheme.movers().size());
  exchange_.resize(scheme.movers().size());
  for (MoverId m = 0; m < exchange_.size(); ++m) exchange_[m] = m;
}

Point Scanner::content_atom(std::size_t place) const {
  const Cell& cell = cells_[place];
  if (cell.slot >= 0) {
    const std::uint8_t* queue = state_.data() + cell.queue;
    const std::int32_t length = cell.length_size == 1 ? queue[0] : queue[0] | queue[1] << 8;
    if (cell.slot >= length) return no_atom;
  }
  const std::int32_t value = values_[place];
  if (value >= 0 && value < dense_values) return atoms_by_value_[cell.value_class][static_cast<std::size_t>(value)];
  const std::optional<Point> atom = symmetry_.classes[cell.value_class].find(value);
  return atom && !scheme_.atom(*atom).movers.empty() ? *atom : no_atom;
}

void Scanner::read(StateView state) {
  state_ = state;
  self_references_.clear();
  relations_.clear();
  related_.clear();
  std::fill(own_.begin(), own_.end(), 0);
  if (actor_ != nullptr) return read_tuples();
  for (std::size_t p = 0; p < cells_.size(); ++p) {
    const Cell& cell = cells_[p];
    const bool present = cell.offset < state.size();
    values_[p] = present ? load_cell(state.data() + cell.offset, cell.kind) : 0;
    const Point content = present && cell.value_class != no_class ? content_atom(p) : no_atom;
    contents_[p] = content;
    if (content == no_atom) {
      if (cell.mover_count == 0) continue;
      const std::uint64_t salt = mix(cell.salt + static_cast<std::uint32_t>(values_[p]));
      if (cell.mover_count == 1) {
        own_[cell.mover] += salt;
      } else {
        const std::vector<MoverId>& movers = scheme_.place(p).movers;
        relations_.push_back({salt, static_cast<std::uint32_t>(related_.size()),
                              static_cast<std::uint32_t>(movers.size()), static_cast<std::uint32_t>(movers.size())});
        related_.insert(related_.end(), movers.begin(), movers.end());
      }
      continue;
    }
    const std::vector<MoverId>& movers = scheme_.place(p).movers;
    const std::vector<MoverId>& meant = scheme_.atom(content).movers;
    const std::uint64_t salt = mix(cell.salt ^ atom_salts_[content]);
    if (movers.empty() && meant.size() == 1) {
      own_[meant[0]] += salt;
      continue;
    }
    if (movers.size() == 1 && movers == meant) {
      if (symmetry_.atoms[content].kind == Atom::Kind::location) {
        own_[meant[0]] += salt;  // where in its own code it is
      } else {
        self_references_.push_back({salt, meant[0]});
      }
      continue;
    }
    relations_.push_back({salt, static_cast<std::uint32_t>(related_.size()),
                          static_cast<std::uint32_t>(movers.size() + meant.size()),
                          static_cast<std::uint32_t>(movers.size())});
    related_.insert(related_.end(), movers.begin(), movers.end());
    related_.insert(related_.end(), meant.begin(), meant.end());
  }
}

/// The first atom of a tuple is what holds the others.
void Scanner::read_tuples() {
  actor_->scan(state_, tuples_);
  plain_ = 0;
  for (const AtomTuples::Tuple& tuple : tuples_.tuples) {
    const auto first = static_cast<std::uint32_t>(related_.size());
    std::uint64_t salt = tuple.salt;
    std::size_t holders = 0;
    for (std::uint32_t k = 0; k < tuple.count; ++k) {
      const Named& atom = scheme_.atom(tuples_.atoms[tuple.first + k]);
      salt = mix(salt + atom.pattern);
      related_.insert(related_.end(), atom.movers.begin(), atom.movers.end());
      if (k == 0) holders = related_.size() - first;
    }
    salt = unite_repeated(salt, first, related_);
    const auto count = static_cast<std::uint32_t>(related_.size()) - first;
    if (count > 1) {
      relations_.push_back({salt, first, count, static_cast<std::uint32_t>(std::min<std::size_t>(holders, count))});
      continue;
    }
    (count == 0 ? plain_ : own_[related_.back()]) += mix(salt);
    related_.resize(first);
  }
}

void Scanner::colour(std::vector<MoverColour>& colours) {
  colours.assign(own_.begin(), own_.end());
  for (const SelfReference& self : self_references_) colours[self.mover] += mix(self.salt);
  const std::span<const Mover> movers = scheme_.movers();
  for (MoverId m = 0; m < own_.size(); ++m) colours[m] = with_rank(mix(colours[m] + movers[m].family), 0);
  rank(colours);
}

/// Gives every mover its rank; returns how many different ones there are.
std::size_t Scanner::rank(std::vector<MoverColour>& colours) {
  std::size_t count = 0;
  for (const std::vector<MoverId>& set : scheme_.sets()) {
    sorted_.assign(set.begin(), set.end());
    std::sort(sorted_.begin(), sorted_.end(), [&](MoverId a, MoverId b) { return colours[a] < colours[b]; });
    std::size_t first = 0;
    MoverColour last = colours[sorted_[0]];
    ++count;
    for (std::size_t k = 0; k < sorted_.size(); ++k) {
      MoverColour& c = colours[sorted_[k]];
      if (c != last) {
        last = c;
        first = k;
        ++count;
      }
      c = with_rank(c, first);
    }
  }
  return count;
}

void Scanner::refine(std::vector<MoverColour>& colours) {
  if (relations_.empty() && !nested_) return;
  const std::span<const Mover> movers = scheme_.movers();
  std::size_t known = rank(colours);
  while (known < colours.size()) {
    sums_.assign(colours.size(), 0);
    for (const Relation& r : relations_) {
      const MoverId* of = related_.data() + r.first;
      // What all of them are, each in its role; then each is told the whole, and which role is its own.
      std::uint64_t whole = r.salt;
      for (std::uint32_t k = 0; k < r.count; ++k) whole += mix(colours[of[k]] + k);
      for (std::uint32_t k = 0; k < r.count; ++k) sums_[of[k]] += mix(whole ^ (std::uint64_t{k} << 56U));
    }
    if (nested_) {
      for (MoverId m = 0; m < colours.size(); ++m) {
        if (movers[m].outer < 0) continue;
        const auto outer = static_cast<MoverId>(movers[m].outer);
        sums_[outer] += mix(colours[m] + 1);
        sums_[m] += mix(colours[outer] + 2);
      }
    }
    for (MoverId m = 0; m < colours.size(); ++m) {
      colours[m] = with_rank(mix(colours[m] + sums_[m]), rank_of(colours[m]));
    }
    const std::size_t now = rank(colours);
    if (now == known) return;
    known = now;
  }
}

namespace {

Permutation renaming_of(const Scheme& scheme, std::span<const MoverId> images) {
  std::vector<Point> atoms(scheme.symmetry().atoms.size());
  for (Point a = 0; a < atoms.size(); ++a) atoms[a] = scheme.atom_image(a, images);
  return Permutation(std::move(atoms));
}

}  // namespace

bool Scanner::is_fixed_by(const Permutation& renaming) {
  image_.resize(state_.size());
  actor_->rename_often(state_, renaming, image_.data());
  return std::equal(image_.begin(), image_.end(), state_.begin());
}

bool Scanner::is_fixed_by(std::span<const MoverId> images) {
  if (actor_ != nullptr) {
    image_.resize(state_.size());
    actor_->rename(state_, renaming_of(scheme_, images), image_.data());
    return std::equal(image_.begin(), image_.end(), state_.begin());
  }
  for (std::size_t p = 0; p < cells_.size(); ++p) {
    if (values_[image_of(p, images)] != renamed_value(p, images)) return false;
  }
  return true;
}

bool Scanner::are_alike(MoverId a, MoverId b) {
  exchange_[a] = b;
  exchange_[b] = a;
  if (actor_ != nullptr) {
    const auto [known, is_new] = exchanges_.try_emplace(std::minmax(a, b));
    if (is_new) known->second = renaming_of(scheme_, exchange_);
    exchange_[a] = a;
    exchange_[b] = b;
    return is_fixed_by(known->second);
  }
  const auto moved_well = [&](std::size_t p) { return values_[image_of(p, exchange_)] == renamed_value(p, exchange_); };
  const bool alike = std::all_of(places_of_[a].begin(), places_of_[a].end(), moved_well) &&
                     std::all_of(places_of_[b].begin(), places_of_[b].end(), moved_well) &&
                     std::all_of(with_atoms_.begin(), with_atoms_.end(), moved_well);
  exchange_[a] = a;
  exchange_[b] = b;
  return alike;
}

void Scanner::rename(std::span<const MoverId> images, std::uint8_t* out) const {
  if (actor_ != nullptr) return actor_->rename(state_, renaming_of(scheme_, images), out);
  std::memcpy(out, state_.data(), state_.size());
  for (std::size_t p = 0; p < cells_.size(); ++p) {
    if (cells_[p].offset >= state_.size()) continue;
    const std::size_t to = image_of(p, images);
    if (to == p && contents_[p] == no_atom) continue;  // is there already
    const std::int32_t value = renamed_value(p, images);
    store(to, value, out);
  }
}

}  // namespace quotient
