#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <unordered_set>

#include "bmethod/project/model.hpp"
#include "bmethod/project/project_graph.hpp"
#include "bmethod/syntax/operators.hpp"

namespace quotient::bmethod {

bool Model::prefers(std::string_view preference) const {
  return std::ranges::any_of(main->machine->definitions, [&](const Definition& each) {
    return each.name.name == fmt::format("SET_PREF_{}", preference) && each.expr != nullptr &&
           each.expr->op == Op::true_value;
  });
}

Symbol* Model::add(Symbol::Kind kind, const Identifier& name, TypeRef type) {
  Symbol& made = symbols.emplace_back();
  made.kind = kind;
  made.name = name.name;
  made.range = name.range;
  made.type = type;
  return &made;
}

namespace {

SourceRange place_of_clause(const Model& model, SourceRange Machine::*clause) {
  // Each stands behind what it is built on, the main machine behind everything.
  for (std::size_t i = model.instances.size(); i-- > 0;) {
    const SourceRange found = (*model.instances[i]->machine).*clause;
    if (found.end > found.begin && !model.instances[i]->refined) return found;
  }
  return model.main->machine->name.range;
}

}  // namespace

SourceRange Model::setup_place() const {
  const SourceRange properties = place_of_clause(*this, &Machine::properties_clause);
  return properties != main->machine->name.range ? properties : place_of_clause(*this, &Machine::constants_clause);
}

SourceRange Model::initialisation_place() const { return place_of_clause(*this, &Machine::initialisation_clause); }

namespace {

class Loader {
 public:
  Loader(FileFinder& files, ValuedSets valued, Diagnostics& diagnostics)
      : graph_(files, diagnostics), valued_(valued), diagnostics_(diagnostics) {}

  std::unique_ptr<Model> run(FileId main) {
    model_ = std::make_unique<Model>();
    MachineUse* use = graph_.read(main);
    if (use == nullptr) return nullptr;
    for (const Valuation& valuation : use->machine->values) {
      if (is_of_integers(valuation.value)) integers_.insert(valuation.name.name);
    }
    model_->main = build(*use);
    offer(*model_->main, "");
    // Nobody in the project calls what is only seen or used: its surroundings do, at any time.
    for (const MachineUse* each : shared_alone_) offer(*built_.at(each), each->prefix);
    for (const Definition& definition : model_->main->machine->definitions) {
      if (!definition.parameters.empty()) continue;
      if (definition.given) model_->given.insert(definition.expr);
      if (definition.name.name == "GOAL") model_->goal = definition.expr;
      if (definition.name.name == "SCOPE") model_->scope = definition.expr;
    }
    return std::move(model_);
  }

 private:
  static bool is_of_integers(const Expr* value) {
    const auto is_number = [](const Expr* e) { return e->op == Op::number || e->op == Op::negate; };
    return value->op == Op::interval || value->op == Op::nat_set || value->op == Op::nat1_set ||
           value->op == Op::int_set || (value->op == Op::set_extension && std::ranges::all_of(value->args, is_number));
  }

  Instance* build(MachineUse& use) {
    auto made = std::make_unique<Instance>();
    Instance* instance = made.get();
    instance->machine = std::move(use.machine);
    instance->prefix = use.prefix;
    instance->refined = use.refined;
    built_[&use] = nullptr;  // until it is done: who refers to it now refers to itself
    std::vector<Import> imports;
    for (const Reference& reference : instance->machine->references) refer(*instance, use, reference, imports);
    // What a machine declares itself comes before what others are seen to have through it: `p.v` is that of p.N, not
    // one that p.M sees.
    for (const bool own : {true, false}) {
      for (const Import& each : imports) import(*instance, each, own);
    }
    built_[&use] = instance;
    if (instance->refines != nullptr) inherit(*instance);
    declare(*instance, use.passed);
    model_->instances.push_back(std::move(made));
    return instance;
  }

  /// The concrete variables of what is refined, which need not be declared again.
  void inherit(Instance& instance) {
    Machine& machine = *instance.machine;
    for (const std::string& name : instance.refines->machine->concrete) {
      if (std::ranges::find(machine.variables, name, &Identifier::name) != machine.variables.end()) continue;
      const Symbol* known = instance.scope.at(name);
      if (known->kind == Symbol::Kind::variable) continue;  // of a machine that it imports
      machine.variables.push_back({name, known->range});
      machine.concrete.push_back(name);
    }
  }

  struct Import {
    Instance* from;
    const Reference* reference;
  };

  void refer(Instance& client, const MachineUse& use, const Reference& reference, std::vector<Import>& imports) {
    const auto found = use.targets.find(&reference);
    if (found == use.targets.end()) return;
    MachineUse& target = *found->second;
    const auto built = built_.find(&target);
    Instance* instance = built != built_.end() ? built->second : build(target);
    if (instance == nullptr) {
      diagnostics_.error(reference.machine.range,
                         fmt::format("the machine '{}' refers to itself", reference.machine.name));
      return;
    }
    if (built == built_.end() && target.owner == nullptr) shared_alone_.push_back(&target);
    if (reference.kind == Reference::Kind::refines) client.refines = instance;
    if (reference.kind == Reference::Kind::extends) client.extends.emplace_back(local_prefix(reference), instance);
    if (!reference.arguments.empty()) pass(client, *instance, reference);
    imports.push_back({instance, &reference});
  }

  /// The parameters of a machine have the values that a reference gives them.
  void pass(Instance& client, Instance& instance, const Reference& reference) {
    const std::vector<Identifier>& parameters = instance.machine->parameters;
    if (reference.arguments.size() != parameters.size()) {
      diagnostics_.error(reference.machine.range,
                         fmt::format("the machine '{}' has {} parameters, but {} are given", reference.machine.name,
                                     parameters.size(), reference.arguments.size()));
      return;
    }
    if (instance.client != nullptr) return;
    instance.client = &client;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      instance.arguments.emplace_back(instance.scope.at(parameters[i].name), reference.arguments[i]);
    }
  }

  /// Makes the names of `from` known in `client`. Variables and operations carry the prefix, sets and constants are the
  /// same for every instance and are found with and without it.
  void import(Instance& client, const Import& what, bool own) {
    const Instance& from = *what.from;
    const std::string local = local_prefix(*what.reference);
    for (const auto& [name, symbol] : from.scope) {
      if ((symbol->instance == &from) != own) continue;
      const bool shared = symbol->kind != Symbol::Kind::variable && symbol->kind != Symbol::Kind::abstract_variable;
      if (shared) enter(client, name, symbol);
      if (!shared || !local.empty()) enter(client, local + name, symbol);
    }
    if (what.reference->kind == Reference::Kind::refines) return;
    for (const auto& [name, symbol] : from.operations) {
      if ((symbol->instance == &from) != own) continue;
      if (!symbol->operation->is_local) client.operations.emplace(local + name, symbol);
    }
  }

  /// The first meaning of a name holds, but a variable of the state stands for the abstract one of the same name.
  static void enter(Instance& client, const std::string& name, Symbol* symbol) {
    Symbol*& known = client.scope[name];
    if (known == nullptr) {
      known = symbol;
    } else if (is_abstract(known) && symbol->kind == Symbol::Kind::variable) {
      known->glued = symbol;
      known = symbol;
    } else if (known->kind == Symbol::Kind::variable && is_abstract(symbol)) {
      symbol->glued = known;
    }
  }

  static bool is_of_the_language(const std::string& name) {
    return name == "TRUE" || name == "FALSE" || find_operator(Operator::Form::constant, name) != nullptr;
  }

  static bool is_abstract(const Symbol* symbol) { return symbol->kind == Symbol::Kind::abstract_variable; }

  void declare(Instance& instance, bool passed) {
    Machine& machine = *instance.machine;
    std::map<std::string, SourceRange> own, own_operations;
    const auto is_first = [&](const Identifier& name, std::map<std::string, SourceRange>& among) {
      const auto [first, inserted] = among.emplace(name.name, name.range);
      if (!inserted) {
        Diagnostic& error = diagnostics_.error(name.range, fmt::format("'{}' is declared twice", name.name));
        error.notes.push_back({first->second, "first here"});
      }
      return inserted;
    };
    const auto enter = [&](const Identifier& name, Symbol* symbol) {
      if (!is_first(name, own)) return;
      if (is_of_the_language(name.name)) {
        diagnostics_.error(name.range,
                           fmt::format("'{}' is a name of the language, and cannot be declared", name.name));
      }
      symbol->instance = &instance;
      Symbol*& known = instance.scope[name.name];
      const bool is_variable = symbol->kind == Symbol::Kind::variable || is_abstract(symbol);
      if (known != nullptr && is_abstract(known) && is_variable) known->glued = symbol;
      known = symbol;
    };
    const auto shared = [&](const std::string& name) -> Symbol*& { return shared_[machine.name.name + "/" + name]; };

    for (const SetDeclaration& set : machine.sets) {
      const bool is_valued = !set.enumerated && instance.refined && integers_.contains(set.name.name);
      model_->has_valued_sets = model_->has_valued_sets || is_valued;
      if (is_valued && valued_ == ValuedSets::of_integers) {
        Symbol*& symbol = shared(set.name.name);
        if (symbol == nullptr) symbol = add_constant(set.name, model_->types.set(model_->types.integer()));
        enter(set.name, symbol);
      } else {
        declare_set(set, shared(set.name.name), enter, shared);
      }
    }
    if (!machine.parameters.empty()) declare_parameters(instance, passed, enter);
    for (const Identifier& name : machine.constants) {
      Symbol*& symbol = shared(name.name);
      if (symbol == nullptr) symbol = of_refined(instance, name.name, Symbol::Kind::constant);
      if (symbol == nullptr) symbol = add_constant(name, model_->types.fresh());
      enter(name, symbol);
    }
    for (const Identifier& name : machine.variables) {
      Symbol* symbol = nullptr;
      if (instance.refined) {
        symbol = model_->add(Symbol::Kind::abstract_variable, {instance.prefix + name.name, name.range},
                             model_->types.fresh());
      } else {
        symbol = model_->add(Symbol::Kind::variable, {instance.prefix + name.name, name.range}, model_->types.fresh());
        symbol->index = static_cast<std::uint32_t>(model_->variables.size());
        model_->variables.push_back(symbol);
      }
      enter(name, symbol);
    }
    for (Operation& operation : machine.operations) {
      Symbol* symbol = model_->add(Symbol::Kind::operation, operation.name, {});
      symbol->operation = &operation;
      symbol->instance = &instance;
      if (is_first(operation.name, own_operations)) instance.operations[operation.name.name] = symbol;
    }
  }

  /// A refinement may repeat a constant or a parameter of what it refines: it is the same one.
  static Symbol* of_refined(const Instance& instance, const std::string& name, Symbol::Kind kind) {
    if (instance.refines == nullptr) return nullptr;
    const auto known = instance.refines->scope.find(name);
    return known != instance.refines->scope.end() && known->second->kind == kind ? known->second : nullptr;
  }

  template <typename Enter, typename Shared>
  void declare_set(const SetDeclaration& declaration, Symbol*& symbol, Enter& enter, Shared& shared) {
    if (symbol == nullptr) {
      symbol = add_given_set(declaration.name);
      GivenSet& set = model_->sets[symbol->set];
      set.enumerated = declaration.enumerated;
      for (const Identifier& element : declaration.elements) {
        Symbol* made = model_->add(Symbol::Kind::element, element, model_->types.given(symbol->set));
        made->set = symbol->set;
        made->index = static_cast<std::uint32_t>(set.elements.size());
        set.elements.push_back(element.name);
        shared(element.name) = made;
      }
      if (set.enumerated) set.size = static_cast<std::uint32_t>(set.elements.size());
    }
    enter(declaration.name, symbol);
    for (const Identifier& element : declaration.elements) enter(element, shared(element.name));
  }

  Symbol* add_given_set(const Identifier& name) {
    const auto index = static_cast<std::uint32_t>(model_->sets.size());
    model_->sets.push_back({name.name, name.range, false, {}, 0});
    Symbol* symbol = model_->add(Symbol::Kind::given_set, name, model_->types.set(model_->types.given(index)));
    symbol->set = index;
    return symbol;
  }

  Symbol* add_constant(const Identifier& name, TypeRef type) {
    Symbol* symbol = model_->add(Symbol::Kind::constant, name, type);
    symbol->index = static_cast<std::uint32_t>(model_->constants.size());
    model_->constants.push_back(symbol);
    return symbol;
  }

  static bool is_set_parameter(const std::string& name) {
    return std::ranges::none_of(name, [](unsigned char c) { return std::islower(c) != 0; });
  }

  /// `MACHINE M(SET, x)`: of the main machine, a set parameter is a deferred set; where another machine passes a value,
  /// either is a constant equal to that value.
  template <typename Enter>
  void declare_parameters(Instance& instance, bool passed, Enter& enter) {
    for (const Identifier& name : instance.machine->parameters) {
      const bool is_set = is_set_parameter(name.name);
      const auto kind = is_set ? Symbol::Kind::given_set : Symbol::Kind::constant;
      if (Symbol* known = of_refined(instance, name.name, kind); known != nullptr && !passed) {
        enter(name, known);
        continue;
      }
      if (is_set && !passed) {
        enter(name, add_given_set(name));
        continue;
      }
      TypeRef type = model_->types.fresh();
      if (is_set) type = model_->types.set(type);
      enter(name, add_constant({instance.prefix + name.name, name.range}, type));
    }
  }

  /// The operations that a machine offers, as it calls them: its own, those it promotes, and what machines offer that
  /// it extends.
  std::vector<std::string> offered(const Instance& instance) {
    std::vector<std::string> names;
    for (const auto& [prefix, extended] : instance.extends) {
      for (const std::string& name : offered(*extended)) names.push_back(prefix + name);
    }
    for (const Identifier& promoted : instance.machine->promotes) {
      if (!instance.operations.contains(promoted.name)) {
        diagnostics_.error(promoted.range, fmt::format("there is no operation '{}' to promote", promoted.name));
      } else {
        names.push_back(promoted.name);
      }
    }
    for (const Operation& operation : instance.machine->operations) {
      if (!operation.is_local) names.push_back(operation.name.name);
    }
    return names;
  }

  /// Events of two machines that are not prefixed may have one name: then that of the machine tells them apart.
  void offer(const Instance& instance, const std::string& prefix) {
    for (const std::string& name : offered(instance)) {
      const auto found = instance.operations.find(name);
      if (found == instance.operations.end()) continue;
      std::string event = prefix + name;
      if (!events_.insert(event).second) {
        event = prefix + instance.machine->name.name + "." + name;
        events_.insert(event);
      }
      model_->operations.push_back({std::move(event), found->second->instance, found->second->operation});
    }
  }

  ProjectGraph graph_;
  ValuedSets valued_;
  std::set<std::string> integers_;  // names that VALUES of the main machine give integers
  Diagnostics& diagnostics_;
  std::unique_ptr<Model> model_;
  std::map<const MachineUse*, Instance*> built_;
  std::vector<const MachineUse*> shared_alone_;  // seen or used, and owned by nobody
  std::map<std::string, Symbol*> shared_;
  std::unordered_set<std::string> events_;  // names of operations that are offered
};

}  // namespace

std::unique_ptr<Model> load_project(FileFinder& files, FileId main, ValuedSets valued, Diagnostics& diagnostics) {
  return Loader(files, valued, diagnostics).run(main);
}

}  // namespace quotient::bmethod
