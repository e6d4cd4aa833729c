#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <memory>
#include <set>

#include "mcrl2/data/compiler.hpp"
#include "mcrl2/formula/bounding_steps.hpp"
#include "mcrl2/formula/compiled_formula.hpp"
#include "mcrl2/formula/priorities.hpp"

namespace quotient::mcrl2 {

namespace {

std::string excerpt(const SourceMap& sources, SourceRange range) {
  constexpr std::size_t most = 60;
  std::string text;
  for (const char c : sources.text(range)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) text += c;
    if (space && !text.empty() && text.back() != ' ') text += ' ';
  }
  return text.size() <= most ? text : text.substr(0, most - 3) + "...";
}

class FormulaCompiler {
 public:
  FormulaCompiler(Specification& spec, Compiler& compiler, const SourceMap& sources, Diagnostics& diagnostics)
      : spec_(spec), formula_(spec.formula), compiler_(compiler), sources_(sources), diagnostics_(diagnostics) {}

  std::unique_ptr<CompiledFormula> run() {
    find_reachable();
    find_free_variables();
    priority_ = priorities(formula_, reachable_);
    result_->nodes.resize(formula_.nodes.size());
    result_->root = formula_.root.value;
    result_->positions.resize(2);
    result_->positions[CompiledFormula::holds].text = "true";
    result_->positions[CompiledFormula::fails].text = "false";
    result_->positions[CompiledFormula::fails].universal = false;
    for (const std::uint32_t n : reachable_) compile(n);
    for (const std::uint32_t n : reachable_) place(n);
    find_fragment();
    start();
    for (const auto& [variable, slot] : slots_) {
      if (result_->slot_sorts.size() <= slot) result_->slot_sorts.resize(slot + 1);
      result_->slot_sorts[slot] = spec_.variables[variable.value].sort;
    }
    return diagnostics_.has_errors() ? nullptr : std::move(result_);
  }

 private:
  using Node = FormulaNode;
  using Variables = std::set<VarId>;

  void find_reachable() {
    std::vector<bool> seen(formula_.nodes.size());
    reachable_ = {formula_.root.value};
    seen[formula_.root.value] = true;
    for (std::size_t i = 0; i < reachable_.size(); ++i) {
      for (const FormulaId operand : formula_.nodes[reachable_[i]].operands) {
        if (seen[operand.value]) continue;
        seen[operand.value] = true;
        reachable_.push_back(operand.value);
      }
    }
  }

  void add_free(ExprId expr, Variables& out) {
    const std::vector<VarId>& free = compiler_.free_variables(expr);
    out.insert(free.begin(), free.end());
  }
  void add_free(const ActionTest& test, Variables& out) {
    Variables inner;
    if (test.condition) add_free(test.condition, inner);
    for (const ActionCall& call : test.actions) {
      for (const ExprId argument : call.arguments) add_free(argument, inner);
    }
    for (const ActionTest& operand : test.operands) add_free(operand, inner);
    for (const VarId v : test.variables) inner.erase(v);
    out.merge(inner);
  }

  /// What a node depends on. A call depends on what its fixed point does, so that this is repeated until it stays.
  void find_free_variables() {
    free_.resize(formula_.nodes.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (auto n = reachable_.rbegin(); n != reachable_.rend(); ++n) {
        Variables now = free_of(formula_.nodes[*n]);
        if (now == free_[*n]) continue;
        free_[*n] = std::move(now);
        changed = true;
      }
    }
  }

  /// Of what is inside of a node, its own variables among them.
  Variables inside(const Node& node) {
    Variables inner;
    for (const FormulaId operand : node.operands)
      inner.insert(free_[operand.value].begin(), free_[operand.value].end());
    for (const ExprId condition : node.conditions) add_free(condition, inner);
    for (const ActionTest& test : node.tests) add_free(test, inner);
    return inner;
  }

  Variables free_of(const Node& node) {
    Variables inner = inside(node);
    if (node.kind == Node::Kind::call) inner = outside_of_body(formula_[node.target]);
    for (const VarId v : node.variables) inner.erase(v);
    for (const ExprId argument : node.arguments) add_free(argument, inner);
    return inner;
  }

  Variables outside_of_body(const Node& fixed_point) const {
    if (fixed_point.operands.empty()) return {};
    Variables inner = free_[fixed_point.operands.front().value];
    for (const VarId v : fixed_point.variables) inner.erase(v);
    return inner;
  }

  FormulaSlot slot(VarId variable) {
    return slots_.try_emplace(variable, static_cast<FormulaSlot>(slots_.size())).first->second;
  }
  std::vector<FormulaSlot> slots_of(std::span<const VarId> variables) {
    std::vector<FormulaSlot> out;
    for (const VarId v : variables) out.push_back(slot(v));
    return out;
  }

  FormulaTerm term(ExprId expr) {
    const std::vector<VarId> variables = compiler_.free_variables(expr);
    return {compiler_.routine(expr, variables), slots_of(variables)};
  }

  /// An argument of an action equals what a step has there, which is of the sort that the action declares.
  struct Given {
    ExprId argument;
    SortId sort;
    bool used = true;  // not where it depends on variables from further inside
  };
  /// Perhaps not enumerable.
  FormulaChoice solve(std::span<const VarId> variables, std::span<const ExprId> conditions,
                      std::span<const Given> given, SourceRange range) {
    FormulaChoice made;
    Variables free;
    for (const ExprId condition : conditions) add_free(condition, free);
    for (const Given& each : given) {
      if (each.used) add_free(each.argument, free);
    }
    for (const VarId v : variables) free.erase(v);
    std::vector<VarId> captured(free.begin(), free.end());
    made.captured = slots_of(captured);
    made.given = static_cast<std::uint32_t>(given.size());
    made.variables = slots_of(variables);
    std::vector<ExprId> all;
    for (const auto& [argument, sort, used] : given) {
      // No variable of a text has a name with a blank.
      const VarId place =
          spec_.variable("of a step", sort, {.number = static_cast<std::uint32_t>(captured.size())}, false);
      captured.push_back(place);
      if (!used) continue;
      const ExprId value = spec_.expressions.add({ExprKind::variable, sort, place.value, {}, {}, range});
      all.push_back(spec_.expressions.add({ExprKind::builtin,
                                           spec_.sorts.boolean(),
                                           static_cast<std::uint32_t>(Builtin::equal),
                                           {argument, value},
                                           {},
                                           range}));
    }
    for (const ExprId condition : conditions) compiler_.conjuncts(condition, false, all);
    made.solver = compiler_.solver(variables, all, captured, range);
    return made;
  }

  FormulaChoice choice(std::span<const VarId> variables, std::span<const ExprId> conditions,
                       std::span<const Given> given, SourceRange range) {
    FormulaChoice made = solve(variables, conditions, given, range);
    if (!made.solver.enumerable) refuse(made, range);
    return made;
  }

  void refuse(const FormulaChoice& choice, SourceRange range) {
    const Solver& solver = choice.solver;
    diagnostics_
        .error(range, fmt::format("nothing bounds the values of '{}'",
                                  solver.names.empty() ? "" : solver.names[solver.unbounded_variable]))
        .notes.push_back({range, "a condition can, as in val(n < 10) => …, or an action in a modality: [a(n)]"});
  }

  void add_given(const ActionCall& call, std::vector<Given>& given) {
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      given.push_back({call.arguments[i], spec_.actions[call.action.value].arguments[i]});
    }
  }

  CompiledTest compile_part(const ActionTest& part, const std::vector<VarId>& variables, ActionTest::Kind quantifier,
                            SourceRange range) {
    CompiledTest made;
    made.kind = quantifier;
    made.range = range;
    made.operands.push_back(compile(part));
    Variables used;
    add_free(part, used);
    const std::vector<VarId> own = those_in(used, variables);
    if (own.empty()) return made;
    std::vector<ExprId> conditions;
    add_conditions(part, quantifier, conditions);
    made.choice = solve(own, conditions, {}, range);
    if (made.choice.solver.enumerable) return made;
    if (const ActionTest* step = binder(part, quantifier)) {
      std::vector<Given> given;
      for (const ActionCall& call : step->actions) {
        made.pattern.push_back(call.action);
        add_given(call, given);
      }
      made.choice = solve(own, conditions, given, range);
    }
    if (!made.choice.solver.enumerable) refuse(made.choice, range);
    return made;
  }

  /// A quantifier of each part of a conjunction (of a disjunction), so that each can be bounded in its own way.
  void add_parts(const ActionTest& test, std::vector<VarId> variables, CompiledTest& made) {
    variables.insert(variables.end(), test.variables.begin(), test.variables.end());
    for (const ActionTest& operand : test.operands) {
      if (operand.kind == test.kind) {
        add_parts(operand, variables, made);
      } else {
        made.operands.push_back(compile_part(operand, variables, test.kind, test.range));
      }
    }
  }

  /// The variables of a junction that no condition bounds, from the steps that modalities in it are about: of one of
  /// them, or else of all together.
  void take_from_steps(std::uint32_t n, const std::vector<VarId>& variables, CompiledNode& made) {
    const Node& node = formula_.nodes[n];
    std::vector<const Node*> found;
    if (node.operands.size() == 1) add_sources(formula_, node.operands.front(), node.universal, found);
    std::vector<std::vector<const Node*>> ways;
    for (const Node* modality : found) ways.push_back({modality});
    if (found.size() > 1) ways.push_back(found);
    for (const std::vector<const Node*>& way : ways) {
      std::vector<Given> given;
      std::vector<std::vector<ActId>> sources;
      for (const Node* modality : way) {
        std::vector<ActId>& pattern = sources.emplace_back();
        for (const ActionCall& call : pattern_of(*modality)->actions) {
          pattern.push_back(call.action);
          add_given(call, given);
        }
      }
      for (Given& each : given) {
        each.used = std::ranges::all_of(compiler_.free_variables(each.argument), [&](VarId v) {
          return free_[n].contains(v) || std::ranges::find(variables, v) != variables.end();
        });
      }
      FormulaChoice choice = solve(variables, node.conditions, given, node.range);
      if (!choice.solver.enumerable) continue;
      made.choice = std::move(choice);
      made.sources = std::move(sources);
      return;
    }
  }

  /// A quantified variable that nothing depends on has some value: every sort has one, and which it is makes no
  /// difference.
  static std::vector<VarId> those_in(const Variables& used, std::span<const VarId> variables) {
    std::vector<VarId> out;
    std::ranges::copy_if(variables, std::back_inserter(out), [&](VarId v) { return used.contains(v); });
    return out;
  }

  /// What values must satisfy to matter: b in exists d. b && …, and in forall d. b => ….
  void add_conditions(const ActionTest& test, ActionTest::Kind quantifier, std::vector<ExprId>& out) {
    if (test.kind == ActionTest::Kind::value) {
      compiler_.conjuncts(test.condition, quantifier == ActionTest::Kind::all, out);
    } else if (test.kind != quantifier && test.kind != ActionTest::Kind::actions && test.variables.empty()) {
      for (const ActionTest& operand : test.operands) add_conditions(operand, quantifier, out);
    }
  }

  CompiledTest compile(const ActionTest& test) {
    CompiledTest made;
    made.kind = test.kind;
    made.negated = test.negated;
    made.terminates = test.terminates;
    made.range = test.range;
    if (test.condition) made.condition = term(test.condition);
    for (const ActionCall& call : test.actions) {
      CompiledTest::Action action{call.action, {}};
      for (const ExprId argument : call.arguments) action.arguments.push_back(term(argument));
      made.actions.push_back(std::move(action));
    }
    if (!test.variables.empty()) {
      add_parts(test, {}, made);
      return made;
    }
    for (const ActionTest& operand : test.operands) made.operands.push_back(compile(operand));
    return made;
  }

  void compile(std::uint32_t n) {
    const Node& node = formula_.nodes[n];
    CompiledNode& made = result_->nodes[n];
    made.kind = node.kind;
    made.universal = node.universal;
    for (const FormulaId operand : node.operands) made.operands.push_back(operand.value);
    for (const ExprId argument : node.arguments) made.arguments.push_back(term(argument));
    switch (node.kind) {
      case Node::Kind::value:
        made.value = term(node.conditions.front());
        made.only_data = true;
        break;
      case Node::Kind::junction: {
        const std::vector<VarId> variables = those_in(inside(node), node.variables);
        made.choice = solve(variables, node.conditions, {}, node.range);
        if (!made.choice.solver.enumerable) take_from_steps(n, variables, made);
        if (!made.choice.solver.enumerable) refuse(made.choice, node.range);
        made.guard = made.choice.variables.empty() && node.operands.size() == 1;
        made.only_data = std::all_of(node.operands.begin(), node.operands.end(),
                                     [&](FormulaId o) { return formula_[o].kind == Node::Kind::value; });
        break;
      }
      case Node::Kind::modality:
        compile_modality(node, made);
        break;
      case Node::Kind::fixed_point:
        made.parameters = slots_of(node.variables);
        break;
      case Node::Kind::call:
        made.target = node.target.value;
        break;
    }
  }

  void compile_modality(const Node& node, CompiledNode& made) {
    std::vector<Given> given;
    for (const ActionTest& test : node.tests) {
      const bool binds = test.kind == ActionTest::Kind::actions && !test.negated && !made.has_pattern;
      if (!binds) {
        made.tests.push_back(compile(test));
        continue;
      }
      made.has_pattern = true;
      made.terminates = test.terminates;
      for (const ActionCall& call : test.actions) {
        made.pattern.push_back(call.action);
        add_given(call, given);
      }
    }
    made.choice = choice(those_in(inside(node), node.variables), node.conditions, given, node.range);
  }

  /// Junctions, modalities and bodies of fixed points can stand beside a state.
  void place(std::uint32_t n) {
    CompiledNode& made = result_->nodes[n];
    if (made.kind == Node::Kind::value || made.kind == Node::Kind::call) return;
    const bool fixed = made.kind == Node::Kind::fixed_point;
    const std::uint32_t node = fixed ? made.operands.front() : n;
    FormulaPosition position;
    position.node = node;
    position.variables.assign(free_[node].begin(), free_[node].end());
    position.slots = slots_of(position.variables);
    position.universal = owner_of(node);
    position.priority = fixed ? priority_[n] : 0;
    position.text = excerpt(sources_, formula_.nodes[n].range);
    made.position = static_cast<std::uint32_t>(result_->positions.size());
    result_->positions.push_back(std::move(position));
  }

  /// Of nodes that offer no choice the owner does not matter.
  bool owner_of(std::uint32_t n) const {
    const CompiledNode* node = &result_->nodes[n];
    for (std::size_t steps = 0; node->guard && steps < result_->nodes.size(); ++steps) {
      node = &result_->nodes[node->operands.front()];
    }
    return node->universal;
  }

  void find_fragment() {
    result_->all_universal = result_->all_existential = true;
    for (const std::uint32_t n : reachable_) {
      const CompiledNode& node = result_->nodes[n];
      if (node.only_data || node.guard || node.kind == Node::Kind::call) continue;
      (node.universal ? result_->all_existential : result_->all_universal) = false;
    }
    if (result_->all_universal) result_->all_existential = false;  // where data decide all, either will do
  }

  void start() {
    const CompiledNode& root = result_->nodes[result_->root];
    if (root.position == no_position) {  // the formula is a condition on data
      Node around{Node::Kind::junction, true, {formula_.root}, {}, {}, {}, {}, {}, {}, formula_[formula_.root].range};
      CompiledNode made;
      made.kind = Node::Kind::junction;
      made.guard = true;
      made.operands = {result_->root};
      made.choice = choice({}, {}, {}, around.range);
      result_->root = static_cast<std::uint32_t>(result_->nodes.size());
      made.position = static_cast<std::uint32_t>(result_->positions.size());
      FormulaPosition position;
      position.node = result_->root;
      position.text = excerpt(sources_, around.range);
      result_->positions.push_back(std::move(position));
      result_->nodes.push_back(std::move(made));
    }
    result_->start = result_->nodes[result_->root].position;
    const Node& node = formula_.nodes[formula_.root.value];
    for (const VarId v : result_->positions[result_->start].variables) {
      const auto at = std::find(node.variables.begin(), node.variables.end(), v) - node.variables.begin();
      result_->initial.push_back(compiler_.routine(node.arguments[static_cast<std::size_t>(at)], {}));
    }
  }

  Specification& spec_;
  const StateFormula formula_;
  Compiler& compiler_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::unique_ptr<CompiledFormula> result_ = std::make_unique<CompiledFormula>();
  std::vector<std::uint32_t> reachable_;
  std::vector<Variables> free_;
  std::vector<std::uint32_t> priority_;
  std::map<VarId, FormulaSlot> slots_;
};

}  // namespace

std::unique_ptr<CompiledFormula> compile_formula(Specification& spec, Compiler& compiler, const SourceMap& sources,
                                                 Diagnostics& diagnostics) {
  return FormulaCompiler(spec, compiler, sources, diagnostics).run();
}

}  // namespace quotient::mcrl2
