#include "native/abi.hpp"
#include "native/cells.hpp"
#include "native/module_emitter.hpp"
#include "process/process_steps.hpp"

/// What all the other C relies on. No header of the system is read: that alone would take longer than most models.
namespace quotient::native {

namespace {

constexpr const char* types_text = R"(typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
typedef unsigned long long u64; typedef short s16; typedef int i32; typedef long long i64;
typedef s16 __attribute__((aligned(1), may_alias)) s16u;
typedef u16 __attribute__((aligned(1), may_alias)) u16u;
typedef i32 __attribute__((aligned(1), may_alias)) i32u;
void* memcpy(void*, const void*, unsigned long);
void* memmove(void*, const void*, unsigned long);
void* memset(void*, int, unsigned long);
int memcmp(const void*, const void*, unsigned long);
enum { FULL = 1, GIVE_UP = 2 };
)";

constexpr const char* context_text =
    R"(typedef struct { u64 begin; u32 length, label; u8 kind; u32 site; u8 completed; u32 actor; } Entry;
typedef struct { i32 channel, sender; i32 message[FIELDS]; } HS;
typedef struct { const u8* state; u32 size; i32 only, handshake; u32 handshakes; } Mark;
typedef struct {
 u8 *bytes, *limit, *top, *floor;
 Entry* entries; u32 entry_count, entry_capacity;
 u8* coverage; u32 status, label, deadlock, timeout, actor, endless;
 const u8* stack; HS* hs; u8 hidden[HIDDEN];
 u32 spins, places, handshakes, failure, violation_count, violations[16];
 Mark marks[16];
 u32 timeout_wanted, stutter_count, stutter_size[STUTTERS]; const u8* stuttered[STUTTERS];
 u32 count, size, offset[257], type[257], first_channel[257];
 u32 channel_count, channel_offset[CHANNELS], channel_kind[CHANNELS];
} C;
typedef u32 Step(C*, u8*, u32, i32, u32);
)";

// A room that is full and a state that is given up are remembered in the context; everything goes on harmlessly until
// the call returns, since nothing is added any more.
constexpr const char* functions_text = R"(static inline u32 give_up(C* c) { c->status = GIVE_UP; return 1; }
static inline void full(C* c) { if (!c->status) c->status = FULL; }
#define COPY_OR(c, n, s, size, leave) do { \
 (n) = (c)->top; \
 if ((u64)((c)->limit - (n)) < (size) || (c)->status) { full(c); leave; } \
 memcpy((n), (s), (size)); } while (0)
#define COPY(c, n, s, size) COPY_OR(c, n, s, size, return 1)
#define KEEP(c, n, size) do { if ((n) + (size) > (c)->top) (c)->top = (n) + (size); } while (0)
static inline void release(C* c, u8* n) { if (c->floor <= n) c->top = n; }
static inline void arrive(C* c, u8* n, u32 size) {
 if (c->entry_count == c->entry_capacity) { full(c); return; }
 Entry* e = c->entries + c->entry_count++;
 e->begin = (u64)(n - c->bytes); e->length = size; e->label = c->label; e->kind = 0; e->site = 0; e->completed = 1; e->actor = c->actor;
 u8* const end = n + size;
 if (end > c->top) c->top = end;
 if (end > c->floor) c->floor = end;
}
static void report(C* c, u32 kind, u32 site) {
 if (c->entry_count == c->entry_capacity) { full(c); return; }
 Entry* e = c->entries + c->entry_count++;
 e->begin = 0; e->length = 0; e->label = c->label; e->kind = (u8)kind; e->site = site; e->completed = 0; e->actor = c->actor;
}
static void fail(C* c, u32 level, i32 pid, u32 label, u32 site) {
 if (level == 0) { c->label = label; c->actor = (u32)pid; }
 report(c, RUNTIME, site);
}
static void violation(C* c, u32 site) {
 if (c->violation_count == 16) { give_up(c); return; }
 c->violations[c->violation_count++] = site;
}
static void report_some(C* c) {
 for (u32 k = 0; k < c->violation_count; ++k) {
  const u32 site = c->violations[k];
  report(c, is_assertion[site / 8] >> (site % 8) & 1 ? ASSERTION : RUNTIME, site);
 }
}
static inline void report_violations(C* c) { if (c->violation_count) report_some(c); }
static inline u32 log_2(u32 v) {
#if defined(__GNUC__) && !defined(__TINYC__)
 return 31u - (u32)__builtin_clz(v);
#else
 u32 k = 0; while (v >>= 1) ++k; return k;
#endif
}
/* Atomic sequences are followed by recursion: where it gets deep, the interpreter takes over, which has a stack of its own. */
static u32 deep(C* c) { volatile u8 here = 0; const i64 used = (i64)(c->stack - (const u8*)&here); return used > STACK || -used > STACK; }
/* Not 0 where the state repeats one further up: then it leads nowhere new. The interpreter knows what to do with long
   steps. */
static u32 enter(C* c, const u8* s, u32 size, i32 only, i32 handshake, u32 level) {
 if (++c->places > PLACES || deep(c)) return give_up(c);
 if (level >= 4) {
  const Mark* const m = c->marks + log_2(level - 1);
  if (m->size == size && m->only == only && m->handshake == handshake && m->handshakes == c->handshakes &&
   !memcmp(m->state, s, size)) return c->endless = 1;
 }
 if (level >= 2 && (level & (level - 1)) == 0) {
  u8* n = c->top;
  COPY(c, n, s, size);
  KEEP(c, n, size);
  Mark* const m = c->marks + log_2(level);
  m->state = n; m->size = size; m->only = only; m->handshake = handshake; m->handshakes = c->handshakes;
 }
 return 0;
}
static u32 is_first_stutter(C* c, const u8* s, u32 size) {
 for (u32 k = 0; k < c->stutter_count; ++k)
  if (c->stutter_size[k] == size && !memcmp(c->stuttered[k], s, size)) return 0;
 if (c->stutter_count == STUTTERS) { give_up(c); return 0; }
 c->stutter_size[c->stutter_count] = size;
 c->stuttered[c->stutter_count++] = s;
 return 1;
}
static u32 nothing(C* c, u8* s, u32 r, i32 pid, u32 level) { return 0; }
)";

void kind_functions(const Plan& plan, std::uint32_t index, Writer& out) {
  const ChannelKind& kind = plan.program.channel_kinds[index];
  if (kind.capacity == 0) return;
  const bool wide = kind.length_size() == 2;
  const std::string length = wide ? "*(u16u*)q" : "*q";
  const std::uint32_t size = kind.message_size;
  std::string parameters;
  for (std::size_t k = 0; k < kind.fields.size(); ++k) parameters += fmt::format(", i32 f{}", k);
  const auto write_fields = [&] {
    std::uint32_t at = 0;
    for (std::size_t k = 0; k < kind.fields.size(); ++k) {
      out.put(store_text(kind.fields[k], fmt::format("m + {}", at), fmt::format("f{}", k)));
      at += kind.fields[k].size();
    }
  };
  out.line("static inline void append_{}(u8* q{}) {{", index, parameters);
  out.line("const u32 l = {}; u8* const m = q + {} + l * {}u;", length, kind.length_size(), size);
  write_fields();
  out.line("{} = (u{})(l + 1);", length, wide ? 16 : 8);
  out.put("}");

  // Before the first message that is greater, comparing fields from the first on.
  out.line("static void insert_{}(u8* q{}) {{", index, parameters);
  out.line("const u32 l = {}; u32 k = 0; u8* m = q + {};", length, kind.length_size());
  out.line("for (; k < l; ++k, m += {}) {{", size);
  std::uint32_t at = 0;
  for (std::size_t k = 0; k < kind.fields.size(); ++k) {
    const std::string theirs = load_text(kind.fields[k].kind, fmt::format("m + {}", at));
    out.line("{{ const i32 x = {0}; if (x > f{1}) break; if (x < f{1}) continue; }}", theirs, k);
    at += kind.fields[k].size();
  }
  out.put("}");
  out.line("memmove(m + {0}, m, (l - k) * {0}u);", size);
  write_fields();
  out.line("{} = (u{})(l + 1);", length, wide ? 16 : 8);
  out.put("}");

  out.line("static inline void take_{}(u8* q, i32 slot) {{", index);
  out.line("const u32 l = {}; u8* const m = q + {};", length, kind.length_size());
  if (kind.capacity > 1) out.line("memmove(m + slot * {0}, m + (slot + 1) * {0}, (l - (u32)slot - 1) * {0}u);", size);
  out.line("memset(m + (l - 1) * {0}u, 0, {0}u);", size);
  out.line("{} = (u{})(l - 1);", length, wide ? 16 : 8);
  out.put("}");
}

/// For channels whose kind is known only when the code runs.
void any_kind_functions(const Plan& plan, Writer& out) {
  const auto each = [&](const auto& one) {
    out.put("switch (kind) {");
    for (const std::uint32_t k : plan.kinds) {
      if (plan.program.channel_kinds[k].capacity > 0) one(k, plan.program.channel_kinds[k]);
    }
    out.put("}");
  };
  std::string capacities, fields;
  for (const ChannelKind& k : plan.program.channel_kinds) {
    capacities += fmt::format("{},", k.capacity);
    fields += fmt::format("{},", k.fields.size());
  }
  out.line("static const u32 kind_capacity[] = {{{}0}};", capacities);
  out.line("static const u32 kind_fields[] = {{{}0}};", fields);
  out.put("static i32 length_of(const u8* q, i32 kind, i32 handed) {");
  each([&](std::uint32_t index, const ChannelKind& k) {
    out.line("case {}: return {};", index, k.length_size() == 1 ? "*q" : "*(const u16u*)q");
  });
  out.put("return handed;");
  out.put("}");
  out.put("static i32 is_full(const u8* q, i32 kind, i32 handed) {");
  out.put("return kind_capacity[kind] == 0 ? handed : (u32)length_of(q, kind, 0) == kind_capacity[kind];");
  out.put("}");
  out.put("static i32 field_of(const u8* q, i32 kind, i32 slot, u32 index) {");
  each([&](std::uint32_t number, const ChannelKind& k) {
    out.line("case {}: q += {} + slot * {};", number, k.length_size(), k.message_size);
    out.put("switch (index) {");
    std::uint32_t at = 0;
    for (std::size_t f = 0; f < k.fields.size(); ++f) {
      out.line("case {}: return {};", f, load_text(k.fields[f].kind, fmt::format("q + {}", at)));
      at += k.fields[f].size();
    }
    out.put("}");
    out.put("break;");
  });
  out.put("return 0;");
  out.put("}");
  out.put("static void take_from(u8* q, i32 kind, i32 slot) {");
  each([&](std::uint32_t number, const ChannelKind&) { out.line("case {0}: take_{0}(q, slot); break;", number); });
  out.put("}");
}

void process_tables(const Plan& plan, Writer& out) {
  const Program& program = plan.program;
  std::string wide;
  for (std::uint32_t type = 0; type < program.process_types.size(); ++type) {
    const ProcessType& t = program.process_types[type];
    wide += fmt::format("{},", t.location_bytes == 2 ? 1 : 0);
    if (plan.reachable[type].empty()) continue;
    std::string ends;
    for (const ControlLocation& l : t.locations) ends += l.end ? "1," : "0,";
    out.line("static const u8 ends_{}[] = {{{}0}};", type, ends);
  }
  out.line("static const u8 wide_location[] = {{{}0}};", wide);
  out.put("static inline i32 location_of(const u8* p, u32 type) {");
  out.put("return wide_location[type] ? p[1] | p[2] << 8 : p[1];");
  out.put("}");
}

}  // namespace

std::string runtime_text(const Plan& plan) {
  const Program& program = plan.program;
  Writer out;
  std::size_t most_channels = 0;
  for (const ProcessType& t : program.process_types) most_channels = std::max(most_channels, t.channels.size());
  out.paste(types_text);
  out.line("enum {{ ASSERTION = {}, LTL = {}, RUNTIME = {} }};", static_cast<int>(FindingKind::assertion),
           static_cast<int>(FindingKind::ltl), static_cast<int>(FindingKind::runtime));
  out.line(
      "enum {{ HIDDEN = {}, FIELDS = {}, CHANNELS = {}, STUTTERS = 64, PLACES = {}, STACK = 262144, SPINS = 100000 "
      "}};",
      plan.hidden.size() + 1, plan.most_fields,
      program.channels.size() + most_channels * (plan.changes_shape ? 256 : program.initial_processes.size()) + 1,
      ProcessSteps::long_step);
  std::string assertions;
  for (std::size_t k = 0; k < program.sites.size(); k += 8) {
    unsigned byte = 0;
    for (std::size_t b = 0; b < 8 && k + b < program.sites.size(); ++b) {
      if (program.sites[k + b].kind == SiteKind::assertion) byte |= 1U << b;
    }
    assertions += fmt::format("{},", byte);
  }
  std::string hidden;
  for (const std::uint8_t byte : plan.hidden) hidden += fmt::format("{},", byte);
  out.line("static const u8 initial_hidden[] = {{{}0}};", hidden);
  out.line("static const u8 is_assertion[] = {{{}0}};", assertions);
  out.paste(context_text);
  out.paste(functions_text);
  for (const std::uint32_t k : plan.kinds) kind_functions(plan, k, out);
  if (!plan.kinds.empty()) any_kind_functions(plan, out);
  process_tables(plan, out);
  return out.take();
}

}  // namespace quotient::native
