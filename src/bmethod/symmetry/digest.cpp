#include "bmethod/symmetry/digest.hpp"

namespace quotient::bmethod {

std::uint64_t digest_of(const Type* type, Value value) {
  if (type->words) return mix(value + 1);
  switch (type->kind) {
    case Type::Kind::string: {
      std::uint64_t digest = 7;
      for (const char c : string_at(value)) digest = mix(digest + static_cast<unsigned char>(c));
      return digest;
    }
    case Type::Kind::pair: {
      const std::uint64_t first = digest_of(type->first, first_of(type, value));
      return mix(3 * first + digest_of(type->second, second_of(type, value)));
    }
    default: {
      std::uint64_t digest = 11;
      for (const Value element : items(value)) digest = mix(digest + digest_of(type->first, element));
      return digest;
    }
  }
}

}  // namespace quotient::bmethod
