#include "native/variant.hpp"

#include <fmt/format.h>

#include "native/writer.hpp"

namespace quotient::native {

std::string Variant::size() const { return fixed != nullptr ? fmt::format("{}u", fixed->size) : "c->size"; }

std::string Variant::count() const { return fixed != nullptr ? fmt::format("{}u", fixed->types.size()) : "c->count"; }

std::string Variant::offset(const std::string& pid) const {
  return fmt::format("{}[{}]", fixed != nullptr ? "f_offset" : "c->offset", pid);
}

std::string Variant::type(const std::string& pid) const {
  return fmt::format("{}[{}]", fixed != nullptr ? "f_type" : "c->type", pid);
}

std::string Variant::first_channel(const std::string& pid) const {
  return fmt::format("{}[{}]", fixed != nullptr ? "f_first_channel" : "c->first_channel", pid);
}

std::string Variant::channel_count() const {
  return fixed != nullptr ? fmt::format("{}u", fixed->channels.size()) : "c->channel_count";
}

std::string Variant::channel_offset(const std::string& index) const {
  return fmt::format("{}[{}]", fixed != nullptr ? "f_channel_offset" : "c->channel_offset", index);
}

std::string Variant::channel_kind(const std::string& index) const {
  return fmt::format("{}[{}]", fixed != nullptr ? "f_channel_kind" : "c->channel_kind", index);
}

std::string Variant::tables() const {
  if (fixed == nullptr) return {};
  Writer out;
  const auto table = [&out](const char* name, const auto& values) {
    std::string items;
    for (const auto v : values) items += fmt::format("{},", v);
    out.line("static const u32 {}[] = {{{}0}};", name, items);
  };
  table("f_offset", fixed->processes);
  table("f_type", fixed->types);
  table("f_first_channel", fixed->first_channel);
  std::vector<std::uint32_t> offsets, kinds;
  for (const ChannelPlace& c : fixed->channels) {
    offsets.push_back(c.offset);
    kinds.push_back(c.kind);
  }
  table("f_channel_offset", offsets);
  table("f_channel_kind", kinds);
  return out.take();
}

}  // namespace quotient::native
