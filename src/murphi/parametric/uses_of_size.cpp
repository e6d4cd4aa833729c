#include <fmt/format.h>
#include <functional>
#include <set>

#include "murphi/parametric/analysis.hpp"

namespace quotient::murphi {

namespace {

using Visit = std::function<void(const Expression&)>;

/// Calls `visit` for each expression of the text, those of types included.
class Walk {
 public:
  explicit Walk(Visit visit) : visit_(std::move(visit)) {}

  void type(const TypeNode& node) {
    for (const Expression& x : node.sizes) expression(x);
    for (const FieldNode& f : node.fields) {
      if (f.type != nullptr) type(*f.type);
    }
    for (const TypeNode& part : node.parts) type(part);
  }
  void expression(const Expression& x) {
    visit_(x);
    if (x.quantifier != nullptr) quantifier(*x.quantifier);
    if (x.type_name != nullptr) type(*x.type_name);
    for (const Expression& o : x.operands) expression(o);
  }
  /// Constants at the top are somebody else's concern.
  void declarations(const Declarations& all, bool local) {
    for (const Declaration& d : all.all) {
      if (local && d.constant != nullptr) expression(d.constant->value);
      if (d.type != nullptr) type(d.type->type);
      if (d.variable != nullptr) type(d.variable->type);
      if (d.routine != nullptr) routine(*d.routine);
    }
  }
  void rule(const Rule& r) {
    for (const Scope& s : r.scopes) {
      if (s.parameter != nullptr) quantifier(*s.parameter);
      if (s.alias != nullptr) expression(s.alias->value);
    }
    for (const Expression& x : r.condition) expression(x);
    if (r.locals != nullptr) declarations(*r.locals, true);
    statements(r.body);
  }

 private:
  void quantifier(const Quantifier& q) {
    if (q.over != nullptr) type(*q.over);
    for (const Expression& x : q.bounds) expression(x);
  }
  void routine(const Routine& r) {
    for (const Parameter& p : r.parameters) {
      if (p.type != nullptr) type(*p.type);
    }
    if (r.result != nullptr) type(*r.result);
    if (r.locals != nullptr) declarations(*r.locals, true);
    statements(r.body);
  }
  void statements(const std::vector<Statement>& all) {
    for (const Statement& s : all) {
      for (const Expression& x : s.operands) expression(x);
      for (const AliasNode& a : s.aliases) expression(a.value);
      if (s.quantifier != nullptr) quantifier(*s.quantifier);
      for (const Branch& b : s.branches) {
        for (const Expression& x : b.conditions) expression(x);
        statements(b.body);
      }
      statements(s.body);
    }
  }

  Visit visit_;
};

void each_constant(const Declarations& all, const std::function<void(const ConstantNode&)>& visit) {
  for (const Declaration& d : all.all) {
    if (d.constant != nullptr) visit(*d.constant);
  }
}

}  // namespace

std::vector<FamilyObstacle> uses_of_size(const Model& model, const Type& family) {
  const Declarations& all = model.text->declarations;
  const TypeNode* own = nullptr;
  for (const Declaration& d : all.all) {
    if (d.type != nullptr && d.type->name.text == family.name) own = &d.type->type;
  }
  std::set<const Symbol*> of_size;
  std::set<const Expression*> in_size;
  if (own != nullptr) {
    Walk([&](const Expression& x) {
      in_size.insert(&x);
      if (x.symbol != nullptr && x.symbol->kind == Symbol::Kind::constant) of_size.insert(x.symbol);
    }).type(*own);
  }
  // Constants that are computed from these, and those that these are computed from, change with the size as well.
  for (std::size_t before = 0; before != of_size.size();) {
    before = of_size.size();
    each_constant(all, [&](const ConstantNode& c) {
      const Symbol* defined = nullptr;
      for (const Symbol& s : model.symbols) {
        if (s.at == c.name.range) defined = &s;
      }
      Walk([&](const Expression& x) {
        if (x.symbol == nullptr || x.symbol->kind != Symbol::Kind::constant) return;
        if (of_size.count(x.symbol) != 0) of_size.insert(defined);
        if (of_size.count(defined) != 0) of_size.insert(x.symbol);
      }).expression(c.value);
    });
  }
  std::vector<FamilyObstacle> out;
  Walk walk([&](const Expression& x) {
    if (x.kind != ExpressionKind::name || in_size.count(&x) != 0 || of_size.count(x.symbol) == 0) return;
    out.push_back({x.range, fmt::format("this uses the number of {}s", family.name)});
  });
  walk.declarations(all, false);
  for (const Rule& r : model.text->rules) walk.rule(r);
  return out;
}

}  // namespace quotient::murphi
