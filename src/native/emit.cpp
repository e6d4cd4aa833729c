#include "native/emit.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "native/abi.hpp"
#include "native/module_emitter.hpp"

namespace quotient::native {

namespace {

/// Text of one translation unit, about: gcc takes more than twice the time for twice the text.
constexpr std::size_t unit_bytes = 150'000;

std::string find_process_text(const Variant& v) {
  Writer out;
  out.line("static inline i32 {}(C* c, u32 type) {{", v.name("find_process"));
  out.put("(void)c;");
  out.line("for (u32 k = 0; k < {}; ++k) if ({} == type) return (i32)k;", v.count(), v.type("k"));
  out.put("return -1;");
  out.put("}");
  return out.take();
}

/// Where states of both kinds are met, the shape decides which functions are used.
std::string entry_text(const Plan& plan) {
  Writer out;
  out.put("static u32 successors(C* c, const u8* state) {");
  out.put("volatile u8 here = 0; c->stack = (const u8*)&here;");
  out.put("u8* const s = (u8*)state;");
  out.put("c->top = c->floor = c->bytes; c->entry_count = 0;");
  out.put("c->status = c->deadlock = c->endless = c->timeout = c->spins = c->places = c->handshakes = 0; c->hs = 0;");
  if (!plan.hidden.empty()) out.put("memcpy(c->hidden, initial_hidden, HIDDEN);");
  if (plan.fixed != nullptr) {
    std::string fits;
    if (plan.changes_shape) {
      fits = fmt::format("s[0] == {}", plan.fixed->types.size());
      for (std::size_t pid = 0; pid < plan.fixed->types.size(); ++pid) {
        fits += fmt::format(" && s[{}] == {}", plan.fixed->processes[pid], plan.fixed->types[pid]);
      }
    } else {
      fits = "1";
    }
    out.line("if ({}) {{ f_root(c, s); return c->status; }}", fits);
  }
  if (plan.changes_shape) {
    out.put("read_shape(c, s);");
    out.put("d_root(c, s);");
  }
  out.put("return c->status;");
  out.put("}");
  out.put(
      "typedef struct { u32 version, context_size; u64 stamp; u32 (*successors)(C*, const u8*); void* cells[3]; } "
      "Module;");
  out.put("extern const Module quotient_module;");
  // The stamp is filled in on the command line of the compiler, since it is one of the whole text.
  out.line(
      "__attribute__((visibility(\"default\"))) const Module quotient_module = {{{}u, sizeof(C), STAMP, successors, "
      "{{0, 0, 0}}}};",
      abi_version);
  return out.take();
}

}  // namespace

void stamp(ModuleText& module) {
  for (const std::string& unit : module.units)
    module.stamp = XXH3_64bits_withSeed(unit.data(), unit.size(), module.stamp);
}

ModuleText write_module(const Program& program, const std::atomic<bool>* stop) {
  ModuleText module;
  Plan plan(program, stop);
  if (!plan.unsupported.empty()) {
    module.unsupported = plan.unsupported;
    return module;
  }
  find_written_cells(plan);

  std::vector<StepEmitter> emitters;
  if (plan.fixed != nullptr) emitters.emplace_back(plan, plan.fixed);
  if (plan.changes_shape) emitters.emplace_back(plan, nullptr);
  std::vector<std::string> functions;
  std::string drivers, declarations, head = runtime_text(plan);
  const Variant any_shape(plan, nullptr), one_shape(plan, plan.fixed);
  if (plan.fixed != nullptr) head += one_shape.tables() + find_process_text(one_shape);
  if (plan.changes_shape) head += find_process_text(any_shape) + shape_text(plan);
  for (StepEmitter& emitter : emitters) {
    for (std::string& f : emitter.location_functions()) functions.push_back(std::move(f));
    if (plan.is_stopped()) break;
    drivers += emitter.driver();
    declarations += emitter.declarations();
  }

  if (plan.is_stopped()) {
    module.unsupported = "it was not needed";
    return module;
  }
  std::vector<std::string> bodies(1);
  for (std::string& f : functions) {
    if (bodies.back().size() > unit_bytes) bodies.emplace_back();
    bodies.back() += f;
  }
  bodies.front() += drivers + entry_text(plan);
  const std::string shared = bodies.size() == 1 ? "#define SHARED static\n" : "#define SHARED\n";
  for (const std::string& body : bodies) module.units.push_back(shared + head + declarations + body);
  stamp(module);
  return module;
}

}  // namespace quotient::native
