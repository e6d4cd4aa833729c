#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/cluster/transport.hpp"

namespace quotient {

/// One round of messages after the other: what is to be sent is collected in a buffer for each rank, which goes on its
/// way when it is full. What goes to this rank itself is delivered without a transport. For one thread.
class Exchange {
 public:
  /// Bytes that a buffer goes on its way with.
  static constexpr std::size_t full = 64 * 1024;

  using Deliver = std::function<void(unsigned from, std::span<const std::uint8_t>)>;

  explicit Exchange(Transport& transport) : transport_(transport), buffers_(transport.size()) {}

  /// A round begins. `deliver` is called with each buffer that arrives in it; it must not throw, nor send.
  void begin(Deliver deliver) { deliver_ = std::move(deliver); }
  /// Records are appended here, then `appended` is called.
  Transport::Bytes& buffer(unsigned to) { return buffers_[to]; }
  std::vector<Transport::Bytes>& buffers() { return buffers_; }
  void appended(unsigned to) {
    if (buffers_[to].size() >= full) flush(to);
  }
  /// Sends what is in the buffer of a rank.
  void flush(unsigned to);
  /// The same with these bytes, instead of the buffer; they come behind what went before.
  void send(unsigned to, Transport::Bytes bytes);
  /// Sends this byte to all other ranks, as a message of its own behind what was appended.
  void tell_all(std::uint8_t what);
  /// Delivers what has arrived.
  void poll();
  /// Ends the round: returns when everything that was sent in it by any rank has been delivered.
  void finish();

 private:
  Transport& transport_;
  std::vector<Transport::Bytes> buffers_;
  Deliver deliver_;
};

}  // namespace quotient
