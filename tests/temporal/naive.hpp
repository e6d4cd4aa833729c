#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "temporal/formula.hpp"
#include "tokens.hpp"

namespace quotient::temporal::test {

/// The graph of all states, and formulas on it by their definitions alone.
struct Graph {
  struct Edge {
    std::size_t target;
    std::uint64_t holding;
  };
  std::vector<std::vector<std::uint8_t>> states;
  std::vector<std::vector<Edge>> edges;
  std::vector<std::uint64_t> holding;

  Graph() = default;
  explicit Graph(const TokenSystem& system) {
    const auto generator = system.generator();
    Successors steps;
    std::map<std::vector<std::uint8_t>, std::size_t> number;
    const auto meet = [&](StateView state) {
      const std::vector<std::uint8_t> bytes(state.begin(), state.end());
      const auto [at, fresh] = number.try_emplace(bytes, states.size());
      if (fresh) states.push_back(bytes);
      return at->second;
    };
    generator->initial(steps);
    meet(steps[0].state);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::vector<std::uint8_t> from = states[i];
      generator->successors(from, steps);
      edges.emplace_back();
      for (std::size_t k = 0; k < steps.size(); ++k) {
        edges[i].push_back({meet(steps[k].state), TokenPropositions::step(steps[k].label)});
      }
      holding.push_back(TokenPropositions::state(from));
    }
  }

  /// Where a branching formula holds.
  std::vector<bool> satisfying(const Tree& tree, NodeId id) const {
    const Node& node = tree[id];
    std::vector<std::vector<bool>> f;
    for (const NodeId operand : node.operands) f.push_back(satisfying(tree, operand));
    const std::size_t n = states.size();
    std::vector<bool> out(n);
    const bool all = node.path == PathQuantifier::all;
    // One step on, to states of a set. What a run that ends is taken for is `at_end`.
    const auto next = [&](const std::vector<bool>& to, std::size_t s, bool at_end) {
      if (edges[s].empty()) return at_end;
      const auto good = [&](const Edge& e) { return bool{to[e.target]}; };
      return all ? std::ranges::all_of(edges[s], good) : std::ranges::any_of(edges[s], good);
    };
    const auto until = [&](const std::vector<bool>& a, const std::vector<bool>& b, bool weak) {
      std::vector<bool> z(n, weak);
      for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t s = 0; s < n; ++s) {
          const bool now = b[s] || (a[s] && next(z, s, weak));
          changed = changed || now != z[s];
          z[s] = now;
        }
      }
      return z;
    };
    const std::vector<bool> verum(n, true), falsum(n, false);
    switch (node.op) {
      case Operator::eventually:
        return until(verum, f[0], false);
      case Operator::always:
        return until(f[0], falsum, true);
      case Operator::until:
        return until(f[0], f[1], false);
      case Operator::weak_until:
        return until(f[0], f[1], true);
      case Operator::release: {  // g until (f and g), weakly
        std::vector<bool> both(n);
        for (std::size_t s = 0; s < n; ++s) both[s] = f[0][s] && f[1][s];
        return until(f[1], both, true);
      }
      default:
        break;
    }
    for (std::size_t s = 0; s < n; ++s) {
      switch (node.op) {
        case Operator::verum:
          out[s] = true;
          break;
        case Operator::atom:
          out[s] = ((holding[s] >> node.atom) & 1U) != 0;
          break;
        case Operator::negation:
          out[s] = !f[0][s];
          break;
        case Operator::conjunction:
          out[s] = f[0][s] && f[1][s];
          break;
        case Operator::disjunction:
          out[s] = f[0][s] || f[1][s];
          break;
        case Operator::implication:
          out[s] = !f[0][s] || f[1][s];
          break;
        case Operator::equivalence:
          out[s] = f[0][s] == f[1][s];
          break;
        case Operator::next: {
          const auto counts = [&](const Edge& e) {
            return node.atom == no_atom || ((e.holding >> node.atom) & 1U) != 0;
          };
          out[s] = all;
          for (const Edge& e : edges[s]) {
            if (counts(e) && f[0][e.target] != all) out[s] = !all;
          }
          break;
        }
        default:
          break;
      }
    }
    return out;
  }
};

/// A run: letters, of which those from `cycle` on come again and again; `cycle` is their number where the run ends.
struct Word {
  std::vector<std::uint64_t> letters;
  std::size_t cycle = 0;
  bool ends() const { return cycle == letters.size(); }
};

/// The truth of a linear formula at the places of a run, by definition. The cycle is gone round more often than there
/// are operators, after which the past does not matter any more.
inline std::vector<bool> truth(const Tree& tree, NodeId id, const Word& word) {
  const Node& node = tree[id];
  std::vector<std::vector<bool>> f;
  for (const NodeId operand : node.operands) f.push_back(truth(tree, operand, word));
  const std::size_t n = word.letters.size();
  std::vector<bool> out(n);
  const auto successor = [&](std::size_t i) { return i + 1 < n ? i + 1 : word.cycle; };
  const auto until = [&](const std::vector<bool>& a, const std::vector<bool>& b, bool weak) {
    std::vector<bool> z(n, weak);
    for (std::size_t round = 0; round < n + 1; ++round) {
      for (std::size_t i = n; i-- > 0;) {
        const bool last = i + 1 == n && word.ends();
        z[i] = b[i] || (a[i] && (last ? weak : z[successor(i)]));
      }
    }
    return z;
  };
  const auto since = [&](const std::vector<bool>& a, const std::vector<bool>& b) {
    std::vector<bool> z(n);
    for (std::size_t i = 0; i < n; ++i) z[i] = b[i] || (a[i] && i > 0 && z[i - 1]);
    return z;
  };
  const auto negated = [](std::vector<bool> a) {
    a.flip();
    return a;
  };
  const std::vector<bool> verum(n, true), falsum(n, false);
  switch (node.op) {
    case Operator::eventually:
      return until(verum, f[0], false);
    case Operator::always:
      return until(f[0], falsum, true);
    case Operator::until:
      return until(f[0], f[1], false);
    case Operator::weak_until:
      return until(f[0], f[1], true);
    case Operator::release:
      return negated(until(negated(f[0]), negated(f[1]), false));
    case Operator::once:
      return since(verum, f[0]);
    case Operator::historically:
      return negated(since(verum, negated(f[0])));
    case Operator::since:
      return since(f[0], f[1]);
    case Operator::trigger:
      return negated(since(negated(f[0]), negated(f[1])));
    default:
      break;
  }
  for (std::size_t i = 0; i < n; ++i) {
    switch (node.op) {
      case Operator::verum:
        out[i] = true;
        break;
      case Operator::atom:
        out[i] = ((word.letters[i] >> node.atom) & 1U) != 0;
        break;
      case Operator::negation:
        out[i] = !f[0][i];
        break;
      case Operator::conjunction:
        out[i] = f[0][i] && f[1][i];
        break;
      case Operator::disjunction:
        out[i] = f[0][i] || f[1][i];
        break;
      case Operator::implication:
        out[i] = !f[0][i] || f[1][i];
        break;
      case Operator::equivalence:
        out[i] = f[0][i] == f[1][i];
        break;
      case Operator::next:  // a run that ends has no next place there
        out[i] = (i + 1 < n || !word.ends()) && f[0][successor(i)];
        break;
      case Operator::yesterday:
        out[i] = i > 0 && f[0][i - 1];
        break;
      default:
        break;
    }
  }
  return out;
}

/// A run of the graph that ends in a dead end, or comes back to a state and then repeats; its cycle unrolled.
inline Word random_run(const Graph& graph, std::mt19937_64& source, std::size_t rounds, std::size_t start = 0) {
  std::vector<std::size_t> met{start};
  std::vector<std::uint64_t> letters;
  for (;;) {
    const std::size_t at = met.back();
    if (graph.edges[at].empty()) {
      letters.push_back(graph.holding[at]);
      return {letters, letters.size()};
    }
    const Graph::Edge& e = graph.edges[at][source() % graph.edges[at].size()];
    letters.push_back(graph.holding[at] | e.holding);
    const auto before = std::ranges::find(met, e.target);
    if (before != met.end() && source() % 3 == 0) {
      const auto cycle = static_cast<std::size_t>(before - met.begin());
      const std::vector<std::uint64_t> turn(letters.begin() + static_cast<std::ptrdiff_t>(cycle), letters.end());
      for (std::size_t i = 0; i < rounds; ++i) letters.insert(letters.end(), turn.begin(), turn.end());
      return {letters, letters.size() - turn.size()};
    }
    met.push_back(e.target);
  }
}

/// A random formula over these propositions.
inline NodeId random_formula(Tree& tree, std::mt19937_64& source, const std::vector<std::uint32_t>& propositions,
                             const std::vector<Operator>& temporal, bool branching,
                             const std::vector<std::uint32_t>& steps, int depth) {
  const auto sub = [&] { return random_formula(tree, source, propositions, temporal, branching, steps, depth - 1); };
  const std::uint64_t choice = source() % 10;
  if (depth == 0 || choice < 2) {
    return tree.add({.op = Operator::atom,
                     .atom = propositions[source() % propositions.size()],
                     .operands = {},
                     .variable = {},
                     .range = {}});
  }
  if (choice == 2) return tree.add(Operator::negation, {sub()});
  if (choice < 6) {
    static const std::vector<Operator> joins = {Operator::conjunction, Operator::disjunction, Operator::implication,
                                                Operator::equivalence};
    const NodeId left = sub();
    return tree.add(joins[source() % joins.size()], {left, sub()});
  }
  Node node;
  node.op = temporal[source() % temporal.size()];
  if (branching) node.path = source() % 2 == 0 ? PathQuantifier::all : PathQuantifier::some;
  if (branching && node.op == Operator::next && source() % 2 == 0) node.atom = steps[source() % steps.size()];
  const bool binary = node.op == Operator::until || node.op == Operator::weak_until || node.op == Operator::release ||
                      node.op == Operator::since || node.op == Operator::trigger;
  node.operands.push_back(sub());
  if (binary) node.operands.push_back(sub());
  return tree.add(std::move(node));
}

}  // namespace quotient::temporal::test
