#pragma once

#include <span>
#include <string_view>

namespace quotient::studio {

/// A file of the application, compiled in (cmake/embed_studio.cmake).
struct Asset {
  std::string_view path;  // "studio.js", "page/run.js", "examples/lock.pml"
  std::string_view text;
};
std::span<const Asset> all_assets();
/// Null where there is none.
const Asset* find_asset(std::string_view path);

}  // namespace quotient::studio
