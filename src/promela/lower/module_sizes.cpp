#include "promela/lower/module_sizes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "promela/lower/storage.hpp"

namespace quotient::promela {

namespace {

constexpr std::uint64_t largest_variable = 60'000;  // bytes; instructions have room for no more

/// Bytes of a type, or too many. Each structure is measured once: types of types double their number at every level.
class WideSizes {
 public:
  std::uint64_t of(const DeclaredType& type) {
    if (type.base != BaseType::structure) return CellTypes().of(type).size();
    const auto known = structures_.find(type.structure);
    if (known != structures_.end()) return known->second;
    std::uint64_t size = 0;
    for (const auto& f : type.structure->fields) size = std::min(size + of(f->type) * f->length, too_many);
    structures_[type.structure] = size;
    return size;
  }

 private:
  static constexpr std::uint64_t too_many = std::uint64_t{1} << 40;
  std::map<const Structure*, std::uint64_t> structures_;
};

std::uint64_t channel_bytes(const ChannelInitialiser& c, WideSizes& sizes) {
  std::uint64_t message = 0;
  for (const DeclaredType& f : c.fields) message += sizes.of(f);
  return c.capacity <= 0 ? 0 : 2 + message * static_cast<std::uint64_t>(c.capacity);
}

}  // namespace

void check_sizes(const Module& module, Diagnostics& diagnostics) {
  WideSizes sizes;
  const auto check = [&](const Variable& v) {
    std::uint64_t bytes = sizes.of(v.type) * v.length;
    if (v.channel) bytes += channel_bytes(*v.channel, sizes) * v.length;
    if (bytes > largest_variable) {
      diagnostics.error(v.name.range, fmt::format("'{}' needs {} bytes of state; {} are possible", v.name.text, bytes,
                                                  largest_variable));
    }
  };
  for (const auto& v : module.variables) check(*v);
  for (const auto& s : module.structures) {
    for (const auto& f : s->fields) check(*f);
  }
}

}  // namespace quotient::promela
