#pragma once

#include <cstdint>
#include <vector>

#include "ltl/automaton.hpp"

/// Quotients that keep the accepted words. [Etessami, Wilke, Schuller 2001; Somenzi, Bloem 2000; Clemente, Mayr 2013]
namespace quotient::ltl {

/// A preorder on the states of an automaton.
class Simulation {
 public:
  Simulation(std::size_t size, bool value) : size_(size), related_(size * size, value) {}
  /// Whether state `b` can do whatever state `a` can.
  bool below(std::uint32_t a, std::uint32_t b) const { return related_[a * size_ + b]; }
  void separate(std::uint32_t a, std::uint32_t b) { related_[a * size_ + b] = false; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::vector<bool> related_;
};

/// Direct simulation: `a` is below `b` if every step of `a` can be answered by `b`, for each letter, with at least the
/// same marks, into a state above. Where `kinds` are given, those of `a` must also be a subset of those of `b`.
Simulation direct_simulation(const GeneralisedAutomaton& automaton, const std::vector<Marks>& kinds);

/// Merges states that simulate each other, and removes transitions that a better one stands beside.
void reduce_forward(GeneralisedAutomaton& automaton);

/// The same looking backwards: states reached in the same ways are merged. `on_states`: all transitions of a state
/// carry the same marks, and shall afterwards.
void reduce_backward(GeneralisedAutomaton& automaton, bool on_states);

/// Narrows labels by one literal where for the letters lost a better transition exists: fewer successors, same words.
void sharpen_labels(GeneralisedAutomaton& automaton);

}  // namespace quotient::ltl
