#include <algorithm>

#include "base/ensure.hpp"
#include "model/cell.hpp"
#include "native/cells.hpp"
#include "native/code_emitter.hpp"

/// Control: straight code, the diamonds of `&&`, `||` and `->:`, and the free jumps of a d_step.
namespace quotient::native {

namespace {

/// Computes a value and does nothing else, except that it may fail.
bool is_expression(Op op) {
  switch (op) {
    case Op::push:
    case Op::duplicate:
    case Op::load_global:
    case Op::load_local:
    case Op::address_global:
    case Op::address_local:
    case Op::address_remote:
    case Op::index:
    case Op::in_range:
    case Op::load:
    case Op::pid:
    case Op::process_count:
    case Op::last:
    case Op::timeout:
    case Op::nonprogress:
    case Op::own_channel:
    case Op::location_of:
    case Op::find_process:
    case Op::length:
    case Op::full:
    case Op::not_full:
    case Op::empty:
    case Op::not_empty:
    case Op::send_ready:
    case Op::poll_match:
      return true;
    default:
      return op >= Op::add && op <= Op::to_bool;
  }
}

}  // namespace

CodeEmitter::CodeEmitter(const Variant& variant, const Surroundings& around)
    : variant_(variant), plan_(variant.plan), program_(variant.plan.program), around_(around) {}

CodeText CodeEmitter::emit(CodeIndex code) {
  const CodeIndex end = end_of(program_, code);
  committed_ = around_.in_place;
  std::set<CodeIndex> bridges;
  for (CodeIndex at = code; at < end; ++at) {
    if (const auto found = find_diamond(at, end)) {
      bridges.insert(found->otherwise - 1);
    } else if (is_jump(program_.code[at].op) && !bridges.contains(at)) {
      targets_.insert(static_cast<CodeIndex>(program_.code[at].b));
    }
  }
  range(code, end);
  text_.value = stack_.empty() ? "0" : plain(stack_.back());
  (committed_ ? text_.after : text_.before) = out_.take();
  if (only_conditions_) {
    std::string all;
    for (const std::string& c : conditions_) all += fmt::format("{}({})", all.empty() ? "" : " && ", c);
    text_.condition = all.empty() ? "1" : all;
  }
  return std::move(text_);
}

void CodeEmitter::range(CodeIndex from, CodeIndex to) {
  for (CodeIndex at = from; at < to && text_.unsupported.empty();) {
    if (alive_ && diamond(at, to)) continue;
    instruction(at++);
  }
}

bool CodeEmitter::is_pure(CodeIndex from, CodeIndex to) const {
  for (CodeIndex at = from; at < to; ++at) {
    const Instruction& in = program_.code[at];
    const bool inside = is_jump(in.op) && u(in.b) > at && u(in.b) <= to;
    if (!inside && !is_expression(in.op)) return false;
  }
  return true;
}

/// `a; jump_zero L; b; jump M; L: c; M:` is `a ? b : c`, and the like for jump_nonzero.
std::optional<CodeEmitter::Diamond> CodeEmitter::find_diamond(CodeIndex at, CodeIndex to) const {
  const Instruction& in = program_.code[at];
  if (in.op != Op::jump_zero && in.op != Op::jump_nonzero) return std::nullopt;
  const auto otherwise = static_cast<CodeIndex>(in.b);
  if (otherwise <= at + 1 || otherwise >= to) return std::nullopt;
  const Instruction& bridge = program_.code[otherwise - 1];
  if (bridge.op != Op::jump || u(bridge.b) <= otherwise || u(bridge.b) > to) return std::nullopt;
  const auto end = static_cast<CodeIndex>(bridge.b);
  if (!is_pure(at + 1, otherwise - 1) || !is_pure(otherwise, end)) return std::nullopt;
  return Diamond{otherwise, end};
}

bool CodeEmitter::diamond(CodeIndex& at, CodeIndex to) {
  const auto found = find_diamond(at, to);
  if (!found) return false;
  const auto [otherwise, end] = *found;
  const Op jump = program_.code[at].op;
  const std::string condition = pop_text();
  const std::size_t depth = stack_.size();
  const auto side = [&](CodeIndex from, CodeIndex until, std::string& statements) {
    const std::size_t begin = out_.size();
    range(from, until);
    statements = out_.cut(begin);
    ensure(!text_.unsupported.empty() || stack_.size() == depth + 1, "a side of a condition leaves one value");
    return stack_.size() == depth + 1 ? pop() : Value{};
  };
  std::string first_statements, second_statements;
  const Value first = side(at + 1, otherwise - 1, first_statements);
  const Value second = side(otherwise, end, second_statements);
  at = end;
  const char* test = jump == Op::jump_zero ? "" : "!";
  if (first_statements.empty() && second_statements.empty()) {
    const bool truth = program_.code[otherwise - 2].op == Op::to_bool;  // not so in `c -> x : 0`
    if (truth && jump == Op::jump_zero && second.constant == 0) {
      push(fmt::format("(({}) && {})", condition, plain(first)), true);
    } else if (truth && jump == Op::jump_nonzero && second.constant == 1) {
      push(fmt::format("(({}) || {})", condition, plain(first)), true);
    } else {
      push(fmt::format("({}({}) ? {} : {})", test, condition, plain(first), plain(second)), true);
    }
    return true;
  }
  const std::string result = fmt::format("v{}", temporaries_++);
  only_conditions_ &= committed_;
  out_.line("i32 {};", result);
  out_.line("if ({}({})) {{", test, condition);
  out_.paste(first_statements);
  out_.line("{} = {};", result, plain(first));
  out_.put("} else {");
  out_.paste(second_statements);
  out_.line("{} = {};", result, plain(second));
  out_.put("}");
  push(result);
  return true;
}

void CodeEmitter::instruction(CodeIndex at) {
  if (targets_.contains(at)) {
    // Free jumps happen between statements only, where the stack is empty.
    if (!stack_.empty()) return give_up_as("a jump into an expression");
    if (!committed_) return give_up_as("a jump among conditions");
    out_.line("J{}_{}:;", at, around_.label);
    alive_ = true;
  }
  if (!alive_) return;
  const Instruction& in = program_.code[at];
  if (control(at) || memory(in) || arithmetic(in) || process(in) || channel(in)) return;
  give_up_as(fmt::format("an instruction without C ({})", static_cast<int>(in.op)));
}

bool CodeEmitter::control(CodeIndex at) {
  const Instruction& in = program_.code[at];
  switch (in.op) {
    case Op::done:
      return true;
    case Op::commit:
      commit();
      return true;
    case Op::block:
      block_if("1");
      alive_ = false;
      return true;
    case Op::fail:
      fail_if("1", u(in.b));
      alive_ = false;
      return true;
    case Op::jump:
      jump_to(at, static_cast<CodeIndex>(in.b), "");
      alive_ = false;
      return true;
    case Op::jump_zero:
      jump_to(at, static_cast<CodeIndex>(in.b), fmt::format("!({})", pop_text()));
      return true;
    case Op::jump_nonzero:
      jump_to(at, static_cast<CodeIndex>(in.b), pop_text());
      return true;
    case Op::block_zero: {
      const Value v = pop();
      if (v.constant) {
        text_.impossible |= *v.constant == 0 && !committed_ && out_.empty() && text_.marks.empty();
        if (*v.constant == 0) block_if("1");
      } else {
        block_if(fmt::format("!({})", plain(v)));
      }
      return true;
    }
    case Op::not_in_handshake:
      if (!committed_ && around_.in_handshake) text_.impossible = true;
      return true;
    case Op::no_handshake:
      if (text_.may_start_handshake) fail_if("hs != 0", u(in.b));
      if (around_.in_handshake && !took_) give_up_as("a d_step during a rendezvous");
      return true;
    case Op::otherwise:
      text_.otherwise = true;
      if (around_.in_handshake) {
        text_.impossible = true;
      } else {
        block_if(around_.moved);
      }
      return true;
    case Op::assertion:
      text_.may_assert = true;
      out_.line("if (!({})) violation(c, {}u);", pop_text(), in.b);
      return true;
    case Op::print:
      for (std::uint32_t k = 0; k < in.a; ++k) pop();
      return true;
    case Op::reached:
      out_.line("c->coverage[{}] = 1;", in.b);
      if (!committed_) {
        only_conditions_ &= conditions_.empty();
        text_.marks += fmt::format("c->coverage[{}] = 1; ", in.b);
      }
      return true;
    default:
      return false;
  }
}

void CodeEmitter::commit() {
  if (committed_) return;
  settle();
  text_.before = out_.take();
  committed_ = true;
}

void CodeEmitter::jump_to(CodeIndex from, CodeIndex to, const std::string& condition) {
  if (!stack_.empty()) return give_up_as("a jump out of an expression");
  if (!committed_) return give_up_as("a jump among conditions");
  if (around_.in_handshake && !took_) return give_up_as("a d_step during a rendezvous");
  if (!condition.empty()) out_.line("if ({})", condition);
  // A loop without end is the interpreter's to tell of.
  const char* counted = to <= from ? "if (++c->spins > SPINS) return give_up(c); " : "";
  out_.line("{{ {}goto J{}_{}; }}", counted, to, around_.label);
}

void CodeEmitter::give_up_as(std::string reason) {
  if (text_.unsupported.empty()) text_.unsupported = std::move(reason);
}

void CodeEmitter::fail_if(const std::string& condition, std::uint32_t site) {
  only_conditions_ &= committed_;
  text_.may_fail_after |= committed_;
  out_.line("if ({}) {}", condition, around_.failed(site, committed_));
}

void CodeEmitter::block_if(const std::string& condition) {
  if (!committed_) conditions_.push_back(fmt::format("!({})", condition));
  out_.line("if ({}) {}", condition, around_.blocked);
}

// --- the stack -------------------------------------------------------------------------------------------------------

void CodeEmitter::push(std::string text, bool reads) {
  Value v;
  v.text = std::move(text);
  v.reads = reads;
  stack_.push_back(std::move(v));
}

void CodeEmitter::push_constant(std::int32_t value) {
  push(number_text(value));
  stack_.back().constant = value;
}

CodeEmitter::Value CodeEmitter::pop() {
  ensure(!stack_.empty(), "code takes a value that is not there");
  Value v = std::move(stack_.back());
  stack_.pop_back();
  return v;
}

/// The value as a number, also where it is an address.
std::string CodeEmitter::plain(const Value& v) const {
  return v.base == Base::local ? fmt::format("((i32)r + {})", v.text) : v.text;
}

std::string CodeEmitter::pointer(const Value& address) const {
  return fmt::format("{} + {}", address.base == Base::local ? record() : state(), address.text);
}

std::string CodeEmitter::temporary(const std::string& value) {
  only_conditions_ &= committed_;
  std::string name = fmt::format("v{}", temporaries_++);
  out_.line("const i32 {} = {};", name, value);
  return name;
}

void CodeEmitter::settle() {
  for (Value& v : stack_) {
    if (!v.reads || v.constant) continue;
    v.text = temporary(v.text);
    v.reads = false;
  }
}

}  // namespace quotient::native
