#include "search/store/pages.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <utility>

#include "base/ensure.hpp"

namespace quotient {

namespace {

constexpr std::size_t small_page = std::size_t{1} << 12;
constexpr std::size_t huge_page = std::size_t{1} << 21;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

/// A block of whole huge pages begins at the boundary of one; what was mapped around it is given back.
std::uint8_t* map_aligned(std::size_t bytes, int advice) {
  const std::size_t mapped = bytes + huge_page;
  void* raw = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::uint8_t*>(raw);
  const std::size_t before =
      round_up(reinterpret_cast<std::uintptr_t>(raw), huge_page) - reinterpret_cast<std::uintptr_t>(raw);
  if (before > 0) munmap(begin, before);
  if (before < huge_page) munmap(begin + before + bytes, huge_page - before);
  madvise(begin + before, bytes, advice);  // only advice: without it the search is slower, not wrong
  return begin + before;
}

}  // namespace

PageBlock::PageBlock(PageBlock&& other) noexcept
    : budget_(std::exchange(other.budget_, nullptr)),
      begin_(std::exchange(other.begin_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

PageBlock& PageBlock::operator=(PageBlock&& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(begin_, other.begin_);
  std::swap(size_, other.size_);
  return *this;
}

PageBlock::~PageBlock() {
  if (begin_ == nullptr) return;
  munmap(begin_, size_);
  budget_->release(size_);
}

PageBlock PageBlock::allocate(MemoryBudget& budget, std::size_t bytes, Pages pages) {
  const bool huge = bytes >= huge_page;
  const std::size_t size = round_up(std::max<std::size_t>(bytes, 1), huge ? huge_page : small_page);
  if (!budget.reserve(size)) return {};
  std::uint8_t* begin = nullptr;
  if (huge) {
    begin = map_aligned(size, pages == Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  } else {
    void* raw = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw != MAP_FAILED) begin = static_cast<std::uint8_t*>(raw);
  }
  if (begin == nullptr) {
    budget.release(size);
    return {};
  }
  return {budget, begin, size};
}

PageBlock PageBlock::replace(PageBlock old, MemoryBudget& budget, std::size_t bytes) {
  if (!old) return allocate(budget, bytes);
  madvise(old.begin_, old.size_, MADV_DONTNEED);
  if (bytes == old.size_) return old;
  budget.release(old.size_);
  PageBlock fresh = allocate(budget, bytes);
  if (!fresh) {
    ensure(budget.reserve(old.size_), "a budget that shrinks while threads stand still");
    return old;
  }
  munmap(old.begin_, old.size_);
  old.begin_ = nullptr;
  return fresh;
}

void PageBlock::join_pages() {
  if (size_ < huge_page) return;
  madvise(begin_, size_, MADV_HUGEPAGE);
#ifdef MADV_COLLAPSE
  madvise(begin_, size_, MADV_COLLAPSE);  // now, and not when the system finds time for it
#endif
}

std::uint8_t* Arena::allocate(std::size_t bytes) {
  bytes = round_up(std::max<std::size_t>(bytes, 1), 8);
  if (blocks_.empty() || bytes > blocks_.back().size() - used_) {
    // Blocks grow with the arena, so that they are few, and never more than an eighth of it lies idle. Near the limit
    // only what is needed is taken.
    constexpr std::size_t smallest = std::size_t{1} << 14, largest = std::size_t{1} << 26;
    PageBlock block = PageBlock::allocate(budget_, std::max(bytes, std::clamp(total_ / 8, smallest, largest)));
    if (!block) block = PageBlock::allocate(budget_, bytes);
    if (!block) return nullptr;
    blocks_.push_back(std::move(block));  // first: where it throws, the last block is still in use
    total_ += blocks_.back().size();
    used_ = 0;
  }
  std::uint8_t* place = blocks_.back().begin() + used_;
  used_ += bytes;
  return place;
}

void Arena::swap(Arena& other) noexcept {
  blocks_.swap(other.blocks_);
  std::swap(used_, other.used_);
  std::swap(total_, other.total_);
}

}  // namespace quotient
