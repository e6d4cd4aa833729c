#include "bmethod/symmetry/growth.hpp"

#include <algorithm>
#include <cmath>

#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

bool is_powerset(Op op) { return op == Op::pow || op == Op::pow1 || op == Op::fin || op == Op::fin1; }

}  // namespace

bool Growth::knows(Op op) { return is_powerset(op) || is_arrow(op) || is_set_of_sequences(op); }

Growth::Growth(Evaluator& evaluator, const MachineSymmetry& symmetry, const Node* set, std::uint32_t site,
               const Limits& limits, const Step* bounded)
    : evaluator_(evaluator),
      type_(set->type->first),
      is_relation_(!is_powerset(set->op)),
      is_sequence_(is_set_of_sequences(set->op)) {
  member_ = symmetry.shape(type_)->first;
  nonempty_ = set->op == Op::pow1 || set->op == Op::fin1 || set->op == Op::seq1 || set->op == Op::iseq1;
  Members first = evaluator.sets.elements_of(set->args[0], site);
  if (is_sequence_) {
    const bool unlimited = set->op == Op::seq || set->op == Op::seq1;
    const SetEnumerator::Lengths lengths = evaluator.sets.lengths(set, first.size(), bounded);
    if (lengths.most > static_cast<std::int64_t>(limits.max_enumeration)) evaluator.outcome.give_up(site);
    if (evaluator.outcome.failed()) return;
    const std::int64_t longest = set->op == Op::perm ? static_cast<std::int64_t>(first.size()) : lengths.most;
    for (std::int64_t i = 1; i <= longest; ++i) from_.push_back(from_int(i));
    cut_ = lengths.cut;
    to_ = std::move(first);
    kind_ = {true, set->op == Op::perm, !unlimited, false};
  } else {
    from_ = std::move(first);
    if (!is_relation_) return;
    to_ = evaluator.sets.elements_of(set->args[1], site);
    kind_ = relation_kind(set->op);
  }
  functional_ = kind_.functional;
}

Growth::Growth(Evaluator& evaluator, const MachineSymmetry& symmetry, const Type* type)
    : evaluator_(evaluator), type_(type) {
  member_ = symmetry.shape(type)->first;
  for (Value member = 0; member < type->first->cardinality; ++member) from_.push_back(member);
}

std::size_t Growth::decisions() const {
  return is_relation_ && !functional_ ? from_.size() * to_.size() : from_.size();
}

double Growth::log_count() const {
  const bool permutations = is_sequence_ && kind_.total && kind_.injective;
  return permutations ? std::lgamma(static_cast<double>(to_.size()) + 1) : 0;
}

bool Growth::heed(SetEnumerator::Points told) {
  if (told.contradictory) return false;
  if (!functional_ || is_sequence_ || told.count == 0) return true;
  told_ = std::move(told.values);
  for (std::size_t i = 0; i < told_.size(); ++i) {
    const auto is_it = [&](Value to) { return is_told(i, to); };
    if (told_[i] && std::ranges::none_of(to_, is_it)) to_.push_back(*told_[i]);  // of a set without end
  }
  return true;
}

bool Growth::may_skip(std::size_t decision, const Members& members) const {
  if (!told_.empty() && told_[decision]) return false;
  if (!is_relation_ || !kind_.total) return true;
  if (functional_) return false;
  // The last chance of an argument to be related to something.
  if (decision % to_.size() + 1 < to_.size()) return true;
  const Value from = from_[decision / to_.size()];
  const Type* pair = member_->type;
  return std::ranges::any_of(members, [&](Value m) { return equal(pair->first, first_of(pair, m), from); });
}

bool Growth::reaches(const Members& members, Value to) const {
  const Type* pair = member_->type;
  return std::ranges::any_of(members, [&](Value m) { return equal(pair->second, second_of(pair, m), to); });
}

std::size_t Growth::missing(const Members& members) const {
  const auto is_missing = [&](Value to) { return !reaches(members, to); };
  return static_cast<std::size_t>(std::ranges::count_if(to_, is_missing));
}

bool Growth::is_promising(std::size_t decisions, const Members& members) const {
  // Each of the arguments left can reach at most one more.
  return !functional_ || !kind_.surjective || missing(members) <= from_.size() - decisions;
}

bool Growth::is_complete(const Members& members) const {
  if (nonempty_ && members.empty()) return false;
  // Without anything to choose from nobody was asked whether a total relation may do without.
  if (is_relation_ && kind_.total && to_.empty() && !from_.empty()) return false;
  return !is_relation_ || !kind_.surjective || missing(members) == 0;
}

void Growth::describe(std::size_t decisions, const Members& members, std::vector<Part>& into) const {
  into.push_back({member_, 0, true, members});
  const std::span<const Value> from(from_);
  const Shape* argument = is_relation_ ? member_->first : member_;
  if (!is_relation_ || functional_) {
    into.push_back({argument, 0, true, from.first(decisions)});
    return;
  }
  // The arguments that are done; the one in the middle; how far it came.
  const std::size_t done = to_.empty() ? 0 : decisions / to_.size();
  const std::size_t column = to_.empty() ? 0 : decisions % to_.size();
  into.push_back({argument, 0, true, from.first(done)});
  into.push_back({argument, 0, true, from.subspan(done, column > 0 ? 1 : 0)});
  into.push_back({member_->second, 0, true, std::span<const Value>(to_).first(column)});
}

Value Growth::build(const Members& members) {
  SetBuilder made(evaluator_.arena, scratch_, type_);
  for (const Value member : members) made.add(member);
  return made.finish();
}

}  // namespace quotient::bmethod
