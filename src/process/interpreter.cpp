#include "process/interpreter.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "model/cell.hpp"
#include "process/record.hpp"

namespace quotient {

namespace {

constexpr std::uint64_t longest_run = 50'000'000;  // instructions of one step: more is a loop without end

std::int32_t i(std::uint32_t v) { return static_cast<std::int32_t>(v); }

}  // namespace

Interpreter::Interpreter(const Program& program)
    : program_(program),
      head_(program.head_size()),
      shapes_(program),
      stack_(program.stack_depth + 1),
      coverage_(program.statements.size()) {}

/// Before code is called from code. The stack may move.
void Interpreter::make_room(std::size_t stack_base) {
  const std::size_t needed = stack_base + program_.stack_depth + 1;
  if (stack_.size() < needed) stack_.resize(needed * 2);
}

Outcome Interpreter::run(CodeIndex code, const Configuration& from, Configuration& to, const Moment& moment) {
  violations_.clear();
  const Outcome outcome = execute(code, from, &to, moment, Mode::step, 0);
  if (observer_ != nullptr) observer_->end_statement(to);
  return outcome;
}

bool Interpreter::can_run(CodeIndex code, const Configuration& at, const Moment& moment) {
  return execute(code, at, nullptr, moment, Mode::test, 0) == Outcome::done;
}

std::int32_t Interpreter::evaluate(CodeIndex code, const Configuration& at, const Moment& moment) {
  const Outcome outcome = execute(code, at, nullptr, moment, Mode::test, 0);
  undefined_ = outcome == Outcome::failed;
  return outcome == Outcome::done ? stack_[0] : 0;
}

// The one hot loop of interpretation. Conditions come first in every piece of code, so that a step that cannot be taken
// costs no copy of the state (bench/interpreter).
Outcome Interpreter::execute(CodeIndex code, const Configuration& from, Configuration* to, const Moment& moment,
                             Mode mode, std::size_t stack_base) {
  const Configuration* at = &from;
  // Reads go through `state`; it is written only after `commit`, when it points into `to`.
  auto* state = const_cast<std::uint8_t*>(from.bytes.data());
  const std::uint32_t record = moment.pid >= 0 ? from.shape->processes[u(moment.pid)] : head_ + program_.claim_offset;
  std::int32_t* top = stack_.data() + stack_base;  // one past the last value
  std::int32_t channel_number = 0, slot = 0;
  std::uint64_t budget = longest_run;
  const Instruction* const begin = program_.code.data();
  const Instruction* next = begin + code;

  const auto fail = [this](std::int32_t site) {
    failure_ = u(site);
    return Outcome::failed;
  };

  while (true) {
    const Instruction& in = *next++;
    switch (in.op) {
      case Op::done:
        return Outcome::done;
      case Op::commit:
        if (mode == Mode::test) return Outcome::done;
        to->shape = from.shape;
        if (to->bytes.size() < from.shape->size) to->bytes.resize(from.shape->size + 64);
        std::memcpy(to->bytes.data(), from.bytes.data(), from.shape->size);
        to->handshake = from.handshake;
        to->sender = from.sender;
        if (from.handshake != 0) to->message = from.message;
        if (!from.hidden.empty()) to->hidden = from.hidden;
        at = to;
        state = to->bytes.data();
        break;
      case Op::block:
        return Outcome::blocked;
      case Op::fail:
        return fail(in.b);
      case Op::push:
        *top++ = in.b;
        break;
      case Op::duplicate:
        top[0] = top[-1];
        ++top;
        break;
      case Op::drop:
        --top;
        break;
      case Op::load_global:
        *top++ = load_cell(state + head_ + in.b, static_cast<CellKind>(in.a & 0xff));
        break;
      case Op::load_local:
        *top++ = load_cell(state + record + in.b, static_cast<CellKind>(in.a & 0xff));
        break;
      case Op::store_global:
        store_cell(state + head_ + in.b, unpack(in.a), *--top);
        break;
      case Op::store_local:
        store_cell(state + record + in.b, unpack(in.a), *--top);
        break;
      case Op::address_global:
        *top++ = i(head_) + in.b;
        break;
      case Op::address_local:
        *top++ = i(record) + in.b;
        break;
      case Op::address_remote: {
        const std::int32_t pid = top[-1];
        const bool there = pid >= 0 && u(pid) < at->shape->types.size() && at->shape->types[u(pid)] == in.a;
        top[-1] = there ? i(at->shape->processes[u(pid)]) + in.b : -1;
        break;
      }
      case Op::index: {
        const std::int32_t index = *--top;
        const IndexCheck& check = program_.index_checks[u(in.b)];
        if (u(index) >= u(check.bound)) return fail(i(check.site));
        if (top[-1] >= 0) top[-1] += index * in.a;
        break;
      }
      case Op::in_range: {
        const ValueCheck& check = program_.value_checks[u(in.b)];
        if (top[-1] < check.lo || top[-1] > check.hi) return fail(i(check.site));
        break;
      }
      case Op::load:
        top[-1] = top[-1] < 0 ? 0 : load_cell(state + top[-1], static_cast<CellKind>(in.a & 0xff));
        break;
      case Op::store:
        top -= 2;
        store_cell(state + top[0], unpack(in.a), top[1]);
        break;
      case Op::load_hidden:
        top[-1] = load_cell(at->hidden.data() + top[-1], static_cast<CellKind>(in.a & 0xff));
        break;
      case Op::store_hidden:
        top -= 2;
        store_cell(to->hidden.data() + top[0], unpack(in.a), top[1]);
        break;
      case Op::zero_local:
        if (observer_ != nullptr) observer_->end_statement(*to);
        std::memset(state + record + in.b, 0, in.a);
        break;
      case Op::blank_local:
        if (observer_ != nullptr) observer_->end_statement(*to);
        std::memset(state + record + in.b, 0xff, in.a);
        break;

      case Op::add:
        --top;
        top[-1] = i(u(top[-1]) + u(top[0]));
        break;
      case Op::subtract:
        --top;
        top[-1] = i(u(top[-1]) - u(top[0]));
        break;
      case Op::multiply:
        --top;
        top[-1] = i(u(top[-1]) * u(top[0]));
        break;
      case Op::divide:
      case Op::modulo: {
        --top;
        if (top[0] == 0) return fail(in.b);
        const std::int64_t left = top[-1], right = top[0];
        top[-1] = static_cast<std::int32_t>(in.op == Op::divide ? left / right : left % right);
        break;
      }
      case Op::bit_and:
        --top;
        top[-1] &= top[0];
        break;
      case Op::bit_or:
        --top;
        top[-1] |= top[0];
        break;
      case Op::bit_xor:
        --top;
        top[-1] ^= top[0];
        break;
      case Op::shift_left:
        --top;
        top[-1] = i(u(top[-1]) << (u(top[0]) & 31U));
        break;
      case Op::shift_right:
        --top;
        top[-1] >>= u(top[0]) & 31U;
        break;
      case Op::less:
        --top;
        top[-1] = top[-1] < top[0];
        break;
      case Op::less_equal:
        --top;
        top[-1] = top[-1] <= top[0];
        break;
      case Op::greater:
        --top;
        top[-1] = top[-1] > top[0];
        break;
      case Op::greater_equal:
        --top;
        top[-1] = top[-1] >= top[0];
        break;
      case Op::equal:
        --top;
        top[-1] = top[-1] == top[0];
        break;
      case Op::not_equal:
        --top;
        top[-1] = top[-1] != top[0];
        break;
      case Op::negate:
        top[-1] = i(0U - u(top[-1]));
        break;
      case Op::logical_not:
        top[-1] = top[-1] == 0;
        break;
      case Op::complement:
        top[-1] = ~top[-1];
        break;
      case Op::to_bool:
        top[-1] = top[-1] != 0;
        break;

      case Op::jump:
        if (--budget == 0) return fail(in.a);
        next = begin + in.b;
        break;
      case Op::jump_zero:
        if (--budget == 0) return fail(0);
        if (*--top == 0) next = begin + in.b;
        break;
      case Op::jump_nonzero:
        if (--budget == 0) return fail(0);
        if (*--top != 0) next = begin + in.b;
        break;
      case Op::block_zero:
        if (*--top == 0) return Outcome::blocked;
        break;
      case Op::not_in_handshake:
        if (at->handshake != 0) return Outcome::blocked;
        break;
      case Op::no_handshake:
        if (at->handshake != 0) return fail(in.b);
        break;
      case Op::otherwise:
        if (moment.moved || at->handshake != 0) return Outcome::blocked;
        break;

      case Op::pid:
        *top++ = moment.pid;
        break;
      case Op::process_count:
        *top++ = i(static_cast<std::uint32_t>(at->shape->types.size())) + (program_.claim >= 0 ? 1 : 0);
        break;
      case Op::last:
        *top++ = program_.last_offset < 0 ? 0 : load_cell(state + head_ + program_.last_offset, program_.id_type.kind);
        break;
      case Op::timeout:
        *top++ = moment.timeout;
        break;
      case Op::nonprogress:
        *top++ = moment.nonprogress;
        break;
      case Op::own_channel:
        *top++ = i(at->shape->first_channel[u(moment.pid)]) + in.b + 1;
        break;
      case Op::run: {
        top -= in.a;
        const Creation& creation = program_.creations[u(in.b)];
        const std::int32_t pid = create_process(*to, creation.type, top, in.a);
        if (pid < 0) return fail(i(creation.site));
        const CodeIndex initialise = program_.process_types[creation.type].initialise;
        if (initialise != 0) {
          Moment theirs;
          theirs.pid = pid;
          const std::size_t base = static_cast<std::size_t>(top - stack_.data());
          make_room(base);
          if (execute(initialise, *to, to, theirs, Mode::step, base) == Outcome::failed) return Outcome::failed;
          top = stack_.data() + base;
        }
        state = to->bytes.data();
        *top++ = pid;
        break;
      }
      case Op::terminate_check:
        if (u(moment.pid) + 1 != at->shape->types.size()) return Outcome::blocked;
        break;
      case Op::terminate:
        to->shape = &Shapes::without_youngest(*to->shape);
        write_number(to->bytes.data(), head_, static_cast<std::uint32_t>(to->shape->types.size()));
        break;
      case Op::location_of: {
        const std::int32_t pid = top[-1];
        top[-1] = pid >= 0 && u(pid) < at->shape->types.size() ? i(location(*at, u(pid))) : 0;
        break;
      }
      case Op::find_process: {
        const auto& types = at->shape->types;
        const auto found = std::find(types.begin(), types.end(), u(in.b));
        *top++ = found == types.end() ? -1 : static_cast<std::int32_t>(found - types.begin());
        break;
      }
      case Op::enabled: {
        const auto base = static_cast<std::size_t>(top - stack_.data());
        std::int32_t answer = top[-1];
        if (ask_enabled(answer, *at, moment, u(in.b), base) == Outcome::failed) return Outcome::failed;
        top = stack_.data() + base;
        top[-1] = answer;
        break;
      }
      case Op::get_priority: {
        const std::int32_t pid = top[-1];
        top[-1] = pid >= 0 && u(pid) < at->shape->types.size() ? priority(*at, u(pid)) : 0;
        break;
      }
      case Op::set_priority:
        top -= 2;
        if (top[0] >= 0 && u(top[0]) < at->shape->types.size()) {
          if (top[1] < 1 || top[1] > 255) return fail(in.b);
          set_priority(*to, top[0], top[1]);
        }
        break;

      case Op::length:
      case Op::full:
      case Op::not_full:
      case Op::send_ready:
      case Op::empty:
      case Op::not_empty: {
        const std::optional<std::int32_t> answer = measure(*at, in.op, top[-1]);
        if (!answer) return fail(in.b);
        top[-1] = *answer;
        break;
      }
      case Op::send: {
        const std::size_t given = in.a & 0x7fffU;
        top -= given + 1;
        if (!send(*to, top[0], top + 1, given, (in.a & 0x8000U) != 0, moment.pid)) return fail(in.b);
        if (program_.trace >= 0) {
          const auto base = static_cast<std::size_t>(top - stack_.data());
          watch_send(*to, top[0], base + given + 1);
          top = stack_.data() + base;
        }
        break;
      }
      case Op::receive_match:
      case Op::poll_match: {
        const ReceivePattern& pattern = program_.patterns[u(in.b)];
        const std::int32_t number = *--top;
        top -= pattern.matched.size();
        std::int32_t found = 0;
        const bool polls = in.op == Op::poll_match;
        const std::optional<bool> matches =
            polls ? poll(*at, pattern, number, top, found) : can_receive(*at, pattern, number, top, found);
        if (!matches) return fail(i(pattern.site));
        if (polls) {
          // As in SPIN's verifier a random poll has the position of the message as its value.
          *top++ = *matches ? found + 1 : 0;
          break;
        }
        channel_number = number;
        slot = found;
        *top++ = *matches;
        break;
      }
      case Op::field:
        *top++ = field(*at, channel_number, slot, u(in.b));
        break;
      case Op::take:
        if (program_.trace >= 0) {
          const auto base = static_cast<std::size_t>(top - stack_.data());
          watch_event(*to, true, channel_number, 0, base);
          top = stack_.data() + base;
        }
        if (observer_ != nullptr) note_message(true, *to, channel_number, slot);
        take(*to, channel_number, slot);
        break;

      case Op::event_channel:
        top[-1] = top[-1] == event_.channel && event_.received == (in.a != 0);
        break;
      case Op::event_field:
        *top++ = field(*at, event_.channel, event_.slot, u(in.b));
        break;

      case Op::assertion:
        if (*--top == 0) {
          violations_.push_back(u(in.b));
          if (observer_ != nullptr) observer_->statements.back().violations.push_back(u(in.b));
        }
        break;
      case Op::print:
        top -= in.a;
        if (observer_ != nullptr) print(program_.sites[u(in.b)], top, in.a);
        break;
      case Op::reached:
        coverage_[u(in.b)] = 1;
        if (observer_ != nullptr && at == to) {
          observer_->end_statement(*to);
          // A condition that starts a process has done so already.
          observer_->begin_statement(u(in.b), observer_->statements.empty() ? from : *to);
        }
        break;
    }
  }
}

}  // namespace quotient
