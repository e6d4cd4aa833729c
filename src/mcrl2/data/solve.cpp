#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

#include "base/ensure.hpp"
#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/data/number.hpp"
#include "mcrl2/data/sets.hpp"

namespace quotient::mcrl2 {

bool Evaluator::admissible(Value value, SortId sort) const {
  switch (program_.spec->sorts.kind(sort)) {
    case SortKind::pos:
      return !is_number(value) || (is_integer(value) && sign(value) > 0);
    case SortKind::nat:
      return !is_number(value) || (is_integer(value) && sign(value) >= 0);
    case SortKind::integer:
      return !is_number(value) || is_integer(value);
    default:
      return true;
  }
}

const std::vector<Value>& Evaluator::values_of(SortId sort) {
  if (const auto known = values_.find(sort.value); known != values_.end()) return known->second;
  const Specification& spec = *program_.spec;
  if (const auto listed = program_.listed_functions.find(sort); listed != program_.listed_functions.end()) {
    return values_[sort.value] = all_functions(sort, listed->second);
  }
  const auto count = program_.cardinality[sort.value];
  if (!count || *count > limits_.enumerated) {
    give_up(fmt::format("sort {} has {} values to enumerate", spec.sorts.text(sort),
                        count ? "too many" : "infinitely many"),
            {});
  }
  std::vector<Value> result;
  const SortKind kind = spec.sorts.kind(sort);
  if (kind == SortKind::boolean) {
    result = {Value::truth(false), Value::truth(true)};
  } else if (kind == SortKind::set || kind == SortKind::fset) {
    const std::vector<Value> elements = values_of(spec.sorts.element(sort));
    for (std::uint64_t members = 0; members < *count; ++members) {
      heed_stop();
      std::vector<Value> chosen;
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (((members >> i) & 1U) != 0) chosen.push_back(elements[i]);
      }
      result.push_back(make_set(std::move(chosen), store_, program_.constructor_index));
    }
  } else {
    for (const FuncId constructor : spec.constructors.at(sort)) {
      const std::vector<SortId>& domain = spec.functions[constructor.value].domain;
      std::vector<std::vector<Value>> fields;
      bool empty = false;
      for (const SortId field : domain) {
        fields.push_back(values_of(field));
        empty = empty || fields.back().empty();
      }
      if (empty) continue;
      std::vector<std::size_t> digits(domain.size(), 0);
      for (bool more = true; more;) {
        heed_stop();
        std::vector<Value> arguments;
        for (std::size_t i = 0; i < digits.size(); ++i) arguments.push_back(fields[i][digits[i]]);
        const bool rules = !program_.functions[constructor.value].by_arity.empty();
        result.push_back(rules ? call(constructor, arguments) : application(constructor, arguments));
        more = false;
        for (std::size_t i = digits.size(); i-- > 0 && !more;) {
          more = ++digits[i] < fields[i].size();
          if (!more) digits[i] = 0;
        }
      }
    }
    if (std::any_of(result.begin(), result.end(), [](Value v) { return !v.is_small(); })) {
      // Constructors with equations may yield a value twice.
      std::vector<Value> once;
      for (const Value v : result) {
        if (program_.functions.empty() || std::find(once.begin(), once.end(), v) == once.end() ||
            result.size() > 4096) {
          once.push_back(v);
        }
      }
      result = std::move(once);
    }
  }
  return values_[sort.value] = std::move(result);
}

std::vector<Value> Evaluator::all_functions(SortId sort, std::uint32_t lambda) {
  const std::vector<Value> arguments = values_of(program_.spec->sorts.arguments(sort).front());
  const std::vector<Value> results = values_of(program_.spec->sorts.codomain(sort));
  const Value base[] = {Value::small(lambda)};
  std::vector<Value> functions;
  std::vector<std::size_t> digits(arguments.size(), 0);
  for (bool more = true; more;) {
    heed_stop();
    Value function = store_.make(node_op::closure, base);
    for (std::size_t i = 0; i < digits.size(); ++i) function = update(function, arguments[i], results[digits[i]]);
    functions.push_back(function);
    more = false;
    for (std::size_t i = digits.size(); i-- > 0 && !more;) {
      more = ++digits[i] < results.size();
      if (!more) digits[i] = 0;
    }
  }
  return functions;
}

/// The part of a value that a way of constructors leads to; nothing where it has another form.
std::optional<Value> Evaluator::part_of(Value value, std::span<const PartStep> path, SourceRange range) const {
  for (const PartStep& step : path) {
    const bool applied = !value.is_small() && value.node()->op >= node_op::first_function;
    const bool stuck =
        is_op(value, node_op::stuck_apply) || is_op(value, node_op::stuck_builtin) ||
        (applied && program_.spec->functions[value.node()->op - node_op::first_function].kind == FuncKind::map);
    if (stuck) fail("a condition is neither true nor false: it compares with a term without value", range);
    const std::uint32_t wanted =
        step.constructor ? node_op::first_function + step.constructor->value : std::uint32_t{node_op::cons};
    if (!is_op(value, wanted)) return std::nullopt;
    value = (*value.node())[step.index];
  }
  return value;
}

/// A condition without a value does not matter where another one is false, or where a quantifier is decided by other
/// values: it is kept until the rest is known, and an error only then.
void Evaluator::solve(const Solver& solver, std::span<Value> locals, const std::function<bool()>& found) {
  if (nesting_ == 0) steps_ = 0;
  ensure(locals.size() == solver.captured + solver.sorts.size(), "no room for the variables to solve");
  Solving solving{.solver = solver, .locals = locals, .found = found};
  open_domain(solving, 0, {});
  if (solving.more && solving.undecided) test(solving.undecided, solving.undecided_locals);
}

/// The values that a variable has in the solutions of all cases, each once.
std::vector<Value> Evaluator::values_by_cases(const Domain& domain, std::span<const Value> locals) {
  std::vector<Value> result;
  std::unordered_set<std::uint64_t> seen;
  for (const Solver& one : domain.cases) {
    std::vector<Value> inner(locals.begin(), locals.end());
    inner.resize(inner.size() + one.sorts.size());
    const std::function<bool()> found = [&] {
      if (seen.insert(inner[one.captured].bits()).second) result.push_back(inner[one.captured]);
      return true;
    };
    // Conditions without a value are looked at once more, with the values found here.
    Solving solving{.solver = one, .locals = inner, .found = found, .candidates = true};
    open_domain(solving, 0, {});
  }
  return result;
}

void Evaluator::open_domain(Solving& solving, std::size_t stage, RoutineId undecided) {
  for (const RoutineId condition : solving.solver.checks[stage]) {
    const Value v = run(condition, solving.locals);
    if (v.is_false()) return;
    if (!v.is_true() && !undecided) undecided = condition;
  }
  if (stage < solving.solver.domains.size()) return open(solving, solving.solver.domains[stage], stage, undecided);
  if (!undecided || solving.candidates) {
    solving.more = solving.found();
  } else if (!solving.undecided) {
    solving.undecided = undecided;
    solving.undecided_locals.assign(solving.locals.begin(), solving.locals.end());
  }
}

/// The numbers that a quantifier without bounds is tried with: from the least on, or 0, 1, -1, 2, … What holds for one
/// of them holds for some number; what holds for none of them is not known. False where `attempt` ended it.
bool Evaluator::try_first_numbers(const Domain& domain, std::optional<Value> low,
                                  const std::function<bool(Value)>& attempt) {
  constexpr std::int64_t most = 1000;
  const SortKind kind = program_.spec->sorts.kind(domain.sort);
  if (!one_is_enough_ || !SortTable::numeric(kind)) return true;
  if (!low && kind == SortKind::pos) low = Value::small(1);
  if (!low && kind == SortKind::nat) low = Value::small(0);
  for (std::int64_t i = 0; i < most; ++i) {
    const Value next = low ? add(*low, Value::small(i), store_) : Value::small(i % 2 == 0 ? -(i / 2) : i / 2 + 1);
    if (!attempt(next)) return false;
  }
  return true;
}

void Evaluator::open(Solving& solving, const Domain& domain, std::size_t stage, RoutineId undecided) {
  const Solver& solver = solving.solver;
  const std::span<Value> locals = solving.locals;
  const bool& more = solving.more;
  Value& slot = locals[solver.captured + domain.variable];
  const auto too_many = [&] {
    give_up(fmt::format("more than {} values tried for '{}'", limits_.enumerated, solver.names[domain.variable]),
            solver.range);
  };
  const auto attempt = [&](Value value) {
    heed_stop();
    if (++solving.tried > limits_.enumerated) too_many();
    slot = value;
    open_domain(solving, stage + 1, undecided);
  };
  const auto attempt_more = [&](Value value) {
    attempt(value);
    return more;
  };
  const auto unbounded = [&] {
    give_up(fmt::format("variable '{}' of sort {} has infinitely many values, and no condition bounds it",
                        solver.names[domain.variable], program_.spec->sorts.text(domain.sort)),
            solver.range);
  };
  switch (domain.kind) {
    case Domain::Kind::equal: {
      const auto value = part_of(run(domain.sources.front(), locals), domain.path, solver.range);
      if (value && admissible(*value, domain.sort)) attempt(*value);
      return;
    }
    case Domain::Kind::member: {
      const Value container = run(domain.sources.front(), locals);
      std::vector<Value> elements;
      if (domain.container == SortKind::list) {
        for (Value rest = container; is_op(rest, node_op::cons); rest = (*rest.node())[1]) {
          elements.push_back((*rest.node())[0]);
        }
        const Value once = make_set(std::move(elements), store_, program_.constructor_index);
        elements.assign(once.node()->arguments().begin(), once.node()->arguments().end());
      } else if (is_op(container, node_op::set)) {
        elements.assign(container.node()->arguments().begin(), container.node()->arguments().end());
      } else if (is_op(container, node_op::bag)) {
        for (std::size_t i = 0; i < container.node()->size; i += 2) elements.push_back((*container.node())[i]);
      } else if (!domain.instead.empty()) {
        return open(solving, domain.instead.front(), stage, undecided);
      } else {
        unbounded();
      }
      for (std::size_t i = 0; i < elements.size() && more; ++i) {
        if (admissible(elements[i], domain.sort)) attempt(elements[i]);
      }
      return;
    }
    case Domain::Kind::range: {
      std::optional<Value> low;
      std::optional<Value> high;
      const SortKind kind = program_.spec->sorts.kind(domain.sort);
      if (kind != SortKind::integer) low = Value::small(kind == SortKind::pos ? 1 : 0);
      for (std::size_t i = 0; i < domain.lower.size(); ++i) {
        Value v = run(domain.lower[i], locals);
        if (!is_number(v)) continue;
        const Value up = floor(v, store_);
        if (domain.lower_strict[i] || compare_numbers(up, v) < 0) v = add(up, Value::small(1), store_);
        if (!low || compare_numbers(v, *low) > 0) low = v;
      }
      for (std::size_t i = 0; i < domain.sources.size(); ++i) {
        const Value v = run(domain.sources[i], locals);
        if (!is_number(v)) continue;
        Value down = floor(v, store_);
        if (domain.sources_strict[i] && down == v) down = subtract(down, Value::small(1), store_);
        if (!high || compare_numbers(down, *high) < 0) high = down;
      }
      if (!low || !high) {
        if (!try_first_numbers(domain, low, attempt_more)) return;
        unbounded();
      }
      for (Value v = *low; more && compare_numbers(v, *high) <= 0; v = add(v, Value::small(1), store_)) attempt(v);
      return;
    }
    case Domain::Kind::lists: {
      std::optional<Value> longest;
      for (std::size_t i = 0; i < domain.sources.size(); ++i) {
        const Value v = run(domain.sources[i], locals);
        if (!is_number(v)) continue;
        Value down = floor(v, store_);
        if (domain.sources_strict[i] && down == v) down = subtract(down, Value::small(1), store_);
        if (!longest || compare_numbers(down, *longest) < 0) longest = down;
      }
      if (!longest) unbounded();
      // The short ones first, each length from the one before.
      const std::vector<Value> elements = values_of(program_.spec->sorts.element(domain.sort));
      std::vector<Value> lists{empty_list()};
      for (Value length = Value::small(0); compare_numbers(length, *longest) <= 0;
           length = add(length, Value::small(1), store_)) {
        for (std::size_t i = 0; i < lists.size() && more; ++i) attempt(lists[i]);
        if (!more || lists.empty() || length == *longest) return;
        if (lists.size() > limits_.enumerated / std::max<std::size_t>(elements.size(), 1)) too_many();
        std::vector<Value> longer;
        for (const Value first : elements) {
          for (const Value rest : lists) longer.push_back(store_.cons(first, rest));
        }
        lists = std::move(longer);
      }
      return;
    }
    case Domain::Kind::cases: {
      const std::vector<Value> values = values_by_cases(domain, locals);
      for (std::size_t i = 0; i < values.size() && more; ++i) {
        if (admissible(values[i], domain.sort)) attempt(values[i]);
      }
      return;
    }
    case Domain::Kind::all: {
      if (!program_.finite(domain.sort) && !program_.listed_functions.contains(domain.sort)) {
        if (!try_first_numbers(domain, std::nullopt, attempt_more)) return;
        unbounded();
      }
      const std::vector<Value> values = values_of(domain.sort);
      for (std::size_t i = 0; i < values.size() && more; ++i) attempt(values[i]);
      return;
    }
  }
}

namespace {

/// Sets a flag as long as it lives, also where an error passes through.
class Restored {
 public:
  Restored(bool& flag, bool value) : flag_(flag), before_(flag) { flag = value; }
  ~Restored() { flag_ = before_; }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  bool& flag_;
  bool before_;
};

}  // namespace

Value Evaluator::binder(const Binder& binder, std::span<const Value> captured) {
  const auto closure = [&] {
    std::vector<Value> parts{Value::small(binder.lambda)};
    parts.insert(parts.end(), captured.begin(), captured.end());
    const Value function[] = {store_.make(node_op::closure, parts)};
    return store_.make(binder.kind == ExprKind::set_of ? node_op::set_of : node_op::bag_of, function);
  };
  const bool comprehension = binder.kind == ExprKind::set_of || binder.kind == ExprKind::bag_of;
  if (comprehension && !binder.solver.bounded) return closure();
  std::vector<Value> locals(captured.begin(), captured.end());
  locals.resize(captured.size() + binder.solver.sorts.size());
  bool any = false;
  std::vector<Value> elements;
  const Restored restored(one_is_enough_, !comprehension);
  solve(binder.solver, locals, [&] {
    any = true;
    if (!comprehension) return false;
    elements.push_back(locals.back());
    if (binder.kind == ExprKind::bag_of) {
      const Value count = run(binder.value, locals);
      if (!is_number(count)) fail("the count of an element of a bag is not a number", binder.solver.range);
      elements.push_back(count);
    }
    return true;
  });
  if (binder.kind == ExprKind::set_of) return make_set(std::move(elements), store_, program_.constructor_index);
  if (binder.kind == ExprKind::bag_of) return make_bag(std::move(elements), store_, program_.constructor_index);
  return Value::truth(any == (binder.kind == ExprKind::exists));
}

}  // namespace quotient::mcrl2
