#include "cli/memory_reserve.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <sys/resource.h>

namespace quotient::cli {

namespace {

// The handler can reach nothing but globals. Each is published by the exchange that takes it.
std::atomic<void*> reserve_block = nullptr;
std::atomic<const Deadline*> reserve_deadline = nullptr;

void use_reserve() {
  void* const block = reserve_block.exchange(nullptr, std::memory_order_acq_rel);
  if (block == nullptr) throw std::bad_alloc();
  std::free(block);
  if (const Deadline* deadline = reserve_deadline.load(std::memory_order_acquire)) deadline->refuse_memory();
}

/// A small part of a small address space. Nothing of it is touched: otherwise it costs nothing.
std::size_t reserve_size() {
  constexpr std::size_t usual = std::size_t{16} << 20U;
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return usual;
  return std::min<std::size_t>(usual, limit.rlim_cur / 16);
}

}  // namespace

MemoryReserve::MemoryReserve(const Deadline& deadline) {
  reserve_deadline.store(&deadline, std::memory_order_release);
  reserve_block.store(std::malloc(reserve_size()), std::memory_order_release);
  std::set_new_handler(use_reserve);
}

MemoryReserve::~MemoryReserve() {
  std::set_new_handler(nullptr);
  reserve_deadline.store(nullptr, std::memory_order_release);
  std::free(reserve_block.exchange(nullptr, std::memory_order_acq_rel));
}

}  // namespace quotient::cli
