#pragma once

#include <map>
#include <utility>
#include <vector>

#include "model/cell.hpp"
#include "process/partial_order/abstract_value.hpp"
#include "process/partial_order/effect_finder.hpp"

namespace quotient {

/// One run of code on sets of values, along all ways that it can go. Internal to this folder.
class EffectFinder::Run {
 public:
  Run(const EffectFinder& finder, std::uint32_t pid, bool timeout_holds)
      : finder_(finder), program_(finder.program_), pid_(pid), timeout_holds_(timeout_holds) {
    effects_.reads = effects_.writes = ThingSet(finder.things_.count());
    effects_.can_be_taken = false;
  }
  /// Of a claim: what it looks at in processes is written down there, rather than taken for everything.
  Run(const EffectFinder& finder, Looks& looks) : Run(finder, nobody, true) { looks_ = &looks; }

  Effects run(CodeIndex code);
  /// Bytes of the record that the process changes of itself.
  const std::vector<std::pair<std::int32_t, std::int32_t>>& own_changes() const { return own_changes_; }

 private:
  using Stack = std::vector<AbstractValue>;
  enum class Way : std::uint8_t { on, jump, both, end };
  enum class Use : std::uint8_t {
    ask,
    room,     // only to wait until there is some
    message,  // the same for any message
    send,
    sorted_send,
    receive,
    search,
  };
  static constexpr std::uint32_t nobody = 0xffff'ffff;

  /// Where two ways meet, the stack holds what either has: it is run again where that is news.
  void follow(CodeIndex at, Stack stack);
  Way step(const Instruction& in);

  AbstractValue pop() {
    AbstractValue value = std::move(stack_->back());
    stack_->pop_back();
    return value;
  }
  void push(AbstractValue value) { stack_->push_back(std::move(value)); }
  /// For whatever does more with a value than to wait until it is not 0.
  ValueSet popped_and_read();
  void read_popped(std::size_t count);

  // Each says whether it knows the instruction.
  bool memory(const Instruction& in);
  bool arithmetic(const Instruction& in);
  bool channel(const Instruction& in);
  /// What has to do with other processes as such: whatever the others do not know.
  void surroundings(const Instruction& in);

  void index(const Instruction& in);
  AbstractValue load(const AbstractValue& from, std::uint16_t packed);
  AbstractValue constants(const AbstractValue& from, CellType type, bool global) const;
  void store(const AbstractValue& to, std::uint32_t size);
  /// Calls visit(offset) for each byte of the cells that an address may be of.
  template <typename Visit>
  void each_byte(const AbstractValue& address, std::uint32_t size, Visit visit) const {
    const auto cell = [&](std::int32_t at) {
      for (std::uint32_t k = 0; k < size; ++k) visit(u(at) + k);
    };
    if (address.values.is_known()) {
      for (const std::int32_t at : address.values.values()) cell(at);
    } else {
      for (std::int32_t at = address.least; at <= address.most; ++at) cell(at);
    }
  }

  /// Returns which channels these are, from 0.
  std::vector<std::uint32_t> use(const ValueSet& channels, Use how);
  void use(std::uint32_t c, Use how);
  // Of a claim.
  bool look(const Instruction& in);
  void look_at_location(const Instruction& in, const ValueSet& pids);
  ValueSet processes_of(std::uint32_t type) const;

  const EffectFinder& finder_;
  const Program& program_;
  const std::uint32_t pid_;
  const bool timeout_holds_;
  Looks* looks_ = nullptr;  // null: this is no claim
  Effects effects_;
  std::vector<std::pair<std::int32_t, std::int32_t>> own_changes_;
  std::map<CodeIndex, Stack> met_;
  std::vector<std::pair<CodeIndex, Stack>> waiting_;
  Stack* stack_ = nullptr;
};

}  // namespace quotient
