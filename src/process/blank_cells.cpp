#include "process/blank_cells.hpp"

#include <vector>

#include "base/stop_signal.hpp"
#include "process/instance.hpp"

namespace quotient {

BlankCells::BlankCells(const Program& program) : program_(program) {
  for (const Instruction& in : program.code) {
    blanks_ = blanks_ || in.op == Op::blank_local;
    zeroes_ = zeroes_ || in.op == Op::zero_local;
  }
}

bool BlankCells::is_blank(std::uint32_t type, std::uint32_t location, const NamedCell& cell, std::int32_t value) const {
  constexpr std::uint8_t blank[4] = {0xff, 0xff, 0xff, 0xff};
  const CellKind kind = cell.type.kind;
  const bool may_be_process = kind == CellKind::byte || kind == CellKind::short_integer || kind == CellKind::integer ||
                              kind == CellKind::unsigned_16;
  const bool is_blanked = blanks_ && may_be_process && cell.mtype < 0 && !cell.is_channel;
  if (is_blanked ? value != load_cell(blank, kind) : !zeroes_ || value != 0) return false;
  const auto [known, is_new] = known_.try_emplace({type, location, cell.offset}, false);
  if (is_new) known->second = !is_read_from(type, location, cell.offset);
  return known->second;
}

/// In the order of the code, as far as it has one: behind a jump everything counts as read that may be.
BlankCells::Use BlankCells::first_use(CodeIndex code, std::uint32_t offset) const {
  Use use = Use::none;
  bool jumped = false;
  visit_code(program_, code, [&](const Instruction& in) {
    const std::uint32_t place = u(in.b);
    jumped = jumped || is_jump(in.op);
    if (in.op == Op::load_local && place == offset && use == Use::none) use = Use::read;
    if (in.op == Op::address_local && place <= offset && use == Use::none) use = Use::read;
    const bool resets = in.op == Op::zero_local || in.op == Op::blank_local;
    const bool writes =
        (in.op == Op::store_local && place == offset) || (resets && place <= offset && offset < place + in.a);
    if (writes && !jumped && use == Use::none) use = Use::overwritten;
  });
  return use;
}

bool BlankCells::is_read_from(std::uint32_t type, std::uint32_t location, std::uint32_t offset) const {
  const ProcessType& process = program_.process_types[type];
  if (location >= process.locations.size()) return true;
  std::vector<bool> met(process.locations.size(), false);
  std::vector<std::uint32_t> waiting{location};
  met[location] = true;
  while (!waiting.empty()) {
    poll_stop();
    const ControlLocation& here = process.locations[waiting.back()];
    waiting.pop_back();
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      const Use use = first_use(program_.transitions[t].code, offset);
      if (use == Use::read) return true;
      const std::uint32_t target = program_.transitions[t].target;
      if (use == Use::overwritten || target == 0 || met[target]) continue;
      met[target] = true;
      waiting.push_back(target);
    }
  }
  return false;
}

}  // namespace quotient
