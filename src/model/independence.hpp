#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/successors.hpp"

namespace quotient {

class StepGenerator;

/// Which steps are independent, for partial orders (docs/partial-orders.md). Immutable, shared by all
/// threads.
///
/// An *actor* (a process, a component) stands at a *location*; the pairs of the two are numbered through. What an actor
/// can do at its location may *interfere* with what another does sooner or later: one writes what the other reads or
/// writes, guards included, so that they do not commute or one enables or disables the other. Everything that is not
/// understood interferes with everything.
class Independence {
 public:
  virtual ~Independence() = default;

  static constexpr std::uint32_t nowhere = 0xffff'ffff;

  /// Where an actor is.
  struct Position {
    std::uint32_t place = nowhere;  // the number of the pair; nowhere: it does not exist, or has ended
    /// Which of its steps are possible as far as it alone decides, in a form of the language's own: what interferes is
    /// another question for each. 0 where it does not say.
    std::uint64_t open = 0;
    /// A channel that it wants to use cannot be used as it is now, so that others can help: more interferes then.
    bool waits = false;
    /// Some of its steps are possible only where nobody else can move (timeout).
    bool waits_for_all = false;
    /// A step from here may change what a formula or a label says of the state, or closes a circle of its places: each
    /// such circle has a position of this kind. Whoever asks for infinite runs leaves nothing out where it moves.
    bool anchors = false;
    /// It may move as the partner of another's step.
    bool meets = false;
  };

  /// Finds positions in states, for one thread.
  class Locator {
   public:
    virtual ~Locator() = default;
    /// Fills in the position of each actor. False where nothing is known of the state: then everything may interfere.
    virtual bool locate(StateView state, std::span<Position> out) = 0;
  };

  virtual std::size_t actor_count() const = 0;
  virtual std::size_t place_count() const = 0;
  /// The independence must outlive it.
  virtual std::unique_ptr<Locator> locator() const = 0;
  /// One bit for each pair: whether that actor, from that location on, may ever do something that interferes with what
  /// the actor of `at` can do now, before that one moves. Takes time; to be asked once for each position. Its own
  /// actor's bits are 0.
  virtual std::vector<std::uint64_t> interfering(Position at) const = 0;

  /// Steps whose actors are those of the independence, where it has others than the steps of its system name
  /// (operations with the values of their parameters, say, where the system numbers operations alone). Must not outlive
  /// it.
  virtual std::unique_ptr<StepGenerator> with_actors(std::unique_ptr<StepGenerator> own) const = 0;

  /// Makes all states equal that differ only in what belongs to a claim: what is chosen is to be a function of the
  /// rest.
  virtual void forget_claim(std::span<std::uint8_t> /* state */) const {}
  /// Equal steps of several actors are listed once, as one of them's. They lead back to where they begin.
  virtual bool lists_equal_steps_once() const { return false; }
  /// A state in which something cannot be computed has no steps at all, whoever could move.
  virtual bool errors_hide_steps() const { return false; }
};

}  // namespace quotient
