#include "process/queue.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

TEST(Queue, LengthsBeyondAByteTakeTwo) {
  ChannelKind kind;
  kind.capacity = 300;
  kind.message_size = 1;
  EXPECT_EQ(kind.size(), 302U);
  std::uint8_t queue[302] = {};
  set_queue_length(queue, kind, 299);
  EXPECT_EQ(queue_length(queue, kind), 299U);
}

}  // namespace
}  // namespace quotient
