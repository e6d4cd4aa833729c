#include "ltl/automaton.hpp"

#include <gtest/gtest.h>

namespace quotient::ltl {
namespace {

Automaton automaton(std::vector<std::vector<std::uint32_t>> targets, std::vector<bool> accepting) {
  Automaton result;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Automaton::State state;
    state.accepting = accepting[i];
    for (const std::uint32_t target : targets[i]) state.transitions.push_back({{}, StateId{target}});
    result.states.push_back(state);
  }
  return result;
}

TEST(Automaton, RecurrentStatesAreThoseThatMayPassAnAcceptingOneAgainAndAgain) {
  // 0 waits; 1 and 2 go round, and 2 accepts; 3 accepts once; 4 goes round without accepting.
  const Automaton a = automaton({{0, 1}, {2}, {1, 3}, {4}, {4}}, {false, false, true, true, false});
  EXPECT_EQ(recurrent_states(a), (std::vector<bool>{false, true, true, false, false}));
}

TEST(Automaton, AnAcceptingStateWithALoopIsRecurrent) {
  EXPECT_EQ(recurrent_states(automaton({{0, 1}, {1}}, {false, true})), (std::vector<bool>{false, true}));
}

}  // namespace
}  // namespace quotient::ltl
