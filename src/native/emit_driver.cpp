#include "native/module_emitter.hpp"

/// What goes through the processes of a state.
namespace quotient::native {

std::string StepEmitter::location_at(std::uint32_t type, const std::string& record) const {
  return program_.process_types[type].location_bytes == 1 ? fmt::format("{}[1]", record)
                                                          : fmt::format("(u32)({0}[1] | {0}[2] << 8)", record);
}

std::string StepEmitter::driver() {
  Writer out;
  tables(out);
  for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
    if (plan_.reachable[type].empty() || program_.process_types[type].watches) continue;
    if (program_.process_types[type].provided != 0) provided(type, out);
    only(type, out);
  }
  all(false, out);
  if (plan_.rendezvous) all(true, out);
  if (program_.claim >= 0) {
    claim(out);
  } else {
    valid_end(out);
  }
  root(out);
  return out.take();
}

void StepEmitter::tables(Writer& out) {
  for (const bool in_handshake : {false, true}) {
    if (in_handshake && !plan_.rendezvous) continue;
    const auto& present = present_[in_handshake ? 1 : 0];
    for (std::uint32_t type = 0; type < present.size(); ++type) {
      if (plan_.reachable[type].empty() || program_.process_types[type].watches) continue;
      out.line("static Step* const {}[] = {{",
               variant_.name(fmt::format("{}_{}", in_handshake ? "shakes" : "steps", type)));
      for (std::uint32_t number = 0; number < present[type].size(); ++number) {
        out.line("{},", present[type][number] ? function_name(type, number, in_handshake) : "nothing");
      }
      out.put("};");
    }
  }
}

void StepEmitter::provided(std::uint32_t type, Writer& out) {
  Surroundings around;
  around.blocked = "return 0;";
  around.failed = [](std::uint32_t, bool) { return std::string("return 0;"); };
  around.timeout = "(level == 0 && c->timeout)";
  around.label = "provided";
  const CodeText text = CodeEmitter(variant_, around).emit(program_.process_types[type].provided);
  out.line("static u32 {}(C* c, u8* s, u32 r, i32 pid, u32 level) {{", variant_.name(fmt::format("provided_{}", type)));
  out.put("u8* const p = s + r; (void)c; (void)p; (void)pid; (void)level;");
  if (text.unsupported.empty()) {
    out.paste(text.before);
    out.line("return 0 != ({});", text.value);
  } else {
    out.put("return give_up(c);");
  }
  out.put("}");
}

/// Only this process may move: it is in an atomic sequence. Where it cannot, control is lost and the state is one that
/// is stored. Something always comes of it.
void StepEmitter::only(std::uint32_t type, Writer& out) {
  const std::string name = variant_.name(fmt::format("only_{}", type));
  declarations_ += fmt::format("SHARED u32 {}(C*, u8*, u32, i32, u32);\n", name);
  out.line("SHARED u32 {}(C* c, u8* s, u32 r, i32 pid, u32 level) {{", name);
  out.line("if (c->status || enter(c, s, {}, pid, 0, level)) return 1;", variant_.size());
  std::string moves = fmt::format("{}[{}](c, s, r, pid, level)", variant_.name(fmt::format("steps_{}", type)),
                                  location_at(type, "(s + r)"));
  if (program_.process_types[type].provided != 0) {
    moves = fmt::format("{}(c, s, r, pid, level) && {}", variant_.name(fmt::format("provided_{}", type)), moves);
  }
  out.line("if (!({})) arrive(c, s, {});", moves, variant_.size());
  out.put("return 1;");
  out.put("}");
}

/// All processes in turn, the youngest first.
void StepEmitter::all(bool in_handshake, Writer& out) {
  const std::string name = variant_.name(in_handshake ? "all_h" : "all");
  if (in_handshake) {
    declarations_ += fmt::format("SHARED u32 {}(C*, u8*, u32);\n", name);
    out.line("SHARED u32 {}(C* c, u8* s, u32 level) {{", name);
    out.line("if (c->status || enter(c, s, {}, -1, c->hs->channel, level)) return 1;", variant_.size());
    out.put("const i32 sender = c->hs->sender;");
  } else {
    out.line("static u32 {}(C* c, u8* s) {{", name);
    out.put("const u32 level = 0;");
  }
  out.put("u32 any = 0;");
  const auto one = [&](std::uint32_t type, const std::string& offset, const std::string& pid) {
    std::string call = fmt::format("{}[{}](c, s, {}, {}, level)",
                                   variant_.name(fmt::format("{}_{}", in_handshake ? "shakes" : "steps", type)),
                                   location_at(type, fmt::format("(s + {})", offset)), offset, pid);
    std::string condition;
    if (in_handshake) condition = fmt::format("sender != {}", pid);
    if (program_.process_types[type].provided != 0) {
      condition += fmt::format("{}{}(c, s, {}, {}, level)", condition.empty() ? "" : " && ",
                               variant_.name(fmt::format("provided_{}", type)), offset, pid);
    }
    if (!condition.empty()) out.line("if ({})", condition);
    out.line("any |= {};", call);
  };
  if (variant_.fixed != nullptr) {
    for (std::size_t pid = variant_.fixed->types.size(); pid-- > 0;) {
      one(variant_.fixed->types[pid], fmt::format("{}u", variant_.fixed->processes[pid]), fmt::format("{}", pid));
    }
  } else {
    out.put("for (i32 pid = (i32)c->count - 1; pid >= 0; --pid) {");
    out.put("const u32 r = c->offset[pid];");
    out.put("switch (c->type[pid]) {");
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      if (plan_.reachable[type].empty() || program_.process_types[type].watches) continue;
      out.line("case {}:", type);
      one(type, "r", "pid");
      out.put("break;");
    }
    out.put("}");
    out.put("}");
  }
  out.put("return any;");
  out.put("}");
}

void StepEmitter::valid_end(Writer& out) {
  out.line("static u32 {}(C* c, const u8* s) {{", variant_.name("valid_end"));
  out.put("(void)c;");
  const auto end_table = [](std::uint32_t type) { return fmt::format("ends_{}", type); };
  if (variant_.fixed != nullptr) {
    for (std::size_t pid = 0; pid < variant_.fixed->types.size(); ++pid) {
      const std::uint32_t type = variant_.fixed->types[pid];
      const std::string record = fmt::format("(s + {}u)", variant_.fixed->processes[pid]);
      out.line("if (!{}[{}]) return 0;", end_table(type), location_at(type, record));
    }
  } else {
    out.put("for (u32 pid = 0; pid < c->count; ++pid) {");
    out.put("const u8* const p = s + c->offset[pid];");
    out.put("switch (c->type[pid]) {");
    for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
      if (plan_.reachable[type].empty() || program_.process_types[type].watches) continue;
      out.line("case {}: if (!{}[{}]) return 0; break;", type, end_table(type), location_at(type, "p"));
    }
    out.put("}");
    out.put("}");
  }
  out.put("return 1;");
  out.put("}");
}

void StepEmitter::root(Writer& out) {
  out.line("static void {}(C* c, u8* s) {{", variant_.name("root"));
  if (program_.claim >= 0) {
    out.put("c->timeout_wanted = 0; c->stutter_count = 1; c->stuttered[0] = s;");
    out.line("c->stutter_size[0] = {};", variant_.size());
    out.line("{}(c, s, 0, 0);", variant_.name("claim"));
    out.line("if (c->timeout_wanted) {}(c, s, 1, 0);", variant_.name("claim"));
  } else {
    out.line("if ({}(c, s) || c->status || {} == 0) return;", variant_.name("all"), variant_.count());
    if (program_.has_timeout) {
      out.put("c->timeout = 1;");
      out.line("if ({}(c, s) || c->status) return;", variant_.name("all"));
    }
    out.line("if (!{}(c, s)) c->deadlock = 1;", variant_.name("valid_end"));
  }
  out.put("}");
}

}  // namespace quotient::native
