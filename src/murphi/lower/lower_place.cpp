#include <fmt/format.h>

#include "base/ensure.hpp"
#include "murphi/lower/lowering.hpp"

namespace quotient::murphi {

namespace {

constexpr std::int64_t record_head = 2;

}  // namespace

Place Lowering::local_variable(const Symbol& s) {
  const auto [known, is_new] = locals_.try_emplace(&s);
  Place& p = known->second;
  if (!is_new) return p;
  p.local = true;
  p.offset = record_head + local_size_;
  p.type = s.type;
  local_size_ += size_of(*s.type);
  for (const Leaf& leaf : leaves_of(*s.type, true)) {
    const auto at = static_cast<std::uint32_t>(p.offset + leaf.offset);
    local_cells_.push_back(families_.cell(fmt::format("{}'{}{}", s.name, locals_.size(), leaf.path), leaf, at));
  }
  return p;
}

Place Lowering::temporary(const Type& type) {
  Place p;
  p.local = true;
  p.type = &type;
  std::vector<std::int64_t>& free = free_[&type];
  if (!free.empty()) {
    p.offset = free.back();
    free.pop_back();
    return p;
  }
  p.offset = record_head + local_size_;
  temporaries_[&type].push_back(p.offset);
  local_size_ += size_of(type);
  for (const Leaf& leaf : leaves_of(type, true)) {
    const auto at = static_cast<std::uint32_t>(p.offset + leaf.offset);
    local_cells_.push_back(families_.cell(fmt::format("t'{}{}", local_cells_.size(), leaf.path), leaf, at));
  }
  return p;
}

Place Lowering::place_of(const Expression& x, const Environment& env) {
  if (x.kind == ExpressionKind::name) {
    if (const auto bound = env.find(x.symbol); bound != env.end()) {
      if (bound->second.place) return *bound->second.place;
      ensure(bound->second.expression != nullptr, "a constant is no place");
      return place_of(*bound->second.expression, *bound->second.env);
    }
    const auto global = globals_.find(x.symbol);
    return global != globals_.end() ? global->second : local_variable(*x.symbol);
  }
  if (x.kind == ExpressionKind::field) {
    Place p = place_of(x.operands[0], env);
    const Type& record = *p.type;
    std::size_t f = 0;
    while (record.fields[f].first != x.name.text) ++f;
    p.offset += field_offset(record, f);
    p.leaf += field_leaf(record, f);
    p.type = record.fields[f].second;
    return p;
  }
  ensure(x.kind == ExpressionKind::element, "not a place");
  Place p = place_of(x.operands[0], env);
  const Type& index = *p.type->index;
  const std::int64_t stride = size_of(*p.type->element);
  const std::optional<std::int64_t> known = fold(x.operands[1], env);
  if (known && index.has(*known)) {
    p.offset += (*known - first_index(index)) * stride;
  } else {
    p.steps.push_back({&x.operands[1], 0, nullptr, std::make_shared<const Environment>(env), &index, stride});
  }
  p.type = p.type->element;
  return p;
}

Place Lowering::captured(Place place) {
  for (Place::Step& step : place.steps) {
    if (step.index == nullptr) continue;
    const Place cell = temporary(*step.of);
    expression(*step.index, *step.env);
    check_fits(*step.of, interval(*step.index, *step.env), step.index->range);
    store_raw(cell);
    step = {nullptr, cell.offset, step.of, nullptr, step.of, step.stride};
  }
  return place;
}

void Lowering::address(const Place& p, SourceRange at) {
  emit(p.local ? Op::address_local : Op::address_global, p.offset);
  for (const Place::Step& step : p.steps) {
    if (step.index != nullptr) {
      expression(*step.index, *step.env);
      check_fits(*step.of, interval(*step.index, *step.env), step.index->range);
    } else {
      emit(Op::load_local, step.held_at, pack(cell_of(*step.held_as)));
    }
    if (const std::int64_t first = first_index(*step.of); first != 0) {
      emit(Op::push, first);
      emit(Op::subtract);
    }
    if (step.stride > UINT16_MAX) return refuse(at, "elements of arrays of more than 65,535 bytes are not supported");
    const std::int32_t outside = site(SiteKind::runtime, at, "array index out of bounds");
    out_.program.index_checks.push_back(
        {static_cast<std::int32_t>(slot_count(*step.of)), static_cast<std::uint32_t>(outside)});
    emit(Op::index, static_cast<std::int64_t>(out_.program.index_checks.size() - 1), step.stride);
  }
}

void Lowering::load_raw(const Place& p, SourceRange at) {
  const std::uint16_t type = pack(cell_of(*p.type));
  if (p.is_fixed()) {
    emit(p.local ? Op::load_local : Op::load_global, p.offset, type);
  } else {
    address(p, at);
    emit(Op::load, 0, type);
  }
}

void Lowering::load(const Place& p, SourceRange at) {
  load_raw(p, at);
  if (surely_defined(p)) return;
  const std::int32_t undefined = site(SiteKind::runtime, at, "an undefined value is read");
  out_.program.value_checks.push_back({static_cast<std::int32_t>(p.type->lo), static_cast<std::int32_t>(p.type->hi),
                                       static_cast<std::uint32_t>(undefined)});
  emit(Op::in_range, static_cast<std::int64_t>(out_.program.value_checks.size() - 1));
}

void Lowering::store_raw(const Place& p) {
  const std::uint16_t type = pack(cell_of(*p.type));
  if (p.is_fixed()) {
    emit(p.local ? Op::store_local : Op::store_global, p.offset, type);
  } else {
    emit(Op::store, 0, type);
  }
}

void Lowering::store_constant(const Place& p, std::int64_t value, SourceRange at) {
  if (!p.is_fixed()) address(p, at);
  emit(Op::push, value);
  store_raw(p);
}

Place Lowering::leaf_place(const Place& whole, const Leaf& leaf) const {
  Place p = whole;
  p.offset += leaf.offset;
  p.leaf += leaf.leaf;
  p.type = leaf.type;
  return p;
}

bool Lowering::surely_defined(const Place& p) const {
  if (p.is_fixed() && assigned_.has(key(p))) return true;
  return !p.local && !starting_ && !known_.may_be[p.leaf];
}

/// A value is stored in a simple cell, or that it is undefined.
void Lowering::note_stored(const Place& p, bool defined) {
  if (!defined && !p.local) found_.may_be[p.leaf] = true;
  if (!p.is_fixed()) {
    // Some cell: nothing is known of those that it could be, where it is undefined now.
    if (!defined) assigned_.clear();
    return;
  }
  if (defined) {
    assigned_.add(key(p));
  } else {
    assigned_.remove(key(p));
  }
}

void Lowering::note_copied(const Place& from, const Place& to) {
  if (from.is_fixed() && assigned_.has(key(from))) return note_stored(to, true);
  if (from.local || starting_) return note_stored(to, surely_defined(from));
  if (!to.local) found_.copies.emplace_back(from.leaf, to.leaf);
  if (to.is_fixed() && surely_defined(from)) {
    assigned_.add(key(to));
  } else if (!surely_defined(from)) {
    if (to.is_fixed()) {
      assigned_.remove(key(to));
    } else {
      assigned_.clear();
    }
  }
}

}  // namespace quotient::murphi
