#include "studio/assets.hpp"

#include <algorithm>

#include "studio/studio_assets.hpp"

namespace quotient::studio {

std::span<const Asset> all_assets() { return embedded_assets; }

const Asset* find_asset(std::string_view path) {
  const auto all = all_assets();
  const auto at = std::find_if(all.begin(), all.end(), [path](const Asset& a) { return a.path == path; });
  return at == all.end() ? nullptr : &*at;
}

}  // namespace quotient::studio
