#include "native/module_emitter.hpp"

/// The steps of one process at one location. The order of everything is that of ProcessSteps::explore.
namespace quotient::native {

namespace {

/// Options whose conditions are all written out to see whether one of them could still be taken.
constexpr std::uint32_t most_later_options = 100;

}  // namespace

std::string StepEmitter::function_name(std::uint32_t type, std::uint32_t number, bool in_handshake) const {
  return variant_.name(fmt::format("t{}_l{}{}", type, number, in_handshake ? "_h" : ""));
}

std::vector<std::string> StepEmitter::location_functions() {
  std::vector<std::string> functions;
  for (auto& present : present_) present.assign(program_.process_types.size(), {});
  for (std::uint32_t type = 0; type < program_.process_types.size(); ++type) {
    const std::size_t count = program_.process_types[type].locations.size();
    for (auto& present : present_) present[type].assign(count, false);
    if (plan_.reachable[type].empty() || program_.process_types[type].watches) continue;
    for (std::uint32_t number = 0; number < count; ++number) {
      if (!plan_.reachable[type][number]) continue;
      if (plan_.is_stopped()) return {};
      for (const bool in_handshake : {false, true}) {
        if (in_handshake && !plan_.rendezvous) continue;
        std::string text = location(type, number, in_handshake);
        if (text.empty()) continue;
        present_[in_handshake ? 1 : 0][type][number] = true;
        declarations_ +=
            fmt::format("SHARED u32 {}(C*, u8*, u32, i32, u32);\n", function_name(type, number, in_handshake));
        functions.push_back(std::move(text));
      }
    }
  }
  return functions;
}

/// Empty where nothing can be done there.
std::string StepEmitter::location(std::uint32_t type, std::uint32_t number, bool in_handshake) {
  const ControlLocation& here = program_.process_types[type].locations[number];
  Writer body;
  bool needs_any_shape = false, something = false, escapes = false;
  for (std::uint32_t k = here.first; k < here.last; ++k) escapes |= program_.transitions[k].escape != 0;
  for (std::uint32_t k = here.first; k < here.last; ++k) {
    transition(type, here, k, in_handshake, escapes, body, needs_any_shape, something);
  }
  if (!something) return {};
  const std::string name = function_name(type, number, in_handshake);
  Writer out;
  out.line("SHARED u32 {}(C* c, u8* s, u32 r, i32 pid, u32 level) {{", name);
  if (needs_any_shape) {
    // Processes come or go here: such steps are those of states of any shape. Most often, though, none can be taken.
    const std::string leave = return_if_impossible(here, in_handshake);
    out.put("u8* const p = s + r; (void)p;");
    if (!leave.empty()) out.put(leave);
    out.put("read_shape(c, s);");
    out.line("return d_{}(c, s, r, pid, level);", name.substr(2));
  } else {
    out.put("u8* const p = s + r; u32 any = 0, moved = 0, escape = 0;");
    if (in_handshake) out.put("HS* const h = c->hs;");
    if (body.text().find("HIDDEN") != std::string::npos)
      out.put("u8 hidden[HIDDEN]; memcpy(hidden, c->hidden, HIDDEN);");
    out.put("(void)p; (void)moved; (void)escape; (void)pid; (void)level;");
    out.paste(body.text());
    out.put("return any;");
  }
  out.put("}");
  return out.take();
}

CodeText StepEmitter::code_of(std::uint32_t index, bool in_handshake, bool test_only) {
  const Transition& t = program_.transitions[index];
  Surroundings around;
  around.label = fmt::format("{}", index);
  around.blocked = fmt::format("goto E{};", index);
  around.timeout = "(level == 0 && c->timeout)";
  around.moved = "moved";
  around.in_handshake = in_handshake;
  around.failed = [&](std::uint32_t site, bool) {
    const std::string where = site == UINT32_MAX ? "c->failure" : fmt::format("{}u", site);
    return fmt::format("{{ fail(c, level, pid, {}u, {}); any = 1; goto E{}; }}", t.statement, where, index);
  };
  CodeText text = CodeEmitter(variant_, around).emit(t.code);
  if (in_handshake && !text.impossible && !text.takes_handshake && text.unsupported.empty() && !test_only) {
    text.unsupported = "a rendezvous that goes on";
  }
  return text;
}

void StepEmitter::transition(std::uint32_t type, const ControlLocation& here, std::uint32_t index, bool in_handshake,
                             bool escapes, Writer& out, bool& needs_any_shape, bool& something) {
  const Transition& t = program_.transitions[index];
  const ProcessType& process = program_.process_types[type];
  const CodeText text = code_of(index, in_handshake, false);
  if (text.impossible) return;
  something = true;
  if (!text.unsupported.empty()) {
    // In a state of fixed shape the other variant knows what to do; else the interpreter does.
    if (variant_.fixed != nullptr && plan_.changes_shape) {
      needs_any_shape = true;
    } else {
      if (text.condition) out.put(text.marks);
      out.line("if ({}) return give_up(c);", text.condition.value_or("1"));
    }
    return;
  }
  if (escapes) out.line("if (escape != 0 && escape != {}u) return any;", t.escape);
  out.put("{");
  out.paste(text.before);
  const std::string in_place = in_handshake ? "" : in_place_condition(type, here, index, text);
  out.put("u8* n = s;");
  if (in_place.empty()) {
    out.line("COPY(c, n, s, {});", variant_.size());
  } else {
    out.line("if (!({})) COPY(c, n, s, {});", in_place, variant_.size());
  }
  out.put("u8* const q = n + r; (void)q;");
  if (!in_handshake) out.line("if (level == 0) {{ c->label = {}u; c->actor = (u32)pid; }}", t.statement);
  if (text.may_assert) out.put("c->violation_count = 0;");
  if (text.may_start_handshake) out.put("HS h0; i32 hs = 0;");
  out.paste(text.after);
  if (text.may_assert) out.put("report_violations(c);");
  if (process.deterministic) out.line("if (moved) report(c, RUNTIME, {}u);", process.determinism_site);
  if (t.target != 0) {
    out.line("q[1] = {};", t.target & 0xff);
    if (process.location_bytes == 2) out.line("q[2] = {};", t.target >> 8);
  }
  if (program_.last_offset >= 0) out.line("n[{}] = (u8)pid;", 1 + program_.last_offset);
  if (escapes) out.line("escape = {}u;", t.escape);
  deliver(type, t, text, in_handshake, !in_place.empty(), out);
  out.put("}");
  out.line("E{}:;", index);
  if (text.changes_shape) out.put("read_shape(c, s);");
  if (text.writes_hidden) out.put("memcpy(c->hidden, hidden, HIDDEN);");
}

/// When the state may be overwritten because nothing else will be done with it: inside of an atomic sequence, and no
/// option that follows can be taken. Empty: never.
std::string StepEmitter::in_place_condition(std::uint32_t, const ControlLocation& here, std::uint32_t index,
                                            const CodeText& text) {
  if (text.changes_shape || text.may_start_handshake || text.writes_hidden) return {};
  if (here.last - index > most_later_options) return {};
  std::string condition = "level != 0";
  for (std::uint32_t k = index + 1; k < here.last; ++k) {
    const CodeText later = code_of(k, false, true);
    if (later.impossible) continue;
    if (!later.marks.empty()) return {};
    // After a step that fails `else` is still possible.
    if (later.otherwise && !text.may_fail_after) continue;
    if (!later.condition || later.otherwise) return {};
    condition += fmt::format(" && !({})", *later.condition);
  }
  return condition;
}

/// The statement that returns where no transition can be taken; empty where that is not known as an expression.
std::string StepEmitter::return_if_impossible(const ControlLocation& here, bool in_handshake) {
  std::string any, marks;
  for (std::uint32_t k = here.first; k < here.last; ++k) {
    const CodeText text = code_of(k, in_handshake, true);
    if (text.impossible) continue;
    if (!text.condition || text.otherwise) return {};
    any += fmt::format("{}({})", any.empty() ? "" : " || ", *text.condition);
    marks += text.marks;
  }
  return any.empty() ? any : fmt::format("if (!({})) {{ {}return 0; }}", any, marks);
}

/// Hands out what a step leads to, or goes on from there.
void StepEmitter::deliver(std::uint32_t type, const Transition& t, const CodeText& text, bool in_handshake,
                          bool may_be_in_place, Writer& out) {
  const std::string size = variant_.size();
  if (text.may_start_handshake) {
    out.put("if (hs != 0) {");
    out.line("KEEP(c, n, {});", size);
    out.put("c->hs = &h0; ++c->handshakes;");
    out.line("if ({}(c, n, level + 1)) any = moved = 1; else escape = 0;", variant_.name("all_h"));
    out.put("c->hs = 0; --c->handshakes;");
    out.put("release(c, n);");
    out.put("} else {");
  }
  if (!t.atomic) {
    out.line("arrive(c, n, {});", size);
    if (may_be_in_place) out.put("if (n == s) return 1;");
    out.put("any = moved = 1;");
  } else {
    if (may_be_in_place) {
      out.line("if (n == s) return {}(c, n, r, pid, level + 1);", variant_.name(fmt::format("only_{}", type)));
    }
    out.line("KEEP(c, n, {});", size);
    if (in_handshake) out.put("c->hs = 0;");
    out.line("{}(c, n, r, pid, level + 1);", variant_.name(fmt::format("only_{}", type)));
    if (in_handshake) out.put("c->hs = h;");
    out.put("release(c, n);");
    out.put("any = moved = 1;");
  }
  if (text.may_start_handshake) out.put("}");
}

void find_written_cells(Plan& plan) {
  const Variant any_shape(plan, nullptr);
  const auto note = [&plan](std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t k = from; k < to && k < plan.written.size(); ++k) plan.written[k] = true;
  };
  note(0, plan.program.global_size);
  std::vector<bool> found(plan.written.size(), false);
  const auto look = [&](CodeIndex code, bool in_place, bool in_handshake) {
    Surroundings around;
    around.failed = [](std::uint32_t, bool) { return std::string(); };
    around.in_place = in_place;
    around.in_handshake = in_handshake;
    CodeEmitter emitter(any_shape, around);
    emitter.on_global_write = [&found](std::uint32_t from, std::uint32_t to) {
      for (std::uint32_t k = from; k < to && k < found.size(); ++k) found[k] = true;
    };
    return emitter.emit(code).unsupported.empty();
  };
  // Where something cannot be read, everything is taken to be written.
  for (const Transition& t : plan.program.transitions) {
    if (plan.is_stopped() || !look(t.code, false, false)) return;
  }
  for (const ProcessType& t : plan.program.process_types) {
    if (t.initialise != 0 && !look(t.initialise, true, false)) return;
  }
  if (plan.program.last_offset >= 0) found[u(plan.program.last_offset)] = true;
  // The record of a claim lies among the globals.
  for (std::size_t k = plan.program.claim_offset; plan.program.claim >= 0 && k < found.size(); ++k) found[k] = true;
  plan.written = std::move(found);
}

}  // namespace quotient::native
