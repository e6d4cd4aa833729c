#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "model/cell.hpp"
#include "model/successors.hpp"
#include "symmetry/reduce/findings.hpp"
#include "symmetry/reduce/own_cells.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// What the cells of a state say of blocks. A long state mostly differs in a few cells from the one that was read
/// before it: only these are read anew, and what they said before is taken back. One for each thread.
class Reading {
 public:
  static constexpr Point no_atom = 0xffff'ffff;

  /// What a small value says in the cells of one pattern. Known beforehand, so that little is computed while states are
  /// read.
  struct Saying {
    enum class Kind : std::uint8_t {
      plain,
      location,
      single,
      several
    };                    // no atom; an atom of one block, or of several
    std::uint64_t share;  // what it adds to a digest
    Point content;        // the atom, or `no_atom`
    BlockId meant;        // where it is one of a single block
    Kind kind;
  };
  struct Cell {
    std::uint32_t offset;
    CellKind kind;
    std::uint32_t value_class;
    std::uint64_t salt;  // of its pattern
    // Where it goes when blocks do: most places belong to one block, or to none.
    std::uint32_t block_count;
    BlockId block;
    const std::uint32_t* row;
    bool one_byte;
    // Of small values, by value.
    const Saying* sayings;
    std::uint32_t saying_count;
  };

  /// Where so few places can hold atoms, a state is sooner read as a whole than compared with what was read before
  /// (bench/orbits).
  static constexpr std::size_t few_references = 12;
  explicit Reading(const Scheme& scheme, std::size_t few = few_references);

  void read(StateView state);
  const Findings& findings() const { return found_; }

  StateView state() const { return state_; }
  /// Its bytes, with zeros up to the end of the last place where it is shorter.
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), longest_}; }
  std::span<const Cell> cells() const { return cells_; }
  bool is_present(std::size_t place) const { return cells_[place].offset < state_.size(); }
  /// What is in a place; 0 where it is not present.
  std::int32_t value(std::size_t place) const {
    return load_cell(bytes_.data() + cells_[place].offset, cells_[place].kind);
  }
  /// The atom that a place holds, or `no_atom`.
  Point content(std::size_t place) const { return contents_[place]; }
  /// Places that hold atoms, in no order.
  std::span<const std::uint32_t> held() const { return held_.members; }
  /// How many places mean a block, but for those that say where in its own code it is.
  std::uint32_t mentions(BlockId m) const { return mentions_[m]; }
  const OwnCells& plain_cells() const { return plain_; }

  std::size_t image_of(std::size_t place, std::span<const BlockId> images) const {
    const Cell& cell = cells_[place];
    if (cell.block_count == 1) return cell.row[images[cell.block]];
    return cell.block_count == 0 ? place : scheme_.place_image(place, images);
  }
  std::int32_t permuted_value(std::size_t place, std::span<const BlockId> images) const {
    const Point content = contents_[place];
    if (content == no_atom) return value(place);
    const Meaning& meaning = meanings_[content];
    if (meaning.count == 1) return meaning.numbers[images[meaning.blocks[0]]];
    return scheme_.symmetry().atoms[scheme_.atom_image(content, images)].number;
  }
  /// Writes what a place holds to where it goes.
  void write_permuted(std::size_t place, std::span<const BlockId> images, std::uint8_t* out) const {
    const std::size_t image = image_of(place, images);
    if (cells_[image].one_byte) {
      out[cells_[image].offset] = static_cast<std::uint8_t>(permuted_value(place, images));
    } else {
      store_cell(out + cells_[image].offset, scheme_.symmetry().places[image].type, permuted_value(place, images));
    }
  }

 private:
  /// What an atom is to blocks.
  struct Meaning {
    std::uint64_t salt;
    const BlockId* blocks;
    std::uint32_t count;
    bool is_location;
    const std::int32_t* numbers;  // for an atom of one block: of its images, by the place that the block takes
  };
  /// Fields of messages count only while the queue is long enough.
  struct Field {
    std::uint32_t place;
    std::int32_t slot;
  };
  struct Queue {
    std::uint32_t offset;
    std::uint8_t length_size;
    std::vector<Field> fields;  // by slot
  };
  /// What is read as one: whatever changes in it, all of it is read anew.
  struct Unit {
    enum class Kind : std::uint8_t { piece, place, queue };
    Kind kind;
    std::uint32_t index;  // among the pieces of plain cells, the places, the queues
  };
  /// A place whose values are all small, with what is needed to read it.
  struct Small {
    std::uint32_t offset, place;
    BlockId holder;  // or nobody
    std::uint32_t saying_count;
    const Saying* sayings;
  };
  static constexpr BlockId nobody = 0xffff'ffff;
  static constexpr std::uint32_t no_unit = 0xffff'ffff, nowhere = 0xffff'ffff;
  /// Places with something to find again: it is taken out by putting the last one in its place.
  struct PlaceList {
    std::vector<std::uint32_t> members;
    std::vector<std::uint32_t> position;  // of each place, or `nowhere`

    std::uint32_t take_out(std::uint32_t place);
    void add(std::uint32_t place) {
      position[place] = static_cast<std::uint32_t>(members.size());
      members.push_back(place);
    }
    void clear() {
      for (const std::uint32_t place : members) position[place] = nowhere;
      members.clear();
    }
  };

  void read_meanings();
  const std::vector<Saying>& sayings_for(std::uint32_t pattern, std::uint32_t value_class);
  Saying make_saying(std::uint64_t salt, std::int32_t value, Point content) const;
  Point atom_of(std::uint32_t value_class, std::int32_t value) const;
  /// What a place says; valid until the next call.
  const Saying& saying(const Cell& cell) {
    const std::uint8_t* const at = bytes_.data() + cell.offset;
    const std::int32_t held = cell.one_byte ? *at : load_cell(at, cell.kind);
    const bool is_there = cell.offset < state_.size();
    if (static_cast<std::uint32_t>(held) < cell.saying_count && is_there) return cell.sayings[held];
    unusual_ = make_saying(cell.salt, held, is_there ? atom_of(cell.value_class, held) : no_atom);
    return unusual_;
  }
  void add_place(std::uint32_t place);
  void add_unit(Unit unit, std::uint32_t begin, std::uint32_t end);
  void extend_unit(std::uint32_t unit, std::uint32_t begin, std::uint32_t end);
  bool find_changes(StateView state);
  void read_all();
  void read_small();
  template <typename Use>
  void for_each_place(const Unit& unit, Use use);
  void add(std::uint32_t place);
  void take_back(std::uint32_t place);
  /// `change` is 1 or -1.
  void mention(const Saying& said, std::uint32_t change);
  void relate(std::uint32_t place, std::uint64_t salt, Point content);

  const Scheme& scheme_;
  const std::size_t few_references_;
  std::vector<Cell> cells_;
  OwnCells plain_;                                                                  // what they hold counts as it is
  std::vector<Queue> queues_;                                                       // with fields to be read
  std::vector<Meaning> meanings_;                                                   // of each atom
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Saying>> sayings_;  // by pattern and class
  Saying unusual_{};
  std::vector<std::vector<std::int32_t>> numbers_;
  std::vector<Small> small_;           // places of one byte with atoms, of one block or of nobody
  std::vector<std::uint32_t> others_;  // units that are neither among these nor pieces
  std::vector<Unit> units_;
  std::vector<std::array<std::uint32_t, 2>> units_at_;  // of each byte: the length of a queue is also a place
  std::vector<std::uint32_t> first_related_;            // of each place: where its blocks and those meant are listed
  std::size_t longest_ = 0;                             // bytes up to the end of the last place

  StateView state_;
  std::vector<std::uint8_t> bytes_;     // whole words
  std::size_t present_ = 0;             // bytes of it that are the state's
  std::vector<std::uint32_t> changed_;  // units
  std::vector<std::uint64_t> met_;      // by each unit: when it changed last
  std::uint64_t round_ = 0;
  std::vector<Point> contents_;
  std::vector<std::uint32_t> mentions_;  // of each block
  Findings found_;
  PlaceList held_, related_, self_referring_;
};

}  // namespace quotient
