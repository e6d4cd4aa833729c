#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "symmetry/action/symmetry.hpp"
#include "symmetry/group/structure.hpp"
#include "symmetry/reduce/block.hpp"
#include "symmetry/reduce/cell_code.hpp"

namespace quotient {

/// Whatever is identified by a pattern and an ordered choice of blocks: an atom, or a place of the state.
struct Named {
  std::uint32_t pattern = 0;
  std::vector<BlockId> blocks;
};

/// A symmetry taken apart into blocks, with tables that tell where atoms and places go when blocks change places.
/// Exists only for groups that are products of symmetric groups and wreath products of such.
class Scheme {
 public:
  /// Null where the group is not of that kind.
  static std::unique_ptr<Scheme> build(const Symmetry& symmetry);

  const Symmetry& symmetry() const { return *symmetry_; }
  std::span<const Block> blocks() const { return blocks_; }
  /// The blocks of each set: the places that they can take.
  std::span<const std::vector<BlockId>> sets() const { return sets_; }
  const Named& atom(Point a) const { return atoms_[a]; }
  const Named& place(std::size_t p) const { return places_[p]; }
  /// Where scanners look for code that does their work. Others may put it there.
  CellCode& code() const { return *code_; }

  /// Where things go when block m takes the place of images[m].
  Point atom_image(Point a, std::span<const BlockId> images) const { return atom_table_.find(atoms_[a], images); }
  /// For a place of one block: where it goes, by the place that the block takes.
  const std::uint32_t* place_row(std::size_t p) const { return place_table_.row(places_[p].pattern); }
  std::uint32_t place_image(std::size_t p, std::span<const BlockId> images) const {
    return place_table_.find(places_[p], images);
  }

 private:
  /// From pattern and blocks to whatever they identify.
  class Table {
   public:
    void add(const Named& name, std::size_t block_count, std::uint32_t what);
    std::uint32_t find(const Named& name, std::span<const BlockId> images) const {
      std::size_t at = 0;
      for (const BlockId m : name.blocks) at = at * blocks_ + images[m];
      return rows_[name.pattern][at];
    }

    const std::uint32_t* row(std::uint32_t pattern) const { return rows_[pattern].data(); }

   private:
    std::vector<std::vector<std::uint32_t>> rows_;
    std::size_t blocks_ = 0;
  };

  bool add_factors(std::span<const Factor> factors, std::int32_t outer, const std::vector<std::uint32_t>& path);
  bool add_induced(std::span<const std::vector<Point>> orbits);
  void name_fixed_atoms();
  bool name_places();
  void fill_tables();
  std::uint32_t pattern_number(std::vector<std::uint32_t> key);

  const Symmetry* symmetry_ = nullptr;
  std::unique_ptr<CellCode> code_ = std::make_unique<CellCode>();
  std::vector<Block> blocks_;
  std::vector<std::vector<BlockId>> sets_;
  std::vector<Named> atoms_;
  std::vector<bool> atom_is_named_;
  std::vector<Named> places_;
  Table atom_table_, place_table_;
  std::vector<std::vector<std::uint32_t>> families_;  // path of each family
  std::vector<std::vector<std::uint32_t>> patterns_;
};

}  // namespace quotient
