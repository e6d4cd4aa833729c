#include <algorithm>
#include <cmath>
#include <optional>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

/// Of too many to try, so many half-built functions are asked whether they may come to something: each is worth many.
constexpr std::uint64_t most_half_built = 1'000'000;
/// So many relations are rather built than asked about half-way.
constexpr double few_relations = 4096;

/// Chooses row by row what each element of the domain is related to, cutting as soon as an arrow's demand is broken.
class RelationEnumerator {
 public:
  /// What is demanded besides: the index of the one value of a row, where it is known; what may say no to the couples
  /// chosen so far, where that is worth it.
  struct Demands {
    RelationKind kind;
    std::vector<std::optional<std::size_t>> told;
    std::optional<FunctionRef<bool(std::span<const Value>)>> may_become;
    std::uint64_t most_half_built = 0;
  };

  RelationEnumerator(Workspace work, const Type* type, std::vector<Value> from, std::vector<Value> to, Demands demands,
                     std::uint64_t limit, bool passing, FunctionRef<bool()> must_stop, SetEnumerator::Elements receive)
      : work_(work),
        type_(type),
        from_(std::move(from)),
        to_(std::move(to)),
        kind_(demands.kind),
        demands_(std::move(demands)),
        limit_(limit),
        passing_(passing),
        must_stop_(must_stop),
        receive_(receive),
        used_(to_.size(), 0),
        missing_(to_.size()) {}

  bool run() { return row(0); }
  bool too_many() const { return too_many_; }

 private:
  bool finish() {
    if (must_stop_()) too_many_ = true;
    if (too_many_) return false;
    if (kind_.surjective && missing_ > 0) return true;
    if (++count_ > limit_) {
      too_many_ = true;
      return false;
    }
    const Arena::Mark mark = work_.arena.mark();
    SetBuilder made(work_.arena, work_.scratch, type_);
    for (Value pair : pairs_) made.add(pair);
    const bool go_on = receive_(made.finish());
    if (passing_) work_.arena.rewind(mark);
    return go_on;
  }

  bool row(std::size_t x) {
    if (x == from_.size()) return finish();
    // Each of the rest can reach at most one more, so a surjective function is out of reach early.
    if (kind_.surjective && kind_.functional && missing_ > from_.size() - x) return true;
    return kind_.functional ? functional_row(x) : column(x, 0, false);
  }

  bool functional_row(std::size_t x) {
    const bool is_told = !demands_.told.empty() && demands_.told[x];
    if (is_told) return with(x, *demands_.told[x]);
    if (!kind_.total && !row(x + 1)) return false;
    for (std::size_t y = 0; y < to_.size(); ++y) {
      if (!with(x, y)) return false;
    }
    return true;
  }

  bool with(std::size_t x, std::size_t y) {
    if (kind_.injective && used_[y] > 0) return true;
    const Arena::Mark mark = work_.arena.mark();
    choose(x, y);
    const bool go_on = !is_promising() || row(x + 1);
    drop(y);
    if (passing_) work_.arena.rewind(mark);
    return go_on && !too_many_;
  }

  bool is_promising() {
    if (!demands_.may_become) return true;
    if (++half_built_ > demands_.most_half_built || must_stop_()) too_many_ = true;
    return !too_many_ && (*demands_.may_become)(pairs_);
  }

  bool column(std::size_t x, std::size_t y, bool any) {
    if (y == to_.size()) return kind_.total && !any ? true : row(x + 1);
    if (!column(x, y + 1, any)) return false;
    const Arena::Mark mark = work_.arena.mark();
    choose(x, y);
    const bool go_on = column(x, y + 1, true);
    drop(y);
    if (passing_) work_.arena.rewind(mark);
    return go_on;
  }

  void choose(std::size_t x, std::size_t y) {
    pairs_.push_back(make_pair(work_.arena, type_->first, from_[x], to_[y]));
    if (used_[y]++ == 0) --missing_;
  }
  void drop(std::size_t y) {
    pairs_.pop_back();
    if (--used_[y] == 0) ++missing_;
  }

  Workspace work_;
  const Type* type_;
  std::vector<Value> from_, to_;
  RelationKind kind_;
  Demands demands_;
  std::uint64_t limit_;
  bool passing_;  // nothing is needed of a relation that was received
  FunctionRef<bool()> must_stop_;
  SetEnumerator::Elements receive_;
  std::vector<Value> pairs_;
  std::vector<std::uint32_t> used_;
  std::size_t missing_;
  std::uint64_t count_ = 0;
  std::uint64_t half_built_ = 0;
  bool too_many_ = false;
};

/// At least so many relations of this kind are there; saturates.
double count_at_least(RelationKind kind, std::size_t from, std::size_t to) {
  const auto rows = static_cast<double>(from);
  const auto columns = static_cast<double>(to);
  if (kind.surjective) return 0;
  if (!kind.functional) return kind.injective || kind.total ? 0 : std::exp2(rows * columns);
  if (!kind.injective) return std::pow(columns + (kind.total ? 0 : 1), rows);
  if (kind.total && from > to) return 0;
  double count = 1;
  for (std::size_t i = 0; i < std::min(from, to); ++i) count *= columns - static_cast<double>(i);
  return count;
}

}  // namespace

SetEnumerator::Points SetEnumerator::points(const Step& step, std::span<const Value> from) {
  Points found;
  const Type* relation = step.node->type->first;
  const RelationKind kind = relation_kind(step.node->op);
  if (step.held.empty() || !kind.functional) return found;
  const Type* couple = relation->first;
  found.values.resize(from.size());
  for (const Node* held : step.held) {
    // What is undefined says nothing here; the predicate will.
    Value pairs = 0;
    bool is_known = false;
    evaluator_.try_out([&] {
      pairs = evaluator_.eval(held);
      is_known = !failed();
    });
    if (!is_known) continue;
    for_each(relation, pairs, [&](Value pair) {
      const Value key = first_of(couple, pair);
      const Value value = second_of(couple, pair);
      const auto at = std::ranges::find_if(from, [&](Value each) { return equal(couple->first, each, key); });
      if (at == from.end()) return true;
      std::optional<Value>& known = found.values[static_cast<std::size_t>(at - from.begin())];
      if (known && !equal(couple->second, *known, value)) found.contradictory = true;
      known = value;
      return !found.contradictory;
    });
  }
  for (const std::optional<Value>& value : found.values) {
    if (!value) continue;
    ++found.count;
    bool fits = true;
    evaluator_.try_out([&] { fits = evaluator_.contains(step.node->args[1], *value) || failed(); });
    if (!fits) found.contradictory = true;
  }
  return found;
}

bool SetEnumerator::is_determined(const Step& step) {
  if (has_only_infinite_elements(step.node)) return false;
  const std::vector<Value> from = elements_of(step.node->args[0], step.site);
  if (failed()) return false;
  const Points told = points(step, from);
  return told.contradictory || (told.count == from.size() && told.count > 0);
}

bool SetEnumerator::enumerate_relations(const Node* set, std::uint32_t site, Elements receive) {
  Step step;
  step.node = set;
  step.site = site;
  return draw_relations(step, receive);
}

bool SetEnumerator::draw_relations(const Step& step, Elements receive) {
  const Node* set = step.node;
  if (has_only_infinite_elements(set)) {
    evaluator_.miss();
    return true;
  }
  const RelationKind kind = relation_kind(set->op);
  const Type* couple = set->type->first->first;
  std::vector<Value> from = elements_of(set->args[0], step.site);
  if (failed()) return false;
  const Points told = points(step, from);
  if (told.contradictory) return true;
  if (told.count == from.size() && told.count > 0) {
    const Arena::Mark mark = evaluator_.arena.mark();
    SetBuilder only(evaluator_.arena, evaluator_.scratch, set->type->first);
    for (std::size_t i = 0; i < from.size(); ++i)
      only.add(make_pair(evaluator_.arena, couple, from[i], *told.values[i]));
    const Value value = only.finish();
    const bool is_one = evaluator_.contains(set, value);
    if (failed()) return false;
    return !is_one || evaluator_.hand_on(mark, value, receive);
  }
  std::vector<Value> to = elements_of(set->args[1], step.site);
  if (failed()) return false;
  RelationEnumerator::Demands demands{kind, {}, {}, 0};
  if (told.count > 0) demands.told.resize(from.size());
  for (std::size_t i = 0; i < demands.told.size(); ++i) {
    if (!told.values[i]) continue;
    const auto is_it = [&](Value each) { return equal(couple->second, each, *told.values[i]); };
    const auto at = std::ranges::find_if(to, is_it);
    demands.told[i] = static_cast<std::size_t>(at - to.begin());
    if (at == to.end()) to.push_back(*told.values[i]);  // of a set without end
  }
  const double count = count_at_least(kind, from.size() - told.count,
                                      to.size() - (kind.injective ? std::min(told.count, to.size()) : 0));
  const auto may_become = [&](std::span<const Value> pairs) {
    return evaluator_.plans.may_become_solution(step, pairs);
  };
  const bool asks_early = kind.functional && !step.early.empty() && count > few_relations;
  const bool are_too_many = count > static_cast<double>(evaluator_.program.limits.max_enumeration);
  if (asks_early) {
    demands.may_become.emplace(may_become);
    // With few values to choose from there are at most twice as many half-built ones.
    demands.most_half_built = are_too_many ? most_half_built : 2 * evaluator_.program.limits.max_enumeration;
  }
  // Where all of them are wanted there is no point in trying the first of too many.
  if (evaluator_.search.wants_all && !asks_early && are_too_many) {
    evaluator_.outcome.give_up(step.site);
    return false;
  }
  const auto stop = [this] { return evaluator_.must_stop(); };
  RelationEnumerator enumerator(evaluator_.work, set->type->first, std::move(from), std::move(to), std::move(demands),
                                evaluator_.program.limits.max_enumeration, evaluator_.search.passing, stop, receive);
  const bool complete = enumerator.run();
  if (enumerator.too_many()) evaluator_.outcome.give_up(step.site);
  return complete && !failed();
}

}  // namespace quotient::bmethod
