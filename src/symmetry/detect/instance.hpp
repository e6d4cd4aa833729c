#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "system/program.hpp"
#include "system/shape.hpp"

/// Symmetry is looked for in the system as it is once all its processes exist.
namespace quotient::detect {

/// Why a model as a whole has no symmetry that we can use, in words, and where.
struct Obstacle {
  std::string reason;
  std::optional<SourceRange> at;
};

struct Instance {
  /// The states before the processes exist, in order: a chain without choices. Empty where they exist from the start.
  std::vector<std::vector<std::uint8_t>> before;
  /// The first state in which all processes exist: none is created later.
  std::vector<std::uint8_t> base;
  // Where things are in it, see Shape.
  std::vector<std::uint8_t> types;
  std::vector<std::uint32_t> processes;
  std::vector<std::uint32_t> first_channel;
  std::vector<ChannelPlace> channels;
  /// Processes up to this number can never die, since one of them never ends and the others are older.
  std::uint32_t lasting = 0;

  std::uint32_t location(const Program& program, std::size_t pid) const;
};

/// Runs the model until all processes exist.
std::optional<Instance> set_up(const Program& program, Obstacle& obstacle);

/// The control locations that a process can be in from `start` on.
std::vector<std::uint16_t> reachable_locations(const Program& program, const ProcessType& type, std::uint32_t start);

/// Calls visit(instruction) for all instructions that `code` can execute.
template <typename Visit>
void visit_code(const Program& program, CodeIndex code, Visit visit) {
  std::vector<CodeIndex> waiting{code};
  std::vector<CodeIndex> met;
  while (!waiting.empty()) {
    CodeIndex at = waiting.back();
    waiting.pop_back();
    for (;; ++at) {
      const Instruction& in = program.code[at];
      visit(in);
      if (in.op == Op::done || in.op == Op::block || in.op == Op::fail) break;
      if (in.op != Op::jump && in.op != Op::jump_zero && in.op != Op::jump_nonzero) continue;
      const auto target = static_cast<CodeIndex>(in.b);
      bool known = false;
      for (const CodeIndex m : met) known = known || m == target;
      if (!known) {
        met.push_back(target);
        waiting.push_back(target);
      }
      if (in.op == Op::jump) break;
    }
  }
}

}  // namespace quotient::detect
