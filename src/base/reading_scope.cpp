#include "base/reading_scope.hpp"

#include <algorithm>
#include <utility>

namespace quotient {

namespace {

thread_local constinit const std::filesystem::path* folder_of_thread = nullptr;

}  // namespace

ReadingScope::ReadingScope(std::filesystem::path folder) : folder_(std::move(folder)), before_(folder_of_thread) {
  folder_of_thread = &folder_;
}

ReadingScope::~ReadingScope() { folder_of_thread = before_; }

bool lies_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  if (error) return false;
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
  return end == folder.end();
}

bool may_read(const std::string& path) { return folder_of_thread == nullptr || lies_within(path, *folder_of_thread); }

}  // namespace quotient
