#include "native/caller.hpp"

namespace quotient::native {

namespace {

/// More than this for the steps of one state is left to the interpreter, which needs less for what it does not keep.
constexpr std::size_t largest_room = std::size_t{1} << 28;

}  // namespace

Caller::Caller(const Module& module, std::span<std::uint8_t> coverage)
    : table_(module.table()),
      memory_(std::make_unique<std::max_align_t[]>(table_.context_size / sizeof(std::max_align_t) + 1)),  // all zero
      context_(reinterpret_cast<Context*>(memory_.get())) {
  context_->coverage = coverage.data();
}

bool Caller::successors(StateView state, Successors& out) {
  while (true) {
    const CallStatus status = call(state, out);
    if (status == CallStatus::done) return true;
    if (status == CallStatus::give_up || out.room().bytes.size() >= largest_room) return false;
    out.enlarge();
  }
}

CallStatus Caller::call(StateView state, Successors& out) {
  const Successors::Room room = out.room();
  context_->bytes = room.bytes.data();
  context_->limit = room.bytes.data() + room.bytes.size();
  context_->entries = room.entries.data();
  context_->entry_capacity = static_cast<std::uint32_t>(room.entries.size());
  const auto status = static_cast<CallStatus>(table_.successors(context_, state.data()));
  if (status != CallStatus::done) return status;
  out.accept(context_->entry_count);
  if (context_->deadlock != 0) out.add_finding({FindingKind::deadlock, 0});
  return status;
}

}  // namespace quotient::native
