#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/mix.hpp"
#include "model/cell.hpp"
#include "model/successors.hpp"
#include "symmetry/reduce/block_colour.hpp"
#include "symmetry/reduce/own_cells.hpp"
#include "symmetry/reduce/ranking.hpp"
#include "symmetry/reduce/reading.hpp"
#include "symmetry/reduce/scheme.hpp"

namespace quotient {

/// Of a tuple that begins at `first` in `list`, leaves each member once and returns a salt that tells where the others
/// were: (x, x) is not (x, y), also while x and y have the same colour. Long tuples stay as they are.
std::uint64_t unite_repeated(std::uint64_t salt, std::size_t first, std::vector<std::uint32_t>& list);

/// Reads states, colours blocks by what is at their places, and permutes. One for each thread. States with structured
/// values are read and permuted by an actor of the symmetry; of the cells below there are none then. Other states are
/// read and permuted by native code as soon as the scheme has it: the results are the same.
class Scanner {
 public:
  static constexpr Point no_atom = Reading::no_atom;
  using Cell = Reading::Cell;
  using Relation = Findings::Relation;
  using SelfReference = Findings::SelfReference;

  explicit Scanner(const Scheme& scheme);

  /// Reads a state; the following calls are about it.
  void read(StateView state) {
    state_ = state;
    is_thinned_ = false;
    const CellFunctions* const functions = state.size() >= length_ ? code_.get() : nullptr;
    if (functions == nullptr) return read_without_code(state);
    functions_ = functions;
    is_in_full_ = false;
    if (native_own_.empty()) prepare_for_code();
    functions->scan(state.data(), &native_);
    found_.own = {native_.own, native_own_.size() - 1};
    found_.relations = {native_.relations, native_.relation_count};
    found_.related = native_.related;
    if (code_.paranoid) check_findings();
  }

  /// Colours by what each block has for itself. Returns how many different colours siblings have, in all. Where all are
  /// different, `images` puts siblings in order.
  std::size_t colour(std::vector<BlockColour>& colours, std::vector<BlockId>& images) {
    if (colours.size() != exchange_.size()) colours.resize(exchange_.size());
    if (images.size() != exchange_.size()) images.resize(exchange_.size());
    return ranking_.colour(found_.own.data(), colours.data(), images.data());
  }
  /// Brings the ranks up to date with the colours. Returns how many different ones there are.
  std::size_t rank(std::vector<BlockColour>& colours) { return ranking_.rank(colours.data()); }
  /// Takes what blocks have to do with one another into account, until no more of them are told apart. `known` is how
  /// many different colours there are; returns how many there are then.
  std::size_t refine(std::vector<BlockColour>& colours, std::size_t known);

  /// Whether two blocks without anything inside are alike: exchanging them leaves the state as it is.
  bool are_alike(BlockId a, BlockId b);
  /// The same for several, each with each.
  bool are_all_alike(std::span<const BlockId> blocks);
  /// Whether a permutation leaves the state as it is.
  bool is_fixed_by(std::span<const BlockId> images);
  /// The permuted state.
  void permute(std::span<const BlockId> images, std::uint8_t* out) {
    if (functions_ == nullptr) return permute_without_code(images, out);
    functions_->permute(state_.data(), images.data(), out);
    if (state_.size() > length_) std::memcpy(out + length_, state_.data() + length_, state_.size() - length_);
    if (code_.paranoid) check_permuted(images, out);
  }

  /// Whether states hold structured values.
  bool structured() const { return actor_ != nullptr; }
  /// Of such a state: a digest of what belongs to no block.
  std::uint64_t plain() const { return plain_digest_; }

  // What was read, for strategies that look at it in their own way.
  const Scheme& scheme() const { return scheme_; }
  StateView state() const { return state_; }
  std::span<const Cell> cells() const { return reading_.cells(); }
  bool is_present(std::size_t place) const { return reading().is_present(place); }
  std::int32_t value(std::size_t place) const { return reading().value(place); }
  Point content(std::size_t place) const { return reading().content(place); }
  std::span<const std::uint64_t> own() const { return found_.own; }
  std::span<const SelfReference> self_references() const {
    return functions_ == nullptr ? found_.self_references : reading().findings().self_references;
  }
  std::span<const Relation> relations() const { return found_.relations; }
  std::span<const BlockId> related(const Relation& r) const { return found_.of(r); }
  /// Whether some blocks are inside of others.
  bool nested() const { return nested_; }
  std::span<const std::uint32_t> places_of(BlockId m) const { return places_of_[m]; }
  /// Places whose content can be an atom.
  std::span<const std::uint32_t> with_atoms() const { return with_atoms_; }

  std::size_t image_of(std::size_t place, std::span<const BlockId> images) const {
    return reading_.image_of(place, images);
  }
  std::int32_t permuted_value(std::size_t place, std::span<const BlockId> images) const {
    return reading().permuted_value(place, images);
  }
  void store(std::size_t place, std::int32_t value, std::uint8_t* out) const {
    const Cell& cell = reading_.cells()[place];
    if (cell.one_byte) {
      out[cell.offset] = static_cast<std::uint8_t>(value);
    } else {
      store_cell(out + cell.offset, symmetry_.places[place].type, value);
    }
  }

 private:
  /// What native code has read is read once more where somebody asks for more than its findings.
  const Reading& reading() const {
    if (functions_ != nullptr) read_in_full();
    return reading_;
  }
  void read_in_full() const;
  std::span<const Relation> telling_relations();
  void read_without_code(StateView state);
  void prepare_for_code();
  void check_findings() const;
  void check_permuted(std::span<const BlockId> images, const std::uint8_t* out);
  void permute_without_code(std::span<const BlockId> images, std::uint8_t* out);
  void read_tuples();
  bool is_fixed_by(const Permutation& permutation);
  void permute_in_full(std::span<const BlockId> images, std::uint8_t* out);

  const Scheme& scheme_;
  const Symmetry& symmetry_;
  std::unique_ptr<StateActor> actor_;
  AtomTuples tuples_;
  std::uint64_t plain_digest_ = 0;
  std::map<std::pair<BlockId, BlockId>, Permutation> exchanges_;  // of two blocks, for the actor
  std::vector<std::uint8_t> image_;
  mutable Reading reading_;
  mutable bool is_in_full_ = false;           // `reading_` is of the state
  const CellFunctions* functions_ = nullptr;  // where they have read the state
  const CellCode& code_;
  std::size_t length_;  // of what the code is about
  FoundInCells native_{};
  std::vector<std::uint64_t> native_own_;
  std::vector<Relation> native_relations_;
  Ranking ranking_;
  OwnCells moved_;                                     // go along with their blocks
  std::vector<std::uint32_t> shared_;                  // places of blocks that are not in `moved_`
  std::vector<std::uint32_t> with_atoms_;              // places whose content can be an atom
  std::vector<std::vector<std::uint32_t>> places_of_;  // of each block
  std::vector<std::vector<std::uint32_t>> others_of_;  // of each block, but for plain ones
  bool nested_ = false;

  StateView state_;
  Findings in_tuples_;  // of a state with structured values
  FindingsView found_;  // of whatever state there is
  std::vector<std::uint8_t> permuted_;
  std::vector<std::uint64_t> sums_;
  std::array<std::vector<std::uint64_t>, 2> roles_;  // of each block, what it is in the first two roles of relations
  std::vector<std::uint64_t> zeros_;                 // salts of relations that say 0
  std::vector<Relation> thinned_;
  bool is_thinned_ = false;
  std::vector<BlockId> exchange_;
};

}  // namespace quotient
