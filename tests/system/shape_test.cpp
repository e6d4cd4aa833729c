#include "system/shape.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

/// Two process types, the second with a channel of its own; one global channel.
Program small_program() {
  Program p;
  p.global_size = 3;
  ChannelKind kind;
  kind.capacity = 2;
  kind.fields = {{CellKind::byte, 8}};
  kind.message_size = 1;
  p.channel_kinds = {kind};
  p.channels = {{0, "q"}};
  p.process_types.resize(2);
  p.process_types[0].record_size = 4;
  p.process_types[1].record_size = 5;
  p.process_types[1].channels = {{0, "own"}};
  return p;
}

TEST(Shape, RecordsFollowOneAnother) {
  const Program program = small_program();
  Shapes shapes(program);
  EXPECT_EQ(shapes.empty().size, 1U + 3U + 3U);
  const Shape& two = shapes.with(shapes.with(shapes.empty(), 1), 0);
  EXPECT_EQ(two.processes, (std::vector<std::uint32_t>{7, 15}));
  EXPECT_EQ(two.first_channel, (std::vector<std::uint32_t>{1, 2}));
  ASSERT_EQ(two.channels.size(), 2U);
  EXPECT_EQ(two.channels[1].offset, 12U);
  EXPECT_EQ(two.size, 19U);
}

TEST(Shape, AStateSaysWhichShapeItHas) {
  const Program program = small_program();
  Shapes shapes(program);
  const Shape& two = shapes.with(shapes.with(shapes.empty(), 1), 0);
  std::vector<std::uint8_t> state(two.size);
  state[0] = 2;
  state[two.processes[0]] = 1;
  state[two.processes[1]] = 0;
  Shapes fresh(program);
  EXPECT_EQ(fresh.of(state.data()).types, two.types);
  EXPECT_EQ(&fresh.of(state.data()), &fresh.of(state.data()));
  EXPECT_EQ(&Shapes::without_youngest(two), &shapes.with(shapes.empty(), 1));
}

}  // namespace
}  // namespace quotient
