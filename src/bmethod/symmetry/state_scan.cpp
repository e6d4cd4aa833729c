#include "bmethod/symmetry/state_scan.hpp"

#include "bmethod/symmetry/digest.hpp"

namespace quotient::bmethod {
namespace {

/// Of sets inside of other values that are larger than this it is not told which members are in the same one.
constexpr std::uint64_t most_in_pairs = 16;

/// What stays the same when elements are permuted: they count by their set alone.
std::uint64_t invariant_of(const Shape* shape, Value value) {
  const Type* type = shape->type;
  if (!shape->moves) return digest_of(type, value);
  switch (type->kind) {
    case Type::Kind::given:
      return mix(shape->base + 17);
    case Type::Kind::pair: {
      const std::uint64_t first = invariant_of(shape->first, first_of(type, value));
      return mix(3 * first + invariant_of(shape->second, second_of(type, value)));
    }
    default: {
      std::uint64_t sum = mix(size_of(type, value) + 19);
      for_each(type, value, [&](Value member) {
        sum += mix(invariant_of(shape->first, member));
        return true;
      });
      return sum;
    }
  }
}

}  // namespace

/// Appends the elements in the order of the type, and mixes the rest into the salt.
void StateScan::walk(const Shape* shape, Value value, std::uint64_t& salt, std::vector<Inner>& inner, AtomTuples& out) {
  const Type* type = shape->type;
  if (!shape->moves) {
    salt = mix(salt + digest_of(type, value));
  } else if (type->kind == Type::Kind::given) {
    out.atoms.push_back(shape->base + static_cast<Point>(value));
  } else if (type->kind == Type::Kind::pair) {
    walk(shape->first, first_of(type, value), salt, inner, out);
    walk(shape->second, second_of(type, value), salt, inner, out);
  } else {
    salt = mix(salt + invariant_of(shape, value));
    inner.push_back({shape, value, mix(salt + inner.size())});
  }
}

void StateScan::add(std::uint64_t salt, std::span<const Point> context, const Shape* shape, Value value,
                    AtomTuples& out) {
  const std::size_t first = out.atoms.size();
  out.atoms.insert(out.atoms.end(), context.begin(), context.end());
  std::vector<Inner> inner;
  walk(shape, value, salt, inner, out);
  const std::size_t count = out.atoms.size() - first;
  out.tuples.push_back({salt, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
  if (inner.empty()) return;
  const std::vector<Point> own(out.atoms.begin() + static_cast<std::ptrdiff_t>(first), out.atoms.end());
  for (const Inner& each : inner) add_members(each, own, out);
}

/// Each member with what holds the set. Where that is nothing, members are told apart by which others are in the same
/// set.
void StateScan::add_members(const Inner& inner, std::span<const Point> context, AtomTuples& out) {
  const Type* type = inner.shape->type;
  const Shape* member = inner.shape->first;
  for_each(type, inner.set, [&](Value each) {
    add(inner.salt, context, member, each, out);
    return true;
  });
  if (!context.empty() || size_of(type, inner.set) > most_in_pairs) return;
  std::vector<Inner> ignored;
  for_each(type, inner.set, [&](Value a) {
    return for_each(type, inner.set, [&](Value b) {
      if (equal(member->type, a, b)) return true;
      const auto first = static_cast<std::uint32_t>(out.atoms.size());
      std::uint64_t salt = mix(inner.salt + 23);
      walk(member, a, salt, ignored, out);
      walk(member, b, salt, ignored, out);
      out.tuples.push_back({salt, first, static_cast<std::uint32_t>(out.atoms.size()) - first});
      return true;
    });
  });
}

void StateScan::scan(std::span<const std::uint8_t> before, std::span<const Part> parts, AtomTuples& out) {
  out.clear();
  std::uint64_t plain = 1;
  for (const std::uint8_t byte : before) plain = mix(plain + byte);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Shape* const shape = parts[i].shape;
    const Value value = parts[i].value;
    const std::uint64_t salt = mix(i + 1);
    if (!shape->moves) {
      plain = mix(plain + digest_of(shape->type, value));
    } else if (shape->type->kind == Type::Kind::set) {
      for_each(shape->type, value, [&](Value member) {
        add(salt, {}, shape->first, member, out);
        return true;
      });
    } else {
      add(salt, {}, shape, value, out);
    }
  }
  out.tuples.push_back({plain, static_cast<std::uint32_t>(out.atoms.size()), 0});
}

}  // namespace quotient::bmethod
