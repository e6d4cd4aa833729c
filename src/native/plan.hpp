#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "process/program.hpp"
#include "process/shape.hpp"

namespace quotient::native {

/// What is known about a program before its C is written. Refers to the program.
struct Plan {
  explicit Plan(const Program& program, const std::atomic<bool>* stop = nullptr);

  /// The first kind of channel, or nothing where there are several (or none).
  std::optional<std::uint32_t> only_kind() const;
  /// Whether nobody wants the module any more.
  bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  /// What a global cell holds where nothing ever writes to it after the start.
  std::optional<std::int32_t> constant(std::uint32_t offset, CellType type) const;

  const Program& program;
  std::string unsupported;                   // why no C can be written, ready to print; empty where it can
  std::vector<std::vector<bool>> reachable;  // by type and location
  bool changes_shape = false;                // processes come or go
  bool rendezvous = false;                   // some channel has no buffer
  std::vector<std::uint32_t> kinds;          // those that channels have, ascending
  std::uint32_t most_fields = 1;
  /// The processes that exist in all states, or in most where processes come and go. May be null in that case.
  const Shape* fixed = nullptr;
  std::vector<std::uint8_t> initial;  // the initial state; empty where it fails
  std::vector<std::uint8_t> hidden;   // what hidden variables hold when a step begins; empty where none is ever read
  std::vector<bool> written;          // by global byte: not constant

 private:
  void find_reachable();
  void find_unsupported();
  void find_common_shape();

  const std::atomic<bool>* stop_;  // carries no data
  std::unique_ptr<Shapes> shapes_;
};

/// The code of a piece ends here: one past its `done`.
CodeIndex end_of(const Program& program, CodeIndex code);

}  // namespace quotient::native
