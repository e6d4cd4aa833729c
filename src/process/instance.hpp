#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "process/program.hpp"
#include "process/record.hpp"
#include "process/shape.hpp"
#include "symmetry/action/creator.hpp"

/// A system as it is once all its processes exist.
namespace quotient {

/// Why there is no such thing, in words, and where.
struct Obstacle {
  std::string reason;
  std::optional<SourceRange> at;
};

struct Instance {
  /// The first states in which all processes exist: none is created later. Several where something is chosen before, or
  /// where processes run before all exist.
  std::vector<std::vector<std::uint8_t>> bases;
  const std::vector<std::uint8_t>& base() const { return bases.front(); }
  bool is_unique() const { return bases.size() == 1; }
  /// Whether what it begins with is to tell things apart. Else only what it does is, and one must see to it that what
  /// is taken for alike can all be reached.
  bool has_beginning = true;
  // Where things are in them, see Shape.
  std::vector<std::uint32_t> types;
  std::vector<std::uint32_t> processes;
  std::vector<std::uint32_t> first_channel;
  std::vector<ChannelPlace> channels;
  std::vector<std::vector<std::uint32_t>> locations;  // that a process can be in from then on, by pid, ascending
  std::vector<Creator> creators;
  /// Where the last of the processes are created.
  std::optional<SourceRange> created_at;
  bool some_died = false;  // before all existed
  /// Processes up to this number can never die, since one of them never ends and the others are older.
  std::uint32_t lasting = 0;

  std::uint32_t location(const Program& program, std::size_t pid) const;
};

/// Runs the model until all processes exist. Where that leads to several states, it has no beginning.
std::optional<Instance> set_up(const Program& program, Obstacle& obstacle);

/// The same without a beginning, and with a claim, if there is one, in all states that it can be in then.
std::optional<Instance> without_beginning(const Program& program, const Instance& instance);

/// The control locations that a process can be in, from some on.
std::vector<std::uint32_t> reachable_locations(const Program& program, const ProcessType& type,
                                               std::span<const std::uint32_t> starts);

/// Calls visit(instruction) once for each instruction that `code` can execute.
template <typename Visit>
void visit_code(const Program& program, CodeIndex code, Visit visit) {
  std::vector<CodeIndex> waiting{code};
  std::map<CodeIndex, CodeIndex> met;  // runs of instructions: the first of each, and the one behind its last
  while (!waiting.empty()) {
    const CodeIndex first = waiting.back();
    waiting.pop_back();
    const auto behind = met.upper_bound(first);
    if (behind != met.begin() && std::prev(behind)->second > first) continue;
    CodeIndex at = first;
    for (bool goes_on = true; goes_on && (behind == met.end() || at < behind->first); ++at) {
      const Instruction& in = program.code[at];
      visit(in);
      const bool jumps = in.op == Op::jump || in.op == Op::jump_zero || in.op == Op::jump_nonzero;
      if (jumps) waiting.push_back(static_cast<CodeIndex>(in.b));
      goes_on = in.op != Op::done && in.op != Op::block && in.op != Op::fail && in.op != Op::jump;
    }
    met.emplace(first, at);
  }
}

}  // namespace quotient
