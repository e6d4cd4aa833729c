#include "murphi/parametric/model_families.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "base/ensure.hpp"
#include "base/narrow.hpp"
#include "murphi/lower/layout.hpp"
#include "murphi/parametric/analysis.hpp"

namespace quotient::murphi {

namespace {

void plain_values(const Type& type, const Type& family, std::vector<FamilyCell::Range>& out) {
  if (&type == &family) return;
  if (type.kind == TypeKind::set_union) {
    for (const Type* m : type.members) plain_values(*m, family, out);
  } else {
    out.push_back({narrow<std::int32_t>(type.lo), narrow<std::int32_t>(type.hi)});
  }
}

/// Lists the cells of a variable, each with whose it is.
class Cells {
 public:
  Cells(const Type& family, std::vector<FamilyCell>& out) : family_(family), out_(out) {}

  void add(const Type& type, std::int64_t offset, const std::string& name, std::int32_t element) {
    if (type.is_simple()) return leaf(type, offset, name, element);
    if (type.kind == TypeKind::record) {
      for (std::size_t f = 0; f < type.fields.size(); ++f) {
        add(*type.fields[f].second, offset + field_offset(type, f), name + "." + type.fields[f].first, element);
      }
      return;
    }
    const std::int64_t first = first_index(*type.index), size = size_of(*type.element);
    for (std::int64_t slot = 0; slot < slot_count(*type.index); ++slot) {
      const std::int64_t value = first + slot;
      if (!type.index->has(value)) continue;
      const bool own = holds_element(*type.index, family_) && family_.has(value);
      add(*type.element, offset + slot * size,
          fmt::format("{}[{}]", name, own ? family_.name : text_of(*type.index, value)),
          own ? narrow<std::int32_t>(value - family_.lo) : element);
    }
  }

 private:
  void leaf(const Type& type, std::int64_t offset, const std::string& name, std::int32_t element) {
    FamilyCell& c = out_.emplace_back();
    c.name = name;
    c.offset = narrow<std::uint32_t>(offset);
    c.type = cell_of(type);
    c.element = element;
    auto& parts = element < 0 ? shared_ : owned_;
    c.part = parts.try_emplace(name, static_cast<std::uint32_t>(parts.size())).first->second;
    c.points = holds_element(type, family_);
    c.undefined = narrow<std::int32_t>(type.undefined());
    plain_values(type, family_, c.values);
    std::ranges::sort(c.values, {}, &FamilyCell::Range::lo);
  }

  const Type& family_;
  std::vector<FamilyCell>& out_;
  std::map<std::string, std::uint32_t> shared_, owned_;
};

bool could_be_family(const Type& type) {
  return !type.name.empty() && (type.kind == TypeKind::scalarset || type.kind == TypeKind::range);
}

}  // namespace

std::vector<std::string> ModelFamilies::names() const {
  std::vector<std::string> out;
  for (const Type& t : rules_.model().types) {
    if (could_be_family(t) && &t != rules_.model().integer) out.push_back(t.name);
  }
  return out;
}

Family ModelFamilies::family(const std::string& name) const {
  const Model& model = rules_.model();
  const Type* type = nullptr;
  for (const Type& t : model.types) {
    if (could_be_family(t) && t.name == name) type = &t;
  }
  ensure(type != nullptr, "a family that the model does not have");
  Family out;
  out.name = name;
  out.size = narrow<std::uint32_t>(type->hi - type->lo + 1);
  out.first = narrow<std::int32_t>(type->lo);
  FamilyAnalysis analysis(model, *type, rules_.lowered().may_be_undefined);
  analysis.run();
  out.obstacles = analysis.obstacles();
  out.named = analysis.named();
  out.witnesses = analysis.witnesses();
  Cells cells(*type, out.cells);
  std::int64_t offset = rules_.program().head_size();
  for (const Symbol* s : model.globals) {
    cells.add(*s->type, offset, s->name, -1);
    offset += size_of(*s->type);
  }
  ensure(out.cells.size() == rules_.lowered().cells.size(), "a family sees all cells of a state");
  for (const FamilyCell& c : out.cells) out.pointers += c.element < 0 && c.points ? 1 : 0;
  return out;
}

}  // namespace quotient::murphi
