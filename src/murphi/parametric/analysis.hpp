#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/parametric.hpp"
#include "murphi/check/model.hpp"
#include "murphi/parametric/need.hpp"

namespace quotient::murphi {

/// Whether a type can hold an element of the family: it is the family, or a union with it.
bool holds_element(const Type& type, const Type& family);
/// Whether it does so anywhere, or has an index that does.
bool mentions(const Type& type, const Type& family);

/// Decides on the text whether a specification is parametric in a family, and on how many elements a step and an
/// invariant depend. docs/every-n.md says what for; each refusal here is a condition of the proof there.
class FamilyAnalysis {
 public:
  /// `may_be_undefined`: of the leaves of global variables, as Lowered has it. All must outlive it.
  FamilyAnalysis(const Model& model, const Type& family, const std::vector<bool>& may_be_undefined);

  void run();

  const std::vector<FamilyObstacle>& obstacles() const { return obstacles_; }
  std::uint32_t named() const { return named_; }
  std::uint32_t witnesses() const { return witnesses_; }

 private:
  struct Bound;
  using Scopes = std::map<const Symbol*, Bound>;
  using SharedScopes = std::shared_ptr<const Scopes>;
  /// What a name stands for: an expression elsewhere, or an element (null: one that is named).
  struct Bound {
    const Expression* expression = nullptr;
    SharedScopes scopes;
    bool is_element = false;
    const Symbol* element = nullptr;
  };
  /// A variable or a part of one, in leaves: those of globals first, then of locals as they are met.
  struct Place {
    std::uint32_t first = 0, last = 0;
    std::vector<const Symbol*> indices;  // by elements: the variable of a loop, or null for an element that is named
    const Type* type = nullptr;
    bool may_fail = false;
  };
  struct Access {
    Place place;
    bool writes = false;
    SourceRange at;
  };
  /// A loop or quantifier over all elements that is being looked at.
  struct Round {
    const Symbol* variable = nullptr;
    bool is_quantifier = false;
    std::vector<Access> accesses;
  };

  // analysis.cpp
  void declarations();
  void rule(const Rule& r);
  bool is_family(const Type& type) const { return holds_element(type, family_); }
  void obstacle(SourceRange at, std::string why);
  void bounded(Count count);
  void free_of_elements(Count count, SourceRange at, const char* where);

  // analyse_expression.cpp
  Need visit(const Expression& x, const Scopes& scopes);
  Need binary(const Expression& x, const Scopes& scopes);
  Need connective(const Expression& x, const Scopes& scopes);
  Need equality(const Expression& x, const Scopes& scopes);
  Need quantified(const Expression& x, const Scopes& scopes);
  Need call(const Expression& x, const Scopes& scopes);
  Need read(const Expression& x, const Scopes& scopes);
  /// An expression where an element is expected; `need` grows. Returns the variable of a loop or quantifier that it is.
  const Symbol* element(const Expression& x, const Scopes& scopes, Need& need);
  /// Whichever of the two is expected there. `of`: a type that says so.
  Need value(const Expression& x, const Type& of, const Scopes& scopes);
  Place place(const Expression& x, const Scopes& scopes, Need& need);
  void note(const Place& p, bool writes, SourceRange at);

  // analyse_statement.cpp
  Effect statements(const std::vector<Statement>& all, const Scopes& scopes);
  Effect statement(const Statement& s, const Scopes& scopes);
  Effect assign(const Statement& s, const Scopes& scopes);
  Effect choice(const Statement& s, const Scopes& scopes);
  Effect loop(const Statement& s, const Scopes& scopes);
  Effect write(const Expression& target, const Scopes& scopes, SourceRange at);
  Effect give(const Statement& s, const Scopes& scopes);
  void check_round(const Round& round);

  const Model& model_;
  const Type& family_;
  const std::vector<bool>& may_be_undefined_;
  std::map<const Symbol*, std::uint32_t> leaves_;
  std::uint32_t next_leaf_ = 0;
  std::vector<Round> rounds_;
  struct Call {
    const Routine* routine = nullptr;
    std::size_t rounds = 0;  // around it
  };
  std::vector<Call> routines_;       // that are being looked at
  std::uint32_t in_connective_ = 0;  // how many of `&`, `|`, `->` are around
  std::uint64_t looked_at_ = 0;
  std::vector<FamilyObstacle> obstacles_;
  std::uint32_t named_ = 0, witnesses_ = 0;
};

/// Where the text depends on the size of a family: constants that it is computed from are used elsewhere, too.
std::vector<FamilyObstacle> uses_of_size(const Model& model, const Type& family);

}  // namespace quotient::murphi
