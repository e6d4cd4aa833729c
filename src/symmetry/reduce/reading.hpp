#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/reduce/findings.hpp"
#include "symmetry/reduce/own_cells.hpp"
#include "symmetry/reduce/scheme.hpp"
#include "system/cell.hpp"
#include "system/successors.hpp"

namespace quotient {

/// What the cells of a state say of movers. A state mostly differs in a few cells from the one that was read before it:
/// only these are read anew, and what they said before is taken back. One for each thread.
class Reading {
 public:
  static constexpr Point no_atom = 0xffff'ffff;

  struct Cell {
    std::uint32_t offset;
    CellKind kind;
    std::uint32_t value_class;
    const Point* atoms;  // by value, for small ones; null where it holds none
    std::uint64_t salt;  // of its pattern
    // Where it goes when movers do: most places belong to one mover, or to none.
    std::uint32_t mover_count;
    MoverId mover;
    const std::uint32_t* row;
    bool one_byte;
  };

  explicit Reading(const Scheme& scheme);

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
  const OwnCells& plain_cells() const { return plain_; }

  std::size_t image_of(std::size_t place, std::span<const MoverId> images) const {
    const Cell& cell = cells_[place];
    if (cell.mover_count == 1) return cell.row[images[cell.mover]];
    return cell.mover_count == 0 ? place : scheme_.place_image(place, images);
  }
  std::int32_t renamed_value(std::size_t place, std::span<const MoverId> images) const {
    const Point content = contents_[place];
    if (content == no_atom) return value(place);
    const Meaning& meaning = meanings_[content];
    if (meaning.count == 1) return meaning.numbers[images[meaning.movers[0]]];
    return scheme_.symmetry().atoms[scheme_.atom_image(content, images)].number;
  }

 private:
  /// What an atom is to movers.
  struct Meaning {
    std::uint64_t salt;
    const MoverId* movers;
    std::uint32_t count;
    bool is_location;
    const std::int32_t* numbers;  // for an atom of one mover: of its images, by the place that the mover takes
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
  };

  void read_meanings();
  void add_place(std::uint32_t place);
  void add_unit(Unit unit, std::uint32_t begin, std::uint32_t end);
  void extend_unit(std::uint32_t unit, std::uint32_t begin, std::uint32_t end);
  Point content_atom(const Cell& cell, std::int32_t held) const;
  bool find_changes(StateView state);
  void read_all();
  template <typename Use>
  void for_each_place(const Unit& unit, Use use);
  void add(std::uint32_t place);
  void take_back(std::uint32_t place);
  void relate(std::uint32_t place, std::uint64_t salt, const Meaning* meant);
  void unrelate(std::uint32_t place);

  const Scheme& scheme_;
  std::vector<Cell> cells_;
  OwnCells plain_;                                  // what they hold counts as it is
  std::vector<Queue> queues_;                       // with fields to be read
  std::vector<std::vector<Point>> atoms_by_value_;  // of each class, for small values
  std::vector<Meaning> meanings_;                   // of each atom
  std::vector<std::vector<std::int32_t>> numbers_;
  std::vector<Unit> units_;
  std::vector<std::array<std::uint32_t, 2>> units_at_;  // of each byte: the length of a queue is also a place
  std::vector<std::uint32_t> first_related_;            // of each place: where its movers and those meant are listed
  std::size_t longest_ = 0;                             // bytes up to the end of the last place

  StateView state_;
  std::vector<std::uint8_t> bytes_;     // whole words
  std::size_t present_ = 0;             // bytes of it that are the state's
  std::vector<std::uint32_t> changed_;  // units
  std::vector<std::uint64_t> met_;      // by each unit: when it changed last
  std::uint64_t round_ = 0;
  std::vector<Point> contents_;
  Findings found_;
  PlaceList held_, related_, self_referring_;
};

}  // namespace quotient
