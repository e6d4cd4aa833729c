#include "mcrl2/symmetry/number_names.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "mcrl2/symmetry/kept_numbers.hpp"
#include "mcrl2/symmetry/number_flow.hpp"

namespace quotient::mcrl2 {

namespace {

class ValuePermuter {
 public:
  ValuePermuter(Specification& spec, const NumberFlow& flow) : spec_(spec), flow_(flow) {}

  /// A sort of its own for each class of numbers that are only names.
  bool find_sorts() {
    const auto consider = [&](const NumberFlow::Shape& shape) {
      for (const NumberFlow::Place place : shape) {
        const NumberFlow::Class& numbers = flow_.class_of(place);
        if (numbers.computed || numbers.names.size() < 2) continue;
        const std::int64_t least = *numbers.names.begin();
        if ((numbers.has_pos && least < 1) || (numbers.has_nat && least < 0)) continue;
        named_.insert(flow_.representative(place));
      }
    };
    for (std::uint32_t p = 0; p < spec_.processes.size(); ++p) {
      for (const VarId v : spec_.processes[p].parameters) consider(flow_.variable(v, flow_.of_process(ProcId{p})));
    }
    for (std::uint32_t f = 0; f < spec_.functions.size(); ++f) {
      const FuncInfo& info = spec_.functions[f];
      for (std::size_t i = 0; info.kind == FuncKind::constructor && i < info.domain.size(); ++i) {
        consider(flow_.argument(FuncId{f}, i));
      }
    }
    for (const NumberFlow::Table& table : flow_.tables()) consider({table.to});
    leave_out_half_tables();
    for (const NumberFlow::Place place : named_) add_sort(place, flow_.class_of(place));
    return !sorts_.empty();
  }

  /// Representatives of what has become names.
  const std::set<NumberFlow::Place>& named() const { return named_; }

  /// Whether all numbers in labels are names, and no two sorts share one.
  bool labels_are_clear() const {
    std::set<std::int64_t> taken;
    for (const auto& [key, function] : names_) {
      if (!taken.insert(key.second).second) return false;
    }
    std::set<SortId> seen;
    for (std::uint32_t a = 0; a < spec_.actions.size(); ++a) {
      for (std::size_t i = 0; i < spec_.actions[a].arguments.size(); ++i) {
        if (!is_clear(spec_.actions[a].arguments[i], flow_.argument(ActId{a}, i), seen)) return false;
      }
    }
    return true;
  }

  void rebuild() {
    const std::size_t rule_count = spec_.rules.size();  // tables add to them
    const std::vector<FuncInfo> functions = spec_.functions;
    for (std::uint32_t f = 0; f < functions.size(); ++f) {
      if (is_name(FuncId{f})) continue;
      FuncInfo& info = spec_.functions[f];
      for (std::size_t i = 0; i < info.domain.size(); ++i) {
        info.domain[i] = sort_of(info.domain[i], flow_.argument(FuncId{f}, i));
      }
      info.codomain = sort_of(info.codomain, flow_.result(FuncId{f}));
    }
    for (std::size_t r = 0; r < rule_count; ++r) {
      const NumberFlow::Scope scope = flow_.of_rule(r);
      Rule rule = spec_.rules[r];
      for (std::uint32_t i = 0; i < rule.patterns.size(); ++i) {
        rule.patterns[i] = expression(rule.patterns[i], {scope, Of::pattern, 0, i});
      }
      if (rule.condition) rule.condition = expression(rule.condition, {scope});
      rule.right = expression(rule.right, {scope, Of::right_side});
      spec_.rules[r] = std::move(rule);
    }
    // Calls look at the parameters as they were.
    for (std::uint32_t p = 0; p < spec_.processes.size(); ++p) {
      const NumberFlow::Scope scope = flow_.of_process(ProcId{p});
      const ProcExprId body = process(spec_.processes[p].body, scope);
      spec_.processes[p].body = body;
    }
    spec_.init = process(spec_.init, flow_.of_init());
    const NumberFlow::Scope formula = flow_.of_formula();
    for_each_term(spec_.formula, [&](ExprId& term, const FormulaTermPlace& place) {
      term = expression(term, {formula, Of::formula, place.number});
    });
    for_each_variable(spec_.formula, [&](VarId& v) { v = variable(v, formula); });
    for (std::uint32_t p = 0; p < spec_.processes.size(); ++p) {
      for (VarId& v : spec_.processes[p].parameters) v = variable(v, flow_.of_process(ProcId{p}));
    }
    for (std::uint32_t a = 0; a < spec_.actions.size(); ++a) {
      std::vector<SortId>& arguments = spec_.actions[a].arguments;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        arguments[i] = sort_of(arguments[i], flow_.argument(ActId{a}, i));
      }
    }
  }

 private:
  using Position = NumberFlow::Position;
  using Of = Position::Of;

  /// What a table makes of names can only be names, and the other way round.
  void leave_out_half_tables() {
    for (bool again = true; again;) {
      again = false;
      for (const NumberFlow::Table& table : flow_.tables()) {
        if (!table.from) continue;
        const NumberFlow::Place from = flow_.representative(*table.from), to = flow_.representative(table.to);
        if (named_.contains(from) == named_.contains(to)) continue;
        named_.erase(from);
        named_.erase(to);
        again = true;
      }
    }
  }

  void add_sort(NumberFlow::Place representative, const NumberFlow::Class& numbers) {
    if (sorts_.contains(representative)) return;
    // Labels name sorts in `lambda`: the new one goes by the old name.
    const SortId sort = spec_.sorts.declare(numbers.has_int   ? "Int"
                                            : numbers.has_nat ? "Nat"
                                            : numbers.has_pos ? "Pos"
                                                              : "Int");
    sorts_[representative] = sort;
    spec_.unlisted.insert(sort);
    std::vector<FuncId>& constructors = spec_.constructors[sort];
    for (const std::int64_t n : numbers.names) {
      const FuncId id{static_cast<std::uint32_t>(spec_.functions.size())};
      names_[{sort, n}] = id;
      spec_.functions.push_back({std::to_string(n),
                                 {},
                                 sort,
                                 FuncKind::constructor,
                                 static_cast<std::uint32_t>(constructors.size()),
                                 {},
                                 false});
      constructors.push_back(id);
    }
  }

  bool is_name(FuncId function) const {
    return spec_.unlisted.contains(spec_.functions[function.value].codomain) &&
           spec_.functions[function.value].kind == FuncKind::constructor;
  }

  bool is_clear(SortId sort, const NumberFlow::Shape& shape, std::set<SortId>& seen) const {
    for (const NumberFlow::Place place : shape) {
      if (!sorts_.contains(flow_.representative(place))) return false;
    }
    std::vector<SortId> todo{sort};
    while (!todo.empty()) {
      const SortId each = todo.back();
      todo.pop_back();
      const SortKind kind = spec_.sorts.kind(each);
      if (kind == SortKind::bag || kind == SortKind::fbag) return false;  // how often is a number too
      if (kind != SortKind::user) {
        const std::vector<SortId>& parts = spec_.sorts.arguments(each);
        todo.insert(todo.end(), parts.begin(), parts.end());
        continue;
      }
      const auto constructors = spec_.constructors.find(each);
      if (!seen.insert(each).second || constructors == spec_.constructors.end()) continue;
      for (const FuncId f : constructors->second) {
        const std::vector<SortId>& fields = spec_.functions[f.value].domain;
        for (std::size_t i = 0; i < fields.size(); ++i) {
          if (!is_clear(fields[i], flow_.argument(f, i), seen)) return false;
        }
      }
    }
    return true;
  }

  SortId sort_of(SortId sort, const NumberFlow::Shape& shape) {
    std::size_t next = 0;
    return shape.empty() ? sort : sort_of(sort, shape, next);
  }

  SortId sort_of(SortId sort, const NumberFlow::Shape& shape, std::size_t& next) {
    const SortKind kind = spec_.sorts.kind(sort);
    if (SortTable::numeric(kind)) {
      const auto own = sorts_.find(flow_.representative(shape[next++]));
      return own == sorts_.end() ? sort : own->second;
    }
    if (kind == SortKind::user || spec_.sorts.arguments(sort).empty()) return sort;
    std::vector<SortId> parts = spec_.sorts.arguments(sort);
    for (SortId& part : parts) part = sort_of(part, shape, next);
    if (kind != SortKind::function) return spec_.sorts.container(kind, parts.front());
    const SortId codomain = parts.back();
    parts.pop_back();
    return spec_.sorts.function(std::move(parts), codomain);
  }

  VarId variable(VarId id, NumberFlow::Scope scope) {
    const VarInfo info = spec_.variables[id.value];
    return spec_.variable(info.name, sort_of(info.sort, flow_.variable(id, scope)), info.level, info.bound);
  }

  /// x < 4 as x in {1, 2, 3}. What bounds from below does not bound a sum, and is said by what is not in a set; nor
  /// does what bounds integers from above.
  ExprId membership(ExprId id, NumberFlow::Scope scope) {
    const Expr expr = spec_[id];
    const auto low = flow_.fixed(expr.arguments[0]);
    const std::uint32_t side = low ? 1 : 0;
    const std::int64_t bound = low ? *low : *flow_.fixed(expr.arguments[1]);
    const bool bounds_sums = !low && spec_.sorts.kind(spec_[expr.arguments[side]].sort) != SortKind::integer;
    const NumberFlow::Place place = flow_.expression(expr.arguments[side], scope).front();
    const bool strict = static_cast<Builtin>(expr.symbol) == Builtin::less;
    const ExprId value = expression(expr.arguments[side], {scope, Of::expression, id.value, side});
    const ExprId within = one_of(value, place, expr.range, [&](std::int64_t n) {
      const bool holds = low ? (strict ? bound < n : bound <= n) : (strict ? n < bound : n <= bound);
      return holds == bounds_sums;
    });
    return bounds_sums ? within : truth(Builtin::logic_not, {within}, expr.range);
  }

  /// Whether a name is one of those.
  template <typename F>
  ExprId one_of(ExprId value, NumberFlow::Place place, SourceRange range, const F& is_meant) {
    const SortId sort = sorts_.at(flow_.representative(place));
    std::vector<ExprId> elements;
    for (const std::int64_t n : flow_.class_of(place).names) {
      if (is_meant(n)) elements.push_back(name(sort, n, range));
    }
    const SortId set_sort = spec_.sorts.container(SortKind::fset, sort);
    const ExprId set = spec_.expressions.add({ExprKind::set, set_sort, 0, std::move(elements), {}, range});
    return truth(Builtin::set_contains, {value, set}, range);
  }

  ExprId truth(Builtin op, std::vector<ExprId> arguments, SourceRange range) {
    return spec_.expressions.add(
        {ExprKind::builtin, spec_.sorts.boolean(), static_cast<std::uint32_t>(op), std::move(arguments), {}, range});
  }

  /// Integers that are bounded from both sides are bounded by that, and by neither side alone.
  ExprId with_ranges(ExprId made, ExprId conjunction, NumberFlow::Scope scope) {
    for (const NumberFlow::Range& range : flow_.ranges(conjunction)) {
      const NumberFlow::Shape& shape = flow_.expression(range.what, scope);
      if (!is_named(shape)) continue;
      const SourceRange at = spec_[conjunction].range;
      const ExprId within = one_of(expression(range.what, {scope}), shape.front(), at,
                                   [&](std::int64_t n) { return range.first <= n && n <= range.last; });
      made = truth(Builtin::logic_and, {within, made}, at);
    }
    return made;
  }

  ExprId name(SortId sort, std::int64_t number, SourceRange range) {
    return spec_.expressions.add({ExprKind::call, sort, names_.at({sort, number}).value, {}, {}, range});
  }

  bool is_named(const NumberFlow::Shape& shape) const {
    return shape.size() == 1 && sorts_.contains(flow_.representative(shape.front()));
  }

  ExprId expression(ExprId id, const Position& position) {
    if (spec_[id].kind == ExprKind::number) {
      const NumberFlow::Shape& shape = flow_.number(position);
      if (!is_named(shape)) return id;
      return name(sorts_.at(flow_.representative(shape.front())), *flow_.fixed(id), spec_[id].range);
    }
    const auto known = made_.find({position.scope, id});
    if (known != made_.end()) return known->second;
    const ExprId made = rebuilt(id, position.scope);
    return made_[{position.scope, id}] = made;
  }

  ExprId rebuilt(ExprId id, NumberFlow::Scope scope) {
    if (const NumberFlow::Table* table = flow_.table(id, scope)) return tabulated(*table);
    Expr expr = spec_[id];
    if (expr.kind == ExprKind::builtin && (static_cast<Builtin>(expr.symbol) == Builtin::less ||
                                           static_cast<Builtin>(expr.symbol) == Builtin::less_equal)) {
      const auto low = flow_.fixed(expr.arguments[0]);
      const auto high = flow_.fixed(expr.arguments[1]);
      const bool with_fixed = low.has_value() != high.has_value() && spec_.sorts.numeric(spec_[expr.arguments[0]].sort);
      const std::size_t side = low ? 1 : 0;
      if (with_fixed && is_named(flow_.expression(expr.arguments[side], scope))) return membership(id, scope);
      if (with_fixed) {  // the fixed side may be a name elsewhere; here it is a number
        const Expr fixed = spec_[expr.arguments[1 - side]];
        const std::int64_t number = low ? *low : *high;
        expr.arguments[1 - side] = number < 0
                                       ? recomputed(expr.arguments[1 - side], scope)
                                       : spec_.expressions.number(std::to_string(number), fixed.sort, fixed.range);
        expr.arguments[side] =
            expression(expr.arguments[side], {scope, Of::expression, id.value, static_cast<std::uint32_t>(side)});
        return spec_.expressions.add(std::move(expr));
      }
    }
    expr.sort = sort_of(expr.sort, flow_.expression(id, scope));
    for (VarId& v : expr.variables) v = variable(v, scope);
    if (expr.kind == ExprKind::variable) expr.symbol = variable(VarId{expr.symbol}, scope).value;
    for (std::uint32_t i = 0; i < expr.arguments.size(); ++i) {
      expr.arguments[i] = expression(expr.arguments[i], {scope, Of::expression, id.value, i});
    }
    const bool is_conjunction =
        expr.kind == ExprKind::builtin && static_cast<Builtin>(expr.symbol) == Builtin::logic_and;
    const ExprId made = spec_.expressions.add(std::move(expr));
    return is_conjunction ? with_ranges(made, id, scope) : made;
  }

  /// (i + 1) mod 3 as a map with a rule for each name.
  ExprId tabulated(const NumberFlow::Table& table) {
    const SourceRange range = spec_[table.expr].range;
    const auto to = sorts_.find(flow_.representative(table.to));
    if (to == sorts_.end()) return recomputed(table.expr, table.scope);
    if (!table.from) return name(to->second, *flow_.one_number().value(table.expr, 0), range);
    const SortId from = sorts_.at(flow_.representative(*table.from));
    std::vector<std::int64_t> values;
    const std::set<std::int64_t>& names = flow_.class_of(*table.from).names;
    for (const std::int64_t n : names) values.push_back(*flow_.one_number().value(table.expr, n));
    const auto [known, is_new] = tables_.try_emplace({from, to->second, std::move(values)});
    if (is_new) {
      known->second = FuncId{static_cast<std::uint32_t>(spec_.functions.size())};
      spec_.functions.push_back({"next", {from}, to->second, FuncKind::map, 0, range, false});
      auto value = std::get<2>(known->first).begin();
      for (const std::int64_t n : names) {
        spec_.rules.push_back(
            {known->second, {name(from, n, range)}, ExprId{}, name(to->second, *value++, range), range});
      }
    }
    const ExprId argument = expression(table.leaf, {table.scope});
    return spec_.expressions.add({ExprKind::call, to->second, known->second.value, {argument}, {}, range});
  }

  /// Of an expression that stays one of numbers: only what is in its leaf may be names.
  ExprId recomputed(ExprId id, NumberFlow::Scope scope) {
    if (!flow_.one_number().computes(id)) return expression(id, {scope});
    Expr expr = spec_[id];
    // What is defined may be a name elsewhere; here it is a number.
    if (expr.kind == ExprKind::call && spec_.sorts.numeric(expr.sort)) {
      return spec_.expressions.number(std::to_string(*flow_.one_number().value(id, 0)), expr.sort, expr.range);
    }
    for (ExprId& argument : expr.arguments) argument = recomputed(argument, scope);
    return spec_.expressions.add(std::move(expr));
  }

  ProcExprId process(ProcExprId id, NumberFlow::Scope scope) {
    if (!id) return id;
    const auto known = processes_.find({scope, id});
    if (known != processes_.end()) return known->second;
    ProcExpr expr = spec_[id];
    for (std::uint32_t a = 0; a < expr.actions.size(); ++a) {
      std::vector<ExprId>& arguments = expr.actions[a].arguments;
      for (std::uint32_t i = 0; i < arguments.size(); ++i) {
        arguments[i] = expression(arguments[i], {scope, Of::action, id.value, i, a});
      }
    }
    for (std::uint32_t i = 0; i < expr.arguments.size(); ++i) {
      expr.arguments[i] = expression(expr.arguments[i], {scope, Of::process, id.value, i});
    }
    for (VarId& v : expr.variables) v = variable(v, scope);
    for (ProcExprId& operand : expr.operands) operand = process(operand, scope);
    return processes_[{scope, id}] = spec_.add(std::move(expr));
  }

  Specification& spec_;
  const NumberFlow& flow_;
  std::set<NumberFlow::Place> named_;          // representatives of what gets a sort
  std::map<NumberFlow::Place, SortId> sorts_;  // by representative
  std::map<std::pair<SortId, std::int64_t>, FuncId> names_;
  std::map<std::tuple<SortId, SortId, std::vector<std::int64_t>>, FuncId> tables_;  // by what they say
  std::map<std::pair<NumberFlow::Scope, ExprId>, ExprId> made_;
  std::map<std::pair<NumberFlow::Scope, ProcExprId>, ProcExprId> processes_;
};

}  // namespace

std::vector<KeptNumbers> take_numbers_for_names(Specification& spec, bool labels) {
  Specification changed = spec;
  const NumberFlow flow(spec);
  ValuePermuter permuter(changed, flow);
  const bool has_names = permuter.find_sorts();
  std::vector<KeptNumbers> kept = kept_numbers(spec, flow, permuter.named());
  if (!has_names) return kept;
  if (labels && !permuter.labels_are_clear()) {
    kept.push_back(
        {"labels have other numbers beside those that are names, so that they cannot be told apart there: in "
         "graphs and for formulas all of them are kept apart",
         {}});
    return kept;
  }
  permuter.rebuild();
  spec = std::move(changed);
  return kept;
}

}  // namespace quotient::mcrl2
