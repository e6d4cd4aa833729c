#include <algorithm>
#include <fmt/format.h>

#include "base/stop_signal.hpp"
#include "mcrl2/check/checker.hpp"
#include "mcrl2/check/mentions.hpp"

// State formulas to nodes. Negations are pushed inwards as the tree is read: `negated` says that the dual is wanted.
// Regular formulas become fixed points, so that what is left are steps one by one. Quantifiers move inwards to the
// modalities that use their variables, where the arguments of a step say which values count: forall n: Nat . [a(n)] X
// then asks about finitely many.

namespace quotient::mcrl2 {

class FormulaChecker {
 public:
  explicit FormulaChecker(Checker& checker) : checker_(checker), spec_(checker.spec_) {}

  StateFormula run(const ast::Formula& formula) {
    result_.root = state(formula, false);
    return std::move(result_);
  }

 private:
  using Kind = ast::Formula::Kind;
  using Node = FormulaNode;

  /// A fixed point variable in scope, the innermost last.
  struct Variable {
    std::string_view name;
    FormulaId node;
    bool negated;
    SourceRange range;
  };

  FormulaId add(Node node) {
    result_.nodes.push_back(std::move(node));
    return {static_cast<std::uint32_t>(result_.nodes.size() - 1)};
  }
  const Node& at(FormulaId id) const { return result_.nodes[id.value]; }

  ExprId truth(bool value, SourceRange range) {
    return spec_.expressions.add({ExprKind::truth, spec_.sorts.boolean(), value ? 1U : 0U, {}, {}, range});
  }
  ExprId negation(ExprId expr) {
    const Expr& e = spec_[expr];
    if (e.kind == ExprKind::truth) return truth(e.symbol == 0, e.range);
    return checker_.make(Builtin::logic_not, spec_.sorts.boolean(), {expr}, e.range);
  }
  FormulaId value(ExprId condition, SourceRange range) {
    Node node;
    node.conditions = {condition};
    node.range = range;
    return add(std::move(node));
  }
  bool is_value(FormulaId id) const { return at(id).kind == Node::Kind::value; }
  /// Whether a node is the constant `which`.
  bool is_constant(FormulaId id, bool which) const {
    if (!is_value(id)) return false;
    const Expr& e = spec_[at(id).conditions.front()];
    return e.kind == ExprKind::truth && (e.symbol != 0) == which;
  }

  /// All or one of the operands. Data are taken together, and then are a condition for the rest: b && X is X for those
  /// who have b, b || X is X for those who have not.
  FormulaId junction(bool universal, const std::vector<FormulaId>& operands, SourceRange range) {
    std::vector<FormulaId> rest;
    ExprId data;
    for (const FormulaId operand : operands) {
      if (is_constant(operand, universal)) continue;
      if (is_constant(operand, !universal)) return operand;
      if (!is_value(operand)) {
        if (std::find(rest.begin(), rest.end(), operand) == rest.end()) rest.push_back(operand);
        continue;
      }
      const ExprId more = at(operand).conditions.front();
      const Builtin op = universal ? Builtin::logic_and : Builtin::logic_or;
      data = data ? checker_.make(op, spec_.sorts.boolean(), {data, more}, range) : more;
    }
    if (rest.empty()) return value(data ? data : truth(universal, range), range);
    FormulaId joined = rest.front();
    if (rest.size() > 1) {
      Node node{Node::Kind::junction, universal, std::move(rest), {}, {}, {}, {}, {}, {}, range};
      joined = add(std::move(node));
    }
    if (!data) return joined;
    // The guard of the other kind: where it does not let through, the whole is decided.
    return quantified(!universal, {}, {universal ? data : negation(data)}, joined, range);
  }

  /// What holds for all (for one of the) values of the variables under which the conditions hold.
  FormulaId quantified(bool universal, const std::vector<VarId>& variables, const std::vector<ExprId>& conditions,
                       FormulaId inner, SourceRange range) {
    // No sort is empty.
    if (is_constant(inner, universal) || (conditions.empty() && is_constant(inner, !universal))) return inner;
    const Node node = at(inner);
    const auto joined = [](auto first, const auto& second) {
      first.insert(first.end(), second.begin(), second.end());
      return first;
    };
    if (node.kind == Node::Kind::value) {
      // It is decided by whether there is a value for which it is so.
      const ExprId wanted = universal ? negation(node.conditions.front()) : node.conditions.front();
      const Node all{Node::Kind::junction,
                     universal,
                     {value(truth(!universal, range), range)},
                     variables,
                     joined(conditions, std::vector{wanted}),
                     {},
                     {},
                     {},
                     {},
                     range};
      return add(all);
    }
    if (node.kind == Node::Kind::junction && node.universal == universal) {
      std::vector<FormulaId> operands;
      for (const FormulaId operand : node.operands) {
        operands.push_back(quantified(universal, joined(variables, node.variables), joined(conditions, node.conditions),
                                      operand, range));
      }
      return operands.size() == 1 ? operands.front() : junction(universal, operands, range);
    }
    Node made{Node::Kind::junction, universal, {inner}, variables, conditions, {}, {}, {}, {}, range};
    if (node.kind == Node::Kind::modality && node.universal == universal) {
      made = node;
      made.variables = joined(variables, node.variables);
      made.conditions = joined(conditions, node.conditions);
    }
    return add(std::move(made));
  }

  FormulaId state(const ast::Formula& formula, bool negated) {
    poll_stop();
    switch (formula.kind) {
      case Kind::truth:
      case Kind::falsity:
        return value(truth((formula.kind == Kind::truth) != negated, formula.range), formula.range);
      case Kind::value: {
        const ExprId data = checker_.check(*formula.data.front(), spec_.sorts.boolean());
        return value(negated ? negation(data) : data, formula.range);
      }
      case Kind::negation:
        return state(*formula.operands.front(), !negated);
      case Kind::conjunction:
      case Kind::disjunction:
      case Kind::implication: {
        const bool implies = formula.kind == Kind::implication;
        const FormulaId left = state(*formula.operands[0], negated != implies);
        const FormulaId right = state(*formula.operands[1], negated);
        return junction((formula.kind == Kind::conjunction) != negated, {left, right}, formula.range);
      }
      case Kind::forall:
      case Kind::exists:
        return quantifiers(formula, negated, {}, formula.range);
      case Kind::box:
      case Kind::diamond: {
        const FormulaId then = state(*formula.operands[1], negated);
        return after(*formula.operands[0], (formula.kind == Kind::box) != negated, then, formula.range);
      }
      case Kind::mu:
      case Kind::nu:
        return fixed_point(formula, negated);
      case Kind::call:
        return call(formula, negated);
      default:
        checker_.diagnostics_.error(formula.range, "expected a state formula");
        return value(truth(true, formula.range), formula.range);
    }
  }

  using Tree = const ast::Formula*;

  static void add_words(const ast::Formula& regular, std::vector<Tree>& out) {
    if (regular.kind != Kind::sequence) return out.push_back(&regular);
    for (const auto& operand : regular.operands) add_words(*operand, out);
  }

  /// forall x . [R . S] f is [R] forall x . [S] f where R does not mention x, and likewise with exists and < >: each
  /// variable is asked for where steps say what it may be. Quantifiers of one kind change places.
  FormulaId quantifiers(const ast::Formula& formula, bool negated, std::vector<VarId> variables, SourceRange range) {
    const Checker::Scope scope(checker_);
    const std::vector<VarId> own = bind(formula.variables);
    variables.insert(variables.end(), own.begin(), own.end());
    const ast::Formula& inner = *formula.operands.front();
    if (inner.kind == formula.kind) return quantifiers(inner, negated, std::move(variables), range);
    const bool universal = (formula.kind == Kind::forall) != negated;
    std::vector<Tree> words;
    const bool modality = inner.kind == (formula.kind == Kind::forall ? Kind::box : Kind::diamond);
    if (modality) add_words(*inner.operands[0], words);
    const auto quantify = [&](FormulaId made, std::size_t first) {
      std::vector<VarId> here;
      for (const VarId v : variables) {
        const std::string_view name = spec_.variables[v.value].name;
        const auto word = std::ranges::find_if(words, [&](Tree each) { return mentions(*each, std::span(&name, 1)); });
        if (static_cast<std::size_t>(word - words.begin()) == first) here.push_back(v);
      }
      return here.empty() ? made : quantified(universal, here, {}, made, range);
    };
    FormulaId made = quantify(state(modality ? *inner.operands[1] : inner, negated), words.size());
    for (std::size_t i = words.size(); i-- > 0;) {
      made = quantify(after(*words[i], universal, made, inner.range), i);
    }
    return made;
  }

  std::vector<VarId> bind(const std::vector<ast::Variable>& variables) {
    checker_.refuse_twice(variables);
    std::vector<VarId> bound;
    for (const ast::Variable& variable : variables) bound.push_back(checker_.bind(variable, false));
    return bound;
  }

  FormulaId fixed_point(const ast::Formula& formula, bool negated) {
    Node node;
    node.kind = Node::Kind::fixed_point;
    node.universal = (formula.kind == Kind::nu) != negated;
    node.name = formula.name;
    node.range = formula.range;
    std::vector<ExprId> values;  // they do not see the parameters
    for (std::size_t i = 0; i < formula.data.size(); ++i) {
      values.push_back(checker_.check(*formula.data[i], checker_.resolve(formula.variables[i].sort)));
    }
    node.arguments = std::move(values);
    const Checker::Scope scope(checker_);
    node.variables = bind(formula.variables);
    const FormulaId made = add(std::move(node));
    variables_.push_back({formula.name, made, negated, formula.name_range});
    const FormulaId body = state(*formula.operands.front(), negated);
    variables_.pop_back();
    result_.nodes[made.value].operands = {body};
    return made;
  }

  FormulaId call(const ast::Formula& formula, bool negated) {
    const auto found =
        std::find_if(variables_.rbegin(), variables_.rend(), [&](const Variable& v) { return v.name == formula.name; });
    if (found == variables_.rend()) {
      report_unknown(formula);
      return value(truth(true, formula.range), formula.range);
    }
    checker_.tell_use(formula.name_range, formula.name, found->range);
    if (found->negated != negated) {
      checker_.diagnostics_
          .error(formula.name_range, fmt::format("'{}' stands below an odd number of negations", formula.name))
          .notes.push_back({found->range, "fixed points need it to be below an even number, counted from here"});
    }
    Node node;
    node.kind = Node::Kind::call;
    node.target = found->node;
    node.range = formula.range;
    const std::vector<VarId> parameters = at(found->node).variables;
    if (parameters.size() != formula.data.size()) {
      checker_.diagnostics_
          .error(formula.range, fmt::format("'{}' expects {} argument{}, but found {}", formula.name, parameters.size(),
                                            parameters.size() == 1 ? "" : "s", formula.data.size()))
          .notes.push_back({found->range, "declared here"});
    }
    for (std::size_t i = 0; i < formula.data.size(); ++i) {
      const SortId expected = i < parameters.size() ? spec_.variables[parameters[i].value].sort : spec_.sorts.unknown();
      node.arguments.push_back(checker_.check(*formula.data[i], expected));
    }
    return add(std::move(node));
  }

  void report_unknown(const ast::Formula& formula) {
    std::vector<std::string> names;
    for (const Variable& v : variables_) names.emplace_back(v.name);
    Diagnostic& made =
        checker_.diagnostics_.error(formula.name_range, fmt::format("unknown fixed point variable '{}'", formula.name));
    made.suggestion = nearest_name(formula.name, names);
    const bool action = checker_.action_names_.contains(formula.name);
    const bool data = checker_.find(formula.name) != nullptr || checker_.functions_.contains(formula.name);
    if (action) made.notes.push_back({formula.range, "actions stand in modalities: [a] or <a>"});
    if (data) made.notes.push_back({formula.range, "conditions on data are marked: val(…)"});
  }

  /// What holds after all (after some) of the words of a regular formula. `range` is that of the modality it is in.
  FormulaId after(const ast::Formula& regular, bool universal, FormulaId then, SourceRange range) {
    switch (regular.kind) {
      case Kind::nothing:
        return then;
      case Kind::sequence:
        return after(*regular.operands[0], universal, after(*regular.operands[1], universal, then, range), range);
      case Kind::choice: {
        const FormulaId left = after(*regular.operands[0], universal, then, range);
        const FormulaId right = after(*regular.operands[1], universal, then, range);
        return junction(universal, {left, right}, range);
      }
      case Kind::star:
      case Kind::plus: {
        // [R*]f is nu X. f && [R]X, and [R+]f is nu X. [R](f && X); with < > the least fixed points.
        Node node;
        node.kind = Node::Kind::fixed_point;
        node.universal = universal;
        node.range = range;
        const FormulaId made = add(std::move(node));
        Node again;
        again.kind = Node::Kind::call;
        again.target = made;
        again.range = range;
        const FormulaId repeat = add(std::move(again));
        const bool star = regular.kind == Kind::star;
        FormulaId body;
        if (star) {
          body = junction(universal, {then, after(*regular.operands[0], universal, repeat, range)}, range);
        } else {
          body = after(*regular.operands[0], universal, junction(universal, {then, repeat}, range), range);
        }
        result_.nodes[made.value].operands = {body};
        return made;
      }
      default:
        return step(test(regular, false), universal, then, range);
    }
  }

  /// [A || B]f is [A]f && [B]f, and [exists d. A]f is forall d. [A]f; with < > likewise.
  FormulaId step(const ActionTest& test, bool universal, FormulaId then, SourceRange range) {
    if (test.kind == ActionTest::Kind::some) {
      std::vector<FormulaId> operands;
      for (const ActionTest& each : test.operands) operands.push_back(step(each, universal, then, range));
      return quantified(universal, test.variables, {}, junction(universal, operands, range), range);
    }
    Node node{Node::Kind::modality, universal, {then}, {}, {}, {}, {}, {}, {}, range};
    add_tests(test, node);
    return add(std::move(node));
  }

  static void add_tests(const ActionTest& test, Node& node) {
    if (test.kind == ActionTest::Kind::value) {
      node.conditions.push_back(test.condition);
    } else if (test.kind == ActionTest::Kind::all && test.variables.empty()) {
      for (const ActionTest& each : test.operands) add_tests(each, node);
    } else {
      node.tests.push_back(test);
    }
  }

  ActionTest test(const ast::Formula& formula, bool negated) {
    poll_stop();
    ActionTest made;
    made.range = formula.range;
    const auto junction_of = [&](bool all) {
      made.kind = all != negated ? ActionTest::Kind::all : ActionTest::Kind::some;
    };
    switch (formula.kind) {
      case Kind::truth:
      case Kind::falsity:
        junction_of(formula.kind == Kind::truth);  // of no operands
        return made;
      case Kind::value: {
        const ExprId data = checker_.check(*formula.data.front(), spec_.sorts.boolean());
        made.kind = ActionTest::Kind::value;
        made.condition = negated ? negation(data) : data;
        return made;
      }
      case Kind::negation:
        return test(*formula.operands.front(), !negated);
      case Kind::conjunction:
      case Kind::disjunction:
      case Kind::implication: {
        const bool implies = formula.kind == Kind::implication;
        junction_of(formula.kind == Kind::conjunction);
        made.operands.push_back(test(*formula.operands[0], negated != implies));
        made.operands.push_back(test(*formula.operands[1], negated));
        return made;
      }
      case Kind::forall:
      case Kind::exists: {
        junction_of(formula.kind == Kind::forall);
        const Checker::Scope scope(checker_);
        made.variables = bind(formula.variables);
        made.operands.push_back(test(*formula.operands.front(), negated));
        return made;
      }
      case Kind::actions:
        made.kind = ActionTest::Kind::actions;
        made.negated = negated;
        for (const ast::ProcPtr& action : formula.actions) add_action(*action, made);
        return made;
      default:
        checker_.diagnostics_.error(formula.range, "expected an action formula");
        return made;
    }
  }

  void add_action(const ast::ProcExpr& action, ActionTest& made) {
    if (action.name == "Terminate" && !checker_.action_names_.contains(action.name) && action.arguments.empty()) {
      made.terminates = true;
      return;
    }
    if (auto call = checker_.check_action(action)) made.actions.push_back(std::move(*call));
  }

  Checker& checker_;
  Specification& spec_;
  StateFormula result_;
  std::vector<Variable> variables_;
};

std::optional<Specification> Checker::run(const ast::Formula& formula) {
  check_all();
  StateFormula checked = FormulaChecker(*this).run(formula);
  if (diagnostics_.has_errors()) return std::nullopt;
  spec_.formula = std::move(checked);
  return std::move(spec_);
}

std::optional<Specification> check(const ast::Specification& tree, const ast::Formula& formula,
                                   Diagnostics& diagnostics, NameTable* names) {
  return Checker(tree, diagnostics, names).run(formula);
}

}  // namespace quotient::mcrl2
