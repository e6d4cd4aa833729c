#include "native/cells.hpp"
#include "native/module_emitter.hpp"

/// Processes that come and go, and where they are in a state.
namespace quotient::native {

namespace {

std::uint32_t total_size(const Program& program, const ProcessType& type) {
  std::uint32_t size = type.record_size;
  for (const ChannelInstance& c : type.channels) size += program.channel_kinds[c.kind].size();
  return size;
}

/// Notes that a process of this type is at `at`.
void place(const Program& program, std::uint32_t index, Writer& out) {
  const ProcessType& type = program.process_types[index];
  std::uint32_t offset = type.record_size;
  out.line("static inline u32 place_{}(C* c, u32 k, u32 at) {{", index);
  out.line("c->offset[k] = at; c->type[k] = {}; c->first_channel[k] = c->channel_count;", index);
  for (const ChannelInstance& c : type.channels) {
    out.line("c->channel_offset[c->channel_count] = at + {}u; c->channel_kind[c->channel_count++] = {};", offset,
             c.kind);
    offset += program.channel_kinds[c.kind].size();
  }
  out.line("return at + {}u;", offset);
  out.put("}");
}

void create(const Program& program, std::uint32_t index, Writer& out) {
  const ProcessType& type = program.process_types[index];
  const std::uint32_t size = total_size(program, type);
  out.line("static i32 create_{}(C* c, u8* n, const i32* arguments, u32 given) {{", index);
  out.put("const u32 k = c->count, r = c->size;");
  out.put("(void)arguments; (void)given;");
  out.line("if (k >= {}u || c->channel_count + {}u > {}u) return -1;", program.most_processes, type.channels.size(),
           program.most_channels);
  out.line("if ((u64)(c->limit - (n + r)) < {}u) {{ full(c); return -1; }}", size);
  out.put("u8* const q = n + r;");
  out.line("memset(q, 0, {});", size);
  out.line("c->size = place_{}(c, k, r); c->count = k + 1;", index);
  out.line("n[0] = (u8)(k + 1); q[0] = {}; q[1] = {};", index, type.start & 0xff);
  if (type.location_bytes == 2) out.line("q[2] = {};", type.start >> 8);
  for (std::size_t k = 0; k < type.parameters.size(); ++k) {
    out.line("if ({}u < given) {{ {} }}", k,
             store_text(type.parameters[k], fmt::format("q + {}", type.parameter_offsets[k]),
                        fmt::format("arguments[{}]", k)));
  }
  out.put("return (i32)k;");
  out.put("}");
}

}  // namespace

/// Runs when a process has been created. Not 0 where it fails; the site is then in the context.
std::string initialise_text(const Variant& any_shape, std::uint32_t type) {
  Surroundings around;
  around.in_place = true;
  around.label = "init";
  around.blocked = "return 0;";
  around.failed = [](std::uint32_t site, bool) { return fmt::format("{{ c->failure = {}u; return 1; }}", site); };
  const CodeText text = CodeEmitter(any_shape, around).emit(any_shape.plan.program.process_types[type].initialise);
  Writer out;
  out.line("static u32 initialise_{}(C* c, u8* n, u32 r, i32 pid) {{", type);
  out.put("const u32 level = 0; u8* const q = n + r; (void)q; (void)pid; (void)c; (void)level;");
  if (text.unsupported.empty() && !text.changes_shape && !text.may_start_handshake && !text.may_assert &&
      !text.writes_hidden) {
    out.paste(text.after);
  } else {
    out.put("c->failure = 0; return give_up(c);");
  }
  out.put("return 0;");
  out.put("}");
  return out.take();
}

std::string shape_text(const Plan& plan) {
  const Program& program = plan.program;
  Writer out;
  for (std::uint32_t type = 0; type < program.process_types.size(); ++type) {
    if (plan.reachable[type].empty() || program.process_types[type].watches) continue;
    place(program, type, out);
  }
  out.put("static void read_shape(C* c, const u8* s) {");
  std::uint32_t offset = 1 + program.global_size;
  out.line("c->channel_count = {};", program.channels.size());
  for (std::size_t k = 0; k < program.channels.size(); ++k) {
    out.line("c->channel_offset[{0}] = {1}; c->channel_kind[{0}] = {2};", k, offset, program.channels[k].kind);
    offset += program.channel_kinds[program.channels[k].kind].size();
  }
  out.line("u32 at = {};", offset);
  out.put("c->count = s[0];");
  out.put("for (u32 k = 0; k < c->count; ++k) {");
  out.put("switch (s[at]) {");
  for (std::uint32_t type = 0; type < program.process_types.size(); ++type) {
    if (plan.reachable[type].empty() || program.process_types[type].watches) continue;
    out.line("case {0}: at = place_{0}(c, k, at); break;", type);
  }
  out.put("}");
  out.put("}");
  out.put("c->size = at;");
  out.put("}");
  out.put("static void remove_youngest(C* c, u8* n) {");
  out.put("const u32 k = --c->count;");
  out.put("c->size = c->offset[k]; c->channel_count = c->first_channel[k]; --n[0];");
  out.put("}");
  const Variant any_shape(plan, nullptr);
  for (std::uint32_t type = 0; type < program.process_types.size(); ++type) {
    if (plan.reachable[type].empty() || program.process_types[type].watches) continue;
    create(program, type, out);
    if (program.process_types[type].initialise != 0) out.paste(initialise_text(any_shape, type));
  }
  return out.take();
}

}  // namespace quotient::native
