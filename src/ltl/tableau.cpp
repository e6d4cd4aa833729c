#include "ltl/tableau.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/ensure.hpp"

namespace quotient::ltl {

namespace {

/// Formulas that all have to hold, sorted as `Formulas::compare` says.
using Obligations = std::vector<Formula>;

/// One way to satisfy a formula: the present letter, what has to hold afterwards, and the untils that were put off
/// rather than fulfilled.
struct Way {
  Cube label;
  Obligations next;
  Marks put_off = 0;
};
using Ways = std::vector<Way>;

/// Obligations are compared pairwise only if there are at most so many.
constexpr std::size_t most_related = 300;
/// The same for the ways of one formula; and how many are combined before the formula counts as too large.
constexpr std::size_t most_merged = 3000;
constexpr std::size_t most_combined = 100'000;

class Tableau {
 public:
  Tableau(Formulas& formulas, Implication& implication, Formula formula, const TableauLimits& limits)
      : formulas_(formulas), implication_(implication), formula_(formula), limits_(limits) {}

  std::optional<GeneralisedAutomaton> build();

 private:
  Ways ways_of(Formula f);
  const Ways& known(Formula f) const { return ways_.at(f.id); }
  Ways both(const Ways& a, const Ways& b);
  Ways either(const Ways& a, const Ways& b);
  Ways later(Formula f);
  void tidy(Ways& ways);
  bool dominates(const Way& better, const Way& worse);
  bool add_obligation(Obligations& to, Formula f);
  bool normalise(Obligations& obligations);
  void expand();
  void relate();
  void drop_met(Obligations& obligations) const;
  StateId state_of(Obligations obligations);

  bool before(Formula a, Formula b) const { return formulas_.compare(a, b) < 0; }
  static std::uint64_t pair_key(Formula a, Formula b) { return (static_cast<std::uint64_t>(a.id) << 32) | b.id; }

  Formulas& formulas_;
  Implication& implication_;
  Formula formula_;
  TableauLimits limits_;
  std::unordered_map<std::uint32_t, Ways> ways_;  // by formula
  std::unordered_map<std::uint32_t, std::uint32_t> condition_of_;
  std::unordered_set<std::uint64_t> meets_;  // pairs of obligations
  std::map<std::vector<std::uint32_t>, StateId> state_by_ids_;
  std::vector<Obligations> obligations_of_;
  bool too_large_ = false;
};

/// Whoever can go the worse way can go the better one, promising no more and putting off no more.
bool Tableau::dominates(const Way& better, const Way& worse) {
  if (!implies(worse.label, better.label) || (better.put_off & ~worse.put_off) != 0) return false;
  return std::all_of(better.next.begin(), better.next.end(), [&](Formula promised) {
    return std::any_of(worse.next.begin(), worse.next.end(),
                       [&](Formula f) { return implication_.holds(f, promised); });
  });
}

/// Removes what is dominated, and says what differs in the label only with as few cubes as possible.
void Tableau::tidy(Ways& ways) {
  const auto same_goal = [](const Way& a, const Way& b) { return a.put_off == b.put_off && a.next == b.next; };
  const auto goal_before = [&](const Way& a, const Way& b) {
    if (a.put_off != b.put_off) return a.put_off < b.put_off;
    return std::lexicographical_compare(a.next.begin(), a.next.end(), b.next.begin(), b.next.end(),
                                        [&](Formula f, Formula g) { return before(f, g); });
  };
  std::stable_sort(ways.begin(), ways.end(), goal_before);
  Ways merged;
  for (std::size_t first = 0; first < ways.size();) {
    std::size_t last = first;
    std::vector<Cube> labels;
    for (; last < ways.size() && same_goal(ways[first], ways[last]); ++last) labels.push_back(ways[last].label);
    minimise(labels);
    for (const Cube label : labels) merged.push_back({label, ways[first].next, ways[first].put_off});
    first = last;
  }
  std::vector<bool> dropped(merged.size(), false);
  for (std::size_t i = 0; i < merged.size() && merged.size() <= most_merged; ++i) {
    for (std::size_t j = 0; j < merged.size() && !dropped[i]; ++j) {
      dropped[i] = i != j && !dropped[j] && dominates(merged[j], merged[i]);
    }
  }
  ways.clear();
  for (std::size_t i = 0; i < merged.size(); ++i) {
    if (!dropped[i]) ways.push_back(std::move(merged[i]));
  }
}

/// False if the obligations cannot all hold.
bool Tableau::add_obligation(Obligations& to, Formula f) {
  if (formulas_.op(f) == Operator::conjunction) {
    const auto parts = formulas_.operands(f);
    return std::all_of(parts.begin(), parts.end(), [&](Formula part) { return add_obligation(to, part); });
  }
  if (formulas_.is_true(f)) return true;
  if (formulas_.is_false(f)) return false;
  to.push_back(f);
  return true;
}

/// Sorts. False if contradictory.
bool Tableau::normalise(Obligations& obligations) {
  std::sort(obligations.begin(), obligations.end(), [&](Formula a, Formula b) { return before(a, b); });
  obligations.erase(std::unique(obligations.begin(), obligations.end()), obligations.end());
  for (std::size_t i = 0; i < obligations.size(); ++i) {
    for (std::size_t j = 0; j < obligations.size(); ++j) {
      if (i != j && implication_.excludes(obligations[i], obligations[j])) return false;
    }
  }
  return true;
}

/// Which obligations are met, step by step and with nothing put off unseen, by whoever meets another: direct simulation
/// of the alternating automaton [Fritz, Wilke 2005]. That one formula implies the other is not enough: `[]X<>p` implies
/// `<>p`, but dropping `<>p` in each step because `[]X<>p` remains would mean that nobody ever waits for p.
void Tableau::relate() {
  std::vector<Formula> obligations;
  for (const Formula f : formulas_.subformulas(formula_)) {
    const Operator op = formulas_.op(f);
    if (op == Operator::until || op == Operator::release) obligations.push_back(f);
    if (op == Operator::next) add_obligation(obligations, formulas_.operand(f, 0));
  }
  std::sort(obligations.begin(), obligations.end(), [&](Formula a, Formula b) { return before(a, b); });
  obligations.erase(std::unique(obligations.begin(), obligations.end()), obligations.end());
  if (obligations.size() > most_related) return;
  for (const Formula a : obligations) {
    for (const Formula b : obligations) {
      if (a != b) meets_.insert(pair_key(a, b));
    }
  }
  const auto all_met = [&](const Obligations& by, const Obligations& wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](Formula want) {
      return std::any_of(by.begin(), by.end(),
                         [&](Formula f) { return f == want || meets_.contains(pair_key(f, want)); });
    });
  };
  const auto meets = [&](Formula a, Formula b) {
    return std::all_of(known(a).begin(), known(a).end(), [&](const Way& way) {
      return std::any_of(known(b).begin(), known(b).end(), [&](const Way& answer) {
        return implies(way.label, answer.label) && (answer.put_off & ~way.put_off) == 0 &&
               all_met(way.next, answer.next);
      });
    });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Formula a : obligations) {
      for (const Formula b : obligations) {
        if (!meets_.contains(pair_key(a, b)) || meets(a, b)) continue;
        meets_.erase(pair_key(a, b));
        changed = true;
      }
    }
  }
}

/// Leaves out what is met together with the rest. Of obligations that meet each other the first stays.
void Tableau::drop_met(Obligations& obligations) const {
  for (std::size_t i = obligations.size(); i-- > 0;) {
    for (std::size_t j = 0; j < obligations.size(); ++j) {
      if (i == j || !meets_.contains(pair_key(obligations[j], obligations[i]))) continue;
      if (j > i && meets_.contains(pair_key(obligations[i], obligations[j]))) continue;
      obligations.erase(obligations.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
}

Ways Tableau::later(Formula f) {
  Way way;
  if (!add_obligation(way.next, f) || !normalise(way.next)) return {};
  return {std::move(way)};
}

Ways Tableau::both(const Ways& a, const Ways& b) {
  Ways ways;
  too_large_ |= a.size() * b.size() > most_combined;
  if (too_large_) return ways;
  for (const Way& left : a) {
    for (const Way& right : b) {
      Way way{left.label & right.label, left.next, left.put_off | right.put_off};
      if (!way.label.consistent()) continue;
      way.next.insert(way.next.end(), right.next.begin(), right.next.end());
      if (normalise(way.next)) ways.push_back(std::move(way));
    }
  }
  tidy(ways);
  return ways;
}

Ways Tableau::either(const Ways& a, const Ways& b) {
  Ways ways = a;
  ways.insert(ways.end(), b.begin(), b.end());
  tidy(ways);
  return ways;
}

/// From the ways of its operands.
Ways Tableau::ways_of(Formula f) {
  const auto parts = formulas_.operands(f);
  const auto literal = [&](Formula proposition, bool positive) -> Ways {
    const std::uint32_t number = formulas_.proposition_number(proposition);
    ensure(number < most_propositions, "a proposition that no cube can hold");
    const std::uint64_t bit = std::uint64_t{1} << number;
    return {{positive ? Cube{bit, 0} : Cube{0, bit}, {}, 0}};
  };
  switch (formulas_.op(f)) {
    case Operator::falsum:
      return {};
    case Operator::verum:
      return {Way{}};
    case Operator::proposition:
      return literal(f, true);
    case Operator::negation:
      return literal(parts[0], false);
    case Operator::next:
      return later(parts[0]);
    case Operator::conjunction: {
      Ways ways = known(parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) ways = both(ways, known(parts[i]));
      return ways;
    }
    case Operator::disjunction: {
      Ways ways = known(parts[0]);
      for (std::size_t i = 1; i < parts.size(); ++i) ways = either(ways, known(parts[i]));
      return ways;
    }
    case Operator::until: {
      Ways again = later(f);
      for (Way& way : again) way.put_off = Marks{1} << condition_of_.at(f.id);
      return either(known(parts[1]), both(known(parts[0]), again));
    }
    case Operator::release:
      return both(known(parts[1]), either(known(parts[0]), later(f)));
  }
  return {};
}

/// Makes the ways of all subformulas known, those of operands first. All obligations ever met are among them.
void Tableau::expand() {
  for (const Formula f : formulas_.subformulas(formula_)) {
    if (too_large_) return;
    ways_.emplace(f.id, ways_of(f));
  }
}

StateId Tableau::state_of(Obligations obligations) {
  drop_met(obligations);
  std::vector<std::uint32_t> ids;
  for (const Formula f : obligations) ids.push_back(f.id);
  const auto [it, added] =
      state_by_ids_.emplace(std::move(ids), StateId{static_cast<std::uint32_t>(obligations_of_.size())});
  if (added) obligations_of_.push_back(std::move(obligations));
  return it->second;
}

std::optional<GeneralisedAutomaton> Tableau::build() {
  const std::vector<Formula> untils = untils_of(formulas_, formula_);
  ensure(untils.size() <= 64, "more untils than marks");
  for (std::uint32_t i = 0; i < untils.size(); ++i) condition_of_.emplace(untils[i].id, i);

  GeneralisedAutomaton automaton;
  automaton.condition_count = static_cast<std::uint32_t>(untils.size());
  expand();
  if (too_large_) return std::nullopt;
  relate();
  Obligations start;
  if (!add_obligation(start, formula_) || !normalise(start)) start = {formula_};
  automaton.initial = state_of(std::move(start));
  std::size_t transitions = 0;
  for (std::size_t state = 0; state < obligations_of_.size(); ++state) {
    const Obligations obligations = obligations_of_[state];
    Ways ways{Way{}};
    for (const Formula f : obligations) ways = both(ways, known(f));
    if (too_large_) return std::nullopt;
    auto& out = automaton.states.emplace_back();
    for (const Way& way : ways) {
      out.push_back({way.label, state_of(way.next), automaton.all_marks() & ~way.put_off});
    }
    transitions += out.size();
    if (transitions > limits_.transitions || obligations_of_.size() > limits_.states) return std::nullopt;
  }
  return automaton;
}

}  // namespace

std::optional<GeneralisedAutomaton> make_tableau(Formulas& formulas, Implication& implication, Formula formula,
                                                 const TableauLimits& limits) {
  ensure(formulas.shape(formula).normal, "a tableau needs negation normal form");
  return Tableau(formulas, implication, formula, limits).build();
}

std::vector<Formula> untils_of(const Formulas& formulas, Formula formula) {
  std::vector<Formula> untils;
  for (const Formula f : formulas.subformulas(formula)) {
    if (formulas.op(f) == Operator::until) untils.push_back(f);
  }
  std::sort(untils.begin(), untils.end(), [&](Formula a, Formula b) { return formulas.compare(a, b) < 0; });
  return untils;
}

}  // namespace quotient::ltl
