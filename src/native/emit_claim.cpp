#include "native/module_emitter.hpp"

/// A never claim: a step is a move of the claim, then one of the program. The order of everything is that of
/// ProcessSteps::move_claim.
namespace quotient::native {

void StepEmitter::claim(Writer& out) {
  const auto type = static_cast<std::uint32_t>(program_.claim);
  const ProcessType& process = program_.process_types[type];
  const std::string name = variant_.name("claim"), cell = fmt::format("(s + {})", 1 + program_.claim_offset);
  out.line("static void {}(C* c, u8* s, u32 timeout, u32 stuttering);", name);

  // The program's turn. Where it stands still, the claim moves on alone.
  out.line("static void {}(C* c, u8* s, u32 timeout) {{", variant_.name("program"));
  out.put("c->timeout = timeout;");
  if (program_.claim_needs_cycles) out.put("const u32 label = c->label;");
  out.line("if ({}(c, s) || c->status) return;", variant_.name("all"));
  if (program_.has_timeout) out.put("if (!timeout) { c->timeout_wanted = 1; return; }");
  if (program_.claim_needs_cycles) {
    out.put("c->label = label; c->actor = ~0u;");
    out.line("u8* n = s; COPY_OR(c, n, s, {}, return); arrive(c, n, {});", variant_.size(), variant_.size());
  } else {
    out.line("{}(c, s, 1, 1);", name);
  }
  out.put("}");

  for (std::uint32_t number = 0; number < process.locations.size(); ++number) {
    if (plan_.reachable[type][number]) claim_location(number, out);
  }
  out.line("static void {}(C* c, u8* s, u32 timeout, u32 stuttering) {{", name);
  out.put("if (c->status) return;");
  out.put("if (deep(c)) { give_up(c); return; }");
  out.line("switch ({0}[0] | {0}[1] << 8) {{", cell);
  for (std::uint32_t number = 0; number < process.locations.size(); ++number) {
    if (!plan_.reachable[type][number]) continue;
    out.line("case {}: {}(c, s, timeout, stuttering); break;", number, variant_.name(fmt::format("claim_l{}", number)));
  }
  out.put("}");
  out.put("}");
}

void StepEmitter::claim_location(std::uint32_t number, Writer& out) {
  const ProcessType& process = program_.process_types[static_cast<std::size_t>(program_.claim)];
  const ControlLocation& here = process.locations[number];
  const std::string size = variant_.size();
  const std::uint32_t cell = 1 + program_.claim_offset;
  const auto set_location = [&](std::uint32_t location) {
    out.line("n[{}] = {}; n[{}] = {};", cell, location & 0xff, cell + 1, location >> 8);
  };
  out.line("static void {}(C* c, u8* s, u32 timeout, u32 stuttering) {{",
           variant_.name(fmt::format("claim_l{}", number)));
  out.line("const u32 r = {}u, level = 0; const i32 pid = -1; u32 moved = 0; u8* const p = s + r;", cell);
  out.put("(void)p; (void)moved; (void)pid; (void)level; (void)timeout;");
  for (std::uint32_t index = here.first; index < here.last; ++index) {
    const Transition& t = program_.transitions[index];
    if (t.target == 0) {
      // The claim itself ends, where it is the last to do so.
      out.line("if (stuttering && {} == 0) {{", variant_.count());
      out.put("u8* n = s;");
      out.line("COPY_OR(c, n, s, {}, return);", size);
      set_location(0);
      out.line("arrive(c, n, {});", size);
      out.put("}");
      continue;
    }
    Surroundings around;
    around.label = fmt::format("{}", index);
    around.blocked = fmt::format("goto E{};", index);
    around.timeout = "(i32)timeout";
    around.nonprogress = "(i32)!stuttering";
    around.moved = "moved";
    around.failed = [&](std::uint32_t site, bool) {
      return fmt::format("{{ report(c, RUNTIME, {}u); moved = 1; goto E{}; }}", site, index);
    };
    const CodeText text = CodeEmitter(variant_, around).emit(t.code);
    if (!text.unsupported.empty() || text.changes_shape || text.may_start_handshake || text.writes_hidden) {
      out.put("{ give_up(c); return; }");
      break;
    }
    out.line("c->label = {}u; c->actor = ~0u;", t.statement);
    out.put("{");
    out.paste(text.before);
    out.put("u8* n = s;");
    out.line("COPY_OR(c, n, s, {}, return);", size);
    out.put("u8* const q = n + r; (void)q;");
    out.put("c->violation_count = 0;");
    out.paste(text.after);
    out.put("moved = 1;");
    set_location(t.target);
    out.put("report_violations(c);");
    if (process.locations[t.target].end) out.line("report(c, LTL, {}u);", program_.claim_site);
    if (t.atomic) {
      out.line("KEEP(c, n, {});", size);
      out.line("{}(c, n, timeout, stuttering);", variant_.name("claim"));
      out.put("release(c, n);");
    } else {
      out.put("if (stuttering) {");
      out.line("arrive(c, n, {});", size);
      out.line("if (is_first_stutter(c, n, {})) {}(c, n, 1, 1);", size, variant_.name("claim"));
      out.put("} else {");
      out.line("KEEP(c, n, {});", size);
      out.line("{}(c, n, timeout);", variant_.name("program"));
      out.put("release(c, n);");
      out.put("}");
    }
    out.put("}");
    out.line("E{}:;", index);
  }
  out.put("}");
}

}  // namespace quotient::native
