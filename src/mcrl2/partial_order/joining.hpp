#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "mcrl2/partial_order/known_actions.hpp"
#include "mcrl2/process/network.hpp"

namespace quotient::mcrl2 {

/// Whether summands of two components can be parts of one multi-action, as the operators around them have it. Errs on
/// the side of yes. What depends on names alone is decided once, for *shapes*: the names that a summand does at once,
/// in a group of the network.
class Joining {
 public:
  /// `names`: how many there are.
  Joining(const Network& network, std::size_t names);

  /// The number of a shape, from 0 on. No actions at all is tau, which goes together with everything.
  std::uint32_t shape_of(std::uint32_t leaf, std::span<const KnownAction> actions);
  std::size_t shape_count() const { return shapes_.size(); }
  /// Compares all shapes with each other. Takes time, and may be interrupted. Only then:
  void compare_shapes();
  bool may_join(std::uint32_t shape, std::span<const KnownAction> actions, std::uint32_t other_shape,
                std::span<const KnownAction> others) const;

  /// Whether the action gets through only together with others, by a communication.
  bool must_communicate(std::uint32_t leaf, ActName name) const;

 private:
  static constexpr std::uint32_t nobody = 0xffff'ffff;

  struct Shape {
    std::uint32_t group = 0;  // the innermost around the component
    std::vector<ActName> names;
    auto operator<=>(const Shape&) const = default;
  };
  /// How two summands get into one multi-action.
  struct Ways {
    bool always = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>>
        equal;  // where actions with these numbers have equal arguments
  };
  /// What becomes of an action on its way out.
  struct Fate {
    std::vector<bool> names;  // that it may have, itself or as a part of a communication
    bool may_vanish = false;  // hidden
    bool is_lost() const;
  };
  using Fates = std::vector<Fate>;

  Fates within(const Shape& shape, std::uint32_t group) const;
  Ways compare(const Shape& one, const Shape& other) const;
  static void pass(const NameOperator& op, Fates& fates);
  static void communicate(const NameOperator& op, const Fates& a, const Fates& b, Ways& ways);
  static bool allows_both(const NameOperator& op, const Fates& a, const Fates& b);

  const Network& network_;
  const std::size_t names_;
  std::vector<std::uint32_t> group_of_leaf_, around_;  // the next group around; nobody
  std::vector<std::uint32_t> depth_;                   // of groups
  std::map<Shape, std::uint32_t> shapes_;
  std::vector<std::vector<Ways>> ways_;  // by shape, by shape
};

}  // namespace quotient::mcrl2
