#include "process/shape.hpp"

#include <algorithm>
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
  const std::vector<std::uint32_t> records{7, 15}, first_channels{1, 2};
  EXPECT_TRUE(std::ranges::equal(two.processes, records));
  EXPECT_TRUE(std::ranges::equal(two.first_channel, first_channels));
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
  EXPECT_TRUE(std::ranges::equal(fresh.of(state.data()).types, two.types));
  EXPECT_EQ(&fresh.of(state.data()), &fresh.of(state.data()));
  EXPECT_EQ(&Shapes::without_youngest(two), &shapes.with(shapes.empty(), 1));
}

TEST(Shape, ShapesThatPartWaysDoNotDisturbOneAnother) {
  // Those that follow one another share their tables.
  const Program program = small_program();
  Shapes shapes(program);
  const Shape* at = &shapes.empty();
  std::vector<const Shape*> chain;
  for (int k = 0; k < 100; ++k) chain.push_back(at = &shapes.with(*at, static_cast<std::uint32_t>(k % 2)));
  const Shape& other = shapes.with(*chain[49], 1);
  const Shape& next = shapes.with(other, 1);
  ASSERT_EQ(next.types.size(), 52U);
  EXPECT_EQ(next.types[50], 1U);
  EXPECT_EQ(next.types[51], 1U);
  EXPECT_EQ(chain[99]->types[50], 0U);
  for (std::size_t k = 0; k < 50; ++k) EXPECT_EQ(next.processes[k], chain[99]->processes[k]);
  EXPECT_EQ(chain[49]->types.size(), 50U);
  EXPECT_EQ(chain[49]->channels.size(), 1U + 25U);
  EXPECT_EQ(next.channels.size(), 1U + 27U);
}

TEST(Shape, WideNumbers) {
  Program program = small_program();
  program.id_type = {CellKind::unsigned_16, 16};
  program.type_bytes = 2;
  Shapes shapes(program);
  const Shape* at = &shapes.empty();
  EXPECT_EQ(at->size, 2U + 3U + 3U);
  for (int k = 0; k < 1000; ++k) at = &shapes.with(*at, 0);
  std::vector<std::uint8_t> state(at->size);
  state[0] = 1000 & 255;
  state[1] = 1000 >> 8;
  Shapes fresh(program);
  EXPECT_EQ(fresh.of(state.data()).size, at->size);
}

}  // namespace
}  // namespace quotient
