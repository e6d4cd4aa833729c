#include "murphi/check/check.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

#include "murphi/check/checker.hpp"

namespace quotient::murphi {

Checker::Checker(Model& model, const Sizes& sizes, NameTable* names, Diagnostics& diagnostics)
    : model_(model), sizes_(sizes), names_(names), diagnostics_(diagnostics) {
  open();
  Type& boolean = model_.types.emplace_back();
  boolean.kind = TypeKind::enumeration;
  boolean.name = "boolean";
  boolean.is_boolean = true;
  boolean.literals = {"false", "true"};
  boolean.hi = 1;
  model_.boolean = &boolean;
  Type& integer = model_.types.emplace_back();
  integer.lo = INT32_MIN;
  integer.hi = INT32_MAX;
  integer.name = "a number";
  model_.integer = &integer;
  const auto predefine = [this](std::string name, Symbol::Kind kind, std::int64_t value) {
    Symbol& s = model_.symbols.emplace_back();
    s.kind = kind;
    s.name = std::move(name);
    s.type = model_.boolean;
    s.value = value;
    scopes_.back()[s.name] = &s;
  };
  predefine("boolean", Symbol::Kind::type, 0);
  predefine("false", Symbol::Kind::constant, 0);
  predefine("true", Symbol::Kind::constant, 1);
}

void Checker::run() {
  declare_all(model_.text->declarations, false);
  bool starts = false;
  for (Rule& r : model_.text->rules) {
    check_rule(r);
    starts = starts || r.kind == RuleKind::start;
  }
  if (!starts && !diagnostics_.has_errors()) {
    const SourceRange at = model_.text->rules.empty() ? SourceRange{} : model_.text->rules.front().range;
    error(at, "there is no start state: add a 'startstate'");
  }
  look_for_unused_sizes();
  give_numbers();
}

std::optional<std::int64_t> Checker::given_size(const Name& name) {
  const auto given = sizes_.find(name.text);
  if (given == sizes_.end() || scopes_.size() > 1) return std::nullopt;
  sizes_used_.insert(name.text);
  return given->second;
}

/// A type that the text declares, with another number of values.
void Checker::resize(const NamedTypeNode& node, std::int64_t size) {
  const bool own = node.type.kind == TypeKind::scalarset || node.type.kind == TypeKind::range;
  if (!own) {
    error(node.name.range, fmt::format("--set {}: only the size of a scalarset or range can be set", node.name.text));
    return;
  }
  Type& t = model_.types.back();  // it was made last
  if (size > 65'535) {
    error(node.name.range, fmt::format("--set {}: more than 65,535 values", node.name.text));
  } else if (t.kind == TypeKind::scalarset) {
    t.count = size;
  } else {
    t.hi = t.lo + size - 1;
  }
}

void Checker::look_for_unused_sizes() {
  for (const auto& [name, size] : sizes_) {
    if (sizes_used_.count(name) != 0 || diagnostics_.has_errors()) continue;
    const SourceRange at = model_.text->rules.empty() ? SourceRange{} : model_.text->rules.front().range;
    error({at.file, 0, 0}, fmt::format("--set {}: the model has no constant and no type of this name", name));
  }
}

Symbol& Checker::declare(const Name& name, Symbol::Kind kind, NameKind shown) {
  if (const auto known = scopes_.back().find(name.text); known != scopes_.back().end()) {
    Diagnostic& d = error(name.range, fmt::format("'{}' is declared twice", name.text));
    if (known->second->at.end != 0) d.notes.push_back({known->second->at, "it is declared here, too"});
  }
  Symbol& s = model_.symbols.emplace_back();
  s.kind = kind;
  s.name = name.text;
  s.at = name.range;
  scopes_.back()[name.text] = &s;
  if (names_ != nullptr) names_->define({name.text, shown, "", container_, name.range, name.range});
  return s;
}

const Symbol* Checker::find(const Name& name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto known = scope->find(name.text);
    if (known == scope->end()) continue;
    if (names_ != nullptr && known->second->at.end != 0) names_->use(name.range, known->second->at);
    return known->second;
  }
  // What no text declares is a keyword, in any letter case; its small spelling was looked up above.
  std::string small = name.text;
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (const auto known = scopes_.front().find(small); known != scopes_.front().end() && known->second->at.end == 0) {
    return known->second;
  }
  error(name.range, fmt::format("'{}' is not declared", name.text)).suggestion = nearest_name(name.text, known_names());
  return nullptr;
}

std::vector<std::string> Checker::known_names() const {
  std::vector<std::string> out;
  for (const auto& scope : scopes_) {
    for (const auto& [name, symbol] : scope) out.push_back(name);
  }
  return out;
}

void Checker::declare_all(Declarations& declarations, bool local) {
  for (Declaration& d : declarations.all) {
    if (d.constant != nullptr) declare_constant(*d.constant);
    if (d.type != nullptr) declare_type(*d.type);
    if (d.variable != nullptr) declare_variables(*d.variable, local);
    if (d.routine != nullptr) declare_routine(*d.routine);
  }
}

void Checker::declare_constant(ConstantNode& node) {
  const Type* t = expression(node.value);
  std::optional<std::int64_t> value = t == nullptr ? std::nullopt : fold(node.value);
  if (const auto given = given_size(node.name); given && t != nullptr) {
    if (!is_number(t)) error(node.name.range, fmt::format("--set {}: this constant is no number", node.name.text));
    value = given;
  }
  if (t != nullptr && !value) error(node.value.range, fmt::format("the value of '{}' is no constant", node.name.text));
  Symbol& s = declare(node.name, Symbol::Kind::constant, NameKind::constant);
  s.type = t;
  s.value = value.value_or(0);
  if (t != nullptr && is_number(t) && (s.value < INT32_MIN || s.value > INT32_MAX)) {
    error(node.value.range, "numbers of more than 32 bits are not supported");
  }
}

void Checker::declare_type(NamedTypeNode& node) {
  const Type* t = type(node.type, node.name.text);
  if (const auto given = given_size(node.name); given && t != nullptr) resize(node, *given);
  declare(node.name, Symbol::Kind::type, NameKind::type).type = t;
}

void Checker::declare_variables(VariableNode& node, bool local) {
  const Type* t = type(node.type);
  for (const Name& n : node.names) {
    Symbol& s = declare(n, Symbol::Kind::variable, NameKind::variable);
    s.type = t;
    s.is_local = local;
    node.symbols.push_back(&s);
    if (!local) model_.globals.push_back(&s);
  }
}

void Checker::declare_routine(Routine& routine) {
  if (routine.result != nullptr) routine.result_type = type(*routine.result);
  Symbol& symbol = declare(routine.name, Symbol::Kind::routine, NameKind::function);
  symbol.routine = &routine;
  symbol.type = routine.result_type;
  open();
  container_ = routine.name.text;
  for (Parameter& p : routine.parameters) {
    const Type* t = p.type == nullptr ? nullptr : type(*p.type);
    Symbol& s = declare(p.name, Symbol::Kind::parameter, NameKind::parameter);
    s.type = t;
    s.by_reference = p.by_reference;
    p.symbol = &s;
  }
  open();
  declare_all(*routine.locals, true);
  routine_ = &routine;
  statements(routine.body);
  routine_ = nullptr;
  close();
  close();
  container_.clear();
}

void Checker::check_rule(Rule& rule) {
  const std::size_t outside = scopes_.size();
  for (Scope& s : rule.scopes) {
    open();
    if (s.parameter != nullptr) quantify(*s.parameter);
    if (s.alias != nullptr) bind_alias(*s.alias);
  }
  if (!rule.condition.empty()) condition(rule.condition[0]);
  if (rule.kind == RuleKind::rule || rule.kind == RuleKind::start) {
    open();
    declare_all(*rule.locals, true);
    in_rule_ = true;
    statements(rule.body);
    in_rule_ = false;
  }
  scopes_.resize(outside);
}

/// Numbers of values: those of scalarsets first, so that tables by them need no room for others.
void Checker::give_numbers() {
  std::int64_t next = 1;
  for (const TypeKind kind : {TypeKind::scalarset, TypeKind::enumeration}) {
    for (Type& t : model_.types) {
      if (t.kind != kind || t.is_boolean) continue;
      t.lo = next;
      next += kind == TypeKind::scalarset ? t.count : static_cast<std::int64_t>(t.literals.size());
      t.hi = next - 1;
    }
  }
  for (Type& t : model_.types) {  // a union comes behind its members
    if (t.kind != TypeKind::set_union || t.members.empty()) continue;
    t.lo = t.members[0]->lo;
    t.hi = t.members[0]->hi;
    for (const Type* m : t.members) {
      t.lo = std::min(t.lo, m->lo);
      t.hi = std::max(t.hi, m->hi);
    }
  }
}

std::unique_ptr<Model> check(std::unique_ptr<Specification> text, const Sizes& sizes, NameTable* names,
                             Diagnostics& diagnostics) {
  auto model = std::make_unique<Model>();
  model->text = std::move(text);
  Checker(*model, sizes, names, diagnostics).run();
  return diagnostics.has_errors() ? nullptr : std::move(model);
}

}  // namespace quotient::murphi
