#include "search/arrival_log.hpp"

namespace quotient {

std::uint32_t ArrivalLog::offer(List& list, std::uint64_t key, std::uint32_t otherwise) {
  const std::size_t i = list.size % block_size;
  if (i == 0 && list.blocks.size() * block_size == list.size) {
    Block* block = add_block();
    list.refused = block == nullptr;
    if (list.refused) return otherwise;
    list.blocks.push_back(block);
  }
  Block& block = *list.blocks.back();
  // Relaxed: published together with the state, by the index of the store.
  block.keys[i].store(key, std::memory_order_relaxed);
  return mark | static_cast<std::uint32_t>(block.number * block_size + i);
}

bool ArrivalLog::accept(List& list, StateId id, StateView state) {
  if (list.refused) return false;
  Block& block = *list.blocks.back();
  const std::size_t i = list.size++ % block_size;
  block.ids[i] = id;
  if (!keeps_states_) return true;
  const bool kept = block.bytes.append(state.data(), state.size());
  block.ends[i] = block.bytes.size();
  return kept;
}

ArrivalLog::Block* ArrivalLog::add_block() {
  const std::lock_guard lock(mutex_);
  // The last number is not used: with the mark it would be no_state.
  if (std::size_t{count_ + 1} * block_size >= mark || !budget_.reserve(block_bytes())) return nullptr;
  std::unique_ptr<Segment>& segment = directory_[count_ / segment_blocks];
  if (!segment) segment = std::make_unique<Segment>();
  auto block = std::make_unique<Block>(budget_);
  block->number = count_;
  if (keeps_states_) block->ends = std::make_unique_for_overwrite<std::size_t[]>(block_size);
  std::unique_ptr<Block>& place = segment->blocks[count_ % segment_blocks];
  place = std::move(block);
  ++count_;
  return place.get();
}

void ArrivalLog::clear() {
  for (std::uint32_t i = 0; i < count_; ++i) {
    directory_[i / segment_blocks]->blocks[i % segment_blocks].reset();
    budget_.release(block_bytes());
  }
  count_ = 0;
}

}  // namespace quotient
