#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "mcrl2/check/checker.hpp"

namespace quotient::mcrl2 {

namespace {

SortKind container_kind(std::string_view name) {
  return name == "List"   ? SortKind::list
         : name == "Set"  ? SortKind::set
         : name == "FSet" ? SortKind::fset
         : name == "Bag"  ? SortKind::bag
                          : SortKind::fbag;
}

/// A structure as text without blanks: structures that are written alike are one sort.
std::string struct_text(const ast::SortExpr& sort) {
  std::string text(sort.name);
  if (sort.kind == ast::SortExpr::Kind::structure) text += "struct";
  if (sort.kind == ast::SortExpr::Kind::function) text += "->";
  for (const ast::SortExpr& argument : sort.arguments) text += "(" + struct_text(argument) + ")";
  for (const ast::StructConstructor& constructor : sort.constructors) {
    text += "|" + std::string(constructor.name) + "?" + std::string(constructor.recogniser);
    for (const ast::StructField& field : constructor.fields) {
      text += "," + std::string(field.name) + ":(" + struct_text(field.sort) + ")";
    }
  }
  return text;
}

}  // namespace

SortId Checker::resolve_name(std::string_view name, SourceRange range) {
  for (const SortKind kind : {SortKind::boolean, SortKind::pos, SortKind::nat, SortKind::integer, SortKind::real}) {
    if (spec_.sorts.text(spec_.sorts.basic(kind)) == name) return spec_.sorts.basic(kind);
  }
  const auto decl = sort_decls_.find(name);
  if (decl != sort_decls_.end()) {
    tell_definition(decl->second->name.range, name, NameKind::type, "sort " + std::string(name));
    tell_use(range, name, decl->second->name.range);
  }
  if (const auto known = sort_names_.find(name); known != sort_names_.end()) return known->second;
  if (decl == sort_decls_.end()) {
    std::vector<std::string> candidates = {"Bool", "Pos", "Nat", "Int", "Real"};
    for (const auto& [other, unused] : sort_decls_) candidates.emplace_back(other);
    report_unknown(range, name, "sort", std::move(candidates));
    return spec_.sorts.unknown();
  }
  if (resolving_[name]) {
    diagnostics_.error(decl->second->name.range, fmt::format("sort '{}' is defined as itself", name));
    return sort_names_[name] = spec_.sorts.unknown();
  }
  resolving_[name] = true;
  SortId id;
  if (!decl->second->defined) {
    id = spec_.sorts.declare(std::string(name));
  } else if (decl->second->sort.kind == ast::SortExpr::Kind::structure) {
    // The name must be known before the fields are looked at: a struct may contain itself.
    const auto known = structs_.find(struct_text(decl->second->sort));
    id = known != structs_.end() ? known->second : spec_.sorts.declare(std::string(name));
    structs_[struct_text(decl->second->sort)] = id;
  } else {
    id = resolve(decl->second->sort);
  }
  resolving_[name] = false;
  return sort_names_[name] = id;
}

SortId Checker::resolve(const ast::SortExpr& sort) {
  switch (sort.kind) {
    case ast::SortExpr::Kind::name:
      return resolve_name(sort.name, sort.range);
    case ast::SortExpr::Kind::container:
      return spec_.sorts.container(container_kind(sort.name), resolve(sort.arguments.front()));
    case ast::SortExpr::Kind::function: {
      std::vector<SortId> domain;
      for (std::size_t i = 0; i + 1 < sort.arguments.size(); ++i) domain.push_back(resolve(sort.arguments[i]));
      return spec_.sorts.function(std::move(domain), resolve(sort.arguments.back()));
    }
    case ast::SortExpr::Kind::structure:
      return resolve_struct(sort, {});
  }
  return spec_.sorts.unknown();
}

/// A struct without a name of its own, met where a sort is used.
SortId Checker::resolve_struct(const ast::SortExpr& sort, std::string name) {
  if (const auto known = structs_.find(struct_text(sort)); known != structs_.end()) return known->second;
  if (name.empty()) {
    name = "struct ";
    for (const auto& constructor : sort.constructors) {
      name += (&constructor == &sort.constructors.front() ? "" : " | ") + std::string(constructor.name);
    }
  }
  const SortId id = spec_.sorts.declare(std::move(name));
  structs_[struct_text(sort)] = id;
  if (naming_sorts_) {
    unfinished_structs_.emplace_back(&sort, id);  // its fields may be of a sort that is defined by it
  } else {
    add_struct_functions(sort, id);
  }
  return id;
}

/// To say the same again does no harm.
void Checker::declared_twice(SourceRange range, const std::string& what, SourceRange first, bool alike) {
  const std::string message = fmt::format("{} is declared twice", what);
  Diagnostic& made = alike ? diagnostics_.warning(range, message) : diagnostics_.error(range, message);
  made.notes.push_back({first, "first declared here"});
}

FuncId Checker::declare(std::string_view name, SortId sort, FuncKind kind, SourceRange range) {
  FuncInfo info;
  info.name = std::string(name);
  info.kind = kind;
  info.range = range;
  info.codomain = sort;
  if (spec_.sorts.kind(sort) == SortKind::function) {
    info.domain = spec_.sorts.arguments(sort);
    info.codomain = info.domain.back();
    info.domain.pop_back();
  }
  for (auto [it, last] = functions_.equal_range(name); it != last; ++it) {
    const FuncInfo& other = spec_.functions[it->second.value];
    if (other.domain == info.domain && !is_unknown(info.codomain)) {
      const bool same = other.codomain == info.codomain;
      if (!same && !info.domain.empty()) continue;
      declared_twice(range, fmt::format("'{}'", name), other.range, same && other.kind == kind);
      return it->second;
    }
  }
  tell_definition(
      range, name, kind == FuncKind::constructor ? NameKind::constant : NameKind::function,
      fmt::format("{} {}: {}", kind == FuncKind::constructor ? "cons" : "map", name, spec_.sorts.text(sort)));
  const FuncId id{static_cast<std::uint32_t>(spec_.functions.size())};
  if (kind == FuncKind::constructor) {
    auto& all = spec_.constructors[info.codomain];
    info.index = static_cast<std::uint32_t>(all.size());
    all.push_back(id);
  }
  spec_.functions.push_back(std::move(info));
  functions_.emplace(name, id);
  return id;
}

/// Constructors, projections and recognisers. The latter two are maps with generated equations.
void Checker::add_struct_functions(const ast::SortExpr& sort, SortId id) {
  std::vector<FuncId> constructors;
  for (const auto& constructor : sort.constructors) {
    std::vector<SortId> fields;
    for (const auto& field : constructor.fields) fields.push_back(resolve(field.sort));
    const SortId type = fields.empty() ? id : spec_.sorts.function(fields, id);
    constructors.push_back(declare(constructor.name, type, FuncKind::constructor, constructor.range));
  }
  std::map<std::pair<std::string_view, SortId>, FuncId> projections;  // one name may stand for fields of several sorts
  const auto pattern_of = [&](FuncId constructor) {
    const FuncInfo info = spec_.functions[constructor.value];
    std::vector<ExprId> fields;
    for (std::size_t i = 0; i < info.domain.size(); ++i) {
      const VarId x = spec_.variable(fmt::format("x{}", i), info.domain[i], {}, false);
      fields.push_back(spec_.expressions.add({ExprKind::variable, info.domain[i], x.value, {}, {}, info.range}));
    }
    return spec_.expressions.add({ExprKind::call, id, constructor.value, std::move(fields), {}, info.range});
  };
  for (std::size_t c = 0; c < sort.constructors.size(); ++c) {
    const auto& constructor = sort.constructors[c];
    if (spec_.functions[constructors[c].value].domain.size() != constructor.fields.size()) continue;  // declared twice
    const ExprId pattern = pattern_of(constructors[c]);
    for (std::size_t f = 0; f < constructor.fields.size(); ++f) {
      const auto& field = constructor.fields[f];
      if (field.name.empty()) continue;
      const SortId field_sort = spec_.functions[constructors[c].value].domain[f];
      const auto known = projections.find({field.name, field_sort});
      const FuncId projection = known != projections.end() ? known->second
                                                           : declare(field.name, spec_.sorts.function({id}, field_sort),
                                                                     FuncKind::map, field.range);
      projections[{field.name, field_sort}] = projection;
      spec_.functions[projection.value].generated = true;
      const ExprId value = spec_.expressions[pattern].arguments[f];
      spec_.rules.push_back({projection, {pattern}, {}, value, field.range});
    }
    if (constructor.recogniser.empty()) continue;
    const FuncId recogniser = declare(constructor.recogniser, spec_.sorts.function({id}, spec_.sorts.boolean()),
                                      FuncKind::map, constructor.recogniser_range);
    spec_.functions[recogniser.value].generated = true;
    for (std::size_t other = 0; other < constructors.size(); ++other) {
      const ExprId value = spec_.expressions.add(
          {ExprKind::truth, spec_.sorts.boolean(), other == c ? 1U : 0U, {}, {}, constructor.recogniser_range});
      spec_.rules.push_back({recogniser, {pattern_of(constructors[other])}, {}, value, constructor.recogniser_range});
    }
  }
}

void Checker::declare_sorts() {
  for (const ast::SortDecl& decl : tree_.sorts) {
    const auto [place, fresh] = sort_decls_.try_emplace(decl.name.text, &decl);
    if (!fresh) {
      const ast::SortDecl& first = *place->second;
      const bool alike =
          first.defined == decl.defined && (!decl.defined || struct_text(first.sort) == struct_text(decl.sort));
      declared_twice(decl.name.range, fmt::format("sort '{}'", decl.name.text), first.name.range, alike);
    }
  }
  naming_sorts_ = true;
  for (const ast::SortDecl& decl : tree_.sorts) resolve_name(decl.name.text, decl.name.range);
  naming_sorts_ = false;
  std::set<SortId> done;
  for (const auto& [sort, id] : unfinished_structs_) {
    if (done.insert(id).second) add_struct_functions(*sort, id);
  }
  for (const ast::SortDecl& decl : tree_.sorts) {
    if (!decl.defined || decl.sort.kind != ast::SortExpr::Kind::structure) continue;
    const SortId id = sort_names_[decl.name.text];
    if (done.insert(id).second) add_struct_functions(decl.sort, id);
  }
}

void Checker::declare_functions() {
  for (const ast::SymbolDecl& decl : tree_.constructors) {
    const SortId sort = resolve(decl.sort);
    const SortId result = spec_.sorts.kind(sort) == SortKind::function ? spec_.sorts.codomain(sort) : sort;
    if (spec_.sorts.kind(result) != SortKind::user && !is_unknown(result)) {
      // Older specifications have constants of numbers like this, with an equation.
      diagnostics_.caution(decl.name.range, fmt::format("'{}' is taken for a map: {} has constructors of its own",
                                                        decl.name.text, spec_.sorts.text(result)));
      declare(decl.name.text, sort, FuncKind::map, decl.name.range);
      continue;
    }
    declare(decl.name.text, sort, FuncKind::constructor, decl.name.range);
  }
  for (const ast::SymbolDecl& decl : tree_.maps) {
    declare(decl.name.text, resolve(decl.sort), FuncKind::map, decl.name.range);
  }
  for (const ast::Variable& global : tree_.globals) declare_global(global);
}

/// A global variable may have any value; like lps2lts we settle for one. It becomes a constant without an equation,
/// which the evaluator replaces by the default value of its sort.
void Checker::declare_global(const ast::Variable& global) {
  const SortId sort = resolve(global.sort);
  declare(global.name, sort, FuncKind::map, global.range);
  spec_.globals.push_back(spec_.variable(std::string(global.name), sort, {}, false));
}

/// A sort whose values all contain another value of the sort has no values at all.
void Checker::check_inhabited() {
  std::set<SortId> inhabited;
  const auto has_value = [&](SortId sort) {
    return spec_.sorts.kind(sort) != SortKind::user || !spec_.constructors.contains(sort) || inhabited.contains(sort);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [sort, constructors] : spec_.constructors) {
      if (inhabited.contains(sort)) continue;
      for (const FuncId constructor : constructors) {
        bool all = true;
        for (const SortId field : spec_.functions[constructor.value].domain) all = all && has_value(field);
        if (all) changed = inhabited.insert(sort).second || changed;
      }
    }
  }
  for (const auto& [sort, constructors] : spec_.constructors) {
    if (inhabited.contains(sort)) continue;
    diagnostics_.error(
        spec_.functions[constructors.front().value].range,
        fmt::format("sort {} has no values: each of its constructors needs one already", spec_.sorts.text(sort)));
  }
}

void Checker::declare_actions() {
  for (const ast::ActionDecl& decl : tree_.actions) {
    const auto [place, fresh] = action_names_.try_emplace(
        std::string(decl.name.text), ActName{static_cast<std::uint32_t>(spec_.action_names.size())});
    if (fresh) spec_.action_names.emplace_back(decl.name.text);
    ActInfo info{place->second, {}, decl.name.range};
    for (const ast::SortExpr& argument : decl.arguments) info.arguments.push_back(resolve(argument));
    bool twice = false;
    for (auto [it, last] = actions_.equal_range(info.name); it != last && !twice; ++it) {
      const ActInfo& other = spec_.actions[it->second.value];
      if (other.arguments != info.arguments) continue;
      twice = true;
      declared_twice(decl.name.range, fmt::format("action '{}'", decl.name.text), other.range, true);
    }
    if (twice) continue;
    // Several actions of one name are one to whoever allows or renames them: the first stands for all.
    if (const auto first = actions_.find(info.name); first != actions_.end()) {
      tell_use(decl.name.range, decl.name.text, spec_.actions[first->second.value].range);
    } else {
      std::vector<std::string> sorts;
      for (const SortId sort : info.arguments) sorts.push_back(spec_.sorts.text(sort));
      tell_definition(decl.name.range, decl.name.text, NameKind::action,
                      fmt::format("act {}{}{}", decl.name.text, sorts.empty() ? "" : ": ", fmt::join(sorts, " # ")));
    }
    actions_.emplace(info.name, ActId{static_cast<std::uint32_t>(spec_.actions.size())});
    spec_.actions.push_back(std::move(info));
  }
}

void Checker::check_all() {
  declare_sorts();
  declare_functions();
  check_inhabited();
  declare_actions();
  check_equations();
  declare_processes();
}

std::optional<Specification> Checker::run() {
  check_all();
  if (diagnostics_.has_errors()) return std::nullopt;
  return std::move(spec_);
}

std::optional<Specification> check(const ast::Specification& tree, Diagnostics& diagnostics, NameTable* names) {
  return Checker(tree, diagnostics, names).run();
}

}  // namespace quotient::mcrl2
