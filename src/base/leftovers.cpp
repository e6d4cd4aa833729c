#include "base/leftovers.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace quotient {

namespace {

// Written by one thread, read by a handler that may interrupt it at any point: a place is in use from the release of
// its last part on.
enum class Use : int { free, taken, set };

struct FilePlace {
  std::atomic<Use> use = Use::free;
  std::array<char, 4096> path{};
};
struct GroupPlace {
  std::atomic<pid_t> group = 0;
};

std::array<FilePlace, 16> files;
std::array<GroupPlace, 64> groups;
static_assert(std::atomic<Use>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

}  // namespace

UnfinishedFile::UnfinishedFile(const std::string& path) {
  if (path.size() >= files[0].path.size()) return;
  for (std::size_t i = 0; i < files.size(); ++i) {
    Use expected = Use::free;
    if (!files[i].use.compare_exchange_strong(expected, Use::taken, std::memory_order_acquire)) continue;
    std::memcpy(files[i].path.data(), path.c_str(), path.size() + 1);
    files[i].use.store(Use::set, std::memory_order_release);
    place_ = static_cast<int>(i);
    return;
  }
}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept : place_(std::exchange(other.place_, -1)) {}

UnfinishedFile& UnfinishedFile::operator=(UnfinishedFile&& other) noexcept {
  std::swap(place_, other.place_);
  return *this;
}

void UnfinishedFile::keep() {
  if (place_ >= 0) files[static_cast<std::size_t>(place_)].use.store(Use::free, std::memory_order_release);
  place_ = -1;
}

ChildGroup::ChildGroup(pid_t group) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    pid_t expected = 0;
    if (!groups[i].group.compare_exchange_strong(expected, group, std::memory_order_acq_rel)) continue;
    place_ = static_cast<int>(i);
    return;
  }
}

ChildGroup::ChildGroup(ChildGroup&& other) noexcept : place_(std::exchange(other.place_, -1)) {}

ChildGroup& ChildGroup::operator=(ChildGroup&& other) noexcept {
  std::swap(place_, other.place_);
  return *this;
}

void ChildGroup::forget() {
  if (place_ >= 0) groups[static_cast<std::size_t>(place_)].group.store(0, std::memory_order_release);
  place_ = -1;
}

void end_leftovers() {
  for (GroupPlace& place : groups) {
    if (const pid_t group = place.group.load(std::memory_order_acquire); group > 0) kill(-group, SIGKILL);
  }
  for (FilePlace& place : files) {
    if (place.use.load(std::memory_order_acquire) == Use::set) unlink(place.path.data());
  }
}

}  // namespace quotient
