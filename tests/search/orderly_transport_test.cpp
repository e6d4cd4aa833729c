#include "search/cluster/orderly_transport.hpp"

#include <gtest/gtest.h>
#include <thread>

#include "search/cluster/thread_transport.hpp"

namespace quotient {
namespace {

TEST(OrderlyTransport, GathersWhatIsContributed) {
  auto transports = make_thread_transports(2);
  std::thread other([&] {
    OrderlyTransport ranks(std::move(transports[1]));
    const std::uint8_t own[] = {7, 8};
    ranks.gather(own);
  });
  OrderlyTransport ranks(std::move(transports[0]));
  const std::vector<Transport::Bytes> parts = ranks.gather({});
  EXPECT_TRUE(parts[0].empty());
  EXPECT_EQ(parts[1], (Transport::Bytes{7, 8}));
  ranks.leave(StopCause::none);
  other.join();
}

/// A rank that could not read its model left the others waiting for ever.
TEST(OrderlyTransport, ARankThatLeavesEndsTheOthers) {
  auto transports = make_thread_transports(3);
  std::vector<std::thread> others;
  others.emplace_back([&] { const OrderlyTransport ranks(std::move(transports[1])); });
  others.emplace_back([&] {
    OrderlyTransport ranks(std::move(transports[2]));
    EXPECT_THROW(ranks.gather({}), Stopped);
    EXPECT_EQ(ranks.deserter(), 1U);
  });
  {
    OrderlyTransport ranks(std::move(transports[0]));
    EXPECT_THROW(ranks.gather({}), Stopped);
    EXPECT_EQ(ranks.deserter(), 1U);
  }
  for (std::thread& other : others) other.join();
}

TEST(OrderlyTransport, WhyARankStoppedIsKnownToTheOthers) {
  auto transports = make_thread_transports(2);
  std::thread other([&] {
    OrderlyTransport ranks(std::move(transports[1]));
    ranks.leave(StopCause::time);
  });
  OrderlyTransport ranks(std::move(transports[0]));
  try {
    ranks.gather({});
    ADD_FAILURE() << "goes on alone";
  } catch (const Stopped& stopped) {
    EXPECT_EQ(stopped.cause, StopCause::time);
  }
  EXPECT_FALSE(ranks.deserter());
  other.join();
}

}  // namespace
}  // namespace quotient
