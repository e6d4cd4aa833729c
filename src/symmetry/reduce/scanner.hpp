#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/mix.hpp"
#include "symmetry/reduce/mover_colour.hpp"
#include "symmetry/reduce/own_cells.hpp"
#include "symmetry/reduce/scheme.hpp"
#include "system/cell.hpp"
#include "system/successors.hpp"

namespace quotient {

/// Of a tuple that begins at `first` in `list`, leaves each member once and returns a salt that tells where the others
/// were: (x, x) is not (x, y), also while x and y have the same colour. Long tuples stay as they are.
std::uint64_t unite_repeated(std::uint64_t salt, std::size_t first, std::vector<std::uint32_t>& list);

/// Reads states, colours movers by what is at their places, and renames. One for each thread. States with structured
/// values are read and renamed by an actor of the symmetry; of the cells below there are none then.
class Scanner {
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
  /// Several movers that a place or its content brings together: first those of the place, then those meant.
  struct Relation {
    std::uint64_t salt;
    std::uint32_t first, count;  // in `related`
    std::uint32_t holders;       // how many are movers of the place
  };

  explicit Scanner(const Scheme& scheme);

  /// Reads a state; the following calls are about it.
  void read(StateView state);

  /// Colours by what each mover has for itself. Returns how many different colours siblings have, in all.
  std::size_t colour(std::vector<MoverColour>& colours);
  /// Brings the ranks up to date with the colours. Returns how many different ones there are.
  std::size_t rank(std::vector<MoverColour>& colours);
  /// Takes what movers have to do with one another into account, until no more of them are told apart. `known` is how
  /// many different colours there are.
  void refine(std::vector<MoverColour>& colours, std::size_t known);

  /// Whether two movers without anything inside are alike: exchanging them leaves the state as it is.
  bool are_alike(MoverId a, MoverId b);
  /// Whether a renaming leaves the state as it is.
  bool is_fixed_by(std::span<const MoverId> images);
  /// The renamed state.
  void rename(std::span<const MoverId> images, std::uint8_t* out);

  /// Whether states hold structured values.
  bool structured() const { return actor_ != nullptr; }
  /// Of such a state: a digest of what belongs to no mover.
  std::uint64_t plain() const { return plain_digest_; }

  // What was read, for strategies that look at it in their own way.
  const Scheme& scheme() const { return scheme_; }
  StateView state() const { return state_; }
  std::span<const Cell> cells() const { return cells_; }
  bool is_present(std::size_t place) const { return cells_[place].offset < state_.size(); }
  /// What is in a place; 0 where it is not present.
  std::int32_t value(std::size_t place) const { return load_cell(bytes_ + cells_[place].offset, cells_[place].kind); }
  /// The atom that a place holds, or `no_atom`.
  Point content(std::size_t place) const { return contents_[place]; }
  /// A digest of what each mover has for itself, but for references to itself.
  std::span<const std::uint64_t> own() const { return own_; }
  struct SelfReference {
    std::uint64_t salt;
    MoverId mover;
  };
  std::span<const SelfReference> self_references() const { return self_references_; }
  std::span<const Relation> relations() const { return relations_; }
  std::span<const MoverId> related(const Relation& r) const { return {related_.data() + r.first, r.count}; }
  /// Whether some movers are inside of others.
  bool nested() const { return nested_; }
  std::span<const std::uint32_t> places_of(MoverId m) const { return places_of_[m]; }
  /// Places whose content can be an atom.
  std::span<const std::uint32_t> with_atoms() const { return with_atoms_; }

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
    return symmetry_.atoms[scheme_.atom_image(content, images)].number;
  }
  void store(std::size_t place, std::int32_t value, std::uint8_t* out) const {
    if (cells_[place].one_byte) {
      out[cells_[place].offset] = static_cast<std::uint8_t>(value);
    } else {
      store_cell(out + cells_[place].offset, symmetry_.places[place].type, value);
    }
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

  void read_meanings();
  void add_place(std::uint32_t place);
  Point content_atom(std::size_t place) const;
  void read_place(std::uint32_t place);
  void read_tuples();
  bool is_fixed_by(const Permutation& renaming);

  const Scheme& scheme_;
  const Symmetry& symmetry_;
  std::unique_ptr<StateActor> actor_;
  AtomTuples tuples_;
  std::uint64_t plain_digest_ = 0;
  std::map<std::pair<MoverId, MoverId>, Permutation> exchanges_;  // of two movers, for the actor
  std::vector<std::uint8_t> image_;
  std::vector<Cell> cells_;
  OwnCells plain_;                                  // what they hold counts as it is
  OwnCells moved_;                                  // go along with their movers
  std::vector<std::uint32_t> singles_;              // places to be read, but for plain ones and fields of messages
  std::vector<Queue> queues_;                       // with fields to be read
  std::vector<std::uint32_t> shared_;               // places of movers that are not in `moved_`
  std::vector<std::vector<Point>> atoms_by_value_;  // of each class, for small values
  std::vector<Meaning> meanings_;                   // of each atom
  std::vector<std::vector<std::int32_t>> numbers_;
  std::vector<std::uint32_t> with_atoms_;              // places whose content can be an atom
  std::vector<std::vector<std::uint32_t>> places_of_;  // of each mover
  std::vector<std::vector<std::uint32_t>> others_of_;  // of each mover, but for plain ones
  std::size_t longest_ = 0;                            // bytes up to the end of the last place
  bool nested_ = false;

  StateView state_;
  const std::uint8_t* bytes_ = nullptr;  // of the state; of `padded_` where it ends before the last place
  std::vector<std::uint8_t> padded_, renamed_;
  std::vector<Point> contents_;
  std::vector<std::uint32_t> held_;  // places that hold atoms
  std::vector<std::uint64_t> own_;   // of each mover
  std::vector<SelfReference> self_references_;
  std::vector<Relation> relations_;
  std::vector<MoverId> related_;
  std::vector<std::uint64_t> sums_;
  std::vector<MoverId> sorted_;
  std::vector<MoverId> exchange_;
};

}  // namespace quotient
