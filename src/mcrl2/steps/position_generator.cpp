#include "mcrl2/steps/position_generator.hpp"

#include <algorithm>
#include <cstring>

namespace quotient::mcrl2 {

Value PositionGenerator::value(const FormulaTerm& term) {
  std::vector<Value> arguments;
  arguments.reserve(term.slots.size());
  for (const FormulaSlot slot : term.slots) arguments.push_back(environment_[slot]);
  return evaluator_.run(term.routine, arguments);
}

/// Steps are computed once something asks for them.
std::uint32_t PositionGenerator::step_count() {
  if (!stepped_) {
    std::memcpy(padded_.data(), state_.data(), state_.size());
    evaluating_formula_ = false;
    root_.run(padded_.data());
    evaluating_formula_ = true;
    stepped_ = true;
  }
  return static_cast<std::uint32_t>(root_.results().size());
}

std::span<const InstanceId> PositionGenerator::actions_of(std::uint32_t step) const {
  return step == terminate ? std::span<const InstanceId>() : actions_.actions(root_.results()[step].multi);
}

void PositionGenerator::add(std::uint32_t position, std::uint32_t step) {
  moves_.push_back({position, step, static_cast<std::uint32_t>(values_.size())});
  for (const FormulaSlot slot : model_.formula->positions[position].slots) values_.push_back(environment_[slot]);
}

/// Calls `found` for each choice of values, which are in the environment then, until it returns false.
template <typename Found>
void PositionGenerator::choose(const FormulaChoice& choice, std::span<const Value> given, Found&& found) {
  std::vector<Value> locals;
  locals.reserve(choice.captured.size() + given.size() + choice.variables.size());
  for (const FormulaSlot slot : choice.captured) locals.push_back(environment_[slot]);
  locals.insert(locals.end(), given.begin(), given.end());
  const std::size_t first = locals.size();
  locals.resize(first + choice.variables.size());
  // What is asked inside may use the same slots: two quantifiers side by side share a variable.
  std::vector<Value> before;
  for (const FormulaSlot slot : choice.variables) before.push_back(environment_[slot]);
  evaluator_.solve(choice.solver, locals, [&] {
    evaluator_.heed_stop();
    for (std::size_t i = 0; i < choice.variables.size(); ++i) environment_[choice.variables[i]] = locals[first + i];
    return found();
  });
  for (std::size_t i = 0; i < choice.variables.size(); ++i) environment_[choice.variables[i]] = before[i];
}

/// Goes into a fixed point with these values of its parameters.
PositionGenerator::Truth PositionGenerator::enter(const CompiledNode& fixed_point,
                                                  std::span<const FormulaTerm> arguments, std::uint32_t step) {
  std::vector<Value> values, before;
  for (const FormulaTerm& argument : arguments) values.push_back(value(argument));
  for (const FormulaSlot slot : fixed_point.parameters) before.push_back(environment_[slot]);
  for (std::size_t i = 0; i < values.size(); ++i) environment_[fixed_point.parameters[i]] = values[i];
  add(fixed_point.position, step);
  for (std::size_t i = 0; i < values.size(); ++i) environment_[fixed_point.parameters[i]] = before[i];
  return Truth::open;
}

/// What a subformula rests on, in the state at hand: `universal`: on all moves that are added; else on one of them.
PositionGenerator::Truth PositionGenerator::collect(std::uint32_t number, bool universal) {
  const CompiledNode& node = model_.formula->nodes[number];
  switch (node.kind) {
    case FormulaNode::Kind::value: {
      decisive_ = no_step;
      std::vector<Value> arguments;
      for (const FormulaSlot slot : node.value.slots) arguments.push_back(environment_[slot]);
      return evaluator_.test(node.value.routine, arguments) ? Truth::yes : Truth::no;
    }
    case FormulaNode::Kind::fixed_point:
      return enter(node, node.arguments, no_step);
    case FormulaNode::Kind::call:
      return enter(model_.formula->nodes[node.target], node.arguments, no_step);
    case FormulaNode::Kind::junction:
    case FormulaNode::Kind::modality:
      break;
  }
  if (node.guard) {
    Truth truth = node.universal ? Truth::yes : Truth::no;
    bool decided_here = true;
    choose(node.choice, {}, [&] {
      truth = collect(node.operands.front(), universal);
      decided_here = false;
      return false;
    });
    if (decided_here) decisive_ = no_step;
    return truth;
  }
  const auto look = [&](bool as) {
    return node.kind == FormulaNode::Kind::junction ? junction(node, as) : modality(node, as);
  };
  if (node.universal == universal) return look(universal);
  // The other player has the choice: where it is none, or decided, nobody need be asked.
  const std::size_t moves = moves_.size(), values = values_.size();
  const Truth truth = look(node.universal);
  if (truth != Truth::open) {
    moves_.resize(moves);
    values_.resize(values);
    decisive_ = no_step;
  } else if (moves_.size() > moves + 1) {
    moves_.resize(moves);
    values_.resize(values);
    add(node.position, no_step);
  }
  return truth;
}

/// Calls `found` for each way in which the actions of a step are those of the pattern, with their arguments in `given`.
template <typename Found>
void PositionGenerator::match(std::span<const ActId> pattern, std::span<const InstanceId> actions,
                              std::vector<bool>& taken, std::vector<Value>& given, Found&& found) {
  if (pattern.empty()) return found();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const ActionTable::Instance instance = actions_[actions[i]];
    if (taken[i] || instance.action != pattern.front()) continue;
    taken[i] = true;
    const std::size_t before = given.size();
    const std::size_t count = model_.spec.actions[instance.action.value].arguments.size();
    for (std::size_t a = 0; a < count; ++a) given.push_back((*instance.arguments.node())[a]);
    match(pattern.subspan(1), actions, taken, given, found);
    given.resize(before);
    taken[i] = false;
  }
}

/// Calls `found` for each choice of values that steps, one for each source of the junction, say.
void PositionGenerator::from_steps(const CompiledNode& junction, std::size_t source, std::vector<Value>& given,
                                   const std::function<bool()>& found) {
  if (source == junction.sources.size()) return choose(junction.choice, given, found);
  const std::vector<ActId>& pattern = junction.sources[source];
  const std::uint32_t count = step_count();
  for (std::uint32_t step = 0; step < count; ++step) {
    evaluator_.heed_stop();
    const std::span<const InstanceId> actions = actions_of(step);
    if (actions.size() != pattern.size() || !time_of(state_, root_.results()[step])) continue;
    std::vector<bool> taken(actions.size(), false);
    match(std::span(pattern), actions, taken, given, [&] { from_steps(junction, source + 1, given, found); });
  }
}

PositionGenerator::Truth PositionGenerator::junction(const CompiledNode& node, bool universal) {
  const Truth ends = universal ? Truth::no : Truth::yes;
  Truth truth = universal ? Truth::yes : Truth::no;
  const auto look = [&] {
    if (truth == ends) return false;
    for (const std::uint32_t operand : node.operands) {
      const Truth one = collect(operand, universal);
      if (one == ends || one == Truth::open) truth = one;
      if (one == ends) return false;
    }
    return true;
  };
  std::vector<Value> given;
  if (node.sources.empty()) {
    choose(node.choice, {}, look);
  } else {
    from_steps(node, 0, given, look);
  }
  if (truth != ends && truth != Truth::open) decisive_ = no_step;
  return truth;
}

/// A state formula behind a step: data decide it at once, anything else becomes a position.
PositionGenerator::Truth PositionGenerator::after(std::uint32_t number, bool universal, std::uint32_t step) {
  const CompiledNode& node = model_.formula->nodes[number];
  if (node.only_data) return collect(number, universal);
  if (node.kind == FormulaNode::Kind::fixed_point) return enter(node, node.arguments, step);
  if (node.kind == FormulaNode::Kind::call) return enter(model_.formula->nodes[node.target], node.arguments, step);
  if (!node.guard) {
    add(node.position, step);
    return Truth::open;
  }
  Truth truth = node.universal ? Truth::yes : Truth::no;
  choose(node.choice, {}, [&] {
    truth = after(node.operands.front(), universal, step);
    return false;
  });
  return truth;
}

PositionGenerator::Truth PositionGenerator::modality(const CompiledNode& node, bool universal) {
  const Truth ends = universal ? Truth::no : Truth::yes;
  Truth truth = universal ? Truth::yes : Truth::no;
  const std::uint32_t count = step_count();
  std::vector<bool> taken;
  std::vector<Value> given;
  const auto try_step = [&](std::uint32_t step) {
    const auto found = [&] {
      if (truth == ends) return false;
      const bool fits =
          std::all_of(node.tests.begin(), node.tests.end(), [&](const CompiledTest& t) { return passes(t, step); });
      if (!fits) return true;
      const Truth one = after(node.operands.front(), universal, step);
      if (one == ends || one == Truth::open) truth = one;
      if (one == ends) decisive_ = step;
      return one != ends;
    };
    if (!node.has_pattern) return choose(node.choice, {}, found);
    const std::span<const InstanceId> actions = actions_of(step);
    if (actions.size() != node.pattern.size() || node.terminates != (step == terminate)) return;
    taken.assign(actions.size(), false);
    match(std::span(node.pattern), actions, taken, given, [&] { choose(node.choice, given, found); });
  };
  for (std::uint32_t step = 0; step < count && truth != ends; ++step) {
    evaluator_.heed_stop();
    if (time_of(state_, root_.results()[step])) try_step(step);
  }
  if (count == 0 && root_.done()) try_step(terminate);
  return truth;
}

bool PositionGenerator::passes_actions(const CompiledTest& test, std::span<const InstanceId> actions,
                                       std::vector<bool>& taken, std::size_t from) {
  if (from == test.actions.size()) return true;
  const CompiledTest::Action& wanted = test.actions[from];
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const ActionTable::Instance instance = actions_[actions[i]];
    if (taken[i] || instance.action != wanted.action) continue;
    bool same = true;
    for (std::size_t a = 0; same && a < wanted.arguments.size(); ++a) {
      const Value there = (*instance.arguments.node())[a], here = value(wanted.arguments[a]);
      const auto known = evaluator_.are_same(here, there);
      if (!known) throw EvaluationError{"it is undecided whether a step does this", test.range, false};
      same = *known;
    }
    if (!same) continue;
    taken[i] = true;
    if (passes_actions(test, actions, taken, from + 1)) return true;
    taken[i] = false;
  }
  return false;
}

bool PositionGenerator::passes(const CompiledTest& test, std::uint32_t step) {
  switch (test.kind) {
    case ActionTest::Kind::value: {
      std::vector<Value> arguments;
      for (const FormulaSlot slot : test.condition.slots) arguments.push_back(environment_[slot]);
      return evaluator_.test(test.condition.routine, arguments);
    }
    case ActionTest::Kind::actions: {
      const std::span<const InstanceId> actions = actions_of(step);
      bool same = actions.size() == test.actions.size() && test.terminates == (step == terminate);
      if (same) {
        std::vector<bool> taken(actions.size(), false);
        same = passes_actions(test, actions, taken, 0);
      }
      return same != test.negated;
    }
    case ActionTest::Kind::all:
    case ActionTest::Kind::some: {
      const bool all = test.kind == ActionTest::Kind::all;
      bool result = all;
      const auto look = [&] {
        for (const CompiledTest& operand : test.operands) {
          if (passes(operand, step) == all) continue;
          result = !all;
          return false;
        }
        return true;
      };
      if (test.choice.variables.empty()) {
        look();
      } else if (!test.pattern.empty()) {
        const std::span<const InstanceId> actions = actions_of(step);
        if (actions.size() != test.pattern.size()) return result;
        std::vector<bool> taken(actions.size(), false);
        std::vector<Value> given;
        match(std::span(test.pattern), actions, taken, given, [&] { choose(test.choice, given, look); });
      } else {
        choose(test.choice, {}, look);
      }
      return result;
    }
  }
  return false;
}

void PositionGenerator::put(StateView state, const Move& move, Successors& out) {
  StepLabel label;
  Actor actor = no_actor;
  if (move.step == no_step) {
    std::memcpy(target_.data(), state.data(), state.size());
    label = StepLabel{shared_.labels.number_of("(the same state)")};
  } else if (move.step == terminate) {
    for (std::size_t p = 0; p < model_.processes.size(); ++p) {
      const Process& process = model_.processes[p];
      if (model_.has_steps(p)) {
        locals_.coder().encode(process.type, model_.linear.ended, {}, target_.data() + process.offset);
      }
    }
    label = StepLabel{shared_.labels.number_of("Terminate")};
  } else {
    const Combined& step = root_.results()[move.step];
    set_target(state, step);
    for (const Part& part : root_.parts(step)) coverage_[part.place] = 1;
    label = label_of(step);
    actor = actor_of(step);
  }
  const Process& formula = model_.processes.back();
  const std::size_t count = model_.formula->positions[move.position].slots.size();
  locals_.coder().encode(formula.type, {model_.first_position.value + move.position},
                         std::span(values_).subspan(move.values, count), target_.data() + formula.offset);
  if (is_new(label, target_)) out.add(target_, label, {}, true, actor);
}

/// The position is decided by itself: by a step that it names, or by data.
void PositionGenerator::decide(StateView state, Truth truth, Successors& out) {
  const CompiledFormula& formula = *model_.formula;
  const bool finding = truth == Truth::no ? formula.all_universal : formula.all_existential;
  if (decisive_ == no_step && finding) {
    out.add_finding({FindingKind::ltl, 0});
  } else {
    put(state, {truth == Truth::no ? formula.fails : formula.holds, decisive_, 0}, out);
  }
}

void PositionGenerator::move(StateView state, Successors& out) {
  const CompiledFormula& formula = *model_.formula;
  const Process& process = model_.processes.back();
  state_ = state;
  stepped_ = false;
  evaluating_formula_ = true;
  decisive_ = no_step;
  moves_.clear();
  values_.clear();
  forget_steps();
  std::vector<Value> values;
  const LocationId location = locals_.coder().decode(process.type, state.data() + process.offset, values);
  const std::uint32_t number = location.value - model_.first_position.value;
  if (number == formula.holds || number == formula.fails) {
    if (number == formula.fails ? formula.all_universal : formula.all_existential) {
      out.add_finding({FindingKind::ltl, 0});
    }
    return;
  }
  const FormulaPosition& position = formula.positions[number];
  environment_.assign(formula.slot_sorts.size(), Value());
  for (std::size_t i = 0; i < values.size(); ++i) environment_[position.slots[i]] = values[i];
  const Truth truth = collect(position.node, position.universal);
  // Decided by having no move is decided against whose move it would be, as in every game; a search wants to be told.
  const bool searched = truth == Truth::yes ? formula.all_existential : formula.all_universal;
  if (truth == (position.universal ? Truth::no : Truth::yes) || (truth != Truth::open && searched)) {
    return decide(state, truth, out);
  }
  for (const Move& each : moves_) put(state, each, out);
}

void PositionGenerator::successors(StateView state, Successors& out) {
  out.clear();
  recycle();
  try {
    move(state, out);
  } catch (EvaluationError& error) {
    out.clear();
    // A formula without a value is neither violated nor true.
    error.limit = error.limit || evaluating_formula_;
    report(error, out);
  } catch (const Stopped&) {
    out.cut_off();
  }
}

}  // namespace quotient::mcrl2
