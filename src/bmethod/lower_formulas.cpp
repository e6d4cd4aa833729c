#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "bmethod/evaluate/evaluator.hpp"
#include "bmethod/machine_propositions.hpp"
#include "bmethod/machine_system.hpp"
#include "temporal/lowering.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::size_t most_quantified_values = 64;  // of a quantified variable

/// A formula over propositions about the machine. Quantifiers become conjunctions and disjunctions over their values.
class MachineLowering final : public temporal::Lowering {
  using Kind = AtomMeaning::Kind;
  using NodeId = temporal::NodeId;
  using Operator = temporal::Operator;

 public:
  MachineLowering(const CompiledMachine& machine, const TemporalFormula& formula, const SourceMap& sources,
                  Diagnostics& diagnostics)
      : Lowering(formula.syntax), machine_(machine), formula_(formula), sources_(sources), diagnostics_(diagnostics) {}

  std::vector<MachineProposition> take() { return std::move(all_); }
  const std::set<std::uint32_t>& sets() const { return sets_; }

 protected:
  NodeId atom(const temporal::Atom& atom) override {
    const AtomMeaning& meaning = meaning_of(atom);
    switch (meaning.kind) {
      case Kind::weakly_fair:
      case Kind::strongly_fair:
        return fair(meaning.kind, meaning.patterns, atom);
      case Kind::all_weakly_fair:
      case Kind::all_strongly_fair: {
        NodeId all = tree().add(Operator::verum, {});
        for (std::uint32_t i = 0; i < machine_.program().operations.size(); ++i) {
          const Kind kind = meaning.kind == Kind::all_weakly_fair ? Kind::weakly_fair : Kind::strongly_fair;
          all = tree().add(Operator::conjunction, {all, fair(kind, {StepPattern{i, {}}}, atom)});
        }
        return all;
      }
      default:
        check_logic(meaning.kind, atom);
        return proposition(number(meaning.kind, meaning, sources_.text(atom.range)));
    }
  }

  std::uint32_t step(const temporal::Atom& atom) override {
    return number(Kind::step, meaning_of(atom), step_text(meaning_of(atom).patterns));
  }

  NodeId quantified(const temporal::Node& node) override {
    const auto found = std::ranges::find_if(formula_.atoms.variables, [&](const TemporalAtoms::Variable& each) {
      return each.name.range == node.variable.range;
    });
    const auto index = static_cast<std::uint32_t>(found - formula_.atoms.variables.begin());
    const TemporalAtoms::Variable& variable = *found;
    const bool all = node.op == Operator::for_all;
    NodeId made = tree().add(all ? Operator::verum : Operator::falsum, {});
    for (const Value value : values_of(variable)) {
      bound_.push_back({index, value});
      NodeId each = lower(node.operands[0]);
      if (!variable.is_drawn) {
        MachineProposition restriction;
        restriction.node = variable.restricted;
        const NodeId holds = proposition(number(std::move(restriction)));
        each = tree().add(all ? Operator::implication : Operator::conjunction, {holds, each});
      }
      bound_.pop_back();
      made = tree().add(all ? Operator::conjunction : Operator::disjunction, {made, each});
    }
    return made;
  }

 private:
  /// A state of a branching formula has many next steps.
  void check_logic(Kind kind, const temporal::Atom& atom) {
    const bool of_step = kind == Kind::step || (kind >= Kind::unchanged && kind <= Kind::decreasing);
    if (!of_step || formula_.text.logic == temporal::Logic::linear) return;
    diagnostics_.error(atom.range, "no state has the next step of a run here; write e(op), or EX[op] f and AX[op] f");
  }
  const AtomMeaning& meaning_of(const temporal::Atom& atom) const {
    return formula_.meanings[static_cast<std::size_t>(&atom - from().atoms.data())];
  }
  const Node* node_of(std::uint32_t expression) const { return formula_.atoms.expressions[expression].node; }

  std::string operation_text(const std::vector<StepPattern>& patterns) const {
    std::string text;
    for (const StepPattern& pattern : patterns) {
      if (!text.empty()) text += ", ";
      text += machine_.program().operations[pattern.operation].name;
      std::string arguments;
      for (const std::uint32_t argument : pattern.arguments) {
        if (!arguments.empty()) arguments += ", ";
        arguments +=
            argument == StepPattern::anything ? "_" : sources_.text(formula_.atoms.expressions[argument].expr->range);
      }
      if (!arguments.empty()) text += "(" + arguments + ")";
    }
    return text;
  }
  std::string step_text(const std::vector<StepPattern>& patterns) const { return "[" + operation_text(patterns) + "]"; }

  std::uint32_t number(Kind kind, const AtomMeaning& meaning, std::string_view text) {
    MachineProposition made;
    made.text = text;
    made.kind = kind;
    const bool has_node = kind == Kind::predicate || (kind >= Kind::unchanged && kind <= Kind::decreasing);
    if (has_node) made.node = node_of(meaning.expression);
    const bool ordered = kind == Kind::increasing || kind == Kind::decreasing;
    if (ordered && made.node->type->kind != Type::Kind::integer) {
      diagnostics_.error(formula_.atoms.expressions[meaning.expression].expr->range,
                         "only integers increase and decrease");
    }
    for (const StepPattern& pattern : meaning.patterns) {
      auto& copy = made.patterns.emplace_back();
      copy.operation = pattern.operation;
      for (const std::uint32_t argument : pattern.arguments) {
        copy.arguments.push_back(argument == StepPattern::anything ? nullptr : node_of(argument));
      }
    }
    return number(std::move(made));
  }
  std::uint32_t number(MachineProposition made) {
    for (const auto& [variable, value] : bound_) {
      const TemporalAtoms::Variable& of = formula_.atoms.variables[variable];
      made.bindings.emplace_back(of.slot, value);
      if (made.text.empty()) continue;
      const Type* type = machine_.program().slots[static_cast<std::size_t>(of.slot)];
      made.text += fmt::format("{} {} = {}", made.bindings.size() == 1 ? " with" : ",", of.name.name,
                               machine_.types().text(type, value));
    }
    const auto known =
        std::ranges::find_if(all_, [&](const MachineProposition& each) { return each.means_the_same(made); });
    if (known != all_.end()) return static_cast<std::uint32_t>(known - all_.begin());
    all_.push_back(std::move(made));
    return static_cast<std::uint32_t>(all_.size() - 1);
  }

  /// Weakly: G F (not possible, or taken). Strongly: possible again and again only if taken again and again.
  NodeId fair(Kind kind, const std::vector<StepPattern>& patterns, const temporal::Atom& atom) {
    if (formula_.text.logic == temporal::Logic::branching) {
      diagnostics_.error(atom.range, "fairness is for linear formulas (--ltl)");
    }
    AtomMeaning meaning;
    meaning.patterns = patterns;
    const NodeId possible = proposition(number(Kind::enabled, meaning, "e(" + operation_text(patterns) + ")"));
    const NodeId taken = proposition(number(Kind::step, meaning, step_text(patterns)));
    const auto again = [&](NodeId each) {
      return tree().add(Operator::always, {tree().add(Operator::eventually, {each})});
    };
    if (kind == Kind::strongly_fair) return tree().add(Operator::implication, {again(possible), again(taken)});
    return again(tree().add(Operator::disjunction, {tree().add(Operator::negation, {possible}), taken}));
  }

  std::vector<Value> values_of(const TemporalAtoms::Variable& variable) {
    const Type* type = machine_.program().slots[static_cast<std::size_t>(variable.slot)];
    const auto refuse = [&](std::string why) {
      if (refused_.insert(variable.slot).second) diagnostics_.error(variable.name.range, std::move(why));
      return std::vector<Value>{};
    };
    name_sets(type);
    std::vector<Value> values;
    if (variable.drawn_from != nullptr && type->words) {
      Evaluator evaluator(machine_.program());
      evaluator.begin();
      values = evaluator.sets.elements_of(variable.drawn_from, 0);
      if (evaluator.outcome.failed()) return refuse("the values of this variable cannot be listed");
    } else if (type->flat() && type->cardinality <= most_quantified_values) {
      for (Value value = 0; value < type->cardinality; ++value) values.push_back(value);
    } else {
      return refuse(fmt::format("'{0}' needs a set that is the same in all states: {{{0}:S …}}", variable.name.name));
    }
    if (values.size() > most_quantified_values)
      return refuse(fmt::format("this variable has more than {} values", most_quantified_values));
    return values;
  }
  void name_sets(const Type* type) {
    if (type->kind == Type::Kind::given) sets_.insert(type->given);
    for (const Type* part : {type->first, type->second}) {
      if (part != nullptr) name_sets(part);
    }
  }

  const CompiledMachine& machine_;
  const TemporalFormula& formula_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::vector<MachineProposition> all_;
  std::vector<std::pair<std::uint32_t, Value>> bound_;
  std::set<std::uint32_t> sets_;
  std::set<std::int32_t> refused_;
};

}  // namespace

void CompiledMachine::lower_formulas(std::vector<std::unique_ptr<TemporalFormula>> read, const SourceMap& sources,
                                     Diagnostics& diagnostics) {
  parts_->read = std::move(read);
  for (const std::unique_ptr<TemporalFormula>& formula : parts_->read) {
    if (!formula->unsupported.empty()) {
      const temporal::Piece& first = formula->unsupported.front();
      if (formula->asserted) {
        diagnostics.warning(first.range, first.text);
        parts_->unchecked.push_back({formula->text.name, sources.locate(first.range)});
      } else {
        diagnostics.error(first.range, first.text);
      }
      continue;
    }
    MachineLowering lowering(*this, *formula, sources, diagnostics);
    temporal::LoweredFormula made;
    made.text = formula->text;
    made.tree = lowering.run();
    std::vector<MachineProposition> all = lowering.take();
    made.proposition_count = static_cast<std::uint32_t>(all.size());
    made.propositions = std::make_shared<MachinePropositions>(*this, std::move(all));
    made.fixed.insert(formula->atoms.elements.begin(), formula->atoms.elements.end());
    std::set<std::uint32_t> told_apart = lowering.sets();
    told_apart.insert(formula->atoms.sets.begin(), formula->atoms.sets.end());
    for (const std::uint32_t set : told_apart)
      made.fixed.insert(sets()[set].elements.begin(), sets()[set].elements.end());
    parts_->formulas.push_back(std::move(made));
  }
}

}  // namespace quotient::bmethod
