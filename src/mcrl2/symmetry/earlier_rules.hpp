#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "mcrl2/check/specification.hpp"

namespace quotient::mcrl2 {

/// What a pattern begins with, where that is fixed: a number, a truth value or a constructor.
struct PatternHead {
  ExprKind kind = ExprKind::truth;
  std::uint32_t symbol = 0;
  friend auto operator<=>(const PatternHead&, const PatternHead&) = default;
};

/// Rules of one function, to be asked which of those that were added can fit the same arguments as another. Rules are
/// kept by the heads of their patterns at one position, the one that separates most: of a table with thousands of rows
/// only few are looked at for each row.
class EarlierRules {
 public:
  using HeadOf = std::function<std::optional<PatternHead>(ExprId)>;
  /// `rules` are all that will be added, by their numbers in `table`, which must stay as it is.
  EarlierRules(std::span<const std::uint32_t> rules, const std::vector<Rule>& table, HeadOf head_of);

  void add(std::uint32_t rule);
  /// Those added before, in this order, without some whose heads differ from those of this one.
  std::vector<std::uint32_t> candidates(std::uint32_t rule) const;

 private:
  /// Nullopt for a pattern that fits several heads, and for rules of another arity: these may fit the same arguments.
  std::optional<PatternHead> head(std::uint32_t rule) const;

  const std::vector<Rule>& table_;
  HeadOf head_of_;
  std::size_t arity_ = 0;
  std::size_t position_ = 0;
  std::map<PatternHead, std::vector<std::uint32_t>> by_head_;
  std::vector<std::uint32_t> open_;
};

}  // namespace quotient::mcrl2
