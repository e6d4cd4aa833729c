#include "process/stack_depth.hpp"

#include <algorithm>
#include <vector>

#include "base/narrow.hpp"

namespace quotient {

namespace {

std::int64_t stack_change(const Program& program, const Instruction& in) {
  switch (in.op) {
    case Op::push:
    case Op::duplicate:
    case Op::load_global:
    case Op::load_local:
    case Op::address_global:
    case Op::address_local:
    case Op::pid:
    case Op::process_count:
    case Op::last:
    case Op::timeout:
    case Op::nonprogress:
    case Op::own_channel:
    case Op::find_process:
    case Op::field:
    case Op::event_field:
      return 1;
    case Op::drop:
    case Op::store_global:
    case Op::store_local:
    case Op::index:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::shift_left:
    case Op::shift_right:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::jump_zero:
    case Op::jump_nonzero:
    case Op::block_zero:
    case Op::assertion:
      return -1;
    case Op::store:
    case Op::store_hidden:
    case Op::set_priority:
      return -2;
    case Op::run:
      return 1 - std::int64_t{in.a};
    case Op::print:
      return -std::int64_t{in.a};
    case Op::send:
      return -1 - std::int64_t{in.a & 0x7fff};
    case Op::receive_match:
    case Op::poll_match:
      return -static_cast<std::int64_t>(program.patterns[u(in.b)].matched.size());
    case Op::done:
    case Op::commit:
    case Op::block:
    case Op::fail:
    case Op::address_remote:
    case Op::in_range:
    case Op::load:
    case Op::load_hidden:
    case Op::zero_local:
    case Op::blank_local:
    case Op::negate:
    case Op::logical_not:
    case Op::complement:
    case Op::to_bool:
    case Op::jump:
    case Op::not_in_handshake:
    case Op::no_handshake:
    case Op::otherwise:
    case Op::terminate_check:
    case Op::terminate:
    case Op::location_of:
    case Op::enabled:
    case Op::get_priority:
    case Op::length:
    case Op::full:
    case Op::not_full:
    case Op::empty:
    case Op::not_empty:
    case Op::send_ready:
    case Op::take:
    case Op::event_channel:
    case Op::reached:
      return 0;
  }
  return 0;
}

bool goes_on(Op op) { return op != Op::done && op != Op::block && op != Op::fail && op != Op::jump; }

}  // namespace

std::uint32_t find_stack_depth(const Program& program) {
  // Code is written front to back. What is only jumped to from behind (a loop of a d_step) begins a statement, with an
  // empty stack.
  std::vector<std::int64_t> at_target(program.code.size() + 1, 0);
  std::int64_t depth = 0, deepest = 0;
  bool falls_through = false;
  for (std::size_t k = 0; k < program.code.size(); ++k) {
    const Instruction& in = program.code[k];
    depth = falls_through ? std::max(depth, at_target[k]) : at_target[k];
    depth += stack_change(program, in);
    ensure(depth >= 0, "code takes more from the stack than is there");
    deepest = std::max(deepest, depth);
    if (is_jump(in.op)) at_target[u(in.b)] = std::max(at_target[u(in.b)], depth);
    falls_through = goes_on(in.op);
  }
  return narrow<std::uint32_t>(deepest);
}

}  // namespace quotient
