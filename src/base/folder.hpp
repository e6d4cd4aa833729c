#pragma once

#include <string>
#include <vector>

namespace quotient {

/// What std::filesystem does for folders, for programs that must outlast memory that is refused: its iterators end them
/// (they allocate names in functions that must not throw).

/// The names in a folder, in no order; none where it cannot be read.
std::vector<std::string> names_in(const std::string& folder);

/// Removes a folder and the files in it, but no folders in it. Throws nothing: what cannot be removed stays.
void remove_folder(const std::string& folder) noexcept;

}  // namespace quotient
