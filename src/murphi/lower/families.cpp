#include "murphi/lower/families.hpp"

namespace quotient::murphi {

Families::Families(const Model& model) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> by_bounds;
  std::int32_t next = 0;
  for (const Type& t : model.types) {  // a union comes behind its members
    if (t.kind == TypeKind::scalarset || (t.kind == TypeKind::range && !t.name.empty() && &t != model.integer)) {
      families_[&t] = next++;
    } else if (t.kind == TypeKind::range && &t != model.integer) {
      const auto [known, is_new] = by_bounds.try_emplace({t.lo, t.hi}, next);
      next += is_new ? 1 : 0;
      families_[&t] = known->second;
    } else if (t.kind == TypeKind::set_union) {
      const std::int32_t own = next++;
      families_[&t] = own;
      for (const Type* m : t.members) {
        const auto theirs = families_.try_emplace(m, own).first->second;
        for (auto& [type, family] : families_) {
          if (family == theirs) family = own;
        }
      }
    }
  }
}

std::int32_t Families::of(const Type& type) const {
  const auto known = families_.find(&type);
  return known == families_.end() ? -1 : known->second;
}

NamedCell Families::cell(std::string name, const Leaf& leaf, std::uint32_t offset) const {
  NamedCell out{std::move(name), cell_of(*leaf.type), offset, false, false, -1, of(*leaf.type), {}};
  for (const Type* index : leaf.indices) out.index_families.push_back(of(*index));
  return out;
}

}  // namespace quotient::murphi
