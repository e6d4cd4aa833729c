#pragma once

#include <cstdint>

#include "model/cell.hpp"
#include "process/program.hpp"

/// The numbers with which a state describes itself: how many processes it has, of which type each of them is, and at
/// which control location it stands. They have as many bytes as the program needs, the lowest byte first.
namespace quotient {

/// 1, 2 or 4: what numbers up to this one need.
constexpr std::uint32_t bytes_for(std::uint64_t greatest) { return greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4; }

inline std::uint32_t process_count(const Program& program, const std::uint8_t* state) {
  return read_number(state, program.head_size());
}

inline std::uint32_t type_in(const Program& program, const std::uint8_t* record) {
  return read_number(record, program.type_bytes);
}

inline std::uint32_t location_in(const Program& program, const ProcessType& type, const std::uint8_t* record) {
  return read_number(record + program.type_bytes, type.location_bytes);
}

inline void set_location_in(const Program& program, const ProcessType& type, std::uint8_t* record,
                            std::uint32_t location) {
  write_number(record + program.type_bytes, type.location_bytes, location);
}

/// Where a claim or trace assertion stands is kept among the globals, at `offset`.
inline std::uint32_t watcher_location(const Program& program, const ProcessType& type, const std::uint8_t* state,
                                      std::uint32_t offset) {
  return read_number(state + program.head_size() + offset, type.location_bytes);
}

inline void set_watcher_location(const Program& program, const ProcessType& type, std::uint8_t* state,
                                 std::uint32_t offset, std::uint32_t location) {
  write_number(state + program.head_size() + offset, type.location_bytes, location);
}

}  // namespace quotient
