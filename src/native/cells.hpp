#pragma once

#include <cstdint>
#include <string>

#include "process/program.hpp"

/// C for reading and writing a cell. `at` is the C of its address.
namespace quotient::native {

std::string load_text(CellKind kind, const std::string& at);
std::string store_text(CellType type, const std::string& at, const std::string& value);
/// What a value becomes when it is kept in a cell.
std::string truncated_text(CellType type, const std::string& value);
/// A number in C, also the least one.
std::string number_text(std::int32_t value);

}  // namespace quotient::native
