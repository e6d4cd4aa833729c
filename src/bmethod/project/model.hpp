#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "bmethod/project/types.hpp"
#include "bmethod/syntax/ast.hpp"
#include "bmethod/syntax/parser.hpp"

namespace quotient {
class NameTable;
}

namespace quotient::bmethod {

struct Instance;
struct TemporalAtoms;

/// What a name stands for.
struct Symbol {
  enum class Kind : std::uint8_t {
    given_set,
    element,   // of an enumerated set
    constant,  // also a scalar parameter of a machine, and a parameter given by an including machine
    variable,
    abstract_variable,  // of a refined machine: may be named in a gluing invariant, is no part of the state itself
    local,              // parameter, result, ANY, VAR, quantifier: lives in a slot of its own
    operation,
  };
  Kind kind = Kind::local;
  std::string name;
  SourceRange range;
  TypeRef type;
  std::uint32_t set = 0;    // index of the given set, also of an element's
  std::uint32_t index = 0;  // of an element in its set; of a constant or variable in the model's list
  bool assignable = false;  // results and VAR locals
  Operation* operation = nullptr;
  Instance* instance = nullptr;  // that declares it
  Symbol* glued = nullptr;       // of an abstract variable: the one of the same name in the refinement, equal to it
  std::uint32_t level = 0;  // of an abstract variable that is part of a product: how many refinements lie before it
  // Used by the compiler:
  std::int32_t slot = -1;
  std::int32_t has_value = -1;  // slot that says so, of a local that may be read before it has one

  /// The variable of the state that this is; null for an abstract one that the refinement has given up.
  const Symbol* in_state() const {
    const Symbol* symbol = this;
    while (symbol != nullptr && symbol->kind == Kind::abstract_variable && symbol->level == 0) symbol = symbol->glued;
    return symbol;
  }
};

/// One use of a machine in a project. A machine included twice under two prefixes is two instances with variables of
/// their own and the sets and constants in common.
struct Instance {
  std::unique_ptr<Machine> machine;
  std::string prefix;                                // "left." or empty
  std::map<std::string, Symbol*> scope;              // what its text may name
  std::map<std::string, Symbol*> operations;         // what it may call: these have names of their own
  std::vector<std::pair<Symbol*, Expr*>> arguments;  // parameter = value, typed in the scope of `client`
  Instance* client = nullptr;                        // that gives the arguments
  Instance* refines = nullptr;
  std::vector<std::pair<std::string, Instance*>> extends;  // with the prefix of each
  bool refined = false;  // its variables are no part of the state, unless the refinement has them too

  /// The operation of this name in the machine that is refined; null where there is none.
  const Operation* refined_operation(const std::string& name) const {
    if (refines == nullptr || machine->is_event_b) return nullptr;
    const auto& all = refines->machine->operations;
    const auto found = std::ranges::find(all, name, [](const Operation& each) { return each.name.name; });
    return found == all.end() ? nullptr : &*found;
  }
};

/// An operation that the whole offers.
struct OfferedOperation {
  std::string name;
  Instance* instance = nullptr;
  Operation* operation = nullptr;
};

/// Something that was to be checked or tried is not, or not to its end.
struct CutShort {
  SourceRange range;
  std::string message;
};

/// A project, names resolved; typed by check().
struct Model {
  std::vector<GivenSet> sets;
  TypeTable types{sets};
  std::deque<Symbol> symbols;
  std::vector<std::unique_ptr<Instance>> instances;  // each after those it refers to
  std::vector<Symbol*> constants;
  std::vector<Symbol*> variables;
  std::vector<OfferedOperation> operations;
  Instance* main = nullptr;
  Expr* goal = nullptr;
  Expr* scope = nullptr;                 // states outside of it are not explored any further
  std::set<const Expr*> given;           // formulas of the user, not of the text
  std::vector<TemporalAtoms*> temporal;  // formulas whose atoms are typed and compiled with the machine
  bool has_valued_sets = false;
  bool begins_anywhere = false;  // not by its INITIALISATION, but wherever its invariant holds
  bool is_product = false;       // states hold the variables of the machines that are refined, too
  std::vector<CutShort> cuts;
  /// Properties of constants that are no values, see inline_infinite_constants: where they cannot be decided they are
  /// believed.
  std::set<const Expr*> about_infinite;
  /// Constants whose text applies them, see find_recursive_constants.
  std::map<const Symbol*, Expr*> recursive;

  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  Symbol* add(Symbol::Kind kind, const Identifier& name, TypeRef type);
  /// Whether the main machine has SET_PREF_… == TRUE among its DEFINITIONS.
  bool prefers(std::string_view preference) const;

  /// The clause of the main machine where it has one, else of a machine that it is built on, else its name.
  SourceRange setup_place() const;
  SourceRange initialisation_place() const;
};

/// What the deferred sets are to which VALUES of an implementation give integers (`SEAT = 1..1000`): sets of their own,
/// which leaves them symmetric, or these integers, as which the implementation may use their elements.
enum class ValuedSets : std::uint8_t { of_their_own, of_integers };

/// Reads a machine and every machine it refers to, and declares all names. Null where nothing can be made of it; usable
/// only where no error was reported.
std::unique_ptr<Model> load_project(FileFinder& files, FileId main, ValuedSets valued, Diagnostics& diagnostics);

/// Infers the type of every name and formula.
void check_types(Model& model, Diagnostics& diagnostics, NameTable* names);

}  // namespace quotient::bmethod
