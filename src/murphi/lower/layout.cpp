#include "murphi/lower/layout.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient::murphi {

namespace {

constexpr std::int64_t most_wasted = 64;

void collect(const Type& type, const Leaf& at, bool with_gaps, std::vector<Leaf>& out) {
  if (type.is_simple()) {
    Leaf leaf = at;
    leaf.type = &type;
    out.push_back(std::move(leaf));
    return;
  }
  if (type.kind == TypeKind::record) {
    for (std::size_t f = 0; f < type.fields.size(); ++f) {
      Leaf inner = at;
      inner.offset += field_offset(type, f);
      inner.leaf += field_leaf(type, f);
      inner.path += "." + type.fields[f].first;
      inner.words += "." + type.fields[f].first;
      collect(*type.fields[f].second, inner, with_gaps, out);
    }
    return;
  }
  const std::int64_t first = first_index(*type.index), size = size_of(*type.element);
  for (std::int64_t slot = 0; slot < slot_count(*type.index); ++slot) {
    const bool exists = type.index->has(first + slot);
    if (!exists && !with_gaps) continue;
    Leaf inner = at;
    inner.offset += slot * size;
    inner.path += fmt::format("[{}]", slot);
    inner.indices.push_back(type.index);
    inner.words += fmt::format("[{}]", exists ? text_of(*type.index, first + slot) : "");
    collect(*type.element, inner, with_gaps, out);
  }
}

}  // namespace

CellType cell_of(const Type& type) {
  const std::int64_t lo = std::min(type.lo, type.undefined()), hi = std::max(type.hi, type.undefined());
  if (lo >= 0 && hi <= 255) return {CellKind::byte, 8};
  if (lo >= INT16_MIN && hi <= INT16_MAX) return {CellKind::short_integer, 16};
  return {CellKind::integer, 32};
}

std::int64_t size_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::record: {
      std::int64_t size = 0;
      for (const auto& [name, t] : type.fields) size += size_of(*t);
      return size;
    }
    case TypeKind::array:
      return slot_count(*type.index) * size_of(*type.element);
    default:
      return cell_of(type).size();
  }
}

std::int64_t first_index(const Type& index) { return index.lo >= 0 && index.lo <= most_wasted ? 0 : index.lo; }

std::int64_t slot_count(const Type& index) { return index.hi - first_index(index) + 1; }

std::uint32_t leaf_count(const Type& type) {
  if (type.kind == TypeKind::array) return leaf_count(*type.element);
  if (type.kind != TypeKind::record) return 1;
  return field_leaf(type, type.fields.size());
}

std::int64_t field_offset(const Type& record, std::size_t field) {
  std::int64_t offset = 0;
  for (std::size_t f = 0; f < field; ++f) offset += size_of(*record.fields[f].second);
  return offset;
}

std::uint32_t field_leaf(const Type& record, std::size_t field) {
  std::uint32_t leaf = 0;
  for (std::size_t f = 0; f < field; ++f) leaf += leaf_count(*record.fields[f].second);
  return leaf;
}

std::vector<Leaf> leaves_of(const Type& type, bool with_gaps) {
  std::vector<Leaf> out;
  collect(type, {}, with_gaps, out);
  return out;
}

}  // namespace quotient::murphi
