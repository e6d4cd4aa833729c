#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "base/name_table.hpp"
#include "base/stop_signal.hpp"
#include "bmethod/check/checker.hpp"
#include "bmethod/syntax/known_words.hpp"
#include "bmethod/syntax/library.hpp"
#include "bmethod/syntax/operators.hpp"

namespace quotient::bmethod {

using Kind = TypeTable::Kind;

Symbol* Checker::lookup(const std::string& name) const {
  for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
    if ((*local)->name == name) return *local;
  }
  const auto found = current_->scope.find(name);
  return found == current_->scope.end() ? nullptr : found->second;
}

Symbol* Checker::outer(const std::string& name) const {
  bool skipped = false;
  for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
    if ((*local)->name != name) continue;
    if (skipped) return *local;
    skipped = true;
  }
  const auto found = current_->scope.find(name);
  return found == current_->scope.end() ? nullptr : found->second;
}

Symbol* Checker::bind(const Identifier& name, bool assignable) {
  Symbol* symbol = model_.add(Symbol::Kind::local, name, types_.fresh());
  symbol->assignable = assignable;
  locals_.push_back(symbol);
  return symbol;
}

namespace {

/// Words of B that are understood and refused.
bool is_refused(std::string_view name) {
  constexpr auto words =
      std::to_array<std::string_view>({"REAL", "FLOAT", "real", "floor", "ceiling", "tree", "btree", "const", "sons",
                                       "sizet", "mirror", "subtree", "arity", "bin"});
  return std::ranges::find(words, name) != words.end();
}

}  // namespace

void Checker::unknown(const Identifier& name) {
  if (is_refused(name.name)) {
    diagnostics_.error(name.range,
                       fmt::format("unknown name '{}': trees and real numbers are not supported", name.name));
    return;
  }
  Diagnostic& error = diagnostics_.error(name.range, fmt::format("unknown name '{}'", name.name));
  std::vector<std::string> names;
  for (const Symbol* local : locals_) names.push_back(local->name);
  for (const auto& [known, symbol] : current_->scope) names.push_back(known);
  std::ranges::move(function_names(), std::back_inserter(names));
  error.suggestion = nearest_name(name.name, names);
}

void Checker::mismatch(const Expr* expr, TypeRef expected) {
  const bool wants_predicate = types_.kind(expected) == Kind::predicate;
  const bool is_predicate = types_.kind(expr->type) == Kind::predicate;
  if (wants_predicate) {
    diagnostics_.error(expr->range, fmt::format("expected a predicate, but this has type {}", types_.text(expr->type)));
  } else if (is_predicate) {
    diagnostics_.error(expr->range,
                       fmt::format("expected a value of type {}, but this is a predicate (bool( ) makes one a "
                                   "value)",
                                   types_.text(expected)));
  } else {
    diagnostics_.error(expr->range, fmt::format("type mismatch: this has type {}, but {} is expected",
                                                types_.text(expr->type), types_.text(expected)));
  }
}

void Checker::check(Expr* expr, TypeRef expected) {
  infer(expr);
  check_inferred(expr, expected);
}

TypeRef Checker::infer(Expr* expr) {
  poll_stop();
  switch (expr->op) {
    case Op::identifier:
    case Op::primed:
      expr->type = infer_identifier(expr);
      break;
    case Op::number:
      expr->type = types_.integer();
      break;
    case Op::string:
      expr->type = types_.string();
      break;
    case Op::conjunction:
    case Op::disjunction:
      for (Expr* arg : expr->args) predicate(arg);
      expr->type = types_.predicate();
      break;
    case Op::set_extension: {
      const TypeRef element = types_.fresh();
      for (Expr* arg : expr->args) check(arg, element);
      expr->type = types_.set(element);
      break;
    }
    case Op::sequence_extension: {
      const TypeRef element = types_.fresh();
      for (Expr* arg : expr->args) check(arg, element);
      expr->type = types_.set(types_.pair(types_.integer(), element));
      break;
    }
    case Op::minus:
    case Op::times:
      expr->type = infer_overloaded(expr);
      break;
    case Op::for_all:
    case Op::exists:
    case Op::comprehension:
    case Op::lambda:
    case Op::sigma:
    case Op::pi:
    case Op::quantified_union:
    case Op::quantified_intersection:
    case Op::let:
      expr->type = infer_binder(expr);
      break;
    case Op::record:
    case Op::record_set:
      expr->type = infer_record(expr);
      break;
    case Op::field:
      infer(expr->args[0]);
      expr->type = types_.fresh();
      if (!settle(expr, false)) waiting_.push_back(expr);
      break;
    case Op::if_then_else:
      predicate(expr->args[0]);
      expr->type = infer(expr->args[1]);
      check(expr->args[2], expr->type);
      break;
    case Op::size:
    case Op::reverse:
    case Op::concatenate:
    case Op::general_concatenate:
      expr->type = infer_sequence(expr);
      break;
    case Op::external:
      expr->type = infer_signature(expr, external_function(static_cast<External>(expr->number)).signature);
      break;
    default:
      expr->type = infer_signature(expr, operator_of(expr->op).signature);
  }
  return expr->type;
}

TypeRef Checker::infer_identifier(Expr* expr) {
  expr->symbol = expr->op == Op::primed ? outer(expr->text) : lookup(expr->text);
  if (expr->symbol == nullptr && (expr->text == "succ" || expr->text == "pred")) return infer_step(expr);
  if (expr->symbol == nullptr) {
    if (current_->operations.contains(expr->text)) {
      diagnostics_.error(expr->range, fmt::format("'{}' is an operation, not a value", expr->text));
    } else {
      unknown({expr->text, expr->range});
    }
    return types_.fresh();
  }
  if (names_ != nullptr) names_->use(expr->range, expr->symbol->range);
  return expr->symbol->type;
}

/// ProB has some operators of sequences for strings, too.
TypeRef Checker::infer_sequence(Expr* expr) {
  const bool joins = expr->op == Op::general_concatenate;
  const TypeRef element = types_.fresh();
  const TypeRef sequence = types_.set(types_.pair(types_.integer(), element));
  for (Expr* arg : expr->args) infer(arg);
  if (joins) check_inferred(expr->args[0], sequence);
  const bool of_strings =
      joins ? types_.kind(element) == Kind::string
            : std::ranges::any_of(expr->args, [&](const Expr* arg) { return types_.kind(arg->type) == Kind::string; });
  if (of_strings) {
    const External function = joins                     ? External::string_conc
                              : expr->op == Op::size    ? External::string_length
                              : expr->op == Op::reverse ? External::string_rev
                                                        : External::string_append;
    const bool counts = expr->op == Op::size;
    for (Expr* arg : expr->args) check_inferred(arg, joins ? sequence : types_.string());
    expr->op = Op::external;
    expr->number = static_cast<std::int64_t>(function);
    return counts ? types_.integer() : types_.string();
  }
  if (joins) {
    const TypeRef joined = types_.set(types_.pair(types_.integer(), types_.fresh()));
    if (!types_.unify(element, joined)) mismatch(expr->args[0], types_.set(types_.pair(types_.integer(), joined)));
    return joined;
  }
  for (Expr* arg : expr->args) check_inferred(arg, sequence);
  return expr->op == Op::size ? types_.integer() : sequence;
}

void Checker::check_inferred(const Expr* expr, TypeRef expected) {
  if (!types_.unify(expr->type, expected)) mismatch(expr, expected);
}

/// `succ` by itself is the function %x.(x : INTEGER | succ(x)).
TypeRef Checker::infer_step(Expr* expr) {
  Ast& ast = current_->machine->ast;
  const auto variable = [&] {
    Expr* made = ast.expr(Op::identifier, expr->range);
    made->text = expr->text;
    return made;
  };
  const Op step = expr->text == "succ" ? Op::successor : Op::predecessor;
  Expr* domain = ast.expr(Op::member, expr->range, {variable(), ast.expr(Op::integers, expr->range)});
  expr->names = {{expr->text, expr->range}};
  expr->args = {domain, ast.expr(step, expr->range, {variable()})};
  expr->op = Op::lambda;
  return infer_binder(expr);
}

namespace {

/// Reads one type of a signature.
struct SignatureReader {
  TypeTable& types;
  std::array<TypeRef, 26> variables{};
  std::string_view rest;

  TypeRef type() {
    const char c = rest.front();
    rest.remove_prefix(1);
    switch (c) {
      case 'Z':
        return types.integer();
      case 'B':
        return types.boolean();
      case 'S':
        return types.string();
      case '!':
        return types.predicate();
      case 'P':
        return types.set(type());
      case '*': {
        const TypeRef first = type();
        const TypeRef second = type();
        return types.pair(first, second);
      }
      default: {
        TypeRef& variable = variables[static_cast<std::size_t>(c - 'a')];
        if (variable.value == 0) variable = types.fresh();
        return variable;
      }
    }
  }
};

}  // namespace

TypeRef Checker::infer_signature(Expr* expr, std::string_view signature) {
  SignatureReader reader{types_, {}, signature};
  const bool sides =
      expr->args.size() == 2 && (signature == "a,a>!" || signature == "Pa,Pa>!" || signature == "a,Pa>!" ||
                                 signature == "Pa,Pa>Pa" || signature == "P*ab,P*ab>P*ab");
  for (std::size_t i = 0; i < expr->args.size(); ++i) {
    const TypeRef formal = reader.type();
    reader.rest.remove_prefix(1);  // the comma or the arrow
    const TypeRef actual = infer(expr->args[i]);
    if (types_.unify(actual, formal)) continue;
    const bool predicates = types_.kind(actual) == Kind::predicate || types_.kind(formal) == Kind::predicate;
    if (sides && i == 1 && !predicates) {
      Diagnostic& error = diagnostics_.error(
          expr->range, fmt::format("type mismatch: the left side of '{}' has type {}, the right side {}",
                                   name_of(expr->op), types_.text(expr->args[0]->type), types_.text(actual)));
      error.notes.push_back({expr->args[0]->range, fmt::format("{}", types_.text(expr->args[0]->type))});
    } else {
      mismatch(expr->args[i], formal);
    }
  }
  if (expr->args.empty()) reader.rest.remove_prefix(1);
  return reader.type();
}

TypeRef Checker::infer_overloaded(Expr* expr) {
  infer(expr->args[0]);
  infer(expr->args[1]);
  for (Expr* arg : expr->args) {
    if (types_.kind(arg->type) == Kind::predicate) {
      mismatch(arg, types_.integer());
      return types_.fresh();
    }
  }
  expr->type = types_.fresh();
  if (!settle(expr, false)) waiting_.push_back(expr);
  return expr->type;
}

/// Decides what a waiting node means if its operands tell; true once it is settled, with or without an error.
bool Checker::settle(Expr* expr, bool by_default) {
  if (expr->op == Op::field) {
    const TypeRef record = expr->args[0]->type;
    const std::string& name = expr->names[0].name;
    if (types_.kind(record) == Kind::variable && !by_default) return false;
    if (types_.kind(record) != Kind::record) {
      diagnostics_.error(expr->args[0]->range, fmt::format("expected a record with a field '{}', but this has type {}",
                                                           name, types_.text(record)));
      return true;
    }
    for (const TypeTable::Field& field : types_.fields(record)) {
      if (field.first == name && !types_.unify(expr->type, field.second)) mismatch(expr, field.second);
      if (field.first == name) return true;
    }
    diagnostics_.error(expr->names[0].range, fmt::format("{} has no field '{}'", types_.text(record), name));
    return true;
  }

  const TypeRef left = expr->args[0]->type;
  const TypeRef right = expr->args[1]->type;
  const auto any = [&](Kind kind) { return types_.kind(left) == kind || types_.kind(right) == kind; };
  const bool is_set = any(Kind::set) || types_.kind(expr->type) == Kind::set;
  const bool is_number = any(Kind::integer) || types_.kind(expr->type) == Kind::integer || by_default;
  if (!is_set && !is_number && types_.kind(left) == Kind::variable && types_.kind(right) == Kind::variable)
    return false;
  const bool times = expr->op == Op::times;
  if (is_set) {
    expr->op = times ? Op::product : Op::difference;
    const TypeRef a = types_.fresh();
    const TypeRef b = times ? types_.fresh() : a;
    bool fits = true;
    if (!types_.unify(left, types_.set(a))) {
      fits = false;
      mismatch(expr->args[0], types_.set(a));
    }
    if (!types_.unify(right, types_.set(b))) {
      fits = false;
      mismatch(expr->args[1], types_.set(b));
    }
    const TypeRef result = types_.set(times ? types_.pair(a, b) : a);
    if (fits && !types_.unify(expr->type, result)) mismatch(expr, result);
    return true;
  }
  for (Expr* arg : expr->args) {
    if (!types_.unify(arg->type, types_.integer())) mismatch(arg, types_.integer());
  }
  if (!types_.unify(expr->type, types_.integer())) mismatch(expr, types_.integer());
  return true;
}

void Checker::settle_all(bool by_default) {
  for (bool progress = true; progress && !waiting_.empty();) {
    progress = std::erase_if(waiting_, [&](Expr* expr) { return settle(expr, false); }) > 0;
    if (!progress && by_default) {
      Expr* expr = waiting_.front();
      waiting_.erase(waiting_.begin());
      settle(expr, true);
      progress = true;
    }
  }
}

TypeRef Checker::infer_binder(Expr* expr) {
  const std::size_t before = locals_.size();
  for (const Identifier& name : expr->names) expr->bound.push_back(bind(name, false));
  predicate(expr->args[0]);
  TypeRef couple = expr->bound[0]->type;
  for (std::size_t i = 1; i < expr->bound.size(); ++i) couple = types_.pair(couple, expr->bound[i]->type);
  TypeRef result = types_.predicate();
  switch (expr->op) {
    case Op::comprehension:
      result = types_.set(couple);
      break;
    case Op::lambda:
      result = types_.set(types_.pair(couple, infer(expr->args[1])));
      break;
    case Op::sigma:
    case Op::pi:
      check(expr->args[1], types_.integer());
      result = types_.integer();
      break;
    case Op::quantified_union:
    case Op::quantified_intersection:
      result = types_.set(types_.fresh());
      check(expr->args[1], result);
      break;
    case Op::let:
      result = infer(expr->args[1]);
      break;
    default:
      break;
  }
  locals_.resize(before);
  return result;
}

TypeRef Checker::infer_record(Expr* expr) {
  std::vector<TypeTable::Field> fields;
  for (std::size_t i = 0; i < expr->args.size(); ++i) {
    TypeRef type = infer(expr->args[i]);
    if (expr->op == Op::record_set) {
      const TypeRef element = types_.fresh();
      if (!types_.unify(type, types_.set(element))) mismatch(expr->args[i], types_.set(element));
      type = element;
    } else if (types_.kind(type) == Kind::predicate) {
      mismatch(expr->args[i], types_.fresh());
      type = types_.fresh();
    }
    for (const TypeTable::Field& field : fields) {
      if (field.first == expr->names[i].name) {
        diagnostics_.error(expr->names[i].range, fmt::format("the field '{}' is given twice", field.first));
      }
    }
    fields.emplace_back(expr->names[i].name, type);
  }
  const TypeRef record = types_.record(std::move(fields));
  return expr->op == Op::record ? record : types_.set(record);
}

}  // namespace quotient::bmethod
