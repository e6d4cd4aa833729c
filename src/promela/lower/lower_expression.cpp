#include <algorithm>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "base/narrow.hpp"
#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "promela/lower/lower.hpp"

namespace quotient::promela {

namespace {

Op binary_op(Operator op) {
  switch (op) {
    case Operator::add:
      return Op::add;
    case Operator::subtract:
      return Op::subtract;
    case Operator::multiply:
      return Op::multiply;
    case Operator::divide:
      return Op::divide;
    case Operator::modulo:
      return Op::modulo;
    case Operator::bit_and:
      return Op::bit_and;
    case Operator::bit_or:
      return Op::bit_or;
    case Operator::bit_xor:
      return Op::bit_xor;
    case Operator::shift_left:
      return Op::shift_left;
    case Operator::shift_right:
      return Op::shift_right;
    case Operator::less:
      return Op::less;
    case Operator::less_equal:
      return Op::less_equal;
    case Operator::greater:
      return Op::greater;
    case Operator::greater_equal:
      return Op::greater_equal;
    case Operator::equal:
      return Op::equal;
    case Operator::not_equal:
      return Op::not_equal;
    default:
      report_bug("not a binary operator of the machine");
  }
}

}  // namespace

CodeIndex CodeWriter::emit(Op op, std::int32_t b, std::uint16_t a) {
  program_.code.push_back({op, a, b});
  return static_cast<CodeIndex>(program_.code.size() - 1);
}

void Lowering::expression(const Expression& x) {
  poll_stop();
  switch (x.kind) {
    case ExpressionKind::constant:
      code_.emit(Op::push, static_cast<std::int32_t>(x.value));
      return;
    case ExpressionKind::variable:
      variable(x.reference);
      return;
    case ExpressionKind::unary:
      expression(x.operands[0]);
      code_.emit(x.op == Operator::negate        ? Op::negate
                 : x.op == Operator::logical_not ? Op::logical_not
                                                 : Op::complement);
      return;
    case ExpressionKind::binary:
      if (x.op == Operator::logical_and || x.op == Operator::logical_or) {
        short_circuit(x);
      } else {
        binary(x);
      }
      return;
    case ExpressionKind::conditional: {
      expression(x.operands[0]);
      const CodeIndex otherwise = code_.jump(Op::jump_zero);
      expression(x.operands[1]);
      const CodeIndex end = code_.jump(Op::jump);
      code_.land(otherwise);
      expression(x.operands[2]);
      code_.land(end);
      return;
    }
    case ExpressionKind::run:
      run(x);
      return;
    case ExpressionKind::length:
      channel_test(x, Op::length);
      return;
    case ExpressionKind::full:
      channel_test(x, Op::full);
      return;
    case ExpressionKind::nfull:
      channel_test(x, Op::not_full);
      return;
    case ExpressionKind::empty:
      channel_test(x, Op::empty);
      return;
    case ExpressionKind::nempty:
      channel_test(x, Op::not_empty);
      return;
    case ExpressionKind::poll: {
      const std::vector<Argument> arguments = message_arguments(x.operands, true);
      push_matched(arguments);
      variable(x.reference);
      code_.emit(Op::poll_match, pattern(arguments, x.random, false, x.range));
      return;
    }
    case ExpressionKind::eval:
      expression(x.operands[0]);
      return;
    case ExpressionKind::enabled:
      expression(x.operands[0]);
      code_.emit(Op::enabled, site(SiteKind::runtime, x.range, "a process asks enabled() about itself"));
      return;
    case ExpressionKind::pc_value:
      expression(x.operands[0]);
      code_.emit(Op::location_of);
      return;
    case ExpressionKind::get_priority:
      expression(x.operands[0]);
      code_.emit(Op::get_priority);
      return;
    case ExpressionKind::timeout:
      code_.emit(Op::timeout);
      return;
    case ExpressionKind::nonprogress:
      code_.emit(Op::nonprogress);
      return;
    case ExpressionKind::remote_label:
    case ExpressionKind::remote_variable:
      remote(x);
      return;
    case ExpressionKind::c_expression:
      break;
  }
  report_bug("an expression that the checker refuses reached the lowering");
}

void Lowering::binary(const Expression& x) {
  expression(x.operands[0]);
  expression(x.operands[1]);
  const bool may_fail = x.op == Operator::divide || x.op == Operator::modulo;
  code_.emit(binary_op(x.op), may_fail ? site(SiteKind::runtime, x.range, "division by zero") : 0);
}

/// As in C: the right side is looked at only where the left one does not decide.
void Lowering::short_circuit(const Expression& x) {
  const bool conjunction = x.op == Operator::logical_and;
  expression(x.operands[0]);
  const CodeIndex decided = code_.jump(conjunction ? Op::jump_zero : Op::jump_nonzero);
  expression(x.operands[1]);
  code_.emit(Op::to_bool);
  const CodeIndex end = code_.jump(Op::jump);
  code_.land(decided);
  code_.emit(Op::push, conjunction ? 0 : 1);
  code_.land(end);
}

void Lowering::channel_test(const Expression& x, Op op) {
  variable(x.reference);
  code_.emit(op, site(SiteKind::runtime, x.range, "use of a channel that does not exist"));
}

void Lowering::run(const Expression& x) {
  const std::vector<Argument> arguments = message_arguments(x.operands, false);
  for (const Argument& a : arguments) push_argument(a);
  const std::int32_t too_many = site(SiteKind::runtime, x.range,
                                     fmt::format("too many processes or channels: at most {} and {} can exist",
                                                 program_.most_processes, program_.most_channels));
  program_.creations.push_back({x.proctype->index, static_cast<std::uint32_t>(too_many)});
  code_.emit(Op::run, narrow<std::int32_t>(program_.creations.size() - 1),
             operand(arguments.size(), x.range, "parameters of a process"));
  if (x.value > 0 && program_.has_priorities) {
    code_.emit(Op::duplicate);
    code_.emit(Op::push, static_cast<std::int32_t>(x.value));
    code_.emit(Op::set_priority, too_many);
  }
}

void Lowering::process_of(const Expression& x) {
  if (x.operands.empty()) {
    code_.emit(Op::find_process, static_cast<std::int32_t>(x.proctype->index));
  } else {
    expression(x.operands[0]);
  }
}

void Lowering::remote(const Expression& x) {
  process_of(x);
  if (x.kind == ExpressionKind::remote_label) {
    const FlowLabel* label = flows_[x.proctype->index]->find_label(x.label.text);
    ensure(label != nullptr, "a remote reference to an unknown label reached the lowering");
    code_.emit(Op::location_of);
    code_.emit(Op::push, static_cast<std::int32_t>(label->element->number));
    code_.emit(Op::equal);
    return;
  }
  if (x.reference.variable->predefined == Predefined::pid) {
    // The id that was given, or as in SPIN 0 where there is no such process, whatever its type.
    code_.emit(Op::duplicate);
    code_.emit(Op::process_count);
    code_.emit(Op::less);
    code_.emit(Op::multiply);
    return;
  }
  const Place base = storage_.place(*x.reference.variable);
  code_.emit(Op::address_remote, static_cast<std::int32_t>(base.offset),
             operand(x.proctype->index, x.range, "process types that are looked into"));
  load(address_of_path(x.reference, Area::local));
}

void Lowering::predefined(Predefined which) {
  switch (which) {
    case Predefined::pid:
      code_.emit(Op::pid);
      return;
    case Predefined::number_of_processes:
      code_.emit(Op::process_count);
      return;
    case Predefined::last:
      code_.emit(Op::last);
      return;
    case Predefined::priority:
      code_.emit(Op::pid);
      code_.emit(Op::get_priority);
      return;
    case Predefined::no:
    case Predefined::write_only:
      break;
  }
  report_bug("'_' was read");
}

void Lowering::variable(const Reference& r) {
  if (r.variable->predefined != Predefined::no) {
    predefined(r.variable->predefined);
  } else {
    load(address(r));
  }
}

Lowering::Target Lowering::address(const Reference& r) {
  const Place base = storage_.place(*r.variable);
  const bool indexed = std::any_of(r.parts.begin(), r.parts.end(), [](const Reference::Part& p) {
    return !p.index.empty() && p.index[0].kind != ExpressionKind::constant;
  });
  if (!indexed && base.area != Area::hidden) {
    // Everything is known: fold the path into one offset, where constant indices are within bounds.
    std::uint32_t offset = base.offset;
    const Variable* v = r.variable;
    bool within = true;
    for (std::size_t k = 0; k < r.parts.size(); ++k) {
      if (k > 0) {
        const Structure& s = *v->type.structure;
        offset += types_.field_offset(s, r.parts[k].field);
        v = s.fields[r.parts[k].field].get();
      }
      if (!r.parts[k].index.empty()) {
        const std::int64_t index = r.parts[k].index[0].value;
        within = within && index >= 0 && index < v->length;
        offset += static_cast<std::uint32_t>(index) * types_.size_of(v->type);
      }
    }
    if (within) return {true, base.area, offset, types_.of(*v)};
  }
  switch (base.area) {
    case Area::global:
      code_.emit(Op::address_global, static_cast<std::int32_t>(base.offset));
      break;
    case Area::local:
      code_.emit(Op::address_local, static_cast<std::int32_t>(base.offset));
      break;
    case Area::hidden:
      code_.emit(Op::push, static_cast<std::int32_t>(base.offset));
      break;
  }
  return address_of_path(r, base.area);
}

/// The address of the variable is on the stack: adds indices and fields to it.
Lowering::Target Lowering::address_of_path(const Reference& r, Area area) {
  const Variable* v = r.variable;
  std::uint32_t constant = 0;
  for (std::size_t k = 0; k < r.parts.size(); ++k) {
    if (k > 0) {
      const Structure& s = *v->type.structure;
      constant += types_.field_offset(s, r.parts[k].field);
      v = s.fields[r.parts[k].field].get();
    }
    if (!r.parts[k].index.empty()) {
      expression(r.parts[k].index[0]);
      code_.emit(Op::index, index_check(v->length, r.parts[k].index[0].range),
                 operand(types_.size_of(v->type), r.parts[k].index[0].range, "bytes of an element of an array"));
    }
  }
  if (constant != 0) {
    code_.emit(Op::push, static_cast<std::int32_t>(constant));
    code_.emit(Op::add);
  }
  return {false, area, 0, types_.of(*v)};
}

void Lowering::load(const Target& t) {
  if (t.direct) {
    code_.emit(t.area == Area::global ? Op::load_global : Op::load_local, static_cast<std::int32_t>(t.offset),
               pack(t.type));
  } else {
    code_.emit(t.area == Area::hidden ? Op::load_hidden : Op::load, 0, pack(t.type));
  }
}

void Lowering::store(const Target& t) {
  if (t.direct) {
    code_.emit(t.area == Area::global ? Op::store_global : Op::store_local, static_cast<std::int32_t>(t.offset),
               pack(t.type));
  } else {
    code_.emit(t.area == Area::hidden ? Op::store_hidden : Op::store, 0, pack(t.type));
  }
}

std::int32_t Lowering::site(SiteKind kind, SourceRange range, std::string message) {
  program_.sites.push_back({kind, range, std::move(message)});
  return static_cast<std::int32_t>(program_.sites.size() - 1);
}

std::int32_t Lowering::index_check(std::uint32_t bound, SourceRange range) {
  const std::int32_t where =
      site(SiteKind::runtime, range,
           fmt::format("array index out of bounds: '{}' must be between 0 and {}", sources_.text(range), bound - 1));
  program_.index_checks.push_back({static_cast<std::int32_t>(bound), static_cast<std::uint32_t>(where)});
  return static_cast<std::int32_t>(program_.index_checks.size() - 1);
}

}  // namespace quotient::promela
