#include "model/cell.hpp"
#include "native/cells.hpp"
#include "native/code_emitter.hpp"

/// Cells, arithmetic and processes: instructions that become expressions, or one statement.
namespace quotient::native {

namespace {

const char* comparison(Op op) {
  switch (op) {
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::bit_and:
      return "&";
    case Op::bit_or:
      return "|";
    case Op::bit_xor:
      return "^";
    default:
      return nullptr;
  }
}

}  // namespace

bool CodeEmitter::memory(const Instruction& in) {
  const auto address = [this](Base base, std::int32_t offset) {
    push(number_text(base == Base::global ? offset + 1 : offset));
    stack_.back().base = base;
    stack_.back().low = stack_.back().high = u(offset);
  };
  const auto load = [this](CellType type, const Value& from) {
    const std::string cell = load_text(type.kind, pointer(from));
    push(from.may_be_absent ? fmt::format("({} < 0 ? 0 : {})", from.text, cell) : "(" + cell + ")", true);
  };
  const auto store = [this](CellType type, const Value& to, const std::string& value) {
    settle();
    if (to.base == Base::global && on_global_write) on_global_write(to.low, to.high + type.size());
    out_.put(store_text(type, pointer(to), value));
  };
  switch (in.op) {
    case Op::push:
      push_constant(in.b);
      return true;
    case Op::duplicate: {
      Value v = pop();
      if (!v.constant) v.text = temporary(v.text);
      v.reads = false;
      stack_.push_back(v);
      stack_.push_back(v);
      return true;
    }
    case Op::drop:
      pop();
      return true;
    case Op::load_global:
      if (const auto constant = plan_.constant(u(in.b), unpack(in.a)); constant) {
        push_constant(*constant);
        return true;
      }
      address(Base::global, in.b);
      load(unpack(in.a), pop());
      return true;
    case Op::load_local:
      address(Base::local, in.b);
      load(unpack(in.a), pop());
      return true;
    case Op::store_global:
    case Op::store_local: {
      const std::string value = pop_text();
      address(in.op == Op::store_global ? Base::global : Base::local, in.b);
      store(unpack(in.a), pop(), value);
      return true;
    }
    case Op::address_global:
      address(Base::global, in.b);
      return true;
    case Op::address_local:
      address(Base::local, in.b);
      return true;
    case Op::address_remote: {
      const std::string pid = temporary(pop_text());
      const std::string there =
          fmt::format("(u32){} < {} && {} == {}u", pid, variant_.count(), variant_.type(pid), in.a);
      push(temporary(fmt::format("{} ? (i32){} + {} : -1", there, variant_.offset(pid), in.b)));
      stack_.back().may_be_absent = true;
      return true;
    }
    case Op::index: {
      const Value index = pop();
      Value at = pop();
      const IndexCheck& check = program_.index_checks[u(in.b)];
      at.high += (u(check.bound) - 1) * in.a;
      at.constant.reset();
      at.reads |= index.reads;
      std::string offset;
      if (index.constant && u(*index.constant) < u(check.bound)) {
        offset = number_text(*index.constant * in.a);
      } else {
        const std::string i = temporary(plain(index));
        fail_if(fmt::format("(u32){} >= {}u", i, check.bound), check.site);
        offset = in.a == 1 ? i : fmt::format("{} * {}", i, in.a);
      }
      if (at.may_be_absent) {
        at.text = temporary(fmt::format("{0} < 0 ? {0} : {0} + {1}", at.text, offset));
      } else {
        at.text = fmt::format("({} + {})", at.text, offset);
      }
      stack_.push_back(std::move(at));
      return true;
    }
    case Op::in_range: {
      const Value value = pop();
      const ValueCheck& check = program_.value_checks[u(in.b)];
      const std::string v = temporary(plain(value));
      fail_if(fmt::format("{0} < {1} || {0} > {2}", v, number_text(check.lo), number_text(check.hi)), check.site);
      push(v, value.reads);
      return true;
    }
    case Op::load:
      load(unpack(in.a), pop());
      return true;
    case Op::store: {
      const std::string value = pop_text();
      store(unpack(in.a), pop(), value);
      return true;
    }
    case Op::load_hidden:
      push("(" + load_text(unpack(in.a).kind, fmt::format("c->hidden + {}", pop_text())) + ")", true);
      return true;
    case Op::store_hidden: {
      const std::string value = pop_text(), at = pop_text();
      settle();
      if (plan_.hidden.empty()) return true;  // nobody looks at it
      text_.writes_hidden = true;
      out_.put(store_text(unpack(in.a), fmt::format("c->hidden + {}", at), value));
      return true;
    }
    case Op::zero_local:
      settle();
      if (in.a == 1) {
        out_.line("{}[{}] = 0;", record(), in.b);
      } else {
        out_.line("memset({} + {}, 0, {});", record(), in.b, in.a);
      }
      return true;
    case Op::blank_local:
      settle();
      if (in.a == 1) {
        out_.line("{}[{}] = 255;", record(), in.b);
      } else {
        out_.line("memset({} + {}, 255, {});", record(), in.b, in.a);
      }
      return true;
    default:
      return false;
  }
}

bool CodeEmitter::arithmetic(const Instruction& in) {
  const auto unary = [this](const char* format_before) {
    const Value v = pop();
    push(fmt::format("({}({}))", format_before, plain(v)), v.reads);
  };
  switch (in.op) {
    case Op::negate: {
      const Value v = pop();
      push(fmt::format("(i32)(0u - (u32)({}))", plain(v)), v.reads);
      return true;
    }
    case Op::logical_not:
      unary("!");
      return true;
    case Op::complement:
      unary("~");
      return true;
    case Op::to_bool:
      unary("0 != ");
      return true;
    default:
      break;
  }
  if (in.op < Op::add || in.op > Op::not_equal) return false;
  const Value right = pop();
  Value left = pop();
  const bool reads = left.reads || right.reads;
  const auto wrapping = [&](const char* op) {
    push(fmt::format("(i32)((u32)({}) {} (u32)({}))", plain(left), op, plain(right)), reads);
  };
  switch (in.op) {
    case Op::add:
      if ((left.base != Base::none || left.may_be_absent) && right.constant) {
        // The fields of a structure: still an address.
        left.text = fmt::format("({} + {})", left.text, right.text);
        left.low += u(*right.constant);
        left.high += u(*right.constant);
        stack_.push_back(std::move(left));
      } else {
        wrapping("+");
      }
      return true;
    case Op::subtract:
      wrapping("-");
      return true;
    case Op::multiply:
      wrapping("*");
      return true;
    case Op::divide:
    case Op::modulo: {
      const char* op = in.op == Op::divide ? "/" : "%";
      if (right.constant && *right.constant > 0) {
        push(fmt::format("(({}) {} {})", plain(left), op, right.text), reads);
        return true;
      }
      const std::string divisor = temporary(plain(right));
      fail_if(fmt::format("{} == 0", divisor), u(in.b));
      // In 64 bits: the least number divided by -1 does not fit into 32.
      push(fmt::format("(i32)((i64)({}) {} (i64){})", plain(left), op, divisor), left.reads);
      return true;
    }
    case Op::shift_left:
      push(fmt::format("(i32)((u32)({}) << ((u32)({}) & 31u))", plain(left), plain(right)), reads);
      return true;
    case Op::shift_right:
      push(fmt::format("(({}) >> ((u32)({}) & 31u))", plain(left), plain(right)), reads);
      return true;
    default:
      push(fmt::format("(({}) {} ({}))", plain(left), comparison(in.op), plain(right)), reads);
      return true;
  }
}

bool CodeEmitter::process(const Instruction& in) {
  switch (in.op) {
    case Op::pid:
      push("pid");
      return true;
    case Op::process_count:
      push(fmt::format("(i32)({} + {}u)", variant_.count(), program_.claim >= 0 ? 1 : 0), true);
      return true;
    case Op::last:
      push(program_.last_offset < 0 ? "0" : fmt::format("(i32){}[{}]", state(), 1 + program_.last_offset), true);
      return true;
    case Op::timeout:
      push(around_.timeout);
      return true;
    case Op::nonprogress:
      push(around_.nonprogress);
      return true;
    case Op::own_channel:
      push(fmt::format("(i32)({} + {}u)", variant_.first_channel("pid"), in.b + 1));
      return true;
    case Op::run:
      run(in);
      return true;
    case Op::terminate_check:
      block_if(fmt::format("(u32)pid + 1u != {}", variant_.count()));
      return true;
    case Op::terminate:
      if (variant_.fixed != nullptr) {
        give_up_as("a process ends in a state of fixed shape");
        return true;
      }
      settle();
      text_.changes_shape = true;
      out_.line("remove_youngest(c, n);");
      return true;
    case Op::location_of: {
      const std::string pid = temporary(pop_text());
      push(temporary(fmt::format("(u32){0} < {1} ? location_of({2} + {3}, {4}) : 0", pid, variant_.count(), state(),
                                 variant_.offset(pid), variant_.type(pid))));
      return true;
    }
    case Op::find_process:
      push(temporary(fmt::format("{}(c, {}u)", variant_.name("find_process"), in.b)));
      return true;
    default:
      return false;
  }
}

void CodeEmitter::run(const Instruction& in) {
  if (variant_.fixed != nullptr || !committed_) return give_up_as("a process is created in a state of fixed shape");
  std::vector<std::string> arguments(in.a);
  for (std::size_t k = in.a; k-- > 0;) arguments[k] = pop_text();
  settle();
  text_.changes_shape = true;
  const auto [type, site] = program_.creations[u(in.b)];
  const std::string list = fmt::format("v{}", temporaries_++), pid = fmt::format("v{}", temporaries_++);
  std::string items;
  for (const std::string& a : arguments) items += a + ", ";
  out_.line("const i32 {}[] = {{{}0}};", list, items);
  out_.line("const i32 {} = create_{}(c, n, {}, {});", pid, type, list, arguments.size());
  out_.line("if (c->status) return 1;");
  fail_if(fmt::format("{} < 0", pid), site);
  if (program_.process_types[type].initialise != 0) {
    // The site is only known when it runs: the context remembers it.
    text_.may_fail_after = true;
    out_.line("if (initialise_{}(c, n, {}, {})) {}", type, variant_.offset(pid), pid, around_.failed(UINT32_MAX, true));
  }
  push(pid);
}

}  // namespace quotient::native
