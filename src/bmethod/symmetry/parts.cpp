#include "bmethod/symmetry/parts.hpp"

#include <algorithm>

namespace quotient::bmethod {

Value ValuePermuter::permute(const Shape* shape, Value value, std::span<const Element> images, Arena& arena) {
  if (!shape->moves) return value;
  const Type* type = shape->type;
  switch (type->kind) {
    case Type::Kind::given:
      return images[shape->base + value] - shape->base;
    case Type::Kind::pair: {
      const Value first = permute(shape->first, first_of(type, value), images, arena);
      return make_pair(arena, type, first, permute(shape->second, second_of(type, value), images, arena));
    }
    default: {
      SetBuilder made(arena, scratch_, type);
      for_each(type, value, [&](Value element) {
        made.add(permute(shape->first, element, images, arena));
        return true;
      });
      return made.finish();
    }
  }
}

void ValuePermuter::permute_list(const Part& part, std::span<const Element> images) {
  list_.clear();
  for (const Value each : part.list) list_.push_back(permute(part.shape, each, images, arena_));
  const Type* type = part.shape->type;
  std::sort(list_.begin(), list_.end(), [type](Value a, Value b) { return compare(type, a, b) < 0; });
}

void ValuePermuter::encode_permuted(std::span<const Part> parts, std::span<const Element> images,
                                    std::vector<std::uint8_t>& out) {
  arena_.rewind({});
  for (const Part& part : parts) {
    if (!part.is_list) {
      encode(part.shape->type, permute(part.shape, part.value, images, arena_), out);
      continue;
    }
    permute_list(part, images);
    for (unsigned shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::uint8_t>(list_.size() >> shift));
    for (const Value each : list_) encode(part.shape->type, each, out);
  }
}

bool ValuePermuter::is_fixed(std::span<const Part> parts, std::span<const Element> images) {
  arena_.rewind({});
  for (const Part& part : parts) {
    const Type* type = part.shape->type;
    if (!part.shape->moves) continue;
    if (!part.is_list) {
      if (!equal(type, permute(part.shape, part.value, images, arena_), part.value)) return false;
      continue;
    }
    sorted_.assign(part.list.begin(), part.list.end());
    std::sort(sorted_.begin(), sorted_.end(), [type](Value a, Value b) { return compare(type, a, b) < 0; });
    permute_list(part, images);
    if (!std::equal(list_.begin(), list_.end(), sorted_.begin(),
                    [type](Value a, Value b) { return equal(type, a, b); }))
      return false;
  }
  return true;
}

}  // namespace quotient::bmethod
