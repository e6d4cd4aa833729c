#include "search/cluster/exchange.hpp"

#include <thread>

namespace quotient {

void Exchange::poll() {
  while (const auto message = transport_.receive()) deliver_(message->from, message->bytes);
}

void Exchange::flush(unsigned to) {
  if (buffers_[to].empty()) return;
  if (to == transport_.rank()) {
    deliver_(to, buffers_[to]);
    buffers_[to].clear();
    return;
  }
  while (!transport_.can_send(to)) {
    poll();
    std::this_thread::yield();
  }
  transport_.send(to, std::move(buffers_[to]));
  buffers_[to] = {};
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
