#include <algorithm>
#include <cmath>
#include <optional>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {

bool Evaluator::enumerate_integers(std::int64_t low, std::int64_t high, std::uint32_t site, Elements receive) {
  if (high < low) return true;
  if (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) >= program_.limits.max_enumeration) {
    give_up(site);
    return false;
  }
  for (std::int64_t i = low; i <= high; ++i) {
    if (!receive(from_int(i))) return false;
  }
  return true;
}

bool Evaluator::enumerate(const Node* set, std::uint32_t site, Elements receive) {
  const Limits& limits = program_.limits;
  const auto& args = set->args;
  // What is drawn from an infinite set are elements of it, only not all.
  const auto then_miss = [this](bool complete) {
    if (complete) miss();
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
      give_up(site);
      return false;
    case Op::interval: {
      const std::int64_t low = number(args[0]);
      const std::int64_t high = number(args[1]);
      if (failed_) return false;
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
      return enumerate_sequences(set, site, receive);
    case Op::product:
    case Op::record_set:
      if (set->constant) break;
      if (args.size() == 1) return enumerate(args[0], site, receive);
      return enumerate(args[0], site, [&](Value first) {
        return enumerate(args[1], site, [&](Value second) {
          const Arena::Mark mark = arena.mark();
          return hand_on(mark, make_pair(arena, set->type->first, first, second), receive);
        });
      });
    case Op::set_union:
      if (set->constant || !set->infinite) break;
      return enumerate(args[0], site, receive) && enumerate(args[1], site, [&](Value element) {
               const bool known = contains(args[0], element);
               return !failed_ && (known || receive(element));
             });
    case Op::difference:
      if (set->constant || !set->infinite) break;
      return enumerate(args[0], site, [&](Value element) {
        const bool removed = contains(args[1], element);
        return !failed_ && (removed || receive(element));
      });
    case Op::intersection:
      if (set->constant || !set->infinite) break;
      return enumerate(args[0]->infinite ? args[1] : args[0], site, [&](Value element) {
        const bool kept = contains(args[0]->infinite ? args[0] : args[1], element);
        return !failed_ && (!kept || receive(element));
      });
    case Op::comprehension:
    case Op::lambda: {
      if (set->constant) break;
      const Value found = solutions_of(set);
      const bool missed = last_missed_;
      if (failed_) return false;
      const bool complete = for_each(set->type, found, receive);
      return missed ? then_miss(complete) : complete;
    }
    default:
      if (is_arrow(set->op)) return enumerate_relations(set, site, receive);
  }
  const Value value = eval(set);
  if (failed_) return false;
  return for_each(set->type, value, receive);
}

std::vector<Value> Evaluator::elements_of(const Node* set, std::uint32_t site) {
  std::vector<Value> elements;
  const bool outer = passing_;
  passing_ = false;
  enumerate(set, site, [&](Value element) {
    elements.push_back(element);
    return go_on(site);
  });
  passing_ = outer;
  return elements;
}

/// Subsets in the order of their masks: the first elements change fastest.
bool Evaluator::enumerate_subsets(const Node* set, std::uint32_t site, Elements receive) {
  const Node* base = set->args[0];
  Value elements = 0;
  if (base->infinite) {  // finite subsets of what is tried are subsets
    SetBuilder tried(arena, scratch_, base->type);
    for (const Value element : elements_of(base, site)) tried.add(element);
    elements = tried.finish();
  } else {
    elements = eval(base);
  }
  if (failed_) return false;
  const std::uint64_t count = size_of(base->type, elements);
  if (count >= 63 || (std::uint64_t{1} << count) > program_.limits.max_enumeration) {
    give_up(site);
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
    const Arena::Mark mark = arena.mark();
    Value subset = 0;
    if (chosen != 0) {
      Value* words = arena.words(static_cast<std::size_t>(std::popcount(chosen)) + 1);
      words[0] = static_cast<Value>(std::popcount(chosen));
      std::size_t at = 1;
      for (std::uint64_t rest = chosen; rest != 0; rest &= rest - 1) {
        words[at++] = all[static_cast<std::size_t>(std::countr_zero(rest))];
      }
      subset = address(words);
    }
    if (!hand_on(mark, subset, receive)) return false;
  }
  return true;
}

/// Sequences by length, then in the order of their elements. Those of unlimited length stop at MAXINT elements.
bool Evaluator::enumerate_sequences(const Node* set, std::uint32_t site, Elements receive) {
  const std::vector<Value> elements = elements_of(set->args[0], site);
  if (failed_) return false;
  const Type* type = set->type->first;
  const bool injective = set->op == Op::iseq || set->op == Op::iseq1 || set->op == Op::perm;
  const std::size_t longest =
      injective ? elements.size() : static_cast<std::size_t>(std::max<std::int64_t>(program_.limits.max_int, 0));
  std::size_t length = set->op == Op::seq1 || set->op == Op::iseq1 ? 1 : 0;
  if (set->op == Op::perm) length = longest;
  // Where all of them are wanted there is no point in trying the first of too many.
  double all = 0;
  double of_length = 1;
  for (std::size_t i = 0; i <= longest; ++i) {
    if (i >= length) all += of_length;
    of_length *= static_cast<double>(injective ? elements.size() - i : elements.size());
  }
  if (wants_all_ && all > static_cast<double>(program_.limits.max_enumeration)) {
    give_up(site);
    return false;
  }
  std::uint64_t count = 0;
  std::vector<std::size_t> chosen;
  for (; length <= longest; ++length) {
    const auto extend = [&](const auto& self) -> bool {
      if (chosen.size() == length) {
        if (++count > program_.limits.max_enumeration) {
          give_up(site);
          return false;
        }
        const Arena::Mark mark = arena.mark();
        SetBuilder made(arena, scratch_, type);
        for (std::size_t i = 0; i < length; ++i) made.add(make_pair(arena, type->first, i + 1, elements[chosen[i]]));
        return hand_on(mark, made.finish(true), receive);
      }
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (injective && std::ranges::find(chosen, i) != chosen.end()) continue;
        chosen.push_back(i);
        const bool go_on = self(self);
        chosen.pop_back();
        if (!go_on) return false;
      }
      return true;
    };
    if (!extend(extend)) return false;
  }
  if (!injective && !elements.empty()) miss();  // there are longer ones
  return true;
}

}  // namespace quotient::bmethod
