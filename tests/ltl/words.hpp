#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

/// Formulas and infinite words of the tests. What a formula means is said here once more, and differently from
/// everything in src/ltl: by fixpoints on an ultimately periodic word, with every operator defined by itself.
namespace quotient::ltl::testing {

using Random = std::mt19937_64;
using Letter = std::uint64_t;  // bit i: proposition i holds

inline std::size_t below(Random& random, std::size_t bound) { return static_cast<std::size_t>(random() % bound); }

/// The stem once, then the cycle for ever.
struct Lasso {
  std::vector<Letter> letters;
  std::size_t cycle_start = 0;
  std::size_t successor(std::size_t i) const { return i + 1 < letters.size() ? i + 1 : cycle_start; }
};

inline std::string text(const Lasso& lasso) {
  std::string out;
  for (std::size_t i = 0; i < lasso.letters.size(); ++i) {
    out += (i == lasso.cycle_start ? " | " : " ") + std::to_string(lasso.letters[i]);
  }
  return out;
}

inline Lasso random_lasso(Random& random, std::size_t propositions) {
  Lasso lasso;
  lasso.cycle_start = below(random, 4);
  const std::size_t length = lasso.cycle_start + 1 + below(random, 4);
  for (std::size_t i = 0; i < length; ++i) lasso.letters.push_back(random() & ((Letter{1} << propositions) - 1));
  return lasso;
}

/// A formula as it would be written. `sign` is the operator's text; propositions are "p".
struct Tree {
  std::string sign;
  std::size_t proposition = 0;
  std::vector<std::shared_ptr<const Tree>> parts;
};
using TreePtr = std::shared_ptr<const Tree>;

inline TreePtr make(std::string sign, std::vector<TreePtr> parts = {}) {
  return std::make_shared<const Tree>(Tree{std::move(sign), 0, std::move(parts)});
}

inline std::string text(const Tree& tree) {
  if (tree.sign == "p") return "p" + std::to_string(tree.proposition);
  if (tree.parts.empty()) return tree.sign;
  if (tree.parts.size() == 1) return tree.sign + " (" + text(*tree.parts[0]) + ")";
  return "(" + text(*tree.parts[0]) + ") " + tree.sign + " (" + text(*tree.parts[1]) + ")";
}

/// A random formula with the given number of operators. `signs` are those to choose from, repeated for weight.
inline TreePtr random_tree(Random& random, std::size_t operators, std::size_t propositions,
                           const std::vector<std::string>& signs) {
  if (operators == 0) {
    if (below(random, 40) == 0) return make(below(random, 2) == 0 ? "true" : "false");
    return std::make_shared<const Tree>(Tree{"p", below(random, propositions), {}});
  }
  const std::string& sign = signs[below(random, signs.size())];
  if (sign == "!" || sign == "[]" || sign == "<>" || sign == "X") {
    return make(sign, {random_tree(random, operators - 1, propositions, signs)});
  }
  const std::size_t left = below(random, operators);
  return make(sign, {random_tree(random, left, propositions, signs),
                     random_tree(random, operators - 1 - left, propositions, signs)});
}

/// Whether the formula holds, at each position of the word.
inline std::vector<bool> holds_at(const Tree& tree, const Lasso& word) {
  const std::size_t size = word.letters.size();
  std::vector<std::vector<bool>> parts;
  for (const TreePtr& part : tree.parts) parts.push_back(holds_at(*part, word));
  std::vector<bool> value(size);
  const auto everywhere = [&](auto rule) {
    for (std::size_t i = 0; i < size; ++i) value[i] = rule(i);
  };
  const auto fixpoint = [&](bool start, auto rule) {
    value.assign(size, start);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = size; i-- > 0;) {
        const bool next = rule(i, value[word.successor(i)]);
        changed |= next != value[i];
        value[i] = next;
      }
    }
  };
  const std::string& sign = tree.sign;
  if (sign == "true") everywhere([](std::size_t) { return true; });
  if (sign == "false") everywhere([](std::size_t) { return false; });
  if (sign == "p") everywhere([&](std::size_t i) { return (word.letters[i] >> tree.proposition & 1) != 0; });
  if (sign == "!") everywhere([&](std::size_t i) { return !parts[0][i]; });
  if (sign == "&&") everywhere([&](std::size_t i) { return parts[0][i] && parts[1][i]; });
  if (sign == "||") everywhere([&](std::size_t i) { return parts[0][i] || parts[1][i]; });
  if (sign == "->") everywhere([&](std::size_t i) { return !parts[0][i] || parts[1][i]; });
  if (sign == "<->") everywhere([&](std::size_t i) { return parts[0][i] == parts[1][i]; });
  if (sign == "X") everywhere([&](std::size_t i) { return parts[0][word.successor(i)]; });
  if (sign == "<>") fixpoint(false, [&](std::size_t i, bool later) { return parts[0][i] || later; });
  if (sign == "[]") fixpoint(true, [&](std::size_t i, bool later) { return parts[0][i] && later; });
  if (sign == "U") fixpoint(false, [&](std::size_t i, bool later) { return parts[1][i] || (parts[0][i] && later); });
  if (sign == "W") fixpoint(true, [&](std::size_t i, bool later) { return parts[1][i] || (parts[0][i] && later); });
  if (sign == "V") fixpoint(true, [&](std::size_t i, bool later) { return parts[1][i] && (parts[0][i] || later); });
  return value;
}

inline bool satisfies(const Lasso& word, const Tree& tree) { return holds_at(tree, word)[0]; }

}  // namespace quotient::ltl::testing
