#include "mcrl2/symmetry/earlier_rules.hpp"

#include <algorithm>
#include <set>

namespace quotient::mcrl2 {

EarlierRules::EarlierRules(std::span<const std::uint32_t> rules, const std::vector<Rule>& table, HeadOf head_of)
    : table_(table), head_of_(std::move(head_of)) {
  if (rules.empty()) return;
  arity_ = table[rules.front()].patterns.size();
  std::size_t most = 0;
  for (std::size_t i = 0; i < arity_; ++i) {
    std::set<PatternHead> heads;
    for (const std::uint32_t rule : rules) {
      if (table[rule].patterns.size() != arity_) continue;
      if (const auto found = head_of_(table[rule].patterns[i])) heads.insert(*found);
    }
    if (heads.size() <= most) continue;
    most = heads.size();
    position_ = i;
  }
}

std::optional<PatternHead> EarlierRules::head(std::uint32_t rule) const {
  const std::vector<ExprId>& patterns = table_[rule].patterns;
  return patterns.size() == arity_ && arity_ > 0 ? head_of_(patterns[position_]) : std::nullopt;
}

void EarlierRules::add(std::uint32_t rule) {
  if (const auto own = head(rule)) {
    by_head_[*own].push_back(rule);
  } else {
    open_.push_back(rule);
  }
}

std::vector<std::uint32_t> EarlierRules::candidates(std::uint32_t rule) const {
  std::vector<std::uint32_t> result = open_;
  const auto own = head(rule);
  const auto append = [&](const std::vector<std::uint32_t>& more) {
    result.insert(result.end(), more.begin(), more.end());
  };
  if (!own) {
    for (const auto& [unused, more] : by_head_) append(more);
  } else if (const auto same = by_head_.find(*own); same != by_head_.end()) {
    append(same->second);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace quotient::mcrl2
