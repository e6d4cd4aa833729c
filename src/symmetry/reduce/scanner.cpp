#include "symmetry/reduce/scanner.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "system/cell.hpp"

namespace quotient {

namespace {

constexpr std::int32_t dense_values = 256;
constexpr std::size_t few_siblings = 16;

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
    : scheme_(scheme),
      symmetry_(scheme.symmetry()),
      actor_(scheme.symmetry().actor()),
      plain_(scheme, OwnCells::Which::plain),
      moved_(scheme, OwnCells::Which::all) {
  read_meanings();
  places_of_.resize(scheme.movers().size());
  others_of_.resize(scheme.movers().size());
  for (std::uint32_t p = 0; p < symmetry_.places.size(); ++p) add_place(p);
  for (Queue& queue : queues_) {
    std::stable_sort(queue.fields.begin(), queue.fields.end(),
                     [](const Field& a, const Field& b) { return a.slot < b.slot; });
  }
  nested_ = std::any_of(scheme.movers().begin(), scheme.movers().end(), [](const Mover& m) { return m.outer >= 0; });
  contents_.resize(cells_.size(), no_atom);
  own_.resize(scheme.movers().size());
  exchange_.resize(scheme.movers().size());
  for (MoverId m = 0; m < exchange_.size(); ++m) exchange_[m] = m;
}

void Scanner::add_place(std::uint32_t p) {
  const Place& place = symmetry_.places[p];
  const std::vector<MoverId>& movers = scheme_.place(p).movers;
  const bool has_atoms = place.value_class != no_class;
  cells_.push_back({place.offset, place.type.kind, place.value_class,
                    has_atoms ? atoms_by_value_[place.value_class].data() : nullptr, mix(scheme_.place(p).pattern + 1),
                    static_cast<std::uint32_t>(movers.size()), movers.size() == 1 ? movers[0] : 0, scheme_.place_row(p),
                    place.type.size() == 1});
  longest_ = std::max<std::size_t>(longest_, place.offset + place.type.size());
  if (has_atoms) with_atoms_.push_back(p);
  for (const MoverId m : movers) {
    places_of_[m].push_back(p);
    if (!plain_.has(p)) others_of_[m].push_back(p);
  }
  if (!movers.empty() && !moved_.has(p)) shared_.push_back(p);
  if (plain_.has(p) || (movers.empty() && !has_atoms)) return;
  if (place.slot < 0) {
    singles_.push_back(p);
    return;
  }
  auto queue = std::find_if(queues_.begin(), queues_.end(), [&](const Queue& q) { return q.offset == place.queue; });
  if (queue == queues_.end()) queue = queues_.insert(queue, {place.queue, place.length_size, {}});
  queue->fields.push_back({p, place.slot});
}

void Scanner::read_meanings() {
  for (const ValueClass& values : symmetry_.classes) {
    atoms_by_value_.emplace_back(dense_values, no_atom);
    for (const auto& [value, atom] : values.atoms) {
      const bool moves = !scheme_.atom(atom).movers.empty();  // what does not is a plain value
      if (moves && value >= 0 && value < dense_values) atoms_by_value_.back()[static_cast<std::size_t>(value)] = atom;
    }
  }
  // Siblings share the numbers of what is the same for each of them.
  std::map<std::uint32_t, std::size_t> by_pattern;
  for (Point a = 0; a < symmetry_.atoms.size(); ++a) {
    const Named& name = scheme_.atom(a);
    if (name.movers.size() != 1) continue;
    const auto [known, is_new] = by_pattern.try_emplace(name.pattern, numbers_.size());
    if (is_new) numbers_.emplace_back(scheme_.movers().size(), 0);
    numbers_[known->second][name.movers[0]] = symmetry_.atoms[a].number;
  }
  for (Point a = 0; a < symmetry_.atoms.size(); ++a) {
    const Named& name = scheme_.atom(a);
    meanings_.push_back({mix(0x5a17U + name.pattern), name.movers.data(),
                         static_cast<std::uint32_t>(name.movers.size()),
                         symmetry_.atoms[a].kind == Atom::Kind::location,
                         name.movers.size() == 1 ? numbers_[by_pattern.at(name.pattern)].data() : nullptr});
  }
}

Point Scanner::content_atom(std::size_t place) const {
  const Cell& cell = cells_[place];
  if (cell.atoms == nullptr || cell.offset >= state_.size()) return no_atom;
  const std::int32_t held = value(place);
  if (held >= 0 && held < dense_values) return cell.atoms[held];
  const std::optional<Point> atom = symmetry_.classes[cell.value_class].find(held);
  return atom && !scheme_.atom(*atom).movers.empty() ? *atom : no_atom;
}

void Scanner::read(StateView state) {
  state_ = state;
  self_references_.clear();
  relations_.clear();
  related_.clear();
  std::fill(own_.begin(), own_.end(), 0);
  if (actor_ != nullptr) return read_tuples();
  bytes_ = state.data();
  if (state.size() < longest_) {
    padded_.assign(state.begin(), state.end());
    padded_.resize(longest_, 0);
    bytes_ = padded_.data();
  }
  for (const std::uint32_t p : held_) contents_[p] = no_atom;
  held_.clear();
  plain_.digest(bytes_, own_);
  for (const std::uint32_t p : singles_) read_place(p);
  for (const Queue& queue : queues_) {
    const std::uint8_t* const at = bytes_ + queue.offset;
    const std::int32_t length = queue.length_size == 1 ? at[0] : at[0] | at[1] << 8;
    for (const Field& field : queue.fields) {
      if (field.slot >= length) break;
      read_place(field.place);
    }
  }
}

void Scanner::read_place(std::uint32_t p) {
  const Cell& cell = cells_[p];
  const Point content = content_atom(p);
  if (content == no_atom) {
    if (cell.mover_count == 0) return;
    const std::uint64_t salt = mix(cell.salt + static_cast<std::uint32_t>(value(p)));
    if (cell.mover_count == 1) {
      own_[cell.mover] += salt;
    } else {
      const std::vector<MoverId>& movers = scheme_.place(p).movers;
      relations_.push_back({salt, static_cast<std::uint32_t>(related_.size()), cell.mover_count, cell.mover_count});
      related_.insert(related_.end(), movers.begin(), movers.end());
    }
    return;
  }
  contents_[p] = content;
  held_.push_back(p);
  const Meaning& meant = meanings_[content];
  const std::uint64_t salt = mix(cell.salt ^ meant.salt);
  if (meant.count == 1) {
    if (cell.mover_count == 0) {
      own_[meant.movers[0]] += salt;
      return;
    }
    if (cell.mover_count == 1) {
      if (cell.mover == meant.movers[0]) {
        if (meant.is_location) {
          own_[cell.mover] += salt;  // where in its own code it is
        } else {
          self_references_.push_back({salt, cell.mover});
        }
        return;
      }
      relations_.push_back({salt, static_cast<std::uint32_t>(related_.size()), 2, 1});
      related_.push_back(cell.mover);
      related_.push_back(meant.movers[0]);
      return;
    }
  }
  const std::vector<MoverId>& movers = scheme_.place(p).movers;
  relations_.push_back(
      {salt, static_cast<std::uint32_t>(related_.size()), cell.mover_count + meant.count, cell.mover_count});
  related_.insert(related_.end(), movers.begin(), movers.end());
  related_.insert(related_.end(), meant.movers, meant.movers + meant.count);
}

/// The first atom of a tuple is what holds the others.
void Scanner::read_tuples() {
  actor_->scan(state_, tuples_);
  plain_digest_ = 0;
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
    (count == 0 ? plain_digest_ : own_[related_.back()]) += mix(salt);
    related_.resize(first);
  }
}

std::size_t Scanner::colour(std::vector<MoverColour>& colours) {
  colours.assign(own_.begin(), own_.end());
  for (const SelfReference& self : self_references_) colours[self.mover] += mix(self.salt);
  const std::span<const Mover> movers = scheme_.movers();
  for (MoverId m = 0; m < own_.size(); ++m) colours[m] = with_rank(mix(colours[m] + movers[m].family), 0);
  return rank(colours);
}

namespace {

/// Ranks by comparing all with all: nothing to guess wrong for the processor. Returns how many different ones there
/// are.
std::size_t rank_few(const std::vector<MoverId>& set, std::vector<MoverColour>& colours) {
  std::array<MoverColour, few_siblings> of{};
  for (std::size_t k = 0; k < set.size(); ++k) of[k] = colours[set[k]];
  std::uint64_t ranks = 0;
  for (std::size_t k = 0; k < set.size(); ++k) {
    std::uint64_t before = 0;
    for (std::size_t j = 0; j < set.size(); ++j) before += of[j] < of[k] ? 1 : 0;
    colours[set[k]] = with_rank(of[k], before);
    ranks |= std::uint64_t{1} << before;
  }
  return static_cast<std::size_t>(std::popcount(ranks));
}

}  // namespace

std::size_t Scanner::rank(std::vector<MoverColour>& colours) {
  std::size_t count = 0;
  for (const std::vector<MoverId>& set : scheme_.sets()) {
    if (set.size() <= few_siblings) {
      count += rank_few(set, colours);
      continue;
    }
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

void Scanner::refine(std::vector<MoverColour>& colours, std::size_t known) {
  if (relations_.empty() && !nested_) return;
  const std::span<const Mover> movers = scheme_.movers();
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
  const auto moved_well = [&](std::size_t p) { return value(image_of(p, images)) == renamed_value(p, images); };
  return plain_.are_equal(bytes_, images) && std::all_of(shared_.begin(), shared_.end(), moved_well) &&
         std::all_of(with_atoms_.begin(), with_atoms_.end(), moved_well);
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
  const auto moved_well = [&](std::size_t p) { return value(image_of(p, exchange_)) == renamed_value(p, exchange_); };
  const bool alike = plain_.are_equal(bytes_, a, b) &&
                     std::all_of(others_of_[a].begin(), others_of_[a].end(), moved_well) &&
                     std::all_of(others_of_[b].begin(), others_of_[b].end(), moved_well) &&
                     std::all_of(held_.begin(), held_.end(), moved_well);
  exchange_[a] = a;
  exchange_[b] = b;
  return alike;
}

void Scanner::rename(std::span<const MoverId> images, std::uint8_t* out) {
  if (actor_ != nullptr) return actor_->rename(state_, renaming_of(scheme_, images), out);
  const bool is_short = state_.size() < longest_;
  if (is_short) renamed_.resize(longest_);
  std::uint8_t* const whole = is_short ? renamed_.data() : out;
  std::memcpy(whole, bytes_, std::max(longest_, state_.size()));
  moved_.move(bytes_, images, whole);
  for (const std::uint32_t p : shared_) store(image_of(p, images), renamed_value(p, images), whole);
  for (const std::uint32_t p : held_) store(image_of(p, images), renamed_value(p, images), whole);
  if (is_short) std::memcpy(out, whole, state_.size());
}

}  // namespace quotient
