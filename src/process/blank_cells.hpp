#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "process/program.hpp"

namespace quotient {

/// Which locals hold nothing, for people: `--steps full` resets dead variables (see Op::blank_local), and what they
/// hold then was never assigned. Looked for where it is asked about, and only there.
class BlankCells {
 public:
  explicit BlankCells(const Program& program);

  /// Whether a cell with this value may have been reset where its process is: the value is that of a cell that is
  /// reset, and no way from this location reads it before it is written. Says no in doubt.
  bool is_blank(std::uint32_t type, std::uint32_t location, const NamedCell& cell, std::int32_t value) const;

 private:
  enum class Use : std::uint8_t { none, read, overwritten };
  Use first_use(CodeIndex code, std::uint32_t offset) const;
  bool is_read_from(std::uint32_t type, std::uint32_t location, std::uint32_t offset) const;

  const Program& program_;
  // What the program's code resets dead locals to: plain steps reset none, those of SPIN all to 0.
  bool blanks_ = false;
  bool zeroes_ = false;
  mutable std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, bool> known_;
};

}  // namespace quotient
