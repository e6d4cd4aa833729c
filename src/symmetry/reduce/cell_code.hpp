#pragma once

#include <atomic>
#include <cstdint>

#include "symmetry/reduce/findings.hpp"

namespace quotient {

/// Where code for CellWork leaves what it reads. The arrays are the caller's, with room for one more digest than there
/// are blocks, and for one relation more than there are places.
struct FoundInCells {
  std::uint64_t* own;
  Findings::Relation* relations;
  const std::uint32_t* related;  // of the code, which also knows its contents beforehand
  std::uint32_t relation_count;
};

/// Code for CellWork. States are given by their first byte, images[m] is the block whose place m takes.
struct CellFunctions {
  void (*scan)(const std::uint8_t* state, FoundInCells* out);
  /// Writes all bytes that the work is about.
  void (*permute)(const std::uint8_t* state, const std::uint32_t* images, std::uint8_t* out);
  /// Not 0 where the permuted state is the state.
  std::uint32_t (*is_fixed)(const std::uint8_t* state, const std::uint32_t* images);
};

/// Where a reduction looks for such code: it is put there while a search is under way, by another thread, and has to
/// outlive the search.
class CellCode {
 public:
  /// Null until it is there.
  const CellFunctions* get() const {
    // Pairs with the release in `put`: who sees the pointer sees the functions behind it.
    return functions_.load(std::memory_order_acquire);
  }
  void put(const CellFunctions* functions) { functions_.store(functions, std::memory_order_release); }

  /// Whoever uses the code compares it with what it stands for. Set before a search.
  bool paranoid = false;

 private:
  std::atomic<const CellFunctions*> functions_ = nullptr;
};

}  // namespace quotient
