#include "search/game/game_search.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/ensure.hpp"
#include "search/game/parity.hpp"
#include "search/graph.hpp"
#include "search/guarded.hpp"
#include "search/run.hpp"
#include "symmetry/reduce/state_orbits.hpp"

namespace quotient {

namespace {

constexpr std::size_t most_evidence = 500;  // positions that are shown

/// The graph of a game whose positions were all explored.
GameGraph game_of(const StateGraph& graph, const ParityGame& game) {
  GameGraph made;
  const std::uint32_t count = graph.state_count();
  for (std::uint32_t v = 0; v < count; ++v) {
    poll_stop();
    const ParityGame::Position position = game.position(graph.state(v));
    made.universal.push_back(position.universal ? 1 : 0);
    made.priority.push_back(position.priority);
  }
  made.first.assign(count + 1, 0);
  for (const StateGraph::Edge& edge : graph.edges()) {
    ++made.first[edge.source + 1];
    made.targets.push_back(edge.target);
  }
  for (std::uint32_t v = 0; v < count; ++v) made.first[v + 1] += made.first[v];
  return made;
}

/// The winner's moves, one for each position, and all of the other player. Each is taken again, by a generator of its
/// own, before it is shown.
class Evidence {
 public:
  Evidence(const System& system, const StateGraph& graph, const GameGraph& game, const GameSolution& solution,
           const SearchOptions& options)
      : generator_(system.generator()), graph_(graph), game_(game), solution_(solution), options_(options) {}

  GameEvidence run() {
    GameEvidence out;
    out.holds = solution_.holds[0] != 0;
    number_[0] = 0;
    std::vector<std::uint32_t> todo{0};
    for (std::size_t i = 0; i < todo.size(); ++i) {
      const std::uint32_t v = todo[i];
      GameEvidence::Position& position = out.positions.emplace_back();
      const StateView state = graph_.state(v);
      position.state.assign(state.begin(), state.end());
      position.universal = game_.universal[v] != 0;
      position.priority = game_.priority[v];
      generator_->successors(state, steps_);
      for (const std::uint32_t edge : edges_shown(v)) {
        const std::uint32_t to = game_.targets[edge];
        ensure(is_move(v, edge), "a move of a game that was decided cannot be taken again");
        const auto [known, fresh] = number_.try_emplace(to, static_cast<std::uint32_t>(todo.size()));
        if (fresh && todo.size() >= most_evidence) {
          number_.erase(known);
          position.cut_short = true;
          continue;
        }
        if (fresh) todo.push_back(to);
        position.moves.push_back(known->second);
        position.labels.push_back(graph_.edges()[edge].label);
      }
    }
    return out;
  }

  std::vector<std::uint32_t> edges_shown(std::uint32_t v) const {
    std::vector<std::uint32_t> shown;
    const bool winner_moves = (game_.universal[v] != 0) == (solution_.holds[v] == 0);
    for (std::uint32_t e = game_.first[v]; e < game_.first[v + 1]; ++e) {
      if (winner_moves && game_.targets[e] != solution_.strategy[v]) continue;
      shown.push_back(e);
      if (winner_moves) break;
    }
    return shown;
  }

 private:
  /// `steps_` are those of the position that the edge leaves.
  bool is_move(std::uint32_t v, std::uint32_t edge) const {
    const std::uint32_t number = edge - game_.first[v];
    if (number >= steps_.size() || steps_[number].label != graph_.edges()[edge].label) return false;
    const StateView reached = steps_[number].state;
    const StateView shown = graph_.state(game_.targets[edge]);
    if (std::equal(reached.begin(), reached.end(), shown.begin(), shown.end())) return true;
    if (options_.reduction == nullptr) return false;
    // A group too large for `orbits` leaves the key of the search as the only judge.
    return options_.orbits == nullptr || options_.orbits->permutation(reached, shown) != nullptr;
  }

  std::unique_ptr<StepGenerator> generator_;
  Successors steps_;
  const StateGraph& graph_;
  const GameGraph& game_;
  const GameSolution& solution_;
  const SearchOptions& options_;
  std::unordered_map<std::uint32_t, std::uint32_t> number_;
};

/// A play that the player who denies wins, as real positions: until nobody can move, or until an orbit comes again.
std::vector<StateBytes> play(const System& system, const StateGraph& graph, const GameGraph& game,
                             const Evidence& evidence, const SearchOptions& options) {
  const std::unique_ptr<StepGenerator> generator = system.generator();
  Successors steps;
  std::vector<bool> met(game.size());
  const auto bytes = [](StateView state) { return StateBytes(state.begin(), state.end()); };
  std::vector<StateBytes> states{bytes(graph.state(0))};
  for (std::uint32_t v = 0; !met[v];) {
    poll_stop();
    met[v] = true;
    const std::vector<std::uint32_t> ways = evidence.edges_shown(v);
    if (ways.empty()) break;
    const StateBytes standing = bytes(graph.state(v));
    generator->successors(standing, steps);
    StateBytes next = bytes(steps[ways.front() - game.first[v]].state);
    if (standing != states.back()) {
      // What takes the position that was explored to the one of this play takes its steps along.
      if (options.orbits == nullptr) break;
      const StateOrbits::Permuted permute = options.orbits->permutation(standing, states.back());
      if (!permute) break;
      StateBytes image(next.size());
      permute(next, image.data());
      next = std::move(image);
    }
    states.push_back(std::move(next));
    v = game.targets[ways.front()];
  }
  return states;
}

void add_loss(const ParityGame& game, std::vector<StateBytes> states, Result& result) {
  Violation violation;
  violation.finding = game.finding();
  violation.place = ViolationPlace::position;
  violation.states = std::move(states);
  result.violations.push_back(std::move(violation));
  result.violation_count = 1;
}

/// Looks for a position that is won.
Result find_way(const System& system, const ParityGame& game, const SearchOptions& options) {
  Result result = explore(system, options);
  const bool found = std::any_of(result.violations.begin(), result.violations.end(),
                                 [&](const Violation& v) { return v.finding == game.finding(); });
  if (found) {
    GameEvidence way;
    way.holds = true;
    for (const Violation& violation : result.violations) {
      if (violation.finding != game.finding()) continue;
      for (std::size_t i = 0; i < violation.states.size(); ++i) {
        const ParityGame::Position position = game.position(violation.states[i]);
        way.positions.push_back({violation.states[i], position.universal, position.priority, {}, {}, false});
        if (i + 1 < violation.states.size()) way.positions.back().moves = {static_cast<std::uint32_t>(i + 1)};
      }
      break;
    }
    const std::unique_ptr<StepGenerator> generator = system.generator();
    Successors steps;
    for (std::size_t i = 0; i + 1 < way.positions.size(); ++i) {
      generator->successors(way.positions[i].state, steps);
      for (std::size_t k = 0; k < steps.size() && way.positions[i].labels.empty(); ++k) {
        const StateView to = steps[k].state;
        const StateBytes& wanted = way.positions[i + 1].state;
        if (std::equal(to.begin(), to.end(), wanted.begin(), wanted.end())) way.positions[i].labels = {steps[k].label};
      }
      if (way.positions[i].labels.empty()) way.positions[i].moves.clear();
    }
    result.violations.clear();
    result.violation_count = 0;
    result.stopped = StopReason::nothing;
    result.unexpanded = 0;
    result.evidence = std::move(way);
    result.verdict = Verdict::verified;
    return result;
  }
  if (result.verdict != Verdict::verified) return result;
  Run run(system);
  std::vector<StateBytes> start;
  if (run.choice_count() > 0) {
    const StateView state = run.choice(0).state;
    start.emplace_back(state.begin(), state.end());
  }
  add_loss(game, std::move(start), result);
  result.verdict = Verdict::violated;
  return result;
}

/// Errors on the way decide before the game does: it has no meaning then.
Result find_error(const System& system, const SearchOptions& options) {
  SearchOptions errors = options;
  errors.properties = PropertySet::none().add(FindingKind::runtime);
  Result result = explore(system, errors);
  if (result.verdict == Verdict::verified) result.verdict = Verdict::incomplete;  // who wins was not decided
  return result;
}

/// What solving takes beside the graph of positions.
std::uint64_t bytes_to_solve(const StateGraph& graph) {
  constexpr std::uint64_t for_each_position = 64, for_each_move = 2 * sizeof(std::uint32_t);
  return graph.state_count() * for_each_position + graph.edges().size() * for_each_move;
}

Result play_out(const System& system, const ParityGame& game, const SearchOptions& options) {
  const Watch watch(options.limits);
  const StateGraph graph(system, options.limits, options.reduction);
  if (graph.stopped() == StopReason::nothing && graph.obstacle()) return find_error(system, options);
  Result result;
  result.states = graph.state_count();
  result.transitions = graph.edges().size() + 1;
  result.stopped = graph.stopped();
  result.assumptions = system.assumptions();
  result.reduction_exact = options.reduction == nullptr || options.reduction->exact();
  if (options.reduction == nullptr) result.represents = std::to_string(result.states);
  result.memory_bytes = bytes_to_solve(graph) + graph.edges().size_bytes() +
                        (graph.state_count() == 0 ? 0 : graph.state_count() * graph.state(0).size());
  if (result.stopped == StopReason::nothing && bytes_to_solve(graph) > options.limits.memory) {
    result.stopped = StopReason::memory;
  }
  if (result.stopped == StopReason::nothing) {
    result.stopped = guarded(watch, [&] {
      const GameGraph played = game_of(graph, game);
      const GameSolution solution = solve_game(played);
      Evidence evidence(system, graph, played, solution, options);
      result.evidence = evidence.run();
      if (!result.evidence->holds) add_loss(game, play(system, graph, played, evidence, options), result);
      return StopReason::nothing;
    });
    result.shortcoming = system.shortcoming();
  }
  result.seconds = watch.seconds();
  result.verdict = result.judged();
  // What is not known to be all cannot be played out: neither player may have been shown all moves.
  if (!result.lossless() || result.shortcoming) result.verdict = Verdict::incomplete;
  if (result.verdict == Verdict::incomplete) result.violations.clear();
  return result;
}

}  // namespace

Result decide_game(const System& system, const ParityGame& game, const SearchOptions& options) {
  switch (game.fragment()) {
    case ParityGame::Fragment::all_moves:
      return explore(system, options);
    case ParityGame::Fragment::some_move:
      return find_way(system, game, options);
    case ParityGame::Fragment::game:
      break;
  }
  return play_out(system, game, options);
}

}  // namespace quotient
