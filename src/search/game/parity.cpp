#include "search/game/parity.hpp"

#include <algorithm>
#include <utility>

#include "base/stop_signal.hpp"

namespace quotient {

namespace {

/// Strongly connected components, those first from which no other can be reached [Tarjan 1972]. No recursion.
std::vector<std::vector<std::uint32_t>> game_components(const GameGraph& game) {
  constexpr std::uint32_t unseen = UINT32_MAX;
  const auto count = static_cast<std::uint32_t>(game.size());
  std::vector<std::uint32_t> number(count, unseen), low(count), stack;
  std::vector<bool> on_stack(count);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // a position, and how many of its moves were followed
  std::vector<std::vector<std::uint32_t>> components;
  std::uint32_t next = 0;
  const auto enter = [&](std::uint32_t v) {
    number[v] = low[v] = next++;
    stack.push_back(v);
    on_stack[v] = true;
    open.emplace_back(v, 0);
  };
  for (std::uint32_t root = 0; root < count; ++root) {
    if (number[root] != unseen) continue;
    for (enter(root); !open.empty();) {
      const std::uint32_t v = open.back().first;
      const auto moves = game.moves(v);
      if (open.back().second < moves.size()) {
        const std::uint32_t to = moves[open.back().second++];
        if (number[to] == unseen) {
          enter(to);
        } else if (on_stack[to]) {
          low[v] = std::min(low[v], number[to]);
        }
        continue;
      }
      open.pop_back();
      if (!open.empty()) low[open.back().first] = std::min(low[open.back().first], low[v]);
      if (low[v] != number[v]) continue;
      std::vector<std::uint32_t>& component = components.emplace_back();
      for (std::uint32_t member = unseen; member != v;) {
        member = stack.back();
        stack.pop_back();
        on_stack[member] = false;
        component.push_back(member);
      }
    }
    poll_stop();
  }
  return components;
}

class GameSolver {
 public:
  explicit GameSolver(const GameGraph& game)
      : game_(game),
        level_(game.size(), outside),
        escapes_(game.size()),
        distance_(game.size()),
        decided_(game.size()) {
    solution_.holds.resize(game.size());
    solution_.strategy.resize(game.size());
    for (std::uint32_t v = 0; v < game.size(); ++v) solution_.strategy[v] = v;
    find_predecessors();
  }

  GameSolution run() {
    for (const std::vector<std::uint32_t>& component : game_components(game_)) solve_component(component);
    return std::move(solution_);
  }

 private:
  // The level of a position: 0 outside of what is looked at, else how deep the recursion is that it takes part in.
  static constexpr std::uint32_t outside = 0;

  void find_predecessors() {
    before_first_.assign(game_.size() + 1, 0);
    for (const std::uint32_t to : game_.targets) ++before_first_[to + 1];
    for (std::size_t v = 0; v < game_.size(); ++v) before_first_[v + 1] += before_first_[v];
    before_.resize(game_.targets.size());
    std::vector<std::uint32_t> next(before_first_.begin(), before_first_.end() - 1);
    for (std::uint32_t v = 0; v < game_.size(); ++v) {
      for (const std::uint32_t to : game_.moves(v)) before_[next[to]++] = v;
    }
  }
  std::span<const std::uint32_t> before(std::uint32_t v) const {
    return std::span(before_).subspan(before_first_[v], before_first_[v + 1] - before_first_[v]);
  }

  /// Whether `player` (0 existential, 1 universal) is to move.
  bool moves_for(std::uint32_t v, bool player) const { return (game_.universal[v] != 0) == player; }

  /// What can be forced into `set`, among positions of this level; they leave the level. `set` grows by them.
  void attract(std::vector<std::uint32_t>& set, bool player, std::uint32_t level) {
    for (const std::uint32_t v : set) level_[v] = attracted;
    touched_.clear();
    for (std::size_t i = 0; i < set.size(); ++i) {
      poll_stop();
      for (const std::uint32_t v : before(set[i])) {
        if (level_[v] != level) continue;
        if (moves_for(v, player)) {
          solution_.strategy[v] = set[i];
        } else {
          if (escapes_[v] == 0) {
            for (const std::uint32_t to : game_.moves(v)) {
              if (level_[to] >= level) ++escapes_[v];  // what is attracted already was still there at the beginning
            }
            touched_.push_back(v);
          }
          if (--escapes_[v] > 0) continue;
        }
        level_[v] = attracted;
        set.push_back(v);
      }
    }
    for (const std::uint32_t v : touched_) escapes_[v] = 0;
  }

  /// Whether the moves of a position to solved ones decide it; of good moves the nearest to the end is taken.
  bool is_decided(std::uint32_t v) {
    const bool universal = game_.universal[v] != 0;
    bool open = false, good = false;
    std::uint32_t farthest = 0;
    for (const std::uint32_t to : game_.moves(v)) {
      if (level_[to] != outside) {
        open = true;
      } else if ((solution_.holds[to] != 0) == universal) {
        farthest = std::max(farthest, distance_[to] + 1);
      } else if (!good || distance_[to] + 1 < distance_[v]) {
        solution_.strategy[v] = to;
        distance_[v] = distance_[to] + 1;
        good = true;
      }
    }
    if (open && !good) return false;
    if (!good) distance_[v] = farthest;
    decided_[v] = good != universal ? 1 : 0;
    return true;
  }

  /// Positions of a component whose moves into solved ones decide them, and what follows from those, nearest first.
  void solve_component(const std::vector<std::uint32_t>& component) {
    for (const std::uint32_t v : component) level_[v] = 1;
    std::vector<std::uint32_t> todo = component;
    while (!todo.empty()) {
      poll_stop();
      std::vector<std::uint32_t> solved;
      for (const std::uint32_t v : todo) {
        if (level_[v] != 1 || !is_decided(v)) continue;
        level_[v] = attracted;  // once is enough; for the others of this round it is still open
        solved.push_back(v);
      }
      todo.clear();
      for (const std::uint32_t v : solved) {
        solution_.holds[v] = decided_[v];
        level_[v] = outside;
      }
      for (const std::uint32_t v : solved) {
        for (const std::uint32_t w : before(v)) {
          if (level_[w] == 1) todo.push_back(w);
        }
      }
    }
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t v : component) {
      if (level_[v] == 1) rest.push_back(v);
    }
    if (!rest.empty()) zielonka(rest, 1);
    for (const std::uint32_t v : component) level_[v] = outside;
  }

  /// Decides positions of one level, from each of which a move leads to another of them. They keep their level.
  void zielonka(const std::vector<std::uint32_t>& all, std::uint32_t level) {
    std::vector<std::uint32_t> left = all;
    while (!left.empty()) {
      poll_stop();
      std::uint32_t highest = 0;
      for (const std::uint32_t v : left) highest = std::max(highest, game_.priority[v]);
      const bool player = highest % 2 != 0;  // who likes it
      std::vector<std::uint32_t> top;
      for (const std::uint32_t v : left) {
        if (game_.priority[v] == highest) top.push_back(v);
      }
      const std::size_t heads = top.size();
      attract(top, player, level);
      std::vector<std::uint32_t> rest;
      for (const std::uint32_t v : left) {
        if (level_[v] == level) rest.push_back(v);
      }
      for (const std::uint32_t v : top) level_[v] = level;
      for (const std::uint32_t v : rest) level_[v] = level + 1;
      if (!rest.empty()) zielonka(rest, level + 1);
      std::vector<std::uint32_t> lost;
      for (const std::uint32_t v : rest) {
        level_[v] = level;
        if ((solution_.holds[v] != 0) == player) lost.push_back(v);
      }
      if (lost.empty()) {  // whoever likes the highest priority sees it again and again, or wins below it
        for (const std::uint32_t v : top) solution_.holds[v] = player ? 0 : 1;
        for (std::size_t i = 0; i < heads; ++i) stay(top[i], player, level);
        break;
      }
      attract(lost, !player, level);
      for (const std::uint32_t v : lost) {
        solution_.holds[v] = player ? 1 : 0;
        level_[v] = outside;
      }
      std::erase_if(left, [&](std::uint32_t v) { return level_[v] != level; });
    }
    for (const std::uint32_t v : all) level_[v] = level;
  }

  void stay(std::uint32_t v, bool player, std::uint32_t level) {
    if (!moves_for(v, player)) return;
    for (const std::uint32_t to : game_.moves(v)) {
      if (level_[to] == level) solution_.strategy[v] = to;
    }
  }

  static constexpr std::uint32_t attracted = UINT32_MAX;

  const GameGraph& game_;
  GameSolution solution_;
  std::vector<std::uint32_t> before_first_, before_;
  std::vector<std::uint32_t> level_;
  std::vector<std::uint32_t> escapes_;
  std::vector<std::uint32_t> distance_;  // of positions that a move decides: how far the end is
  std::vector<std::uint8_t> decided_;    // how, before the others of a round are looked at
  std::vector<std::uint32_t> touched_;
};

}  // namespace

GameSolution solve_game(const GameGraph& game) { return GameSolver(game).run(); }

}  // namespace quotient
