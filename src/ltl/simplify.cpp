#include "ltl/simplify.hpp"

#include <algorithm>
#include <unordered_map>

namespace quotient::ltl {

namespace {

/// Rules that compare operands pairwise are left out above this number: they would cost more than they save.
constexpr std::size_t most_operands = 200;
/// One pass can make room for another; a few are enough, and none is needed.
constexpr int most_passes = 6;

}  // namespace

Formula Simplifier::simplify(Formula f) {
  for (int pass = 0; pass < most_passes; ++pass) {
    const Formula simpler = rebuild(f);
    if (simpler == f) break;
    f = simpler;
  }
  return f;
}

/// From the leaves up, not recursive: a chain of operators can be long.
Formula Simplifier::rebuild(Formula f) {
  std::unordered_map<std::uint32_t, Formula> done;
  for (const Formula inner : formulas_.subformulas(f)) {
    Operands operands;
    for (const Formula part : formulas_.operands(inner)) operands.push_back(done.at(part.id));
    const auto simpler = [&]() -> Formula {
      switch (formulas_.op(inner)) {
        case Operator::negation:
          return implication_.negate(operands[0]);
        case Operator::conjunction:
          return conjunction(std::move(operands));
        case Operator::disjunction:
          return disjunction(operands);
        case Operator::next:
          return next(operands[0]);
        case Operator::until:
          return until(operands[0], operands[1]);
        case Operator::release:
          return release(operands[0], operands[1]);
        default:
          return inner;
      }
    };
    done.emplace(inner.id, simpler());
  }
  return done.at(f.id);
}

Formula Simplifier::normal_form(Formula f) {
  std::unordered_map<std::uint32_t, Formula> done;
  for (const Formula inner : formulas_.subformulas(f)) {
    Operands operands;
    for (const Formula part : formulas_.operands(inner)) operands.push_back(done.at(part.id));
    const Operator op = formulas_.op(inner);
    done.emplace(inner.id, op == Operator::negation
                               ? implication_.negate(operands[0])
                               : formulas_.make(op, formulas_.proposition_number(inner), operands));
  }
  return done.at(f.id);
}

Simplifier::Operands Simplifier::alternatives(Formula f) const {
  if (formulas_.op(f) != Operator::disjunction) return {f};
  const auto parts = formulas_.operands(f);
  return {parts.begin(), parts.end()};
}

Simplifier::Operands Simplifier::conjuncts(Formula f) const {
  if (formulas_.op(f) != Operator::conjunction) return {f};
  const auto parts = formulas_.operands(f);
  return {parts.begin(), parts.end()};
}

// ---------------------------------------------------------------------------------------------- conjunction

Formula Simplifier::conjunction(Operands operands) {
  while (true) {
    const Formula joined = formulas_.conjunction(operands);
    operands = conjuncts(joined);
    if (operands.size() < 2 || operands.size() > most_operands) return joined;
    if (contradictory(operands)) return formulas_.constant(false);
    if (drop_implied(operands) || join_operands(operands) || fold_always(operands) ||
        drop_impossible_choices(operands)) {
      continue;
    }
    return joined;
  }
}

bool Simplifier::contradictory(const Operands& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = i + 1; j < operands.size(); ++j) {
      if (implication_.excludes(operands[i], operands[j]) || implication_.excludes(operands[j], operands[i]))
        return true;
    }
  }
  return false;
}

/// Absorption: an operand that follows from another says nothing. Of two that follow from each other the first stays.
bool Simplifier::drop_implied(Operands& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = 0; j < operands.size(); ++j) {
      if (i == j || !implication_.holds(operands[i], operands[j])) continue;
      if (i > j && implication_.holds(operands[j], operands[i])) continue;
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

/// f && (g || h) = f && h where f excludes g.
bool Simplifier::drop_impossible_choices(Operands& operands) {
  for (std::size_t j = 0; j < operands.size(); ++j) {
    if (formulas_.op(operands[j]) != Operator::disjunction) continue;
    Operands choices = alternatives(operands[j]);
    const std::size_t before = choices.size();
    std::erase_if(choices, [&](Formula choice) {
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (i != j && implication_.excludes(operands[i], choice)) return true;
      }
      return false;
    });
    if (choices.size() == before) continue;
    operands[j] = disjunction(choices);
    return true;
  }
  return false;
}

/// Two operands that one formula can say.
bool Simplifier::join_pair(Formula a, Formula b, Formula& joined) {
  // (f U g) && h = f U (g && h) and X f && h = X (f && h) where h is about the far future only: it can wait. Its dual
  // puts choices off that need not be made yet.
  const auto can_wait = [&](Formula f) { return formulas_.shape(f).eventual && formulas_.shape(f).universal; };
  if (can_wait(a) && (formulas_.op(a) != Operator::until || !can_wait(b))) std::swap(a, b);
  if (can_wait(b) && formulas_.op(b) != Operator::until) {
    if (formulas_.op(a) == Operator::until) {
      joined = until(formulas_.operand(a, 0), conjunction({formulas_.operand(a, 1), b}));
      return true;
    }
    if (formulas_.op(a) == Operator::next) {
      joined = next(conjunction({formulas_.operand(a, 0), b}));
      return true;
    }
  }
  if (formulas_.op(a) != formulas_.op(b)) return false;
  const auto left = formulas_.operands(a), right = formulas_.operands(b);
  switch (formulas_.op(a)) {
    case Operator::next:  // X f && X g = X (f && g)
      joined = next(conjunction({left[0], right[0]}));
      return true;
    case Operator::release:  // (f V g) && (f V h) = f V (g && h)
      if (left[0] != right[0]) return false;
      joined = release(left[0], conjunction({left[1], right[1]}));
      return true;
    case Operator::until:
      if (left[1] == right[1]) {  // (f U h) && (g U h) = (f && g) U h
        joined = until(conjunction({left[0], right[0]}), left[1]);
        return true;
      }
      // <>f && <>g = <>(f && g) where both, once true, stay so
      if (!formulas_.is_eventually(a) || !formulas_.is_eventually(b)) return false;
      if (!formulas_.shape(left[1]).universal || !formulas_.shape(right[1]).universal) return false;
      joined = until(left[0], conjunction({left[1], right[1]}));
      return true;
    default:
      return false;
  }
}

bool Simplifier::join_operands(Operands& operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t j = i + 1; j < operands.size(); ++j) {
      Formula joined;
      if (!join_pair(operands[i], operands[j], joined)) continue;
      operands[i] = joined;
      operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

/// f && X []f = []f
bool Simplifier::fold_always(Operands& operands) {
  for (Formula& later : operands) {
    if (formulas_.op(later) != Operator::next || !formulas_.is_always(formulas_.operand(later, 0))) continue;
    const Formula always = formulas_.operand(later, 0);
    const Operands now = conjuncts(formulas_.operand(always, 1));
    const bool all_hold_now = std::all_of(now.begin(), now.end(), [&](Formula f) {
      return std::find(operands.begin(), operands.end(), f) != operands.end();
    });
    if (!all_hold_now) continue;
    later = always;
    return true;
  }
  return false;
}

Formula Simplifier::disjunction(const Operands& operands) {
  Operands negated;
  for (const Formula f : operands) negated.push_back(implication_.negate(f));
  return implication_.negate(conjunction(std::move(negated)));
}

Formula Simplifier::next(Formula f) {
  const Shape shape = formulas_.shape(f);
  if (shape.eventual && shape.universal) return f;  // about the far future only: X []<>f = []<>f
  return formulas_.next(f);
}

// ---------------------------------------------------------------------------------------------- until

/// What is asked before `b` comes, given that `b` has not come yet: (f || g) U b = f U b where g implies b, and
/// (f && g) U b = f U b where !g implies b.
Formula Simplifier::until_left(Formula a, Formula b) {
  Operands choices = alternatives(a);
  if (choices.size() > 1 && std::erase_if(choices, [&](Formula f) { return implication_.holds(f, b); }) > 0) {
    a = disjunction(choices);
  }
  Operands parts = conjuncts(a);
  const auto certain = [&](Formula f) { return implication_.holds(implication_.negate(f), b); };
  if (std::erase_if(parts, certain) > 0) a = conjunction(std::move(parts));
  return a;
}

/// Rules that look into what is waited for. True if one applied.
bool Simplifier::until_right(Formula a, Formula b, Formula& result) {
  // f U (g || h U k) = f U (g || k) where h implies f; and an eventual choice need not be waited for.
  Operands choices = alternatives(b);
  bool changed = false;
  for (Formula& choice : choices) {
    if (formulas_.op(choice) != Operator::until || !implication_.holds(formulas_.operand(choice, 0), a)) continue;
    choice = formulas_.operand(choice, 1);
    changed = true;
  }
  if (changed) {
    result = until(a, disjunction(choices));
    return true;
  }
  return false;
}

/// Rules for <>[]f. True if one applied.
bool Simplifier::eventually_always(Formula body, Formula& result) {
  const auto settle = [&](Formula f) { return until(formulas_.constant(true), release(formulas_.constant(false), f)); };
  Operands parts = conjuncts(body);
  bool changed = false;
  for (Formula& part : parts) {  // a step more or less makes no difference
    if (formulas_.op(part) != Operator::next) continue;
    part = formulas_.operand(part, 0);
    changed = true;
  }
  if (changed) {
    result = settle(conjunction(std::move(parts)));
    return true;
  }
  Operands choices = alternatives(body);
  if (choices.size() < 2) return false;
  Operands apart;
  for (const Formula choice : choices) {  // <>[](f || g) = <>[]f || <>g, or []g, where g is universal, or eventual
    if (formulas_.shape(choice).universal)
      apart.push_back(until(formulas_.constant(true), choice));
    else if (formulas_.shape(choice).eventual)
      apart.push_back(release(formulas_.constant(false), choice));
  }
  if (apart.empty()) return false;
  std::erase_if(choices, [&](Formula f) { return formulas_.shape(f).universal || formulas_.shape(f).eventual; });
  apart.push_back(settle(disjunction(choices)));
  result = disjunction(apart);
  return true;
}

Formula Simplifier::until(Formula a, Formula b) {
  if (formulas_.is_true(b) || formulas_.is_false(b) || formulas_.shape(b).eventual) return b;
  if (implication_.holds(a, b)) return b;
  a = until_left(a, b);
  if (formulas_.is_false(a)) return b;

  if (formulas_.op(b) == Operator::until && implication_.holds(a, formulas_.operand(b, 0))) return b;
  if (formulas_.op(a) == Operator::until && formulas_.operand(a, 1) == b) return a;  // (f U g) U g = f U g
  if (formulas_.op(b) == Operator::next && (formulas_.op(a) == Operator::next || formulas_.is_true(a))) {
    const Formula before = formulas_.is_true(a) ? a : formulas_.operand(a, 0);  // X f U X g = X (f U g)
    return next(until(before, formulas_.operand(b, 0)));
  }
  Formula result;
  if (until_right(a, b, result)) return result;
  if (formulas_.is_true(a) && formulas_.is_always(b) && eventually_always(formulas_.operand(b, 1), result))
    return result;
  return formulas_.until(a, b);
}

Formula Simplifier::release(Formula a, Formula b) {
  return implication_.negate(until(implication_.negate(a), implication_.negate(b)));
}

}  // namespace quotient::ltl
