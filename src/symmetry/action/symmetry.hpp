#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/cell.hpp"
#include "symmetry/action/creator.hpp"
#include "symmetry/action/state_action.hpp"
#include "symmetry/action/step_orbits.hpp"
#include "symmetry/group/group.hpp"

namespace quotient {

/// Something that can change places with others of its kind: a process, a channel, a value that stands for one of them,
/// a control location of a process, an element of a set.
struct Atom {
  enum class Kind : std::uint8_t { process, channel, value, location, element };
  Kind kind = Kind::process;
  std::string name;         // for people
  std::int32_t number = 0;  // as cells of the state hold it
  Actor actor = no_actor;   // who moves with it, where that is none of its own number
};

inline constexpr std::uint32_t no_class = 0xffff'ffff;

/// A cell of the state that takes part in permutation.
struct Place {
  std::uint32_t offset = 0;
  CellType type;
  /// What it is, and for whom: places of one template differ in their atoms only ("the local k of process p").
  std::uint32_t pattern = 0;
  std::vector<Point> atoms;
  /// Which values in it are atoms; no_class: none, the content is plain.
  std::uint32_t value_class = no_class;
  /// A field of a message counts only while the queue is long enough: the queue's place, and the message's number.
  std::uint32_t queue = 0;
  std::int32_t slot = -1;  // -1: no message
  std::uint8_t length_size = 0;
};

/// What the places of one pattern are to people: "level", "user.k", "user.pc".
struct PatternName {
  enum class Kind : std::uint8_t { other, global, local, control };
  Kind kind = Kind::other;
  std::string text;  // without indices
};

/// The values of a class of cells that are atoms.
struct ValueClass {
  std::vector<std::pair<std::int32_t, Point>> atoms;  // by value
  std::optional<Point> find(std::int32_t value) const;
};

/// A group of permutations of a system, and how they act on its states.
struct Symmetry {
  std::vector<Atom> atoms;  // those that some permutation moves
  Group group{0};           // on the atoms
  std::vector<Place> places;
  std::vector<PatternName> pattern_names;  // of places
  std::vector<ValueClass> classes;
  /// States before all processes exist are left alone.
  std::vector<Creator> creators;
  /// How states with structured values are permuted; null where `places` says all there is.
  std::shared_ptr<const StateAction> action = nullptr;
  /// Of the group, or of one that holds it: what closes coverage. None where permutations leave every step its places.
  std::vector<StepOrbit> step_orbits;

  /// What prevents more, in words.
  struct Break {
    std::string reason;
    std::optional<SourceRange> at;
  };
  std::vector<Break> broken_by;

  /// For one thread; null where there is no action.
  std::unique_ptr<StateActor> actor() const { return action == nullptr ? nullptr : action->actor(); }
  /// Where a place goes under a permutation.
  std::vector<std::uint32_t> place_images(const Permutation& permutation) const;
};

}  // namespace quotient
