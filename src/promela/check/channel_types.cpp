#include "promela/check/channel_types.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <unordered_map>

#include "promela/check/check_iteration.hpp"
#include "promela/check/check_messages.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/check/type_classes.hpp"
#include "promela/syntax/type_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

class Reconstruction {
 public:
  explicit Reconstruction(Module& module) : module_(module) {}

  void run(Diagnostics& diagnostics) {
    relate_all();
    fill_in();
    warn_of_mixed_channels(diagnostics);
    check_messages(
        module_, [&](const Variable& channel) { return origins_[classes_.find(of_variable_.at(&channel))]; },
        diagnostics);
  }

  /// As run, but ids of processes of different types stay apart, and only classes are filled in.
  void find_flows() {
    by_type_ = true;
    relate_all();
    for (const auto& variable : module_.variables) {
      if (variable->predefined == Predefined::no) fill_class(*variable);
    }
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) fill_class(*field);
    }
    for (const auto& [proctype, c] : of_processes_) {
      module_.proctypes[proctype->index]->pid_class = classes_.find(c) + 1;
    }
  }

 private:
  void fill_class(Variable& variable) {
    variable.value_class = classes_.find(of_variable_.at(&variable)) + 1;
    if (variable.is_array) variable.index_class = classes_.find(index_of_.at(&variable)) + 1;
  }

  void relate_all() {
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) add_variable(*field);
    }
    for (const auto& variable : module_.variables) add_variable(*variable);
    for (const auto& proctype : module_.proctypes) {
      current_ = proctype.get();
      if (proctype->provided) relate(*proctype->provided);
      visit_statements(proctype->body, [&](const Statement& statement) { relate(statement); });
    }
    current_ = nullptr;
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) relate_initialiser(*field);
    }
    for (const auto& variable : module_.variables) relate_initialiser(*variable);
    current_ = nullptr;
    for (const LtlFormula& formula : module_.formulas) relate(formula.formula);
  }

  void add_variable(const Variable& variable) {
    TypeClasses::Facts facts;
    facts.base = variable.type.base;
    facts.structure = variable.type.structure;
    facts.mtype = variable.type.mtype;
    facts.process_id = variable.type.base == BaseType::pid;
    const TypeClass c = classes_.add(std::move(facts));
    of_variable_.emplace(&variable, c);
    if (variable.is_array) index_of_.emplace(&variable, classes_.add({}));
    if (!variable.channel) return;
    const auto fields = flat_fields(variable.channel->fields);
    if (!fields) return;
    for (std::size_t i = 0; i < fields->size(); ++i) {
      const FlatField& flat = (*fields)[i];
      TypeClasses::Facts declared;
      declared.base = flat.type->base;
      declared.mtype = flat.type->mtype;
      declared.process_id = flat.type->base == BaseType::pid;
      classes_.unify(classes_.field(c, i), classes_.add(std::move(declared)));
      if (flat.field != nullptr) classes_.unify(classes_.field(c, i), of_variable_.at(flat.field));
    }
  }

  TypeClass fresh_process_id() {
    TypeClasses::Facts facts;
    facts.base = BaseType::pid;
    facts.process_id = true;
    return classes_.add(std::move(facts));
  }

  TypeClass pid_class_of(const Proctype* proctype) {
    if (!by_type_ || proctype == nullptr) return fresh_process_id();
    const auto found = of_processes_.find(proctype);
    if (found != of_processes_.end()) return found->second;
    return of_processes_.emplace(proctype, fresh_process_id()).first->second;
  }

  std::optional<TypeClass> class_of(const Reference& reference) {
    const Variable* variable = last_part(reference);
    if (variable == nullptr || variable == module_.null_channel) return std::nullopt;
    if (variable->predefined == Predefined::pid) return pid_class_of(current_);
    if (variable->predefined == Predefined::last) return fresh_process_id();
    if (variable->predefined != Predefined::no || variable->type.base == BaseType::structure) return std::nullopt;
    return of_variable_.at(variable);
  }

  /// Nullopt for a value that is computed, or a plain constant: these say nothing of what they meet.
  std::optional<TypeClass> class_of(const Expression& expression) {
    switch (expression.kind) {
      case ExpressionKind::remote_variable:
        if (expression.reference.variable->predefined == Predefined::pid) return pid_class_of(expression.proctype);
        return class_of(expression.reference);
      case ExpressionKind::variable:
        return class_of(expression.reference);
      case ExpressionKind::run:
        return fresh_process_id();
      case ExpressionKind::eval:
        return class_of(expression.operands[0]);
      case ExpressionKind::conditional: {
        const auto found = of_conditional_.find(&expression);
        if (found != of_conditional_.end()) return found->second;
        const TypeClass c = classes_.add({});
        of_conditional_.emplace(&expression, c);
        for (std::size_t i = 1; i < 3; ++i) {
          if (const auto branch = class_of(expression.operands[i])) classes_.unify(c, *branch);
        }
        return c;
      }
      default:
        return std::nullopt;
    }
  }

  void unify(std::optional<TypeClass> a, std::optional<TypeClass> b) {
    if (a && b) classes_.unify(*a, *b);
  }

  void is_process_id(const Expression& expression) {
    if (const auto c = class_of(expression)) classes_.mark_process_id(*c);
  }

  /// Indices of one array are of one type: who uses j where others use _pid means processes.
  void relate_indices(const Reference& reference) {
    const Variable* variable = reference.variable;
    for (std::size_t i = 0; i < reference.parts.size() && variable != nullptr; ++i) {
      const Reference::Part& part = reference.parts[i];
      if (i > 0) variable = variable->type.structure ? variable->type.structure->fields[part.field].get() : nullptr;
      if (variable == nullptr || part.index.empty() || !variable->is_array) continue;
      unify(index_of_.at(variable), class_of(part.index[0]));
    }
  }

  void relate_message(const Reference& channel, const std::vector<Expression>& arguments) {
    const auto c = class_of(channel);
    if (!c) return;
    std::size_t number = 0;
    for (const Expression& argument : arguments) {
      const Variable* whole = argument.kind == ExpressionKind::variable ? last_part(argument.reference) : nullptr;
      if (whole != nullptr && whole->type.base == BaseType::structure) {
        const auto fields = flat_fields(whole->type);
        if (!fields) return;
        for (const FlatField& flat : *fields) unify(classes_.field(*c, number++), of_variable_.at(flat.field));
        continue;
      }
      const TypeClass field = classes_.field(*c, number++);
      unify(field, class_of(argument));
      if (argument.mtype != nullptr && classes_.facts(field).base == BaseType::none) {
        TypeClasses::Facts facts;
        facts.base = BaseType::mtype;
        facts.mtype = argument.mtype;
        classes_.unify(field, classes_.add(std::move(facts)));
      }
    }
  }

  void relate_run(const Expression& run) {
    if (run.proctype == nullptr) return;
    std::vector<std::optional<TypeClass>> given;
    for (const Expression& argument : run.operands) {
      const Variable* whole = argument.kind == ExpressionKind::variable ? last_part(argument.reference) : nullptr;
      const bool structure = whole != nullptr && whole->type.base == BaseType::structure;
      const auto fields = structure ? flat_fields(whole->type) : std::nullopt;
      if (!structure) given.push_back(class_of(argument));
      if (!fields) continue;
      for (const FlatField& flat : *fields) given.push_back(of_variable_.at(flat.field));
    }
    std::size_t number = 0;
    for (const Variable* parameter : run.proctype->parameters) {
      const auto fields = flat_fields(parameter->type);
      if (!fields) return;
      for (const FlatField& flat : *fields) {
        if (number >= given.size()) return;
        unify(of_variable_.at(flat.field != nullptr ? flat.field : parameter), given[number++]);
      }
    }
  }

  void relate(const Expression& root) {
    visit_expression(root, [&](const Expression& expression) {
      relate_indices(expression.reference);
      switch (expression.kind) {
        case ExpressionKind::binary:
          switch (expression.op) {
            case Operator::equal:
            case Operator::not_equal:
            case Operator::less:
            case Operator::less_equal:
            case Operator::greater:
            case Operator::greater_equal:
              unify(class_of(expression.operands[0]), class_of(expression.operands[1]));
              break;
            default:
              break;
          }
          break;
        case ExpressionKind::run:
          relate_run(expression);
          break;
        case ExpressionKind::poll:
          relate_message(expression.reference, expression.operands);
          break;
        case ExpressionKind::enabled:
        case ExpressionKind::pc_value:
        case ExpressionKind::get_priority:
        case ExpressionKind::remote_label:
        case ExpressionKind::remote_variable:
          for (const Expression& pid : expression.operands) is_process_id(pid);
          break;
        default:
          break;
      }
    });
  }

  void relate(const Statement& statement) {
    for (const Expression& expression : statement.expressions) relate(expression);
    relate_indices(statement.target);
    visit_indices(statement.target, [&](const Expression& index) { relate_indices(index.reference); });
    switch (statement.kind) {
      case StatementKind::assign:
        unify(class_of(statement.target), class_of(statement.expressions[0]));
        break;
      case StatementKind::send:
      case StatementKind::receive:
        relate_message(statement.target, statement.expressions);
        break;
      case StatementKind::set_priority:
        is_process_id(statement.expressions[0]);
        break;
      case StatementKind::for_range:
      case StatementKind::select:
        for (const Expression& bound : statement.expressions) unify(class_of(statement.target), class_of(bound));
        break;
      case StatementKind::for_in:
        relate_iteration(statement);
        break;
      default:
        break;
    }
  }

  void relate_iteration(const Statement& statement) {
    const Variable* collection = statement.collection.variable;
    if (collection == nullptr || last_part(statement.target) == nullptr) return;
    relate_indices(statement.collection);
    if (!goes_through_messages(statement)) {
      if (collection->is_array) unify(index_of_.at(collection), class_of(statement.target));
      return;
    }
    Expression whole;
    whole.kind = ExpressionKind::variable;
    whole.reference = statement.target;
    relate_message(statement.collection, {whole});
  }

  void relate_initialiser(const Variable& variable) {
    if (!variable.initialiser) return;
    current_ = variable.owner;
    relate(*variable.initialiser);
    if (variable.type.base != BaseType::structure) {
      unify(of_variable_.at(&variable), class_of(*variable.initialiser));
    }
  }

  void fill_in() {
    const std::vector<std::uint32_t> numbers = classes_.number_channels(module_.channel_types);
    const auto fill = [&](Variable& variable) {
      if (variable.predefined != Predefined::no) {
        variable.process_id = variable.predefined == Predefined::pid || variable.predefined == Predefined::last;
        return;
      }
      const TypeClass c = classes_.find(of_variable_.at(&variable));
      if (variable.type.base == BaseType::channel) variable.channel_type = {numbers[c]};
      variable.process_id = classes_.facts(c).process_id && variable.type.base != BaseType::channel &&
                            variable.type.base != BaseType::mtype && variable.type.base != BaseType::structure;
      variable.indexed_by_process = variable.is_array && classes_.facts(index_of_.at(&variable)).process_id;
    };
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) fill(*field);
    }
    for (const auto& variable : module_.variables) fill(*variable);
    visit_expressions(module_, [&](Expression& expression) {
      if (expression.kind == ExpressionKind::conditional) {
        const auto found = of_conditional_.find(&expression);
        if (found == of_conditional_.end()) return;
        const TypeClass c = classes_.find(found->second);
        expression.type.process_id = expression.type.base != BaseType::channel && classes_.facts(c).process_id;
        if (expression.type.base == BaseType::channel) expression.type.channel = {numbers[c]};
      } else if (expression.kind == ExpressionKind::variable || expression.kind == ExpressionKind::remote_variable) {
        const Variable* variable = last_part(expression.reference);
        if (variable == nullptr) return;
        expression.type.process_id = variable->process_id;
        expression.type.channel = variable->channel_type;
      } else if (expression.kind == ExpressionKind::eval) {
        expression.type.process_id = expression.operands[0].type.process_id;
      }
    });
  }

  /// SPIN lets channels of any kind into a variable; what is received from it then is a matter of luck.
  void warn_of_mixed_channels(Diagnostics& diagnostics) {
    const auto look_at = [&](const Variable& variable) {
      if (!variable.channel) return;
      std::vector<const Variable*>& kinds = origins_[classes_.find(of_variable_.at(&variable))];
      const bool known = std::ranges::any_of(
          kinds, [&](const Variable* other) { return carry_alike(*variable.channel, *other->channel); });
      if (known) return;
      kinds.push_back(&variable);
      if (kinds.size() == 1) return;
      const Variable& first = *kinds.front();
      diagnostics
          .warning(variable.name.range,
                   fmt::format("'{}' carries {}, '{}' carries {}, and both are used as one channel", variable.name.text,
                               message_text(*variable.channel), first.name.text, message_text(*first.channel)))
          .notes.push_back({first.name.range, "the other is made here"});
    };
    for (const auto& variable : module_.variables) look_at(*variable);
    for (const auto& structure : module_.structures) {
      for (const auto& field : structure->fields) look_at(*field);
    }
  }

  static std::string message_text(const ChannelInitialiser& channel) {
    std::vector<std::string> fields;
    for (const DeclaredType& field : channel.fields) fields.push_back(type_text(field));
    return fmt::format("{{ {} }}", fmt::join(fields, ", "));
  }

  Module& module_;
  TypeClasses classes_;
  std::unordered_map<const Variable*, TypeClass> of_variable_;  // of the elements, for an array
  std::unordered_map<const Variable*, TypeClass> index_of_;     // arrays
  std::unordered_map<const Expression*, TypeClass> of_conditional_;
  std::unordered_map<TypeClass, std::vector<const Variable*>> origins_;  // channels made, one of each kind of message
  bool by_type_ = false;
  const Proctype* current_ = nullptr;  // whose text is looked at
  std::unordered_map<const Proctype*, TypeClass> of_processes_;
};

}  // namespace

void reconstruct_channel_types(Module& module, Diagnostics& diagnostics) { Reconstruction(module).run(diagnostics); }

void find_flows(Module& module) { Reconstruction(module).find_flows(); }

}  // namespace quotient::promela
