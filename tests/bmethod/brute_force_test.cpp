#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "explore.hpp"

// An evaluator of its own for a part of B, by the definitions of the operators and nothing else: sets of numbers and of
// pairs. Random formulas and random machines must agree with it.

namespace quotient::bmethod {
namespace {

constexpr int set_size = 3;

using Set = std::set<int>;
using Relation = std::set<std::pair<int, int>>;

struct State {
  Set s;
  Relation r;
  auto operator<=>(const State&) const = default;
};

template <typename T>
struct Term {
  std::string text;
  std::function<T(const State&, int)> value;  // the state and the parameter p
};

class Author {
 public:
  explicit Author(unsigned seed) : random_(seed) {}

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  Term<Set> set(int depth) {
    if (depth == 0) {
      switch (pick(4)) {
        case 0:
          return {"s", [](const State& state, int) { return state.s; }};
        case 1:
          return {"{p}", [](const State&, int p) { return Set{p}; }};
        case 2: {
          const int x = pick(set_size);
          return {"{" + name(x) + "}", [x](const State&, int) { return Set{x}; }};
        }
        default:
          return {"E", [](const State&, int) { return all(); }};
      }
    }
    const Term<Set> a = set(depth - 1);
    const Term<Set> b = set(depth - 1);
    const Term<Relation> q = relation(depth - 1);
    const auto keep = [a, b](bool left, bool right) {
      return [a, b, left, right](const State& state, int p) {
        const Set x = a.value(state, p);
        const Set y = b.value(state, p);
        Set result;
        for (int i = 0; i < set_size; ++i) {
          const bool in_x = x.contains(i);
          const bool in_y = y.contains(i);
          if ((in_x && in_y) || (left && in_x && !in_y) || (right && in_y && !in_x)) result.insert(i);
        }
        return result;
      };
    };
    switch (pick(7)) {
      case 0:
        return {"(" + a.text + " \\/ " + b.text + ")", keep(true, true)};
      case 1:
        return {"(" + a.text + " /\\ " + b.text + ")", keep(false, false)};
      case 2:
        return {"(" + a.text + " - " + b.text + ")", [a, b](const State& state, int p) {
                  Set result = a.value(state, p);
                  for (int x : b.value(state, p)) result.erase(x);
                  return result;
                }};
      case 3:
        return {"dom(" + q.text + ")", [q](const State& state, int p) {
                  Set result;
                  for (const auto& pair : q.value(state, p)) result.insert(pair.first);
                  return result;
                }};
      case 4:
        return {"ran(" + q.text + ")", [q](const State& state, int p) {
                  Set result;
                  for (const auto& pair : q.value(state, p)) result.insert(pair.second);
                  return result;
                }};
      case 5:
        return {"(" + q.text + ")[" + a.text + "]", [q, a](const State& state, int p) {
                  const Set from = a.value(state, p);
                  Set result;
                  for (const auto& pair : q.value(state, p)) {
                    if (from.contains(pair.first)) result.insert(pair.second);
                  }
                  return result;
                }};
      default:
        return {"{z | z : " + a.text + " & z |-> z /: " + q.text + "}", [q, a](const State& state, int p) {
                  const Relation pairs = q.value(state, p);
                  Set result;
                  for (int x : a.value(state, p)) {
                    if (!pairs.contains({x, x})) result.insert(x);
                  }
                  return result;
                }};
    }
  }

  Term<Relation> relation(int depth) {
    if (depth == 0) {
      if (pick(2) == 0) return {"r", [](const State& state, int) { return state.r; }};
      const int x = pick(set_size);
      return {"{p |-> " + name(x) + "}", [x](const State&, int p) { return Relation{{p, x}}; }};
    }
    const Term<Set> a = set(depth - 1);
    const Term<Relation> q = relation(depth - 1);
    const Term<Relation> t = relation(depth - 1);
    const auto filter = [](const Term<Relation>& from, const Term<Set>& by, bool first, bool keep) {
      return [from, by, first, keep](const State& state, int p) {
        const Set chosen = by.value(state, p);
        Relation result;
        for (const auto& pair : from.value(state, p)) {
          if (chosen.contains(first ? pair.first : pair.second) == keep) result.insert(pair);
        }
        return result;
      };
    };
    switch (pick(10)) {
      case 0:
        return {"(" + q.text + " \\/ " + t.text + ")", [q, t](const State& state, int p) {
                  Relation result = q.value(state, p);
                  result.merge(t.value(state, p));
                  return result;
                }};
      case 1:
        return {"(" + q.text + " ; " + t.text + ")", [q, t](const State& state, int p) {
                  const Relation right = t.value(state, p);
                  Relation result;
                  for (const auto& [x, y] : q.value(state, p)) {
                    for (const auto& [u, v] : right) {
                      if (y == u) result.insert({x, v});
                    }
                  }
                  return result;
                }};
      case 2:
        return {"(" + q.text + ")~", [q](const State& state, int p) {
                  Relation result;
                  for (const auto& [x, y] : q.value(state, p)) result.insert({y, x});
                  return result;
                }};
      case 3:
        return {"(" + a.text + " <| " + q.text + ")", filter(q, a, true, true)};
      case 4:
        return {"(" + a.text + " <<| " + q.text + ")", filter(q, a, true, false)};
      case 5:
        return {"(" + q.text + " |> " + a.text + ")", filter(q, a, false, true)};
      case 6:
        return {"(" + q.text + " |>> " + a.text + ")", filter(q, a, false, false)};
      case 7:
        return {"(" + q.text + " <+ " + t.text + ")", [q, t](const State& state, int p) {
                  const Relation right = t.value(state, p);
                  Relation result = right;
                  for (const auto& pair : q.value(state, p)) {
                    bool replaced = false;
                    for (const auto& other : right) replaced = replaced || other.first == pair.first;
                    if (!replaced) result.insert(pair);
                  }
                  return result;
                }};
      case 8: {
        const Term<Set> b = set(depth - 1);
        return {"(" + a.text + " * " + b.text + ")", [a, b](const State& state, int p) {
                  Relation result;
                  for (int x : a.value(state, p)) {
                    for (int y : b.value(state, p)) result.insert({x, y});
                  }
                  return result;
                }};
      }
      default:
        return {"closure1(" + q.text + ")", [q](const State& state, int p) {
                  Relation result = q.value(state, p);
                  for (int k = 0; k < set_size; ++k) {
                    for (int x = 0; x < set_size; ++x) {
                      for (int y = 0; y < set_size; ++y) {
                        if (result.contains({x, k}) && result.contains({k, y})) result.insert({x, y});
                      }
                    }
                  }
                  return result;
                }};
    }
  }

  static std::string name(int x) { return "e" + std::to_string(x + 1); }
  static Set all() {
    Set result;
    for (int i = 0; i < set_size; ++i) result.insert(i);
    return result;
  }

 private:
  std::mt19937 random_;
};

struct RandomOperation {
  Term<Set> guard;
  Term<Set> new_set;
  Term<Relation> new_relation;
};

TEST(BruteForce, RandomMachinesHaveTheSameStates) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    Author author(seed);
    std::vector<RandomOperation> operations;
    std::string text =
        "MACHINE M SETS E = {e1, e2, e3} VARIABLES s, r INVARIANT s <: E & r : E <-> E INITIALISATION s := {e1} || r "
        ":= {}\n"
        "OPERATIONS\n";
    for (int i = 0; i < 3; ++i) {
      operations.push_back({author.set(2), author.set(2), author.relation(2)});
      const RandomOperation& made = operations.back();
      text += (i == 0 ? "" : ";\n") + std::string("op") + std::to_string(i) + "(p) = PRE p : " + made.guard.text +
              " THEN s := " + made.new_set.text + " || r := " + made.new_relation.text + " END";
    }
    text += "\nEND\n";

    // The guard may name p itself: p is tried for every element.
    std::set<State> seen{{Set{0}, {}}};
    std::vector<State> open(seen.begin(), seen.end());
    std::size_t transitions = 1;
    while (!open.empty()) {
      const State state = open.back();
      open.pop_back();
      for (const RandomOperation& operation : operations) {
        for (int p = 0; p < set_size; ++p) {
          if (!operation.guard.value(state, p).contains(p)) continue;
          ++transitions;
          State next{operation.new_set.value(state, p), operation.new_relation.value(state, p)};
          if (seen.insert(next).second) open.push_back(std::move(next));
        }
      }
    }

    for (const bool flat : {true, false}) {
      Options options;
      options.flat = flat;
      options.deadlock = false;
      const auto loaded = test::load_text(text, options);
      ASSERT_NE(loaded->system, nullptr) << test::all_messages(loaded->sources, loaded->diagnostics);
      const test::Exploration result = test::explore(*loaded->system);
      EXPECT_EQ(result.states, seen.size()) << text;
      EXPECT_EQ(result.transitions, transitions) << text;
      EXPECT_TRUE(result.findings.empty()) << text;
    }
  }
}

}  // namespace
}  // namespace quotient::bmethod
