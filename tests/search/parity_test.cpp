#include "search/game/parity.hpp"

#include <gtest/gtest.h>
#include <random>

namespace quotient {
namespace {

GameGraph random_game(std::mt19937& random, std::uint32_t size, std::uint32_t priorities) {
  GameGraph game;
  game.first.push_back(0);
  for (std::uint32_t v = 0; v < size; ++v) {
    game.universal.push_back(static_cast<std::uint8_t>(random() % 2));
    game.priority.push_back(static_cast<std::uint32_t>(random() % priorities));
    const auto moves = random() % 8 == 0 ? 0 : 1 + random() % 3;
    for (std::uint32_t m = 0; m < moves; ++m) game.targets.push_back(static_cast<std::uint32_t>(random() % size));
    game.first.push_back(static_cast<std::uint32_t>(game.targets.size()));
  }
  return game;
}

/// The formula that says who wins [Emerson, Jutla 1991], by iteration: of the highest priority the outermost fixed
/// point, greatest for even ones.
std::vector<bool> won_by_iteration(const GameGraph& game, std::uint32_t priorities,
                                   std::vector<std::vector<bool>>& sets, std::uint32_t level) {
  if (level == 0) {
    std::vector<bool> now(game.size());
    for (std::uint32_t v = 0; v < game.size(); ++v) {
      bool all = true, some = false;
      for (const std::uint32_t to : game.moves(v)) {
        const bool good = sets[game.priority[to]][to];
        all = all && good;
        some = some || good;
      }
      now[v] = game.universal[v] != 0 ? all : some;
    }
    return now;
  }
  const std::uint32_t priority = level - 1;
  sets[priority].assign(game.size(), priority % 2 == 0);
  for (;;) {
    std::vector<bool> now = won_by_iteration(game, priorities, sets, level - 1);
    if (now == sets[priority]) return now;
    sets[priority] = std::move(now);
  }
}

/// A strategy is good if the other player, alone on what it leaves, wins nothing: then it is a game of one player.
void expect_good_strategy(const GameGraph& game, const GameSolution& solution, bool holds) {
  GameGraph left;
  left.first.push_back(0);
  left.priority = game.priority;
  left.universal = game.universal;
  for (std::uint32_t v = 0; v < game.size(); ++v) {
    const bool winner_moves = (solution.holds[v] != 0) == holds && (game.universal[v] != 0) != holds;
    for (const std::uint32_t to : game.moves(v)) {
      if (winner_moves && to != solution.strategy[v]) continue;
      left.targets.push_back(to);
      if (winner_moves) break;
    }
    left.first.push_back(static_cast<std::uint32_t>(left.targets.size()));
  }
  EXPECT_EQ(solve_game(left).holds, solution.holds);
}

TEST(Parity, AgreesWithIteration) {
  std::mt19937 random(7);
  for (int n = 0; n < 3000; ++n) {
    const auto size = static_cast<std::uint32_t>(1 + random() % 12);
    const auto priorities = static_cast<std::uint32_t>(1 + random() % 4);
    const GameGraph game = random_game(random, size, priorities);
    std::vector<std::vector<bool>> sets(priorities, std::vector<bool>(size));
    const std::vector<bool> expected = won_by_iteration(game, priorities, sets, priorities);
    const GameSolution solution = solve_game(game);
    for (std::uint32_t v = 0; v < size; ++v)
      ASSERT_EQ(solution.holds[v] != 0, expected[v]) << "game " << n << ", " << v;
    expect_good_strategy(game, solution, true);
    expect_good_strategy(game, solution, false);
    ASSERT_FALSE(HasFailure()) << "game " << n;
  }
}

}  // namespace
}  // namespace quotient
