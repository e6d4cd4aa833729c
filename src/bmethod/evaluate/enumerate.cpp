#include <algorithm>
#include <cmath>
#include <optional>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

bool SetEnumerator::enumerate_integers(std::int64_t low, std::int64_t high, std::uint32_t site, Elements receive) {
  if (high < low) return true;
  if (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) >= evaluator_.program.limits.max_enumeration) {
    evaluator_.outcome.give_up(site);
    return false;
  }
  for (std::int64_t i = low; i <= high; ++i) {
    if (!receive(from_int(i))) return false;
  }
  return true;
}

bool SetEnumerator::enumerate(const Node* set, std::uint32_t site, Elements receive) {
  const Limits& limits = evaluator_.program.limits;
  const auto& args = set->args;
  // What is drawn from an infinite set are elements of it, only not all.
  const auto then_miss = [this](bool complete) {
    if (complete) evaluator_.miss();
    return complete;
  };
  switch (set->op) {
    case Op::integers:
      return then_miss(enumerate_integers(limits.min_int, limits.max_int, site, receive));
    case Op::int_set:
      return enumerate_integers(limits.min_int, limits.max_int, site, receive);
    case Op::naturals:
      return then_miss(enumerate_integers(0, limits.max_int, site, receive));
    case Op::nat_set:
      return enumerate_integers(0, limits.max_int, site, receive);
    case Op::naturals1:
      return then_miss(enumerate_integers(1, limits.max_int, site, receive));
    case Op::nat1_set:
      return enumerate_integers(1, limits.max_int, site, receive);
    case Op::string_set:
      if (set->type->first->kind == Type::Kind::string) return then_miss(true);
      evaluator_.outcome.give_up(site);
      return false;
    case Op::interval: {
      const std::int64_t low = evaluator_.number(args[0]);
      const std::int64_t high = evaluator_.number(args[1]);
      if (failed()) return false;
      return enumerate_integers(low, high, site, receive);
    }
    case Op::pow:
    case Op::fin:
    case Op::pow1:
    case Op::fin1:
      return enumerate_subsets(set, site, receive);
    case Op::seq:
    case Op::seq1:
    case Op::iseq:
    case Op::iseq1:
    case Op::perm:
      return enumerate_sequences(set, site, nullptr, receive);
    case Op::product:
    case Op::record_set:
      if (set->constant) break;
      if (args.size() == 1) return enumerate(args[0], site, receive);
      return enumerate(args[0], site, [&](Value first) {
        return enumerate(args[1], site, [&](Value second) {
          const Arena::Mark mark = evaluator_.arena.mark();
          return evaluator_.hand_on(mark, make_pair(evaluator_.arena, set->type->first, first, second), receive);
        });
      });
    case Op::set_union:
      if (set->constant || !set->infinite) break;
      return enumerate(args[0], site, receive) && enumerate(args[1], site, [&](Value element) {
               const bool known = evaluator_.contains(args[0], element);
               return !failed() && (known || receive(element));
             });
    case Op::difference:
      if (set->constant || !set->infinite) break;
      return enumerate(args[0], site, [&](Value element) {
        const bool removed = evaluator_.contains(args[1], element);
        return !failed() && (removed || receive(element));
      });
    case Op::intersection:
      if (set->constant || !set->infinite) break;
      return enumerate(args[0]->infinite ? args[1] : args[0], site, [&](Value element) {
        const bool kept = evaluator_.contains(args[0]->infinite ? args[0] : args[1], element);
        return !failed() && (!kept || receive(element));
      });
    case Op::comprehension:
    case Op::lambda: {
      if (set->constant) break;
      const auto [found, missed] = evaluator_.solutions_of(set);
      if (failed()) return false;
      const bool complete = for_each(set->type, found, receive);
      return missed ? then_miss(complete) : complete;
    }
    default:
      if (is_arrow(set->op)) return enumerate_relations(set, site, receive);
  }
  const Value value = evaluator_.eval(set);
  if (failed()) return false;
  return for_each(set->type, value, receive);
}

std::vector<Value> SetEnumerator::elements_of(const Node* set, std::uint32_t site) {
  std::vector<Value> elements;
  const bool outer = evaluator_.search.passing;
  evaluator_.search.passing = false;
  enumerate(set, site, [&](Value element) {
    elements.push_back(element);
    return evaluator_.go_on(site);
  });
  evaluator_.search.passing = outer;
  return elements;
}

/// Subsets in the order of their masks: the first elements change fastest.
bool SetEnumerator::enumerate_subsets(const Node* set, std::uint32_t site, Elements receive) {
  const Node* base = set->args[0];
  Value elements = 0;
  if (base->infinite) {  // finite subsets of what is tried are subsets
    SetBuilder tried(evaluator_.arena, evaluator_.scratch, base->type);
    for (const Value element : elements_of(base, site)) tried.add(element);
    elements = tried.finish();
  } else {
    elements = evaluator_.eval(base);
  }
  if (failed()) return false;
  const std::uint64_t count = size_of(base->type, elements);
  if (count >= 63 || (std::uint64_t{1} << count) > evaluator_.program.limits.max_enumeration) {
    evaluator_.outcome.give_up(site);
    return false;
  }
  const bool nonempty = set->op == Op::pow1 || set->op == Op::fin1;
  if (base->type->mask) {
    // The next subset of a mask: carry through the gaps.
    Value subset = 0;
    do {
      if ((subset != 0 || !nonempty) && !receive(subset)) return false;
      subset = (subset - elements) & elements;
    } while (subset != 0);
    return true;
  }
  const auto all = items(elements);
  for (std::uint64_t chosen = nonempty ? 1 : 0; chosen < std::uint64_t{1} << count; ++chosen) {
    const Arena::Mark mark = evaluator_.arena.mark();
    Value subset = 0;
    if (chosen != 0) {
      Value* words = evaluator_.arena.words(static_cast<std::size_t>(std::popcount(chosen)) + 1);
      words[0] = static_cast<Value>(std::popcount(chosen));
      std::size_t at = 1;
      for (std::uint64_t rest = chosen; rest != 0; rest &= rest - 1) {
        words[at++] = all[static_cast<std::size_t>(std::countr_zero(rest))];
      }
      subset = address(words);
    }
    if (!evaluator_.hand_on(mark, subset, receive)) return false;
  }
  return true;
}

}  // namespace quotient::bmethod
