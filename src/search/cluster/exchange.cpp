#include "search/cluster/exchange.hpp"

#include <thread>
#include <utility>

namespace quotient {

void Exchange::poll() {
  while (const auto message = transport_.receive()) deliver_(message->from, message->bytes);
}

void Exchange::flush(unsigned to) {
  if (!buffers_[to].empty()) send(to, std::exchange(buffers_[to], {}));
}

void Exchange::send(unsigned to, Transport::Bytes bytes) {
  if (to == transport_.rank()) {
    deliver_(to, bytes);
    return;
  }
  while (!transport_.can_send(to)) {
    poll();
    std::this_thread::yield();
  }
  transport_.send(to, std::move(bytes));
}

void Exchange::tell_all(std::uint8_t what) {
  for (unsigned to = 0; to < buffers_.size(); ++to) {
    if (to == transport_.rank()) continue;
    flush(to);
    buffers_[to].assign(1, what);
    flush(to);
  }
}

void Exchange::finish() {
  for (unsigned to = 0; to < buffers_.size(); ++to) flush(to);
  while (!transport_.end_round()) {
    poll();
    std::this_thread::yield();
  }
}

}  // namespace quotient
