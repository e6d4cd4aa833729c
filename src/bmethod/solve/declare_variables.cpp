#include <algorithm>

#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/solve/encoder.hpp"
#include "bmethod/syntax/relation_kind.hpp"

// What a plan draws as variables of the solver, each with a domain that holds every value which may be drawn.

namespace quotient::bmethod {

Encoder::Variable& Encoder::add(const Step& step, Variable::Kind kind, const Type* type) {
  Variable& made = variables_[step.pattern->slot];
  made = {};
  made.kind = kind;
  made.type = type;
  made.first = static_cast<std::size_t>(kind == Variable::Kind::subset ? members_.size() : integers_.size());
  return made;
}

void Encoder::declare(const Step& step) {
  if (step.pattern->slot < 0 || step.cut != 0) throw NotEncodable{};
  switch (step.kind) {
    case Step::Kind::narrowed:
      if (step.flag >= 0) evaluator_.slots[static_cast<std::size_t>(step.flag)] = 0;
      return declare(*step.otherwise);
    case Step::Kind::every:
      return step.type->kind == Type::Kind::set ? declare_set(step) : declare_scalar(step);
    case Step::Kind::enumerate:
      if (step.node->infinite) throw NotEncodable{};
      if (is_power_set(step.node)) return declare_set(step);
      if (is_arrow(step.node->op) && !relation_kind(step.node->op).functional) return declare_relation(step);
      if (is_arrow(step.node->op)) return declare_function(step);
      return declare_scalar(step);
    case Step::Kind::range:
    case Step::Kind::lookup:
      return declare_scalar(step);
    default:
      throw NotEncodable{};
  }
}

void Encoder::declare_set(const Step& step) {
  const bool whole = step.kind == Step::Kind::every;
  const Type* type = whole ? step.type : step.node->type->first;
  std::vector<int> elements;
  if (whole) {
    if (!type->first->flat() || type->first->cardinality > most_elements) throw NotEncodable{};
    for (std::uint64_t i = 0; i < type->first->cardinality; ++i) elements.push_back(code(type->first, i));
  } else {
    elements = codes(step.node->args[0]->type, known(step.node->args[0]));
  }
  declare_subset(step, type, std::move(elements), !whole && (step.node->op == Op::pow1 || step.node->op == Op::fin1));
}

/// Relations between known sets are subsets of their product; of some there must be a couple for each element.
void Encoder::declare_relation(const Step& step) {
  const RelationKind kind = relation_kind(step.node->op);
  const Type* type = step.node->type->first;
  const Node* from = step.node->args[0];
  const Node* to = step.node->args[1];
  const Value left = known(from), right = known(to);
  const std::uint64_t most = size_of(from->type, left) * size_of(to->type, right);
  if (most > most_elements || ((kind.total || kind.surjective) && may_be_settled())) throw NotEncodable{};
  std::vector<int> elements;
  std::map<int, std::vector<std::size_t>> rows, columns;
  for_each(from->type, left, [&](Value first) {
    return for_each(to->type, right, [&](Value second) {
      rows[code(from->type->first, first)].push_back(elements.size());
      columns[code(to->type->first, second)].push_back(elements.size());
      elements.push_back(code(type->first, make_pair(evaluator_.arena, type->first, first, second)));
      return true;
    });
  });
  const auto first_member = static_cast<std::size_t>(members_.size());
  const bool no_row = kind.total && rows.empty() && size_of(from->type, left) > 0;
  const bool no_column = kind.surjective && columns.empty() && size_of(to->type, right) > 0;
  declare_subset(step, type, std::move(elements), false);
  if (no_row || no_column) return space_.fail();
  const auto one_of_each = [&](const std::map<int, std::vector<std::size_t>>& lines) {
    for (const auto& [number, places] : lines) {
      Gecode::BoolVarArgs line;
      for (const std::size_t place : places) line << members_[static_cast<int>(first_member + place)];
      Gecode::rel(space_, Gecode::BOT_OR, line, 1);
    }
    count_posted();
  };
  if (kind.total) one_of_each(rows);
  if (kind.surjective) one_of_each(columns);
}

void Encoder::declare_subset(const Step& step, const Type* type, std::vector<int> elements, bool not_empty) {
  Variable& made = add(step, Variable::Kind::subset, type);
  Gecode::BoolVarArgs members(space_, static_cast<int>(elements.size()), 0, 1);
  if (not_empty) {
    if (may_be_settled() && elements.empty()) throw NotEncodable{};
    Gecode::rel(space_, Gecode::BOT_OR, members, 1);
  }
  for (int i = 0; may_be_settled() && i < members.size(); ++i)
    constrain(!undefined_ || Truth(members[i]) == Truth(not_empty && i == 0));
  made.elements = std::move(elements);
  members_ << members;
}

void Encoder::declare_function(const Step& step) {
  const RelationKind kind = relation_kind(step.node->op);
  if (!kind.functional) throw NotEncodable{};
  const Node* to = step.node->args[1];
  if (is_arrow(to->op)) return declare_table(step);
  if (!is_scalar(to->type->first)) throw NotEncodable{};
  const Value arguments = known(step.node->args[0]);
  const std::vector<int> values = codes(to->type, known(to));
  Variable& made = add(step, Variable::Kind::function, step.node->type->first);
  add_values(made, step.node, arguments, values);
}

/// A total function whose values are functions to known sets.
void Encoder::declare_table(const Step& step) {
  const RelationKind kind = relation_kind(step.node->op);
  const Node* to = step.node->args[1];
  if (!kind.total || kind.injective || kind.surjective) throw NotEncodable{};
  if (!relation_kind(to->op).functional || !is_scalar(to->args[1]->type->first)) throw NotEncodable{};
  const Value arguments = known(step.node->args[0]);
  const Value inner = known(to->args[0]);
  const std::vector<int> values = codes(to->args[1]->type, known(to->args[1]));
  const Type* from = step.node->args[0]->type;
  if (size_of(from, arguments) > most_elements) throw NotEncodable{};
  Variable& made = add(step, Variable::Kind::table, step.node->type->first);
  for_each(from, arguments, [&](Value argument) {
    made.arguments.push_back(argument);
    Variable row;
    row.kind = Variable::Kind::function;
    row.type = to->type->first;
    row.first = static_cast<std::size_t>(integers_.size());
    add_values(row, to, inner, values);
    made.rows.push_back(std::move(row));
    return true;
  });
}

/// The integer variables of a function, and what its arrow demands.
void Encoder::add_values(Variable& made, const Node* arrow, Value arguments, const std::vector<int>& values) {
  const RelationKind kind = relation_kind(arrow->op);
  const Type* from = arrow->args[0]->type;
  if (size_of(from, arguments) > most_elements) throw NotEncodable{};
  work(size_of(from, arguments));
  for_each(from, arguments, [&](Value argument) {
    made.places.emplace(code(from->first, argument), made.arguments.size());
    made.arguments.push_back(argument);
    return true;
  });
  made.partial = !kind.total;
  made.undefined = (values.empty() ? 0 : values.front()) - 1;
  std::vector<int> all = values;
  if (made.partial) all.push_back(made.undefined);
  if (may_be_settled() && (kind.injective || kind.surjective || all.empty())) throw NotEncodable{};
  if (all.empty() && !made.arguments.empty()) {
    space_.fail();
    all.push_back(0);
  }
  for (std::size_t i = 0; i < made.arguments.size(); ++i) {
    integers_ << Gecode::IntVar(space_, number_set(all));
    draw_once_where_undefined(integers_[integers_.size() - 1]);
  }
  demand(made, arrow->op, values);
}

std::optional<std::size_t> Encoder::place_of(const Variable& function, const Type* type, Value argument) const {
  const auto found =
      std::ranges::lower_bound(function.arguments, argument, [&](Value a, Value b) { return compare(type, a, b) < 0; });
  if (found == function.arguments.end() || !equal(type, *found, argument)) return std::nullopt;
  return static_cast<std::size_t>(found - function.arguments.begin());
}

/// Where more is asked of a function than its value at a known argument.
void Encoder::demand_numbers(const Variable& function) {
  if (function.places.size() != function.arguments.size()) throw NotEncodable{};
}

/// What an arrow asks for besides that there is a value in the range for each argument, or for some.
void Encoder::demand(const Variable& function, Op arrow, const std::vector<int>& to) {
  const RelationKind kind = relation_kind(arrow);
  Gecode::IntVarArgs values;
  for (std::size_t i = 0; i < function.arguments.size(); ++i) values << integers_[static_cast<int>(function.first + i)];
  if (kind.injective && !function.partial) Gecode::distinct(space_, values);
  if (kind.injective && function.partial) {
    for (int i = 0; i < values.size(); ++i) {
      for (int j = i + 1; j < values.size(); ++j)
        Gecode::rel(space_, values[i] == function.undefined || values[i] != values[j]);
    }
  }
  if (kind.surjective) {
    for (const int value : to) Gecode::count(space_, values, value, Gecode::IRT_GQ, 1);
  }
  if (kind.injective || kind.surjective) count_posted();
}

/// Where a formula before is undefined, any one value will do.
void Encoder::draw_once_where_undefined(Gecode::IntVar value) {
  if (may_be_settled()) constrain(!undefined_ || Truth(Gecode::BoolExpr(value == value.min())));
}

/// What is defined whatever the variables are.
Encoder::Term Encoder::defined_term(const Node* node) {
  const std::size_t before = defined_.size();
  Term made = term(node);
  if (defined_.size() > before) throw NotEncodable{};
  return made;
}

void Encoder::declare_scalar(const Step& step) {
  Gecode::IntVar made;
  const Type* type = nullptr;
  if (step.kind == Step::Kind::every) {
    type = step.type;
    if (type->cardinality > static_cast<std::uint64_t>(widest_domain)) throw NotEncodable{};
    made = new_integer(0, static_cast<int>(type->cardinality) - 1);
  } else if (step.kind == Step::Kind::range || (step.node->op == Op::interval && depends(step.node))) {
    const bool is_range = step.kind == Step::Kind::range;
    const std::vector<const Node*> lower = is_range ? step.lower : std::vector<const Node*>{step.node->args[0]};
    const std::vector<const Node*> upper = is_range ? step.upper : std::vector<const Node*>{step.node->args[1]};
    if (lower.empty() || upper.empty()) throw NotEncodable{};
    type = evaluator_.program.slots[static_cast<std::size_t>(step.pattern->slot)];
    std::int64_t low = -largest_number, high = largest_number;
    std::vector<Term> lows, highs;
    for (const Node* node : lower) low = std::max(low, lows.emplace_back(defined_term(node)).low);
    for (const Node* node : upper) high = std::min(high, highs.emplace_back(defined_term(node)).high);
    if (may_be_settled() && high < low) throw NotEncodable{};
    made = new_integer(static_cast<int>(low), static_cast<int>(std::max(low, high)));
    if (high < low) space_.fail();
    for (const Term& each : lows) constrain(undefined_ || Truth(Gecode::BoolExpr(made >= each.expr)));
    for (const Term& each : highs) constrain(undefined_ || Truth(Gecode::BoolExpr(made <= each.expr)));
  } else if (step.kind == Step::Kind::lookup) {
    if (may_be_settled()) throw NotEncodable{};
    type = step.node->type->first->second;
    const Value relation = known(step.node);
    const Term key = defined_term(step.key);
    Gecode::TupleSet pairs(2);
    std::vector<int> values;
    for_each(step.node->type, relation, [&](Value pair) {
      const int at = code(step.node->type->first->first, first_of(step.node->type->first, pair));
      values.push_back(code(type, second_of(step.node->type->first, pair)));
      pairs.add({at, values.back()});
      return true;
    });
    pairs.finalize();
    if (values.size() > most_elements) throw NotEncodable{};
    if (values.empty()) {
      space_.fail();
      values.push_back(0);
    }
    made = Gecode::IntVar(space_, number_set(values));
    Gecode::extensional(space_, Gecode::IntVarArgs{as_variable(key), made}, pairs);
    count_posted();
  } else {
    type = step.node->type->first;
    std::vector<int> values = codes(step.node->type, known(step.node));
    if (values.empty()) {
      if (may_be_settled()) throw NotEncodable{};
      space_.fail();
      values.push_back(0);
    }
    made = Gecode::IntVar(space_, number_set(values));
  }
  if (!is_scalar(type)) throw NotEncodable{};
  draw_once_where_undefined(made);
  add(step, Variable::Kind::scalar, type);
  integers_ << made;
}

}  // namespace quotient::bmethod
