#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "native/abi.hpp"
#include "native/module.hpp"

namespace quotient::native {

/// Calls a module, with a context of its own: one for each thread. Must not outlive the module.
class Caller {
 public:
  /// Places that steps reach are marked in `coverage`, one byte for each statement of the program.
  Caller(const Module& module, std::span<std::uint8_t> coverage);

  /// Fills `out` with the steps from `state`, and with what is wrong in it. False where the module leaves this state to
  /// the interpreter; `out` is then to be filled anew.
  bool successors(StateView state, Successors& out);
  /// Of these steps: whether an atomic sequence was followed that repeats itself, so that nothing came of its
  /// beginning.
  bool was_endless() const { return context_->endless != 0; }

 private:
  CallStatus call(StateView state, Successors& out);

  const ModuleTable& table_;
  std::unique_ptr<std::max_align_t[]> memory_;
  Context* context_;
};

}  // namespace quotient::native
