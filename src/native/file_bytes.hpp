#pragma once

#include <string_view>

namespace quotient::native {

/// Writes all bytes to a file that is open. False where that fails: a full disk, say.
bool write_all(int file, std::string_view bytes);

}  // namespace quotient::native
