#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace quotient {

/// How the ranks of a search reach each other. Implemented on threads of one process (thread_transport.hpp) and on MPI
/// (src/mpi, a module of its own: this header is all that it knows of the program). One object for each rank, used by
/// one thread.
///
/// Messages belong to rounds, which all ranks go through together. Within a round they arrive in the order in which
/// their sender sent them. Whatever is called a gathering is called by all ranks, in the same order, outside of rounds.
class Transport {
 public:
  using Bytes = std::vector<std::uint8_t>;
  struct Message {
    unsigned from = 0;
    Bytes bytes;
  };

  virtual ~Transport() = default;

  virtual unsigned rank() const = 0;
  virtual unsigned size() const = 0;
  /// Ranks that share the memory of this one, itself included.
  virtual unsigned ranks_on_machine() const = 0;

  /// Whether enough of what was sent to a rank has arrived there. Else whoever has more to send should receive first.
  virtual bool can_send(unsigned to) = 0;
  /// Does not wait. Not to oneself.
  virtual void send(unsigned to, Bytes message) = 0;
  virtual std::optional<Message> receive() = 0;
  /// This rank sends nothing more in this round. To be called again and again, with `receive` in between, until it
  /// returns true: then no message of the round is under way, and the next round begins.
  virtual bool end_round() = 0;

  /// What each rank contributed, by rank.
  virtual std::vector<Bytes> gather(std::span<const std::uint8_t> own) = 0;

  /// Ends all ranks at once, this one too: for a rank that cannot go on in the middle of a round.
  virtual void abandon() = 0;
};

}  // namespace quotient
