#include "murphi/parametric/analysis.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "murphi/lower/layout.hpp"

namespace quotient::murphi {

bool holds_element(const Type& type, const Type& family) {
  if (&type == &family) return true;
  if (type.kind != TypeKind::set_union) return false;
  return std::ranges::any_of(type.members, [&](const Type* m) { return holds_element(*m, family); });
}

bool mentions(const Type& type, const Type& family) {
  if (type.kind == TypeKind::record) {
    return std::ranges::any_of(type.fields, [&](const auto& f) { return mentions(*f.second, family); });
  }
  if (type.kind == TypeKind::array) return mentions(*type.index, family) || mentions(*type.element, family);
  return holds_element(type, family);
}

namespace {

/// How cells of a variable hang on the family.
struct Shape {
  bool table = false;             // a cell for two elements
  bool element_in_cells = false;  // a cell of an element holds an element
};

void look_at(const Type& type, const Type& family, int indices, Shape& shape) {
  shape.table = shape.table || indices > 1;
  if (type.kind == TypeKind::record) {
    for (const auto& [name, t] : type.fields) look_at(*t, family, indices, shape);
  } else if (type.kind == TypeKind::array) {
    look_at(*type.element, family, indices + (holds_element(*type.index, family) ? 1 : 0), shape);
  } else if (indices > 0 && holds_element(type, family)) {
    shape.element_in_cells = true;
  }
}

}  // namespace

FamilyAnalysis::FamilyAnalysis(const Model& model, const Type& family, const std::vector<bool>& may_be_undefined)
    : model_(model), family_(family), may_be_undefined_(may_be_undefined) {
  for (const Symbol* s : model.globals) {
    leaves_[s] = next_leaf_;
    next_leaf_ += leaf_count(*s->type);
  }
}

void FamilyAnalysis::obstacle(SourceRange at, std::string why) {
  const auto known = [&](const FamilyObstacle& o) { return o.at == at; };
  if (std::ranges::none_of(obstacles_, known)) obstacles_.push_back({at, std::move(why)});
}

void FamilyAnalysis::bounded(Count count) {
  if (count.unbounded == nullptr) return;
  obstacle(count.unbounded->range,
           fmt::format("what this quantifier says can depend on any number of {}s: it stands inside of another one, "
                       "of the other kind",
                       family_.name));
}

void FamilyAnalysis::free_of_elements(Count count, SourceRange at, const char* where) {
  if (count.is_zero()) return;
  obstacle(at, fmt::format("{} a quantifier over {} is not supported: it would be asked again and again", where,
                           family_.name));
}

void FamilyAnalysis::declarations() {
  for (const Symbol* s : model_.globals) {
    Shape shape;
    look_at(*s->type, family_, 0, shape);
    if (shape.table) obstacle(s->at, fmt::format("'{}' has a cell for two {}s at once", s->name, family_.name));
    if (shape.element_in_cells) {
      obstacle(s->at, fmt::format("'{}' holds a {} for each {}: only variables that all share can hold one", s->name,
                                  family_.name, family_.name));
    }
  }
}

void FamilyAnalysis::rule(const Rule& r) {
  Scopes scopes;
  std::uint32_t parameters = 0;
  for (const Scope& s : r.scopes) {
    if (s.parameter != nullptr && is_family(*s.parameter->type)) {
      ++parameters;
      scopes[s.parameter->symbol] = {nullptr, nullptr, true, nullptr};
    }
    if (s.alias != nullptr) {
      scopes[s.alias->symbol] = {&s.alias->value, std::make_shared<const Scopes>(scopes), false, nullptr};
    }
  }
  const Need guard = r.condition.empty() ? Need{} : visit(r.condition[0], scopes);
  if (r.kind == RuleKind::invariant) {
    bounded(guard.no);
    if (guard.error) bounded(*guard.error);
    const Count shown = guard.error ? most(guard.no, *guard.error) : guard.no;
    witnesses_ = std::max(witnesses_, parameters + shown.elements);
    return;
  }
  Effect effect = statements(r.body, scopes);
  std::optional<Count> all = most(guard.error, behind(guard.yes, effect.error));
  all = most(all, guard.yes + effect.need);
  bounded(*all);
  named_ = std::max(named_, parameters + all->elements);
}

void FamilyAnalysis::run() {
  obstacles_ = uses_of_size(model_, family_);
  declarations();
  for (const Rule& r : model_.text->rules) rule(r);
  std::ranges::stable_sort(obstacles_, {}, [](const FamilyObstacle& o) { return o.at.begin; });
}

}  // namespace quotient::murphi
