#include "symmetry/reduce/describe_cells.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/mix.hpp"
#include "symmetry/reduce/own_cells.hpp"
#include "symmetry/reduce/reading.hpp"

namespace quotient {

namespace {

// Code is written place by place, and a compiler has to read it while the search runs.
constexpr std::size_t most_described_places = 4096;
constexpr std::size_t most_described_numbers = 1 << 17;  // in rows, and of sayings

class CellDescriber {
 public:
  explicit CellDescriber(const Scheme& scheme) : scheme_(scheme), symmetry_(scheme.symmetry()), reading_(scheme) {}

  std::optional<CellWork> describe() {
    work_.blocks = static_cast<std::uint32_t>(scheme_.blocks().size());
    work_.bytes = static_cast<std::uint32_t>(reading_.bytes().size());
    if (symmetry_.places.size() > most_described_places || !values_are_small()) return std::nullopt;
    describe_values();
    describe_reading();
    if (!describe_permutation() || numbers_ > most_described_numbers) return std::nullopt;
    return std::move(work_);
  }

 private:
  using Kind = CellWork::Saying::Kind;

  bool values_are_small() const {
    const auto is_small = [](std::int32_t value) { return 0 <= value && value < 256; };
    return std::all_of(symmetry_.classes.begin(), symmetry_.classes.end(), [&](const ValueClass& c) {
      return std::all_of(c.atoms.begin(), c.atoms.end(), [&](const auto& known) {
        return is_small(known.first) && is_small(symmetry_.atoms[known.second].number);
      });
    });
  }

  std::optional<CellWork::Slot> slot_of(const Place& place) const {
    if (place.slot < 0) return std::nullopt;
    return CellWork::Slot{place.queue, place.length_size, static_cast<std::uint32_t>(place.slot)};
  }

  std::uint32_t add_row(std::vector<std::uint32_t> row) {
    numbers_ += row.size();
    work_.rows.push_back(std::move(row));
    return static_cast<std::uint32_t>(work_.rows.size() - 1);
  }

  /// A row by the blocks of what is named: `what` of those that have the pattern of `like`.
  template <typename Names, typename What>
  std::uint32_t row_of(std::size_t count, const Names& names, const Named& like, const What& what) {
    std::size_t size = 1;
    for (std::size_t k = 0; k < like.blocks.size(); ++k)
      size = std::min(size * work_.blocks, most_described_numbers + 1);
    if (size > most_described_numbers) {
      numbers_ = size;
      return CellWork::none;
    }
    std::vector<std::uint32_t> row(size, CellWork::none);
    for (std::size_t k = 0; k < count; ++k) {
      const Named& name = names(k);
      if (name.pattern != like.pattern) continue;
      std::size_t at = 0;
      for (const BlockId m : name.blocks) at = at * work_.blocks + m;
      row[at] = what(k);
    }
    return add_row(std::move(row));
  }

  /// Values change where siblings have different numbers for the same: the control locations of processes do not.
  void describe_values() {
    std::map<std::uint32_t, std::set<std::int32_t>> numbers;  // by pattern of atoms
    for (Point a = 0; a < symmetry_.atoms.size(); ++a) {
      numbers[scheme_.atom(a).pattern].insert(symmetry_.atoms[a].number);
    }
    std::map<std::uint32_t, std::uint32_t> rows;
    for (const ValueClass& c : symmetry_.classes) {
      work_.classes.emplace_back();
      for (const auto& [value, atom] : c.atoms) {
        const Named& name = scheme_.atom(atom);
        if (name.blocks.empty() || numbers[name.pattern].size() == 1) continue;
        const auto [known, is_new] = rows.try_emplace(name.pattern, 0);
        if (is_new) {
          known->second = row_of(
              symmetry_.atoms.size(),
              [this](std::size_t a) -> const Named& { return scheme_.atom(static_cast<Point>(a)); }, name,
              [this](std::size_t a) { return static_cast<std::uint32_t>(symmetry_.atoms[a].number); });
        }
        work_.classes.back().push_back({value, name.blocks, known->second});
      }
    }
  }

  bool changes(const Place& place) const {
    return place.value_class != no_class && !work_.classes[place.value_class].empty();
  }

  void describe_reading() {
    reading_.plain_cells().for_each_piece([this](const OwnCells::Piece& piece, std::uint32_t size) {
      work_.words.push_back({piece.offset, size, piece.block, piece.factor});
    });
    for (std::size_t p = 0; p < symmetry_.places.size(); ++p) {
      const Place& place = symmetry_.places[p];
      const std::vector<BlockId>& holders = scheme_.place(p).blocks;
      if (reading_.plain_cells().has(p) || (holders.empty() && place.value_class == no_class)) continue;
      const Reading::Cell& cell = reading_.cells()[p];
      CellWork::Place here{place.offset, place.type, slot_of(place), holders, {}, cell.salt};
      for (std::uint32_t v = 0; v < cell.saying_count; ++v) here.sayings.push_back(said(cell.sayings[v], holders));
      numbers_ += here.sayings.size();
      work_.places.push_back(std::move(here));
    }
  }

  /// As Reading::add has it.
  CellWork::Saying said(const Reading::Saying& saying, const std::vector<BlockId>& holders) const {
    if (saying.kind == Reading::Saying::Kind::plain) {
      if (holders.empty()) return {};
      return {holders.size() == 1 ? Kind::own : Kind::relation, saying.share, holders};
    }
    const bool alone = saying.kind != Reading::Saying::Kind::several;
    if (alone && holders.empty()) return {Kind::own, saying.share, {saying.meant}};
    if (alone && holders.size() == 1 && holders[0] == saying.meant) {
      const bool at_home = saying.kind == Reading::Saying::Kind::location;
      return {Kind::own, at_home ? saying.share : mix(saying.share), holders};
    }
    std::vector<BlockId> related = holders;
    const std::vector<BlockId>& meant = scheme_.atom(saying.content).blocks;
    related.insert(related.end(), meant.begin(), meant.end());
    return {Kind::relation, saying.share, std::move(related)};
  }

  /// False where a place is not like the ones that it can go to.
  bool describe_permutation() {
    const OwnCells unchanged(scheme_, [this](const Place& place) { return !changes(place); });
    std::map<const std::uint32_t*, std::uint32_t> rows_of_pieces;
    unchanged.for_each_piece([&](const OwnCells::Piece& piece, std::uint32_t size) {
      const auto [known, is_new] = rows_of_pieces.try_emplace(piece.row, 0);
      if (is_new) {
        static_assert(OwnCells::nowhere == CellWork::none);
        known->second = add_row({piece.row, piece.row + work_.blocks});
      }
      work_.moved.push_back({piece.offset, size, piece.block, known->second});
    });
    std::map<std::uint32_t, std::uint32_t> rows;  // by pattern of places
    std::map<std::uint32_t, CellType> types;
    for (std::size_t p = 0; p < symmetry_.places.size(); ++p) {
      const Place& place = symmetry_.places[p];
      const Named& name = scheme_.place(p);
      if (unchanged.has(p) || (name.blocks.empty() && !changes(place))) continue;
      CellWork::Permuted here{place.offset, place.type, slot_of(place), name.blocks, CellWork::none, CellWork::none};
      if (changes(place)) here.value_class = place.value_class;
      if (types.try_emplace(name.pattern, place.type).first->second != place.type) return false;
      if (!name.blocks.empty()) {
        const auto [known, is_new] = rows.try_emplace(name.pattern, 0);
        if (is_new) {
          known->second = row_of(
              symmetry_.places.size(), [this](std::size_t q) -> const Named& { return scheme_.place(q); }, name,
              [this](std::size_t q) { return symmetry_.places[q].offset; });
        }
        here.row = known->second;
      }
      work_.permuted.push_back(std::move(here));
    }
    return true;
  }

  const Scheme& scheme_;
  const Symmetry& symmetry_;
  const Reading reading_;
  CellWork work_;
  std::size_t numbers_ = 0;
};

}  // namespace

std::optional<CellWork> describe_cells(const Scheme& scheme) {
  if (scheme.symmetry().action != nullptr) return std::nullopt;
  return CellDescriber(scheme).describe();
}

std::optional<CellsToWrite> cells_to_write(const Scheme& scheme) {
  std::optional<CellWork> work = describe_cells(scheme);
  if (!work) return std::nullopt;
  return CellsToWrite{std::move(*work), &scheme.code()};
}

}  // namespace quotient
