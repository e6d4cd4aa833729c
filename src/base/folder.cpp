#include "base/folder.hpp"

#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace quotient {

namespace {

struct CloseFolder {
  void operator()(DIR* open) const { closedir(open); }
};

/// Calls `use` with the open folder and each name in it.
template <typename Use>
void for_each_name(const std::string& folder, Use use) {
  const std::unique_ptr<DIR, CloseFolder> open(opendir(folder.c_str()));
  if (open == nullptr) return;
  while (const dirent* entry = readdir(open.get())) {
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) use(open.get(), entry->d_name);
  }
}

}  // namespace

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for_each_name(folder, [&](DIR*, const char* name) { names.emplace_back(name); });
  return names;
}

void remove_folder(const std::string& folder) noexcept {
  for_each_name(folder, [](DIR* open, const char* name) { unlinkat(dirfd(open), name, 0); });
  rmdir(folder.c_str());
}

}  // namespace quotient
