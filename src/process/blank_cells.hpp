#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "process/program.hpp"

namespace quotient {

/// Which locals hold nothing, for people: `--steps full` leaves dead variables blank (see Op::blank_local), and what is
/// kept in them then was never assigned. Looked for where it is asked about, and only there.
class BlankCells {
 public:
  explicit BlankCells(const Program& program) : program_(program) {}

  /// Whether a cell with this value may be blank where its process is: the value is that of a blank cell, and no way
  /// from this location reads it before it is written. Says no in doubt.
  bool is_blank(std::uint32_t type, std::uint32_t location, const NamedCell& cell, std::int32_t value) const;

 private:
  enum class Use : std::uint8_t { none, read, overwritten };
  Use first_use(CodeIndex code, std::uint32_t offset) const;
  bool is_read_from(std::uint32_t type, std::uint32_t location, std::uint32_t offset) const;

  const Program& program_;
  mutable std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, bool> known_;
};

}  // namespace quotient
