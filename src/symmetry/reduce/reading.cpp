#include "symmetry/reduce/reading.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>

#include "base/ensure.hpp"
#include "base/mix.hpp"

namespace quotient {

namespace {

constexpr std::int32_t small_values = 256;

}  // namespace

Reading::Reading(const Scheme& scheme, std::size_t few)
    : scheme_(scheme), few_references_(few), plain_(scheme, OwnCells::never_holds_atoms) {
  read_meanings();
  const std::vector<Place>& places = scheme.symmetry().places;
  for (const Place& place : places) longest_ = std::max<std::size_t>(longest_, place.offset + place.type.size());
  bytes_.resize((longest_ + 7) / 8 * 8, 0);
  units_at_.resize(bytes_.size(), {no_unit, no_unit});
  for (std::uint32_t p = 0; p < places.size(); ++p) add_place(p);
  for (std::uint32_t q = 0; q < queues_.size(); ++q) {
    Queue& queue = queues_[q];
    std::stable_sort(queue.fields.begin(), queue.fields.end(),
                     [](const Field& a, const Field& b) { return a.slot < b.slot; });
    others_.push_back(static_cast<std::uint32_t>(units_.size()));
    add_unit({Unit::Kind::queue, q}, queue.offset, queue.offset + queue.length_size);
    for (const Field& field : queue.fields) {
      const Place& place = places[field.place];
      extend_unit(static_cast<std::uint32_t>(units_.size() - 1), place.offset,
                  place.offset + static_cast<std::uint32_t>(place.type.size()));
    }
  }
  for (std::uint32_t k = 0; k < plain_.piece_count(); ++k) {
    add_unit({Unit::Kind::piece, k}, plain_.begin(k), plain_.end(k));
  }
  met_.resize(units_.size(), 0);
  contents_.resize(places.size(), no_atom);
  found_.own.resize(scheme.blocks().size());
  mentions_.resize(scheme.blocks().size());
  for (PlaceList* list : {&held_, &related_, &self_referring_}) list->position.resize(places.size(), nowhere);
}

void Reading::add_place(std::uint32_t p) {
  const Place& place = scheme_.symmetry().places[p];
  const std::vector<BlockId>& blocks = scheme_.place(p).blocks;
  const bool has_atoms = place.value_class != no_class;
  const auto block_count = static_cast<std::uint32_t>(blocks.size());
  const std::uint32_t pattern = scheme_.place(p).pattern;
  const std::vector<Saying>& sayings = sayings_for(pattern, place.value_class);
  cells_.push_back({place.offset, place.type.kind, place.value_class, mix(pattern + 1), block_count,
                    block_count == 1 ? blocks[0] : 0, scheme_.place_row(p), place.type.size() == 1, sayings.data(),
                    static_cast<std::uint32_t>(sayings.size())});
  // Room for its blocks, and as many as what it holds can mean.
  first_related_.push_back(static_cast<std::uint32_t>(found_.related.size()));
  found_.related.insert(found_.related.end(), blocks.begin(), blocks.end());
  if (has_atoms) {
    std::size_t most = 0;
    for (const auto& [value, atom] : scheme_.symmetry().classes[place.value_class].atoms) {
      most = std::max(most, scheme_.atom(atom).blocks.size());
    }
    found_.related.resize(found_.related.size() + most, 0);
  }
  if (plain_.has(p) || (blocks.empty() && !has_atoms)) return;
  if (place.slot < 0) {
    if (has_atoms && block_count <= 1 && place.type.size() == 1) {
      small_.push_back({place.offset, p, block_count == 1 ? blocks[0] : nobody,
                        static_cast<std::uint32_t>(sayings.size()), sayings.data()});
    } else {
      others_.push_back(static_cast<std::uint32_t>(units_.size()));
    }
    add_unit({Unit::Kind::place, p}, place.offset, place.offset + static_cast<std::uint32_t>(place.type.size()));
    return;
  }
  auto queue = std::find_if(queues_.begin(), queues_.end(), [&](const Queue& q) { return q.offset == place.queue; });
  if (queue == queues_.end()) queue = queues_.insert(queue, {place.queue, place.length_size, {}});
  queue->fields.push_back({p, place.slot});
}

void Reading::add_unit(Unit unit, std::uint32_t begin, std::uint32_t end) {
  units_.push_back(unit);
  extend_unit(static_cast<std::uint32_t>(units_.size() - 1), begin, end);
}

void Reading::extend_unit(std::uint32_t unit, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t at = begin; at < end; ++at) {
    std::array<std::uint32_t, 2>& here = units_at_[at];
    ensure(here[1] == no_unit, "three things are read from one byte");
    here[here[0] == no_unit ? 0 : 1] = unit;
  }
}

void Reading::read_meanings() {
  const Symmetry& symmetry = scheme_.symmetry();
  // Siblings share the numbers of what is the same for each of them.
  std::map<std::uint32_t, std::size_t> by_pattern;
  for (Point a = 0; a < symmetry.atoms.size(); ++a) {
    const Named& name = scheme_.atom(a);
    if (name.blocks.size() != 1) continue;
    const auto [known, is_new] = by_pattern.try_emplace(name.pattern, numbers_.size());
    if (is_new) numbers_.emplace_back(scheme_.blocks().size(), 0);
    numbers_[known->second][name.blocks[0]] = symmetry.atoms[a].number;
  }
  for (Point a = 0; a < symmetry.atoms.size(); ++a) {
    const Named& name = scheme_.atom(a);
    meanings_.push_back({mix(0x5a17U + name.pattern), name.blocks.data(),
                         static_cast<std::uint32_t>(name.blocks.size()), symmetry.atoms[a].kind == Atom::Kind::location,
                         name.blocks.size() == 1 ? numbers_[by_pattern.at(name.pattern)].data() : nullptr});
  }
}

/// The same for all places of a pattern.
const std::vector<Reading::Saying>& Reading::sayings_for(std::uint32_t pattern, std::uint32_t value_class) {
  const auto [found, is_new] = sayings_.try_emplace({pattern, value_class});
  if (!is_new || value_class == no_class) return found->second;
  std::int32_t most = -1;
  for (const auto& [value, atom] : scheme_.symmetry().classes[value_class].atoms) {
    if (value < small_values) most = std::max(most, value);
  }
  for (std::int32_t value = 0; value <= most; ++value) {
    found->second.push_back(make_saying(mix(pattern + 1), value, atom_of(value_class, value)));
  }
  return found->second;
}

Reading::Saying Reading::make_saying(std::uint64_t salt, std::int32_t value, Point content) const {
  if (content == no_atom) return {mix(salt + static_cast<std::uint32_t>(value)), no_atom, 0, Saying::Kind::plain};
  const Meaning& meant = meanings_[content];
  const Saying::Kind kind = meant.count > 1     ? Saying::Kind::several
                            : meant.is_location ? Saying::Kind::location
                                                : Saying::Kind::single;
  return {mix(salt ^ meant.salt), content, meant.blocks[0], kind};
}

/// What does not move is a plain value.
Point Reading::atom_of(std::uint32_t value_class, std::int32_t value) const {
  if (value_class == no_class) return no_atom;
  const std::optional<Point> atom = scheme_.symmetry().classes[value_class].find(value);
  return atom && !scheme_.atom(*atom).blocks.empty() ? *atom : no_atom;
}

/// Lists the units that differ. False where it is no use to go by them.
bool Reading::find_changes(StateView state) {
  const std::size_t size = std::min(state.size(), longest_);
  if (round_ == 0 || size != present_ || small_.size() + others_.size() <= few_references_) return false;
  const std::size_t most = units_.size() / 4;
  changed_.clear();
  ++round_;
  for (std::size_t at = 0; at < size; at += 8) {
    std::uint64_t before, after = 0;
    std::memcpy(&before, bytes_.data() + at, 8);
    if (at + 8 <= size) {
      std::memcpy(&after, state.data() + at, 8);
    } else {
      std::memcpy(&after, state.data() + at, size - at);
    }
    for (std::uint64_t difference = before ^ after; difference != 0;) {
      const auto byte = static_cast<unsigned>(std::countr_zero(difference)) / 8;
      difference &= ~(std::uint64_t{0xff} << byte * 8);
      for (const std::uint32_t unit : units_at_[at + byte]) {
        if (unit == no_unit || met_[unit] == round_) continue;
        if (changed_.size() >= most) return false;
        met_[unit] = round_;
        changed_.push_back(unit);
      }
    }
  }
  return true;
}

template <typename Use>
void Reading::for_each_place(const Unit& unit, Use use) {
  if (unit.kind == Unit::Kind::place) return use(unit.index);
  const Queue& queue = queues_[unit.index];
  const std::uint8_t* const at = bytes_.data() + queue.offset;
  const std::int32_t length = queue.length_size == 1 ? at[0] : at[0] | at[1] << 8;
  for (const Field& field : queue.fields) {
    if (field.slot >= length) return;
    use(field.place);
  }
}

void Reading::read(StateView state) {
  const bool by_changes = find_changes(state);
  if (by_changes) {
    for (const std::uint32_t u : changed_) {
      const Unit& unit = units_[u];
      if (unit.kind == Unit::Kind::piece) {
        plain_.take_back(unit.index, bytes_.data(), found_.own);
      } else {
        for_each_place(unit, [this](std::uint32_t p) { take_back(p); });
      }
    }
  }
  state_ = state;
  present_ = std::min(state.size(), longest_);
  std::memcpy(bytes_.data(), state.data(), present_);
  if (!by_changes) return read_all();
  for (const std::uint32_t u : changed_) {
    const Unit& unit = units_[u];
    if (unit.kind == Unit::Kind::piece) {
      plain_.add(unit.index, bytes_.data(), found_.own);
    } else {
      for_each_place(unit, [this](std::uint32_t p) { add(p); });
    }
  }
}

void Reading::read_all() {
  round_ = std::max<std::uint64_t>(round_, 1);
  std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(present_), bytes_.end(), std::uint8_t{0});
  std::fill(found_.own.begin(), found_.own.end(), 0);
  std::fill(mentions_.begin(), mentions_.end(), 0);
  for (const std::uint32_t p : held_.members) contents_[p] = no_atom;
  for (PlaceList* list : {&held_, &related_, &self_referring_}) list->clear();
  found_.relations.clear();
  found_.self_references.clear();
  plain_.digest(bytes_.data(), found_.own);
  read_small();
  for (const std::uint32_t u : others_) for_each_place(units_[u], [this](std::uint32_t p) { add(p); });
}

/// As `add` does it, but for what is frequent nothing else is looked at.
void Reading::read_small() {
  const bool all_there = present_ == longest_;
  for (const Small& here : small_) {
    const std::uint8_t held = bytes_[here.offset];
    if (!all_there || held >= here.saying_count) {
      add(here.place);
      continue;
    }
    const Saying& said = here.sayings[held];
    if (said.kind == Saying::Kind::plain) {
      if (here.holder != nobody) found_.own[here.holder] += said.share;
    } else if (said.kind == Saying::Kind::single && here.holder == nobody) {
      contents_[here.place] = said.content;
      held_.add(here.place);
      ++mentions_[said.meant];
      found_.own[said.meant] += said.share;
    } else {
      add(here.place);
    }
  }
}

std::uint32_t Reading::PlaceList::take_out(std::uint32_t place) {
  const std::uint32_t at = position[place];
  position[members.back()] = at;
  members[at] = members.back();
  members.pop_back();
  position[place] = nowhere;
  return at;
}

void Reading::relate(std::uint32_t p, std::uint64_t salt, Point content) {
  const std::uint32_t holders = cells_[p].block_count, first = first_related_[p];
  std::uint32_t count = holders;
  if (content != no_atom) {
    const Meaning& meant = meanings_[content];
    std::copy_n(meant.blocks, meant.count, found_.related.begin() + first + holders);
    count += meant.count;
  }
  found_.relations.push_back({salt, first, count, holders});
  related_.add(p);
}

void Reading::mention(const Saying& said, std::uint32_t change) {
  if (said.kind != Saying::Kind::several) {
    mentions_[said.meant] += change;
    return;
  }
  const Meaning& meant = meanings_[said.content];
  for (std::uint32_t k = 0; k < meant.count; ++k) mentions_[meant.blocks[k]] += change;
}

void Reading::add(std::uint32_t p) {
  const Cell& cell = cells_[p];
  const Saying& said = saying(cell);
  if (said.kind == Saying::Kind::plain) {
    if (cell.block_count > 1) return relate(p, said.share, no_atom);
    if (cell.block_count == 1) found_.own[cell.block] += said.share;
    return;
  }
  contents_[p] = said.content;
  held_.add(p);
  if (said.kind == Saying::Kind::location && cell.block_count == 1 && cell.block == said.meant) {
    found_.own[cell.block] += said.share;  // where in its own code it is
    return;
  }
  mention(said, 1);
  if (said.kind == Saying::Kind::several || cell.block_count > 1) return relate(p, said.share, said.content);
  if (cell.block_count == 0) {
    found_.own[said.meant] += said.share;
  } else if (cell.block != said.meant) {
    relate(p, said.share, said.content);
  } else {
    found_.own[said.meant] += mix(said.share);
    found_.self_references.push_back({said.share, said.meant});
    self_referring_.add(p);
  }
}

/// Undoes `add`. The cell still holds what it held then.
void Reading::take_back(std::uint32_t p) {
  const Cell& cell = cells_[p];
  const Saying& said = saying(cell);
  const bool at_home = said.kind == Saying::Kind::location && cell.block_count == 1 && cell.block == said.meant;
  if (related_.position[p] != nowhere) {
    found_.relations[related_.take_out(p)] = found_.relations.back();
    found_.relations.pop_back();
  } else if (self_referring_.position[p] != nowhere) {
    found_.own[said.meant] -= mix(said.share);
    found_.self_references[self_referring_.take_out(p)] = found_.self_references.back();
    found_.self_references.pop_back();
  } else if (said.content != no_atom) {
    found_.own[said.meant] -= said.share;
  } else if (cell.block_count == 1) {
    found_.own[cell.block] -= said.share;
  }
  if (said.content == no_atom) return;
  if (!at_home) mention(said, static_cast<std::uint32_t>(-1));
  contents_[p] = no_atom;
  held_.take_out(p);
}

}  // namespace quotient
